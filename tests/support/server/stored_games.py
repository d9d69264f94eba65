"""What the database holds, read behind the server's back, for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import sqlalchemy as sa

from caboose.engine.record import verify
from caboose.server.storage import rows
from caboose.server.storage.database import Database
from tests.support.server.retrying_player import Player

T = TypeVar("T")


class Stored:
    """A database, looked at from outside."""

    def __init__(self, address: str) -> None:
        self._database = Database(address)

    def __enter__(self) -> Stored:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def all(self, statement: sa.Executable) -> list[Any]:
        with self._database.reading.connect() as connection:
            return list(connection.execute(statement))

    def change(self, statement: sa.Executable) -> None:
        self.work(lambda connection: connection.execute(statement).close())

    def work(self, work: Callable[[sa.Connection], T]) -> T:
        """Do something in one transaction."""
        with self._database.writing.begin() as connection:
            return work(connection)

    def actions(self, table: str) -> list[Any]:
        actions = rows.actions
        chosen = sa.select(actions).where(actions.c.table_id == table).order_by(actions.c.n)
        return self.all(chosen)

    def table(self, table: str) -> Any:
        (found,) = self.all(sa.select(rows.tables).where(rows.tables.c.id == table))
        return found

    def seat(self, table: str, chair: int) -> int:
        here = rows.chairs.c.table_id == table, rows.chairs.c.chair == chair
        (found,) = self.all(sa.select(rows.chairs.c.seat).where(*here))
        return int(found.seat)

    def log(self, table: str, kind: str) -> list[Any]:
        log = rows.table_log
        return self.all(sa.select(log).where(log.c.table_id == table, log.c.kind == kind))

    def record(self, table: str) -> str:
        results = rows.results
        (found,) = self.all(sa.select(results).where(results.c.table_id == table))
        text: str = found.record
        return text


def check_game(stored: Stored, players: Iterable[Player]) -> int:
    """Every acknowledged action is there exactly once, and the record verifies; its actions."""
    players = list(players)
    table = players[0].table
    actions = stored.actions(table)
    assert [row.n for row in actions] == list(range(1, len(actions) + 1))
    by_person = [row for row in actions if row.control == "person"]
    for player in players:
        seat = stored.seat(table, player.chair)
        mine = {row.cmd_id: row for row in by_person if row.seat == seat and row.cmd_id is not None}
        assert len(mine) == sum(r.seat == seat and r.cmd_id is not None for r in by_person)
        for command, n in player.acks.items():
            assert mine[command].n == n, "acknowledged, and stored elsewhere or not at all"
            assert player.sent[command].startswith(mine[command].action)
        assert set(mine) <= set(player.sent), "somebody else's command"
        assert not set(mine) & player.refused, "refused, and yet stored"
        assert set(mine) == set(player.acks), "stored, and its sender was never told"
    assert stored.table(table).status == "over"
    state = verify(stored.record(table))
    assert state.is_over
    assert state.fields.actions == len(actions)
    return len(actions)
