"""Playing a deal: an ordinary table, opened with the deal's secret and sealed until it ends."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from caboose.engine.game import RULES_VERSION
from caboose.server.events.deals import Deal, deals_key, instance_of, keyed, secret_of
from caboose.server.people.guests import Guest, lock_guest
from caboose.server.protocol.bodies import NewChair, NewTable
from caboose.server.protocol.messages import Options
from caboose.server.protocol.refusals import forbidden
from caboose.server.storage import rows
from caboose.server.storage.statements import insert_unless_there
from caboose.server.tables.opening import BoardText, open_table
from caboose.server.tables.seating import Seated

ALONE = Options(watch="nobody", listed=False, order="given", start="full", chat=False)
NO_NONCE = "0" * 64  # everybody's key is the same


@dataclass(frozen=True)
class Whence:
    """Where somebody asks from: the mark that their browser keeps, and their network."""

    device: str
    network: str


@dataclass(frozen=True)
class Entry:
    """What it takes to begin: who, from where, until when, and the server's limits."""

    guest: Guest
    whence: Whence
    now: int
    until: int
    most_open: int
    most_instances: int


def attempt_at(
    connection: sa.Connection, deal: str, guest: str
) -> sa.Row[tuple[object, ...]] | None:
    """Somebody's attempt at a deal; None if they have not begun."""
    attempts = rows.attempts
    mine = sa.select(attempts).where(attempts.c.deal == deal, attempts.c.guest_id == guest)
    return connection.execute(mine).first()


def begin(connection: sa.Connection, deal: Deal, house_bot: str, entry: Entry) -> Seated:
    """Begin a deal, or come back to it: nobody begins twice."""
    refuse_programs(entry.guest)
    lock_guest(connection, entry.guest)
    found = attempt_at(connection, deal.name, entry.guest.id)
    if found is not None:
        return Seated(str(found.table_id), deal.seat)
    attempts = rows.attempts
    others = sa.select(sa.func.count()).where(attempts.c.deal == deal.name)
    begun = connection.execute(others).scalar_one()
    key = deals_key(connection)
    marks = _marks(key, deal, entry.whence)
    known = _known(connection, deal, marks)
    instance = instance_of(key, deal.name, entry.guest.id, begun, entry.most_instances, known)
    seated = deal_out(connection, deal, instance, house_bot, entry, is_sealed=True)
    row = {
        "table_id": seated.table,
        "deal": deal.name,
        "guest_id": entry.guest.id,
        "instance": instance,
        "seat": deal.seat,
        "begun_at": entry.now,
        "until": entry.until,
        "examined": not deal.is_daily,
    }
    connection.execute(sa.insert(attempts).values({**row, **marks}))
    if deal.is_daily:
        want_par(connection, deal.name, instance)
    return seated


def want_par(connection: sa.Connection, deal: str, instance: int) -> None:
    """Let it be worked out what the strongest bot makes of a deal that somebody plays."""
    row = {"deal": deal, "instance": instance, "total": None, "taken_until": 0}
    insert_unless_there(connection, rows.pars, row)


def _marks(key: bytes, deal: Deal, whence: Whence) -> dict[str, str | None]:
    """Where somebody comes from: hashes that tell of two attempts at this deal if it is the same.

    They tell nothing else, not even across deals, so they may stay when a guest is forgotten.
    """
    device = keyed(key, f"device {deal.name} {whence.device}") if whence.device else None
    return {"device": device, "network": keyed(key, f"network {deal.name} {whence.network}")}


def _known(connection: sa.Connection, deal: Deal, marks: dict[str, str | None]) -> set[int]:
    """The instances that somebody of the same browser or network is done with."""
    attempts, tables = rows.attempts, rows.tables
    here = [attempts.c[name] == mark for name, mark in marks.items() if mark is not None]
    chosen = (
        sa.select(attempts.c.instance)
        .join_from(attempts, tables)
        .where(
            attempts.c.deal == deal.name,
            sa.or_(*here),
            tables.c.status.not_in(("waiting", "playing")),
        )
    )
    return set(connection.execute(chosen).scalars())


def practise(
    connection: sa.Connection, deal: Deal, house_bot: str, entry: Entry, instance: int
) -> Seated:
    """Play a deal whose time is over; it counts for nothing."""
    refuse_programs(entry.guest)
    return deal_out(connection, deal, instance, house_bot, entry, is_sealed=False)


def deal_out(
    connection: sa.Connection,
    deal: Deal,
    instance: int,
    house_bot: str,
    entry: Entry,
    *,
    is_sealed: bool,
) -> Seated:
    """Open a table with a deal: the person on its seat, house bots on the others."""
    chairs = [NewChair(kind="bot", bot=house_bot) for _ in range(deal.bots)]
    chairs.insert(deal.seat, NewChair(kind="me"))
    new = NewTable(edition=deal.edition, chairs=chairs, options=ALONE, nonce=NO_NONCE)
    what = BoardText(deal.edition, None)
    secret = secret_of(deals_key(connection), deal.name, instance)
    seated = open_table(connection, entry.guest, new, what, entry.now, entry.most_open, secret)
    name_deal(connection, seated.table, deal, is_sealed=is_sealed)
    return seated


def name_deal(connection: sa.Connection, table: str, deal: Deal, *, is_sealed: bool) -> None:
    """Say of a table which deal is played there, and whether others may still play it.

    Everybody who plays it plays under the same rules, also when a newer version comes meanwhile.
    """
    tables = rows.tables
    begun = sa.select(sa.func.min(tables.c.rules_version)).where(tables.c.deal == deal.name)
    rules = connection.execute(begun).scalar() or RULES_VERSION
    here = sa.update(tables).where(tables.c.id == table)
    connection.execute(here.values(deal=deal.name, sealed=is_sealed, rules_version=rules))


def refuse_programs(guest: Guest) -> None:
    """Deals are for people: a program would know how to play them all."""
    if guest.bot:
        raise forbidden("program", "Only people can play deals, not programs.")
