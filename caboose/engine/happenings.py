"""The small buffer into which rules write what happens, as rows of numbers.

Comparing two states afterwards would lose the second sweep of a row, so rules say what they do
while they do it. Batches hand in an empty buffer and pay one comparison. `event.py` gives the rows
their words and says who may see which part.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import NOBODY

COLUMNS = 8  # kind, seat, six values
ROWS = 4096  # some 580 sweeps one by one; a run that is longer has its middle counted
ROOM_FOR_SWEEP = 16  # rows that a sweep and the end of an action may need
BEFORE_COUNTING = 1024  # rows that stay; the largest deck is laid and swept in fewer than 800

# Row 0 holds the number of rows written. The kinds:
DREW_BLIND = 1  # seat; color
TOOK_FACE_UP = 2  # seat; color, slot
LAID = 3  # -; color, slot
SWEPT = 4  # -: the row went to the discards; the cards laid in its place follow
RESHUFFLED = 5  # -; cards in the new deck
DRAW_ENDED = 6  # seat: no second card could be drawn
CLAIMED = 7  # seat; route
PAID = 8  # seat; color, cards of it, locomotives, route, points
OFFERED = 9  # seat; how many, which
KEPT = 10  # seat; how many, which
FIRST_KEPT = 11  # seat; how many, which: told to nobody else until all have chosen
ALL_CHOSE = 12  # -; how many each seat kept
PASSED = 13  # seat
FINAL_ROUND_BEGAN = 14  # seat
GAME_ENDED = 15  # -; reason
SWEPT_OFTEN = 16  # -; how many sweeps, of five cards each, are not told one by one


def new_buffer() -> np.ndarray[Any, Any]:
    """A buffer for the happenings of one action."""
    return np.zeros((ROWS, COLUMNS), np.int32)


def no_buffer() -> np.ndarray[Any, Any]:
    """The buffer of a batch, into which nothing is written."""
    return np.zeros((0, COLUMNS), np.int32)


@compiled
def note(happenings: Any, kind: int, seat: int, a: int, b: int) -> int:
    """Write one happening with up to two values; its row, or 0 when nothing is written."""
    if happenings.shape[0] == 0:
        return 0
    row = min(wide(happenings[0, 0]), wide(happenings.shape[0]) - 2) + 1
    happenings[0, 0] = row
    happenings[row, 0] = kind
    happenings[row, 1] = seat
    happenings[row, 2] = a
    happenings[row, 3] = b
    for column in range(4, COLUMNS):
        happenings[row, column] = NOBODY
    return row


@compiled
def make_room_for_sweep(happenings: Any) -> None:
    """R2: in a nearly full buffer count the sweeps of the middle, since a run has no longest.

    Everything from the sweep before the last reshuffle on stays as it is, so that what everybody
    knows of the deck still follows from what was told.
    """
    if happenings.shape[0] == 0 or happenings[0, 0] < happenings.shape[0] - ROOM_FOR_SWEEP:
        return
    first = first_counted_row(happenings)
    last = sweep_before_last_reshuffle(happenings)
    times = sweeps_in(happenings, first, last)
    moved = wide(happenings[0, 0]) + 1 - last
    happenings[0, 0] = first - 1
    note(happenings, SWEPT_OFTEN, NOBODY, times, NOBODY)
    for row in range(moved):
        for column in range(COLUMNS):
            happenings[first + 1 + row, column] = happenings[last + row, column]
    happenings[0, 0] = first + moved


@compiled
def first_counted_row(happenings: Any) -> int:
    """Where counting begins, or began when the buffer was full before."""
    row = BEFORE_COUNTING
    while happenings[row, 0] != SWEPT and happenings[row, 0] != SWEPT_OFTEN:
        row += 1
    return row


@compiled
def sweep_before_last_reshuffle(happenings: Any) -> int:
    """The row of the sweep whose new row the last reshuffle so far helped to lay."""
    row = wide(happenings[0, 0])
    while happenings[row, 0] != RESHUFFLED:
        row -= 1
    while happenings[row, 0] != SWEPT:
        row -= 1
    return row


@compiled
def sweeps_in(happenings: Any, first: int, end: int) -> int:
    """How many sweeps these rows tell, those already counted included."""
    sweeps = 0
    for row in range(first, end):
        if happenings[row, 0] == SWEPT:
            sweeps += 1
        elif happenings[row, 0] == SWEPT_OFTEN:
            sweeps += wide(happenings[row, 2])
    return sweeps


@compiled
def note_tickets(happenings: Any, kind: int, seat: int, tickets: Any, size: int) -> None:
    """Write which tickets were offered or kept."""
    row = note(happenings, kind, seat, size, NOBODY)
    if row > 0:
        for place in range(size):
            happenings[row, 3 + place] = tickets[place]
