"""Pictures of boards."""

from caboose.boards.drawing.draw import draw_png, draw_svg
from caboose.boards.drawing.heat_map import AROUND, RISING, Heat, Scale, draw_heat_map
from caboose.boards.drawing.positions import draw_position, draw_shared_board
from caboose.boards.drawing.scenery import render_png

__all__ = [
    "AROUND",
    "RISING",
    "Heat",
    "Scale",
    "draw_heat_map",
    "draw_png",
    "draw_position",
    "draw_shared_board",
    "draw_svg",
    "render_png",
]
