"""A view: exactly what a seat, or a spectator, may know. The only way information leaves.

`hide` blanks every secret field of a copy of the state's record; everything a view says is read
from that copy and from the history as the viewer saw it. So there is one function to check, and a
bot can run the engine's own rules on what it is allowed to know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from caboose.boards.limits import MAX_OFFER, MAX_TICKETS
from caboose.engine.action import Action
from caboose.engine.chance import clear_numbers
from caboose.engine.compiled import bit, compiled, wide
from caboose.engine.errors import Reason
from caboose.engine.fields import (
    CARDS,
    FIRST_TICKETS,
    NOBODY,
    OVER,
    PHASES,
    TICKET_WORDS,
    Fields,
    GameRecord,
    StateRecord,
    copy_records,
)
from caboose.engine.history import History, Step
from caboose.engine.position import write_public, write_ticket_deck
from caboose.engine.progress import (
    OfferChoice,
    TicketEffect,
    TicketProgress,
    offer_choices,
    ticket_effects,
    ticket_progress,
)
from caboose.engine.reasons import payments_for, why_not_claim
from caboose.engine.rules.claim_route import is_closed_by_twin, is_free
from caboose.engine.rules.draw_tickets import has_chosen
from caboose.engine.sets import members
from caboose.engine.state import State

if TYPE_CHECKING:
    from caboose.engine.game import Game
    from caboose.engine.standing import ClaimEffects, Standing


@compiled
def hide_chance(state: StateRecord) -> None:
    """Nobody sees the key, or the order of the deck; which words are next means nothing then."""
    for i in range(state.key.shape[0]):
        state.key[i] = 0
    clear_numbers(state)
    for color in range(CARDS):
        state.deck[color] = 0


@compiled
def hide_hand(state: StateRecord, seat: int) -> None:
    """R23: of another hand only the cards that everybody saw it take are known."""
    for color in range(CARDS):
        state.hand[seat, color] = state.seen[seat, color]
        state.fresh[seat, color] = 0


@compiled
def hide_tickets(state: StateRecord, seat: int) -> None:
    """R23, T4: which tickets a seat keeps, was offered or put aside is its own affair."""
    for word in range(TICKET_WORDS):
        state.tickets[seat, word] = 0
    for place in range(MAX_OFFER):
        state.offer[seat, place] = NOBODY
        state.returned[seat, place] = NOBODY


@compiled
def hide_first_choice(game: GameRecord, state: StateRecord, seat: int) -> None:
    """R7: until all have chosen, nobody sees how many first tickets another seat kept."""
    if has_chosen(state, seat):
        state.ticket_count[seat] = 0
        state.returned_size[seat] = 0


@compiled
def hide_ticket_deck(game: GameRecord, state: StateRecord, viewer: int) -> None:
    """R6: a seat remembers the tickets it returned itself and where they lie, nothing else."""
    for place in range(MAX_TICKETS):
        ticket = wide(state.ticket_deck[place])
        if ticket != NOBODY and (viewer == NOBODY or state.returned_by[ticket] != viewer):
            state.ticket_deck[place] = NOBODY
    for ticket in range(game.tickets):
        if viewer == NOBODY or state.returned_by[ticket] != viewer:
            state.returned_by[ticket] = NOBODY
            state.removed[ticket >> 6] = wide(state.removed[ticket >> 6]) & ~bit(ticket & 63)


@compiled
def hide(game: GameRecord, state: StateRecord, viewer: int) -> None:
    """R23: blank everything a viewer may not know; when the game is over, nothing."""
    if state.phase == OVER:
        return
    hide_chance(state)
    hide_ticket_deck(game, state, viewer)
    for seat in range(game.seats):
        if seat != viewer:
            hide_hand(state, seat)
            hide_tickets(state, seat)
            if state.phase == FIRST_TICKETS:
                hide_first_choice(game, state, seat)


@compiled
def hide_in(games: Any, states: Any, i: int, viewer: int) -> None:
    """Make state i what a viewer may know of it."""
    hide(games[0], states[i], viewer)


@compiled
def is_closed(game: GameRecord, state: StateRecord, route: int) -> bool:
    """Has nobody claimed a route, and can nobody any more, because of its twin?"""
    return is_closed_by_twin(game, state, route) and is_free(game, state, route)


class View:
    """What one seat may know (`viewer`), or a spectator (`viewer` is None)."""

    __slots__ = ("_array", "_history", "game", "viewer")

    def __init__(
        self, game: Game, array: np.ndarray[Any, Any], viewer: int | None, history: History | None
    ) -> None:
        self.game = game
        self.viewer = viewer
        self._array = array
        self._history = history

    @property
    def fields(self) -> Any:
        """The record with everything hidden blanked (see `fields.py`); treat it as read-only."""
        return self._array[0]

    @property
    def array(self) -> np.ndarray[Any, Any]:
        """The blanked record as an array of one, for compiled functions; read-only."""
        return self._array

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self._array["seat"][0])

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return PHASES[int(self._array["phase"][0])]

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self._array["phase"][0] == OVER)

    @property
    def hand(self) -> dict[str, int]:
        """The viewer's own cards."""
        return self.game.notation.by_name(self.fields.hand[self.own_seat()].tolist())

    @property
    def tickets(self) -> list[int]:
        """The viewer's own tickets."""
        return members(self.fields.tickets[self.own_seat()])

    @property
    def offer(self) -> list[int]:
        """The tickets offered to the viewer now."""
        seat = self.own_seat()
        return self.fields.offer[seat, : self.fields.offer_size[seat]].tolist()  # type: ignore[no-any-return]

    @property
    def history(self) -> list[Step]:
        """The actions and events so far, as the viewer saw them."""
        steps = [] if self._history is None else list(self._history)
        if self.is_over:
            return steps
        return [step.seen_by(self.viewer) for step in steps]

    def waiting_for(self) -> list[int]:
        """The seats that must decide now."""
        return State(self.game, self._array, None).waiting_for()

    def why_not(self, route: str) -> Reason | None:
        """Why the viewer may not claim a route now; None if it may."""
        return why_not_claim(self, self.game.notation.parse(f"claim {route}")[0])

    def payments(self, route: str) -> list[Action]:
        """How the viewer could pay for a route, fewest locomotives first."""
        return payments_for(self, self.game.notation.parse(f"claim {route}")[0])

    def closed_routes(self) -> list[str]:
        """The routes that nobody has and nobody can claim any more, because of their twins."""
        names, game = self.game.notation.routes, self.game.tables[0]
        return [name for route, name in enumerate(names) if is_closed(game, self.fields, route)]

    def ticket_progress(self) -> list[TicketProgress]:
        """How far each of the viewer's tickets is, kept ones first, then those offered."""
        return ticket_progress(self.game, self.fields, self.own_seat(), self.tickets + self.offer)

    def offer_choices(self) -> list[OfferChoice]:
        """What all tickets together still need, for every combination of those offered."""
        seat, offer = self.own_seat(), self.offer
        return offer_choices(self.game, self.fields, seat, self.tickets, offer) if offer else []

    def ticket_effects(self, route: str) -> list[TicketEffect]:
        """Which of the viewer's kept tickets it would bring on to claim a route."""
        number = self.game.notation.route_number(route)
        return ticket_effects(self.game, self.fields, self.own_seat(), self.tickets, number)

    def claim_effects(self, route: str) -> ClaimEffects | None:
        """What it would bring to claim a route, besides tickets; None if it is not open."""
        from caboose.engine.standing import claim_effects

        return claim_effects(self, self.game.notation.route_number(route))

    def standing(self) -> Standing:
        """Where all seats stand for the bonuses, as everybody could count it on the board."""
        from caboose.engine.standing import standing

        return standing(self)

    def to_dict(self) -> dict[str, Any]:
        """All the view says, in plain values."""
        said = {"viewer": self.viewer, **self.public_part()}
        if self.viewer is not None:
            said["own"] = self.own_part(self.viewer)
        return said

    def public_part(self) -> dict[str, Any]:
        """What lies open on the table, and how much lies face down."""
        fields, seats, notation = Fields(self._array), self.game.seats, self.game.notation
        end = State(self.game, self._array, None) if self.is_over else None
        return {
            **write_public(self.game, fields),
            "waiting_for": self.waiting_for(),
            "deck": fields.deck_size,
            "ticket_deck": fields.ticket_deck_size,
            "hands": list(fields.hand_size[:seats]),
            "tickets": list(fields.ticket_count[:seats]),
            "offers": list(fields.offer_size[:seats]),
            "since_shuffle": {
                "deck": notation.by_name(fields.shuffled),
                "revealed": notation.by_name(fields.revealed),
                "blind": list(fields.blind[:seats]),
                "spent": [notation.by_name(cards) for cards in fields.spent[:seats]],
            },
            **({} if end is None else {"state": end.to_dict(), "score": end.score().to_dict()}),
        }

    def own_part(self, seat: int) -> dict[str, Any]:
        """What only the viewer knows."""
        fields, notation = Fields(self._array), self.game.notation
        known = enumerate(write_ticket_deck(fields), start=1)
        return {
            "hand": notation.by_name(fields.hand[seat]),
            "drawn_since_shuffle": notation.by_name(fields.fresh[seat]),
            "tickets": members(fields.tickets[seat]),
            "offer": list(fields.offer[seat][: fields.offer_size[seat]]),
            "returned": list(fields.returned[seat][: fields.returned_size[seat]]),
            "removed": members(fields.removed),
            "in_ticket_deck": [
                {"ticket": ticket, "place": place} for place, ticket in known if ticket != NOBODY
            ],
        }

    def own_seat(self) -> int:
        """The viewer's seat; a spectator has none."""
        if self.viewer is None:
            raise ValueError("a spectator has no hand and no tickets.")
        return self.viewer

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        same = self.viewer == other.viewer and self.game == other.game
        return same and self._array.tobytes() == other._array.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: dict[int, Any]) -> View:
        return View(self.game, copy_records(self._array), self.viewer, self._history)

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (self.game, copy_records(self._array), self.viewer, self._history_seen())

    def _history_seen(self) -> History | None:
        """The history without its secrets: a pickled view must hold none."""
        history: History | None = None
        for step in self.history:
            history = History(history, step)
        return history

    def __repr__(self) -> str:
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"<View of {self.game!r} for {who}: {self.phase}, seat {self.seat}>"


def make_view(state: State, viewer: int | None) -> View:
    """What a viewer may know of a state."""
    array = copy_records(state.array)
    hide_in(state.game.tables, array, 0, NOBODY if viewer is None else viewer)
    return View(state.game, array, viewer, state.history)
