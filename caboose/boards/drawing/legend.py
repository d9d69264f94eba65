"""The strip below a drawn board that explains it."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from caboose.boards.board import GRAY
from caboose.boards.drawing.city_names import text_width
from caboose.boards.drawing.palette import INK, SEATS, marks, paint
from caboose.boards.drawing.signs import attraction_star, district_dot, space_shape
from caboose.boards.edition import Edition

_SIZE = 15.0
_ROW = 38.0
_LEFT = 28.0
_CELL = 34.0


@dataclass(frozen=True, slots=True)
class _Item:
    """A part of the legend, drawn from its left end on the middle line."""

    width: float
    drawing: str


def draw_legend(edition: Edition, claims: dict[str, int], width: float) -> tuple[str, float]:
    """The legend in rows of that width, and how high it is."""
    parts, x, y = [], _LEFT, _ROW
    groups = [_colors(edition), _points(edition), _scoring(edition), _seats(claims)]
    for group in groups:
        for item in group:
            if x > _LEFT and x + item.width > width - _LEFT:
                x, y = _LEFT, y + _ROW
            parts.append(f'<g transform="translate({x:.0f} {y:.0f})">{item.drawing}</g>')
            x += item.width + 22
    return "".join(parts), y + _ROW


def _text(x: float, text: str, y: float = 0.0, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.0f}" y="{y + 5.4:.1f}" font-size="{_SIZE:.0f}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _said(text: str) -> _Item:
    return _Item(text_width(text, _SIZE), _text(0, text))


def _signed(sign: str, space: float, text: str) -> _Item:
    """A sign that takes so much space, and what it means."""
    moved = f'<g transform="translate({space / 2:.0f} 0)">{sign}</g>'
    return _Item(space + 7 + text_width(text, _SIZE), moved + _text(space + 7, text))


def _colors(edition: Edition) -> Iterator[_Item]:
    shapes = marks(edition)
    for color in (*edition.colors, GRAY):
        sign = space_shape(36, paint(color, edition), shapes.get(color, ""))
        yield _signed(sign, 36, color.replace("_", " ") if color != GRAY else "any one color")


def _points(edition: Edition) -> Iterator[_Item]:
    """A table of two lines: lengths and their points."""
    longest = max(route.length for route in edition.board.routes)
    head = text_width("points ", _SIZE) + 8
    drawing = _text(0, "length", -9) + _text(0, "points", 9)
    drawing += f'<path d="M0 0H{head + longest * _CELL:.0f}" stroke="{INK}" stroke-opacity=".4"/>'
    for length, points in enumerate(edition.route_points[:longest], 1):
        x = head + (length - 0.5) * _CELL
        drawing += _text(x, str(length), -9, "middle") + _text(x, str(points), 9, "middle")
    yield _Item(head + longest * _CELL, drawing)


def _scoring(edition: Edition) -> Iterator[_Item]:
    if edition.longest_path:
        yield _said(f"longest path {edition.longest_path}")
    if edition.globetrotter:
        yield _said(f"globetrotter {edition.globetrotter}")
    if edition.districts:
        yield _said("points for linking a district:")
        for district in edition.board.districts:
            dot = district_dot(paint(district.color, edition), district.points)
            yield _Item(22, f'<g transform="translate(11 0)">{dot}</g>')
    if edition.attractions:
        for points in sorted({city.attraction for city in edition.board.cities} - {0}):
            yield _signed(
                attraction_star(points),
                30,
                "point for a route to an attraction" if points == 1 else "points for it",
            )


def _seats(claims: dict[str, int]) -> Iterator[_Item]:
    for seat in sorted(set(claims.values())):
        yield _signed(space_shape(36, SEATS[seat], seat=seat), 36, f"seat {seat}")
