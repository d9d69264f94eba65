"""Finding opponents: who waits, and being seated with others who want to play the same.

Everybody who waits is a row with the time until which they are known to be there; whoever asks how
it stands is there. Any process seats them, one at a time, so nothing is lost with a process:
somebody who has gone away is passed over, and comes back to the same place in the queue within some
minutes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from caboose.server.events.matching import Company, Seeker, level_for, seat
from caboose.server.events.offering import (
    columns_of,
    lapsed_tables,
    late_tables,
    offer_table,
    refuse_terms,
    take_away,
    terms_of,
)
from caboose.server.people.anchors import pool_of
from caboose.server.people.friends import blocked_among
from caboose.server.people.guests import Guest, lock_guest
from caboose.server.people.rating_change import START
from caboose.server.protocol.meeting import NewSeek, Seek, Waiting
from caboose.server.protocol.messages import ClockOptions
from caboose.server.protocol.refusals import forbidden
from caboose.server.storage import rows
from caboose.server.storage.server_facts import find_or_make, lock_fact

BELL = "seekers"
HERE = 10_000  # milliseconds for which somebody is known to be there
KEPT = 300_000  # milliseconds for which somebody who went away has their place
seekers, tables = rows.seekers, rows.tables


# ---- one who seeks -------------------------------------------------------------------------------


def begin(connection: sa.Connection, guest: Guest, wanted: NewSeek, now: int) -> None:
    """Wait for opponents; for these instead of others, if the guest has waited before."""
    if guest.bot:
        raise forbidden("program", "Programs can play only at tables and in arenas.")
    refuse_terms(guest, wanted)
    lock_guest(connection, guest)
    stop(connection, guest.id)
    row = {**columns_of(wanted), "bots_after": wanted.bots_after}
    here = {"guest_id": guest.id, "since": now, "here_until": now + HERE}
    connection.execute(sa.insert(seekers).values(row | here))


def stop(connection: sa.Connection, guest: str) -> None:
    """Wait no longer; a table that was offered is taken from the others when its time is over."""
    connection.execute(sa.delete(seekers).where(seekers.c.guest_id == guest))


def be_here(connection: sa.Connection, guest: str, now: int) -> None:
    """Note down that somebody who waits is there."""
    mine = sa.update(seekers).where(seekers.c.guest_id == guest)
    connection.execute(mine.values(here_until=now + HERE))


@dataclass(frozen=True)
class Crowd:
    """All who wait, as they were read once for whoever asks in the same moment."""

    at: int
    by_guest: Mapping[str, sa.Row[Any]]
    ratings: Mapping[tuple[str, str], float]  # of a guest in a pool

    def stands(self, guest: str) -> Seek:
        """How somebody's search stands."""
        row = self.by_guest.get(guest)
        if row is None:
            return Seek(status="none")
        same = [other for other in self.present() if _kind(other) == _kind(row)]
        mine = self.seeker(row)
        return Seek(
            status=_status(row),
            wanted=_wanted(row),
            since=row.since,
            people=len({guest, *(other.guest_id for other in same)}),
            reach=None if mine.rating is None else round(mine.reach),
            table=row.table_id,
            commitment=row.commitment,
        )

    def fades(self, guest: str) -> bool:
        """Is it time to note down that somebody is there? Not at every look: that is a commit."""
        row = self.by_guest.get(guest)
        return row is not None and row.here_until < self.at + HERE // 2

    def present(self) -> list[sa.Row[Any]]:
        """Who waits and is there, also those who are about to sit down."""
        return [
            row
            for row in self.by_guest.values()
            if row.here_until >= self.at and row.status in (None, "waiting")
        ]

    def seeker(self, row: sa.Row[Any]) -> Seeker:
        """Somebody who waits, as the matching sees them."""
        rating = self.ratings.get((row.guest_id, str(pool_of(row.edition, row.seats))))
        if rating is None and row.rated:
            rating = START
        return Seeker(row.guest_id, rating, (self.at - row.since) / 1000, row.bots_after)


def crowd(connection: sa.Connection, now: int) -> Crowd:
    """All who wait, by two questions, however many they are."""
    ratings = rows.ratings
    offered = sa.select(seekers, tables.c.status, tables.c.commitment).join_from(
        seekers, tables, isouter=True
    )
    known = sa.select(ratings.c.guest_id, ratings.c.pool, ratings.c.mu).where(
        ratings.c.guest_id.in_(sa.select(seekers.c.guest_id))
    )
    return Crowd(
        now,
        {row.guest_id: row for row in connection.execute(offered)},
        {(row.guest_id, row.pool): row.mu for row in connection.execute(known)},
    )


def stands(connection: sa.Connection, guest: str, now: int) -> Seek:
    """How somebody's search stands."""
    return crowd(connection, now).stands(guest)


def _status(row: sa.Row[Any]) -> Any:
    if row.table_id is None:
        return "waiting"
    return "found" if row.status == "waiting" else "seated"


def _wanted(row: sa.Row[Any]) -> NewSeek:
    return NewSeek(
        edition=row.edition,
        seats=row.seats,
        clock=ClockOptions(turn_seconds=row.turn_seconds, bank_seconds=row.bank_seconds),
        rated=bool(row.rated),
        bots_after=row.bots_after,
    )


# ---- all who seek --------------------------------------------------------------------------------


def all_waiting(connection: sa.Connection, now: int) -> list[Waiting]:
    """How many wait for what."""
    kinds = _by_kind(crowd(connection, now).present())
    return [
        Waiting(**_wanted(them[0]).model_dump(exclude={"bots_after"}), people=len(them))
        for them in kinds.values()
    ]


def does_anybody_wait(connection: sa.Connection) -> bool:
    """Is anybody to be seated, now or later?"""
    return connection.execute(sa.select(seekers.c.guest_id).limit(1)).first() is not None


def is_idle(connection: sa.Connection, now: int) -> bool:
    """Is there nothing to do? A quick look, without the lock."""
    return not (_plan(connection, now) or _late(connection, now) or _gone(connection, now))


def seat_all(connection: sa.Connection, now: int, *, chat: bool) -> list[str]:
    """Seat all who can be seated, and take lapsed tables away; the tables taken away."""
    find_or_make(connection, BELL, lambda: "")
    lock_fact(connection, BELL)
    lapsed = lapsed_tables(connection, _offered(), now)
    take_away(connection, [each.table for each in lapsed])
    for guest in set[str]().union(*(each.missing for each in lapsed)):
        stop(connection, guest)
    connection.execute(sa.delete(seekers).where(seekers.c.guest_id.in_(_gone(connection, now))))
    for terms, company in _plan(connection, now):
        _offer(connection, terms, company, now, chat=chat)
    return [each.table for each in lapsed]


def _offer(
    connection: sa.Connection, terms: sa.Row[Any], company: Company, now: int, *, chat: bool
) -> None:
    guests = [one.guest for one in company]
    pool = pool_of(terms.edition, terms.seats)
    assert pool is not None
    bot = level_for(pool, company)
    table = offer_table(connection, terms_of(terms, chat=chat), guests, now, bot=bot)
    theirs = sa.update(seekers).where(seekers.c.guest_id.in_(guests))
    connection.execute(theirs.values(table_id=table))


def _plan(connection: sa.Connection, now: int) -> list[tuple[sa.Row[Any], Company]]:
    """Who can sit down together now, each company with a row that says what they play."""
    them = crowd(connection, now)
    free = [row for row in them.present() if row.table_id is None]
    shunned = blocked_among(connection, [row.guest_id for row in free])

    def seeker(row: sa.Row[Any]) -> Seeker:
        return replace(them.seeker(row), shuns=shunned.get(row.guest_id, frozenset()))

    return [
        (same[0], company)
        for same in _by_kind(free).values()
        for company in seat([seeker(row) for row in same], same[0].seats)
    ]


def _kind(row: sa.Row[Any]) -> tuple[Any, ...]:
    """What somebody wants to play: only those who want the same wait together."""
    return row.edition, row.seats, row.turn_seconds, row.bank_seconds, row.rated


def _by_kind(them: list[sa.Row[Any]]) -> dict[tuple[Any, ...], list[sa.Row[Any]]]:
    kinds = defaultdict(list)
    for row in them:
        kinds[_kind(row)].append(row)
    return dict(kinds)


def _offered() -> sa.Select[Any]:
    return sa.select(seekers.c.table_id).where(seekers.c.table_id.is_not(None))


def _late(connection: sa.Connection, now: int) -> bool:
    return connection.execute(late_tables(_offered(), now)).first() is not None


def _gone(connection: sa.Connection, now: int) -> list[str]:
    """Those who have not been there for long, also because they play."""
    gone = sa.select(seekers.c.guest_id).where(seekers.c.here_until < now - KEPT)
    return list(connection.execute(gone).scalars())
