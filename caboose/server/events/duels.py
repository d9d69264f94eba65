"""Duels: two people or two teams, the same five deals, three days; results hidden until the end."""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa

from caboose.server.events import teams
from caboose.server.events.attempts import Entry, begin, refuse_programs
from caboose.server.events.deals import DAY, HOUSE_BOT, Deal
from caboose.server.people.friends import has_blocked
from caboose.server.people.guests import Guest, lock_guest
from caboose.server.people.members import is_member
from caboose.server.protocol.deals import NewDuel
from caboose.server.protocol.refusals import Refusal, blocked, conflict, forbidden, not_found
from caboose.server.storage import rows
from caboose.server.tables.seating import Seated

DEALS = 5
DAYS = 3
MOST_OFFERED = 10  # challenges of somebody that wait


def challenge(connection: sa.Connection, guest: Guest, new: NewDuel, now: int) -> str:
    """Challenge a member, whoever opens the link, or a team; the duel's id."""
    refuse_programs(guest)
    if new.rival == guest.id:
        raise Refusal(422, "own_duel", "You cannot play a duel against yourself.")
    lock_guest(connection, guest)
    _refuse_too_many(connection, guest.id, now)
    if new.rival is not None:
        _refuse_rival(connection, guest, new.rival, new.team_of)
    name = secrets.token_urlsafe(9)
    row = {"id": name, "edition": new.edition, "scoring": new.scoring, "created_at": now}
    row |= {"challenger_id": guest.id, "asked_id": new.rival, "until": now + DAYS * DAY}
    connection.execute(sa.insert(rows.duels).values(row | {"team_of": new.team_of}))
    if new.team_of > 1:
        teams.make_places(connection, name, new.team_of, guest.id)
    return name


def _refuse_too_many(connection: sa.Connection, guest: str, now: int) -> None:
    """Only so many challenges of somebody wait for a rival, and one lasts three days."""
    duels, places = rows.duels, rows.duel_places
    is_open = sa.exists().where(places.c.duel_id == duels.c.id, places.c.guest_id.is_(None))
    waits = sa.case((duels.c.team_of > 1, is_open), else_=duels.c.rival_id.is_(None))
    mine = sa.select(sa.func.count()).where(
        duels.c.challenger_id == guest, duels.c.until > now, waits
    )
    if connection.execute(mine).scalar_one() >= MOST_OFFERED:
        raise conflict(
            "too_many_duels", "Enough of your duels wait for somebody; play these first."
        )


def decline(connection: sa.Connection, guest: Guest, duel: str, now: int) -> None:
    """Decline a duel that one is challenged to, or take back one's own that nobody accepted."""
    row = _lock(connection, duel)
    if role_of(row, guest.id) not in ("challenger", "invited") or row.team_of > 1:
        raise forbidden("not_your_duel", "This duel is for somebody else.")
    if row.rival_id is not None:
        raise conflict("duel_accepted", "This duel is being played already.")
    _refuse_over(row, now)
    connection.execute(sa.delete(rows.duels).where(rows.duels.c.id == duel))


def _refuse_rival(connection: sa.Connection, guest: Guest, rival: str, team_of: int) -> None:
    """Only a member is challenged by name, and nobody by whom they have blocked."""
    if team_of > 1:
        raise Refusal(422, "team_rival", "A team is challenged by the duel's link.")
    known = connection.execute(sa.select(is_member(sa.literal(rival)))).scalar()
    if not known or has_blocked(connection, rival, guest.id):
        raise not_found("member")


def accept(connection: sa.Connection, guest: Guest, duel: str, now: int) -> None:
    """Be the rival: whoever was challenged, or of those who have the link the first."""
    row = _enter(connection, guest, duel)
    role = role_of(row, guest.id)
    if role in ("challenger", "rival"):
        return
    _refuse_over(row, now)
    if row.rival_id is not None or row.team_of > 1:
        raise _closed()
    if row.asked_id is not None and role != "invited":
        raise _closed()
    if _was_begun_by_a_rival(connection, row):
        raise _closed()
    here = sa.update(rows.duels).where(rows.duels.c.id == duel)
    connection.execute(here.values(rival_id=guest.id))


def _was_begun_by_a_rival(connection: sa.Connection, row: Any) -> bool:
    """Has somebody played as the rival who was forgotten since, and may come back knowing all?"""
    attempts = rows.attempts
    of_challenger = sa.func.coalesce(attempts.c.guest_id, "") == row.challenger_id
    theirs = attempts.c.deal.like(f"duel/{row.id}/%") & ~of_challenger
    return connection.execute(sa.select(attempts.c.table_id).where(theirs)).first() is not None


def take_place(connection: sa.Connection, guest: Guest, duel: str, place: int, now: int) -> None:
    """Play for one of the teams."""
    row = _enter(connection, guest, duel)
    _refuse_over(row, now)
    teams.take_place(connection, row, guest, place)


def play(connection: sa.Connection, duel: str, number: int, entry: Entry) -> Seated:
    """Play one of a duel's deals, or come back to it."""
    row = _lock(connection, duel)
    deal = deal_of_duel(row, number)
    if row.team_of > 1:
        _refuse_over(row, entry.now)
        return teams.play_together(connection, row, deal, number, entry)
    if role_of(row, entry.guest.id) not in ("challenger", "rival"):
        raise forbidden("not_your_duel", "Accept the duel first.")
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
    return Deal(_deals(row.id)[number - 1], row.edition, 1)


def role_of(row: Any, guest: str | None) -> str:
    """What somebody is in a duel of two."""
    if guest is None:
        return "other"
    roles = {row.asked_id: "invited", row.rival_id: "rival", row.challenger_id: "challenger"}
    return roles.get(guest, "other")


def _enter(connection: sa.Connection, guest: Guest, duel: str) -> sa.Row[Any]:
    """The duel that somebody wants to be in, locked; not for whom its challenger has blocked."""
    refuse_programs(guest)
    row = _lock(connection, duel)
    if has_blocked(connection, row.challenger_id, guest.id):
        raise blocked()
    return row


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


# ---- when it is over -----------------------------------------------------------------------------


def done(connection: sa.Connection, now: int, since: int) -> list[str]:
    """Duels that are over before their time: all was played, the last of it after a moment."""
    lately = sa.select(rows.tables.c.deal).where(rows.tables.c.ended_at >= since)
    deals = {deal for deal in connection.execute(lately).scalars() if deal is not None}
    ids = {deal.split("/")[1] for deal in deals if deal.startswith("duel/")}
    chosen = sa.select(rows.duels).where(rows.duels.c.id.in_(sorted(ids)), rows.duels.c.until > now)
    return [duel.id for duel in connection.execute(chosen) if _is_done(connection, duel)]


def end(connection: sa.Connection, duel: str, now: int) -> None:
    """A duel is over once both sides have played all; then its tables may be looked at."""
    ended = sa.update(rows.duels).where(rows.duels.c.id == duel, rows.duels.c.until > now)
    connection.execute(ended.values(until=now))
    theirs = rows.attempts.c.deal.in_(_deals(duel))
    connection.execute(sa.update(rows.attempts).where(theirs).values(until=now))


def _is_done(connection: sa.Connection, duel: Any) -> bool:
    """Was everything played at a duel's tables, two for each deal?"""
    attempts, tables = rows.attempts, rows.tables
    ended = (
        sa.select(sa.func.count())
        .select_from(attempts.join(tables, tables.c.id == attempts.c.table_id))
        .where(attempts.c.deal.in_(_deals(duel.id)), tables.c.status.not_in(("waiting", "playing")))
    )
    if duel.team_of == 1:
        ended = ended.where(attempts.c.guest_id.in_((duel.challenger_id, duel.rival_id)))
    return connection.execute(ended).scalar_one() >= 2 * DEALS


def _deals(duel: str) -> list[str]:
    return [f"duel/{duel}/{number}" for number in range(1, DEALS + 1)]
