"""How long people wait for bots that search, when many tables ask at once.

Run from the project's root: python -m benchmarks.server_bots [TABLES]
"""

from __future__ import annotations

import asyncio
import secrets
import statistics
import sys
import time

from caboose.engine.game import Game
from caboose.engine.state import State
from caboose.server.bots.bots import Bots
from caboose.server.metrics import BOT_CHEAP

LEVEL = "stationmaster"
DECISIONS = 5  # of each table


async def _table(bots: Bots, state: State, waits: list[float]) -> None:
    for n in range(DECISIONS):
        seat = state.waiting_for()[0]
        began = time.perf_counter()
        legal = state.legal_actions(seat)
        action = await bots.choose(LEVEL, state.view(seat), legal, n)
        waits.append(time.perf_counter() - began)
        state.apply(action, seat)


async def _longest_pause(pauses: list[float]) -> None:
    """How long the event loop is held up, at most."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.005)
        pauses.append(time.perf_counter() - began - 0.005)


async def _wait_for_workers(bots: Bots, game: Game) -> None:
    """Ask until both processes have started and answer in time."""
    before = -1.0
    while before != BOT_CHEAP._value.get():
        before = BOT_CHEAP._value.get()
        states = [game.start(key=secrets.token_bytes(32)) for _ in range(2)]
        await asyncio.gather(*(_table(bots, state, []) for state in states))


async def _measure(tables: int) -> None:
    bots = Bots(workers=2, longest=2.5, pace=0)
    await bots.start()
    game = Game("usa", 4)
    await _wait_for_workers(bots, game)
    before = BOT_CHEAP._value.get()
    waits: list[float] = []
    pauses: list[float] = []
    watch = asyncio.create_task(_longest_pause(pauses))
    states = [game.start(key=secrets.token_bytes(32)) for _ in range(tables)]
    await asyncio.gather(*(_table(bots, state, waits) for state in states))
    watch.cancel()
    cheap = BOT_CHEAP._value.get() - before
    waits.sort()
    print(
        f"{tables} tables at once, {len(waits)} decisions of {LEVEL}: half within"
        f" {statistics.median(waits):.2f} s, 99 of 100 within"
        f" {waits[len(waits) * 99 // 100]:.2f} s, the longest {waits[-1]:.2f} s;"
        f" {cheap:.0f} answered by a quick bot; the event loop paused {max(pauses):.3f} s at most"
    )
    await bots.stop()


if __name__ == "__main__":
    asyncio.run(_measure(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
