"""The longest paths that are shown at the end: one's own routes, walked one after the other."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise

import pytest

import caboose
from benchmarks.longest_path import CLIMBED
from caboose.boards.board import Route
from caboose.engine.game import Game
from caboose.engine.state import State
from caboose.engine.trails import longest_paths, walk
from caboose.engine.view_json import public_json
from caboose.lab.signature import play_by_dice
from caboose.players import make_player
from tests.support.games.networks import EXPLAINED, JUDGED, numbered, path, slow_without_compiler


def ways_of(trail: list[Route]) -> set[str]:
    """Where a walk along these routes, from the first to the last, may end."""
    ends = set(trail[0].cities)
    for before, after in pairwise(trail):
        shared = ends & set(after.cities)
        assert shared, f"{before.id} does not lead to {after.id}"
        ends = {city for at in shared for city in after.cities if city != at}
    return ends


def is_walked_once(trail: list[Route]) -> bool:
    return len({route.id for route in trail}) == len(trail) and (not trail or bool(ways_of(trail)))


def play_by_bots(game: Game, seed: int) -> State:
    """A whole game of bots that build long ways."""
    state = game.start(seed=seed)
    bots = [make_player("racer", seed + seat) for seat in range(game.seats)]
    while not state.is_over:
        seat = state.waiting_for()[0]
        state.apply(bots[seat].choose(state.view(seat), state.legal_actions(seat)), seat)
    return state


@pytest.mark.parametrize("edition", caboose.editions())
@pytest.mark.parametrize("play", [play_by_dice, play_by_bots])
def test_a_path_is_a_walk_over_own_routes_as_long_as_the_score_says(
    edition: str, play: Callable[[Game, int], State]
) -> None:
    for seed in range(8):
        game = Game(edition, 2 + seed % 3)
        end = play(game, seed)
        routes = {route.id: route for route in game.edition.board.routes}
        claimed = end.to_dict()["routes"]
        for seat, names in enumerate(longest_paths(end.view(None))):
            trail = [routes[name] for name in names]
            assert all(claimed[name] == seat for name in names)
            assert is_walked_once(trail)
            assert sum(r.length for r in trail) == end.score().seats[seat].path_length


HARD = [network for network, _ in EXPLAINED.values()] + list(JUDGED.values())
HARD += [numbered(text) for text in CLIMBED]


@slow_without_compiler
@pytest.mark.parametrize("network", HARD)
def test_a_path_through_a_hard_network_is_walked(network: list[tuple[int, int, int]]) -> None:
    length, chosen = path(network)
    routes = [Route(f"{n}", (f"{a}", f"{b}"), c, "gray") for n, (a, b, c) in enumerate(chosen)]
    trail = walk(routes)
    assert sorted(trail, key=lambda r: int(r.id)) == routes
    assert is_walked_once(trail)
    assert sum(route.length for route in trail) == length


def test_paths_are_told_when_the_game_is_over_and_not_before() -> None:
    game = Game("usa", 2)
    begun = game.start(seed=1)
    assert "longest_paths" not in json.loads(public_json(begun))
    end = play_by_dice(game, 1)
    assert json.loads(public_json(end))["longest_paths"] == longest_paths(end.view(None))
