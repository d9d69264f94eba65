"""A card for every player: accuracy, what went wrong, and how the result came about."""

from __future__ import annotations

from caboose.analysis.analysis import Summary
from caboose.analysis.ledger import Sum
from caboose.analysis.page.page_data import PageData, section, signed

RING = 2 * 3.14159 * 42
BAR, ROW = 240.0, 30.0  # of the waterfall


def draw_cards(data: PageData) -> str:
    """All cards, side by side where there is room."""
    cards = "".join(_card(data, summary) for summary in data.analysis.summaries)
    return f'<div class="cards">{cards}</div>'


def _card(data: PageData, summary: Summary) -> str:
    seat, told = summary.seat, data.analysis.sums[summary.seat]
    won = " <span class=won>won</span>" if told.result > 0 else ""
    return (
        f'<article class="card seat{seat}"><header>{_ring(summary)}<div><h3>{data.name(seat)}'
        f"{won}</h3><p>{data.totals[seat]} points{_level(summary)}</p></div></header>"
        f"{_marks(summary)}{draw_waterfall(told)}{_moves(data, summary)}</article>"
    )


def _level(summary: Summary) -> str:
    return "" if summary.level is None else f" · played like a {summary.level}"


def _ring(summary: Summary) -> str:
    """Accuracy as a ring that closes at 100."""
    accuracy = summary.accuracy or 0.0
    shown = "–" if summary.accuracy is None else f"{accuracy:.0f}"
    return (
        f'<svg class="ring" viewBox="0 0 100 100" role="img" aria-label="accuracy {shown}">'
        '<circle class="empty" cx="50" cy="50" r="42"/><circle class="full" cx="50" cy="50" r="42"'
        f' stroke-dasharray="{RING * accuracy / 100:.1f} {RING:.1f}"/>'
        f'<text x="50" y="55">{shown}</text><text class="what" x="50" y="71">accuracy</text></svg>'
    )


def _marks(summary: Summary) -> str:
    names = {"blunder": "blunders", "mistake": "mistakes", "inaccuracy": "inaccuracies"}
    items = "".join(
        f'<li class="{mark}"><b>{count}</b> {mark if count == 1 else names[mark]}</li>'
        for mark, count in summary.marks.items()
    )
    return f'<ul class="marks">{items}</ul>'


def draw_waterfall(told: Sum) -> str:
    """How a result came about, step by step: each bar begins where the one before it ended."""
    steps = [
        ("start", "", told.start),
        ("luck of the cards", "luck", told.luck),
        ("luck of the unknown", "luck", told.unknown),
        ("own play", "play", -told.own_errors),
        ("others' play", "play", told.others_errors),
    ]
    ends = [0.0]
    for _, _, change in steps:
        ends.append(ends[-1] + change)
    low, high = min(0.0, *ends), max(1.0, *ends)
    rows = [
        _step(n, name, kind, (ends[n], ends[n + 1]), (low, high))
        for n, (name, kind, _) in enumerate(steps)
    ]
    rows.append(_step(len(steps), "result", "result", (0.0, told.result), (low, high)))
    height = ROW * len(rows) + 4
    return (
        f'<svg class="waterfall" viewBox="0 0 {BAR + 236:.0f} {height:.0f}" role="img"'
        f' aria-label="How the result came about">{"".join(rows)}</svg>'
    )


def _step(
    number: int, name: str, kind: str, ends: tuple[float, float], scale: tuple[float, float]
) -> str:
    low, high = scale
    x = [166 + BAR * (min(max(end, low), high) - low) / (high - low) for end in ends]
    y = ROW * number
    change = ends[1] - ends[0]
    is_whole = kind in ("", "result")
    shown = f"{100 * ends[1]:.0f} %" if is_whole else f"{signed(100 * change)} %"
    return (
        f'<text class="name" x="158" y="{y + 19:.0f}">{name}</text>'
        f'<rect class="bar {kind or "start"}" x="{min(x):.1f}" y="{y + 5:.0f}"'
        f' width="{max(2.0, abs(x[1] - x[0])):.1f}" height="{ROW - 10:.0f}" rx="3"/>'
        f'<text class="much" x="{max(x) + 6:.1f}" y="{y + 19:.0f}">{shown}</text>'
    )


def _moves(data: PageData, summary: Summary) -> str:
    """The best and the costliest move, with a link to each."""
    rows = []
    if summary.best is not None:
        rows.append(("Best find", summary.best, ""))
    if summary.costliest is not None:
        grade = next(p.grade for p in data.analysis.pieces if p.at == summary.costliest and p.grade)
        rows.append(("Costliest", summary.costliest, f" ({signed(-grade.error)} %)"))
    return "".join(
        f'<p class="move"><b>{name}:</b> <a href="#at{at}">{_played(data, at)}</a>{extra}</p>'
        for name, at, extra in rows
    )


def _played(data: PageData, at: int) -> str:
    return data.action(data.moments[at].action.text, at)


def draw_sums(data: PageData) -> str:
    """The sums of all players as a table."""
    heads = ("player", "start", "cards", "unknown", "own play", "others' play", "result",
             "without luck")  # fmt: skip
    rows = "".join(_sum_row(data, seat) for seat in range(data.analysis.seats))
    head = "".join(f"<th scope=col>{name}</th>" for name in heads)
    return section(
        "How the result came about",
        "<p>Shares of the win in percent. Every row adds up to its result, and each column of luck"
        " adds up to nothing.</p>",
        f'<div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>",
    )


def _sum_row(data: PageData, seat: int) -> str:
    told = data.analysis.sums[seat]
    terms = (told.luck, told.unknown, -told.own_errors, told.others_errors)
    changes = "".join(f"<td>{signed(100 * term, 1)}</td>" for term in terms)
    return (
        f'<tr><th scope=row class="seat{seat}">{data.name(seat)}</th>'
        f"<td>{100 * told.start:.1f}</td>"
        f"{changes}<td>{100 * told.result:.1f}</td><td>{100 * told.luck_adjusted:.1f}</td></tr>"
    )
