"""A sheet: what is written down of one position while it is valued."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS, MAX_TICKETS
from caboose.engine.fields import ROUTE_WORDS, SCORE
from caboose.players.value.value_facts import (
    ANSWERS,
    MOST_OPEN,
    SEAT_FACTS,
    TICKET_FACTS,
)


class Sheet(NamedTuple):
    """Facts and what follows from them, by seat."""

    seats: Any  # facts of each seat
    open: Any  # how many tickets of each are open, and not out of reach
    tickets: Any  # which
    facts: Any  # of each of them
    chances: Any  # by seat and ticket: of being completed; 0 for tickets not held
    answers: Any  # what the net says of each seat, as it says it
    shares: Any  # of the win
    points: Any  # at the end
    leads: Any  # over the best rival at the end
    turns: Any  # to come, the present one included
    paths: Any  # the chance of the bonus for the longest path
    way: Any  # the routes of the way that is looked at
    payable: Any  # the set of routes that each seat can pay for
    wanted: Any  # the set that rivals of each plan to claim
    threatened: Any  # the set that rivals of each can pay for
    scores: Any  # as if the game ended now, an array of one


def new_sheet() -> Sheet:
    """An empty sheet."""
    shares, points, leads, turns, paths = (np.zeros(MAX_SEATS) for _ in range(5))
    payable, wanted, threatened = (np.zeros((MAX_SEATS, ROUTE_WORDS), np.int64) for _ in range(3))
    return Sheet(
        seats=np.zeros((MAX_SEATS, len(SEAT_FACTS)), np.float32),
        open=np.zeros(MAX_SEATS, np.int64),
        tickets=np.zeros((MAX_SEATS, MOST_OPEN), np.int64),
        facts=np.zeros((MAX_SEATS, MOST_OPEN, len(TICKET_FACTS)), np.float32),
        chances=np.zeros((MAX_SEATS, MAX_TICKETS), np.float32),
        answers=np.zeros((MAX_SEATS, len(ANSWERS)), np.float32),
        shares=shares,
        points=points,
        leads=leads,
        turns=turns,
        paths=paths,
        way=np.zeros(ROUTE_WORDS, np.int64),
        payable=payable,
        wanted=wanted,
        threatened=threatened,
        scores=np.zeros(1, SCORE),
    )
