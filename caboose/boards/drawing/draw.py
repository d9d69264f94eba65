"""A board as a picture: our own drawing, from the places of its cities and the numbers alone."""

from html import escape

from caboose.boards.board import Route
from caboose.boards.drawing.layout import Layout, Space, lay_out
from caboose.boards.drawing.legend import draw_legend
from caboose.boards.drawing.palette import SEATS, marks, paint
from caboose.boards.drawing.scenery import board_width, draw_sheet, render_png
from caboose.boards.drawing.signs import space_shape
from caboose.boards.edition import Edition


def draw_svg(edition: Edition, claims: dict[str, int] | None = None) -> str:
    """The board as an SVG picture; `claims` says which seat holds which route."""
    claims = claims or {}
    _refuse_unknown(edition, claims)
    legend, strip = draw_legend(edition, claims, board_width(edition))
    return draw_sheet(edition, draw_routes(edition, claims), legend, strip)


def draw_routes(
    edition: Edition, claims: dict[str, int], *, only_claimed: bool = False
) -> list[str]:
    """The routes of a map, all of them or only those that somebody holds."""
    layout = lay_out(edition.board)
    routes = [route for route in edition.board.routes if not only_claimed or route.id in claims]
    return [_route(route, edition, layout, claims) for route in routes]


def draw_png(edition: Edition, claims: dict[str, int] | None = None, width: int = 1600) -> bytes:
    """The same picture as PNG, so many pixels wide."""
    return render_png(draw_svg(edition, claims), width)


def _refuse_unknown(edition: Edition, claims: dict[str, int]) -> None:
    known = {route.id for route in edition.board.routes}
    for route, seat in claims.items():
        if route not in known:
            raise ValueError(f"{edition.name} has no route {route!r} to draw as claimed.")
        if seat not in range(edition.max_seats):
            raise ValueError(f"{edition.name} has no seat {seat!r} to claim {route}.")


def _route(route: Route, edition: Edition, layout: Layout, claims: dict[str, int]) -> str:
    names = {city.id: city.name for city in edition.board.cities}
    told = f"{names[route.cities[0]]} – {names[route.cities[1]]}: {route.length} {route.color}"
    seat = claims.get(route.id)
    fill = paint(route.color, edition) if seat is None else SEATS[seat]
    mark = marks(edition).get(route.color, "") if seat is None else ""
    spaces = "".join(_space(space, fill, mark, seat) for space in layout.spaces[route.id])
    claimed = "" if seat is None else f' data-seat="{seat}"'
    return (
        f'<g class="route" data-route="{route.id}"{claimed}><title>{escape(told)}</title>'
        f"{spaces}</g>"
    )


def _space(space: Space, fill: str, mark: str, seat: int | None) -> str:
    shape = space_shape(space.length, fill, mark, seat, space.angle)
    place = f"translate({space.x:.1f} {space.y:.1f}) rotate({space.angle:.1f})"
    return f'<g transform="{place}">{shape}</g>'
