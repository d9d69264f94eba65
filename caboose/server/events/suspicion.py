"""Who may have known the cards: attempts at a daily deal that are shown, but not ranked.

An attempt is compared with those that were begun before it. What is looked at is little and plain:
the browser's mark, the network, a guest who appeared only after somebody of the same network was
done, the same decisions over a long stretch, and a leap far above everybody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, pstdev
from typing import Any

import sqlalchemy as sa

from caboose.server.events.deals import DAY
from caboose.server.storage import rows

HOUSEHOLD = 3  # guests of one network who are ranked; settled members are, however many
SETTLED = 3 * DAY  # milliseconds for which somebody is a member until that counts
SAME_DECISIONS = 12  # from the first on: people who do not know each other's hardly come so far
LEAP = 2.5  # standard deviations above the others
OTHERS = 8  # so many must have played for that
AT_A_TIME = 20
NO_DEVICE = "-"  # no browser's mark


@dataclass(frozen=True)
class Trace:
    """An attempt, as far as it may give somebody away."""

    device: str | None
    network: str | None
    is_settled: bool  # a member for some days
    known_since: int  # when the guest first came
    begun_at: int
    ended_at: int | None
    total: int | None
    decisions: Sequence[str] = ()


def suspect(late: Trace, earlier: Sequence[Trace], everybody: Sequence[Trace]) -> str | None:
    """Why an attempt is not ranked, given those begun before it; None if nothing speaks for it.

    `everybody` are all who played the same instance, the attempt itself among them.
    """
    if late.device is not None and any(each.device == late.device for each in earlier):
        return "same_device"
    near = [each for each in earlier if each.network == late.network]
    if not late.is_settled and sum(not each.is_settled for each in near) >= HOUSEHOLD:
        return "same_network"
    here = [each for each in near if each in everybody]
    if any(in_common(late.decisions, each.decisions) >= SAME_DECISIONS for each in here):
        return "alike"
    ended = [each.ended_at for each in here if each.ended_at is not None]
    done_before = [then for then in ended if then < late.begun_at]
    if any(then < late.known_since for then in done_before):
        return "newcomer"
    return "leap" if done_before and _leaps(late, everybody) else None


def in_common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many decisions are the same, from the first on."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _leaps(late: Trace, everybody: Sequence[Trace]) -> bool:
    others = [e.total for e in everybody if e.network != late.network and e.total is not None]
    if late.total is None or len(others) < OTHERS:
        return False
    return late.total > mean(others) + LEAP * max(1.0, pstdev(others))


def examine(connection: sa.Connection) -> dict[str, str | None]:
    """Examine some daily attempts that have ended since: why each is not ranked, by its table."""
    attempts, results = rows.attempts, rows.results
    ended = sa.select(attempts).join_from(
        attempts, results, results.c.table_id == attempts.c.table_id
    )
    new = ended.where(~attempts.c.examined, attempts.c.deal.like("daily/%"))
    some = connection.execute(new.order_by(attempts.c.begun_at).limit(AT_A_TIME))
    return {late.table_id: late.flag or _flag(connection, late) for late in list(some)}


def keep(connection: sa.Connection, flags: Mapping[str, str | None]) -> None:
    """Keep what was found; what an attempt was flagged for meanwhile stays."""
    attempts = rows.attempts
    for table, flag in flags.items():
        here = sa.update(attempts).where(attempts.c.table_id == table)
        connection.execute(here.values(examined=True, flag=sa.func.coalesce(attempts.c.flag, flag)))


def _flag(connection: sa.Connection, late: Any) -> str | None:
    """Only those of the same browser or network are read; the others where it may be a leap."""
    attempts = rows.attempts
    kin = _attempts(connection, attempts.c.table_id.in_(_kin(late)))
    here = [row for row in kin if (row.instance, row.network) == (late.instance, late.network)]
    decisions = _decisions(connection, [row.table_id for row in here]) if len(here) > 1 else {}
    traces = {row.table_id: _trace(row, decisions.get(row.table_id, [])) for row in kin}
    mine = (late.begun_at, late.table_id)
    before = [traces[row.table_id] for row in kin if (row.begun_at, row.table_id) < mine]
    everybody = here
    if any(row.ended_at is not None and row.ended_at < late.begun_at for row in here):
        same_deal = (attempts.c.deal == late.deal) & (attempts.c.instance == late.instance)
        everybody = _attempts(connection, same_deal)
    same = [traces.get(row.table_id) or _trace(row, []) for row in everybody]
    return suspect(traces[late.table_id], before, same)


def _kin(late: Any) -> sa.CompoundSelect[Any]:
    """Attempts at the same deal from the same network, and from the same browser."""
    attempts = rows.attempts
    same_deal = sa.select(attempts.c.table_id).where(attempts.c.deal == late.deal)
    device = late.device or NO_DEVICE
    return same_deal.where(attempts.c.network == late.network).union(
        same_deal.where(attempts.c.device == device)
    )


def _attempts(connection: sa.Connection, which: sa.ColumnElement[bool]) -> list[sa.Row[Any]]:
    attempts, results = rows.attempts, rows.results
    guests, members = rows.guests, rows.members
    who = members.c.since.label("member_since"), guests.c.created_at.label("known_since")
    chosen = sa.select(attempts, *who, results.c.score, results.c.finished, results.c.ended_at)
    joined = (
        chosen.join_from(attempts, results, results.c.table_id == attempts.c.table_id, isouter=True)
        .outerjoin(guests, guests.c.id == attempts.c.guest_id)
        .outerjoin(members, members.c.guest_id == attempts.c.guest_id)
    )
    return list(connection.execute(joined.where(which)))


def _trace(row: Any, decisions: list[str]) -> Trace:
    return Trace(
        device=row.device,
        network=row.network,
        is_settled=row.member_since is not None and row.member_since <= row.begun_at - SETTLED,
        known_since=row.known_since or 0,
        begun_at=row.begun_at,
        ended_at=row.ended_at,
        total=int(row.score["seats"][row.seat]["total"]) if row.finished else None,
        decisions=decisions,
    )


def _decisions(connection: sa.Connection, tables: list[str]) -> dict[str, list[str]]:
    """What people decided at tables, in order."""
    actions = rows.actions
    chosen = sa.select(actions.c.table_id, actions.c.action)
    theirs = chosen.where(actions.c.table_id.in_(tables), actions.c.control == "person")
    found: dict[str, list[str]] = {}
    for row in connection.execute(theirs.order_by(actions.c.table_id, actions.c.n)):
        found.setdefault(row.table_id, []).append(row.action)
    return found
