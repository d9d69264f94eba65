"""What a claim would do for tickets is what it does."""

from __future__ import annotations

import random

import pytest

from caboose import Game, State
from caboose.engine.sets import members
from tests.support.games.styles import race


def trains_needed(state: State, seat: int) -> dict[int, tuple[bool, int]]:
    """Of each kept ticket, whether it is done, and the trains that it needs."""
    view = state.view(seat)
    progress = view.ticket_progress()
    return {each.ticket: (each.done, each.trains) for each in progress[: len(view.tickets)]}


def foretold(state: State, seat: int, route: str) -> dict[int, tuple[bool, int]]:
    """The same after a claim, as its effects tell it."""
    effects = state.view(seat).ticket_effects(route)
    return trains_needed(state, seat) | {each.ticket: (each.done, each.trains) for each in effects}


@pytest.mark.parametrize(("edition", "seats", "seed"), [("usa", 2, 2), ("london", 4, 1)])
def test_a_claim_does_for_tickets_what_was_foretold(edition: str, seats: int, seed: int) -> None:
    state, rng = Game(edition, seats).start(seed=seed), random.Random(seed)
    told, brought_on, completed = {}, 0, 0
    while not state.is_over:
        seat = min(state.waiting_for())
        action = race(rng, [str(each) for each in state.legal_actions(seat)], state.game)
        if action.startswith("claim"):
            route = action.split()[1]
            effects = state.view(seat).ticket_effects(route)
            assert all(each.before > each.trains for each in effects)
            brought_on += bool(effects)
            completed += any(each.done for each in effects)
            told = foretold(state, seat, route)
        elif state.phase == "payment":
            route = str(state.to_dict()["pending_route"])
            assert foretold(state, seat, route) == told, "also when only the payment is due"
        paid = state.phase == "payment"
        state.apply(action, seat)
        if paid:
            assert trains_needed(state, seat) == told
    assert brought_on > 3
    assert completed > 0


def test_a_route_that_is_not_open_brings_nothing() -> None:
    state, rng = Game("usa", 2).start(seed=4), random.Random(4)
    while not members(state.fields.owned[1]):
        seat = min(state.waiting_for())
        state.apply(race(rng, [str(each) for each in state.legal_actions(seat)], state.game), seat)
    (route,) = members(state.fields.owned[1])
    for seat in (0, 1):
        assert state.view(seat).ticket_effects(state.game.notation.routes[route]) == []
