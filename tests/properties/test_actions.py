"""Every listed action can be played; every other is refused and changes nothing."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given

import caboose
from caboose import Game, State
from caboose.boards.limits import MAX_LENGTH, MAX_OFFER
from caboose.engine import kernels
from caboose.engine.fields import copy_records
from caboose.engine.happenings import new_buffer
from caboose.engine.numbering import ACTIONS, KEPT_PLACES
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.samples import samples
from tests.support.games.strategies import few, games, moments, position, seeds, styles
from tests.support.games.styles import Style


def all_texts(game: Game) -> list[str]:
    """Every action text that an edition knows, in no order."""
    payments = [
        f"pay {color} {length - wild}" + (f"+{wild}" if wild else "")
        for color in game.edition.colors
        for length in range(1, MAX_LENGTH + 1)
        for wild in range(length)
    ]
    return [
        "draw deck",
        *(f"draw {card}" for card in (*game.edition.colors, "locomotive")),
        "tickets",
        *(f"claim {route.id}" for route in game.edition.board.routes),
        *payments,
        *(f"pay locomotive {length}" for length in range(1, MAX_LENGTH + 1)),
        *("keep " + " ".join(str(place + 1) for place in places) for places in KEPT_PLACES),
        "pass",
    ]


def is_refused(state: State, text: str, seat: int) -> bool:
    """Try an action on a copy; a refusal must leave it as it was and say why."""
    trial = state.copy()
    refusal = None
    try:
        trial.apply(text, seat)
    except caboose.IllegalAction as error:
        refusal = error
    if refusal is None:
        assert trial.to_bytes() != state.to_bytes()
        return False
    assert trial.to_bytes() == state.to_bytes()
    assert trial.history is state.history
    assert len(str(refusal)) > 10
    assert refusal.code
    return True


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_of_all_numbers_exactly_the_listed_ones_can_be_played(edition: str, seats: int) -> None:
    mask, happenings = np.zeros(ACTIONS, np.bool_), new_buffer()
    for state in samples(edition, seats):
        before = state.to_bytes()
        for seat in range(seats):
            listed = {action.number for action in state.legal_actions(seat)}
            for number in range(ACTIONS):
                array = copy_records(state.array)
                was_played = kernels.step(
                    state.game.tables, array, 0, seat, number, mask, happenings
                )
                assert was_played == (number in listed)
                assert (array.tobytes() == before) == (number not in listed)


@pytest.mark.parametrize(("edition", "seats"), [("usa", 3), ("london", 4), ("new_york", 2)])
def test_of_all_texts_exactly_the_listed_ones_can_be_played(edition: str, seats: int) -> None:
    texts = all_texts(Game(edition, seats))
    rng = random.Random(edition)
    for state in rng.sample(list(samples(edition, seats)), 8):
        for seat in {state.seat, rng.randrange(seats)}:
            listed = [str(action) for action in state.legal_actions(seat)]
            assert set(listed) <= set(texts)
            for text in texts:
                assert is_refused(state, text, seat) == (text not in listed)


@few
@given(games, seeds, styles, moments)
def test_an_action_reads_as_it_is_written(game: Game, seed: int, style: Style, moment: int) -> None:
    state = position(game, seed, style, moment)
    for seat in range(game.seats):
        for action in state.legal_actions(seat):
            assert game.notation.parse(str(action)) == (action,)
            assert game.notation.parse(f"  {str(action).upper()}  ") == (action,)


@pytest.mark.parametrize("edition", caboose.editions())
def test_every_text_reads_as_it_is_written(edition: str) -> None:
    game = Game(edition)
    for text in all_texts(game):
        (action,) = game.notation.parse(text)
        assert str(action) == text
        assert game.notation.action(action.number, action.cards + action.locomotives) == action


@few
@given(games, seeds, styles, moments)
def test_listed_actions_stand_in_their_pinned_order(
    game: Game, seed: int, style: Style, moment: int
) -> None:
    state = position(game, seed, style, moment)
    for seat in range(game.seats):
        numbers = [action.number for action in state.legal_actions(seat)]
        assert numbers == sorted(set(numbers))


def test_a_claim_with_its_payment_is_two_actions_or_none() -> None:
    game = Game("usa", 2)
    rng = random.Random(1)
    state = position(game, 1, lambda rng, legal, _: rng.choice(legal), 60)
    while state.phase != "turn" or not [a for a in state.legal_actions() if a.kind == "claim"]:
        state.apply(rng.choice(state.legal_actions()))
    claim = next(action for action in state.legal_actions() if action.kind == "claim")
    one_by_one, at_once = state.copy(), state.copy()
    events = one_by_one.apply(claim)
    payment = one_by_one.legal_actions()[-1]
    events += one_by_one.apply(payment)
    assert at_once.apply(f"{claim} {str(payment).removeprefix('pay ')}") == events
    assert at_once == one_by_one
    assert at_once.record() == one_by_one.record()

    too_many = f"{claim} {payment.color} 9"
    assert is_refused(state, too_many, state.seat)


def test_only_seats_that_exist_can_act() -> None:
    state = Game("usa", 2).start(seed=1)
    for seat in (-1, 2, 99, True, "0"):
        with pytest.raises(ValueError, match="seat"):
            state.apply("keep 1 2", seat=seat)  # type: ignore[arg-type]


def test_there_are_as_many_ways_to_keep_as_the_offer_allows() -> None:
    assert len(KEPT_PLACES) == 2**MAX_OFFER - 1
