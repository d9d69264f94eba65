"""What stands between a table in memory and what is stored: news, old rules, stale commands."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from caboose.server import rows
from caboose.server.messages import Refused, Status
from caboose.server.refusals import refused
from caboose.server.table import Table


def why_not_now(table: Table, cmd_id: str | None, at: int) -> Refused | None:
    """Why nothing can be played here now, or not by who has seen so many actions."""
    if table.meta.status == "waiting":
        return refused(cmd_id, "not_started", "the game has not begun.")
    if table.meta.status in ("closed", "frozen"):
        sentence = table.meta.sentence or "this table is closed."
        return refused(cmd_id, f"table_{table.meta.status}", sentence)
    assert table.state is not None
    if table.state.phase == "first_tickets" or at == table.at:
        return None
    sentence = f"you acted on what was shown after {at} actions; meanwhile there are {table.at}."
    return refused(cmd_id, "stale", sentence, {"at": at, "now": table.at})


def why_it_ends(table: Table, why: str) -> tuple[Status, str]:
    """A game that does not replay: frozen, or under older rules closed; and in a sentence why."""
    if table.fits_these_rules():
        return "frozen", (
            "the stored actions do not lead to the stored positions any more, so the game is"
            f" frozen; nothing is lost ({why})"
        )
    return "closed", (
        "the game was begun under older rules that cannot be continued; it ends unfinished, with"
        f" the score after {table.at} actions."
    )


def read_news(connection: sa.Connection, table: Table) -> tuple[list[sa.Row[Any]], dict[int, int]]:
    """The actions that a table has not played yet, and the time that was ever added."""
    actions = rows.actions
    newer = sa.select(actions).where(actions.c.table_id == table.id, actions.c.n > table.at)
    added = {} if table.clock is None else _time_added(connection, table.id)
    return list(connection.execute(newer.order_by(actions.c.n))), added


def _time_added(connection: sa.Connection, table: str) -> dict[int, int]:
    """The milliseconds that were added to the clock, by the number of actions played by then."""
    entries = rows.table_log
    chosen = sa.select(entries.c.n, entries.c.facts).where(
        entries.c.table_id == table, entries.c.kind == "time_added"
    )
    added: dict[int, int] = {}
    for row in connection.execute(chosen):
        added[row.n] = added.get(row.n, 0) + int(row.facts["milliseconds"])
    return added
