"""Lines of text: columns under each other, and lines that fit a width."""

from __future__ import annotations

import textwrap

from rich.cells import cell_len, set_cell_size

NO_BREAK = "\u00a0"  # a space at which no line is broken


def columns(rows: list[list[str]], sides: str) -> list[str]:
    """Rows as lines with their columns under each other; l and r say to which side."""
    widths = [max(cell_len(row[i]) for row in rows) for i in range(len(sides))]
    lines = []
    for row in rows:
        cells = [_cell(*parts) for parts in zip(row, widths, sides, strict=True)]
        lines.append("  ".join(cells).rstrip())
    return lines


def _cell(text: str, width: int, side: str) -> str:
    if side == "r":
        return " " * (width - cell_len(text)) + text
    return set_cell_size(text, width)


def together(text: str) -> str:
    """A text that stays on one line."""
    return text.replace(" ", NO_BREAK)


def wrap(text: str, width: int) -> list[str]:
    """A text in lines that fit, the later ones indented."""
    lines = textwrap.wrap(text, width, subsequent_indent="    ")
    return [plain(line) for line in lines]


def plain(text: str) -> str:
    """A text as it is printed."""
    return text.replace(NO_BREAK, " ")
