"""Bringing a table in memory up to what is stored, and what becomes of a game that does not."""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.protocol.closures import Why
from caboose.server.protocol.messages import Status
from caboose.server.storage import rows
from caboose.server.storage.append import StoredAction
from caboose.server.storage.statements import Given
from caboose.server.tables.added_time import read_added
from caboose.server.tables.table import Table


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


News = tuple[list[StoredAction], dict[int, int]]
"""The actions that a table has not played yet, and the time that was ever added to its clock."""


def read_news(connection: sa.Connection, tables: list[Table]) -> dict[str, News]:
    """What there is to know of tables since they were last read."""
    known = [{"table_id": table.id, "n": table.at} for table in tables]
    newer: dict[str, list[StoredAction]] = {table.id: [] for table in tables}
    for row in _NEWER.select(connection, known):
        newer[row.table_id].append(StoredAction(**row._asdict()))
    added = read_added(connection, [table.id for table in tables if table.clock is not None])
    return {name: (actions, added.get(name, {})) for name, actions in newer.items()}


def follow_news(table: Table, newer: list[StoredAction], added: dict[int, int]) -> None:
    """Play what is new at a table, with the time that was added meanwhile."""
    table.added.give(table.clock, table.at, added)
    for action in newer:
        if action.n == table.at + 1:
            table.replay(action)
            table.added.give(table.clock, table.at, added)


# A newer version may have added columns, which are not read.
_COLUMNS = ", ".join(f"actions.{column.name}" for column in rows.actions.c)
_NEWER = Given(
    rows.actions,
    f"SELECT {_COLUMNS}"
    " FROM actions JOIN ({rows}) AS known"
    " ON actions.table_id = known.table_id AND actions.n > known.n"
    " ORDER BY actions.table_id, actions.n",
)
