"""The searching bot: what it may know, what it believes, and that it always answers."""

import os
import random

import numpy as np
import pytest

import caboose
from caboose import Game
from caboose.engine.fields import copy_records
from caboose.engine.view import hide_in
from caboose.players import make_player
from caboose.players.belief.styles import AS_EXPRESS, AS_PLANNER, AS_RACER, STYLES
from caboose.players.search.hunch import style_odds
from caboose.players.search.switchman import Arm, Search, Switchman
from caboose.players.tools.atlas import atlas_of
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.positions import positions
from tests.support.games.scramble import scramble

ROLLOUTS = 50
POSITIONS = 300
SOAKED = 10_000


def check_no_peeking(count: int, seed: str) -> None:
    rng = random.Random(seed)
    player = make_player(f"switchman:rollouts={ROLLOUTS}", 7)
    for state in positions(count, seed):
        game, seat = state.game, state.seat
        twin = game.from_dict(scramble(state.to_dict(), game, seat, rng))
        chosen = player.choose(state.view(seat), state.legal_actions())
        assert player.choose(twin.view(seat), twin.legal_actions()) == chosen


def test_switchman_chooses_the_same_in_a_scrambled_position():
    check_no_peeking(POSITIONS, "scrambled")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_switchman_does_not_peek_in_many_positions(part):
    check_no_peeking(SOAKED // 20, f"soak {part} {os.environ.get('CABOOSE_SOAK', '')}")


def dealt_worlds(state: caboose.State, count: int) -> np.ndarray:
    search = Search(state.view(state.seat), seed=3)
    search.try_piece([], count)
    return search.worlds.states[:count]


def test_every_world_looks_to_the_seat_as_the_table_does():
    for state in positions(120, "worlds"):
        worlds = dealt_worlds(state, 3)
        for i in range(3):
            world = copy_records(worlds[i : i + 1])
            hide_in(state.game.tables, world, 0, state.seat)
            assert world.tobytes() == state.view(state.seat).array.tobytes()


def test_a_world_has_every_ticket_once():
    for state in positions(60, "tickets"):
        worlds = dealt_worlds(state, 2)
        for i in range(2):
            world = state.game.from_dict({**state.to_dict()})
            world.array[:] = worlds[i : i + 1]
            said = world.to_dict()
            places = [said["ticket_deck"], said["removed"]]
            for per_seat in ("tickets", "offers", "returned"):
                places += said[per_seat]
            tickets = sorted(ticket for place in places for ticket in place)
            assert tickets == list(range(len(state.game.edition.tickets)))


def odds_of(state: caboose.State, seat: int) -> np.ndarray:
    odds = np.zeros(len(STYLES), np.int64)
    game = state.game
    style_odds(game.tables[0], atlas_of(game)[0], state.array[0], seat, odds)
    return odds


def test_who_keeps_more_tickets_than_needed_is_no_racer():
    state = Game("usa", 2).start(seed=4)
    state.apply("keep 1 2 3")
    state.apply("keep 1 2")
    assert odds_of(state, 0)[AS_RACER] == 0
    assert odds_of(state, 1)[AS_RACER] > 0


def test_claims_tell_a_racer_from_a_planner():
    racing, planning = (play_alike(name, 60) for name in ("racer", "planner"))
    as_racer = [odds[AS_RACER] / odds.sum() for odds in (odds_of(racing, 1), odds_of(planning, 1))]
    assert as_racer[0] > 0.5 > as_racer[1]
    assert odds_of(planning, 1)[[AS_EXPRESS, AS_PLANNER]].sum() > 0


def play_alike(name: str, actions: int) -> caboose.State:
    state = Game("usa", 2).start(seed=8)
    player = make_player(name, 1)
    for _ in range(actions):
        state.apply(player.choose(state.view(state.seat), state.legal_actions()))
    return state


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_switchman_plays_every_edition_with_any_number_of_seats(edition, seats):
    state = Game(edition, seats).start(seed=seats)
    search, quick = make_player("switchman:rollouts=1", 2), make_player("express", 2)
    while not state.is_over:
        player = search if state.seat == 0 else quick
        action = player.choose(state.view(state.seat), state.legal_actions())
        assert action in state.legal_actions()
        state.apply(action)


def test_a_search_that_runs_out_of_time_has_an_answer():
    state = play_alike("planner", 30)
    legal = state.legal_actions()
    assert Switchman(1, rollouts=10**6, seconds=1e-9).choose(state.view(state.seat), legal) in legal


def test_the_same_seed_chooses_the_same_and_explains_it():
    state = play_alike("planner", 42)
    view, legal = state.view(state.seat), state.legal_actions()
    player = make_player("switchman:rollouts=200", 6)
    chosen = player.choose(view, legal)
    assert make_player("switchman:rollouts=200", 6).choose(view, legal) == chosen
    told = player.explain(view, legal).splitlines()
    assert told[0] == f"switchman: {chosen}"
    assert len(told) > 3


def test_reasons_have_errors_and_say_what_is_rough():
    state = play_alike("planner", 42)
    view, legal = state.view(state.seat), state.legal_actions()
    player = make_player("switchman:rollouts=300", 6)
    reasons = player.reasons(view, legal)
    assert reasons["choice"] == str(player.choose(view, legal))
    chosen, *others = reasons["arms"]
    assert chosen["move"] == reasons["choice"]
    assert chosen["error"] > 0
    assert chosen["worlds"] == max(arm["worlds"] for arm in reasons["arms"])
    told = player.explain(view, legal)
    assert float(told.splitlines()[2].split()[0]) == pytest.approx(chosen["lead"], abs=0.06)
    is_above = any(arm["lead"] > chosen["lead"] for arm in others[:7])
    assert ("was given up because" in told) == is_above


def test_the_error_of_a_mean_is_that_of_its_pieces():
    arm = Arm(move=0, style=0, prior=0)
    arm.add(4, 400)
    assert arm.error is None
    for total in (800, 0, 400, 400):
        arm.add(4, total)
    # Means of 100, 200, 0, 100, 100: their variance is 5000, of their mean a fifth.
    assert arm.error == pytest.approx((5000 / 5) ** 0.5)
