"""Where things go on a drawn board: cities near their place on the globe, all with room around."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from caboose.boards.board import Board, City
from caboose.boards.drawing.city_names import Floats, Label, choose_labels
from caboose.boards.drawing.sheet import Sheet

_GAP = 3.0  # between two spaces of one route


@dataclass(frozen=True, slots=True)
class Space:
    x: float
    y: float
    angle: float  # in degrees
    length: float


@dataclass(frozen=True, slots=True)
class Layout:
    cities: dict[str, tuple[float, float]]
    labels: dict[str, Label]
    spaces: dict[str, list[Space]]  # route id -> its spaces, from the first city to the second


@lru_cache(maxsize=8)
def lay_out(board: Board) -> Layout:
    """Settle cities and routes, then make room for the names and settle again."""
    sheet = Sheet(board, project(board.cities))
    names = [city.name for city in board.cities]
    sheet.settle(300, 3.0)
    for _ in range(4):
        sheet.attach(choose_labels(names, sheet.places, sheet.outlines()))
        sheet.settle(120, 2.0)
    labels = choose_labels(names, sheet.places, sheet.outlines())
    ids = [city.id for city in board.cities]
    return Layout(
        {city: (float(x), float(y)) for city, (x, y) in zip(ids, sheet.places, strict=True)},
        dict(zip(ids, labels, strict=True)),
        _spaces(sheet),
    )


def _spaces(sheet: Sheet) -> dict[str, list[Space]]:
    room = sheet.room()
    spaces = {}
    for number, (road, lanes) in enumerate(zip(sheet.roads, sheet.lanes, strict=True)):
        for route, lane in zip(road, lanes, strict=True):
            share = (np.arange(route.length) + 0.5) / route.length
            at = np.full(route.length, number)
            points, ahead, _ = sheet.on_roads(at, share, np.full(route.length, lane))
            angles = np.degrees(np.arctan2(ahead[:, 1], ahead[:, 0]))
            # The inner lane of a bend is shorter than the road's middle.
            apart = np.hypot(*np.diff(points, axis=0).T)
            size = max(float(min([room[number], *apart])) - _GAP, 4.0)
            spaces[route.id] = [
                Space(float(x), float(y), float(angle), size)
                for (x, y), angle in zip(points, angles, strict=True)
            ]
    return spaces


def project(cities: tuple[City, ...]) -> Floats:
    """Places on a plane, y downwards: a cone around the globe, or a plain grid near the equator."""
    lat = np.radians([city.lat for city in cities])
    lon = np.array([city.lon for city in cities])
    if np.ptp(lon) > 180:  # the board lies across the date line
        lon = np.where(lon < 0, lon + 360, lon)
    lon = np.radians(lon - (lon.max() + lon.min()) / 2)
    middle = (lat.max() + lat.min()) / 2
    if abs(middle) < math.radians(10):
        return np.stack([lon * math.cos(middle), -lat], axis=1)
    rho = 1 / math.tan(middle) + middle - lat
    turn = lon * math.sin(middle)
    return np.stack([rho * np.sin(turn), rho * np.cos(turn)], axis=1)
