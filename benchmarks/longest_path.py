"""How long the longest path takes: ordinary networks on average, hostile ones at worst.

Run from the project's root: python -m benchmarks.longest_path
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from caboose.engine.compiled import compiled
from caboose.engine.fields import GAME, STATE
from caboose.engine.game import Game
from caboose.engine.rules.longest_path import longest_path, longest_path_routes
from caboose.engine.sets import write_members
from caboose.lab.signature import play_by_dice
from tests.support.games.networks import (
    EXPLAINED,
    JUDGED,
    Route,
    beaded,
    numbered,
    petersen,
    random_cubic,
)

GAMES = 300
GROWN = 2000
REPEATS = 7

# The worst that climbing from network to network by small changes has found.
CLIMBED = (
    (
        "8-9 7-20 29-30 7-9 16-6 10-25 37-15 0-15 22-15 13-3 29-26 27-4 22-36 31-30 37-6 2-12-2 "
        "19-18 37-1 18-19 19-14 14-35 21-4 36-33 15-24 17-16 16-12 13-17-3 34-28 20-4 15-11 8-2-2 "
        "33-1 7-28 0-31 27-11 5-31 18-2 30-21 9-5 28-6-2 5-3 25-32 32-33 20-25 23-6 34-35 36-0 "
        "10-11 34-27 15-23 23-28 22-14-2 8-32 13-10"
    ),
    (
        "8-9 7-9 29-26-2 21-7 2-1 10-25 37-24 31-4 15-14 13-6 30-20 27-4 22-24 31-30 37-6 24-12 "
        "19-14 1-26 18-19-2 18-19 22-35 21-4 33-36 15-16 23-3 16-17 13-17-2 34-27 0-20 2-6-2 "
        "8-37-2 33-6 7-28 0-15 27-11 5-31 18-2 30-29 0-9 16-3 5-3 32-25 32-33 20-25 23-12 34-28 "
        "36-5 10-11 34-35 15-11 23-10 22-14-2 8-32 13-28"
    ),
    (
        "0-20 34-10 11-0 1-2 1-11 12-13 12-13 2-13 32-37 14-32 36-2 3-15 16-6 16-17 17-14 4-38 "
        "36-34 37-20 19-30 5-37 33-7 21-20 21-7 22-23 22-23 22-6 8-26 10-19 24-25 9-18 8-23 26-27 "
        "27-4 28-9 28-29-2 0-35 29-30 31-10 31-5 1-29 32-18 19-25 33-6-2 34-15 11-40 14-30 35-24 "
        "3-4 35-31-2 36-7 40-8-2 5-40 38-39 41-38 41-9 39-41"
    ),
)


@compiled
def total_spaces(games: Any, states: Any, times: int) -> int:
    """The longest paths of seat 0 in many states, added up."""
    total = 0
    for _ in range(times):
        for place in range(len(states)):
            total += longest_path(games[0], states[place], 0)
    return total


def shortest(work: Callable[[], object]) -> float:
    """Processor seconds of the quickest of several runs; a first one uncounted warms up."""
    work()
    seconds = []
    for _ in range(REPEATS):
        begin = time.process_time()
        work()
        seconds.append(time.process_time() - begin)
    return min(seconds)


# --- ordinary networks ----------------------------------------------------------------------------


def owners(networks: list[list[int]]) -> Any:
    """A state for each network, owned by seat 0."""
    states = np.zeros(len(networks), STATE)
    for place, routes in enumerate(networks):
        write_members(states["owned"][place, 0], routes)
    return states


def of_random_games(game: Game) -> Any:
    """What both seats own at the end of games played by dice."""
    ends = [play_by_dice(game, seed).fields.owned for seed in range(GAMES)]
    states = np.zeros(2 * GAMES, STATE)
    states["owned"][:, 0] = [owned[seat] for owned in ends for seat in range(2)]
    return states


def grown(game: Game, chance: random.Random) -> list[int]:
    """A connected network as strong players build it, of long routes rather than short ones."""
    routes = game.edition.board.routes
    left, owned, cities = game.edition.trains, list[int](), set[str]()
    closed: set[str | None] = set()
    while True:
        near = [
            number
            for number, route in enumerate(routes)
            if route.length <= left
            and number not in owned
            and route.id not in closed
            and (not owned or cities & set(route.cities))
        ]
        if not near:
            return owned
        (number,) = chance.choices(near, [routes[n].length ** 1.5 for n in near])
        owned.append(number)
        left -= routes[number].length
        cities |= set(routes[number].cities)
        closed.add(routes[number].twin)


def show_ordinary(name: str, game: Game, states: Any) -> None:
    seconds = shortest(lambda: total_spaces(game.tables, states, 20)) / 20 / len(states)
    print(f"{seconds * 1e6:9.2f} us  {name}, average of {len(states)}")


# --- hostile networks -----------------------------------------------------------------------------


def hostile() -> dict[str, list[Route]]:
    """Networks of up to 60 trains that have been, or might be, hard."""
    networks = {name: network for name, (network, _) in EXPLAINED.items()} | JUDGED
    networks |= {f"random cubic {seed}": random_cubic(40, seed) for seed in range(10, 20)}
    networks |= {f"beaded cubic {seed}": beaded(random_cubic(10, seed)) for seed in range(5)}
    networks |= {"beaded Petersen graph": beaded(petersen(5, 2))}
    networks |= {f"climbed {place}": numbered(text) for place, text in enumerate(CLIMBED)}
    return networks


def show_hostile() -> None:
    costs = []
    for name, network in hostile().items():
        games, states = np.zeros(1, GAME), owners([list(range(len(network)))])
        games["routes"] = len(network)
        for column, field in enumerate(("route_a", "route_b", "route_length")):
            games[field][0, : len(network)] = [route[column] for route in network]
        words = np.zeros(2, np.int64)
        path = shortest(lambda g=games, s=states: total_spaces(g, s, 1))  # type: ignore[misc]
        drawn = shortest(
            lambda g=games, s=states, w=words: longest_path_routes(g[0], s[0], 0, w)  # type: ignore[misc]
        )
        costs.append((path, drawn, name))
    for path, drawn, name in sorted(costs, reverse=True)[:10]:
        print(f"{path * 1e3:9.2f} ms  {name} ({drawn * 1e3:.1f} ms with its routes)")


def main() -> None:
    game = Game("usa", seats=2)
    chance = random.Random(1)
    show_ordinary("networks of random two-seat USA games", game, of_random_games(game))
    show_ordinary("grown networks", game, owners([grown(game, chance) for _ in range(GROWN)]))
    print("The ten dearest hostile networks:")
    show_hostile()


if __name__ == "__main__":
    main()
