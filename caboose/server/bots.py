"""Bots at a table: the one place where the server uses the players.

Quick bots answer at once, in the server. Those that search do so in processes of their own, which
this file is too when it is run as a module: the event loop never waits for them. When many tables
want them, each gets less time; who is over its time is answered for by a quick bot; a process that
dies or hangs is replaced.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import struct
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caboose.engine.action import Action
from caboose.engine.fields import STATE
from caboose.engine.game import Game
from caboose.engine.view import View
from caboose.players import LEVELS, PLAYERS, BotFailed, Player, ask, ask_why, make_player
from caboose.players.fast import PolicyPlayer
from caboose.server.logs import say
from caboose.server.metrics import BOT_CHEAP, BOT_REPLACED, BOT_WAIT
from caboose.server.paths import longest_paths
from caboose.server.wire import own_json, public_json

CHEAP = "express"  # who answers when there is no time to search
HINT = "express"
QUICK_PHASE = 0.35  # seconds of pace where there is little to think about
SLACK = 0.3  # seconds between the end of a search and the moment it is waited for
STUCK = 30.0  # seconds without an answer; a worker that has just been started needs some
LEAST = 0.02  # seconds; less is no search

_SIZE = struct.Struct("<I")


def load_compiled_code(bot: str = CHEAP) -> None:
    """Read the compiled rules and a bot from their cache, so that no table waits for it."""
    state = Game("london", 2).start(seed=1)
    for _ in range(4):
        view, legal = state.view(state.seat), state.legal_actions()
        state.apply(ask(make_player(bot, seed=1), view, legal))
    state.score()
    longest_paths(state.view(None))
    public_json(state)
    own_json(state, 0)


def levels() -> list[dict[str, Any]]:
    """The levels for people."""
    return [{"name": each.name, "sentence": each.sentence, "wins": each.wins} for each in LEVELS]


def is_bot(name: str) -> bool:
    """May this be asked for at a table? A level or a bot by its plain name, no options, no file."""
    return name in PLAYERS or any(level.name == name for level in LEVELS)


def plain_bot(name: str) -> str:
    """The bot that a name stands for."""
    return next((level.bot for level in LEVELS if level.name == name), name)


def searches(name: str) -> bool:
    """Does this bot take its time?"""
    return plain_bot(name).partition(":")[0] == "switchman"


def with_seconds(name: str, seconds: float) -> str:
    """A bot that searches, with so much time and no more."""
    bot, _, options = plain_bot(name).partition(":")
    kept = [option for option in options.split(",") if option and not option.startswith("seconds=")]
    return f"{bot}:{','.join([*kept, f'seconds={seconds:.3f}'])}"


def seconds_of(name: str) -> float:
    """The time a bot that searches would like to have."""
    for option in plain_bot(name).partition(":")[2].split(","):
        if option.startswith("seconds="):
            return float(option.removeprefix("seconds="))
    return 1.0


@dataclass
class Job:
    """One question to a worker."""

    bot: str
    until: float  # when somebody else answers, in seconds of the monotonic clock
    seed: int
    game: Game
    viewer: int
    array: bytes
    legal: list[int]
    answer: asyncio.Future[int]


@dataclass
class Worker:
    """One process that searches."""

    process: asyncio.subprocess.Process
    games: set[tuple[str, int]] = field(default_factory=set)  # those it has been told of

    async def choose(self, job: Job, seconds: float) -> int:
        """Ask it to search for so long, and wait for the answer."""
        key = (job.game.edition.digest, job.game.seats)
        told = None if key in self.games else job.game
        self.games.add(key)
        bot = with_seconds(job.bot, seconds)
        asked = (key, told, bot, job.seed, job.viewer, job.array, job.legal)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(_packed(asked))
        await self.process.stdin.drain()
        (size,) = _SIZE.unpack(await self.process.stdout.readexactly(_SIZE.size))
        return int(pickle.loads(await self.process.stdout.readexactly(size)))


class Bots:
    """All bots of this server."""

    def __init__(self, workers: int, longest: float, pace: float) -> None:
        self._count = workers
        self._longest = longest
        self._pace = pace
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self.processes: dict[int, asyncio.subprocess.Process] = {}

    async def start(self) -> None:
        """Start the workers."""
        self._tasks = [asyncio.create_task(self._keep_working(n)) for n in range(self._count)]

    async def stop(self) -> None:
        """End the workers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def pace(self, name: str, phase: str) -> float:
        """How long a decision takes, to whoever watches: it says nothing about the hand."""
        if self._pace == 0:
            return 0.0
        if phase in ("payment", "second_card"):
            return min(self._pace, QUICK_PHASE)
        if searches(name) and self._count:
            return max(self._pace, min(seconds_of(name) + SLACK, self._longest))
        return self._pace

    async def choose(self, name: str, view: View, legal: list[Action], seed: int) -> Action:
        """A bot's decision, in time; BotFailed is answered for by a quick bot."""
        began = time.perf_counter()
        try:
            if searches(name) and self._count and view.phase not in ("payment", "second_card"):
                return await self._search(name, view, legal, seed)
            return ask(_player(CHEAP if searches(name) else name, seed), view, legal)
        except BotFailed as error:
            say("bot_failed", bot=name, why=type(error).__name__)
            return legal[0]
        finally:
            BOT_WAIT.observe(time.perf_counter() - began)

    async def _search(self, name: str, view: View, legal: list[Action], seed: int) -> Action:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        numbers = [action.number for action in legal]
        job = Job(
            name,
            time.monotonic() + self._longest - SLACK,
            seed,
            view.game,
            view.own_seat(),
            view.array.tobytes(),
            numbers,
            future,
        )
        self._jobs.put_nowait(job)
        try:
            number = await asyncio.wait_for(future, self._longest)
            return legal[numbers.index(number)]
        except (TimeoutError, ValueError, BotFailed):
            BOT_CHEAP.inc()
            return ask(_player(CHEAP, seed), view, legal)

    async def _keep_working(self, n: int) -> None:
        """Keep one worker at work, and replace it when it is lost."""
        worker: Worker | None = None
        try:
            while True:
                if worker is None or worker.process.returncode is not None:
                    worker = await self._new_worker(n)
                job = await self._jobs.get()
                if job.answer.done():
                    continue  # nobody waits for it any more
                try:
                    seconds = self._share(job)
                    number = await asyncio.wait_for(worker.choose(job, seconds), STUCK)
                    if not job.answer.done():
                        job.answer.set_result(number)
                except (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError):
                    BOT_REPLACED.inc()
                    say("bot_worker_replaced", worker=n)
                    await _end(worker.process)
                    worker = None
                    if not job.answer.done():
                        self._jobs.put_nowait(job)
        finally:
            if worker is not None:
                await _end(worker.process)

    def _share(self, job: Job) -> float:
        """The seconds a search may take: its rest, shared with those that wait behind it."""
        rest = job.until - time.monotonic()
        share = rest / (1 + self._jobs.qsize() / self._count)
        return max(LEAST, min(seconds_of(job.bot), share))

    async def _new_worker(self, n: int) -> Worker:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "caboose.server.bots"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for the server, which ends its workers
        )
        self.processes[n] = process
        return Worker(process)

    def hint(self, view: View, legal: list[Action]) -> tuple[Action, Any, str]:
        """What a good bot would do, the desk it planned at, and why."""
        adviser = Adviser(0, HINT)
        return *adviser.advise(view, legal), ask_why(adviser, view, legal)


class Adviser(PolicyPlayer):
    """A quick bot asked about one decision: it thinks once, and shows what lies on its desk."""

    def __init__(self, seed: int, name: str) -> None:
        super().__init__(seed, name)
        self._thought: tuple[Action, Any] | None = None

    def advise(self, view: View, legal: list[Action]) -> tuple[Action, Any]:
        """What it does, and the desk it planned at."""
        return self._think(view, legal)

    def _think(self, view: View, legal: list[Action]) -> tuple[Action, Any]:
        if self._thought is None:
            self._thought = super()._think(view, legal)
        return self._thought


def _player(name: str, seed: int) -> Player:
    return make_player(plain_bot(name), seed)


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def _packed(message: Any) -> bytes:
    data = pickle.dumps(message)
    return _SIZE.pack(len(data)) + data


# ---- in a worker ---------------------------------------------------------------------------------


def work(read: Callable[[int], bytes], write: Callable[[bytes], Any]) -> None:
    """Answer questions until the server closes the line."""
    games: dict[tuple[str, int], Game] = {}
    while True:
        head = read(_SIZE.size)
        if len(head) < _SIZE.size:
            return
        (size,) = _SIZE.unpack(head)
        key, told, bot, seed, viewer, array, numbers = pickle.loads(read(size))
        game = games.setdefault(key, told) if told is not None else games[key]
        view = View(game, np.frombuffer(array, STATE).copy(), viewer, None)
        write(_packed(_chosen(bot, seed, view, numbers)))


def _chosen(bot: str, seed: int, view: View, numbers: list[int]) -> int:
    length = 0  # no payment is searched
    legal = [view.game.notation.action(number, length) for number in numbers]
    return ask(make_player(bot, seed), view, legal).number


def main() -> None:
    """Be a worker: questions come in by the standard input, answers go out by the output."""
    os.nice(5)  # the server comes first
    load_compiled_code("switchman:rollouts=1")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever is printed must not get among the answers
    work(sys.stdin.buffer.read, answers.write)


if __name__ == "__main__":
    main()
