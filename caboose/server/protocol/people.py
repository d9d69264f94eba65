"""What goes over HTTP about members among each other: profiles, friends, blocks."""

from __future__ import annotations

from caboose.server.protocol.bodies import TableLine
from caboose.server.protocol.club import Figures, GameLine, RatingStep
from caboose.server.protocol.commands import GuestId
from caboose.server.protocol.views import Message


class Shown(Message):
    """What a member lets others see. Ratings stand on the leaderboards anyway."""

    ratings: bool = True
    figures: bool = False
    games: bool = False
    tables: bool = False  # to their followers: also those they host that are not listed


class Profile(Message):
    """A member as others see them. What they do not show is none."""

    guest: str
    name: str
    since: int
    yours: bool  # is it the reader's own?
    followed: bool  # by the one who asks
    blocked: bool  # by the one who asks
    steps: list[RatingStep] | None  # of their ratings, oldest first
    figures: Figures | None  # of games that anybody may see
    games: list[GameLine] | None  # the newest of them


class Follower(Message):
    """A member who follows one, is followed or blocked; or a guest who is blocked."""

    guest: str
    name: str
    since: int


class Friend(Follower):
    """Somebody one follows, and where they sit now, if they let others watch."""

    tables: list[TableLine]


class Asked(Message):
    """Somebody asks one to sit down at their table."""

    by: str
    name: str
    at: int
    table: TableLine


class Friends(Message):
    """Everybody one has to do with."""

    friends: list[Friend]
    followers: list[Follower]
    blocked: list[Follower]
    asked: list[Asked]


class AskToTable(Message):
    """Whom to ask to a table."""

    guest: GuestId
