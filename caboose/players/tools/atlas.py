"""The atlas: what a policy wants to know about a board, worked out once for each game.

Policies read it beside the engine's own tables: which routes meet in a city, how dear a route is
in turns, and how dear it would be to go around it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from caboose.boards.limits import MAX_CITIES, MAX_LENGTH, MAX_ROUTES, MAX_TICKETS
from caboose.engine.compiled import bit, compiled, wide
from caboose.engine.fields import NOBODY, ROUTE_WORDS, GameRecord
from caboose.engine.game import Game
from caboose.players.tools.scratch import SCRATCH
from caboose.players.tools.ways import FAR, find_ways

Atlas = Any  # one element of an array of ATLAS, opaque to the type checker

ATLAS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("longest", np.int64),  # the length of the longest route
                ("of_length", np.int64, (MAX_LENGTH + 1, ROUTE_WORDS)),  # routes exactly that long
                ("cost", np.int32, (MAX_ROUTES,)),  # of claiming a route, in hundredths of a turn
                (
                    "detour",
                    np.int32,
                    (MAX_ROUTES,),
                ),  # the cost of the way around it, more than its own
                ("way", np.int32, (MAX_TICKETS,)),  # spaces of the shortest way of a ticket
                (
                    "first_edge",
                    np.int16,
                    (MAX_CITIES + 1,),
                ),  # where a city's routes begin in `edge`
                ("edge", np.int16, (2 * MAX_ROUTES,)),  # the routes that meet in each city
            ],
            align=True,
        ),
    )
)

# A turn of drawing brings 1.8 useful cards; half of a route's points, at three a turn, pay for it.
CARDS_PER_TURN = 1.8
POINTS_PER_TURN = 6


@lru_cache(maxsize=64)
def atlas_of(game: Game) -> np.ndarray[Any, Any]:
    """The atlas of a game: an array of one record."""
    atlases = np.zeros(1, ATLAS)
    atlas, tables = atlases[0], game.tables[0]
    _write_edges(atlas, tables)
    _write_lengths(atlas, tables)
    scratches = np.zeros(1, SCRATCH)
    measure_detours(game.tables, atlases, scratches)
    measure_tickets(game.tables, atlases, scratches)
    atlases.flags.writeable = False
    return atlases


def _write_edges(atlas: Atlas, tables: GameRecord) -> None:
    place = 0
    for city in range(tables.cities):
        atlas.first_edge[city] = place
        for route in range(tables.routes):
            if city in (tables.route_a[route], tables.route_b[route]):
                atlas.edge[place] = route
                place += 1
    atlas.first_edge[tables.cities] = place


def _write_lengths(atlas: Atlas, tables: GameRecord) -> None:
    for route in range(tables.routes):
        length = int(tables.route_length[route])
        points = int(tables.route_points[length])
        atlas.longest = max(int(atlas.longest), length)
        atlas.of_length[length, route // 64] |= bit(route % 64)
        turns = 1 + length / CARDS_PER_TURN - points / POINTS_PER_TURN
        atlas.cost[route] = max(20, round(100 * turns))


@compiled
def measure_detours(games: Any, atlases: Any, scratches: Any) -> None:
    """How much dearer the way around each route is on the empty board; little with a twin."""
    game, atlas, scratch = games[0], atlases[0], scratches[0]
    for route in range(game.routes):
        for other in range(game.routes):
            scratch.price[other] = atlas.cost[other]
        scratch.price[route] = FAR
        twin = wide(game.route_twin[route])
        if twin != NOBODY and not game.doubles_open:
            scratch.price[twin] = FAR
        find_ways(game, atlas, scratch, wide(game.route_a[route]), wide(game.route_b[route]))
        around = wide(scratch.far[game.route_b[route]])
        atlas.detour[route] = min(around - wide(atlas.cost[route]), 1000)


@compiled
def measure_tickets(games: Any, atlases: Any, scratches: Any) -> None:
    """How many spaces the shortest way of each ticket has on the empty board."""
    game, atlas, scratch = games[0], atlases[0], scratches[0]
    for route in range(game.routes):
        scratch.price[route] = game.route_length[route]
    for ticket in range(game.tickets):
        find_ways(game, atlas, scratch, wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket]))
        atlas.way[ticket] = scratch.far[game.ticket_b[ticket]]
