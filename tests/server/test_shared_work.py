"""Several processes behind nginx: tables have a home, and nobody minds when it is another."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from caboose.server import proxy
from caboose.server.host import clock_time
from caboose.server.settings import Settings
from caboose.server.storage import rows
from tests.support.not_run import not_run
from tests.support.server.people import PATIENCE
from tests.support.server.retrying_player import Player, new_client, new_person, sit_down
from tests.support.server.server_process import Running
from tests.support.server.shared_server import Shared, free_port
from tests.support.server.stored_games import Stored, check_game

NewDatabase = Callable[[str, Path], str]
PLAY_ON = 3_000  # milliseconds after one of four is killed, until each table has played on
PAGE = Path(__file__).parent.parent.parent / "docs" / "growing.md"


@pytest.fixture
def number() -> int:
    """How many processes share the work."""
    return 2


@pytest.fixture
def shared(tmp_path: Path, new_database: NewDatabase, number: int) -> Iterator[Shared]:
    if proxy.program() is None:
        not_run("the tests behind nginx", "there is none; install Debian's package nginx-light")
    server = Shared(tmp_path, new_database("postgres", tmp_path), number, messages_per_second=1000)
    try:
        server.start()
        yield server
    finally:
        server.end()


async def play_through(
    servers: list[list[Running]],
    meanwhile: Callable[[], Any],
    tables: int = 6,
    bot: str | None = "express",
) -> list[list[Player]]:
    """Games at which each person knows of these servers, and something that happens meanwhile."""
    rng = random.Random(3)
    games = []
    async with new_client() as client:
        for number in range(tables):
            people = [await new_person(client, known, "Person") for known in servers]
            bots = [bot] if bot and number % 3 == 0 else []
            games.append(await sit_down(people, "london", bots, rng, order="given"))
        async with asyncio.TaskGroup() as tasks:
            for players in games:
                for player in players:
                    player.pause = 0.05
                    tasks.create_task(player.play_over_socket())
            tasks.create_task(meanwhile())
    return games


def homes(stored: Stored, tables: list[str]) -> list[int]:
    """How many processes look at each of these tables."""
    looking = rows.looking
    count = sa.select(looking.c.table_id, sa.func.count()).group_by(looking.c.table_id)
    found = {row[0]: row[1] for row in stored.all(count)}
    return [found.get(table, 0) for table in tables]


def test_each_process_counts_at_a_port_that_the_host_names(
    new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    token, first = {"authorization": "Bearer open sesame"}, free_port()
    server = Shared(tmp_path, new_database("postgres", tmp_path), 2)
    server.environment |= {
        "CABOOSE_PROCESS_PORTS": str(first),
        "CABOOSE_METRICS_TOKEN": "open sesame",
    }
    server.start()
    try:
        for port in (first, first + 1):
            path = f"http://127.0.0.1:{port}/metrics"
            assert "caboose_commits_total" in httpx.get(path, headers=token).text
    finally:
        server.end()


@pytest.mark.soak
@pytest.mark.parametrize("number", [4])
def test_one_of_four_is_killed_and_all_are_replaced_while_games_go_on(shared: Shared) -> None:
    """Each table is at home somewhere; whoever loses it there goes on elsewhere."""
    killed_at = 0

    async def kill_and_replace() -> None:
        nonlocal killed_at
        await asyncio.sleep(0.5)
        before = set(shared.children)
        os.kill(min(before), signal.SIGKILL)
        killed_at = clock_time()
        while len(set(shared.children) - before) != 1 or len(shared.children) != 4:
            await asyncio.sleep(0.05)  # another takes its place
        survivors = set(shared.children)
        shared.replace_all()
        while survivors & set(shared.children) or len(shared.children) != 4:
            await asyncio.sleep(0.05)

    with Stored(shared.database) as stored:
        games = asyncio.run(play_through([[shared], [shared]], kill_and_replace))
        for players in games:
            check_game(stored, players)
        waits = [wait_since(stored, players[0].table, killed_at) for players in games]
    assert max(waits) <= PLAY_ON, waits
    assert not [line for line in shared.log if "Traceback" in line]
    assert shared.stop() == 0, shared.log[-20:]


def wait_since(stored: Stored, table: str, moment: int) -> int:
    """Milliseconds from a moment until something was played at a table."""
    return min(row.played_at for row in stored.actions(table) if row.played_at > moment) - moment


def test_a_table_is_at_home_in_one_process(shared: Shared) -> None:
    """A process that has only opened it forgets it as soon as others look after it."""
    seen: list[list[int]] = []

    async def scene() -> None:
        rng = random.Random(5)
        async with new_client() as client, asyncio.timeout(4 * PATIENCE):
            games = []
            for _ in range(6):
                people = [await new_person(client, [shared], "Person") for _ in range(2)]
                games.append(await sit_down(people, "london", [], rng, order="given"))
            tables = [players[0].table for players in games]
            sockets = [await player._connect(shared) for players in games for player in players]
            with Stored(shared.database) as stored:
                while set(homes(stored, tables)) != {1}:
                    seen.append(homes(stored, tables))
                    await asyncio.sleep(0.2)
            for socket in sockets:
                await socket.close()

    asyncio.run(scene())


def test_the_documented_routes_are_those_that_are_used() -> None:
    shown = PAGE.read_text("utf-8")
    assert proxy.ROUTES in shown
    used = proxy.configuration(Settings(port=8000), [8001, 8002])
    assert "server 127.0.0.1:8001 max_fails=1 fail_timeout=2s;" in used
    assert "    server 127.0.0.1:8001 max_fails=1 fail_timeout=2s;" in shown
