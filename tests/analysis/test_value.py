"""V: what a true position is worth with the future unknown."""

import numpy as np
import pytest

from caboose import Game
from caboose.analysis.futures import NO_ACTION, deal_future, new_futures, play_futures
from caboose.analysis.ledger import has_chance
from caboose.analysis.shown_styles import first_mix, fixed_mix, styles_at
from caboose.analysis.value import Valuer, start_value
from caboose.engine.fields import copy_records
from caboose.players.policies import EXPRESS, choose_in
from tests.support.games.bots_games import bots_game
from tests.support.games.editions import EDITIONS_AND_SEATS


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_shares_of_the_win_add_up_to_one(edition, seats):
    state = Game(edition, seats).start(seed=4)
    value = Valuer(state.game, 8, 1).value(state, first_mix(seats))
    assert value.shares.sum() == pytest.approx(1, abs=1e-12)


def test_a_finished_game_is_worth_its_result(london):
    value = Valuer(london.game, 4, 1).value(london, first_mix(2))
    assert value.shares.tolist() == [1.0, 0.0]
    assert value.points.tolist() == [seat.total for seat in london.score().seats]


def test_a_value_does_not_know_the_next_card(london):
    """The key decides all chance to come; a value that read it would change with it."""
    state = london.game.start(seed=1)
    for _ in range(12):
        state.apply(state.legal_actions()[0])
    other = state.copy()
    other.array["key"][0] = np.arange(8)
    valuer = Valuer(state.game, 20, 5)
    mix = first_mix(2)
    assert valuer.value(state, mix).shares.tolist() == valuer.value(other, mix).shares.tolist()


def test_a_value_does_not_know_the_order_of_unseen_tickets():
    state = Game("usa", 2).start(seed=1)
    other = state.copy()
    deck, size = other.array["ticket_deck"][0], int(other.fields.ticket_deck_size)
    top = int(other.fields.ticket_top)
    deck[top : top + size] = deck[top : top + size][::-1].copy()
    valuer = Valuer(state.game, 20, 5)
    mix = first_mix(2)
    assert valuer.value(state, mix).shares.tolist() == valuer.value(other, mix).shares.tolist()


def test_over_all_futures_the_next_card_goes_through_the_deck():
    """As many futures as cards in the deck, or a whole multiple: every card comes equally often."""
    state = Game("usa", 2).start(seed=2)
    size = int(state.fields.deck_size)
    futures = new_futures(size, 3)
    drawn = np.zeros(11, np.int64)
    for i in range(size):
        dealt = copy_records(state.array)
        deal_future(dealt[0], futures, i)
        place = int(dealt["given"][0, int(dealt["givens"][0]) - 1]) * size >> 32
        drawn[np.searchsorted(np.cumsum(dealt["deck"][0]), place, side="right")] += 1
    assert np.abs(drawn - state.fields.deck).max() <= 1


def test_a_move_of_the_reference_player_changes_nothing_on_average(london):
    """Where nothing is left to chance, the value before and after it is the same."""
    valuer, mix = Valuer(london.game, 60, 1), fixed_mix([EXPRESS, EXPRESS])
    state = london.game.start(seed=8)
    seen = 0
    while not state.is_over:
        seat, before = state.seat, state.copy()
        number = choose_in(valuer.room.kit, state.array, 0, seat, EXPRESS, 0)
        action = next(a for a in state.legal_actions() if a.number == number)
        state.apply(action)
        if not has_chance(before, state):
            seen += 1
            change = valuer.value(state, mix).shares - valuer.value(before, mix).shares
            assert np.abs(change).max() <= 0.05, f"{action} of the reference player"
    assert seen > 10


def test_the_deal_is_fair_over_many_deals():
    """The mean value of dealt positions is the value before the deal."""
    game, mix = Game("london", 2), first_mix(2)
    start = start_value(game, 4000, 1, mix).shares[0]
    dealt = [
        Valuer(game, 24, seed).value(game.start(seed=seed), mix).shares[0] for seed in range(80)
    ]
    error = np.std(dealt) / np.sqrt(len(dealt))
    assert abs(np.mean(dealt) - start) < 3.5 * np.hypot(error, 0.5 / np.sqrt(4000))


def test_a_value_in_one_future_is_that_future_played_out():
    state = bots_game("london", ["express", "express"], 5).game.start(seed=5)
    valuer, futures = Valuer(state.game, 1, 9), new_futures(1, 9)
    shares, points = np.zeros((1, 2)), np.zeros((1, 2))
    mix = first_mix(2)
    styles = styles_at(mix, futures.places)
    play_futures(valuer.room, state.array, 0, NO_ACTION, futures, styles, shares, points)
    assert valuer.value(state, mix).points.tolist() == points[0].tolist()
