"""What came of a deal, as it is stored: everybody's result, and who is ranked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from caboose.server.events.ranking import places, shares
from caboose.server.people.forgetting import NOBODY
from caboose.server.people.members import is_member
from caboose.server.storage import rows


@dataclass(frozen=True)
class Attempt:
    """Somebody's attempt at a deal; there are no totals until they have played to the end."""

    table: str
    deal: str
    guest: str | None
    name: str
    is_member: bool
    instance: int
    seat: int
    status: str
    totals: tuple[int, ...] | None  # by seat
    flag: str | None

    @property
    def total(self) -> int | None:
        """What they have made of it."""
        return None if self.totals is None else self.totals[self.seat]


@dataclass(frozen=True)
class Standings:
    """Everybody who has played a deal to the end, with what it is worth among them."""

    attempts: list[Attempt]
    shares: dict[str, float] = field(default_factory=dict)  # by table, of those who are ranked
    places: dict[str, int] = field(default_factory=dict)

    def totals(self, instance: int) -> list[int]:
        """The ranked results of an instance."""
        here = [each for each in self.attempts if each.instance == instance]
        return [each.total for each in here if each.total is not None and each.flag is None]


def attempts_at(connection: sa.Connection, deals: list[str]) -> list[Attempt]:
    """Everybody's attempts at some deals, those that were begun first before the others."""
    attempts, tables, results = rows.attempts, rows.tables, rows.results
    member = is_member(attempts.c.guest_id).label("is_member")
    chosen = (
        sa.select(
            attempts,
            tables.c.status,
            rows.guests.c.name,
            member,
            results.c.score,
            results.c.finished,
        )
        .join_from(attempts, tables, tables.c.id == attempts.c.table_id)
        .outerjoin(rows.guests, rows.guests.c.id == attempts.c.guest_id)
        .outerjoin(results, results.c.table_id == attempts.c.table_id)
        .where(attempts.c.deal.in_(deals))
        .order_by(attempts.c.begun_at, attempts.c.table_id)
    )
    return [_attempt(row) for row in connection.execute(chosen)]


def _attempt(row: Any) -> Attempt:
    return Attempt(
        table=row.table_id,
        deal=row.deal,
        guest=row.guest_id,
        name=row.name or NOBODY,
        is_member=bool(row.is_member),
        instance=row.instance,
        seat=row.seat,
        status=row.status,
        totals=tuple(line["total"] for line in row.score["seats"]) if row.finished else None,
        flag=row.flag,
    )


def standings(attempts: list[Attempt]) -> Standings:
    """How the attempts at one deal compare: within each instance, over all who are ranked."""
    done = [each for each in attempts if each.total is not None]
    ranked = {
        each.table: each.total for each in done if each.flag is None and each.total is not None
    }
    found = shares(ranked, {each.table: each.instance for each in done})
    return Standings(done, found, places(found))


def pars_of(connection: sa.Connection, deal: str) -> dict[int, int]:
    """What the strongest bot made of each instance that it has played."""
    pars = rows.pars
    chosen = sa.select(pars.c.instance, pars.c.total).where(pars.c.deal == deal)
    played = chosen.where(pars.c.total.is_not(None))
    return {row.instance: row.total for row in connection.execute(played)}
