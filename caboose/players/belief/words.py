"""What is believed, in words, for the seat whose view it is and for nobody else."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from caboose.engine.fields import FIRST_TICKETS, OVER
from caboose.engine.view import View
from caboose.players.belief.belief import belief_of

LIKELY = 0.5  # what is said to be probable
MOST_SAID = 3  # tickets of one seat


class Suspicion(NamedTuple):
    """A ticket that another seat probably holds."""

    seat: int
    ticket: int
    chance: float


def suspicions(view: View) -> list[Suspicion]:
    """The tickets that others probably hold, by seat, the likeliest first."""
    if view.fields.phase in (FIRST_TICKETS, OVER):
        return []  # nothing was laid yet, or everything lies open
    held, found = belief_of(view).held, list[Suspicion]()
    for seat in range(view.game.seats):
        if seat != view.own_seat():
            likeliest = np.argsort(-held[seat], kind="stable")[:MOST_SAID].tolist()
            said = (Suspicion(seat, ticket, float(held[seat, ticket])) for ticket in likeliest)
            found += [each for each in said if each.chance >= LIKELY]
    return found


def say_belief(view: View) -> list[str]:
    """A sentence for each ticket that somebody else probably holds."""
    return [
        f"seat {each.seat} probably holds {_name(view, each.ticket)} ({each.chance:.0%})"
        for each in suspicions(view)
    ]


def _name(view: View, ticket: int) -> str:
    edition = view.game.edition
    names = {city.id: city.name for city in edition.board.cities}
    return "–".join(names[city] for city in edition.tickets[ticket].cities)
