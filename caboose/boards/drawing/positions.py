"""Positions on one page: the board is drawn once, and every picture lays its routes upon it."""

from collections.abc import Iterable, Mapping
from html import escape

from caboose.boards.drawing.draw import draw_routes
from caboose.boards.drawing.layout import Space, lay_out
from caboose.boards.drawing.palette import INK
from caboose.boards.drawing.scenery import FONTS, draw_cities, draw_land, map_box
from caboose.boards.drawing.sheet import WIDTH
from caboose.boards.edition import Edition

HALO = WIDTH + 14  # the height of the glow around a route that is pointed at


def draw_shared_board(edition: Edition) -> str:
    """The parts that all positions on a page share; put it there once, before them."""
    land = [*draw_land(edition), *draw_routes(edition, {})]
    return (
        f'<svg width="0" height="0" aria-hidden="true"><defs><g id="land">{"".join(land)}</g>'
        f'<g id="cities">{"".join(draw_cities(edition))}</g></defs></svg>'
    )


def draw_position(
    edition: Edition,
    claims: Mapping[str, int],
    told: str,
    pointed: Iterable[tuple[str, str]] = (),
    lines: Iterable[tuple[tuple[str, str], str]] = (),
) -> str:
    """Who holds which route, with routes and pairs of cities that are pointed at.

    `pointed` gives a route and a color for its glow, `lines` two cities and a color.
    """
    layout = lay_out(edition.board)
    claimed = draw_routes(edition, dict(claims), only_claimed=True)
    halos = [_halo(space, color) for route, color in pointed for space in layout.spaces[route]]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{map_box(edition)}" role="img"'
        f' fill="{INK}" font-weight="bold" font-family="{FONTS}"><title>{escape(told)}</title>'
        f'<use href="#land"/>{"".join(halos)}{"".join(claimed)}'
        f"{''.join(_line(layout.cities[a], layout.cities[b], color) for (a, b), color in lines)}"
        '<use href="#cities"/></svg>'
    )


def _halo(space: Space, color: str) -> str:
    """A glow around a space, open in the middle so that its color stays seen."""
    place = f"translate({space.x:.1f} {space.y:.1f}) rotate({space.angle:.1f})"
    width = space.length + 10
    return (
        f'<rect transform="{place}" x="{-width / 2:.1f}" y="{-HALO / 2:.1f}" width="{width:.1f}"'
        f' height="{HALO:.1f}" rx="9" fill="none" stroke="{color}" stroke-width="7"/>'
    )


def _line(start: tuple[float, float], end: tuple[float, float], color: str) -> str:
    """A ticket: a thick dashed line from city to city."""
    return (
        f'<path d="M{start[0]:.0f} {start[1]:.0f}L{end[0]:.0f} {end[1]:.0f}" stroke="{color}"'
        ' stroke-width="9" stroke-dasharray="4 18" stroke-linecap="round" fill="none"/>'
    )
