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
ROOM_FOR_SWEEP = 16  # rows that a sweep and the end of an action may need
ROWS = 4096  # the longest honest run of sweeps seen was 120, at most 8 rows each

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


def new_buffer() -> np.ndarray[Any, Any]:
    """A buffer for the happenings of one action."""
    return np.zeros((ROWS, COLUMNS), np.int16)


def no_buffer() -> np.ndarray[Any, Any]:
    """The buffer of a batch, into which nothing is written."""
    return np.zeros((0, COLUMNS), np.int16)


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
    """In a nearly full buffer forget the last sweep, so that the row that stays is always told."""
    if happenings.shape[0] == 0 or happenings[0, 0] < happenings.shape[0] - ROOM_FOR_SWEEP:
        return
    row = wide(happenings[0, 0])
    while happenings[row, 0] != SWEPT:
        row -= 1
    happenings[0, 0] = row - 1


@compiled
def note_tickets(happenings: Any, kind: int, seat: int, tickets: Any, size: int) -> None:
    """Write which tickets were offered or kept."""
    row = note(happenings, kind, seat, size, NOBODY)
    if row > 0:
        for place in range(size):
            happenings[row, 3 + place] = tickets[place]
