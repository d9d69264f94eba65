"""What somebody has played: their finished games, each with how it ended for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from caboose.server.storage import rows

MOST = 5000  # games that are looked back at, the newest
AT_A_TIME = 500  # games that one question names


@dataclass(frozen=True)
class PastGame:
    """A finished game of somebody who sat on one of its chairs."""

    table: str
    edition: str
    ended_at: int
    seat: int
    names: tuple[str, ...]  # by seat
    bots: tuple[str | None, ...]  # the level or name of a bot, by seat
    score: dict[str, Any]
    rated: bool = False
    is_seen: bool = True  # may anybody see it?
    counts: bool = True  # a game that goes on from a position of another proves nothing

    @property
    def mine(self) -> dict[str, Any]:
        """One's own line of the score."""
        line: dict[str, Any] = self.score["seats"][self.seat]
        return line

    @property
    def is_won(self) -> bool:
        """Were they the winner, or one of them?"""
        return self.seat in self.score["winners"]

    @property
    def totals(self) -> list[int]:
        """Everybody's points, by seat."""
        return [int(line["total"]) for line in self.score["seats"]]

    @property
    def rivals(self) -> list[str]:
        """The levels of the bots they played against; a person is `person`."""
        others = [bot for seat, bot in enumerate(self.bots) if seat != self.seat]
        return [bot or "person" for bot in others]


def games_of(connection: sa.Connection, guest: str, most: int = MOST) -> list[PastGame]:
    """Somebody's finished games, newest first.

    A game in which they played several seats, for people at the same device, is not theirs alone
    and says nothing about them. One whose deal others may still play is shown when they cannot.
    """
    mine = seats_of(guest).subquery()
    tables, results = rows.tables, rows.results
    chosen = (
        sa.select(
            tables.c.id,
            tables.c.edition,
            tables.c.ended_at,
            tables.c.options,
            tables.c.continues,
            mine.c.seat,
            results.c.score,
        )
        .join_from(tables, mine, mine.c.table_id == tables.c.id)
        .join(results, results.c.table_id == tables.c.id)
        .where(tables.c.status == "over", results.c.finished, ~tables.c.sealed)
    )
    found = list(connection.execute(chosen.order_by(tables.c.ended_at.desc()).limit(most)))
    people = _people_at(connection, mine)
    return [
        PastGame(
            row.id,
            row.edition,
            row.ended_at,
            row.seat,
            tuple(name for name, _ in people[row.id]),
            tuple(bot for _, bot in people[row.id]),
            row.score,
            rated=bool(row.options.get("rated")),
            is_seen=_is_seen(row.options, [bot for _, bot in people[row.id]]),
            counts=row.continues is None,
        )
        for row in found
    ]


def seen_by(connection: sa.Connection, games: Sequence[str], asks: str | None) -> set[str]:
    """Those of these games that anybody may see, or that were played by the one who asks."""
    seen: set[str] = set()
    for first in range(0, len(games), AT_A_TIME):
        seen |= _some_seen_by(connection, games[first : first + AT_A_TIME], asks)
    return seen


def _some_seen_by(connection: sa.Connection, games: Sequence[str], asks: str | None) -> set[str]:
    tables, chairs = rows.tables, rows.chairs
    chosen = sa.select(tables.c.id, tables.c.options).where(tables.c.id.in_(games))
    seated = sa.select(chairs.c.table_id, chairs.c.guest_id, chairs.c.bot).where(
        chairs.c.table_id.in_(games)
    )
    people: dict[str, list[Any]] = {}
    for row in connection.execute(seated):
        people.setdefault(row.table_id, []).append(row)
    return {
        row.id
        for row in connection.execute(chosen)
        if _is_seen(row.options, [each.bot for each in people.get(row.id, [])])
        or (asks is not None and asks in [each.guest_id for each in people.get(row.id, [])])
    }


def _is_seen(options: Mapping[str, Any], bots: list[str | None]) -> bool:
    """May anybody see a game? If it was listed, or if nobody else played, and not behind a door."""
    is_open = options.get("watch") == "anyone"
    return is_open and (bool(options.get("listed")) or bots.count(None) == 1)


def routes_of(
    connection: sa.Connection, guest: str, games: Sequence[PastGame]
) -> dict[str, Counter[str]]:
    """How often somebody has claimed each route in these games of theirs, by edition."""
    routes: dict[str, Counter[str]] = {}
    for first in range(0, len(games), AT_A_TIME):
        some = [game.table for game in games[first : first + AT_A_TIME]]
        for edition, counted in _routes_at(connection, guest, some).items():
            routes.setdefault(edition, Counter()).update(counted)
    return routes


def _routes_at(connection: sa.Connection, guest: str, games: list[str]) -> dict[str, Counter[str]]:
    mine, actions = seats_of(guest).subquery(), rows.actions
    counted = (
        sa.select(rows.tables.c.edition, actions.c.action, sa.func.count().label("n"))
        .join_from(rows.tables, mine, mine.c.table_id == rows.tables.c.id)
        .join(
            actions,
            (actions.c.table_id == mine.c.table_id) & (actions.c.seat == mine.c.seat),
        )
        .where(rows.tables.c.id.in_(games), actions.c.action.like("claim %"))
        .group_by(rows.tables.c.edition, actions.c.action)
    )
    routes: dict[str, Counter[str]] = {}
    for row in connection.execute(counted):
        claimed = row.action.removeprefix("claim ")
        routes.setdefault(row.edition, Counter())[claimed] += row.n
    return routes


def seats_of(guest: str) -> sa.Select[Any]:
    """The tables at which somebody had one chair, and its seat."""
    chairs = rows.chairs
    sat = sa.select(chairs.c.table_id, sa.func.min(chairs.c.seat).label("seat"))
    return (
        sat.where(chairs.c.guest_id == guest, chairs.c.seat.is_not(None))
        .group_by(chairs.c.table_id)
        .having(sa.func.count() == 1)
    )


def _people_at(
    connection: sa.Connection, mine: sa.Subquery
) -> dict[str, list[tuple[str, str | None]]]:
    """Everybody's name and kind, by table, in the order of the seats."""
    chairs = rows.chairs
    chosen = sa.select(chairs.c.table_id, chairs.c.name, chairs.c.bot).where(
        chairs.c.table_id.in_(sa.select(mine.c.table_id))
    )
    people: dict[str, list[tuple[str, str | None]]] = {}
    for row in connection.execute(chosen.order_by(chairs.c.seat)):
        people.setdefault(row.table_id, []).append((row.name, row.bot))
    return people
