"""Time that running clocks are given: for an outage, and while nobody was there to play.

It is a line of the table's log, at the number of actions that were played by then, so that a clock
which is worked out again from the stored actions gets it at the same moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from caboose.server.storage import rows
from caboose.server.storage.notify import tell_changed
from caboose.server.storage.statements import actions_so_far, log_entry
from caboose.server.tables.clock import GameClock

KIND = "time_added"


class AddedTime:
    """What one table's clock was given so far: milliseconds, by the number of actions."""

    def __init__(self) -> None:
        self.given: dict[int, int] = {}

    def give(self, clock: GameClock | None, at: int, added: Mapping[int, int]) -> None:
        """Give the clock what was added after so many actions, and was not given to it yet."""
        total = added.get(at, 0)
        if clock is not None:
            clock.add(total - self.given.get(at, 0))
            self.given[at] = total


def add_time(connection: sa.Connection, tables: Sequence[str], milliseconds: int, now: int) -> None:
    """Give everybody whose time is running at these tables so much more."""
    for table in tables:
        facts = {"milliseconds": milliseconds}
        connection.execute(log_entry(table, actions_so_far(table), KIND, facts, now))


def add_time_to_all(connection: sa.Connection, milliseconds: int, now: int) -> int:
    """Give every running clock more time; how many there were."""
    tables, due = rows.tables, rows.due
    running = sa.select(tables.c.id, tables.c.options).where(tables.c.status == "playing")
    clocks = [row.id for row in connection.execute(running) if row.options.get("clock")]
    add_time(connection, clocks, milliseconds, now)
    later = sa.update(due).where(due.c.table_id.in_(clocks), due.c.at < now + milliseconds)
    connection.execute(later.values(at=now))  # whoever looks works out the new time
    tell_changed(connection, clocks)
    return len(clocks)


def read_added(connection: sa.Connection, tables: Sequence[str]) -> dict[str, dict[int, int]]:
    """The milliseconds that were added to clocks, by the number of actions played by then."""
    added: dict[str, dict[int, int]] = {name: {} for name in tables}
    if not tables:
        return added
    entries = rows.table_log
    chosen = sa.select(entries.c.table_id, entries.c.n, entries.c.facts).where(
        entries.c.table_id.in_(tables), entries.c.kind == KIND
    )
    for row in connection.execute(chosen):
        times = added[row.table_id]
        times[row.n] = times.get(row.n, 0) + int(row.facts["milliseconds"])
    return added
