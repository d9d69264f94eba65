"""What goes over HTTP about meeting others: finding opponents, arenas, members' bots."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from caboose.server.protocol.bodies import Name
from caboose.server.protocol.messages import ClockOptions
from caboose.server.protocol.views import Message

# ---- finding opponents ---------------------------------------------------------------------------


class GameWanted(Message):
    """What is to be played, with a clock of less than a day per turn."""

    edition: Annotated[str, Field(min_length=1, max_length=80)]
    seats: Annotated[int, Field(ge=2, le=5)]
    clock: ClockOptions
    rated: bool = False


class NewSeek(GameWanted):
    """Opponents to be found."""

    bots_after: Annotated[int, Field(ge=0, le=3600)] | None = Field(
        default=None, description="Seconds after which bots may fill the table; none: people only."
    )


class Waiting(GameWanted):
    """How many wait for the same."""

    people: int


class AllWaiting(Message):
    """Who waits for opponents at present, by what they want to play."""

    waiting: list[Waiting]


class Seek(Message):
    """How the sender's search for opponents stands.

    `found`: take the seat at `table`, by POST /api/tables/TABLE/chairs, under this commitment.
    `seated`: the game has begun there. `none`: the sender does not wait.
    """

    status: Literal["none", "waiting", "found", "seated"]
    wanted: NewSeek | None = None
    since: int | None = None
    people: int = 0  # how many wait for the same, the sender among them
    reach: int | None = None  # points of rating up and down in which others are looked for
    table: str | None = None
    commitment: str | None = None


# ---- members' bots -------------------------------------------------------------------------------


class NewBot(Message):
    """A bot of the sender's, to be made."""

    name: Name


class MemberBot(Message):
    """A bot of a member's."""

    guest: str
    name: str
    created_at: int
    seen_at: int


class MemberBots(Message):
    """A member's bots, and how many they may have."""

    bots: list[MemberBot]
    most: int


# ---- arenas --------------------------------------------------------------------------------------

Entry = TypeAliasType("Entry", Literal["all", "people", "bots"])
ArenaStatus = TypeAliasType("ArenaStatus", Literal["coming", "running", "over"])


class NewArena(GameWanted):
    """An arena to open: a tournament over a fixed time."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00]*$")]
    minutes: Annotated[int, Field(ge=5, le=10_080)]
    starts_in: Annotated[int, Field(ge=0, le=10_080, description="Minutes until it starts.")] = 0
    entry: Entry = "all"
    repeats: bool = Field(default=False, description="When it is over, the next one begins.")


class ArenaLine(GameWanted):
    """An arena in a list."""

    id: str
    name: str
    status: ArenaStatus
    entry: Entry
    repeats: bool
    owner: str | None  # the name of the member who opened it
    starts_at: int
    ends_at: int
    players: int
    next: str | None  # the arena that follows it


class Arenas(Message):
    """Arenas that are coming, running, or lately over."""

    arenas: list[ArenaLine]


class Standing(Message):
    """Somebody in an arena: their place, points, and whether they play or are there."""

    place: int
    guest: str
    name: str
    bot: bool
    score: int
    games: int
    wins: int
    here: bool
    table: str | None  # where they play


class ArenaSeat(Message):
    """What the sender is in an arena.

    `found`: take the seat at `table` under this commitment. `playing`: the game goes on there.
    """

    status: Literal["out", "away", "waiting", "found", "playing"]
    table: str | None = None
    commitment: str | None = None


class Arena(Message):
    """An arena as it stands."""

    arena: ArenaLine
    standings: list[Standing]
    you: ArenaSeat
