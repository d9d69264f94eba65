"""Duels: two people, the same five deals, three days. Results are hidden until both are done."""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa

from caboose.server.events.attempts import Entry, begin, refuse_programs
from caboose.server.events.deals import DAY, HOUSE_BOT, Deal
from caboose.server.events.duel_scores import score_deal
from caboose.server.events.results import Attempt, attempts_at
from caboose.server.people.forgetting import NOBODY
from caboose.server.people.guests import Guest
from caboose.server.people.members import is_member
from caboose.server.protocol.deals import Duel, DuelDeal, DuelPlayer, NewDuel
from caboose.server.protocol.refusals import Refusal, conflict, forbidden, not_found
from caboose.server.storage import rows
from caboose.server.tables.seating import Seated

DEALS = 5
DAYS = 3


def challenge(connection: sa.Connection, guest: Guest, new: NewDuel, now: int) -> str:
    """Challenge a member, or whoever opens the link; the duel's id."""
    refuse_programs(guest)
    if new.rival == guest.id:
        raise Refusal(422, "own_duel", "You cannot play a duel against yourself.")
    member = sa.select(is_member(sa.literal(new.rival)))
    if new.rival is not None and not connection.execute(member).scalar():
        raise not_found("member")
    name = secrets.token_urlsafe(9)
    row = {"id": name, "edition": new.edition, "scoring": new.scoring, "created_at": now}
    row |= {"challenger_id": guest.id, "asked_id": new.rival, "until": now + DAYS * DAY}
    connection.execute(sa.insert(rows.duels).values(row))
    return name


def accept(connection: sa.Connection, guest: Guest, duel: str, now: int) -> None:
    """Be the rival: whoever was challenged, or of those who have the link the first."""
    refuse_programs(guest)
    row = _lock(connection, duel)
    role = _role(row, guest.id)
    if role in ("challenger", "rival"):
        return
    _refuse_over(row, now)
    if row.rival_id is not None:
        raise _closed()
    if row.asked_id is not None and role != "invited":
        raise _closed()
    here = sa.update(rows.duels).where(rows.duels.c.id == duel)
    connection.execute(here.values(rival_id=guest.id))


def play(connection: sa.Connection, duel: str, number: int, entry: Entry) -> Seated:
    """Play one of a duel's deals, or come back to it."""
    row = _lock(connection, duel)
    if _role(row, entry.guest.id) not in ("challenger", "rival"):
        raise forbidden("not_your_duel", "Accept the duel first.")
    deal = deal_of_duel(row, number)
    _refuse_over(row, entry.now)
    return begin(connection, deal, HOUSE_BOT, entry)


def until(connection: sa.Connection, duel: str) -> int:
    """When a duel ends."""
    found = connection.execute(
        sa.select(rows.duels.c.until).where(rows.duels.c.id == duel)
    ).scalar()
    if found is None:
        raise not_found("duel")
    return int(found)


def deal_of_duel(row: Any, number: int) -> Deal:
    """One of a duel's deals, counted from 1."""
    if not 1 <= number <= DEALS:
        raise not_found("deal")
    return Deal(f"duel/{row.id}/{number}", row.edition, 1)


def _lock(connection: sa.Connection, duel: str) -> sa.Row[Any]:
    chosen = sa.select(rows.duels).where(rows.duels.c.id == duel)
    row = connection.execute(chosen.with_for_update()).first()
    if row is None:
        raise not_found("duel")
    return row


def _refuse_over(row: Any, now: int) -> None:
    if row.until <= now:
        raise _closed()


def _closed() -> Refusal:
    return conflict("duel_closed", "This duel is over, or it is for somebody else.")


def _role(row: Any, guest: str | None) -> str:
    if guest is None:
        return "other"
    roles = {row.asked_id: "invited", row.rival_id: "rival", row.challenger_id: "challenger"}
    return roles.get(guest, "other")


# ---- when it is over -----------------------------------------------------------------------------


def some_done(connection: sa.Connection, now: int) -> bool:
    """Is there a duel whose deals both have played? A quick look."""
    return bool(_done(connection, now))


def end_those_done(connection: sa.Connection, now: int) -> None:
    """A duel is over once both have played all deals; then its tables may be looked at."""
    for duel in _done(connection, now):
        ended = sa.update(rows.duels).where(rows.duels.c.id == duel, rows.duels.c.until > now)
        connection.execute(ended.values(until=now))
        theirs = rows.attempts.c.deal.like(f"duel/{duel}/%")
        connection.execute(sa.update(rows.attempts).where(theirs).values(until=now))


def _done(connection: sa.Connection, now: int) -> list[str]:
    duels, attempts, tables = rows.duels, rows.attempts, rows.tables
    ended = (
        sa.select(sa.func.count())
        .select_from(attempts.join(tables, tables.c.id == attempts.c.table_id))
        .where(
            attempts.c.deal.like("duel/" + duels.c.id + "/%"),
            tables.c.status.not_in(("waiting", "playing")),
        )
        .scalar_subquery()
    )
    running = (duels.c.until > now) & duels.c.rival_id.is_not(None)
    chosen = sa.select(duels.c.id).where(running, ended >= 2 * DEALS)
    return list(connection.execute(chosen).scalars())


# ---- how it is shown -----------------------------------------------------------------------------


def duels_of(connection: sa.Connection, guest: str, now: int) -> list[Duel]:
    """Somebody's duels, and those they are challenged to; newest first."""
    duels = rows.duels
    theirs = sa.or_(
        duels.c.challenger_id == guest, duels.c.rival_id == guest, duels.c.asked_id == guest
    )
    newest = sa.select(duels.c.id).where(theirs).order_by(duels.c.created_at.desc()).limit(20)
    return [show(connection, name, guest, now) for name in connection.execute(newest).scalars()]


def show(connection: sa.Connection, duel: str, guest: str | None, now: int) -> Duel:
    """A duel, as somebody may see it: their own results, and the other's when it is over."""
    row = connection.execute(sa.select(rows.duels).where(rows.duels.c.id == duel)).first()
    if row is None:
        raise not_found("duel")
    role, is_over = _role(row, guest), row.until <= now
    mine, theirs = row.challenger_id, row.rival_id
    if role == "rival":
        mine, theirs = theirs, mine
    deals = [deal_of_duel(row, n) for n in range(1, DEALS + 1)]
    found = attempts_at(connection, [deal.name for deal in deals])
    knows = is_over or role in ("challenger", "rival")
    lines = [_deal(n, row, found, mine, theirs, knows, is_over) for n in range(1, DEALS + 1)]
    names = _names(connection, {row.challenger_id, row.rival_id})
    return Duel(
        id=row.id,
        edition=row.edition,
        scoring=row.scoring,
        status="over" if is_over else "offered" if theirs is None or mine is None else "running",
        role=role,
        now=now,
        ends_at=row.until,
        me=_player(names, mine, found, [line.points for line in lines]),
        rival=None
        if theirs is None
        else _player(names, theirs, found, [line.rival_points for line in lines]),
        deals=lines,
    )


def _deal(
    n: int,
    row: Any,
    found: list[Attempt],
    mine: str | None,
    theirs: str | None,
    knows: bool,
    is_over: bool,
) -> DuelDeal:
    here = {a.guest: a for a in found if a.deal == f"duel/{row.id}/{n}" and a.guest is not None}
    own, other = (here.get(mine) if mine else None), (here.get(theirs) if theirs else None)
    totals = (own.total if own else None), (other.total if other else None)
    points = score_deal(row.scoring, *totals) if is_over else (None, None)
    return DuelDeal(
        number=n,
        table=own.table if own and knows else None,
        status=_status(own) if knows else "open",
        total=totals[0] if knows else None,
        rival_table=other.table if other and is_over else None,
        rival_total=totals[1] if is_over else None,
        points=points[0],
        rival_points=points[1],
    )


def _status(own: Attempt | None) -> str:
    if own is None:
        return "open"
    if own.total is not None:
        return "over"
    return "playing" if own.status == "playing" else "unfinished"


def _names(connection: sa.Connection, guests: set[str | None]) -> dict[str, str]:
    named = sa.select(rows.guests.c.id, rows.guests.c.name).where(rows.guests.c.id.in_(guests))
    return {row.id: row.name for row in connection.execute(named)}


def _player(
    names: dict[str, str], guest: str | None, found: list[Attempt], points: list[float | None]
) -> DuelPlayer:
    done = sum(a.total is not None for a in found if guest is not None and a.guest == guest)
    known = [each for each in points if each is not None]
    name = names.get(guest or "", NOBODY)
    return DuelPlayer(name=name, done=done, points=sum(known) if known else None)
