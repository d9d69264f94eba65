"""Bots at a table: the one place where the server uses the players.

Quick bots answer at once, in the server. Those that search do so in processes of their own, the
workers, and a worker is what this file is when it is run as a module. Who is over its time is
answered for by a quick bot.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from caboose.engine.action import Action
from caboose.engine.fields import STATE
from caboose.engine.game import Game
from caboose.engine.view import View
from caboose.players import LEVELS, PLAYERS, BotFailed, Player, ask, ask_why, make_player
from caboose.players.fast import PolicyPlayer, cards_missing
from caboose.server.logs import say
from caboose.server.metrics import BOT_CHEAP, BOT_WAIT
from caboose.server.paths import longest_paths
from caboose.server.wire import own_json, public_json
from caboose.server.workers import NO_ANSWER, SIZE, Job, Workers, packed

CHEAP = "express"  # who answers when there is no time to search
HINT = "express"
QUICK_PHASE = 0.35  # seconds of pace where there is little to think about
SLACK = 0.3  # seconds between the end of a search and the moment it is waited for


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


class Bots:
    """All bots of this server."""

    def __init__(self, workers: int, longest: float, pace: float) -> None:
        self._workers = Workers(workers, "caboose.server.bots")
        self._longest = longest
        self._pace = pace

    @property
    def processes(self) -> dict[int, asyncio.subprocess.Process]:
        """The workers' processes, by number."""
        return self._workers.processes

    async def start(self) -> None:
        """Start the workers."""
        self._workers.start()

    async def stop(self) -> None:
        """End the workers."""
        await self._workers.stop()

    def pace(self, name: str, phase: str) -> float:
        """How long a decision takes, to whoever watches: it says nothing about the hand."""
        if self._pace == 0:
            return 0.0
        if phase in ("payment", "second_card"):
            return min(self._pace, QUICK_PHASE)
        if searches(name) and self._workers.count:
            return max(self._pace, min(seconds_of(name) + SLACK, self._longest))
        return self._pace

    async def choose(self, name: str, view: View, legal: list[Action], seed: int) -> Action:
        """A bot's decision, in time; who fails does the first thing that is legal."""
        began = time.perf_counter()
        try:
            if (
                searches(name)
                and self._workers.count
                and view.phase not in ("payment", "second_card")
            ):
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
            plain_bot(name),
            seconds_of(name),
            time.monotonic() + self._longest - SLACK,
            seed,
            view.game,
            view.own_seat(),
            view.array.tobytes(),
            numbers,
            future,
        )
        self._workers.ask(job)
        try:
            number = await asyncio.wait_for(future, self._longest)
            return legal[numbers.index(number)]
        except (TimeoutError, ValueError):  # no answer, or none that is legal
            BOT_CHEAP.inc()
            return ask(_player(CHEAP, seed), view, legal)

    def hint(self, view: View, legal: list[Action]) -> tuple[Action, Any, str]:
        """What a good bot would do, the desk it planned at, and why."""
        adviser = Adviser(0, HINT)
        return *adviser.advise(view, legal), ask_why(adviser, view, legal)

    def missing(self, view: View, route: int) -> tuple[int, int]:
        """The color with which the adviser would pay for a route, and the cards it lacks."""
        return cards_missing(view, route)


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


# ---- in a worker ---------------------------------------------------------------------------------


def work(read: Callable[[int], bytes], write: Callable[[bytes], Any]) -> None:
    """Answer questions until the server closes the line."""
    games: dict[tuple[str, int], Game] = {}
    while True:
        head = read(SIZE.size)
        if len(head) < SIZE.size:
            return
        (size,) = SIZE.unpack(head)
        key, told, bot, seconds, seed, viewer, array, numbers = pickle.loads(read(size))
        game = games.setdefault(key, told) if told is not None else games[key]
        view = View(game, np.frombuffer(array, STATE).copy(), viewer, None)
        write(packed(_chosen(with_seconds(bot, seconds), seed, view, numbers)))


def _chosen(bot: str, seed: int, view: View, numbers: list[int]) -> int:
    length = 0  # no payment is searched
    legal = [view.game.notation.action(number, length) for number in numbers]
    try:
        return ask(make_player(bot, seed), view, legal).number
    except BotFailed:
        return NO_ANSWER  # the worker is as good as before


def main() -> None:
    """Be a worker: questions come in by the standard input, answers go out by the output."""
    os.nice(5)  # the server comes first
    load_compiled_code("switchman:rollouts=1")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever is printed must not get among the answers
    work(sys.stdin.buffer.read, answers.write)


if __name__ == "__main__":
    main()
