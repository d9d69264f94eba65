"""The small shapes of a drawing, each around its own middle."""

from caboose.boards.drawing.palette import INK, STAR, darker, is_dark
from caboose.boards.drawing.sheet import RADIUS, WIDTH


def space_shape(
    length: float, fill: str, mark: str = "", seat: int | None = None, angle: float = 0.0
) -> str:
    """A space with the mark of its color, or with the number of the seat that claimed it.

    They stand upright however the space lies, or a cross could pass for a plus.
    """
    high = WIDTH if seat is None else WIDTH + 2
    edge, line = (INK, 1.0) if seat is None else (darker(fill), 2.4)
    inside = ""
    if seat is not None:
        inside = _number(seat, "#fff")
    elif mark:
        ink = "#fff" if is_dark(fill) else INK
        inside = f'<path d="{mark}" fill="{ink}" fill-opacity=".75" transform="scale(4.4)"/>'
    return (
        f'<rect class="space" x="{-length / 2:.1f}" y="{-high / 2:.1f}" width="{length:.1f}" '
        f'height="{high:.1f}" rx="3.5" fill="{fill}" stroke="{edge}" stroke-width="{line}"/>'
        f'<g transform="rotate({-angle:.1f})">{inside}</g>'
    )


def city_dot(is_big: bool) -> str:
    ring = f'<circle r="{RADIUS + 2}" fill="#fff" stroke="{INK}"/>' if is_big else ""
    radius = RADIUS - 1 if not is_big else RADIUS - 2
    return ring + f'<circle r="{radius}" fill="#b8503a" stroke="{INK}" stroke-width="1.6"/>'


def district_dot(fill: str, points: int) -> str:
    return (
        f'<circle r="{RADIUS}" fill="{fill}" stroke="{INK}" stroke-width="1.4"/>'
        f"{_number(points, '#fff' if is_dark(fill) else INK)}"
    )


def attraction_star(points: int) -> str:
    return (
        f'<path d="{STAR}" transform="scale({RADIUS + 5})" fill="#f2c53d" stroke="{INK}" '
        f'stroke-width=".1" stroke-linejoin="round"/>{_number(points, INK)}'
    )


def _number(number: int, fill: str) -> str:
    return f'<text y="4.4" font-size="12" text-anchor="middle" fill="{fill}">{number}</text>'
