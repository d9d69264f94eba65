"""What goes over HTTP: the bodies of requests and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from caboose.server.protocol.commands import CommandId, GuestId, Notation
from caboose.server.protocol.messages import (
    ClockOptions,
    Options,
    Pledge,
    Status,
    TableInfo,
    View,
    You,
)
from caboose.server.protocol.views import Message, Score

Name = Annotated[str, Field(min_length=1, max_length=30)]
Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="32 random bytes, in hex")]
Commitment = Annotated[
    str,
    Field(
        pattern=r"^[0-9a-f]{64}$",
        description="The promise that the sender saw; under another one nothing is done.",
    ),
]


class Problem(Message):
    """What went wrong, in a sentence, with a code and values for programs."""

    code: str
    sentence: str
    values: dict[str, Any] = Field(default={})


PROBLEM_STATUSES = (400, 401, 403, 404, 405, 409, 410, 413, 421, 422, 429, 500, 503)

# A problem is JSON, also where the answer itself would be text.
JSON_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": "What went wrong",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status in PROBLEM_STATUSES
}


# ---- guests --------------------------------------------------------------------------------------


class NewGuest(Message):
    name: Name


class Me(Message):
    """The guest of this browser, and the promise for the next table it opens."""

    guest: str
    name: str
    bot: bool
    member: bool  # has claimed the name
    commitment: str


class PushKey(Message):
    """What a browser subscribes with, to be told of its turn."""

    key: str


class Subscription(Message):
    """Where a browser wants to be told of its turn: the address of its push service."""

    endpoint: Annotated[str, Field(max_length=500, pattern=r"^https?://[!-~]+$")]


class NewToken(Message):
    """A bot that plays over HTTP."""

    name: Name


class Token(Message):
    """The token is shown once; only its hash is kept."""

    token: str
    guest: str
    name: str


# ---- editions ------------------------------------------------------------------------------------


class RefusedBoard(Message):
    """A board of the host's own folder that cannot be played, and why."""

    file: str
    why: str


class RefusedBoards(Message):
    """The host's own boards that cannot be played."""

    boards: list[RefusedBoard]


class EditionLine(Message):
    id: str
    name: str
    board: str  # editions on the same board are variants of one another
    min_seats: int
    max_seats: int
    own_board: bool
    digest: str


class Editions(Message):
    editions: list[EditionLine]


class LevelLine(Message):
    name: str
    sentence: str
    wins: float


class Levels(Message):
    levels: list[LevelLine]


class Rules(Message):
    """The rules in our own words, as Markdown, chapter by chapter; the rulings come last."""

    chapters: dict[str, str]


# ---- tables --------------------------------------------------------------------------------------


class NewChair(Message):
    """Who is to sit on a chair: the sender, somebody who is invited, or a bot."""

    kind: Literal["me", "open", "bot"]
    bot: Annotated[str, Field(max_length=40)] | None = None
    name: Name | None = None


class NewTable(Message):
    """A table to open. The sender sits on all chairs marked `me`, with this nonce."""

    edition: Annotated[str, Field(min_length=1, max_length=80)]
    chairs: Annotated[list[NewChair], Field(min_length=2, max_length=5)]
    name: Annotated[str, Field(max_length=60)] = ""
    options: Options = Options()
    nonce: Nonce
    commitment: Commitment | None = None


class PlayNow(Message):
    """A game against bots, started at once."""

    edition: Annotated[str, Field(min_length=1, max_length=80)] = "usa"
    bots: Annotated[
        list[Annotated[str, Field(max_length=40)]], Field(min_length=1, max_length=4)
    ] = Field(default=["driver", "driver"])
    options: Options = Options(start="full")
    introduction: bool = Field(
        default=False, description="The first steps: always the same deal, against one bot."
    )
    nonce: Nonce
    commitment: Commitment | None = None


class Here(Message):
    """A table, and what the sender is at it."""

    table: TableInfo
    you: You


class Invitation(Message):
    """An offer of a chair. Looking at it takes nothing."""

    table: TableInfo
    chair: int
    taken: bool


class SeatTaken(Message):
    """Chairs that are the sender's now, and their private links; show them to nobody else."""

    table: TableInfo
    you: You
    resume: str | None = None  # the path of the private link; given once, when the chair is taken
    private_links: dict[int, str] = Field(
        default={}
    )  # chair -> path, if several were taken at once


class Opened(SeatTaken):
    """A table that was opened: links for its open chairs, to be shared."""

    invitations: dict[int, str] = Field(default={})  # chair -> path


class Sit(Message):
    nonce: Nonce
    commitment: Commitment | None = None


class BotInstead(Message):
    """The level or name of a bot that is to sit where nobody has come."""

    bot: Annotated[str, Field(min_length=1, max_length=40)]


class Ready(Message):
    """Is the sender ready for the start?"""

    ready: bool


class Links(Message):
    """The owner's links, again: the invitations that are still open."""

    invitations: dict[int, str]


class LinkToDraw(Message):
    """A link to a chair, or for a member's other device, whole, as a phone would open it."""

    address: Annotated[
        str, Field(pattern=r"^https?://[^/\s]{1,255}/((join|resume)/|device#)[A-Za-z0-9_-]{1,100}$")
    ]


class QrCode(Message):
    """A QR code: how many squares are on a side, and the dark ones as the data of an SVG path."""

    size: int
    dark: str


class Running(Message):
    """How a game that is played stands, as everybody at the table sees it."""

    seat: int | None  # the first of the asker's own
    round: int  # counted from 1
    points: list[int]  # for routes, by seat
    waits_for: list[int]  # the seats that must decide
    your_turn: bool  # is one of the asker's among them?
    alone: bool  # do only bots play besides the asker?


class TableLine(Message):
    """A table in a list."""

    id: str
    name: str  # empty if its host gave none
    whose: str | None
    edition: str
    edition_name: str
    status: Status
    players: list[str]
    open_chairs: int
    watch: bool
    clock: ClockOptions | None
    rated: bool
    bots: list[str]  # the level or name of each bot that plays
    created_at: int
    ended_at: int | None
    active_at: int | None = None  # when something was last played, or it began
    your_turn: bool = False
    winners: list[int] = Field(default=[])
    totals: list[int] = Field(default=[])
    running: Running | None = None  # of a game that is played, in a list of one's own


class TableList(Message):
    tables: list[TableLine]


class Command(Message):
    """One action, as on the socket."""

    cmd_id: CommandId
    at: Annotated[int, Field(ge=0, le=1_000_000)]
    action: Notation


class Done(Message):
    """The action is stored, and this is the view after it."""

    cmd_id: str
    n: int
    view: View


class FinishedGame(Message):
    """A finished game."""

    table: TableInfo
    record: str
    promise: Pledge
    score: Score
    actions: list[dict[str, Any]]
    log: list[dict[str, Any]]


class Removal(Message):
    guest: GuestId


class Health(Message):
    status: Literal["ok"]
    version: str
    database: Literal["sqlite", "postgresql"]
    tables: int
    connections: int
