"""A report as one HTML page: no request to anywhere, for a phone too, light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from caboose.boards import Edition
from caboose.boards.drawing import AROUND, RISING
from caboose.boards.drawing.palette import INK, LAND, PAPER, SHORE, WATER
from caboose.lab.game_summary import TROUBLES
from caboose.lab.remarks import city_names, remarks, route_names
from caboose.lab.report_maps import claimed_map, signed, worth_map

# The ramps on a dark page run the other way: what matters most must stand out there too.
_RISING_DARK = (
    "#24211f", "#43262f", "#6a2536", "#97303a", "#c24a36", "#e27434", "#f6a945", "#fde68a",
)  # fmt: skip
_AROUND_DARK = (
    "#b9dcf5", "#74b1de", "#3f7fb5", "#254a69", "#24211f", "#5c3a1e", "#a65a22", "#e58f3c",
    "#ffd39a",
)  # fmt: skip
_SCENE_DARK = {
    PAPER: "#1d1b18",
    WATER: "#15232a",
    LAND: "#2e2a25",
    SHORE: "#57503f",
    INK: "#e9e2d5",
}
Cell = tuple[float | None, str]  # what a column is sorted by, and what it shows


def write_page(edition: Edition, figures: dict[str, Any]) -> str:
    """The whole page."""
    texts = files("caboose.lab") / "page"
    style = (texts / "report.css").read_text("utf-8") + _dark_maps()
    script = (texts / "report.js").read_text("utf-8")
    sections = [
        _head(figures),
        _remarks(edition, figures),
        _map("How often each route is claimed", claimed_map(edition, figures), "claimed"),
        _map("What each route is worth", worth_map(edition, figures), "worth"),
        _routes(edition, figures),
        _tickets(edition, figures),
        _seats(figures),
        _histogram("Scores", "points of a seat", figures["scores"]),
        _histogram("Winning margins", "points ahead of the next seat", figures["winning_margins"]),
        _histogram("Length of games", "turns of all seats together", figures["turns"]),
        _troubles(figures),
        _origin(figures),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(figures['name'])}: a report</title>\n<style>\n{style}</style>\n"
        "</head>\n<body>\n<main>\n"
        + "\n".join(sections)
        + f"\n</main>\n<script>\n{script}</script>\n</body>\n</html>\n"
    )


def _dark_maps() -> str:
    """The maps' colors on a dark page, by the colors that they have on a light one."""
    scene = "".join(
        f'.map [{what}="{light}"]{{{what}:{dark}}}'
        for light, dark in _SCENE_DARK.items()
        for what in ("fill", "stroke")
    )
    inks = (
        '.map .number[fill="#fff"]{fill:#1d1b18}.map .number:not([fill="#fff"]){fill:#f3ede2}'
        f'.map .city text[fill="{INK}"]{{fill:{INK}}}'
    )
    ramps = "".join(
        f'.map.{name} [fill="{light}"]{{fill:{dark}}}'
        for name, lights, darks in (
            ("claimed", RISING, _RISING_DARK),
            ("worth", AROUND, _AROUND_DARK),
        )
        for light, dark in zip(lights, darks, strict=True)
    )
    return f"@media (prefers-color-scheme: dark) {{\n{scene}\n{ramps}\n{inks}\n}}\n"


def _section(title: str, *parts: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n" + "\n".join(parts) + "\n</section>"


def _head(figures: dict[str, Any]) -> str:
    facts = [
        (f"{figures['games']:,}", "games"),
        (f"{figures['seats']}", "seats"),
        (f"{figures['scores']['mean']:.0f}", "points a seat"),
        (f"{figures['winning_margins']['mean']:.0f}", "points ahead"),
        (f"{figures['turns']['mean'] / figures['seats']:.0f}", "turns a seat"),
    ]
    cards = "".join(f"<li><b>{number}</b> {escape(what)}</li>" for number, what in facts)
    return (
        f"<header>\n<h1>{escape(figures['name'])}</h1>\n"
        f"<p>What this board plays like, by <code>{escape(figures['bot'])}</code> playing it"
        f' against itself.</p>\n<ul class="facts">{cards}</ul>\n</header>'
    )


def _remarks(edition: Edition, figures: dict[str, Any]) -> str:
    told = remarks(edition, figures) or ["Nothing stands out."]
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in told)
    return _section("What stands out", f"<ul>{items}</ul>")


def _map(title: str, svg: str, name: str) -> str:
    return _section(title, f'<div class="map {name}">{svg}</div>')


def _routes(edition: Edition, figures: dict[str, Any]) -> str:
    names = route_names(edition)
    rows = [
        [
            (None, names[row["route"]]),
            (row["length"], str(row["length"])),
            (None, row["color"]),
            (row["points"], str(row["points"])),
            _percent(row["claimed"]),
            _points(row["worth"]),
        ]
        for row in figures["routes"]
    ]
    note = (
        "Worth: how far the owner of the route ended above, or below, the average of its table."
        " After ± stands the standard error. A click on a heading sorts."
    )
    heads = ["route", "length", "color", "points", "claimed %", "worth"]
    return _section("Routes", f"<p>{note}</p>", _table(heads, rows))


def _tickets(edition: Edition, figures: dict[str, Any]) -> str:
    names = city_names(edition)
    rows = [
        [
            (None, " – ".join(names[city] for city in row["cities"])),
            (row["points"], str(row["points"])),
            (row["offered"], str(row["offered"])),
            _percent(row["kept"]),
            _percent(row["completed"]),
            _points(row["expected"]),
            _points(row["worth"]),
        ]
        for row in figures["tickets"]
    ]
    note = (
        "Kept: of the times it was offered. Completed: of the times it was kept. Expected: points"
        " won or lost by keeping it. Worth: as for routes."
    )
    heads = ["ticket", "points", "offered", "kept %", "completed %", "expected", "worth"]
    return _section("Tickets", f"<p>{note}</p>", _table(heads, rows))


def _seats(figures: dict[str, Any]) -> str:
    rows = [
        [
            (row["seat"], str(row["seat"])),
            _percent({"share": row["wins"]["mean"], "error": row["wins"]["error"]}),
            _points(row["score"], is_signed=False),
        ]
        for row in figures["by_seat"]
    ]
    even = f"An even share is {100 / figures['seats']:.1f} %. A shared win counts in parts."
    return _section("Seats", f"<p>{even}</p>", _table(["seat", "wins %", "score"], rows))


def _troubles(figures: dict[str, Any]) -> str:
    rows: list[Sequence[Cell]] = [
        [(None, TROUBLES[trouble].capitalize()), (games, f"{games} of {figures['games']}")]
        for trouble, games in figures["troubles"].items()
    ]
    shuffles = figures["reshuffles"]["mean"]
    note = f"The discards were shuffled into a new deck {shuffles:.1f} times a game."
    return _section("Failure states", f"<p>{note}</p>", _table(["what", "games"], rows))


def _origin(figures: dict[str, Any]) -> str:
    command = (
        f"caboose report {figures['edition'].replace('#', ' --edition ')} --seats"
        f" {figures['seats']} --games {figures['games']} --bot {figures['bot']} --seed"
        f" {figures['seed']}"
    )
    return _section(
        "How this was made",
        f"<p><code>{escape(command)}</code></p>",
        f"<p>Board digest {figures['board_digest'][:16]}. The same command gives the same"
        " figures on any machine.</p>",
    )


def _percent(figure: dict[str, Any]) -> Cell:
    if figure["share"] is None:
        return None, "–"
    text = f"{100 * figure['share']:.0f}"
    return figure["share"], text if figure["error"] is None else _pm(text, 100 * figure["error"], 0)


def _points(figure: dict[str, Any], is_signed: bool = True) -> Cell:
    value = figure["mean"]
    if value is None:
        return None, "–"
    text = signed(value) if is_signed else f"{value:.1f}"
    return value, text if figure["error"] is None else _pm(text, figure["error"], 1)


def _pm(text: str, error: float, digits: int) -> str:
    return f"{text} <small>± {error:.{digits}f}</small>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    numeric = [any(row[n][0] is not None for row in rows) for n in range(len(heads))]
    head = "".join(
        f'<th scope="col"{" class=number" * is_number}>{escape(name)}</th>'
        for name, is_number in zip(heads, numeric, strict=True)
    )
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in rows)
    return (
        f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>'
        "\n</table></div>"
    )


def _cell(cell: Cell) -> str:
    value, text = cell
    if value is None and text != "–":
        return f"<td>{escape(text)}</td>"
    key = "" if value is None else f' data-value="{value:.6g}"'
    return f'<td class="number"{key}>{text}</td>'


def _histogram(title: str, what: str, spread: dict[str, Any]) -> str:
    """Bars of equal width over whole numbers."""
    counts = {int(value): count for value, count in spread["counts"].items()}
    least, most = spread["least"], spread["most"]
    width = next(w for w in (1, 2, 5, 10, 20, 50, 100, 200, 500) if (most - least) / w < 24)
    first = least // width
    bars = [0] * (most // width - first + 1)
    for value, count in counts.items():
        bars[value // width - first] += count
    parts = _bars(bars, first, width)
    note = (
        f"{what.capitalize()}: {spread['mean']:.1f} on average, {spread['deviation']:.1f} standard"
        f" deviation, from {least} to {most}."
    ).replace("-", "\N{MINUS SIGN}")
    return _section(title, f"<p>{note}</p>", parts)


def _bars(bars: list[int], first: int, width: int) -> str:
    high, each = 160.0, 600 / len(bars)
    every = max(1, round(60 / each))
    drawn = []
    for n, count in enumerate(bars):
        tall = high * count / max(bars)
        low, last = (first + n) * width, (first + n + 1) * width - 1
        told = f"{low} to {last}: {count}" if width > 1 else f"{low}: {count}"
        drawn.append(
            f'<g><title>{told}</title><rect class="bar" x="{n * each + 1:.1f}"'
            f' y="{high - tall:.1f}" width="{each - 2:.1f}" height="{tall:.1f}"/></g>'
        )
        if (first + n) % every == 0:
            drawn.append(
                f'<text x="{n * each + each / 2:.1f}" y="{high + 18}" text-anchor="middle">'
                f"{low}</text>"
            )
    return (
        f'<svg class="chart" viewBox="0 -4 600 {high + 30:.0f}" role="img">'
        f'{"".join(drawn)}<path class="axis" d="M0 {high}H600"/></svg>'
    )
