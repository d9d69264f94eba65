"""The key moments: the map at that time, what was played, what was better, and why."""

from __future__ import annotations

from html import escape

from caboose.analysis.grading import Candidate, Grade
from caboose.analysis.page.page_data import PageData, section, signed
from caboose.analysis.pieces import Piece
from caboose.analysis.sentences import sentences
from caboose.analysis.settings import SHOWN_CANDIDATES
from caboose.analysis.words import KIND_NAMES, MARK_NAMES, percent
from caboose.boards.drawing import draw_position, draw_shared_board
from caboose.engine.view import View

PLAYED, BEST = "#d22f27", "#12a150"  # glows on the map


def draw_moments(data: PageData) -> str:
    """All key moments in the order of the game, each with its picture."""
    shown = data.analysis.key_moments
    if not shown:
        return section("Key moments", "<p>Nobody made a mark: no decision lost 5 % or more.</p>")
    finds = {s.best for s in data.analysis.summaries if s.best is not None}
    others = [p for p in data.analysis.pieces if p.at in finds and p not in shown]
    told = sorted([*shown, *others], key=lambda piece: piece.at)
    return section(
        "Key moments",
        '<p class="glows"><i class="played"></i>played <i class="best"></i>better, by what the'
        " player could know at that time</p>",
        draw_shared_board(data.edition),
        *(_moment(data, piece) for piece in told),
    )


def _moment(data: PageData, piece: Piece) -> str:
    grade, seat = piece.grade, piece.seat
    assert grade is not None
    assert seat is not None
    view = data.moments[piece.at].before.view(seat)
    return (
        f'<article class="moment" id="at{piece.at}"><div class="picture">'
        f"{_picture(data, grade, view)}</div><div>{_title(data, piece, grade)}"
        f"{_why(data, grade, view)}{_table(data, grade)}{_holding(data, view)}</div></article>"
    )


def _title(data: PageData, piece: Piece, grade: Grade) -> str:
    what = f"{MARK_NAMES[grade.mark]} {signed(-grade.error)} %" if grade.mark else "Best find"
    kind = f" · {KIND_NAMES[grade.kind]}" if grade.kind else ""
    return (
        f'<h3><span class="badge {grade.mark or "find"}">{what}</span>'
        f'<span class="seat{piece.seat} who">{data.name(grade.seat)}</span></h3>'
        f'<p class="soft">action {piece.at + 1} of {len(data.analysis.pieces) - 1}{kind}</p>'
    )


def _why(data: PageData, grade: Grade, view: View) -> str:
    said = sentences(grade, view.offer, data.edition)[1:]
    if not said:
        played = data.action(grade.played or "", grade.at)
        return f"<p>{played} was the best there was, and not what comes to mind first.</p>"
    return "".join(f"<p>{escape(data.words.say(sentence))}</p>" for sentence in said)


def _table(data: PageData, grade: Grade) -> str:
    """The best moves and the one that was played, with what each was worth."""
    shown = grade.candidates[:SHOWN_CANDIDATES]
    shown += [c for c in grade.candidates if c.action == grade.played and c not in shown]
    rows = "".join(_row(data, grade, candidate) for candidate in shown)
    return (
        "<table class=moves><thead><tr><th>move</th><th>wins</th><th>lead</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _row(data: PageData, grade: Grade, candidate: Candidate) -> str:
    kind = "played" if candidate.action == grade.played else ""
    kind = "best" if candidate.action == grade.best else kind
    odds = "".join(
        f"<small>{escape(data.words.ticket(int(ticket)))}: completed in {percent(share)}</small>"
        for ticket, share in candidate.tickets
    )
    return (
        f'<tr class="{kind}"><td>{data.action(candidate.action, grade.at)}{odds}</td>'
        f'<td><span class="bar" style="--w:{100 * candidate.share:.0f}%"></span>'
        f"{percent(candidate.share)}</td><td>{signed(candidate.lead, 1)}</td></tr>"
    )


def _holding(data: PageData, view: View) -> str:
    """What the player held."""
    cards = ", ".join(f"{n} {data.words.card(color)}" for color, n in view.hand.items() if n)
    tickets = ", ".join(data.words.ticket(ticket) for ticket in view.tickets)
    parts = [f"<b>Hand:</b> {escape(cards) or 'empty'}"]
    if tickets:
        parts.append(f"<b>Tickets:</b> {escape(tickets)}")
    return f'<p class="soft">{"<br>".join(parts)}</p>'


def _picture(data: PageData, grade: Grade, view: View) -> str:
    """The map at that time, with what was played and what was better."""
    claims = view.to_dict()["routes"]
    played, best = grade.played or "", grade.best
    glows = [(BEST, best)] if played == best else [(PLAYED, played), (BEST, best)]
    routes = [(move.removeprefix("claim "), color) for color, move in glows if "claim" in move]
    lines = [
        (data.edition.tickets[ticket].cities, color)
        for color, move in glows
        for ticket in _kept(move, view)
    ]
    told = f"The map before action {grade.at + 1}"
    return draw_position(data.edition, claims, told, routes, lines)


def _kept(move: str, view: View) -> list[int]:
    """The tickets that a choice keeps."""
    word, *places = move.split()
    return [view.offer[int(place) - 1] for place in places] if word == "keep" else []
