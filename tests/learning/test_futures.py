"""Futures of a true position: what lies somewhere stays there, what is still to come is open."""

import numpy as np

from caboose.boards.limits import MAX_TICKETS
from caboose.engine.fields import NOBODY
from caboose.learning.futures import deal_future
from tests.support.games.positions import positions


def future_of(state, word: int):
    fields = state.copy().fields
    deal_future(fields, word, 1, np.zeros(2, np.int64))
    return fields


def ticket_deck(fields) -> list[int]:
    places = [(int(fields.ticket_top) + i) % MAX_TICKETS for i in range(fields.ticket_deck_size)]
    return [int(fields.ticket_deck[place]) for place in places]


def test_other_tickets_come_next_and_returned_ones_stay_at_the_bottom():
    moved, stayed = 0, 0
    for state in positions(60, "futures"):
        before, after = ticket_deck(state.fields), ticket_deck(future_of(state, 7))
        assert sorted(before) == sorted(after)
        moved += before != after
        for place, ticket in enumerate(before):
            if state.fields.returned_by[ticket] != NOBODY:
                assert after[place] == ticket
                stayed += 1
    assert moved > 40
    assert stayed > 40


def test_futures_differ_by_their_words_alone():
    for state in positions(10, "words"):
        assert future_of(state, 7).tobytes() == future_of(state, 7).tobytes()
        assert future_of(state, 7).tobytes() != future_of(state, 9).tobytes()


def test_nothing_that_lies_somewhere_changes():
    for state in positions(20, "lies"):
        before, after = state.fields, future_of(state, 3)
        for name in ("hand", "tickets", "deck", "face_up", "discard", "offer", "returned"):
            assert np.array_equal(before[name], after[name])
