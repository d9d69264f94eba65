"""Servers under play that are killed again and again, at any moment."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine, Iterable
from typing import Any

from tests.support.server.forked_server import Forked


class Storm:
    """What is played while it rages, at one server or at several over one database."""

    longest_lull = 0.6  # seconds between two kills

    def __init__(self, servers: list[Forked], kills: int, seed: int) -> None:
        self.servers = servers
        self.kills = kills
        self.rng = random.Random(seed)
        self.is_raging = True

    async def rage(self, scenes: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Play the scenes to their end while servers are killed."""
        async with asyncio.TaskGroup() as tasks:
            for scene in scenes:
                tasks.create_task(scene)
            tasks.create_task(self._kill_often())

    async def _kill_often(self) -> None:
        for _ in range(self.kills):
            await asyncio.sleep(self.rng.uniform(0.0, self.longest_lull))
            server = self.rng.choice(self.servers)
            server.kill()
            await asyncio.to_thread(server.start)
        self.is_raging = False
