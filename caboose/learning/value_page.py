"""The page about the value: its tables, made from the published figures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from caboose.learning.tables import fill_table

PAGE = Path("docs/value.md")
FIGURES = Path("results/value.json")
KINDS = ("known", "never seen", "strange")

Figures = dict[str, Any]


def shares_table(figures: Figures) -> Iterator[str]:
    """Brier scores of shares of the win, by who plays, edition and seats."""
    yield "| bots | edition, seats | positions | even shares | value | value, told who plays |"
    yield "|---|---|--:|--:|--:|--:|"
    for kind in KINDS:
        for row in figures[kind]["tables"]:
            yield (
                f"| {kind} | {row['table']} | {row['positions']:,} | {row['constant']:.3f} |"
                f" {row['untold']:.3f} | {row['told']:.3f} |"
            )


def deciles_table(figures: Figures) -> Iterator[str]:
    """What was said and what came, in tenths; who plays is not told."""
    yield from _tenths(figures, "untold")


def tickets_table(figures: Figures) -> Iterator[str]:
    """The same of tickets."""
    yield from _tenths(figures, "tickets")


def _tenths(figures: Figures, what: str) -> Iterator[str]:
    yield "| said | " + " | ".join(f"{kind}: number, said, came" for kind in KINDS) + " |"
    yield "|---|" + "--:|" * len(KINDS)
    for place in range(10):
        cells = []
        for kind in KINDS:
            row = figures[kind]["deciles"][what][place]
            cells.append(f"{row['moments']:,}, {_share(row['said'])}, {_share(row['won'])}")
        yield f"| {10 * place}–{10 * place + 10} % | {' | '.join(cells)} |"


def others_table(figures: Figures) -> Iterator[str]:
    """Points, turns, tickets and paths."""
    yield "| edition, seats | points | turns | tickets: mean | value | longest path: mean | value |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for row in figures["known"]["tables"]:
        paths = " | ".join(_number(row[name]) for name in ("paths constant", "paths"))
        yield (
            f"| {row['table']} | {row['points']:.1f} | {row['turns']:.1f} |"
            f" {row['tickets constant']:.3f} | {row['tickets']:.3f} | {paths} |"
        )


def compared_table(figures: Figures) -> Iterator[str]:
    """The value beside rollouts at the same positions."""
    yield "| bots | edition, seats | positions | even shares | value | 64 rollouts | difference |"
    yield "|---|---|--:|--:|--:|--:|--:|"
    for row in figures["compared"]:
        briers = " | ".join(f"{row[name]:.3f}" for name in ("constant", "value", "rollouts"))
        yield (
            f"| {row['bots']} | {row['table']} | {row['positions']} | {briers} |"
            f" {row['worse']:+.3f} ± {row['error']:.3f} |"
        )


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


MADE = {
    "shares": shares_table,
    "deciles": deciles_table,
    "tickets": tickets_table,
    "others": others_table,
    "compared": compared_table,
}


def fill_page(text: str, figures: Figures) -> str:
    """The page with all its tables made from the figures."""
    for name, make in MADE.items():
        text = fill_table(text, name, make(figures))
    return text


def publish(figures: Figures) -> None:
    """Write the figures and the page; nothing where the sources are not at hand."""
    if PAGE.exists():
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
        PAGE.write_text(fill_page(PAGE.read_text("utf-8"), figures), "utf-8")
