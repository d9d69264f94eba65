"""Pictures of boards."""

from caboose.boards.drawing.draw import draw_png, draw_svg

__all__ = ["draw_png", "draw_svg"]
