"""Opening a table, for the first time or to play again: each one transaction."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from caboose.boards import Edition
from caboose.engine.commitment import promise
from caboose.engine.game import RULES_VERSION
from caboose.server.people.guests import Guest, lock_guest, plain
from caboose.server.protocol.bodies import NewChair, NewTable, Sit
from caboose.server.protocol.messages import Options
from caboose.server.protocol.refusals import Refusal, conflict, forbidden, refuse_another_promise
from caboose.server.storage import rows
from caboose.server.storage.statements import log_entry
from caboose.server.tables.meta import find_edition, lock_table, this_chair
from caboose.server.tables.rated import refuse_unfair
from caboose.server.tables.seating import Seated, join, take_chair
from caboose.server.tables.starting import start_if_full


@dataclass(frozen=True)
class BoardText:
    """What is played: an edition's name, and an own board's text."""

    edition: str
    board: str | None


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
    refuse_unfair(guest, new, what.edition)
    if all(chair.kind == "bot" for chair in new.chairs):
        raise Refusal(422, "no_person", "Leave at least one seat for a person.")
    secret = secret or _take_secret(connection, guest)
    refuse_another_promise(new.commitment, promise(bytes.fromhex(secret)))
    table = lay_table(connection, new, what, secret, now, owner=guest.id)
    return _sit_at_own_chairs(connection, guest, table, new, now)


def lay_table(
    connection: sa.Connection,
    new: NewTable,
    what: BoardText,
    secret: str,
    now: int,
    *,
    owner: str | None = None,
    arena: str | None = None,
) -> str:
    """A table with its chairs, at which nobody but bots sits yet; nobody need own it."""
    table = secrets.token_urlsafe(9)
    facts = find_edition(what.edition, what.board)
    if not facts.min_seats <= len(new.chairs) <= facts.max_seats:
        raise wrong_seats(facts, len(new.chairs))
    connection.execute(
        sa.insert(rows.tables).values(
            id=table,
            name=plain(new.name),
            edition=what.edition,
            board=what.board,
            board_digest=facts.digest,
            rules_version=RULES_VERSION,
            status="waiting",
            options=new.options.model_dump(),
            listed=new.options.listed,
            owner_id=owner,
            secret=secret,
            commitment=promise(bytes.fromhex(secret)),
            arena=arena,
            created_at=now,
        )
    )
    for place, chair in enumerate(new.chairs):
        connection.execute(sa.insert(rows.chairs).values(_chair_row(table, place, chair)))
    connection.execute(log_entry(table, 0, "opened", {}, now))
    return table


def wrong_seats(facts: Edition, seats: int) -> Refusal:
    """An edition is not for so many."""
    return Refusal(
        422,
        "wrong_seats",
        f"{facts.name} is for {facts.min_seats} to {facts.max_seats} players, not {seats}.",
    )


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
    secret = lock_guest(connection, guest)
    new = sa.update(rows.guests).where(rows.guests.c.id == guest.id)
    connection.execute(new.values(next_secret=secrets.token_hex(32)))
    return secret


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
    resumes = {}
    for place, chair in enumerate(new.chairs):
        if chair.kind == "me":
            name = plain(chair.name or "") or guest.name
            resumes[place] = take_chair(connection, guest, table, place, new.nonce, now, name)
    start_if_full(connection, table, now)
    return Seated(table, min(resumes, default=None), resumes)


def rematch(
    connection: sa.Connection, guest: Guest, table: str, sit: Sit, now: int, most_open: int
) -> Seated:
    """Play again with the same people: the order moves on by one, everybody sits down again."""
    old = lock_table(connection, table)
    if not old.chairs_of(guest.id):
        raise forbidden("not_your_game", "Only the players of this game can ask for a rematch.")
    if old.status not in ("over", "closed"):
        raise conflict("not_over", "The game is not over yet.")
    if old.rematch is not None:
        return join(connection, guest, old.rematch, sit, now)
    chairs = [
        NewChair(kind="bot", bot=chair.bot, name=chair.name or None)
        if chair.kind == "bot"
        else NewChair(kind="me" if guest.id in chair.holders else "open", name=chair.name or None)
        for chair in old.again()
    ]
    options = Options(**{**old.options.model_dump(), "order": "given", "start": "full"})
    new = NewTable(
        edition=old.edition, chairs=chairs, name=old.name, options=options, **sit.model_dump()
    )
    what = BoardText(old.edition, old.board)
    seated = open_table(connection, guest, new, what, now, most_open)
    for place, chair in enumerate(old.again()):
        if chair.holders and guest.id not in chair.holders:
            here = this_chair(seated.table, place)
            who = chair.guest_id or min(chair.holders)
            reserved = {"reserved_for": who, "name": chair.name}
            connection.execute(sa.update(rows.chairs).where(here).values(reserved))
    tables = rows.tables
    linked = sa.update(tables).where(tables.c.id == table)
    connection.execute(linked.values(rematch=seated.table))
    connection.execute(
        sa.update(tables).where(tables.c.id == seated.table).values(rematch_of=table)
    )
    return seated
