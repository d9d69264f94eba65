"""What stands between a table in memory and what is stored: news, old rules, stale commands."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from caboose.server import rows
from caboose.server.ending import Why
from caboose.server.messages import Refused, Status
from caboose.server.refusals import refused
from caboose.server.statements import Given
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


def why_it_ends(table: Table, why: str) -> tuple[Status, Why]:
    """A game that does not replay: frozen, or under older rules closed; and why."""
    if table.fits_these_rules():
        return "frozen", Why(
            "does_not_replay",
            "The stored actions do not lead to the stored positions any more, so the game is"
            f" frozen; nothing is lost ({why})",
        )
    return "closed", Why(
        "older_rules",
        "The game was begun under older rules that cannot be continued; it ends unfinished, with"
        f" the score after {table.at} actions.",
    )


News = tuple[list[sa.Row[Any]], dict[int, int]]
"""The actions that a table has not played yet, and the time that was ever added to its clock."""


def read_news(connection: sa.Connection, tables: list[Table]) -> dict[str, News]:
    """What there is to know of tables since they were last read."""
    known = [{"table_id": table.id, "n": table.at} for table in tables]
    newer: dict[str, list[sa.Row[Any]]] = {table.id: [] for table in tables}
    for row in _NEWER.select(connection, known):
        newer[row.table_id].append(row)
    added = _time_added(connection, [table.id for table in tables if table.clock is not None])
    return {name: (actions, added.get(name, {})) for name, actions in newer.items()}


def _time_added(connection: sa.Connection, tables: list[str]) -> dict[str, dict[int, int]]:
    """The milliseconds that were added to clocks, by the number of actions played by then."""
    added: dict[str, dict[int, int]] = {name: {} for name in tables}
    if not tables:
        return added
    entries = rows.table_log
    chosen = sa.select(entries.c.table_id, entries.c.n, entries.c.facts).where(
        entries.c.table_id.in_(tables), entries.c.kind == "time_added"
    )
    for row in connection.execute(chosen):
        times = added[row.table_id]
        times[row.n] = times.get(row.n, 0) + int(row.facts["milliseconds"])
    return added


def follow_news(table: Table, newer: list[sa.Row[Any]], added: dict[int, int]) -> None:
    """Play what is new at a table, with the time that was added meanwhile."""
    table.add_time(added)
    for row in newer:
        if row.n == table.at + 1:
            table.follow(row)
            table.add_time(added)


_NEWER = Given(
    rows.actions,
    "SELECT actions.* FROM actions JOIN ({rows}) AS known"
    " ON actions.table_id = known.table_id AND actions.n > known.n"
    " ORDER BY actions.table_id, actions.n",
)
