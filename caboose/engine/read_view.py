"""A view read back from what it says, so that a bot can play where only text arrives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from caboose.boards.limits import MAX_OFFER, MAX_TICKETS
from caboose.engine.errors import BadPosition
from caboose.engine.fields import STATE
from caboose.engine.history import History, Step
from caboose.engine.position import (
    bad_positions,
    check_game,
    exactly,
    ids,
    lay_table,
    read_board,
    read_counts,
    read_open_cards,
    read_position,
    read_turn,
    whole,
)
from caboose.engine.sets import write_members
from caboose.engine.view import View

if TYPE_CHECKING:
    from caboose.engine.game import Game


def read_view(game: Game, said: dict[str, Any], steps: Iterable[dict[str, Any]] = ()) -> View:
    """The view that a dictionary describes; BadPosition if it does not describe one.

    Where in its ring the ticket deck begins is not said, and means nothing: here it begins at 0.
    """
    with bad_positions():
        check_game(game, said)
        viewer = said["viewer"]
        if viewer is not None:
            whole(viewer, 0, game.seats - 1, "viewer")
        history = _read_history(steps)
        if said["phase"] == "over":
            end = read_position(game, said["state"])
            return View(end.game, end.array, viewer, history)
        array = np.zeros(1, STATE)
        _read_public(game, array[0], said)
        if viewer is not None:
            _read_own(game, array[0], viewer, said["own"])
    return View(game, array, viewer, history)


def _read_history(steps: Iterable[dict[str, Any]]) -> History | None:
    history: History | None = None
    for step in steps:
        history = History(history, Step.from_dict(step))
    return history


def _read_public(game: Game, state: Any, said: dict[str, Any]) -> None:
    lay_table(game, state)
    read_turn(game, state, said)
    read_open_cards(game, state, said)
    read_board(game, state, said)
    state.chance = whole(said["chance"], 0, 2**31 - 1, "chance")
    state.deck_size = whole(said["deck"], 0, 32767, "the size of the deck")
    state.ticket_deck_size = whole(said["ticket_deck"], 0, MAX_TICKETS, "the ticket deck's size")
    for seat, size in exactly(game.seats, said["hands"], "hands"):
        state.hand_size[seat] = whole(size, 0, 32767, "the size of a hand")
        state.hand[seat] = state.seen[seat]
    for seat, count in exactly(game.seats, said["tickets"], "tickets"):
        state.ticket_count[seat] = whole(count, 0, MAX_TICKETS, "the number of tickets")
    for seat, size in exactly(game.seats, said["offers"], "offers"):
        state.offer_size[seat] = whole(size, 0, MAX_OFFER, "the size of an offer")
    _read_since_shuffle(game, state, said["since_shuffle"])


def _read_since_shuffle(game: Game, state: Any, memory: dict[str, Any]) -> None:
    read_counts(game, state.shuffled, memory["deck"])
    read_counts(game, state.revealed, memory["revealed"])
    for seat, drawn in exactly(game.seats, memory["blind"], "blind"):
        state.blind[seat] = whole(drawn, 0, 32767, "the cards drawn blind")
    for seat, spent in exactly(game.seats, memory["spent"], "spent"):
        read_counts(game, state.spent[seat], spent)


def _read_own(game: Game, state: Any, seat: int, own: dict[str, Any]) -> None:
    read_counts(game, state.hand[seat], own["hand"])
    read_counts(game, state.fresh[seat], own["drawn_since_shuffle"])
    write_members(state.tickets[seat], ids(game, own["tickets"]))
    state.ticket_count[seat] = len(own["tickets"])
    offer, returned = ids(game, own["offer"]), ids(game, own["returned"])
    if len(offer) != state.offer_size[seat] or len(returned) > MAX_OFFER:
        raise BadPosition("the offer has another size than the table saw.")
    state.offer[seat, : len(offer)] = offer
    state.returned_size[seat] = len(returned)
    state.returned[seat, : len(returned)] = returned
    write_members(state.removed, ids(game, own["removed"]))
    for ticket in own["removed"]:
        state.returned_by[ticket] = seat
    for known in own["in_ticket_deck"]:
        place = whole(known["place"], 1, int(state.ticket_deck_size), "a place in the ticket deck")
        ticket = ids(game, [known["ticket"]])[0]
        state.ticket_deck[place - 1] = ticket
        state.returned_by[ticket] = seat
