"""Analysing games beside everything else: piece by piece, and bots go first.

What is to be analyzed stands in the database, with the time until which a process has taken it on:
a process that dies loses it, and another goes on with the pieces that were kept.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Any

from caboose.server.analyses import queue
from caboose.server.analyses.analyzed_game import AnalyzedGame
from caboose.server.analyses.process import LOST, AnalysisProcess
from caboose.server.bots.bots import Bots
from caboose.server.logs import say, say_error
from caboose.server.protocol.refusals import Refusal
from caboose.server.storage.store import NotStored, Store
from caboose.server.tables.continuing import refuse_unless_finished
from caboose.server.tables.loaded import LoadedTables, NoSuchTable
from caboose.server.tables.table import Table

LOOK_EVERY = 10.0  # seconds; what is asked for, here or elsewhere, is heard at once
KEEP_EVERY = 1.0  # seconds between two times that pieces are stored
GIVE_WAY = 2.0  # seconds that a piece waits for bots at most: a busy server comes to an end, too
LOOK_AT_BOTS = 0.02
IDLE = 120.0  # seconds after which a process that has nothing to do is ended
MOST_NOTED = 1000  # games that were asked for
MOST_TRIES = 20  # moves of readers that may wait to be graded


@dataclass
class Try:
    """A reader's move that waits to be graded."""

    played: AnalyzedGame
    at: int
    action: str
    answer: asyncio.Future[dict[str, Any]]


class Analysts:
    """All that analyze games in this server process."""

    def __init__(self, store: Store, tables: LoadedTables, bots: Bots) -> None:
        self._store, self._tables, self._bots = store, tables, bots
        self.processes = [AnalysisProcess() for _ in range(tables.settings.analysis_workers)]
        self._tries: asyncio.Queue[Try] = asyncio.Queue()
        self._trying: set[str] = set()  # guests whose move waits to be graded, or is
        self._asked_from: OrderedDict[str, str] = OrderedDict()  # by game: the network that asked
        self._asked = asyncio.Event()
        self._at_work: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to work."""
        self._at_work = [asyncio.create_task(self._run(process)) for process in self.processes]

    async def stop(self) -> None:
        """Leave what is being done to others, and end the processes."""
        for task in self._at_work:
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)
        for process in self.processes:
            await process.end()

    def look(self) -> None:
        """Something was asked for."""
        self._asked.set()

    async def hear(self, _: str, __: object) -> None:
        """Something was asked for through another process, or is left by it."""
        self.look()

    def asked_from(self, network: str) -> list[str]:
        """The games that were asked for from a network, through this process."""
        return [table for table, asked in self._asked_from.items() if asked == network]

    def note_asked(self, table: str, network: str) -> None:
        """Somebody has asked for a game. Nothing of it is stored: addresses are nobody's affair."""
        self._asked_from[table] = network
        if len(self._asked_from) > MOST_NOTED:
            self._asked_from.popitem(last=False)

    async def try_move(self, table: Table, guest: str, at: int, action: str) -> dict[str, Any]:
        """What another move in a finished game would have been worth; each has one at a time."""
        if guest in self._trying:
            raise Refusal(429, "one_try", "Your last move is still being graded; wait for it.")
        if not self.processes or self._tries.qsize() >= MOST_TRIES:
            raise _too_busy()
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._tries.put_nowait(Try(played_at(table), at, action, answer))
        self._trying.add(guest)
        self.look()
        try:
            return await answer
        finally:
            self._trying.discard(guest)

    async def _run(self, process: AnalysisProcess) -> None:
        while True:
            try:
                has_tried = await self._answer_a_try(process)
                if not await self._work(process) and not has_tried:
                    await self._wait(process)
            except NotStored:
                await asyncio.sleep(1)
            except Exception:  # noqa: BLE001 - it must go on
                say_error("analysis_failed")
                await asyncio.sleep(1)

    async def _wait(self, process: AnalysisProcess) -> None:
        """Wait until something is asked for, here or elsewhere; let an idle process go."""
        began = time.monotonic()
        while not self._asked.is_set():
            try:
                async with asyncio.timeout(LOOK_EVERY):
                    await self._asked.wait()
            except TimeoutError:
                if time.monotonic() - began > IDLE:
                    await process.end()
                if await self._store.read(partial(queue.is_any_free, now=self._tables.now())):
                    return
        self._asked.clear()

    async def _work(self, process: AnalysisProcess) -> bool:
        """Take on the next analysis, if there is one, and work on it while somebody waits."""
        taken = await self._store.write(partial(queue.take, now=self._tables.now()))
        if taken is None:
            return False
        losses = 0
        try:
            await self._analyse(process, taken)
        except LOST:
            losses = 1
            say("analysis_worker_lost", table=taken.table)
        except (NoSuchTable, Refusal):
            losses = queue.MOST_LOSSES  # it was deleted, or does not replay
        finally:
            let_go = partial(queue.let_go, table=taken.table, losses=losses)
            await asyncio.shield(self._store.write(let_go))
        return True

    async def _analyse(self, process: AnalysisProcess, taken: queue.Taken) -> None:
        table = await self._tables.find(taken.table)
        refuse_unless_finished(table)
        job = Job(self._store, self._tables, taken)
        await self._give_way()
        await job.begin(process, played_at(table))
        try:
            while not job.is_done:
                await self._answer_a_try(process)
                await self._give_way()
                job.add(await process.ask("piece"))
                if not await job.keep_now_and_then():
                    return
        finally:
            await asyncio.shield(job.keep())  # whatever happens, what was found stays
        told = await process.ask("told")
        await self._store.write(
            partial(queue.finish, table=taken.table, told=told, wanted=job.wanted)
        )

    async def _give_way(self) -> None:
        """Bots go first: people wait for them."""
        until = time.monotonic() + GIVE_WAY
        while self._bots.is_busy and time.monotonic() < until:
            await asyncio.sleep(LOOK_AT_BOTS)

    async def _answer_a_try(self, process: AnalysisProcess) -> bool:
        """Grade one reader's move, if one waits: those who wait for an analysis come next."""
        while not self._tries.empty():
            one = self._tries.get_nowait()
            if one.answer.done():
                continue  # nobody waits for it any more
            await self._give_way()
            await self._answer(process, one)
            return True
        return False

    async def _answer(self, process: AnalysisProcess, one: Try) -> None:
        try:
            told = await process.ask("try_move", one.played, one.at, one.action)
        except LOST:
            if not one.answer.done():
                one.answer.set_exception(_too_busy())
            raise
        if not one.answer.done():
            one.answer.set_result(told)


def _too_busy() -> Refusal:
    return Refusal(503, "analyses_full", "Many games are being analyzed; try again later.")


class Job:
    """One analysis that is being worked on here."""

    def __init__(self, store: Store, tables: LoadedTables, taken: queue.Taken) -> None:
        self._store, self._tables, self._taken = store, tables, taken
        self._kept = len(taken.pieces)
        self._found: list[str] = []
        self._kept_at = time.monotonic()
        self.wanted = 0

    @property
    def is_done(self) -> bool:
        """Are all pieces there?"""
        return self._kept + len(self._found) >= self.wanted

    async def begin(self, process: AnalysisProcess, played: AnalyzedGame) -> None:
        """Tell the process what is to be analyzed, and what is known of it."""
        before = [json.loads(piece) for piece in self._taken.pieces]
        self.wanted = await process.ask("begin", played, self._taken.depth, before)
        await self.keep()

    def add(self, piece: dict[str, Any]) -> None:
        """A piece was found."""
        self._found.append(json.dumps(piece))

    async def keep_now_and_then(self) -> bool:
        """Store what was found, not more often than needed; does somebody still wait?"""
        return time.monotonic() - self._kept_at < KEEP_EVERY or await self.keep()

    async def keep(self) -> bool:
        """Store what was found; does somebody still wait?"""
        found, self._found = self._found, []
        first, self._kept = self._kept, self._kept + len(found)
        self._kept_at = time.monotonic()
        return await self._store.write(
            partial(
                queue.keep,
                table=self._taken.table,
                first=first,
                found=found,
                wanted=self.wanted,
                now=self._tables.now(),
            )
        )


def played_at(table: Table) -> AnalyzedGame:
    """A finished game, as it was played."""
    assert table.meta.status == "over"
    actions = [(step.seat, step.action) for step in table.steps[1:]]
    assert all(seat is not None and action is not None for seat, action in actions)
    return AnalyzedGame(table.game, table.meta.proof().key, actions)  # type: ignore[arg-type]
