"""What every combination of an offer would need, together with the tickets one has."""

from __future__ import annotations

import random

from caboose import Game, State
from caboose.engine.progress import ticket_progress
from caboose.engine.sets import members
from tests.support.games.styles import race


def with_an_offer(seed: int) -> State:
    """A game of the USA where seat 0 owns some routes and has just drawn tickets."""
    state, rng = Game("usa", 2).start(seed=seed), random.Random(seed)
    while state.phase == "first_tickets" or len(members(state.fields.owned[0])) < 5 or state.seat:
        seat = min(state.waiting_for())
        state.apply(race(rng, [str(each) for each in state.legal_actions(seat)], state.game), seat)
    state.apply("tickets", 0)
    return state


def test_every_combination_connects_all_tickets_with_as_many_trains_as_it_says() -> None:
    state = with_an_offer(4)
    view = state.view(0)
    choices = {choice.places: choice for choice in view.offer_choices()}
    assert set(choices) == {(), (1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)}
    for places, choice in choices.items():
        tickets = view.tickets + [view.offer[place - 1] for place in places]
        claimed = [state.game.notation.route_number(route) for route in choice.routes]
        after = ticket_progress(state.game, state.fields, 0, tickets, claimed)
        assert [each.ticket for each in after if not each.done] == list(choice.cut_off)
        lengths = [state.game.edition.board.routes[number].length for number in claimed]
        assert choice.trains == sum(lengths)
        assert choice.turns >= len(claimed)


def test_a_ticket_more_never_needs_less_and_never_more_than_alone() -> None:
    view = with_an_offer(4).view(0)
    alone = {each.ticket: each.trains for each in view.ticket_progress()}
    trains = {choice.places: choice.trains for choice in view.offer_choices()}
    for places, needed in trains.items():
        for place in places:
            without = trains[tuple(other for other in places if other != place)]
            assert needed <= without + alone[view.offer[place - 1]]
    assert trains[1, 2, 3] < trains[()] + sum(alone[ticket] for ticket in view.offer)


def test_without_an_offer_there_is_nothing_to_choose() -> None:
    state = with_an_offer(4)
    assert state.view(1).offer_choices() == []
