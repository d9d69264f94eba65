"""What one commit costs the process that asks for it, by the number of tables it is about.

Processor time of the asking process alone, over a PostgreSQL of its own; the least of several
rounds, since whatever else the machine does can only add to it.

    python -m benchmarks.server_commit
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import sqlalchemy as sa

from benchmarks.server import empty_database
from caboose.server.storage import rows
from caboose.server.storage.append import Append, StoredAction, append_all
from caboose.server.storage.database import Database

NUMBERS = (1, 3, 10, 30)
ROUNDS, COMMITS = 12, 30
PLAYED = {"name": "", "edition": "usa", "board_digest": "", "rules_version": 1, "options": {}}
PLAYED |= {"status": "playing", "listed": False, "secret": "", "commitment": "", "created_at": 0}


def commit(database: Database, tables: int, n: int) -> None:
    """Store action n of so many tables; half of them have a clock."""
    entries = [
        Append(
            table := f"table {number}",
            (StoredAction(table, n, 0, "draw deck", f"command {n}", "digest", "person", 1),),
            due_at=1 if number % 2 else None,
        )
        for number in range(tables)
    ]
    with database.begin_one() as connection:
        append_all(connection, entries)


def measure(database: Database, tables: int, n: int) -> float:
    """Microseconds of processor time for a commit."""
    least = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(COMMITS):
            n += 1
            commit(database, tables, n)
        least = min(least, (time.process_time() - began) / COMMITS)
    return 1e6 * least


def main() -> None:
    """Measure, and print a line for each."""
    with (
        tempfile.TemporaryDirectory() as folder,
        empty_database("postgresql", Path(folder)) as address,
    ):
        database = Database(address)
        database.make_ready()
        with database.begin() as connection:
            for number in range(max(NUMBERS)):
                connection.execute(sa.insert(rows.tables).values(id=f"table {number}", **PLAYED))
        for turn, tables in enumerate(NUMBERS):
            cost = measure(database, tables, turn * ROUNDS * COMMITS)
            print(f"{tables} tables: {cost:.0f} us a commit, {cost / tables:.0f} an action")
        database.close()


if __name__ == "__main__":
    main()
