"""What goes over HTTP about deals that several people play: the daily deal, and duels."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from caboose.server.protocol.commands import GuestId
from caboose.server.protocol.views import Message

Flag = TypeAliasType(
    "Flag", Literal["same_device", "same_network", "newcomer", "alike", "leap", "twice"]
)
Scoring = TypeAliasType("Scoring", Literal["total", "matchpoints", "imps"])


class DealTable(Message):
    """The table at which somebody plays a deal."""

    table: str


class OwnAttempt(Message):
    """How far one is with a deal."""

    table: str
    status: Literal["playing", "over", "unfinished"]
    total: int | None  # once it is over
    share: float | None = None  # matchpoints, from 0 to 1; None if it is not ranked
    place: int | None = None
    ranked: int = 0  # how many are ranked: of so many it is a place
    compared_with: int = 0  # ranked others who had the same version: without any, no matchpoints
    instance: int
    flag: Flag | None = None  # why it is not ranked


class DealLine(Message):
    """One of a day's deals."""

    edition: str
    seat: int
    bots: list[str]
    players: int  # how many have played it to its end
    mine: OwnAttempt | None


class Daily(Message):
    """A day's deals."""

    day: str
    today: str
    now: int
    ends_at: int
    is_open: bool  # may be played, and counts
    deals: list[DealLine]
    streak: int  # days in a row, up to this one or the one before, on which one played to the end
    longest_streak: int


class DealResult(Message):
    """What somebody made of a deal."""

    name: str
    member: str | None  # whose page there is
    you: bool
    instance: int
    total: int
    share: float | None  # matchpoints; None if it is not ranked
    place: int | None
    flag: Flag | None
    table: str | None  # to look back at, once the deal is closed


class InstanceLine(Message):
    """What one instance of a deal was worth to those who played it."""

    instance: int
    players: int
    median: float | None
    par: int | None  # the strongest bot's result; None until it has played
    best: str | None  # the table of the best game, once the deal is closed


class DealResults(Message):
    """A deal's results. While it is open they are for those who have played it."""

    day: str
    edition: str
    is_open: bool
    ends_at: int
    players: int
    results: list[DealResult]  # of the best, and one's own
    instances: list[InstanceLine]


class NewDuel(Message):
    """A challenge to five deals, alone or for teams: so many a side, and as many at a table."""

    edition: Literal["usa", "london", "new_york"]
    scoring: Scoring = "total"
    team_of: Literal[1, 2, 4] = 1
    rival: GuestId | None = None  # a member; none: whoever opens the link first. Not for teams


class DuelDeal(Message):
    """One of a duel's deals: one's own result, and the other's once both are done.

    In a duel of teams, the tables are one's own and the other one, and the totals those of the
    teams: of all their seats at both tables.
    """

    number: int
    table: str | None  # where one plays it oneself
    status: Literal["open", "playing", "over", "unfinished"]
    total: int | None
    rival_table: str | None
    rival_total: int | None
    points: float | None  # by the duel's scoring, for oneself
    rival_points: float | None


class DuelPlayer(Message):
    """One of the two, or of the two teams."""

    name: str
    done: int  # deals played to their end; of teams: at one's own table, and at the other
    points: float | None  # by the duel's scoring, once both are done


class DuelPlace(Message):
    """A place in a team: whoever has it sits at one of the two tables, in every deal."""

    place: int
    team: Literal[1, 2]
    table: Literal[1, 2]
    name: str | None  # nobody yet
    you: bool


class Duel(Message):
    """A duel, as it looks to the one who asks; to a spectator, as it does to the challenger."""

    id: str
    edition: str
    scoring: Scoring
    team_of: int  # 1: no teams
    places: list[DuelPlace]  # of teams
    status: Literal["offered", "running", "over"]
    role: Literal["challenger", "rival", "invited", "other"]
    now: int
    ends_at: int
    me: DuelPlayer
    rival: DuelPlayer | None
    deals: list[DuelDeal]


class Duels(Message):
    """One's own duels, and those one is challenged to; newest first."""

    duels: list[Duel] = Field(max_length=50)
