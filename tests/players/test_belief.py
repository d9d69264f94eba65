"""What a seat believes about the others: by its view alone, within bounds, and near the truth."""

import random
from itertools import combinations
from math import prod

import numpy as np
import pytest

from caboose import Game
from caboose.engine.dice import new_dice
from caboose.engine.fields import FIRST_TICKETS, copy_records
from caboose.engine.view import hide_in
from caboose.learning.belief_rows import rows_of
from caboose.learning.judge_belief import judge_likelihood
from caboose.learning.moments import GamePlan, play_moments
from caboose.players import make_player
from caboose.players.belief.belief import belief_of
from caboose.players.belief.card_evidence import CARD_EVIDENCE
from caboose.players.belief.dealing import deal_belief
from caboose.players.belief.fitted import digest_of, fitted, read_file
from caboose.players.belief.style_evidence import STYLE_EVIDENCE
from caboose.players.belief.styles import STYLES
from caboose.players.belief.ticket_evidence import TICKET_EVIDENCE
from caboose.players.belief.weighted_sets import draw_set, item_chances, sum_sets
from caboose.players.belief.words import LIKELY, say_belief, suspicions
from caboose.players.search.worlds import new_worlds
from caboose.players.tools.kit import new_kit
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.positions import positions
from tests.support.games.scramble import scramble

WEIGHTS = np.array([0.2, 1.0, 0.5, 0.05, 0.7])


def sums_of(weights: np.ndarray, size: int) -> np.ndarray:
    sums = np.zeros((len(weights) + 1, size + 1))
    sum_sets(weights, len(weights), size, sums)
    return sums


@pytest.mark.parametrize("size", range(6))
def test_the_sums_are_those_of_all_sets(size):
    listed = sum(prod(WEIGHTS[list(each)]) for each in combinations(range(5), size))
    assert sums_of(WEIGHTS, size)[0, size] == pytest.approx(listed)


def test_an_item_is_as_likely_as_the_sets_that_hold_it():
    sums, chances = sums_of(WEIGHTS, 2), np.zeros(5)
    item_chances(WEIGHTS, 5, 2, sums, chances)
    pairs = {pair: prod(WEIGHTS[list(pair)]) for pair in combinations(range(5), 2)}
    for item in range(5):
        with_it = sum(product for pair, product in pairs.items() if item in pair)
        assert chances[item] == pytest.approx(with_it / sum(pairs.values()))


def test_sets_are_drawn_as_often_as_they_are_likely():
    sums, dice, chosen = sums_of(WEIGHTS, 3), new_dice("sets"), np.zeros(5, np.bool_)
    counts = np.zeros(5)
    for _ in range(4000):
        draw_set(WEIGHTS, 5, 3, sums, dice, chosen)
        assert chosen.sum() == 3
        counts += chosen
    chances = np.zeros(5)
    item_chances(WEIGHTS, 5, 3, sums, chances)
    assert counts / 4000 == pytest.approx(chances, abs=0.04)


def believed_worlds(state, count):
    view, kit, worlds = state.view(state.seat), new_kit(state.game), new_worlds(count)
    belief, dice = belief_of(view), new_dice("worlds")
    deal_belief(kit, view.array, state.seat, belief, worlds.states, worlds.styles, dice)
    return worlds


def test_every_believed_world_looks_to_the_seat_as_the_table_does():
    for state in positions(150, "believed"):
        worlds = believed_worlds(state, 3)
        for i in range(3):
            world = copy_records(worlds.states[i : i + 1])
            hide_in(state.game.tables, world, 0, state.seat)
            assert world.tobytes() == state.view(state.seat).array.tobytes()
            others = [seat for seat in range(state.game.seats) if seat != state.seat]
            assert set(worlds.styles[i, others].tolist()) <= set(STYLES)


def test_a_believed_world_has_every_ticket_and_every_card_once():
    for state in positions(60, "whole"):
        game = state.game
        world = game.from_dict(state.to_dict())
        world.array[:] = believed_worlds(state, 1).states
        said = world.to_dict()
        places = [said["ticket_deck"], said["removed"]]
        for per_seat in ("tickets", "offers", "returned"):
            places += said[per_seat]
        tickets = sorted(ticket for place in places for ticket in place)
        assert tickets == list(range(len(game.edition.tickets)))
        fields, row = world.fields, [card for card in state.fields.face_up.tolist() if card >= 0]
        cards = fields.deck.astype(int) + fields.discard + fields.hand.sum(0, dtype=int)
        cards += np.bincount(row, minlength=len(cards))
        assert cards.tolist() == game.tables[0].cards.tolist()
        assert (fields.hand >= 0).all()


def test_a_belief_is_the_same_in_a_scrambled_position():
    rng = random.Random("scrambled belief")
    for state in positions(150, "scrambled belief"):
        game, seat = state.game, state.seat
        twin = game.from_dict(scramble(state.to_dict(), game, seat, rng))
        one, other = state.view(seat), twin.view(seat)
        for mine, theirs in zip(belief_of(one), belief_of(other), strict=True):
            assert np.array_equal(mine, theirs)
        assert say_belief(one) == say_belief(other)


def test_a_seat_holds_as_many_tickets_as_it_has():
    for state in positions(60, "counted"):
        view = state.view(state.seat)
        if view.fields.phase == FIRST_TICKETS:
            continue
        held = belief_of(view).held
        for seat in range(state.game.seats):
            kept = 0 if seat == state.seat else int(view.fields.ticket_count[seat])
            assert held[seat].sum() == pytest.approx(kept)
            assert (held[seat] <= 1 + 1e-9).all()


def test_what_is_believed_is_said_of_others_only():
    said = 0
    for state in positions(150, "said"):
        view = state.view(state.seat)
        found = suspicions(view)
        said += len(found)
        assert all(each.seat != state.seat and LIKELY <= each.chance <= 1 for each in found)
        assert len(say_belief(view)) == len(found)
    assert said > 20


def test_a_belief_is_nearer_to_the_truth_than_a_hunch():
    """On deals that nothing was fitted on."""
    for edition, deals in (("usa", 25), ("london", 40)):
        table = GamePlan(edition, 2, deals, ("express", "planner", "racer", "tourist"))
        judged = judge_likelihood(list(rows_of(play_moments(table, "test"))), fitted())
        (figures,) = judged.values()
        tickets, style, hand = figures["tickets"], figures["style"], figures["hand"]
        assert tickets["belief"] > tickets["hunch"] + 0.3 > tickets["nothing"] + 0.3
        assert style["belief"] < style["hunch"]
        assert hand["belief"] > hand["re-deal"]


def test_the_fitted_numbers_are_those_of_their_certificate():
    whole, numbers = read_file(), fitted()
    assert whole["certificate"]["hash"] == digest_of(whole["numbers"])
    assert {"command", "seed", "deals", "bots", "rows", "commit"} <= set(whole["certificate"])
    assert numbers.style.first.shape[0] == len(STYLE_EVIDENCE)
    assert numbers.ticket.first.shape[0] == len(TICKET_EVIDENCE)
    assert numbers.card.shape == (len(CARD_EVIDENCE),)


def test_signalman_chooses_the_same_in_a_scrambled_position():
    rng, player = random.Random("signals"), make_player("signalman:rollouts=50", 7)
    for state in positions(100, "signals"):
        game, seat = state.game, state.seat
        twin = game.from_dict(scramble(state.to_dict(), game, seat, rng))
        chosen = player.choose(state.view(seat), state.legal_actions())
        assert player.choose(twin.view(seat), twin.legal_actions()) == chosen


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_signalman_plays_every_edition_with_any_number_of_seats(edition, seats):
    state = Game(edition, seats).start(seed=seats)
    search, quick = make_player("signalman:rollouts=1", 2), make_player("express", 2)
    while not state.is_over:
        player = search if state.seat == 0 else quick
        action = player.choose(state.view(state.seat), state.legal_actions())
        assert action in state.legal_actions()
        state.apply(action)


def test_signalman_says_what_it_believes():
    for state in positions(200, "told"):
        view, legal = state.view(state.seat), state.legal_actions()
        if believed := say_belief(view):
            told = make_player("signalman:rollouts=50", 6).explain(view, legal).splitlines()
            assert told[-len(believed) :] == believed
            return
    pytest.fail("nothing was believed in any position")
