"""What goes over HTTP about people who disturb others: reports, bans, the chat switch."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from caboose.server.protocol.commands import GuestId
from caboose.server.protocol.messages import Room
from caboose.server.protocol.views import Message

Words = Annotated[str, Field(max_length=400)]
Outcome = Literal["dismissed", "acted"]


class ChatSwitch(Message):
    """May people write at this table?"""

    on: bool


class NewReport(Message):
    """Somebody at the table, and what they did."""

    guest: GuestId
    words: Annotated[str, Field(min_length=1, max_length=400)]


class Named(Message):
    """A guest as they were called at the table; without an id once they are forgotten."""

    guest: str | None
    name: str


class ReportedLine(Message):
    """A line of chat, kept with a report."""

    at: int
    room: Room
    guest: str | None
    name: str
    text: str


class Report(Message):
    """A report, with the chat and the game as everybody at the table had seen it by then."""

    id: int
    at: int
    table: str
    edition: str
    n: int  # actions played by then
    by: Named
    about: Named
    network: str | None  # where the one it is about asked from, if they were there
    words: str
    players: list[Named]  # by seat
    chat: list[ReportedLine]
    actions: list[str]
    done: int | None
    outcome: Outcome | None


class Reports(Message):
    """Those that wait first, each newest first."""

    reports: list[Report]


class ReportDone(Message):
    """What became of a report."""

    outcome: Outcome


class NewBan(Message):
    """Keep a guest or a network away: for so many hours, or until the ban is lifted."""

    guest: GuestId | None = None
    network: Annotated[str, Field(max_length=50)] | None = None
    hours: Annotated[float, Field(gt=0, le=100_000)] | None = None
    why: Words = ""


class BanLine(Message):
    """A ban that holds; without an end it holds until it is lifted."""

    id: int
    guest: str | None
    name: str | None  # of the guest
    network: str | None
    until: int | None
    why: str
    created_at: int


class BanLines(Message):
    """All bans that hold, newest first."""

    bans: list[BanLine]
