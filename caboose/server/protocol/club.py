"""What goes over HTTP about members: claiming a name, coming back, devices."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from caboose.server.protocol.bodies import Name
from caboose.server.protocol.views import Message

Code = Annotated[str, Field(min_length=1, max_length=60)]
Line = Annotated[str, Field(max_length=80, pattern=r"^[^\x00]*$")]
# What the browser's own functions take and give; see WebAuthn.
Credential = dict[str, Any]


class Claim(Message):
    """The name that a guest wants to keep."""

    name: Name


class RecoveryCodes(Message):
    """Codes by which a member comes back; each works once. They are shown this once."""

    codes: list[str]


class Device(Message):
    """A browser that is signed in."""

    id: str
    device: str  # as `Firefox on Linux`; empty if it does not say
    here: bool  # the one that asks
    since: int
    seen_at: int


class Passkey(Message):
    """A key that a device keeps for a member."""

    id: str
    device: str
    created_at: int
    used_at: int | None


class Membership(Message):
    """What a member has, for themselves alone."""

    name: str
    since: int
    rename_at: int  # from when on the name may change
    codes_left: int
    may_have_passkeys: bool  # at this address
    passkeys: list[Passkey]
    devices: list[Device]


class DeviceCode(Message):
    """A code by which another device comes in as this member: once, and soon."""

    code: str
    path: str  # of the page that takes it; what stands behind # is sent to nobody
    until: int


class SaidCode(Message):
    """A code as somebody has typed it."""

    code: Code


class CodeOwner(Message):
    """Whose code it is."""

    name: str


class PasskeyOptions(Message):
    """What the browser is asked for."""

    options: Credential


class ShownPasskey(Message):
    """What the browser answered."""

    credential: Credential


# ---- what somebody has played --------------------------------------------------------------------


class GamesWanted(Message):
    """Which of one's games to list; what is empty or 0 filters nothing."""

    edition: Line = ""
    seats: Annotated[int, Field(ge=0, le=5)] = 0
    rivals: Literal["", "bots", "people"] = ""
    result: Literal["", "won", "lost"] = ""
    rated: Literal["", "yes", "no"] = ""
    search: Line = ""  # part of a player's name
    skip: Annotated[int, Field(ge=0, le=100_000)] = 0
    limit: Annotated[int, Field(ge=1, le=100)] = 30


class GameLine(Message):
    """A finished game of one's own."""

    table: str
    edition: str
    ended_at: int
    seat: int
    players: list[str]  # by seat
    bots: list[str | None]  # the level or name of a bot, by seat
    totals: list[int]
    won: bool
    rated: bool


class Games(Message):
    """Finished games, newest first; how many there are in all that fit."""

    games: list[GameLine]
    found: int
    parquet: bool  # can this server write them as Parquet, too?


class WinShare(Message):
    """So many games of a kind, so many won, and the bounds of the share (95 %)."""

    key: str
    games: int
    wins: int
    low: float
    high: float


class Best(Message):
    """The most of something in an edition, and in which game it was."""

    edition: str
    n: int
    table: str


class TicketFigures(Message):
    """Tickets over all games: held at the end, completed, and what they brought together."""

    kept: int
    completed: int
    points: int


class Streak(Message):
    """Wins in a row."""

    now: int
    most: int


class Figures(Message):
    """What somebody's finished games add up to."""

    all: WinShare
    by_edition: list[WinShare]
    by_seats: list[WinShare]
    by_rival: list[WinShare]  # the strongest at the table: `person`, or a bot's level or name
    best_scores: list[Best]
    longest_paths: list[Best]
    tickets: TicketFigures
    streak: Streak
    routes: dict[str, dict[str, int]]  # edition -> route -> how often it was claimed


# ---- ratings -------------------------------------------------------------------------------------


class RatingLine(Message):
    """A member, or a house bot, on a leaderboard."""

    guest: str | None  # none: a house bot, whose rating is fixed
    name: str
    rating: int
    unsure: int  # a standard deviation
    games: int
    provisional: bool
    bot_of: str | None = None  # a member's bot, and whose it is


class Leaderboard(Message):
    """Who is rated in a pool: by what they are worth at least, and the bots that fix the scale."""

    pool: str
    members: list[RatingLine]
    bots: list[RatingLine]


class RatingStep(Message):
    """What a game did to somebody's rating; which game it was only if the reader may see it."""

    table: str | None
    pool: str
    ended_at: int
    place: int  # counted from 1
    counts: bool
    rating: int
    unsure: int
    provisional: bool


class RatingHistory(Message):
    """The newest steps of a member's ratings, oldest first."""

    name: str
    steps: list[RatingStep]


class GameWorth(Message):
    """What the analysis of a game says about one's own seat."""

    table: str
    edition: str
    ended_at: int
    accuracy: float | None  # of one's decisions, to 100; none if there was nothing to decide
    luck: float  # in shares of the win


class OverTime(Message):
    """How one's ratings came about, and what analyzed games were worth; each oldest first."""

    steps: list[RatingStep]
    worths: list[GameWorth]
