"""What is stored when a game ends, by its rules or before."""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server import rows
from caboose.server.statements import log_entry
from caboose.server.table import Table, Trial


def end_statements(
    table: Table, status: str, sentence: str | None, now: int, last: Trial | None = None
) -> list[sa.Executable]:
    """Store how a table ended: its score, and its record if it was played to the end."""
    where = rows.tables.c.id == table.id
    ended = (
        sa.update(rows.tables).where(where).values(status=status, sentence=sentence, ended_at=now)
    )
    n = table.at if last is None else last.rows[-1]["n"]
    gone = sa.delete(rows.due).where(rows.due.c.table_id == table.id)
    statements: list[sa.Executable] = [ended, gone, log_entry(table.id, n, status, {}, now)]
    state = table.state if last is None else last.state
    if state is not None:
        record = state.record(table.meta.names(), table.meta.proof()) if state.is_over else ""
        result = sa.insert(rows.results).values(
            table_id=table.id,
            ended_at=now,
            finished=state.is_over,
            score=state.score().to_dict(),
            record=record,
        )
        statements.append(result)
    return statements
