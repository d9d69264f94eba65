"""Opening a table, sitting down, starting, leaving, playing again: each one transaction.

An invitation only offers a chair: looking at it takes nothing, sitting down takes it, once, and
then it is dead. Whoever sits has a private link of their own, by which they can come back.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from caboose.engine.commitment import draw_lots, promise
from caboose.engine.record import RULES_VERSION
from caboose.server import rows
from caboose.server.bodies import NewChair, NewTable
from caboose.server.control import log_entry
from caboose.server.guests import Guest, hashed, new_token, plain
from caboose.server.messages import Options
from caboose.server.meta import TableMeta, find_edition, load_meta
from caboose.server.refusals import Refusal, conflict, forbidden, not_found
from caboose.server.store import upsert_due


@dataclass(frozen=True)
class Seated:
    """Where somebody sits now, and the private link that was made for it."""

    table: str
    chair: int | None
    resume: str | None = None
    started: bool = False


@dataclass(frozen=True)
class BoardText:
    """What is played: an edition's name, and an own board's text."""

    edition: str
    board: str | None


def lock_table(connection: sa.Connection, table: str) -> TableMeta:
    """Read a table for a change; others wait until it is done."""
    row = sa.select(rows.tables.c.id).where(rows.tables.c.id == table)
    connection.execute(row.with_for_update())
    meta = load_meta(connection, table)
    if meta is None:
        raise not_found("table")
    return meta


# ---- opening -------------------------------------------------------------------------------------


def open_table(
    connection: sa.Connection,
    guest: Guest,
    new: NewTable,
    what: BoardText,
    now: int,
    most_open: int,
    secret: str | None = None,
) -> Seated:
    """Open a table under the promise that was shown to its owner, or with a secret that is none."""
    _refuse_too_many(connection, guest, most_open)
    if all(chair.kind == "bot" for chair in new.chairs):
        raise Refusal(422, "no_person", "Leave at least one chair for a person.")
    secret = secret or _take_secret(connection, guest)
    table = secrets.token_urlsafe(9)
    facts = find_edition(what.edition, what.board)
    if not facts.min_seats <= len(new.chairs) <= facts.max_seats:
        raise Refusal(
            422,
            "wrong_seats",
            f"{facts.name} is for {facts.min_seats} to {facts.max_seats} players, not"
            f" {len(new.chairs)}.",
        )
    connection.execute(
        sa.insert(rows.tables).values(
            id=table,
            name=plain(new.name) or f"{guest.name}'s table",
            edition=what.edition,
            board=what.board,
            board_digest=facts.digest,
            rules_version=RULES_VERSION,
            status="waiting",
            options=new.options.model_dump(),
            listed=new.options.listed,
            owner_id=guest.id,
            secret=secret,
            commitment=promise(bytes.fromhex(secret)),
            created_at=now,
        )
    )
    for place, chair in enumerate(new.chairs):
        connection.execute(sa.insert(rows.chairs).values(_chair_row(table, place, chair)))
    connection.execute(log_entry(table, 0, "opened", {"by": guest.id}, now))
    return _sit_at_own_chairs(connection, guest, table, new, now)


def _refuse_too_many(connection: sa.Connection, guest: Guest, most: int) -> None:
    mine = sa.select(sa.func.count()).where(
        rows.tables.c.owner_id == guest.id, rows.tables.c.status.in_(("waiting", "playing"))
    )
    if connection.execute(mine).scalar_one() >= most:
        raise Refusal(
            429, "too_many_tables", f"You have {most} tables open; finish or close one first."
        )


def _take_secret(connection: sa.Connection, guest: Guest) -> str:
    """The secret that was promised to a guest, and a new one for the next time."""
    guests = rows.guests
    mine = sa.select(guests.c.next_secret).where(guests.c.id == guest.id).with_for_update()
    secret = connection.execute(mine).scalar()
    if secret is None:
        raise Refusal(401, "no_guest", "Give your name first.")
    new = sa.update(guests).where(guests.c.id == guest.id)
    connection.execute(new.values(next_secret=secrets.token_hex(32)))
    return str(secret)


def _chair_row(table: str, place: int, chair: NewChair) -> dict[str, Any]:
    is_bot = chair.kind == "bot"
    return {
        "table_id": table,
        "chair": place,
        "kind": "bot" if is_bot else "open",
        "name": plain(chair.name or "") or (str(chair.bot).capitalize() if is_bot else ""),
        "bot": chair.bot if is_bot else None,
        "control": "bot" if is_bot else "person",
    }


def _sit_at_own_chairs(
    connection: sa.Connection, guest: Guest, table: str, new: NewTable, now: int
) -> Seated:
    seated = Seated(table, None)
    for place, chair in enumerate(new.chairs):
        if chair.kind == "me":
            name = plain(chair.name or "") or guest.name
            sat = take_chair(connection, guest, table, place, new.nonce, now, name)
            seated = sat if seated.chair is None else seated
    started = start_if_full(connection, table, now)
    return Seated(table, seated.chair, seated.resume, started)


# ---- sitting down --------------------------------------------------------------------------------


def take_chair(
    connection: sa.Connection,
    guest: Guest,
    table: str,
    chair: int,
    nonce: str,
    now: int,
    name: str | None = None,
) -> Seated:
    """Sit down on an open chair."""
    resume = new_token()
    here = _this(table, chair)
    connection.execute(
        sa.update(rows.chairs)
        .where(here)
        .values(
            kind="person",
            name=name or guest.name,
            guest_id=guest.id,
            nonce=nonce,
            invitation_hash=None,
            reserved_for=None,
            resume_hash=hashed(resume),
        )
    )
    holder = {"table_id": table, "chair": chair, "guest_id": guest.id}
    connection.execute(sa.insert(rows.holders).values(holder))
    connection.execute(log_entry(table, 0, "sat_down", {"chair": chair, "by": guest.id}, now))
    return Seated(table, chair, resume)


def accept_invitation(
    connection: sa.Connection, guest: Guest, token: str, nonce: str, now: int
) -> Seated:
    """Take the chair that an invitation offers."""
    table, chair = invited_to(connection, token)
    meta = lock_table(connection, table)
    table, chair = invited_to(connection, token)  # somebody may have been quicker
    if meta.chairs_of(guest.id):
        raise conflict("already_seated", "You sit at this table already; send the link to others.")
    seated = take_chair(connection, guest, table, chair, nonce, now)
    return Seated(table, chair, seated.resume, start_if_full(connection, table, now))


def invited_to(connection: sa.Connection, token: str) -> tuple[str, int]:
    """The table and chair of an invitation."""
    chairs = rows.chairs
    joined = sa.select(chairs.c.table_id, chairs.c.chair).join_from(chairs, rows.tables)
    chosen = joined.where(
        chairs.c.invitation_hash == hashed(token),
        chairs.c.kind == "open",
        rows.tables.c.status == "waiting",
    )
    row = connection.execute(chosen).first()
    if row is None:
        raise Refusal(
            410, "invitation_used", "This invitation was used or withdrawn; ask for another one."
        )
    return row.table_id, row.chair


def join(connection: sa.Connection, guest: Guest, table: str, nonce: str, now: int) -> Seated:
    """Take the chairs that are kept for a guest, or the first open one of a listed table."""
    meta = lock_table(connection, table)
    if meta.chairs_of(guest.id):
        raise conflict("already_seated", "You sit at this table already.")
    mine = [chair.chair for chair in meta.chairs if chair.reserved_for == guest.id]
    free = [c.chair for c in meta.chairs if c.kind == "open" and c.reserved_for is None]
    if not mine and not meta.options.listed:
        raise forbidden("This table is by invitation only; ask for a link.")
    if meta.status != "waiting" or not (mine or free):
        raise conflict("no_open_chair", "All chairs of this table are taken.")
    chairs = mine or free[:1]
    names = {chair.chair: chair.name for chair in meta.chairs if len(mine) > 1}
    first, *others = chairs
    seated = take_chair(connection, guest, table, first, nonce, now, names.get(first))
    for other in others:
        take_chair(connection, guest, table, other, nonce, now, names.get(other))
    return Seated(table, first, seated.resume, start_if_full(connection, table, now))


def resume_of(connection: sa.Connection, token: str) -> tuple[str, int]:
    """The table and chair of a private link."""
    chairs = rows.chairs
    chosen = sa.select(chairs.c.table_id, chairs.c.chair).where(
        chairs.c.resume_hash == hashed(token)
    )
    row = connection.execute(chosen).first()
    if row is None:
        raise not_found("link")
    return row.table_id, row.chair


def resume(connection: sa.Connection, guest: Guest, token: str, now: int) -> Seated:
    """Let this guest, too, play for the chair of a private link."""
    table, chair = resume_of(connection, token)
    meta = lock_table(connection, table)
    if guest.id not in meta.chairs[chair].holders:
        holder = {"table_id": table, "chair": chair, "guest_id": guest.id}
        connection.execute(sa.insert(rows.holders).values(holder))
        connection.execute(log_entry(table, 0, "came_back", {"chair": chair}, now))
    return Seated(table, chair)


def new_invitations(connection: sa.Connection, guest: Guest, table: str) -> dict[int, str]:
    """New links for the open chairs; the old ones are dead."""
    meta = lock_table(connection, table)
    if meta.owner_id != guest.id:
        raise forbidden("Only who opened the table can invite.")
    links = {}
    for chair in meta.chairs:
        if chair.kind == "open" and chair.reserved_for is None:
            token = new_token()
            here = _this(table, chair.chair)
            values = {"invitation_hash": hashed(token)}
            connection.execute(sa.update(rows.chairs).where(here).values(values))
            links[chair.chair] = f"/join/{token}"
    return links


# ---- starting, leaving, again --------------------------------------------------------------------


def start_if_full(connection: sa.Connection, table: str, now: int) -> bool:
    """Start, if that is wanted as soon as all chairs are taken."""
    meta = load_meta(connection, table)
    assert meta is not None
    if meta.options.start != "full" or any(chair.kind == "open" for chair in meta.chairs):
        return False
    begin(connection, meta, now)
    return True


def start(connection: sa.Connection, guest: Guest, table: str, now: int) -> None:
    """The owner starts the game."""
    meta = lock_table(connection, table)
    if meta.owner_id != guest.id:
        raise forbidden("Only who opened the table can start the game.")
    if meta.status != "waiting":
        raise conflict("not_waiting", "The game has begun already.")
    if any(chair.kind == "open" for chair in meta.chairs):
        raise conflict("open_chairs", "Some chairs are still open; fill them first.")
    if not any(chair.kind == "person" for chair in meta.chairs):
        raise conflict("no_person", "Somebody must sit at the table.")
    begin(connection, meta, now)


def begin(connection: sa.Connection, meta: TableMeta, now: int) -> None:
    """Make the key from the promise and the nonces, and give seats to chairs."""
    count = len(meta.chairs)
    by_lot = meta.options.order == "lot"
    order = draw_lots(meta.proof().key, count) if by_lot else tuple(range(count))
    for seat, chair in enumerate(order):
        here = _this(meta.id, chair)
        connection.execute(sa.update(rows.chairs).where(here).values(seat=seat))
    where = rows.tables.c.id == meta.id
    connection.execute(sa.update(rows.tables).where(where).values(status="playing", started_at=now))
    _make_due(connection, meta.id, now)
    connection.execute(log_entry(meta.id, 0, "started", {"chairs": list(order)}, now))


def leave(connection: sa.Connection, guest: Guest, table: str, now: int) -> None:
    """Stand up: before the game the chair is open again, in it a bot plays on."""
    meta = lock_table(connection, table)
    mine = meta.chairs_of(guest.id)
    if not mine:
        raise conflict("not_seated", "You do not sit at this table.")
    if meta.status not in ("waiting", "playing"):
        raise conflict("game_over", "The game is over; there is nothing to leave.")
    for chair in mine:
        here = _this(table, chair)
        change = sa.update(rows.chairs).where(here)
        if meta.status == "waiting":
            connection.execute(change.values(_open_again()))
            held = (rows.holders.c.table_id == table) & (rows.holders.c.chair == chair)
            connection.execute(sa.delete(rows.holders).where(held))
        else:
            connection.execute(change.values(control="bot"))
            _make_due(connection, table, now)
        connection.execute(log_entry(table, 0, "left", {"chair": chair, "by": guest.id}, now))


def _make_due(connection: sa.Connection, table: str, now: int) -> None:
    """A bot may have to act at once; it stands in the database, so a crash changes nothing."""
    upsert_due(connection, [{"table_id": table, "at": now, "taken_until": 0}])


def _this(table: str, chair: int) -> sa.ColumnElement[bool]:
    """One chair's row."""
    return (rows.chairs.c.table_id == table) & (rows.chairs.c.chair == chair)


def _open_again() -> dict[str, Any]:
    gone = ("guest_id", "nonce", "invitation_hash", "resume_hash", "reserved_for")
    return {"kind": "open", "name": "", **dict.fromkeys(gone)}


def rematch(
    connection: sa.Connection, guest: Guest, table: str, nonce: str, now: int, most_open: int
) -> Seated:
    """Play again with the same people: the order moves on by one, everybody sits down anew."""
    old = lock_table(connection, table)
    if not old.chairs_of(guest.id):
        raise forbidden("Only who sat at the table can ask for a rematch.")
    if old.status not in ("over", "closed"):
        raise conflict("not_over", "The game is not over yet.")
    if old.rematch is not None:
        return join(connection, guest, old.rematch, nonce, now)
    by_seat = sorted(old.chairs, key=lambda chair: (chair.seat or 0, chair.chair))
    rotated = by_seat[1:] + by_seat[:1]
    chairs = [
        NewChair(kind="bot", bot=chair.bot, name=chair.name or None)
        if chair.kind == "bot"
        else NewChair(kind="me" if guest.id in chair.holders else "open", name=chair.name or None)
        for chair in rotated
    ]
    options = Options(**{**old.options.model_dump(), "order": "given", "start": "full"})
    new = NewTable(edition=old.edition, chairs=chairs, name=old.name, options=options, nonce=nonce)
    what = BoardText(old.edition, old.board)
    seated = open_table(connection, guest, new, what, now, most_open)
    for place, chair in enumerate(rotated):
        if chair.kind == "person" and guest.id not in chair.holders:
            here = _this(seated.table, place)
            reserved = {"reserved_for": chair.guest_id, "name": chair.name}
            connection.execute(sa.update(rows.chairs).where(here).values(reserved))
    tables = rows.tables
    linked = sa.update(tables).where(tables.c.id == table)
    connection.execute(linked.values(rematch=seated.table))
    connection.execute(
        sa.update(tables).where(tables.c.id == seated.table).values(rematch_of=table)
    )
    return seated
