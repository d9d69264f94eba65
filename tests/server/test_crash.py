"""A server that is killed at any moment loses nothing that it has acknowledged."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.support.server.forked_server import Forked, Nursery, forked
from tests.support.server.retrying_player import Player, new_client, new_person, sit_down
from tests.support.server.stored_games import Stored, check_game
from tests.support.server.storm import Storm

# People at each table, each over a socket or over HTTP, and the bots beside them.
TABLES: tuple[tuple[list[str], list[str]], ...] = (
    (["socket", "socket"], []),
    (["socket", "socket"], ["express"]),
    (["socket", "http"], ["driver"]),
    (["socket"], ["express", "conductor"]),
    (["http"], ["express"]),
    (["socket", "socket", "socket"], []),
)


class Tables(Storm):
    """Games of people and bots, at tables of their own."""

    def __init__(self, servers: list[Forked], kills: int, seed: int) -> None:
        super().__init__(servers, kills, seed)
        self.games: list[list[Player]] = []

    def scenes(self) -> list[Coroutine[Any, Any, None]]:
        return [
            self._play_games(ways, bots, random.Random(self.rng.random())) for ways, bots in TABLES
        ]

    async def _play_games(self, ways: list[str], bots: list[str], rng: random.Random) -> None:
        """One game after the other until the storm is over."""
        async with new_client() as client:
            while True:
                people = [
                    await new_person(client, self.servers, f"Person {n}") for n in range(len(ways))
                ]
                edition = rng.choice(("london", "new_york"))
                players = await sit_down(people, edition, bots, rng, order="given")
                self.games.append(players)
                async with asyncio.TaskGroup() as tasks:
                    for player, way in zip(players, ways, strict=True):
                        player.pause = 0.03
                        play = player.play_over_socket
                        tasks.create_task((play if way == "socket" else player.play_over_http)())
                if not self.is_raging:
                    return


def survive(server: Forked, kills: int, seed: int) -> None:
    """Let a storm rage, then look at every game that was played in it."""
    storm = Tables([server], kills, seed)
    asyncio.run(storm.rage(storm.scenes()))
    assert len(storm.games) >= len(TABLES)
    with Stored(server.database) as stored:
        actions = sum(check_game(stored, players) for players in storm.games)
    acknowledged = sum(len(player.acks) for players in storm.games for player in players)
    print(
        f"{kills} kills, {len(storm.games)} games, {actions} actions, {acknowledged} acknowledged"
    )
    assert not [line for line in server.lines if "Traceback" in line]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_is_acknowledged_survives_ten_kills(
    kind: str, nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    with forked(nursery, tmp_path, new_database(kind, tmp_path)) as server:
        survive(server, 10, seed=4)


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_is_acknowledged_survives_three_hundred_kills(
    kind: str, nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    with forked(nursery, tmp_path, new_database(kind, tmp_path)) as server:
        survive(server, 300, seed=5)
