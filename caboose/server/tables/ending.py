"""What is stored when a game ends, by its rules or before, and why."""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.protocol.closures import Why
from caboose.server.storage import rows
from caboose.server.storage.statements import log_entry
from caboose.server.tables.table import Advance, Table


def end_statements(
    table: Table, status: str, why: Why | None, now: int, last: Advance | None = None
) -> list[sa.Executable]:
    """Store how a table ended: its score and its record; a game that does not replay has none."""
    here = sa.update(rows.tables).where(rows.tables.c.id == table.id)
    ended = here.values(status=status, ended_at=now, **(why.values() if why else {}))
    n = table.at if last is None else last.stored.n
    gone = sa.delete(rows.due).where(rows.due.c.table_id == table.id)
    statements: list[sa.Executable] = [ended, gone, log_entry(table.id, n, status, {}, now)]
    state = table.state if last is None else last.state
    if state is not None:
        replays = state.is_over or (status == "closed" and table.fits_these_rules())
        record = state.record(table.meta.names(), table.meta.proof()) if replays else ""
        result = sa.insert(rows.results).values(
            table_id=table.id,
            ended_at=now,
            finished=state.is_over,
            score=state.score().to_dict(),
            record=record,
        )
        statements.append(result)
    return statements
