"""What every picture of a board has: the title, the land, the cities and their names."""

from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import as_file, files
from math import atan2, tau

from caboose.boards.board import City, Route
from caboose.boards.drawing.city_names import FONT_SIZE, LINE, text_width
from caboose.boards.drawing.layout import Layout, lay_out
from caboose.boards.drawing.palette import INK, LAND, PAPER, SHORE, WATER, paint
from caboose.boards.drawing.signs import attraction_star, city_dot, district_dot
from caboose.boards.edition import Edition

FONTS = "Open Sans, DejaVu Sans Condensed, Helvetica, sans-serif"
_SHORE = 80.0  # from a route to the water
_TITLE = 64.0


def board_width(edition: Edition) -> float:
    """How wide a picture of the board is."""
    return _frame(lay_out(edition.board))[2]


def draw_sheet(edition: Edition, routes: Iterable[str], legend: str, strip: float) -> str:
    """The picture: title, map with these drawn routes, and a legend in a strip that high."""
    _, _, width, height = _frame(lay_out(edition.board))
    total = _TITLE + height + strip
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {total:.0f}"',
        f'width="{width:.0f}" height="{total:.0f}" fill="{INK}" font-weight="bold"',
        f'font-family="{FONTS}">',
        *_title(edition, width, total),
        f'<svg y="{_TITLE:.0f}" width="{width:.0f}" height="{height:.0f}"',
        f'viewBox="{map_box(edition)}">',
        *draw_land(edition),
        *routes,
        *draw_cities(edition),
        "</svg>",
        f'<g transform="translate(0 {_TITLE + height:.0f})">{legend}</g>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def map_box(edition: Edition) -> str:
    """The part of the plane that the map takes, as a picture's viewBox."""
    return " ".join(f"{number:.0f}" for number in _frame(lay_out(edition.board)))


def draw_land(edition: Edition) -> Iterator[str]:
    """What lies below the routes: water and land."""
    layout = lay_out(edition.board)
    left, top, *_ = _frame(layout)
    yield f'<rect x="{left:.0f}" y="{top:.0f}" width="100%" height="100%" fill="{WATER}"/>'
    yield from _land(edition, layout)


def draw_cities(edition: Edition) -> Iterator[str]:
    """What lies above the routes: the cities, and their names."""
    layout = lay_out(edition.board)
    yield from (_city(city, edition, layout) for city in edition.board.cities)
    yield from (_label(city, layout) for city in edition.board.cities)


def render_png(svg: str, width: int) -> bytes:
    """An SVG picture as PNG, so many pixels wide."""
    from resvg_py import svg_to_bytes

    # A machine may have no fonts at all; this one comes with the package that is named for it.
    with as_file(files("ttf_opensans") / "ttf" / "OpenSans-Bold.ttf") as font:
        return bytes(svg_to_bytes(svg_string=svg, width=width, font_files=[str(font)]))


def _title(edition: Edition, width: float, height: float) -> Iterator[str]:
    seats = f"{edition.min_seats}–{edition.max_seats} seats"
    trains = f"{edition.trains} {edition.words.trains} each"
    numbers = escape(f"{seats}, {trains}, {len(edition.tickets)} tickets")
    yield f"<title>{escape(edition.name)}</title>"
    yield f'<rect width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>'
    room = width - 84 - text_width(numbers, 15)
    size = min(32.0, room / text_width(edition.name, 1))
    yield f'<text x="28" y="44" font-size="{size:.1f}">{escape(edition.name)}</text>'
    yield f'<text x="{width - 28:.0f}" y="42" font-size="15" text-anchor="end">{numbers}</text>'


def _frame(layout: Layout) -> tuple[float, float, float, float]:
    """Left, top, width and height of the map, wide enough for the title too."""
    spots = list(layout.cities.values())
    spots += [(space.x, space.y) for spaces in layout.spaces.values() for space in spaces]
    x, y = [x for x, _ in spots], [y for _, y in spots]
    left, right = min(x) - _SHORE, max(x) + _SHORE
    for city, label in layout.labels.items():
        middle = layout.cities[city][0] + label.x
        left = min(left, middle - label.width / 2)
        right = max(right, middle + label.width / 2)
    width = max(right - left + 40, 640)
    top, bottom = min(y) - _SHORE - 20, max(y) + _SHORE + 20
    return (left + right - width) / 2, top, width, bottom - top


def _land(edition: Edition, layout: Layout) -> Iterator[str]:
    """A shore around the network, as if all of it lay on one island."""
    lines = [_points([*_line(route, layout)]) for route in edition.board.routes]
    drawn = "".join(f'<polygon points="{line}"/>' for line in [*lines, *_fields(edition, layout)])
    for color, width in ((SHORE, 2 * _SHORE), (LAND, 2 * _SHORE - 6)):
        yield (
            f'<g fill="{color}" stroke="{color}" stroke-width="{width:.0f}" '
            f'stroke-linejoin="round">{drawn}</g>'
        )


def _line(route: Route, layout: Layout) -> Iterator[tuple[float, float]]:
    yield layout.cities[route.cities[0]]
    yield from ((space.x, space.y) for space in layout.spaces[route.id])
    yield layout.cities[route.cities[1]]


def _fields(edition: Edition, layout: Layout) -> Iterator[str]:
    """The land between routes that leave a city side by side."""
    for city, (x, y) in layout.cities.items():
        routes = [route for route in edition.board.routes if city in route.cities]
        ends = {layout.cities[other] for route in routes for other in route.cities} - {(x, y)}
        around = sorted(ends, key=lambda end: atan2(end[1] - y, end[0] - x))
        for one, other in zip(around, around[1:] + around[:1], strict=True):
            turn = atan2(other[1] - y, other[0] - x) - atan2(one[1] - y, one[0] - x)
            if turn % tau < 2.2:
                yield _points([(x, y), one, other])


def _points(spots: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in spots)


def _city(city: City, edition: Edition, layout: Layout) -> str:
    x, y = layout.cities[city.id]
    sign = _sign(city, edition)
    return f'<g class="city" transform="translate({x:.1f} {y:.1f})">{sign}</g>'


def _sign(city: City, edition: Edition) -> str:
    """A dot that says what the edition scores here."""
    if edition.attractions and city.attraction:
        return attraction_star(city.attraction)
    if edition.districts:
        for district in edition.board.districts:
            if city.id in district.cities:
                return district_dot(paint(district.color, edition), district.points)
    return city_dot(city.big and _is_about_big_cities(edition))


def _is_about_big_cities(edition: Edition) -> bool:
    big = {city.id for city in edition.board.cities if city.big}
    return all(big.intersection(ticket.cities) for ticket in edition.tickets)


def _label(city: City, layout: Layout) -> str:
    x, y = layout.cities[city.id]
    label = layout.labels[city.id]
    first = y + label.y - LINE * (len(label.lines) - 1) / 2 + FONT_SIZE * 0.36
    lines = "".join(
        f'<text x="{x + label.x:.1f}" y="{first + LINE * n:.1f}">{escape(line)}</text>'
        for n, line in enumerate(label.lines)
    )
    return (
        f'<g class="label" font-size="{FONT_SIZE}" text-anchor="middle" stroke="{LAND}" '
        f'stroke-width="4" stroke-linejoin="round" paint-order="stroke">{lines}</g>'
    )
