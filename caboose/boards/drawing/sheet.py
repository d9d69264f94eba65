"""Cities and curved roads that push each other away until they lie well."""

import numpy as np
from numpy.typing import NDArray

from caboose.boards.board import Board, Route
from caboose.boards.drawing.city_names import Floats, Label, label_dots

SPACE, WIDTH, RADIUS = 34.0, 14.0, 10.0  # a space's length and width, and a city's dot
_REACH = RADIUS + 5.0  # from a city's middle to its first space
_LANE = WIDTH / 2 + 1.5  # from the middle of a double route to each of its two
_STRETCH = 1.5  # a space may be so much longer than usual
_BEND = 0.7  # a road's middle is shifted by at most this share of its length
_DOT = 17.0  # a space has one dot for so much of its length

Ints = NDArray[np.int64]
Pairs = tuple[NDArray[np.signedinteger], ...]


class Sheet:
    """A road is a route or a double route: a curve whose middle is shifted sideways by its bend.

    Spaces are stood for by dots on the roads, and labels by dots that are fixed to their city.
    """

    def __init__(self, board: Board, plane: Floats) -> None:
        number = {city.id: place for place, city in enumerate(board.cities)}
        self.roads = _roads(board)
        self.lanes = [(-_LANE, _LANE) if len(road) == 2 else (0.0,) for road in self.roads]
        self.ends = np.array([[number[city] for city in road[0].cities] for road in self.roads])
        self.lengths = np.array([float(road[0].length) for road in self.roads])
        # Short routes need longer spaces, or the names find no room between them.
        self.space = SPACE * float(np.clip(3.5 / self.lengths.mean(), 1, 2))
        # A little apart from the start, for cities on one spot cannot push each other away.
        apart = np.arange(len(plane))[:, None] * 2.4 + (0, np.pi / 2)
        self.home = (plane - plane.mean(axis=0)) * self._scale(plane) + np.cos(apart)
        self.places = self.home.copy()
        self.bends = np.zeros(len(self.roads))
        self._spread_dots()
        self.attach([])

    def _scale(self, plane: Floats) -> float:
        """So large that most roads have room for their spaces."""
        distance = np.hypot(*(plane[self.ends[:, 0]] - plane[self.ends[:, 1]]).T)
        needed = self.lengths * self.space + 2 * _REACH
        largest = 450 * len(plane) ** 0.5 / max(float(np.ptp(plane, axis=0).max()), 1e-12)
        return float(min(np.quantile(needed / np.maximum(distance, 1e-12), 0.9), largest))

    def _spread_dots(self) -> None:
        self._each = max(2, round(self.space / _DOT))
        dots = [
            (number, (place + 0.5) / (self._each * road[0].length), lane)
            for number, (road, lanes) in enumerate(zip(self.roads, self.lanes, strict=True))
            for lane in lanes
            for place in range(self._each * road[0].length)
        ]
        columns = list(zip(*dots, strict=True))
        self._road, self._share, self._lane = (np.array(column) for column in columns)

    def attach(self, labels: list[Label]) -> None:
        """From now on these labels, one for each city, want room too."""
        each = [label_dots(label) for label in labels]
        self._offsets = np.concatenate(each) if each else np.zeros((0, 2))
        self._owner = np.repeat(np.arange(len(each)), [len(dots) for dots in each]).astype(int)

    def _curves(self) -> tuple[Floats, Floats]:
        """From end to end of every road, and how long its curve is."""
        chord = self.places[self.ends[:, 1]] - self.places[self.ends[:, 0]]
        return chord, np.maximum(np.hypot(*chord.T), 1e-3) * (1 + 2 / 3 * self.bends**2)

    def room(self) -> Floats:
        """How long each space of every road may be."""
        _, curve = self._curves()
        return np.asarray(np.clip((curve - 2 * _REACH) / self.lengths, 6, _STRETCH * self.space))

    def on_roads(self, road: Ints, share: Floats, lane: Floats) -> tuple[Floats, Floats, Floats]:
        """Points of roads, the way ahead there, and the weights of the curve's three points."""
        chord, curve = self._curves()
        t = 0.5 + (share - 0.5) * np.minimum(self.room() * self.lengths / curve, 1)[road]
        weights = np.stack([(1 - t) ** 2, 2 * t * (1 - t), t**2], axis=1)
        start, end = self.places[self.ends[road, 0]], self.places[self.ends[road, 1]]
        middle = (start + end) / 2 + _left(chord)[road] * self.bends[road, None]
        ahead = (1 - t)[:, None] * (middle - start) + t[:, None] * (end - middle)
        ahead /= np.maximum(np.hypot(*ahead.T), 1e-9)[:, None]
        points = weights[:, :1] * start + weights[:, 1:2] * middle + weights[:, 2:] * end
        return points + lane[:, None] * _left(ahead), ahead, weights

    def dots(self) -> Floats:
        return self.on_roads(self._road, self._share, self._lane)[0]

    def outlines(self) -> Floats:
        """Points in the middle and on both edges of all spaces, closer together than dots."""
        step = 1 / (4 * self._each * self.lengths[self._road])
        points = [
            self.on_roads(self._road, self._share + along * step, self._lane + across)[0]
            for along in (-1, 1)
            for across in (-WIDTH / 2, 0, WIDTH / 2)
        ]
        return np.concatenate(points)

    def settle(self, rounds: int, step: float) -> None:
        """Follow the forces with a step that shrinks (the method called Adam)."""
        values = (self.places, self.bends)
        means = [np.zeros_like(value) for value in values]
        squares = [np.zeros_like(value) for value in values]
        for n in range(rounds):
            if n % 10 == 0:
                near = self._near()
            forces = self._forces(near)
            shrink = (1 - 0.95 * n / rounds) / (1 - 0.9 ** (n + 1))
            for k, size in enumerate((step * shrink, step * shrink / 200)):
                means[k] += 0.1 * (forces[k] - means[k])
                squares[k] += 0.02 * (forces[k] ** 2 - squares[k])
                usual = np.sqrt(squares[k] / (1 - 0.98 ** (n + 1))) + 1e-6
                values[k][...] += size * means[k] / usual
            np.clip(self.bends, -_BEND, _BEND, out=self.bends)

    def _near(self) -> tuple[Pairs, Pairs]:
        """Pairs of dots, and of dots and cities, that may come to touch soon."""
        dots = np.concatenate([self.dots(), self.places[self._owner] + self._offsets])
        group = np.concatenate([self._road, -1 - self._owner])
        touching = _within(50, dots, dots) & (group[:, None] != group[None])
        at_city = _within(50, dots, self.places)
        on_road = np.arange(len(self._road))
        for end in (0, 1):
            at_city[on_road, self.ends[self._road, end]] = False
        at_city[np.arange(len(on_road), len(dots)), self._owner] = False
        return np.nonzero(np.triu(touching)), np.nonzero(at_city)

    def _forces(self, near: tuple[Pairs, Pairs]) -> tuple[Floats, Floats]:
        """How every place and every bend wants to change."""
        points, _, weights = self.on_roads(self._road, self._share, self._lane)
        dots = np.concatenate([points, self.places[self._owner] + self._offsets])
        push = np.zeros_like(dots)
        places = 0.06 * (self.home - self.places)
        bends = -0.2 * self.bends * ((self.lengths + 1) * SPACE) ** 2
        every = np.triu_indices(len(places), 1)
        _push_apart(self.places, self.places, every, 62.0, 4.0, places, places)
        wanted = np.where(near[0][1] < len(points), WIDTH + 7, WIDTH + 11)  # labels are larger
        _push_apart(dots, dots, near[0], wanted, 4.0, push, push)
        _push_apart(dots, self.places, near[1], RADIUS + WIDTH, 8.0, push, places)
        np.add.at(places, self._owner, push[len(points) :])
        self._pull_roads(push[: len(points)], weights, places, bends)
        self._make_room(places, bends)
        return places, bends

    def _pull_roads(self, push: Floats, weights: Floats, places: Floats, bends: Floats) -> None:
        """What pushes the dots of a road moves its ends and its bend."""
        pulled = np.zeros((len(self.roads), 3, 2))
        np.add.at(pulled, self._road, weights[:, :, None] * push[:, None])
        chord, _ = self._curves()
        bends += (pulled[:, 1] * _left(chord)).sum(axis=1)
        turned = -_left(pulled[:, 1]) * self.bends[:, None]
        np.add.at(places, self.ends[:, 0], pulled[:, 0] + pulled[:, 1] / 2 - turned)
        np.add.at(places, self.ends[:, 1], pulled[:, 2] + pulled[:, 1] / 2 + turned)

    def _make_room(self, places: Floats, bends: Floats) -> None:
        """Roads too short for their spaces want to grow, overlong ones to shrink a little."""
        chord, curve = self._curves()
        room = (curve - 2 * _REACH) / self.lengths
        grow = 8 * np.maximum(self.space - room, 0) - 0.5 * np.maximum(room - 1.3 * self.space, 0)
        straight = np.maximum(np.hypot(*chord.T), 1e-3)
        bends += grow * 4 / 3 * self.bends * straight
        pull = (grow * (1 + 2 / 3 * self.bends**2) / straight)[:, None] * chord
        np.add.at(places, self.ends[:, 0], -pull)
        np.add.at(places, self.ends[:, 1], pull)


def _roads(board: Board) -> list[list[Route]]:
    """The routes, with the two of a double route together."""
    known = {route.id: route for route in board.routes}
    return [
        [route] if route.twin is None else [route, known[route.twin]]
        for route in board.routes
        if route.twin is None or route.id < route.twin
    ]


def _within(distance: float, ones: Floats, others: Floats) -> NDArray[np.bool_]:
    x = np.abs(ones[:, None, 0] - others[None, :, 0]) < distance
    return x & (np.abs(ones[:, None, 1] - others[None, :, 1]) < distance)


def _left(vectors: Floats) -> Floats:
    """Turned by a quarter."""
    return np.stack([-vectors[:, 1], vectors[:, 0]], axis=1)


def _push_apart(
    ones: Floats,
    others: Floats,
    pairs: Pairs,
    wanted: float | Floats,
    strength: float,
    push_ones: Floats,
    push_others: Floats,
) -> None:
    """Add to the pushes what keeps these pairs at the wanted distance."""
    one, other = pairs
    away = ones[one] - others[other]
    apart = np.maximum(np.hypot(*away.T), 1e-3)
    push = (strength * np.maximum(wanted - apart, 0) / apart)[:, None] * away
    np.add.at(push_ones, one, push)
    np.add.at(push_others, other, -push)
