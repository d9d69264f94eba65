"""Tables that the server makes for people who wait: their seats are kept for them, and nobody else.

Whoever is offered a seat sits down under the table's promise like everybody, with a nonce of their
own; so nobody is seated who has gone away meanwhile. The game begins when all have sat down. If
somebody does not, the table is taken away, and the others are free again.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from caboose.server.people.anchors import FAMILIES
from caboose.server.people.guests import Guest
from caboose.server.people.members import not_member
from caboose.server.protocol.bodies import NewChair, NewTable
from caboose.server.protocol.meeting import GameWanted
from caboose.server.protocol.messages import ClockOptions, Options
from caboose.server.protocol.refusals import Refusal
from caboose.server.storage import rows
from caboose.server.storage.notify import tell_changed
from caboose.server.tables.meta import find_edition, this_chair
from caboose.server.tables.opening import BoardText, lay_table, wrong_seats

OFFERED = 15_000  # milliseconds in which everybody has to sit down


@dataclass(frozen=True)
class Terms:
    """What is played at such tables."""

    edition: str
    seats: int
    clock: ClockOptions
    rated: bool
    chat: bool = True
    name: str = ""  # of the table; empty: it is called after those who sit there


def terms_of(row: sa.Row[Any], *, chat: bool) -> Terms:
    """The terms that stand in a row of seekers or arenas."""
    clock = ClockOptions(turn_seconds=row.turn_seconds, bank_seconds=row.bank_seconds)
    name = getattr(row, "name", "")
    return Terms(row.edition, row.seats, clock, bool(row.rated), chat, name)


def columns_of(wanted: GameWanted) -> dict[str, Any]:
    """The same as a row keeps it."""
    return {
        "edition": wanted.edition,
        "seats": wanted.seats,
        "turn_seconds": wanted.clock.turn_seconds,
        "bank_seconds": wanted.clock.bank_seconds,
        "rated": wanted.rated,
    }


def refuse_terms(guest: Guest, wanted: GameWanted) -> None:
    """Refuse what cannot be played so, or not by this guest."""
    if wanted.edition not in FAMILIES:
        raise Refusal(422, "built_in_only", "Only built-in editions are played here.")
    facts = find_edition(wanted.edition, None)
    if not facts.min_seats <= wanted.seats <= facts.max_seats:
        raise wrong_seats(facts, wanted.seats)
    if not wanted.clock.is_live:
        raise Refusal(422, "live_clock", "Choose a clock of less than a day per turn.")
    if wanted.rated and not guest.member:
        raise not_member()


def offer_table(
    connection: sa.Connection,
    terms: Terms,
    guests: Sequence[str],
    now: int,
    *,
    bot: str | None = None,
    arena: str | None = None,
) -> str:
    """Lay a table for these guests; a bot of this level takes each seat that is left."""
    chairs = [NewChair(kind="open") for _ in guests]
    chairs += [NewChair(kind="bot", bot=bot) for _ in range(terms.seats - len(guests))]
    options = Options(clock=terms.clock, start="full", rated=terms.rated, chat=terms.chat)
    new = NewTable(
        edition=terms.edition, chairs=chairs, name=terms.name, options=options, nonce="0" * 64
    )
    what, secret = BoardText(terms.edition, None), secrets.token_hex(32)
    table = lay_table(connection, new, what, secret, now, arena=arena)
    for chair, guest in enumerate(guests):
        kept = sa.update(rows.chairs).where(this_chair(table, chair))
        connection.execute(kept.values(reserved_for=guest))
    return table


@dataclass(frozen=True)
class Lapsed:
    """A table whose time is over, and who has not sat down there."""

    table: str
    missing: frozenset[str]


def late_tables(offered: sa.Select[Any], now: int) -> sa.Select[Any]:
    """Those of the offered tables at which not all have sat down in time."""
    tables = rows.tables
    late = sa.select(tables.c.id).where(
        tables.c.id.in_(offered), tables.c.status == "waiting", tables.c.created_at < now - OFFERED
    )
    return late.order_by(tables.c.id)


def lapsed_tables(connection: sa.Connection, offered: sa.Select[Any], now: int) -> list[Lapsed]:
    """Those of the offered tables at which somebody is late, locked: nobody sits down meanwhile."""
    chairs, late = rows.chairs, late_tables(offered, now)
    found = list(connection.execute(late.with_for_update()).scalars())
    here = sa.select(chairs.c.table_id, chairs.c.reserved_for).where(
        chairs.c.table_id.in_(found), chairs.c.kind == "open"
    )
    missing: dict[str, set[str]] = {table: set() for table in found}
    for row in connection.execute(here):
        missing[row.table_id].add(row.reserved_for)
    return [Lapsed(table, frozenset(late)) for table, late in missing.items()]


def take_away(connection: sa.Connection, tables: Iterable[str]) -> None:
    """Delete tables at which nothing was played; whoever has sat down there is free again."""
    names = list(tables)
    tell_changed(connection, names)
    connection.execute(sa.delete(rows.tables).where(rows.tables.c.id.in_(names)))
