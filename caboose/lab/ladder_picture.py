"""A ladder as a picture: ratings with their error bars, and who finishes ahead of whom."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from caboose.boards.drawing import AROUND, render_png
from caboose.boards.drawing.city_names import text_width
from caboose.boards.drawing.palette import INK, PAPER, is_dark
from caboose.boards.drawing.scenery import FONTS
from caboose.lab.ladder_tables import percent

ROW = 34.0
TOP = 104.0
SCALE = 380.0  # the width of the ratings
LEFT = 28.0
SHOWN = 800  # points between the best and the end of the scale
AHEAD = "% finished ahead of number"
SOFT = "#8a7c6b"
LINE = "#e4d9c2"


def draw_ladder(figures: dict[str, Any], title: str) -> str:
    """The picture as SVG."""
    lines = figures["lines"]
    names = max(text_width(line["bot"], 15) for line in lines) + 16
    scale, matrix = LEFT + names, LEFT + names + SCALE + 40
    width = matrix + max(ROW * len(lines), text_width(AHEAD, 13)) + LEFT
    height = TOP + ROW * len(lines) + 56
    frame = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" fill="{INK}" font-weight="bold" '
        f'font-family="{FONTS}"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    )
    parts = [
        frame,
        _text(LEFT, 40, title, size=22),
        _text(scale, 74, "rating, with two standard errors each way", color=SOFT),
        _text(matrix, 74, AHEAD, color=SOFT),
        *_ratings(lines, scale),
        *_matrix(figures, matrix),
        *(
            _text(LEFT + names - 16, _middle(n) + 5, line["bot"], anchor="end", size=15)
            for n, line in enumerate(lines)
        ),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def write_picture(file: Path, figures: dict[str, Any], title: str) -> None:
    """Write the picture as .svg or .png."""
    svg = draw_ladder(figures, title)
    match file.suffix.lower():
        case ".svg":
            file.write_text(svg, "utf-8")
        case ".png":
            file.write_bytes(render_png(svg, 1200))
        case _:
            raise ValueError(f"{file} must end in .svg or .png.")


def _middle(n: int) -> float:
    return TOP + ROW * (n + 0.5)


def _text(
    x: float, y: float, text: str, *, size: float = 13, anchor: str = "start", color: str = INK
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.0f}" text-anchor="{anchor}" '
        f'fill="{color}">{escape(text)}</text>'
    )


def _ratings(lines: list[dict[str, Any]], left: float) -> Iterator[str]:
    """A dot for each bot, a bar through it, and its number; far below all, an arrow instead."""
    high = max(line["elo"] + 2 * line["error"] for line in lines)
    low = max(min(line["elo"] - 2 * line["error"] for line in lines), high - SHOWN)
    step = next(s for s in (10, 20, 50, 100, 200, 500) if (high - low) / s <= 7)
    first, last = int(low // step) * step, int(-(-high // step)) * step

    def at(elo: float) -> float:
        return left + 16 + (SCALE - 94) * (max(elo, first) - first) / (last - first)

    bottom = TOP + ROW * len(lines)
    for mark in range(first, last + 1, step):
        yield f'<path d="M{at(mark):.1f} {TOP - 6}V{bottom + 4:.0f}" stroke="{LINE}"/>'
        yield _text(at(mark), bottom + 22, str(mark), anchor="middle", color=SOFT)
    for n, line in enumerate(lines):
        y, elo, error = _middle(n), line["elo"], 2 * line["error"]
        if elo < first:
            yield f'<path d="M{at(first) - 12:.1f} {y}l9 -6v12Z" fill="#b8503a" stroke="{INK}"/>'
        else:
            yield (
                f'<path d="M{at(elo - error):.1f} {y}H{at(elo + error):.1f}" stroke="#b8503a" '
                f'stroke-width="3" stroke-linecap="round"/><circle cx="{at(elo):.1f}" cy="{y}" '
                f'r="5.5" fill="#b8503a" stroke="{INK}"/>'
            )
        yield _text(left + SCALE, y + 5, str(elo), anchor="end", size=14)


def _matrix(figures: dict[str, Any], left: float) -> Iterator[str]:
    """Squares from cold, always behind, to warm, always ahead; the numbers are the rows'."""
    bots = [line["bot"] for line in figures["lines"]]
    for row, bot in enumerate(bots):
        y = TOP + ROW * row
        number = left + ROW * (row + 0.5)
        yield _text(number, TOP - 8, str(row + 1), anchor="middle", color=SOFT)
        yield _text(left - 10, y + ROW / 2 + 5, str(row + 1), anchor="end", color=SOFT)
        for column, other in enumerate(bots):
            half_points = figures["half_points"][row][column]
            games = figures["meetings"][row][column]
            if games:
                told = f"{bot} finished ahead of {other} in {half_points / 2:g} of {games} games"
                yield _square(left + ROW * column, y, percent(half_points, games), told)


def _square(x: float, y: float, text: str, told: str) -> str:
    fill = AROUND[min(int(int(text) / 100 * len(AROUND)), len(AROUND) - 1)]
    ink = "#fff" if is_dark(fill) else INK
    return (
        f'<g><title>{escape(told)}</title><rect x="{x + 1:.1f}" y="{y + 1:.1f}" '
        f'width="{ROW - 2}" height="{ROW - 2}" rx="4" fill="{fill}" stroke="{LINE}"/>'
        f"{_text(x + ROW / 2, y + ROW / 2 + 5, text, anchor='middle', color=ink)}</g>"
    )
