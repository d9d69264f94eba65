"""The longest paths at the end of a game, route by route, for those who look at the map."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import numpy as np

from caboose.boards.board import Route
from caboose.engine.fields import ROUTE_WORDS, STATE
from caboose.engine.game import Game
from caboose.engine.rules.longest_path import longest_path_routes
from caboose.engine.sets import members
from caboose.engine.view import View


def longest_paths(view: View) -> list[list[str]]:
    """The routes of one longest path of each seat, in the order of a walk along it.

    Some microseconds for networks of real games, 30 milliseconds for the worst ones known
    (benchmarks/longest_path.py), and once for each end.
    """
    return _paths(view.game, view.array[0]["owned"].tobytes())


@lru_cache(maxsize=1000)
def _paths(game: Game, owned: bytes) -> list[list[str]]:
    state = np.zeros(1, STATE)
    state[0]["owned"].ravel()[:] = np.frombuffer(owned, np.int64)
    return [_path(game, state, seat) for seat in range(game.seats)]


def _path(game: Game, state: np.ndarray[tuple[int], np.dtype[np.void]], seat: int) -> list[str]:
    words = np.zeros(ROUTE_WORDS, np.int64)
    longest_path_routes(game.tables[0], state[0], seat, words)
    routes = game.edition.board.routes
    return [route.id for route in walk([routes[number] for number in members(words)])]


def walk(routes: list[Route]) -> list[Route]:
    """The routes of a trail, one after the other.

    Walk on until there is no way left, and go back for the rounds that were left out.
    """
    free: dict[str, list[Route]] = defaultdict(list)
    for route in routes:
        for city in route.cities:
            free[city].append(route)
    odd = (city for city, there in free.items() if len(there) % 2)
    way: list[tuple[str, Route | None]] = [(next(odd, next(iter(free), "")), None)]
    walked: list[Route] = []
    while way:
        city, came = way[-1]
        if free[city]:
            route = free[city].pop()
            there = _across(route, city)
            free[there].remove(route)
            way.append((there, route))
        else:
            way.pop()
            walked += [] if came is None else [came]
    return walked


def _across(route: Route, city: str) -> str:
    one, other = route.cities
    return other if city == one else one
