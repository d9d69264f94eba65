"""What a server sends over a socket. TypeScript types are made from these models.

Times are milliseconds since 1970. A table has chairs, in the order in which its owner set them;
seats are given to chairs when the game starts.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

from caboose.server.protocol.views import Message, OwnPart, PublicPart, Step

Room = TypeAliasType("Room", Literal["table", "spectators"])
Reaction = TypeAliasType("Reaction", Literal["hello", "well_played", "oh_no", "thinking", "thanks"])
Status = TypeAliasType("Status", Literal["waiting", "playing", "over", "closed", "frozen"])
Control = TypeAliasType("Control", Literal["person", "bot"])
MayNotWatch = TypeAliasType(
    "MayNotWatch", Literal["not_watched", "sent_away", "name_to_watch", "sealed"]
)


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
    own: OwnPart | None  # None for a spectator
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


class Spectator(Message):
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
    chat: bool = True  # may people write here?
    tv: bool = False  # the board is on a screen that all look at; phones show hands
    rated: bool = False  # members alone, with a clock and without hints; it counts


class Closing(Message):
    """Somebody wants the running game to be closed. When nobody is missing any more, it is."""

    agreed: list[int]  # chairs of those who want it
    missing: list[int]  # chairs of those who have not said so; bots are not asked


class Pledge(Message):
    """How the game's key is made; the secret and the nonces are shown when the game has ended."""

    commitment: str
    secret: str | None = None
    nonces: list[str] | None = None


class TableInfo(Message):
    """A table: what everybody may know of it besides the game."""

    id: str
    name: str  # empty if its host gave none: then it is called by `whose`
    whose: str | None  # the host's name, or if they are gone, that of the first who sits there
    edition: str
    edition_name: str
    own_board: bool
    status: Status
    why: str | None  # why a game was closed or frozen, as a code
    sentence: str | None  # the same in English; alone, if it happened under an older version
    chairs: list[Chair]
    spectators: list[Spectator]
    options: Options
    promise: Pledge
    owner: str | None  # the guest who opened it
    created_at: int
    rematch_of: str | None
    rematch: str | None  # the table at which these people play again
    continues: str | None = None  # the finished game from one of whose positions it goes on
    deal: str | None = None  # that others play, too: `daily/DAY/EDITION` or `duel/ID/NUMBER`
    sealed: bool = False  # others may still play it: it is shown to those who sit here alone
    closing: Closing | None = None  # who wants a running game to be closed
    arena: str | None = None  # the arena in which it is played


class You(Message):
    """What the receiver is at this table."""

    guest: str | None
    chair: int | None  # the chair this connection speaks for; None for a spectator
    seat: int | None
    chairs: list[int]  # all chairs this guest holds
    owner: bool
    may_hint: bool  # everybody else is a bot
    devices: dict[int, int] = Field(default={})  # own chair -> devices that may play there


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


class ReactionMessage(Message):
    """Somebody reacts; nobody who comes later is told."""

    t: Literal["reaction"] = "reaction"
    seat: int
    guest: str
    reaction: Reaction


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
    claim: ClaimEffects | None  # what else it would bring; None if the route is not open


class TicketEffect(Message):
    """What a claim would do for a ticket: the trains it needs now, and after the claim."""

    ticket: int
    done: bool
    before: int
    trains: int


class ClaimEffects(Message):
    """What a claim would bring besides tickets; no bonus that the edition does not give."""

    points: int
    trains: int  # left after it
    last_round: bool  # it would begin the last round
    districts: list[int]  # those it would complete: places in the board's list, from 0
    attractions: list[str]  # the cities it would reach
    path: PathEffect | None
    globetrotter: GlobetrotterEffect | None


class PathEffect(Message):
    """The seat's longest path now and after the claim, and the longest of the others."""

    before: int
    length: int
    others: int
    seats: list[int]  # the others who have it


class GlobetrotterEffect(Message):
    """The seat's completed tickets now and after the claim, and the most another keeps."""

    before: int
    completed: int
    others: int


class StandingAnswer(Message):
    """Where all seats stand, as everybody could count it on the board: a row for each seat."""

    t: Literal["standing"] = "standing"
    id: str
    at: int
    paths: list[list[str]]  # the routes of one longest path, as one walks along it
    path_lengths: list[int]
    path_holders: list[int]  # the seats that the bonus would go to now
    districts: list[list[int]]  # of each district, the most of its cities in one network
    attractions: list[list[str]]  # the attractions that are reached
    near_end: list[int]  # the seats that can begin the last round with one claim


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
    choices: list[OfferChoice]  # every combination of those offered, from none to all


class OfferChoice(Message):
    """What all tickets together still need if these places of the offer are kept."""

    places: list[int]  # from 1
    cut_off: list[int]  # tickets that no way leads to any more
    routes: list[str]
    trains: int
    turns: int  # at least


class HintPlan(Message):
    """The routes that a bot means to claim, along the way, for tickets worth so many points."""

    routes: list[str]
    trains: int
    points: int


class HintSuspicion(Message):
    """A ticket that another seat probably holds, as the asking seat can tell from its own view."""

    seat: int
    ticket: int
    chance: float


class HintReason(Message):
    """Why a bot would do something, as facts that any language has a sentence for."""

    code: Literal[
        "completes",  # a claim connects `ticket`
        "nearer",  # a claim brings `ticket` on: it needs `trains` afterwards
        "points",  # a claim is worth `points` in itself
        "collects",  # a card for `route`, which still lacks `cards`
        "more_cards",  # nothing that can be claimed is worth a turn yet
        "later",  # a second card that serves no planned route yet
        "keeps",  # all tickets need `trains` together, in at least `turns` turns
        "tickets",  # new tickets are worth more than cards
        "spares_color",  # a payment that leaves the cards of a `color` for `route`
        "spares_locomotives",  # a payment that leaves locomotives
        "spares",  # a payment that leaves what is needed later
        "only",  # there is no other move
    ]
    ticket: int | None = None
    route: str | None = None
    points: int | None = None
    trains: int | None = None
    turns: int | None = None
    cards: int | None = None
    color: str | None = None


class HintOption(Message):
    """Another move, and how many points less it is expected to bring than the best."""

    action: str
    cost: float


class HintAnswer(Message):
    t: Literal["hint"] = "hint"
    id: str
    at: int
    action: str
    reason: HintReason
    others: list[HintOption]  # the two next best, the better one first; none without a search
    plan: HintPlan | None
    goal: str | None  # the route that a card is drawn for
    suspicions: list[HintSuspicion]
    why: str  # the bot's own words, in English


class Pong(Message):
    t: Literal["pong"] = "pong"
    now: int


class Bye(Message):
    """The connection ends, and why."""

    t: Literal["bye"] = "bye"
    code: Literal["closed", "too_fast", "too_slow", "stopping", "ended", "banned"] | MayNotWatch
    sentence: str


ServerMessage = Annotated[
    View
    | TableMessage
    | ChatLine
    | ReactionMessage
    | Ack
    | Refused
    | RouteAnswer
    | TicketsAnswer
    | StandingAnswer
    | HintAnswer
    | Pong
    | Bye,
    Field(discriminator="t"),
]

SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
