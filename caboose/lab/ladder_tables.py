"""The figures of ladders as tables: for the terminal, and as Markdown for the docs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from caboose.boards import editions
from caboose.lab.ladder import Ladder
from caboose.lab.ladder_figures import WHOLE_WIN
from caboose.lab.rating import ANCHOR

Figures = Mapping[str, Any]

HEADS = ("bot", "rating", "games", "wins", "points", "tickets", "worst case")
BEGIN = re.compile(r"<!-- ladder:begin (?P<name>[^>]*?) -->\n")
END = "<!-- ladder:end -->"


class BadMarkers(ValueError):
    """A page whose markers name no table, or are not closed."""


def table_rows(figures: Figures) -> list[tuple[str, ...]]:
    """The table's cells, the strongest bot first."""
    return [_row(line) for line in figures["lines"]]


def _row(line: dict[str, Any]) -> tuple[str, ...]:
    games = line["games"]
    return (
        line["bot"],
        _rating(line),
        str(games),
        f"{100 * line['wins'] / (WHOLE_WIN * games):.1f} %",
        f"{line['points'] / games:.1f}",
        f"{line['completed'] / games:.1f} / {line['kept'] / games:.1f}",
        _worst(line["worst"]),
    )


def _rating(line: dict[str, Any]) -> str:
    """The anchor has no error: it is where the scale hangs."""
    return str(line["elo"]) if line["bot"] == ANCHOR else f"{line['elo']} ± {line['error']}"


def _worst(worst: dict[str, Any] | None) -> str:
    if worst is None:
        return "–"
    return f"{percent(worst['half_points'], worst['games'])} % – {worst['bot']}"


def percent(half_points: int, games: int) -> str:
    """Half points as a percentage of all that could be won; halves go to the even number."""
    return f"{round(50 * half_points / games)}"


def matrix_rows(figures: Figures) -> list[tuple[str, ...]]:
    """How often, in percent, the row's bot finished ahead of the column's."""
    rows = zip(figures["lines"], figures["half_points"], figures["meetings"], strict=True)
    return [
        (line["bot"], *(percent(h, n) if n else "" for h, n in zip(half, games, strict=True)))
        for line, half, games in rows
    ]


def circles(figures: Figures) -> str:
    """One sentence on how far from a line the bots are."""
    if not figures["trios"]:
        return "No three bots have all met each other."
    return (
        f"{figures['circles']} of {figures['trios']} trios go in a circle: each of the three beats"
        " the next."
    )


def print_tables(figures: Figures) -> list[Table]:
    """Both tables for the terminal."""
    narrow: dict[str, Any] = {"box": SIMPLE_HEAD, "padding": (0, 1, 0, 0), "pad_edge": False}
    ratings = Table(*HEADS, **narrow)
    for row in table_rows(figures):
        ratings.add_row(*row)
    bots = [line["bot"] for line in figures["lines"]]
    matrix = Table("% ahead of", *map(str, range(1, len(bots) + 1)), **narrow)
    for number, row in enumerate(matrix_rows(figures), start=1):
        matrix.add_row(f"{number} {row[0]}", *row[1:])
    for column in (*ratings.columns[1:6], *matrix.columns[1:]):
        column.justify = "right"
    for column in (*ratings.columns, *matrix.columns):
        column.no_wrap = True
    return [ratings, matrix]


# --- Markdown -------------------------------------------------------------------------------------


def markdown(
    heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)
) -> str:
    """A table; columns hold numbers unless they are among `left`."""
    rule = "|".join("---" if n in left else "--:" for n in range(len(heads)))
    lines = [f"| {' | '.join(heads)} |", f"|{rule}|"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _ladder_table(figures: Figures) -> str:
    rows = [(f"`{name}`", *rest) for name, *rest in table_rows(figures)]
    ladder = Ladder.from_dict(dict(figures))
    note = f"{figures['played']:,} games. {circles(figures)} Command: `{ladder.command()}`"
    return f"{markdown(HEADS, rows, left=(0, 6))}\n{note}\n"


def _ladder_matrix(figures: Figures) -> str:
    rows = [
        (f"{number} `{row[0]}`", *row[1:])
        for number, row in enumerate(matrix_rows(figures), start=1)
    ]
    heads = ["% ahead of", *map(str, range(1, len(rows) + 1))]
    return markdown(heads, rows)


def _overview(seats: int, ladders: Sequence[Figures]) -> str:
    """The ratings of all bots in all editions with so many seats."""
    columns = sorted(
        (figures for figures in ladders if figures["seats"] == seats),
        key=lambda figures: editions().index(figures["edition"]),
    )
    cells = [{line["bot"]: _rating(line) for line in figures["lines"]} for figures in columns]
    sums: dict[str, list[int]] = {}
    for figures in columns:
        for line in figures["lines"]:
            sums.setdefault(line["bot"], []).append(line["elo"])
    bots = sorted(sums, key=lambda bot: (-sum(sums[bot]) / len(sums[bot]), bot))
    rows = [(f"`{bot}`", *(column.get(bot, "") for column in cells)) for bot in bots]
    return markdown(["bot", *(f"`{figures['edition']}`" for figures in columns)], rows)


def page_table(name: str, ladders: Mapping[str, Figures]) -> str:
    """The table that a marker names: `usa_2`, `usa_2 matrix`, or `seats 2` for all editions."""
    match name.split():
        case [ladder] if ladder in ladders:
            return _ladder_table(ladders[ladder])
        case [ladder, "matrix"] if ladder in ladders:
            return _ladder_matrix(ladders[ladder])
        case ["seats", seats] if seats.isdecimal():
            return _overview(int(seats), list(ladders.values()))
    raise BadMarkers(f'"ladder:begin {name}" names no ladder; there are {", ".join(ladders)}.')


def fill_page(text: str, ladders: Mapping[str, Figures]) -> str:
    """The page with every marked table written again."""
    parts, at = [], 0
    while begin := BEGIN.search(text, at):
        end = text.find(END, begin.end())
        if end < 0:
            raise BadMarkers(f'"ladder:begin {begin["name"]}" has no "ladder:end" after it.')
        parts += [text[at : begin.end()], page_table(begin["name"], ladders)]
        at = end
    return "".join(parts) + text[at:]
