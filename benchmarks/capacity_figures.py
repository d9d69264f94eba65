"""What an action takes in PostgreSQL and on the wire: figures for benchmarks/capacity.py.

    python -m benchmarks.capacity_figures

One whole game is stored at twenty tables at once, as a busy process does, in commits of twenty.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import sqlalchemy as sa

import caboose
from benchmarks.server import empty_database
from caboose.engine.view_json import own_json, public_json
from caboose.server.storage import rows
from caboose.server.storage.append import Append, StoredAction, append_all
from caboose.server.storage.database import Database

TABLES = [f"table{n:07}" for n in range(20)]
SIZE = sa.text("SELECT pg_total_relation_size('actions')")
WRITTEN = sa.text("SELECT pg_current_wal_lsn() - CAST('0/0' AS pg_lsn)")


def a_game() -> tuple[list[tuple[int, str, str]], float]:
    """The actions of a random game for two, and the bytes of both views after an action."""
    rng, state = random.Random(1), caboose.Game("usa", seats=2).start(seed=3)
    played, sizes = [], []
    while not state.is_over:
        seat = state.seat
        action = rng.choice(state.legal_actions(seat))
        state.apply(action, seat)
        played.append((seat, action.text, state.digest()))
        sizes.append(sum(len(public_json(state)) + len(own_json(state, each)) for each in (0, 1)))
    return played, sum(sizes) / len(sizes)


def main() -> None:
    """Store the game, and print what it took."""
    played, sent = a_game()
    with (
        tempfile.TemporaryDirectory() as folder,
        empty_database("postgresql", Path(folder)) as address,
    ):
        database = Database(address)
        database.make_ready()
        _open_tables(database)
        before = _ask(database, WRITTEN)
        for n, (seat, action, digest) in enumerate(played, start=1):
            with database.writing.begin() as connection:
                append_all(connection, [_append(t, n, seat, action, digest) for t in TABLES])
        actions = len(played) * len(TABLES)
        print(f"actions of a game: {len(played)}")
        print(f"bytes of both views: {sent:.0f}")
        print(f"bytes written ahead: {(_ask(database, WRITTEN) - before) / actions:.0f}")
        print(f"bytes of a row with its indexes: {_ask(database, SIZE) / actions:.0f}")
        database.close()


def _append(table: str, n: int, seat: int, action: str, digest: str) -> Append:
    stored = StoredAction(
        table, n, seat, action, f"{n}-abcdef", digest, "person", 1_790_000_000_000
    )
    return Append(table, (stored,))


def _ask(database: Database, question: sa.TextClause) -> int:
    with database.reading.connect() as connection:
        return int(connection.execute(question).scalar_one())


def _open_tables(database: Database) -> None:
    empty = {"name": "", "edition": "usa", "board_digest": "", "secret": "", "commitment": ""}
    like = {**empty, "rules_version": 1, "status": "playing", "options": {}, "listed": False}
    with database.writing.begin() as connection:
        for table in TABLES:
            connection.execute(sa.insert(rows.tables).values(id=table, created_at=0, **like))


if __name__ == "__main__":
    main()
