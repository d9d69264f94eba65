"""Arenas as they are shown: lists, standings, and what somebody is in one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from caboose.server.protocol.meeting import Arena, ArenaLine, ArenaSeat, ArenaStatus, Standing
from caboose.server.protocol.messages import ClockOptions
from caboose.server.protocol.refusals import not_found
from caboose.server.storage import rows

SHOWN_OVER = 86_400_000  # milliseconds for which an arena that is over stands in the list
MOST = 50  # in the list
MOST_READ = 1000
arenas, players, tables, guests = rows.arenas, rows.arena_players, rows.tables, rows.guests


def running(connection: sa.Connection, now: int) -> list[sa.Row[Any]]:
    """The arenas in which people are paired."""
    runs = (arenas.c.starts_at <= now) & (arenas.c.ends_at > now)
    return list(connection.execute(sa.select(arenas).where(runs).order_by(arenas.c.id)))


def players_of(connection: sa.Connection, arena: str) -> list[sa.Row[Any]]:
    """Everybody in an arena, the best first; with the same score, those who needed fewer games."""
    chosen = sa.select(
        players, guests.c.name, guests.c.bot, tables.c.status, tables.c.commitment
    ).join_from(players, guests, players.c.guest_id == guests.c.id)
    seated = chosen.outerjoin(tables, tables.c.id == players.c.table_id)
    order = (players.c.score.desc(), players.c.games, players.c.joined_at, guests.c.name)
    return list(connection.execute(seated.where(players.c.arena_id == arena).order_by(*order)))


def all_arenas(connection: sa.Connection, now: int) -> list[ArenaLine]:
    """Arenas that are running, coming or lately over; of too many those with most players.

    Whoever opens several has one of them in the list before anybody has a second one.
    """
    shown = _lines().where(arenas.c.ends_at > now - SHOWN_OVER)
    rows_by_owner: dict[str | None, int] = {}
    ranked = []
    for row in sorted(connection.execute(shown.limit(MOST_READ)), key=lambda row: -row.players):
        nth = rows_by_owner[row.owner_id] = rows_by_owner.get(row.owner_id, 0) + 1
        ranked.append((nth if row.players <= 1 else 0, -row.players, row.id, row))
    found = [_line(row, now) for *_, row in sorted(ranked, key=lambda each: each[:3])[:MOST]]
    order = ("running", "coming", "over")
    return sorted(found, key=lambda line: (order.index(line.status), line.ends_at))


def was_played() -> sa.ColumnElement[bool]:
    """Has a game of it been counted?"""
    return sa.exists().where(players.c.arena_id == arenas.c.id, players.c.games > 0)


def is_played() -> sa.ColumnElement[bool]:
    """Is a game going on, or over and not counted yet?"""
    return sa.exists().where(players.c.arena_id == arenas.c.id, plays())


def plays() -> sa.ColumnElement[bool]:
    """Has somebody a table there?"""
    return players.c.table_id.is_not(None)


@dataclass(frozen=True)
class Board:
    """An arena as everybody sees it, and what each of its players is there."""

    arena: ArenaLine
    standings: list[Standing]
    seats: dict[str | None, ArenaSeat]

    def seen_by(self, guest: str | None) -> Arena:
        """What one of those who look at it is shown."""
        you = self.seats.get(guest, ArenaSeat(status="out"))
        return Arena(arena=self.arena, standings=self.standings, you=you)


def board(connection: sa.Connection, arena: str, now: int) -> Board:
    """An arena as it stands."""
    row = connection.execute(_lines().where(arenas.c.id == arena)).first()
    if row is None:
        raise not_found("arena")
    them = players_of(connection, arena)
    seats = {one.guest_id: _seat(one, now) for one in them}
    return Board(_line(row, now), _standings(them, now), seats)


def _lines() -> sa.Select[Any]:
    count = sa.select(sa.func.count()).where(players.c.arena_id == arenas.c.id).scalar_subquery()
    counts = (count.label("players"), (was_played() | is_played()).label("has_games"))
    chosen = sa.select(arenas, guests.c.name.label("owner"), *counts)
    return chosen.join_from(arenas, guests, isouter=True).order_by(arenas.c.ends_at.desc())


def _line(row: sa.Row[Any], now: int) -> ArenaLine:
    return ArenaLine(
        id=row.id,
        name=row.name,
        status=_status(row, now),
        entry=row.entry,
        repeats=_repeats(row, now),
        owner=row.owner,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        players=row.players,
        next=row.next_id,
        edition=row.edition,
        seats=row.seats,
        clock=ClockOptions(turn_seconds=row.turn_seconds, bank_seconds=row.bank_seconds),
        rated=bool(row.rated),
    )


def _repeats(row: sa.Row[Any], now: int) -> bool:
    """Does one follow, or has it followed? Not one that is over and that nobody played in."""
    return bool(row.repeats) and (now < row.ends_at or bool(row.has_games))


def _status(row: sa.Row[Any], now: int) -> ArenaStatus:
    if now < row.starts_at:
        return "coming"
    return "running" if now < row.ends_at else "over"


def _standings(them: list[sa.Row[Any]], now: int) -> list[Standing]:
    """Places from 1; the same score in as many games shares one."""
    lines: list[Standing] = []
    for _, level in groupby(them, key=lambda row: (row.score, row.games)):
        place = len(lines) + 1
        lines += [_standing(row, place, now) for row in level]
    return lines


def _standing(row: sa.Row[Any], place: int, now: int) -> Standing:
    return Standing(
        place=place,
        guest=row.guest_id,
        name=row.name,
        bot=bool(row.bot),
        score=row.score,
        games=row.games,
        wins=row.wins,
        here=row.here_until >= now or row.table_id is not None,
        table=row.table_id if row.status == "playing" else None,
    )


def _seat(row: sa.Row[Any], now: int) -> ArenaSeat:
    if row.status not in ("waiting", "playing"):  # no table, or a game that is to be counted
        return ArenaSeat(status="waiting" if row.here_until >= now else "away")
    found = row.status == "waiting"
    return ArenaSeat(
        status="found" if found else "playing", table=row.table_id, commitment=row.commitment
    )
