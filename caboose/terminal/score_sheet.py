"""The score sheet: a line per rule, a column per player."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from caboose.boards import Edition
from caboose.engine.game import Game
from caboose.engine.score import Score, SeatScore

TEXT_WIDTH = 100

_BONUSES = {
    "longest_path": "Longest path",
    "globetrotter": "Globetrotter",
    "districts": "Districts",
    "attractions": "Attractions",
}

# Each tie-break: what a seat has of it, and how having more of it is said.
_TIE_BREAKS: dict[str, tuple[Callable[[SeatScore], int], str]] = {
    "completed_tickets": (lambda seat: seat.completed, "more completed tickets"),
    "longest_path_bonus": (lambda seat: seat.bonuses.get("longest_path", 0), "the longest path"),
    "longest_path": (lambda seat: seat.path_length, "a longer path"),
}


def score_sheet(game: Game, score: Score, names: Sequence[str]) -> Table:
    """The table of all lines."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, highlight=False)
    table.add_column("")
    for seat, name in enumerate(names):
        style = "bold" if seat in score.winners else ""
        table.add_column(name, justify="right", style=style, overflow="fold")
    for title, cell in _lines(game.edition):
        table.add_row(title, *(cell(seat) for seat in score.seats))
    table.add_section()
    table.add_row("Total", *(str(seat.total) for seat in score.seats), style="bold")
    table.add_row("Rank", *(str(seat.rank) for seat in score.seats))
    return table


def _lines(edition: Edition) -> list[tuple[str, Callable[[SeatScore], str]]]:
    """The lines of an edition's sheet: title, and what a seat has there."""
    lines: list[tuple[str, Callable[[SeatScore], str]]] = [
        ("Routes", lambda seat: str(seat.routes)),
        ("Tickets completed", lambda seat: _tickets(seat, completed=True)),
        ("Tickets not completed", lambda seat: _tickets(seat, completed=False)),
    ]
    for bonus, title in _BONUSES.items():
        if getattr(edition, bonus):
            lines.append((title, lambda seat, bonus=bonus: _bonus(seat, bonus)))  # type: ignore[misc]
    return lines


def _tickets(seat: SeatScore, *, completed: bool) -> str:
    points = [ticket.points for ticket in seat.tickets if (ticket.points > 0) == completed]
    return f"({len(points)}) {sum(points):+d}" if points else "-"


def _bonus(seat: SeatScore, bonus: str) -> str:
    points = f"+{seat.bonuses[bonus]}" if bonus in seat.bonuses else "-"
    return f"({seat.path_length}) {points}" if bonus == "longest_path" else points


def ticket_lines(game: Game, score: Score, names: Sequence[str]) -> list[str]:
    """Every player's tickets and what they brought."""
    cities = {city.id: city.name for city in game.edition.board.cities}
    lines = []
    for name, seat in zip(names, score.seats, strict=True):
        told = [
            f"{'–'.join(cities[city] for city in game.edition.tickets[ticket.ticket].cities)}"
            f" {ticket.points:+d}"
            for ticket in seat.tickets
        ]
        lines.append(f"{name}: {', '.join(told) or 'no tickets'}")
    return lines


def winners_line(game: Game, score: Score, names: Sequence[str]) -> str:
    """Who wins, and by what if points alone do not say it."""
    best = max(seat.total for seat in score.seats)
    level = [seat for seat, lines in enumerate(score.seats) if lines.total == best]
    winners = _and([names[seat] for seat in score.winners])
    if len(score.winners) > 1:
        return f"{winners} share the victory with {best} points each."
    (winner,) = score.winners
    verb = "win" if names[winner] == "You" else "wins"
    if len(level) == 1:
        return f"{winners} {verb} with {best} points."
    others = _and([names[seat] for seat in level if seat != winner])
    why = _what_decided(game.edition, score, level)
    return f"{winners} {verb}: {best} points like {others}, but {why}."


def _what_decided(edition: Edition, score: Score, level: list[int]) -> str:
    """The tie-break that left one of the level seats alone."""
    for tie_break in edition.tie_break:
        amount, said = _TIE_BREAKS[tie_break]
        most = max(amount(score.seats[seat]) for seat in level)
        level = [seat for seat in level if amount(score.seats[seat]) == most]
        if len(level) == 1:
            return said
    raise AssertionError("a single winner was found by points or by a tie-break")


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def score_sheet_text(game: Game, score: Score, names: Sequence[str]) -> str:
    """The whole sheet as plain text."""
    page = Console(file=io.StringIO(), width=TEXT_WIDTH, color_system=None)
    page.print(score_sheet(game, score, names))
    table = "\n".join(line.rstrip() for line in page.file.getvalue().splitlines()).strip("\n")  # type: ignore[attr-defined]
    tickets = ticket_lines(game, score, names)
    return "\n".join([table, "", *tickets, "", winners_line(game, score, names)])
