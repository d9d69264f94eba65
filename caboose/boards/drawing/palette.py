"""The colors and marks of a drawing; a color never stands alone, its mark says the same."""

from caboose.boards.board import GRAY
from caboose.boards.edition import Edition

INK, PAPER, WATER, LAND, SHORE = "#3b2f25", "#fbf6ea", "#d3e3e6", "#f5edda", "#d8c7a2"

_PAINT = {
    "red": "#c9403a",
    "blue": "#3f7fc4",
    "green": "#5aa352",
    "yellow": "#f2d04a",
    "black": "#45413d",
    "white": "#ffffff",
    "orange": "#ec9440",
    "purple": "#a070b4",
    "pink": "#ea9dc0",
    "brown": "#946846",
    "teal": "#3aa39b",
    "gold": "#c9a227",
    GRAY: "#bdb7ab",
}
_SPARE = ["#7d8f3c", "#5b5ea6", "#b5651d", "#2a6f6a", "#d0708a", "#8c7aa9", "#6e8b9b", "#a89f3d"]
SEATS = ["#1d4e9e", "#a61f1a", "#2b7a30", "#c98f00", "#2b2b2b"]

# Shapes within a circle of radius 1.
_SHAPES = {
    "circle": "M-.8 0A.8 .8 0 1 0 .8 0A.8 .8 0 1 0 -.8 0Z",
    "square": "M-.7-.7H.7V.7H-.7Z",
    "triangle": "M0-.95L.9 .7H-.9Z",
    "diamond": "M0-1L.8 0L0 1L-.8 0Z",
    "cross": "M-.9-.5L-.5-.9L0-.4L.5-.9L.9-.5L.4 0L.9 .5L.5 .9L0 .4L-.5 .9L-.9 .5L-.4 0Z",
    "star": "M0-1L.29-.32L1-.27L.45 .2L.62 .95L0 .55L-.62 .95L-.45 .2L-1-.27L-.29-.32Z",
    "bar": "M-1-.35H1V.35H-1Z",
    "plus": "M-.3-.95H.3V-.3H.95V.3H.3V.95H-.3V.3H-.95V-.3H-.3Z",
    "ring": "M-.9 0A.9 .9 0 1 0 .9 0A.9 .9 0 1 0 -.9 0ZM-.5 0A.5 .5 0 1 1 .5 0A.5 .5 0 1 1 -.5 0Z",
    "arrow": "M-.9-.8L0-.8L.9 0L0 .8L-.9 .8L0 0Z",
}
STAR = _SHAPES["star"]
_USUAL = {
    "red": "cross",
    "blue": "circle",
    "green": "square",
    "yellow": "star",
    "black": "bar",
    "white": "ring",
    "orange": "triangle",
    "purple": "diamond",
    "pink": "diamond",
}


def paint(color: str, edition: Edition) -> str:
    """What a color of the deck or of a district looks like."""
    if color in _PAINT:
        return _PAINT[color]
    unknown = [c for c in edition.colors if c not in _PAINT]
    place = unknown.index(color) if color in unknown else sum(map(ord, color))
    return _SPARE[place % len(_SPARE)]


def marks(edition: Edition) -> dict[str, str]:
    """A shape of its own for every color of the deck; gray has none."""
    taken: dict[str, str] = {}
    for color in sorted(edition.colors, key=lambda color: color not in _USUAL):
        shape = _USUAL.get(color)
        if shape is None or shape in taken.values():
            shape = next(shape for shape in _SHAPES if shape not in taken.values())
        taken[color] = shape
    return {color: _SHAPES[shape] for color, shape in taken.items()}


def is_dark(paint: str) -> bool:
    red, green, blue = (int(paint[place : place + 2], 16) for place in (1, 3, 5))
    return 0.3 * red + 0.6 * green + 0.1 * blue < 140


def darker(paint: str) -> str:
    parts = (int(paint[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{part * 55 // 100:02x}" for part in parts)
