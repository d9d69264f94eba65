"""What chance still has to say before a position stands, one node of OpenSpiel after the other.

By deal: eight rolls of a die with 256 faces are the bytes of the game's seed, and no later node is
a chance node. By cards: every ticket that is offered and every card that leaves the deck is a node
of its own, as likely as on the table. The rules stay the engine's: it is handed a ticket deck and
words of chance from which it draws just what was said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Protocol, Self

import numpy as np

from caboose.boards.limits import MAX_TICKETS
from caboose.engine import kernels
from caboose.engine.chance import give_word
from caboose.engine.event import Event, read_events
from caboose.engine.fields import CARDS, FACE_UP, LOCOMOTIVE, MAX_GIVEN, NOBODY, STATE, copy_records
from caboose.engine.game import Game
from caboose.engine.happenings import (
    DREW_BLIND,
    LAID,
    PAID,
    RESHUFFLED,
    SWEPT,
    TOOK_FACE_UP,
    new_buffer,
)
from caboose.engine.numbering import ACTIONS, DRAW_TICKETS
from caboose.engine.rules import setup
from caboose.engine.state import State

Array = np.ndarray[Any, Any]
Outcomes = list[tuple[int, float]]

FACES, ROLLS = 256, 8  # of the die whose rolls are a game's seed
MOST_NODES = MAX_TICKETS + MAX_GIVEN + ROLLS  # that the deal or an action can have

_HAPPENINGS = new_buffer()
_MASK = np.zeros(ACTIONS, np.bool_)


class Undecided(Protocol):
    """A deal or an action whose outcome is not known yet. It never changes; `told` is the next."""

    def outcomes(self) -> Outcomes:
        """What may come next, each with its chance; nothing once all is known."""

    def told(self, outcome: int) -> Self:
        """The same with one outcome known."""

    def name(self, outcome: int) -> str:
        """An outcome in words."""

    def finish(self) -> tuple[State, list[Event]]:
        """The position that this leads to, and what happened."""


@dataclass(frozen=True)
class SeedDeal:
    """The deal as rolls of a die; everything that comes after it is settled, too."""

    game: Game
    rolls: tuple[int, ...] = ()

    def outcomes(self) -> Outcomes:
        """The faces of the die, all equally likely."""
        return even(range(FACES)) if len(self.rolls) < ROLLS else []

    def told(self, outcome: int) -> SeedDeal:
        """The next roll."""
        return replace(self, rolls=(*self.rolls, outcome))

    def name(self, outcome: int) -> str:
        """A roll in words."""
        return f"roll {outcome}"

    def finish(self) -> tuple[State, list[Event]]:
        """The first position of the game that the rolls are the seed of."""
        dealt = self.game.start(seed=int.from_bytes(bytes(self.rolls), "big"))
        assert dealt.history is not None
        return State(dealt.game, dealt.array, None), list(dealt.history.step.events)

    def __str__(self) -> str:
        return f"the deal, rolls so far: {list(self.rolls)} of {ROLLS}"


@dataclass(frozen=True)
class CardByCard:
    """The deal (without an action) or an action; tickets are said first, then cards.

    One action can lay more cards than words lie ready, if its row is swept again and again. Then
    rolls of a die are the key of all that still comes of it.
    """

    before: State
    action: int | None = None
    tickets: tuple[int, ...] = ()
    words: tuple[int, ...] = ()
    rolls: tuple[int, ...] = ()

    @classmethod
    def deal(cls, game: Game) -> CardByCard:
        """The deal of a game."""
        return cls(laid_out(game))

    def outcomes(self) -> Outcomes:
        """Tickets that may be offered next, or cards that may be drawn."""
        if self._lacks_ticket:
            return even(CARDS + ticket for ticket in self._unoffered)
        if not self._lacks_word:
            return []
        if len(self.words) == MAX_GIVEN:
            return even(range(FACES)) if len(self.rolls) < ROLLS else []
        deck = self._deck
        return [(color, deck[color] / sum(deck)) for color in range(CARDS) if deck[color]]

    def told(self, outcome: int) -> CardByCard:
        """The next ticket, card or roll."""
        if self._lacks_ticket:
            return replace(self, tickets=(*self.tickets, outcome - CARDS))
        if len(self.words) == MAX_GIVEN:
            return replace(self, rolls=(*self.rolls, outcome))
        return replace(self, words=(*self.words, word_for(self._deck, outcome)))

    def name(self, outcome: int) -> str:
        """A ticket, a card or a roll in words."""
        edition = self.before.game.edition
        if self._lacks_ticket:
            return f"ticket {'-'.join(edition.tickets[outcome - CARDS].cities)}"
        if len(self.words) == MAX_GIVEN:
            return f"roll {outcome}"
        return f"card {'locomotive' if outcome == LOCOMOTIVE else edition.colors[outcome]}"

    def finish(self) -> tuple[State, list[Event]]:
        """The position after the deal or the action; no chance is left in it."""
        array, rows, _ = self._played
        for name in ("key", "chance", "drawn", "laid", "sweeps"):
            array[name] = 0
        return State(self.before.game, array, None), read_events(self.before.game.notation, rows)

    @property
    def _lacks_ticket(self) -> bool:
        """Is a ticket offered next that nobody knows yet? Returned ones lie below, in order."""
        game = self.before.game.tables[0]
        if self.action is None:
            wanted = int(game.seats * game.first_offer)
        else:
            wanted = int(game.offer) if self.action == DRAW_TICKETS else 0
        return len(self.tickets) < wanted and bool(self._unoffered)

    @cached_property
    def _unoffered(self) -> list[int]:
        """The tickets of the deck that nobody has been offered, those said left out."""
        fields = self.before.fields
        ring = np.roll(fields["ticket_deck"], -int(fields["ticket_top"]))
        deck = ring[: int(fields["ticket_deck_size"])].tolist()
        said = (ticket for ticket in deck if fields["returned_by"][ticket] == NOBODY)
        return [ticket for ticket in said if ticket not in self.tickets]

    @property
    def _lacks_word(self) -> bool:
        return self._played[2] > len(self.words)

    @cached_property
    def _deck(self) -> list[int]:
        """The deck from which the next card comes, color by color."""
        return deck_at(self.before.fields, self._played[1], len(self.words))

    @cached_property
    def _played(self) -> tuple[Array, Array, int]:
        """The position with all that was said, what happened, and how many cards were drawn."""
        array = copy_records(self.before.array)
        stack_tickets(array, self.tickets)
        array["key"][0, : len(self.rolls)] = self.rolls
        for word in reversed(self.words):
            give_word(array[0], word)
        array["chance"] = 0
        tables, seat = self.before.game.tables, self.before.seat
        if self.action is None:
            _HAPPENINGS[0, 0] = 0
            setup.deal_hands(tables[0], array[0], _HAPPENINGS)
            setup.lay_face_up_row(tables[0], array[0], _HAPPENINGS)
            setup.deal_first_offers(tables[0], array[0], _HAPPENINGS)
        else:
            kernels.step(tables, array, 0, seat, self.action, _MASK, _HAPPENINGS)
        rows = _HAPPENINGS[: 1 + int(_HAPPENINGS[0, 0])].copy()
        return array, rows, int(array["chance"][0])

    def __deepcopy__(self, memo: dict[int, Any]) -> CardByCard:
        return self

    def __str__(self) -> str:
        return f"chance, so far: {list(self.tickets)} tickets, {len(self.words)} cards"


def even(outcomes: Any) -> Outcomes:
    """Outcomes that are equally likely."""
    listed = list(outcomes)
    return [(outcome, 1 / len(listed)) for outcome in listed]


@cache
def laid_out(game: Game) -> State:
    """A table that is ready to be dealt; the ticket deck is in the edition's order."""
    array = np.zeros(1, STATE)
    table, tables = array[0], game.tables[0]
    setup.clear_table(tables, table)
    setup.give_trains(tables, table)
    setup.open_routes(tables, table)
    setup.shuffle_tickets(tables, table)
    array["ticket_deck"][0, : int(tables.tickets)] = np.arange(int(tables.tickets))
    setup.shuffle_cards(tables, table)
    return State(game, array, None)


def stack_tickets(array: Array, tickets: Sequence[int]) -> None:
    """Put tickets on top of the ticket deck, the first one uppermost."""
    ring, top = array["ticket_deck"][0], int(array["ticket_top"][0])
    for place, ticket in enumerate(tickets, start=top):
        lies = int(np.flatnonzero(ring == ticket)[0])
        ring[lies], ring[place % MAX_TICKETS] = ring[place % MAX_TICKETS], ticket


def word_for(deck: Sequence[int], color: int) -> int:
    """The smallest word of chance with which the engine draws a color from a deck."""
    return -(-(sum(deck[:color]) << 32) // sum(deck))


def deck_at(before: Any, rows: Array, draws: int) -> list[int]:
    """The deck, color by color, after so many draws of what happened."""
    deck, discard, row = (before[name].tolist() for name in ("deck", "discard", "face_up"))
    for kind, _, one, other, locomotives, *_ in rows[1:].tolist():
        if kind in (DREW_BLIND, LAID):
            if draws == 0:
                break
            draws -= 1
            deck[one] -= 1
        if kind == LAID:
            row[other] = one
        elif kind == TOOK_FACE_UP:
            row[other] = NOBODY
        elif kind == PAID:
            discard[one] += other
            discard[LOCOMOTIVE] += locomotives
        elif kind == SWEPT:
            for card in row:
                discard[card] += card != NOBODY
            row = [NOBODY] * FACE_UP
        elif kind == RESHUFFLED:
            deck, discard = discard, [0] * CARDS
    return deck  # type: ignore[no-any-return]
