"""Bots choose by what their seat may know: what is hidden can change, and their choice stays."""

import random

import numpy as np
import pytest

import caboose
from caboose import Game
from caboose.players import make_player
from caboose.players.policies import POLICIES
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.judging import (
    ASK_FOR_TICKETS,
    ASKED,
    HOARD,
    ILLEGAL,
    JUDGED,
    MOST_ACTIONS,
    PEEKED,
    PEEKERS,
    judge_game,
)
from tests.support.games.largest_board import largest_edition
from tests.support.games.scramble import scramble

POSITIONS = 10_000  # of every bot
SCRAMBLED = 12  # of every edition


def mixed_tables(seats: int, seed: int) -> list[list[int]]:
    """Who plays the games of one edition and number of seats: bots, and ways into corners."""
    rng = random.Random(f"tables {seats} {seed}")
    policies = list(range(len(POLICIES)))
    return [
        rng.sample(policies, seats),
        rng.sample(policies, seats),
        [HOARD, *rng.sample(policies, seats - 1)],
        [HOARD] * (seats - 1) + [ASK_FOR_TICKETS],
    ]


@pytest.fixture(scope="module")
def counts() -> np.ndarray:
    """Every policy asked at every decision of games of all editions, and of the largest board."""
    totals = np.zeros((JUDGED, 3), np.int64)
    games = [Game(edition, seats) for edition, seats in EDITIONS_AND_SEATS]
    for seed, game in enumerate([*games, Game(largest_edition(), 3)]):
        for drivers in mixed_tables(game.seats, seed):
            assert judge_game(game, seed, drivers, totals) < MOST_ACTIONS, "the game does not end"
    return totals


@pytest.mark.parametrize("policy", range(len(POLICIES)), ids=POLICIES)
def test_a_policy_answers_the_same_for_a_state_and_for_the_seats_view_of_it(counts, policy):
    assert counts[policy, ASKED] >= POSITIONS
    assert counts[policy, PEEKED] == 0


@pytest.mark.parametrize("policy", range(len(POLICIES)), ids=POLICIES)
def test_a_policy_gives_a_legal_action_at_every_decision(counts, policy):
    assert counts[policy, ILLEGAL] == 0


@pytest.mark.parametrize("peeker", range(len(POLICIES), JUDGED), ids=PEEKERS)
def test_a_bot_that_peeks_is_found(counts, peeker):
    assert counts[peeker, PEEKED] > 100


@pytest.mark.parametrize("edition", caboose.editions())
def test_bots_choose_the_same_in_a_scrambled_position(edition):
    """Scramble knows nothing of views: it changes what lies face down on a real table."""
    seats = Game(edition, 2).edition.max_seats - 1
    game, rng = Game(edition, seats), random.Random(f"scramble {edition}")
    players = [make_player(name, 3) for name in POLICIES]
    state = game.start(seed=11)
    for _ in range(SCRAMBLED):
        for _ in range(rng.randrange(1, 25)):
            if not state.is_over:
                mover = rng.choice(players)
                state.apply(mover.choose(state.view(state.seat), state.legal_actions()))
        if state.is_over:
            return
        seat, legal = state.seat, state.legal_actions()
        twin = game.from_dict(scramble(state.to_dict(), game, seat, rng))
        for player in players:
            chosen = player.choose(state.view(seat), legal)
            assert player.choose(twin.view(seat), twin.legal_actions()) == chosen
