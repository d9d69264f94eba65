"""What a browser sends over a socket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from caboose.server.protocol.messages import Reaction, Room
from caboose.server.protocol.views import Message

CommandId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
GuestId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Notation = Annotated[str, Field(min_length=1, max_length=120)]


class Play(Message):
    """Play an action. `at` is how many actions the sender has seen."""

    t: Literal["play"]
    cmd_id: CommandId
    at: int = Field(ge=0, le=1_000_000)
    action: Notation


class AskRoute(Message):
    t: Literal["ask_route"]
    id: CommandId
    route: Annotated[str, Field(min_length=1, max_length=120)]


class AskTickets(Message):
    t: Literal["ask_tickets"]
    id: CommandId


class AskStanding(Message):
    """Where do all seats stand for the bonuses? It lies open, so spectators may ask, too."""

    t: Literal["ask_standing"]
    id: CommandId


class AskHint(Message):
    """What would a good bot do? Answered where all others are bots."""

    t: Literal["ask_hint"]
    id: CommandId


class Say(Message):
    t: Literal["say"]
    room: Room = "table"
    text: Annotated[str, Field(min_length=1, max_length=400)]


class React(Message):
    """Show one of a few faces at one's own card: said without words, and kept nowhere."""

    t: Literal["react"]
    reaction: Reaction


class Mute(Message):
    """Hear a guest's chat and see their reactions no more, or again."""

    t: Literal["mute"]
    guest: GuestId
    muted: bool = True


class TakeBack(Message):
    """Decide again for one's own seat, for which a bot stands in. Playing anything does it, too."""

    t: Literal["take_back"]


class Ping(Message):
    t: Literal["ping"]


ClientMessage = Annotated[
    Play | AskRoute | AskTickets | AskStanding | AskHint | Say | React | Mute | TakeBack | Ping,
    Field(discriminator="t"),
]

CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
