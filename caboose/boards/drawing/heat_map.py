"""A board as a heat map: every route filled with the color of a number, the number on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from caboose.boards.board import Route
from caboose.boards.drawing.city_names import text_width
from caboose.boards.drawing.layout import Layout, Space, lay_out
from caboose.boards.drawing.palette import INK, is_dark
from caboose.boards.drawing.scenery import board_width, draw_sheet
from caboose.boards.drawing.sheet import WIDTH
from caboose.boards.edition import Edition

_STRIP = 92.0
_LEFT = 28.0
_SWATCH = 58.0

# From little to much, and from loss over nothing to gain; each also darker than the one before it,
# or than the one nearer the middle, so that the order can be read without seeing colors.
RISING = (
    "#ffffff", "#fdebb3", "#fdcf76", "#fba94f", "#f27b3a", "#d94d2f", "#ab2330", "#6b0f3a",
)  # fmt: skip
AROUND = (
    "#123f6d", "#3574ab", "#7fb0d4", "#c6dfee", "#ffffff", "#fbdcb0", "#f3a35c", "#d65f2b",
    "#8c2a14",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Heat:
    """One route's number: its step on the scale, how it is written, and all of it in words."""

    step: int
    text: str
    told: str


@dataclass(frozen=True, slots=True)
class Scale:
    """What the colors mean: a title, the colors in order, and what stands below each."""

    title: str
    colors: tuple[str, ...]
    labels: tuple[str, ...]


def draw_heat_map(edition: Edition, heat: Mapping[str, Heat], scale: Scale) -> str:
    """The board as an SVG picture; routes without a number stay empty."""
    for route in heat.keys() - {route.id for route in edition.board.routes}:
        raise ValueError(f"{edition.name} has no route {route!r} to draw.")
    layout = lay_out(edition.board)
    routes = [_route(route, heat.get(route.id), edition, scale) for route in edition.board.routes]
    numbers = [
        _number(heat[route.id], route, layout, scale)
        for route in edition.board.routes
        if route.id in heat
    ]
    legend, strip = _legend(scale, board_width(edition))
    return draw_sheet(edition, [*routes, *numbers], legend, strip)


def _route(route: Route, heat: Heat | None, edition: Edition, scale: Scale) -> str:
    layout = lay_out(edition.board)
    names = {city.id: city.name for city in edition.board.cities}
    told = f"{names[route.cities[0]]} – {names[route.cities[1]]}: {route.length} {route.color}"
    if heat is not None:
        told += f"; {heat.told}"
    fill = "none" if heat is None else scale.colors[heat.step]
    spaces = "".join(_space(space, fill) for space in layout.spaces[route.id])
    return f'<g class="route" data-route="{route.id}"><title>{escape(told)}</title>{spaces}</g>'


def _space(space: Space, fill: str) -> str:
    place = f"translate({space.x:.1f} {space.y:.1f}) rotate({space.angle:.1f})"
    return (
        f'<rect class="space" transform="{place}" x="{-space.length / 2:.1f}" '
        f'y="{-WIDTH / 2:.1f}" width="{space.length:.1f}" height="{WIDTH:.1f}" rx="3.5" '
        f'fill="{fill}" stroke="{INK}"/>'
    )


def _number(heat: Heat, route: Route, layout: Layout, scale: Scale) -> str:
    """The number along the middle space, never upside down."""
    spaces = layout.spaces[route.id]
    space = spaces[len(spaces) // 2]
    angle = (space.angle + 90) % 180 - 90
    ink = "#fff" if is_dark(scale.colors[heat.step]) else INK
    return (
        f'<text class="number" transform="translate({space.x:.1f} {space.y:.1f}) '
        f'rotate({angle:.1f})" y="3.8" font-size="10.5" text-anchor="middle" fill="{ink}" '
        f'pointer-events="none">{escape(heat.text)}</text>'
    )


def _legend(scale: Scale, width: float) -> tuple[str, float]:
    """The scale as a row of swatches with what they mean; below the title if it is narrow."""
    title = text_width(scale.title, 15)
    swatches = len(scale.colors) * _SWATCH
    is_narrow = _LEFT + title + 24 + swatches > width - _LEFT
    x, y = (_LEFT, 78.0) if is_narrow else (_LEFT + title + 24, 38.0)
    parts = [f'<text x="{_LEFT:.0f}" y="43" font-size="15">{escape(scale.title)}</text>']
    for n, (color, label) in enumerate(zip(scale.colors, scale.labels, strict=True)):
        left = x + n * _SWATCH
        parts.append(
            f'<rect x="{left:.0f}" y="{y - 12:.0f}" width="{_SWATCH:.0f}" height="18" '
            f'fill="{color}" stroke="{INK}"/>'
            f'<text x="{left + _SWATCH / 2:.0f}" y="{y + 24:.0f}" font-size="13" '
            f'text-anchor="middle">{escape(label)}</text>'
        )
    return "".join(parts), _STRIP + (40 if is_narrow else 0) - 8
