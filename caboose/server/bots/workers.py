"""Processes beside the server in which bots search, so that the event loop never waits for one.

When many tables ask, each gets less time. A process that dies or hangs is replaced, and one that
cannot be started is tried again. What a worker does with a question stands in `bots.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import struct
import sys
import time
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from caboose.engine.game import Game
from caboose.server.logs import say, say_error
from caboose.server.metrics import BOT_REPLACED, BOTS_WAITING

STUCK = 30.0  # seconds without an answer; a worker that has just been started needs some
LEAST = 0.02  # seconds; less is no search
AGAIN = 5.0  # seconds until a worker that could not be started is tried again

NO_ANSWER = -1  # in place of an action's number

SIZE = struct.Struct("<I")
_LOST = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError)


def packed(message: Any) -> bytes:
    """A message as it goes over the line: its size and its bytes."""
    data = pickle.dumps(message)
    return SIZE.pack(len(data)) + data


@dataclass
class Job:
    """One question to a worker."""

    bot: str
    wanted: float  # seconds that the bot would like to have
    until: float  # when somebody else answers, in seconds of the monotonic clock
    seed: int
    game: Game
    viewer: int
    array: bytes
    legal: list[int]
    answer: asyncio.Future[Any]
    cost_a_worker: bool = False  # the worker that was asked first is lost


@dataclass
class Worker:
    """One process that searches."""

    process: asyncio.subprocess.Process
    games: set[Hashable] = field(default_factory=set)  # those it has been told of

    async def choose(self, job: Job, seconds: float) -> Any:
        """Ask it to search for so long, and wait for the answer."""
        key = (job.game.edition.digest, job.game.seats, job.game.rules)
        told = None if key in self.games else job.game
        self.games.add(key)
        asked = (key, told, job.bot, seconds, job.seed, job.viewer, job.array, job.legal)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(packed(asked))
        await self.process.stdin.drain()
        (size,) = SIZE.unpack(await self.process.stdout.readexactly(SIZE.size))
        return pickle.loads(await self.process.stdout.readexactly(size))

    async def end(self) -> None:
        """End the process, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Workers:
    """All workers of this server, and the questions that wait for them."""

    def __init__(self, count: int, module: str) -> None:
        self.count = count
        self.processes: dict[int, asyncio.subprocess.Process] = {}
        self._module = module  # what a worker runs
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._searching = 0

    def start(self) -> None:
        """Start them."""
        self._tasks = [asyncio.create_task(self._keep_working(n)) for n in range(self.count)]

    async def stop(self) -> None:
        """End them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def is_busy(self) -> bool:
        """Is a question being searched, or does one wait?"""
        return self._searching > 0 or not self._jobs.empty()

    def ask(self, job: Job) -> None:
        """Put a question to whoever is free next."""
        self._jobs.put_nowait(job)
        BOTS_WAITING.set(self._jobs.qsize())

    async def _keep_working(self, n: int) -> None:
        """Keep one worker at work, whatever happens to it."""
        while True:
            try:
                await self._employ(n)
            except Exception:  # noqa: BLE001 - the next one may fare better
                say_error("bot_worker_failed", worker=n, again_in=AGAIN)
                await asyncio.sleep(AGAIN)

    async def _employ(self, n: int) -> None:
        """Start a worker, and give it questions until it is lost."""
        worker = await self._new_worker(n)
        try:
            while worker.process.returncode is None:
                job = await self._jobs.get()
                BOTS_WAITING.set(self._jobs.qsize())
                if not job.answer.done():  # otherwise nobody waits for it any more
                    await self._put(job, worker)
        except _LOST:
            BOT_REPLACED.inc()
            say("bot_worker_replaced", worker=n)
        finally:
            await worker.end()

    async def _put(self, job: Job, worker: Worker) -> None:
        self._searching += 1
        try:
            async with asyncio.timeout(STUCK):
                found = await worker.choose(job, self._share(job))
        except _LOST:
            self._ask_once_more(job)
            raise
        finally:
            self._searching -= 1
        if not job.answer.done():
            job.answer.set_result(found)

    def _ask_once_more(self, job: Job) -> None:
        """A worker is lost: another gets its question, unless that has cost one already."""
        if job.answer.done():
            return
        if job.cost_a_worker:
            job.answer.set_result(NO_ANSWER)
        else:
            job.cost_a_worker = True
            self._jobs.put_nowait(job)

    def _share(self, job: Job) -> float:
        """The seconds a search may take: its rest, shared with those that wait behind it."""
        rest = job.until - time.monotonic()
        share = rest / (1 + self._jobs.qsize() / self.count)
        return max(LEAST, min(job.wanted, share))

    async def _new_worker(self, n: int) -> Worker:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self._module),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for the server, which ends its workers
        )
        self.processes[n] = process
        return Worker(process)
