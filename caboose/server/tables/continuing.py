"""Playing on from a position of a finished game: a private table against bots, one transaction.

The new game has the key of the old one and begins with its actions, so it replays, is recorded and
verified like any other. What is still to come is therefore known to whoever has looked at the old
one: that is why only bots sit there, and why such a game counts for nothing.
"""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.people.guests import Guest
from caboose.server.protocol.analysis import PlayOn
from caboose.server.protocol.bodies import NewChair, NewTable
from caboose.server.protocol.messages import Options
from caboose.server.protocol.refusals import Refusal, conflict, sealed
from caboose.server.storage import rows
from caboose.server.storage.statements import log_entry, upsert_due
from caboose.server.tables.meta import TableMeta, this_chair
from caboose.server.tables.opening import BoardText, open_table
from caboose.server.tables.seating import Seated
from caboose.server.tables.table import Table

PRIVATE = Options(watch="nobody", listed=False, order="given", start="owner", chat=False)


def refuse_unless_finished(table: Table) -> None:
    """Only a game that nobody can play any more is looked into or played on from."""
    if table.meta.sealed:
        raise sealed()
    if table.meta.status in ("waiting", "playing"):
        raise conflict("not_over", "The game is not over; come back when it is.")
    if table.meta.status != "over" or table.state is None or not table.state.is_over:
        raise conflict("not_finished", "This game was not played to its end.")


def play_on(
    connection: sa.Connection, guest: Guest, old: Table, wanted: PlayOn, now: int, most_open: int
) -> Seated:
    """Open a table at which the old game stands as it stood after so many actions."""
    if wanted.at >= old.at:
        raise Refusal(404, "not_yet", f"There are {old.at} actions in this game.")
    if wanted.seat >= len(old.meta.chairs):
        raise Refusal(422, "wrong_seats", f"There are {len(old.meta.chairs)} seats in this game.")
    if not old.fits_these_rules():
        raise conflict("older_rules", "This game was played under older rules.")
    seated = _open(connection, guest, old.meta, wanted, now, most_open)
    for chair in old.meta.chairs:
        same = {"nonce": chair.nonce, "seat": chair.seat}
        here = this_chair(seated.table, chair.chair)
        connection.execute(sa.update(rows.chairs).where(here).values(same))
    _copy_actions(connection, old.id, seated.table, wanted.at, now)
    tables = rows.tables
    begun = {
        "status": "playing",
        "started_at": now,
        "continues": old.id,
        "rules_version": old.meta.rules_version,
    }
    connection.execute(sa.update(tables).where(tables.c.id == seated.table).values(begun))
    chairs = list(old.meta.proof().chairs)
    connection.execute(log_entry(seated.table, wanted.at, "started", {"chairs": chairs}, now))
    upsert_due(connection, [{"table_id": seated.table, "at": now, "taken_until": 0}])
    return seated


def _open(
    connection: sa.Connection,
    guest: Guest,
    old: TableMeta,
    wanted: PlayOn,
    now: int,
    most_open: int,
) -> Seated:
    """The same chairs, one for a person and bots on the others."""
    chairs = [
        NewChair(kind="me") if chair.seat == wanted.seat else NewChair(kind="bot", bot=wanted.bot)
        for chair in old.chairs
    ]
    unused = "0" * 64  # the old game's number takes its place
    new = NewTable(edition=old.edition, chairs=chairs, options=PRIVATE, nonce=unused)
    what = BoardText(old.edition, old.board)
    return open_table(connection, guest, new, what, now, most_open, secret=old.secret)


def _copy_actions(connection: sa.Connection, old: str, new: str, count: int, now: int) -> None:
    actions = rows.actions
    kept = ("n", "seat", "action", "digest", "control")
    copied = sa.select(
        sa.literal(new).label("table_id"),
        sa.literal(now).label("played_at"),
        *(actions.c[name] for name in kept),
    ).where(actions.c.table_id == old, actions.c.n <= count)
    columns = ["table_id", "played_at", *kept]
    connection.execute(sa.insert(actions).from_select(columns, copied))
