"""The engine against the reference: same legal actions, same positions, same scores."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import caboose
from tests.reference import ReferenceGame, key_of_seed
from tests.support.games.editions import EDITIONS_AND_SEATS

Choose = Callable[[random.Random, list[str]], str]


def any_action(rng: random.Random, legal: list[str]) -> str:
    return rng.choice(legal)


def hoard(rng: random.Random, legal: list[str]) -> str:
    """Draw cards as long as there are any: exhausts deck and discards."""
    draws = [text for text in legal if text.startswith("draw")]
    return rng.choice(draws) if draws and rng.random() < 0.97 else rng.choice(legal)


def ask_for_tickets(rng: random.Random, legal: list[str]) -> str:
    """Draw and keep tickets: exhausts the ticket deck."""
    if "tickets" in legal and rng.random() < 0.7:
        return "tickets"
    return legal[-1] if legal[-1].startswith("keep") else rng.choice(legal)


def race(rng: random.Random, legal: list[str]) -> str:
    """Claim whatever can be claimed: short games with many routes."""
    claims = [text for text in legal if text.startswith("claim")]
    return rng.choice(claims) if claims else rng.choice(legal)


STYLES: list[Choose] = [any_action, hoard, ask_for_tickets, race]


def same_position(state: caboose.State, reference: ReferenceGame) -> None:
    ours, theirs = state.to_dict(), reference.to_dict()
    assert {name: ours[name] for name in theirs} == theirs


def play_both(edition: str, seats: int, seed: int, choose: Choose) -> None:
    """Legal actions are compared at every decision, whole positions at every seventh."""
    rng = random.Random(f"{edition} {seats} {seed} {choose.__name__}")
    key = key_of_seed(seed)
    state = caboose.Game(edition, seats).start(key=key)
    reference = ReferenceGame(edition, seats, key)
    decisions = 0
    while not state.is_over:
        if decisions % 7 == 0:
            same_position(state, reference)
        seat = rng.choice(state.waiting_for())
        legal = [str(action) for action in state.legal_actions(seat)]
        assert legal == reference.legal(seat)
        text = choose(rng, legal)
        state.apply(text, seat)
        reference.apply(text, seat)
        decisions += 1
    same_position(state, reference)
    assert reference.legal() == []
    assert state.score().to_dict() == reference.score()


@pytest.mark.parametrize("choose", STYLES)
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_engine_and_reference_play_the_same_games(edition: str, seats: int, choose: Choose) -> None:
    for seed in range(2):
        play_both(edition, seats, seed, choose)


@pytest.mark.soak
@pytest.mark.parametrize("choose", STYLES)
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_engine_and_reference_play_thousands_of_games(
    edition: str, seats: int, choose: Choose
) -> None:
    for seed in range(1000, 1040):
        play_both(edition, seats, seed, choose)
