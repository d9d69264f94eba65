"""Arenas as they are kept: tournaments over a fixed time, paired as soon as a game ends.

All of an arena stands in its rows, and any process goes on with it under a lock: it counts games
that have ended, takes tables away at which somebody did not sit down, pairs who is free, and lets
an arena that repeats begin again.
"""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa

from caboose.server.events.arena_pages import is_played, players_of, plays, running, was_played
from caboose.server.events.offering import (
    Lapsed,
    columns_of,
    lapsed_tables,
    late_tables,
    offer_table,
    refuse_terms,
    take_away,
    terms_of,
)
from caboose.server.events.pairing import Company, Free, pair, points
from caboose.server.people.friends import blocked_among
from caboose.server.people.guests import Guest, lock_guest, plain
from caboose.server.people.member_bots import households
from caboose.server.people.members import not_member
from caboose.server.people.ratings import place_of
from caboose.server.protocol.meeting import NewArena
from caboose.server.protocol.refusals import Refusal, conflict, forbidden, not_found
from caboose.server.settings import Settings
from caboose.server.storage import rows
from caboose.server.storage.server_facts import find_or_make, lock_fact

BELL = "arenas"
HERE = 10_000  # milliseconds for which somebody is known to be there
MINUTE = 60_000
arenas, players, tables = rows.arenas, rows.arena_players, rows.tables


# ---- who plays -----------------------------------------------------------------------------------


def open_arena(
    connection: sa.Connection, guest: Guest, new: NewArena, settings: Settings, now: int
) -> str:
    """Open an arena; a member has only so many at a time."""
    if not guest.member or guest.bot:
        raise not_member()
    refuse_terms(guest, new)
    if new.minutes > settings.arena_minutes:
        raise Refusal(
            422,
            "arena_too_long",
            f"An arena lasts at most {settings.arena_minutes} minutes.",
            minutes=settings.arena_minutes,
        )
    lock_guest(connection, guest)
    mine = sa.select(sa.func.count()).where(arenas.c.owner_id == guest.id, _goes_on(now))
    if connection.execute(mine).scalar_one() >= settings.arenas_per_member:
        raise conflict("too_many_arenas", "You have enough arenas open; wait until one is over.")
    starts_at = now + new.starts_in * MINUTE
    row = {**columns_of(new), "name": plain(new.name) or "Arena", "entry": new.entry}
    times = {"starts_at": starts_at, "ends_at": starts_at + new.minutes * MINUTE}
    return _keep(connection, row | times | {"repeats": new.repeats, "owner_id": guest.id}, now)


def _keep(connection: sa.Connection, row: dict[str, Any], now: int) -> str:
    arena = secrets.token_urlsafe(9)
    connection.execute(sa.insert(arenas).values({**row, "id": arena, "created_at": now}))
    return arena


def stop_repeating(connection: sa.Connection, arena: str, guest: Guest) -> None:
    """Let an arena that repeats end; for the member who opened it."""
    row = find(connection, arena)
    if row.owner_id != guest.id:
        raise forbidden("not_owner", "Only the person who opened the arena can do this.")
    connection.execute(sa.update(arenas).where(arenas.c.id == arena).values(repeats=False))


def find(connection: sa.Connection, arena: str) -> sa.Row[Any]:
    """An arena, or 404."""
    row = connection.execute(sa.select(arenas).where(arenas.c.id == arena)).first()
    if row is None:
        raise not_found("arena")
    return row


def join(connection: sa.Connection, arena: str, guest: Guest, now: int, most: int) -> None:
    """Play in an arena, for the first time or again after a pause."""
    row = find(connection, arena)
    _refuse_entry(row, guest, now)
    lock_guest(connection, guest)
    if be_here(connection, arena, guest.id, now):
        return
    count = sa.select(sa.func.count()).where(players.c.arena_id == arena)
    if connection.execute(count).scalar_one() >= most:
        raise conflict("arena_full", "This arena is full.")
    none = dict.fromkeys(("score", "games", "wins"), 0)
    who = {"arena_id": arena, "guest_id": guest.id, "joined_at": now, "free_since": now}
    connection.execute(sa.insert(players).values(who | none | {"here_until": now + HERE}))


def _refuse_entry(row: sa.Row[Any], guest: Guest, now: int) -> None:
    if not guest.member:
        raise not_member()
    if row.entry == "people" and guest.bot:
        raise forbidden("people_only", "This arena is for people.")
    if row.entry == "bots" and not guest.bot:
        raise forbidden("bots_only", "This arena is for bots.")
    if now >= row.ends_at:
        raise conflict("arena_over", "This arena is over.")


def be_here(connection: sa.Connection, arena: str, guest: str, now: int) -> bool:
    """Note down that a player is there; False if they do not play in it."""
    mine = sa.update(players).where(_row(arena, guest))
    return bool(connection.execute(mine.values(here_until=now + HERE)).rowcount)


def fades(connection: sa.Connection, arena: str, guest: str, now: int) -> bool:
    """Is it time to note down again that a player is there? Not at every look: that is a commit."""
    until = sa.select(players.c.here_until).where(_row(arena, guest))
    return (connection.execute(until).scalar() or 0) < now + HERE // 2


def pause(connection: sa.Connection, arena: str, guest: str) -> None:
    """Be paired no more, until one joins again; what was scored stays."""
    connection.execute(sa.update(players).where(_row(arena, guest)).values(here_until=0))


def _row(arena: str, guest: str) -> sa.ColumnElement[bool]:
    return (players.c.arena_id == arena) & (players.c.guest_id == guest)


# ---- going on ------------------------------------------------------------------------------------


def does_any_go_on(connection: sa.Connection, now: int) -> bool:
    """Is there an arena that is not over, or a game of one that is not counted?"""
    is_open = sa.exists().where(_goes_on(now))
    is_played = sa.exists().where(plays())
    return bool(connection.execute(sa.select(is_open | is_played)).scalar())


def is_idle(connection: sa.Connection, now: int) -> bool:
    """Is there nothing to do? A quick look, without the lock."""
    return not (
        _ended(connection)
        or connection.execute(late_tables(_offered(), now)).first()
        or _to_repeat(connection, now)
        or any(_pairs(connection, arena, now) for arena in running(connection, now))
    )


def go_on(connection: sa.Connection, now: int, *, chat: bool) -> list[str]:
    """Do all that is due in all arenas; the tables that were taken away."""
    find_or_make(connection, BELL, lambda: "")
    lock_fact(connection, BELL)
    for game in _ended(connection):
        _count(connection, game, now)
    lapsed = lapsed_tables(connection, _offered(), now)
    _free_again(connection, lapsed)
    for arena in running(connection, now):
        for company in _pairs(connection, arena, now):
            _offer(connection, arena, company, now, chat=chat)
    for arena in _to_repeat(connection, now):
        _repeat(connection, arena, now)
    return [each.table for each in lapsed]


def _ended(connection: sa.Connection) -> list[sa.Row[Any]]:
    """Games of arenas that have ended and are not counted."""
    played = sa.select(players.c.table_id).where(players.c.table_id.is_not(None))
    over = tables.c.status.not_in(("waiting", "playing"))
    chosen = sa.select(tables.c.id, rows.results.c.score, rows.results.c.finished).join_from(
        tables, rows.results, isouter=True
    )
    return list(connection.execute(chosen.where(tables.c.id.in_(played), over)))


def _count(connection: sa.Connection, game: sa.Row[Any], now: int) -> None:
    """Give the points of a game that was played to its end, and let its players go."""
    at = players.c.table_id == game.id
    free = {"table_id": None, "last_table": game.id, "free_since": now}
    if game.finished:
        for guest, won in _points(connection, game).items():
            mine = sa.update(players).where(at, players.c.guest_id == guest)
            score = {"score": players.c.score + won[0], "wins": players.c.wins + won[1]}
            connection.execute(mine.values(**score, games=players.c.games + 1))
    connection.execute(sa.update(players).where(at).values(free))


def _points(connection: sa.Connection, game: sa.Row[Any]) -> dict[str, tuple[int, int]]:
    """By guest: points, and whether that was a win."""
    chairs = rows.chairs
    here = sa.select(chairs).where(chairs.c.table_id == game.id).order_by(chairs.c.seat)
    seated = list(connection.execute(here))
    ranks = [int(line["rank"]) for line in game.score["seats"]]
    places = [place_of(chair, ranks) for chair in seated]
    return {
        chair.guest_id: (won, int(place == min(places)))
        for chair, won, place in zip(seated, points(places), places, strict=True)
    }


def _free_again(connection: sa.Connection, lapsed: list[Lapsed]) -> None:
    """Take tables away; players who did not sit down pause."""
    for each in lapsed:
        late = sa.update(players).where(
            players.c.table_id == each.table, players.c.guest_id.in_(each.missing)
        )
        connection.execute(late.values(here_until=0))
    take_away(connection, [each.table for each in lapsed])


def _offered() -> sa.Select[Any]:
    return sa.select(players.c.table_id).where(players.c.table_id.is_not(None))


def _pairs(connection: sa.Connection, arena: sa.Row[Any], now: int) -> list[Company]:
    """Who can play each other now."""
    busy = set(connection.execute(sa.select(players.c.guest_id).where(plays())).scalars())
    them = players_of(connection, arena.id)
    free = [row for row in them if row.guest_id not in busy and row.here_until >= now]
    owners = households(connection, [row.guest_id for row in free])
    shunned = blocked_among(connection, [row.guest_id for row in free])
    waiting = [
        Free(
            guest=row.guest_id,
            score=row.score,
            free_for=(now - row.free_since) / 1000,
            last=row.last_table,
            household=owners[row.guest_id] if arena.rated else row.guest_id,
            shuns=shunned.get(row.guest_id, frozenset()),
        )
        for row in free
    ]
    others_play = any(row.table_id is not None for row in them)
    return pair(waiting, arena.seats, others_play=others_play)


def _offer(
    connection: sa.Connection, arena: sa.Row[Any], company: Company, now: int, *, chat: bool
) -> None:
    guests = [one.guest for one in company]
    table = offer_table(connection, terms_of(arena, chat=chat), guests, now, arena=arena.id)
    theirs = sa.update(players).where(
        players.c.arena_id == arena.id, players.c.guest_id.in_(guests)
    )
    connection.execute(theirs.values(table_id=table))


def _goes_on(now: int) -> sa.ColumnElement[bool]:
    return (arenas.c.ends_at > now) | (_repeats() & (was_played() | is_played()))


def _repeats() -> sa.ColumnElement[bool]:
    return arenas.c.repeats & arenas.c.next_id.is_(None)


def _to_repeat(connection: sa.Connection, now: int) -> list[sa.Row[Any]]:
    """Arenas that are over, games and all, and begin again: not those that nobody came to."""
    over = (arenas.c.ends_at <= now) & _repeats()
    return list(connection.execute(sa.select(arenas).where(over, ~is_played(), was_played())))


def _repeat(connection: sa.Connection, arena: sa.Row[Any], now: int) -> None:
    """The next arena of its kind, from now on; whoever is there joins it themselves."""
    row = {name: value for name, value in arena._asdict().items() if name not in ("id", "next_id")}
    times = {"starts_at": now, "ends_at": now + arena.ends_at - arena.starts_at}
    following = _keep(connection, row | times, now)
    connection.execute(sa.update(arenas).where(arenas.c.id == arena.id).values(next_id=following))
