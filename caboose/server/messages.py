"""What a server sends over a socket. TypeScript types are made from these models.

Times are milliseconds since 1970. A table has chairs, in the order in which its owner set them;
seats are given to chairs when the game starts.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

from caboose.server.said import Message, OwnPart, PublicPart, Step

Room = TypeAliasType("Room", Literal["table", "onlookers"])
Status = TypeAliasType("Status", Literal["waiting", "playing", "over", "closed", "frozen"])
Control = TypeAliasType("Control", Literal["person", "bot"])
MayNotWatch = TypeAliasType("MayNotWatch", Literal["not_watched", "sent_away", "name_to_watch"])


class Clock(Message):
    """Whose time is running. Without a clock, `seats` is empty."""

    now: int  # the server's time when this was sent
    seats: list[SeatClock]


class SeatClock(Message):
    """A seat's time: its turn ends first, then its bank runs out."""

    seat: int
    running: bool
    turn: int  # milliseconds left of this turn
    bank: int  # milliseconds left in the bank


class View(Message):
    """All that the receiver may know now, and the steps since the last view it was sent."""

    t: Literal["view"] = "view"
    at: int  # how many actions have been played
    since: int  # how many steps the receiver had before `steps`
    steps: list[Step]
    public: PublicPart
    own: OwnPart | None  # None for an onlooker
    legal: list[str] | None  # this seat's legal actions, None if it is not to decide
    clock: Clock


# ---- what a table says ---------------------------------------------------------------------------


class Chair(Message):
    """A place at a table, and who is there."""

    chair: int
    seat: int | None  # given when the game starts
    kind: Literal["open", "person", "bot"]
    name: str
    guest: str | None  # the person, to be named in a mute; None for bots
    bot: str | None  # the bot's level or name
    program: bool  # somebody's own program may play here, by a token
    control: Control  # who decides now: a bot may stand in for a person
    present: bool
    ready: bool  # for the start, as they say; bots always are, an open chair never is


class Onlooker(Message):
    guest: str
    name: str


class ClockOptions(Message):
    """Time for each turn, and a bank for the whole game. Days per turn are a long turn."""

    turn_seconds: int = Field(ge=5, le=14 * 86_400)
    bank_seconds: int = Field(default=0, ge=0, le=86_400)

    @property
    def is_live(self) -> bool:
        """Is a turn shorter than a day, so that people sit at the table together?"""
        return self.turn_seconds < 86_400


class Options(Message):
    """How a table is played."""

    clock: ClockOptions | None = None
    watch: Literal["anyone", "nobody"] = "anyone"
    listed: bool = False  # in the lobby, or by link only
    order: Literal["given", "lot"] = "lot"  # seats as the chairs stand, or by lot
    start: Literal["owner", "full"] = (
        "owner"  # when the owner says so, or when all chairs are taken
    )


class Pledge(Message):
    """How the game's key is made; the secret and the nonces are shown when the game is over."""

    commitment: str
    secret: str | None = None
    nonces: list[str] | None = None


class TableInfo(Message):
    """A table: what everybody may know of it besides the game."""

    id: str
    name: str  # empty if who opened it gave none: then it is called by `whose`
    whose: str | None  # the name of who opened it, or if they are gone, of who sits there first
    edition: str
    edition_name: str
    own_board: bool
    status: Status
    why: str | None  # why a game was closed or frozen, as a code
    sentence: str | None  # the same in English; alone, if it happened under an older version
    chairs: list[Chair]
    onlookers: list[Onlooker]
    options: Options
    promise: Pledge
    owner: str | None  # the guest who opened it
    created_at: int
    rematch_of: str | None
    rematch: str | None  # the table at which these people play again


class You(Message):
    """What the receiver is at this table."""

    guest: str | None
    chair: int | None  # the chair this connection speaks for; None for an onlooker
    seat: int | None
    chairs: list[int]  # all chairs this guest holds
    owner: bool
    may_hint: bool  # everybody else is a bot


class TableMessage(Message):
    t: Literal["table"] = "table"
    table: TableInfo
    you: You


class ChatLine(Message):
    t: Literal["chat"] = "chat"
    id: int
    at: int
    room: Room
    guest: str | None
    name: str
    text: str


# ---- from the server -----------------------------------------------------------------------------


class Ack(Message):
    """The command is stored; its action has number `n`."""

    t: Literal["ack"] = "ack"
    cmd_id: str
    n: int


class Refused(Message):
    """Nothing has changed. A stale command brings the view, and what its sender missed."""

    t: Literal["refused"] = "refused"
    cmd_id: str | None
    code: str
    values: dict[str, Any]
    sentence: str
    view: View | None = None


class RouteAnswer(Message):
    """May this seat claim a route, how could it pay, and if not, why."""

    t: Literal["route"] = "route"
    id: str
    route: str
    why_not: Reason | None
    payments: list[str]
    tickets: list[TicketEffect]  # the kept tickets that the claim would bring on


class TicketEffect(Message):
    """What a claim would do for a ticket: the trains it needs now, and after the claim."""

    ticket: int
    done: bool
    before: int
    trains: int


class Reason(Message):
    code: str
    values: dict[str, Any]
    sentence: str


class TicketProgress(Message):
    """How far one ticket is: done, cut off, or the routes and trains its cheapest way needs."""

    ticket: int
    done: bool
    cut_off: bool
    routes: list[str]
    trains: int


class TicketsAnswer(Message):
    t: Literal["tickets"] = "tickets"
    id: str
    at: int
    tickets: list[TicketProgress]  # kept ones first, then those offered


class HintPlan(Message):
    """The routes that a bot means to claim, along the way, for tickets worth so many points."""

    routes: list[str]
    trains: int
    points: int


class HintAnswer(Message):
    t: Literal["hint"] = "hint"
    id: str
    at: int
    action: str
    plan: HintPlan | None
    goal: str | None  # the route that a card is drawn for
    why: str  # the bot's own words, in English


class Pong(Message):
    t: Literal["pong"] = "pong"
    now: int


class Bye(Message):
    """The connection ends, and why."""

    t: Literal["bye"] = "bye"
    code: Literal["closed", "too_fast", "too_slow", "stopping", "ended"] | MayNotWatch
    sentence: str


ServerMessage = Annotated[
    View
    | TableMessage
    | ChatLine
    | Ack
    | Refused
    | RouteAnswer
    | TicketsAnswer
    | HintAnswer
    | Pong
    | Bye,
    Field(discriminator="t"),
]

SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
