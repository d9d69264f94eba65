"""Ratings over HTTP: leaderboards, and how a member's ratings came about."""

from __future__ import annotations

from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Path, Query

from caboose.server.http.caller import HostDep, MaybeGuest
from caboose.server.people import ratings
from caboose.server.people.anchors import BOTS, LEVELS, Pool
from caboose.server.people.profiles import may_see_ratings
from caboose.server.people.rating_change import Rating
from caboose.server.protocol.club import Leaderboard, RatingHistory, RatingLine
from caboose.server.protocol.commands import GuestId
from caboose.server.protocol.refusals import not_found
from caboose.server.storage import rows

router = APIRouter(prefix="/api/ratings", tags=["ratings"])


@router.get("/{pool}")
async def leaderboard(
    pool: Pool, host: HostDep, limit: Annotated[int, Query(ge=1, le=500)] = 100
) -> Leaderboard:
    """Who is rated in a pool."""
    found = await host.store.read_long(lambda c: ratings.leaderboard(c, pool, limit))
    bots = zip(LEVELS, BOTS[pool], strict=True)
    return Leaderboard(
        pool=pool,
        members=[
            _line(row.guest_id, row.name, Rating(row.mu, row.sigma), row.games, row.bot_of)
            for row in found
        ],
        bots=[_line(None, level, Rating(elo, 0.0), 0) for level, elo in bots],
    )


def _line(
    guest: str | None, name: str, rating: Rating, games: int, bot_of: str | None = None
) -> RatingLine:
    return RatingLine(
        guest=guest,
        name=name,
        rating=round(rating.mu),
        unsure=round(rating.sigma),
        games=games,
        provisional=rating.is_provisional,
        bot_of=bot_of,
    )


@router.get("/of/{member}")
async def history(
    member: Annotated[GuestId, Path()], host: HostDep, guest: MaybeGuest
) -> RatingHistory:
    """The newest steps of a member's ratings, if they show them."""
    asks = None if guest is None else guest.id

    def read(connection: sa.Connection) -> RatingHistory:
        named = sa.select(rows.guests.c.name).join_from(rows.members, rows.guests)
        name = connection.execute(named.where(rows.guests.c.id == member)).scalar()
        if name is None or not may_see_ratings(connection, member, asks):
            raise not_found("member")
        return RatingHistory(name=name, steps=ratings.history(connection, member, asks))

    return await host.store.read_long(read)
