"""Strange boards: drawn by dice, so that a learned player can be asked to play what it never saw.

Cities lie anywhere and are joined to their neighbors, the farther apart the longer the route.
Colors go around, tickets are worth the spaces of their shortest way. All else is as in the USA.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from math import dist
from random import Random

from caboose.boards import Edition, find
from caboose.boards.board import GRAY, Board, City, Ticket, routes_between

CITIES = 34
NEIGHBORS = 3  # a city with more is joined to others only to make one network
LONGEST = 6
TICKETS = 30

Road = tuple[int, int]


def strange_board(seed: int) -> Edition:
    """A board of its own for every seed."""
    rng = Random(f"strange board {seed}")
    places = [(rng.random(), rng.random()) for _ in range(CITIES)]
    cities = tuple(City(f"c{i}", f"City {i}", lat=y, lon=x) for i, (x, y) in enumerate(places))
    like = find("usa")
    lengths = join_cities(places)
    colors, routes = cycle([*like.colors, GRAY, GRAY]), []
    for (one, other), length in lengths.items():
        painted = (next(colors), next(colors)) if rng.random() < 0.2 else (next(colors),)
        routes += routes_between((f"c{one}", f"c{other}"), length, painted)
    return replace(
        like,
        id=f"strange_{seed}",
        name=f"Strange {seed}",
        board=Board(f"Strange {seed}", cities, tuple(routes)),
        tickets=draw_tickets(lengths, rng),
    )


def join_cities(places: list[tuple[float, float]]) -> dict[Road, int]:
    """Roads to the nearest neighbors, and as many more as make one network; with their lengths."""
    pairs = [(a, b) for a in range(CITIES) for b in range(a)]
    pairs.sort(key=lambda pair: dist(places[pair[0]], places[pair[1]]))
    degrees, parts, roads = [0] * CITIES, list(range(CITIES)), list[Road]()
    for one, other in pairs:
        if parts[one] != parts[other] or max(degrees[one], degrees[other]) <= NEIGHBORS:
            roads.append((one, other))
            degrees[one], degrees[other] = degrees[one] + 1, degrees[other] + 1
            joined = (parts[one], parts[other])
            parts = [joined[0] if part in joined else part for part in parts]
    return {road: 1 + LONGEST * place // len(roads) for place, road in enumerate(roads)}


def draw_tickets(lengths: dict[Road, int], rng: Random) -> tuple[Ticket, ...]:
    """Tickets between cities that lie some way apart, worth the spaces of the shortest way."""
    far = shortest_ways(lengths)
    pairs = [(a, b) for a in range(CITIES) for b in range(a) if 4 <= far[a][b] <= 22]
    return tuple(
        Ticket((f"c{a}", f"c{b}"), far[a][b])
        for a, b in rng.sample(pairs, min(TICKETS, len(pairs)))
    )


def shortest_ways(lengths: dict[Road, int]) -> list[list[int]]:
    """How many spaces lie between any two cities (Floyd and Warshall)."""
    far = [[0 if a == b else 999 for a in range(CITIES)] for b in range(CITIES)]
    for (a, b), length in lengths.items():
        far[a][b] = far[b][a] = length
    for k in range(CITIES):
        for i in range(CITIES):
            for j in range(CITIES):
                far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    return far
