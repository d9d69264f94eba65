"""The heat maps of a report: how often routes are claimed, and what they are worth."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from caboose.boards import Edition
from caboose.boards.drawing import AROUND, RISING, Heat, Scale, draw_heat_map, render_png

MINUS = "\N{MINUS SIGN}"
LARGEST = (1100, 1300)  # pixels of a picture
ENOUGH = 10  # claims before a route's worth is drawn


def claimed_map(edition: Edition, figures: dict[str, Any]) -> str:
    """The board with the percentage of games in which each route was claimed, by anybody."""
    steps = len(RISING)
    heat = {}
    for row in figures["routes"]:
        claimed = row["claimed"]["share"]
        told = f"claimed in {row['claimed']['count']} of {row['claimed']['of']} games"
        step = min(int(claimed * steps), steps - 1)
        heat[row["route"]] = Heat(step, f"{100 * claimed:.0f}", told)
    labels = tuple(f"{100 * n / steps:.0f}–{100 * (n + 1) / steps:.0f}" for n in range(steps))
    title = f"claimed in % of games, {figures['seats']} seats"
    return draw_heat_map(edition, heat, Scale(title, RISING, labels))


def worth_map(edition: Edition, figures: dict[str, Any]) -> str:
    """The board with the points by which owners of each route ended above their table's average."""
    middle = len(AROUND) // 2
    known = [row for row in figures["routes"] if row["worth"]["n"] >= ENOUGH]
    width = _step_width([row["worth"]["mean"] for row in known], middle)
    heat = {}
    for row in known:
        worth = row["worth"]["mean"]
        step = middle + max(-middle, min(middle, round(worth / width)))
        told = f"its owner ended {signed(worth)} points from the average"
        heat[row["route"]] = Heat(step, signed(worth, 0), told)
    labels = tuple(_mark(n - middle, middle, width) for n in range(len(AROUND)))
    title = "points of the owner above the table’s average"
    return draw_heat_map(edition, heat, Scale(title, AROUND, labels))


def draw_picture(file: Path) -> Callable[[Edition, dict[str, Any]], str | bytes]:
    """What draws the map of claims alone, as the file's name asks for."""
    match file.suffix.lower():
        case ".svg":
            return claimed_map
        case ".png":
            return lambda edition, figures: _png(claimed_map(edition, figures))
        case _:
            raise ValueError(f"{file} must end in .svg or .png.")


def _png(svg: str) -> bytes:
    """As wide as a page likes, or narrower where the board is tall."""
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert size is not None, "every board has a frame"
    width, height = map(int, size.groups())
    return render_png(svg, min(LARGEST[0], LARGEST[1] * width // height))


def _step_width(worths: list[float], steps: int) -> float:
    """How many points one color is wide, so that nearly all routes find theirs."""
    largest = sorted(map(abs, worths))[int(0.95 * (len(worths) - 1))] if worths else 0.0
    return next((width for width in (0.5, 1, 2, 3, 4, 5, 10) if width * steps >= largest), 20)


def _mark(step: int, last: int, width: float) -> str:
    points = signed(step * width, 1 if width < 1 else 0)
    if abs(step) < last:
        return points
    return f"≤ {points}" if step < 0 else f"≥ {points}"


def signed(number: float, digits: int = 1) -> str:
    """A number with its sign; zero has none."""
    text = f"{abs(number):.{digits}f}"
    if float(text) == 0:
        return text
    return f"{'+' if number > 0 else MINUS}{text}"
