"""What a view says, field by field: the part everybody sees, and the part of one seat."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict
from typing_extensions import TypeAliasType

# Named, so that they have a name in the schemas and in TypeScript too.
Cards = TypeAliasType("Cards", dict[str, int])  # by color, locomotives too
Phase = TypeAliasType(
    "Phase", Literal["first_tickets", "turn", "second_card", "payment", "keep_tickets", "over"]
)


class Message(BaseModel):
    """Anything that is sent. Unknown fields are refused, so that a typing error is noticed."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


class GameEvent(BaseModel):
    """Something the table saw happen, with its facts; those that the receiver may not know lack."""

    model_config = ConfigDict(extra="allow")

    kind: str
    seat: int | None = None


class Step(Message):
    """One action with what happened, as the receiver may see it. Set-up has no seat and action."""

    seat: int | None
    action: str | None
    events: list[GameEvent]
    timed_out: bool  # the seat's time was up, and this was played for it


class SinceShuffle(Message):
    """What everybody could remember since the last shuffle."""

    deck: Cards
    revealed: Cards
    blind: list[int]
    spent: list[Cards]


class TicketPoints(Message):
    ticket: int
    points: int


class SeatScore(Message):
    """One seat's line of the score sheet."""

    routes: int
    tickets: list[TicketPoints]
    bonuses: dict[str, int]  # only those that were earned
    completed: int
    path_length: int
    total: int
    rank: int


class Score(Message):
    seats: list[SeatScore]
    winners: list[int]


class PublicPart(Message):
    """What lies open on the table, and how much lies face down."""

    # The last three are not there before the end.
    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    edition: str
    seats: int
    seat: int  # who decides
    phase: Phase
    face_up: list[str | None]
    discard: Cards
    trains: list[int]
    routes: dict[str, int]  # who has claimed which route
    route_points: list[int]
    seen: list[Cards]  # cards everybody saw a seat take, and that it has not spent
    final_turns_left: int | None
    passes: int
    pending_route: str | None
    actions: int
    turns: int
    end_reason: str | None
    chance: int
    waiting_for: list[int]
    deck: int
    ticket_deck: int
    hands: list[int]
    tickets: list[int]
    offers: list[int]
    since_shuffle: SinceShuffle
    closed: list[str]  # routes that nobody can claim any more because of their twins
    state: dict[str, Any] | None = None  # everything, once the game is over
    score: Score | None = None  # once the game is over
    longest_paths: list[list[str]] | None = None  # the routes of one for each seat, as one walks


class KnownTicket(Message):
    """A ticket that this seat returned, and where in the ticket deck it lies, from 1."""

    ticket: int
    place: int


class OwnPart(Message):
    """What only one seat knows."""

    hand: Cards
    drawn_since_shuffle: Cards
    tickets: list[int]
    offer: list[int]
    returned: list[int]
    removed: list[int]
    in_ticket_deck: list[KnownTicket]
