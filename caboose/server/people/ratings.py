"""Ratings as they are kept: each rated game counts once, in the order in which the games ended.

Nothing is rated when a game ends. Whichever process comes next rates what has ended and is not
rated yet, under a lock: a crash loses nothing, and no game counts twice. `recompute` does the same
from the first game on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from caboose.server.logs import say_error
from caboose.server.people.anchors import Pool, pool_of
from caboose.server.people.past_games import seen_by
from caboose.server.people.rating_change import Entrant, Rating, bot_rating, rate
from caboose.server.protocol.club import RatingStep
from caboose.server.storage import rows
from caboose.server.storage.server_facts import find_or_make, lock_fact

GRACE = 2_000  # milliseconds: another process may still be storing a game that ended before
DAY = 86_400_000
MOST_A_DAY = 5  # games of the same people in a day; more of them count for nothing
AT_A_TIME = 100
FORGOTTEN = ""  # instead of a guest; it comes before all of them
MOST_STEPS = 1000  # that are shown


@dataclass(frozen=True)
class Sitting:
    """Who sat in a seat of a rated game, and how they ended."""

    guest: str | None
    bot: str | None
    place: int
    before: Rating | None  # if the player was forgotten since: what they were rated
    browser: str | None  # from which they sat down

    @property
    def is_forgotten(self) -> bool:
        """Has the player here been forgotten since?"""
        return self.guest is None and self.bot is None


@dataclass(frozen=True)
class Seated:
    """Everybody of a rated game, by seat; and if it was rated before, whether it counted."""

    sittings: list[Sitting]
    counted: bool | None

    def people(self) -> list[str]:
        """All but the house bots; those who were forgotten have no name any more."""
        return sorted(each.guest or FORGOTTEN for each in self.sittings if each.bot is None)


def some_ended(connection: sa.Connection, now: int, since: int = 0) -> bool:
    """Has a rated game ended since then that is not rated yet? A quick look, without the lock."""
    return connection.execute(_not_yet_rated(now, since).limit(1)).first() is not None


def rate_ended(connection: sa.Connection, now: int, since: int = 0) -> int:
    """Rate what has ended since then and is not rated yet; how many games that were.

    A game that cannot be rated is passed over, and said; it must not keep the others waiting.
    """
    _one_at_a_time(connection)
    games = connection.execute(_not_yet_rated(now, since).limit(AT_A_TIME)).all()
    return sum(_could_rate(connection, game) for game in games)


def recompute(connection: sa.Connection, now: int) -> int:
    """Rate all stored games again, from the first on; how many there are."""
    _one_at_a_time(connection)
    games = list(connection.execute(_rated_games(now)))
    sat = {game.id: _seated(connection, game) for game in games}
    connection.execute(sa.delete(rows.ratings))
    connection.execute(sa.delete(rows.rating_steps))
    for game in games:
        _rate_game(connection, game, sat[game.id])
    return len(games)


def _could_rate(connection: sa.Connection, game: Any) -> bool:
    try:
        _rate_game(connection, game, _seated(connection, game))
    except SQLAlchemyError:
        raise  # that is no fault of the game
    except Exception:  # noqa: BLE001 - whatever it is, the others are rated
        say_error("rating_failed", table=game.id)
        return False
    return True


def leaderboard(connection: sa.Connection, pool: Pool, most: int) -> list[sa.Row[Any]]:
    """Who is rated in a pool, the surest best first: by what they are worth at least."""
    ratings, guests = rows.ratings, rows.guests
    owners, bots = guests.alias("owners"), rows.member_bots
    chosen = sa.select(ratings, guests.c.name, owners.c.name.label("bot_of"))
    chosen = chosen.join_from(ratings, guests, ratings.c.guest_id == guests.c.id)
    chosen = chosen.outerjoin(bots, bots.c.guest_id == guests.c.id)
    chosen = chosen.outerjoin(owners, owners.c.id == bots.c.owner_id)
    at_least = ratings.c.mu - 2 * ratings.c.sigma
    return list(
        connection.execute(
            chosen.where(ratings.c.pool == pool).order_by(at_least.desc()).limit(most)
        )
    )


def history(connection: sa.Connection, guest: str, asks: str | None) -> list[RatingStep]:
    """The newest steps of somebody's ratings, oldest first, as another may be told them.

    Which game it was is told to whoever sat there, and to others if anybody may see it.
    """
    steps = rows.rating_steps
    mine = sa.select(steps).where(steps.c.guest_id == guest)
    newest = mine.order_by(steps.c.ended_at.desc(), steps.c.table_id.desc()).limit(MOST_STEPS)
    found = list(connection.execute(newest))[::-1]
    seen = seen_by(connection, [row.table_id for row in found], asks)
    return [_step(row, is_seen=row.table_id in seen) for row in found]


def _step(row: sa.Row[Any], *, is_seen: bool) -> RatingStep:
    return RatingStep(
        table=row.table_id if is_seen else None,
        pool=row.pool,
        ended_at=row.ended_at,
        place=row.place + 1,
        counts=row.counts,
        rating=round(row.mu),
        unsure=round(row.sigma),
        provisional=Rating(row.mu, row.sigma).is_provisional,
    )


def _one_at_a_time(connection: sa.Connection) -> None:
    find_or_make(connection, "ratings", lambda: "")
    lock_fact(connection, "ratings")


def _not_yet_rated(now: int, since: int) -> sa.Select[Any]:
    done = sa.exists().where(rows.rating_steps.c.table_id == rows.tables.c.id)
    return _rated_games(now).where(~done, rows.tables.c.ended_at >= since)


def _rated_games(now: int) -> sa.Select[Any]:
    """Rated games that were played to their end, in the order in which they ended."""
    tables, results = rows.tables, rows.results
    chosen = sa.select(tables.c.id, tables.c.edition, tables.c.ended_at, results.c.score)
    rated = chosen.join_from(tables, results).where(
        tables.c.status == "over",
        tables.c.options["rated"].as_boolean(),
        tables.c.ended_at < now - GRACE,
    )
    return rated.order_by(tables.c.ended_at, tables.c.id)


def _rate_game(connection: sa.Connection, game: Any, seated: Seated) -> None:
    sittings = seated.sittings
    pool = pool_of(game.edition, len(sittings))
    assert pool is not None
    entrants = [Entrant(_before(connection, pool, each), each.bot, each.place) for each in sittings]
    counts = _counts(connection, pool, seated, game.ended_at)
    after = rate(pool, entrants) if counts else [each.before for each in entrants]
    for seat, (sitting, entrant, new) in enumerate(zip(sittings, entrants, after, strict=True)):
        kept = {
            "table_id": game.id, "seat": seat, "guest_id": sitting.guest, "bot": sitting.bot,
            "pool": pool, "ended_at": game.ended_at, "place": sitting.place, "counts": counts,
            "mu_before": entrant.before.mu, "sigma_before": entrant.before.sigma,
            "mu": new.mu, "sigma": new.sigma,
        }  # fmt: skip
        connection.execute(sa.insert(rows.rating_steps).values(kept))
        if sitting.guest is not None and counts:
            _keep(connection, sitting.guest, pool, new, game.ended_at)


def _seated(connection: sa.Connection, game: Any) -> Seated:
    """Who sat where, and in which place they ended: those who left count as last."""
    chairs, steps = rows.chairs, rows.rating_steps
    here = chairs.c.table_id == game.id
    known = list(connection.execute(sa.select(steps).where(steps.c.table_id == game.id)))
    before = {row.seat: Rating(row.mu_before, row.sigma_before) for row in known}
    counted = known[0].counts if known else None
    ranks = [int(line["rank"]) for line in game.score["seats"]]
    sittings = [
        Sitting(row.guest_id, row.bot, place_of(row, ranks), before.get(row.seat), row.browser_hash)
        for row in connection.execute(sa.select(chairs).where(here).order_by(chairs.c.seat))
    ]
    return Seated(sittings, counted)


def place_of(chair: sa.Row[Any], ranks: list[int]) -> int:
    """The place that somebody took, from 0: those who have left come last."""
    left = chair.kind == "person" and chair.control == "bot"
    return len(ranks) if left else ranks[chair.seat] - 1


def _before(connection: sa.Connection, pool: Pool, sitting: Sitting) -> Rating:
    """What somebody was rated before a game."""
    if sitting.bot is not None:
        return bot_rating(pool, sitting.bot)
    if sitting.guest is None:
        return sitting.before or Rating()
    mine = sa.select(rows.ratings).where(*_row(sitting.guest, pool))
    row = connection.execute(mine).first()
    return Rating() if row is None else Rating(row.mu, row.sigma)


def _counts(connection: sa.Connection, pool: Pool, seated: Seated, ended_at: int) -> bool:
    """Does a game count? Not of one browser, nor the sixth of the same people within a day.

    What it was of people who were forgotten since, nobody can say any more: it stays as it was.
    """
    if seated.counted is not None and any(each.is_forgotten for each in seated.sittings):
        return seated.counted
    browsers = [each.browser for each in seated.sittings if each.browser is not None]
    if len(set(browsers)) < len(browsers):
        return False
    steps = rows.rating_steps
    people = seated.people()
    last = people[-1]  # a name, if one is left
    lately = sa.select(steps.c.table_id).where(
        steps.c.guest_id == last,
        steps.c.pool == pool,
        steps.c.counts,
        steps.c.ended_at > ended_at - DAY,
        steps.c.ended_at <= ended_at,
    )
    same = sum(people == others for others in _people_at(connection, lately))
    return len(people) == 1 or same < MOST_A_DAY


def _people_at(connection: sa.Connection, tables: sa.Select[Any]) -> Iterator[list[str]]:
    """The people of each of these games."""
    steps = rows.rating_steps
    chosen = sa.select(steps.c.table_id, steps.c.guest_id).where(
        steps.c.table_id.in_(tables), steps.c.bot.is_(None)
    )
    games: dict[str, list[str]] = {}
    for row in connection.execute(chosen):
        games.setdefault(row.table_id, []).append(row.guest_id or FORGOTTEN)
    return (sorted(people) for people in games.values())


def _keep(connection: sa.Connection, guest: str, pool: Pool, new: Rating, at: int) -> None:
    ratings = rows.ratings
    values = {"mu": new.mu, "sigma": new.sigma, "changed_at": at}
    mine = sa.update(ratings).where(*_row(guest, pool))
    if connection.execute(mine.values(**values, games=ratings.c.games + 1)).rowcount == 0:
        fresh = {"guest_id": guest, "pool": pool, "games": 1, **values}
        connection.execute(sa.insert(ratings).values(fresh))


def _row(guest: str, pool: Pool) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return rows.ratings.c.guest_id == guest, rows.ratings.c.pool == pool
