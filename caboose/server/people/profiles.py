"""A member as others see them: what they show, made of finished games that anybody may see."""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.people import ratings
from caboose.server.people.figures import figures, game_line
from caboose.server.people.friends import does_follow, has_blocked
from caboose.server.people.members import member_called
from caboose.server.people.past_games import PastGame, games_of
from caboose.server.protocol.people import Profile, Shown
from caboose.server.protocol.refusals import not_found
from caboose.server.storage import rows

LATEST = 10  # games on a profile


def shown_by(connection: sa.Connection, member: str) -> Shown:
    """What a member lets others see."""
    chosen = sa.select(rows.members.c.shows).where(rows.members.c.guest_id == member)
    return Shown.model_validate(connection.execute(chosen).scalar() or {})


def show(connection: sa.Connection, member: str, shown: Shown) -> None:
    """Let others see this from now on."""
    mine = sa.update(rows.members).where(rows.members.c.guest_id == member)
    connection.execute(mine.values(shows=shown.model_dump()))


def may_see_ratings(connection: sa.Connection, member: str, asks: str | None) -> bool:
    """Does a member show how their ratings came about, and to the one who asks?"""
    is_shown = shown_by(connection, member).ratings and not has_blocked(connection, member, asks)
    return asks == member or is_shown


def profile_of(connection: sa.Connection, name: str, asks: str | None) -> Profile:
    """The profile of the member of this name; whom they have blocked finds nobody."""
    row = member_called(connection, name)
    if row is None or (asks is not None and has_blocked(connection, row.guest_id, asks)):
        raise not_found("member")
    member, shown = row.guest_id, Shown.model_validate(row.shows or {})
    games = _seen_games(connection, member) if shown.figures or shown.games else []
    return Profile(
        guest=member,
        name=row.name,
        since=row.since,
        yours=asks == member,
        followed=asks is not None and does_follow(connection, asks, member),
        blocked=asks is not None and has_blocked(connection, asks, member),
        steps=ratings.history(connection, member, asks) if shown.ratings else None,
        figures=figures(connection, member, games) if shown.figures else None,
        games=[game_line(game) for game in games[:LATEST]] if shown.games else None,
    )


def _seen_games(connection: sa.Connection, member: str) -> list[PastGame]:
    """The finished games of a member that anybody may see."""
    return [game for game in games_of(connection, member) if game.is_seen]
