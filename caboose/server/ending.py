"""What is stored when a game ends, by its rules or before, and why."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from caboose.server import rows
from caboose.server.statements import log_entry
from caboose.server.table import Table, Trial


@dataclass(frozen=True)
class Why:
    """Why a table ends before its game does: a code, and the same in English. It names nobody."""

    code: str
    sentence: str

    def values(self) -> dict[str, str]:
        """The same in a table's row."""
        return {"why": self.code, "sentence": self.sentence}


BY_ITS_OWNER = Why("by_its_owner", "Who opened this table has closed it.")
ABANDONED = Why("abandoned", "Nobody played for a long time, so this table was closed.")
OWNER_IS_GONE = Why("owner_is_gone", "Who opened this table is gone, so it was closed.")


def end_statements(
    table: Table, status: str, why: Why | None, now: int, last: Trial | None = None
) -> list[sa.Executable]:
    """Store how a table ended: its score, and its record if it was played to the end."""
    here = sa.update(rows.tables).where(rows.tables.c.id == table.id)
    ended = here.values(status=status, ended_at=now, **(why.values() if why else {}))
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
