"""Where seats stand and what a claim would bring is what the score and the next turn say."""

from __future__ import annotations

import random

import pytest

import caboose
from caboose import Game, State
from caboose.engine.standing import ClaimEffects
from tests.support.games.styles import race


def play_on(state: State, rng: random.Random) -> str:
    """One more action of a race; what was done."""
    seat = min(state.waiting_for())
    action = race(rng, [str(each) for each in state.legal_actions(seat)], state.game)
    state.apply(action, seat)
    return action


@pytest.mark.parametrize("edition", caboose.editions())
def test_a_standing_says_what_the_score_says(edition: str) -> None:
    state, rng = Game(edition, 3).start(seed=5), random.Random(5)
    near = 0
    while not state.is_over:
        play_on(state, rng)
        told, score = state.view(None).standing(), state.score()
        near += bool(told.near_end)
        board = state.game.edition.board
        points = {city.id: city.attraction for city in board.cities}
        for seat, sheet in enumerate(score.seats):
            assert told.path_lengths[seat] == sheet.path_length
            assert (seat in told.path_holders) == ("longest_path" in sheet.bonuses)
            reached = sum(points[city] for city in told.attractions[seat])
            assert reached == sheet.bonuses.get("attractions", 0)
            joined = zip(board.districts, told.districts[seat], strict=False)
            whole = sum(d.points for d, cities in joined if cities == len(d.cities))
            assert whole == sheet.bonuses.get("districts", 0)
        assert told.paths == state.view(0).standing().paths, "the same for everybody"
    assert near


@pytest.mark.parametrize("edition", ["usa_mega", "london", "new_york"])
def test_a_claim_brings_what_was_foretold(edition: str) -> None:
    state, rng = Game(edition, 3).start(seed=1), random.Random(1)
    told: ClaimEffects | None = None
    seat, before = 0, state.score()
    brought = dict.fromkeys(("last_round", "districts", "attractions", "path", "tickets"), 0)
    while not state.is_over:
        if told is None:
            seat, before = state.seat, state.score()
        action = play_on(state, rng)
        if action.startswith("claim"):
            route = action.split()[1]
            told = state.view(seat).claim_effects(route)
            assert told is not None
            continue
        if not action.startswith("pay"):
            continue
        assert told is not None
        then, now = state.score().seats[seat], before.seats[seat]
        view = state.view(None)
        assert told.points == then.routes - now.routes
        assert told.trains == int(view.fields.trains[seat])
        begun = view.fields.final_turns_left == state.game.seats
        assert told.last_round == bool(begun)
        board = state.game.edition.board
        gained = sum(board.districts[place].points for place in told.districts)
        assert gained == then.bonuses.get("districts", 0) - now.bonuses.get("districts", 0)
        gained = sum(c.attraction for c in board.cities if c.id in told.attractions)
        assert gained == then.bonuses.get("attractions", 0) - now.bonuses.get("attractions", 0)
        if told.path is not None:
            assert (told.path.before, told.path.length) == (now.path_length, then.path_length)
            holds = told.path.length >= max(1, told.path.others)
            assert holds == ("longest_path" in then.bonuses)
        if told.globetrotter is not None:
            assert told.globetrotter.completed == then.completed
            assert told.globetrotter.before == now.completed
            brought["tickets"] += then.completed > now.completed
        brought["last_round"] += told.last_round
        brought["districts"] += bool(told.districts)
        brought["attractions"] += bool(told.attractions)
        brought["path"] += told.path is not None and told.path.length > told.path.before
        told = None
    assert brought["last_round"] == 1
    expected = {"london": "districts", "new_york": "attractions", "usa_mega": "path"}
    assert brought[expected[edition]] > 0


def test_a_route_that_is_taken_or_too_long_brings_nothing() -> None:
    state, rng = Game("usa", 2).start(seed=4), random.Random(4)
    while not state.to_dict()["routes"]:
        play_on(state, rng)
    (route,) = state.to_dict()["routes"]
    assert state.view(0).claim_effects(route) is None
    assert state.view(1).claim_effects(route) is None
    free = next(name for name in state.game.notation.routes if name != route)
    assert state.view(0).claim_effects(free) is not None
    view = state.view(0)
    view.array["trains"][0][0] = 0
    assert view.claim_effects(free) is None
