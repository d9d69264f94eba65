"""Time in which a server cannot take a move does not count: nobody's turn is lost by it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.support.server.forked_server import Forked, Nursery, forked
from tests.support.server.people import Looking, begun
from tests.support.server.stored_games import Stored

TURN = {"turn_seconds": 6, "bank_seconds": 0}
LONGER = 9  # seconds, more than a turn


async def play_as_soon_as_possible(looking: Looking) -> dict[str, Any]:
    """Send one command again and again, as the client does, until it is taken or refused."""
    await looking.until("view")
    return await looking.insist("keep 1 2")


def controls(server: Forked, table: str) -> list[str]:
    with Stored(server.database) as stored:
        return [row.control for row in stored.actions(table)]


def test_a_process_that_was_stopped_takes_nobodys_turn(nursery: Nursery, tmp_path: Path) -> None:
    with forked(nursery, tmp_path, f"sqlite:///{tmp_path / 'caboose.db'}") as server:
        ann, ben, table = begun(server, clock=TURN)

        async def play() -> list[dict[str, Any]]:
            async with ann.look(table) as one, ben.look(table) as other:
                await asyncio.gather(one.until("view"), other.until("view"))
                server.pause()
                await asyncio.gather(
                    *(each.send(each.command("keep 1 2")) for each in (one, other))
                )
                await asyncio.sleep(LONGER)
                server.go_on()
                return [await one.until("ack"), await other.until("ack")]

        asyncio.run(play())
        assert controls(server, table) == ["person", "person"]
        assert any('"event": "lost_time"' in line for line in server.lines)


def test_who_does_nothing_while_a_process_is_stopped_has_their_time_left(
    nursery: Nursery, tmp_path: Path
) -> None:
    with forked(nursery, tmp_path, f"sqlite:///{tmp_path / 'caboose.db'}") as server:
        ann, ben, table = begun(server, clock=TURN)

        async def wait() -> int:
            async with ann.look(table) as looking, ben.look(table):
                await looking.until("view")
                server.pause()
                await asyncio.sleep(LONGER)
                server.go_on()
                clock = (await looking.until("view"))["clock"]
                return int(clock["seats"][0]["turn"])

        assert asyncio.run(wait()) > 0
        assert controls(server, table) == []


def test_a_locked_database_takes_nobodys_turn(nursery: Nursery, tmp_path: Path) -> None:
    file = tmp_path / "caboose.db"
    with forked(nursery, tmp_path, f"sqlite:///{file}", database_seconds=1) as server:
        ann, ben, table = begun(server, clock=TURN)

        async def play() -> list[dict[str, Any]]:
            async with ann.look(table) as one, ben.look(table) as other:
                holder = sqlite3.connect(file, isolation_level=None)
                holder.execute("BEGIN EXCLUSIVE")
                playing = asyncio.gather(
                    play_as_soon_as_possible(one), play_as_soon_as_possible(other)
                )
                await asyncio.sleep(LONGER)
                holder.close()
                return list(await playing)

        assert [answer["t"] for answer in asyncio.run(play())] == ["ack", "ack"]
        assert controls(server, table) == ["person", "person"]


@pytest.mark.parametrize("lock", ["LOCK TABLE actions", "SELECT id FROM tables FOR UPDATE"])
def test_a_locked_postgres_takes_nobodys_turn(
    nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path, lock: str
) -> None:
    """Also if only what moves need is locked, so that the server could store other things."""
    address = new_database("postgres", tmp_path)
    engine = sa.create_engine(address.replace("postgresql://", "postgresql+psycopg://", 1))
    with forked(nursery, tmp_path, address, database_seconds=1) as server:
        ann, ben, table = begun(server, clock=TURN)

        async def play() -> list[dict[str, Any]]:
            async with ann.look(table) as one, ben.look(table) as other:
                with engine.begin() as holder:
                    holder.execute(sa.text(lock))
                    playing = asyncio.gather(
                        play_as_soon_as_possible(one), play_as_soon_as_possible(other)
                    )
                    await asyncio.sleep(LONGER)
                return list(await playing)

        assert [answer["t"] for answer in asyncio.run(play())] == ["ack", "ack"]
        assert controls(server, table) == ["person", "person"]
        assert any('"event": "lost_time"' in line for line in server.lines)
    engine.dispose()
