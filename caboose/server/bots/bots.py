"""Bots at a table: the one place where the server uses the players.

Quick bots answer at once, in the server. Those that search do so in processes of their own, the
workers, and a worker is what this file is when it is run as a module. Whoever is over its time is
answered for by a quick bot.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
import time
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import numpy as np

from caboose.engine.action import Action
from caboose.engine.fields import STATE
from caboose.engine.game import Game
from caboose.engine.trails import longest_paths
from caboose.engine.view import View
from caboose.engine.view_json import own_json, public_json
from caboose.players import LEVELS, PLAYERS, BotFailed, Player, ask, make_player
from caboose.players.belief.words import Suspicion, suspicions
from caboose.players.policy_player import PolicyPlayer, cards_missing, explain_scratch
from caboose.players.search.advice import best_moves
from caboose.server.bots.workers import NO_ANSWER, SIZE, Job, Workers, packed
from caboose.server.logs import say
from caboose.server.metrics import BOT_CHEAP, BOT_WAIT

CHEAP = "express"  # quick, and good enough
PLANNER = "express"  # whose plan a hint shows
ADVISER = "adviser"  # what a worker is asked for when it is not a bot's choice
HINT_LONGEST = 2.0  # seconds until somebody who asks for a hint has it, whatever the load
HINT_REST = 0.5  # of these, for all but the search: a busy machine is slow in words, too
ADVICE_SECONDS = 1.0  # for searching
# Bots that search, and who decides for each what is not searched, or for what there is no time.
SEARCHING = {"switchman": CHEAP, "signalman": CHEAP, "yardmaster": "engineer"}
QUICK_PHASE = 0.35  # seconds of pace where there is little to think about
SLACK = 0.3  # seconds between the end of a search and the moment it is waited for


def load_compiled_code(bot: str = CHEAP) -> None:
    """Read the compiled rules and a bot from their cache, so that no table waits for it."""
    state = Game("london", 2).start(seed=1)
    for _ in range(4):
        view, legal = state.view(state.seat), state.legal_actions()
        state.apply(ask(make_player(bot, seed=1), view, legal))
    suspicions(state.view(state.seat))
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
    return plain_bot(name).partition(":")[0] in SEARCHING


def quick_bot(name: str) -> str:
    """Who answers for a bot at once: itself, unless it searches."""
    return SEARCHING.get(plain_bot(name).partition(":")[0], name)


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


class Advised(NamedTuple):
    """A move that is worth a thought, and how many points less it brings than the best."""

    action: Action
    cost: float


class Bots:
    """All bots of this server."""

    def __init__(self, workers: int, longest: float, pace: float) -> None:
        self._workers = Workers(workers, "caboose.server.bots.bots")
        self._longest = longest
        self._pace = pace

    @property
    def processes(self) -> dict[int, asyncio.subprocess.Process]:
        """The workers' processes, by number."""
        return self._workers.processes

    @property
    def is_busy(self) -> bool:
        """Does anybody wait for a bot that searches?"""
        return self._workers.is_busy

    @property
    def can_search(self) -> bool:
        """Are there workers?"""
        return self._workers.count > 0

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
        """A bot's decision, in time; one that fails does the first thing that is legal."""
        began = time.perf_counter()
        try:
            if (
                searches(name)
                and self._workers.count
                and view.phase not in ("payment", "second_card")
            ):
                return await self._search(name, view, legal, seed)
            return ask(_player(quick_bot(name), seed), view, legal)
        except BotFailed as error:
            say("bot_failed", bot=name, why=type(error).__name__)
            return legal[0]
        finally:
            BOT_WAIT.observe(time.perf_counter() - began)

    async def _search(self, name: str, view: View, legal: list[Action], seed: int) -> Action:
        try:
            number = await self._ask(
                plain_bot(name), seconds_of(name), self._longest, view, legal, seed
            )
            return _among(legal, number)
        except (TimeoutError, ValueError):  # no answer, or none that is legal
            BOT_CHEAP.inc()
            return ask(_player(quick_bot(name), seed), view, legal)

    async def _ask(
        self, bot: str, wanted: float, longest: float, view: View, legal: list[Action], seed: int
    ) -> Any:
        """Put a question to a worker, and wait for its answer."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        job = Job(
            bot,
            wanted,
            time.monotonic() + longest - SLACK,
            seed,
            view.game,
            view.own_seat(),
            view.array.tobytes(),
            [action.number for action in legal],
            future,
        )
        self._workers.ask(job)
        async with asyncio.timeout(longest):
            return await future

    async def advise(self, view: View, legal: list[Action]) -> list[Advised]:
        """The best moves by a search, the best first; by a quick bot if there is no time for it."""
        try:
            if not self._workers.count:
                return self.quick_advice(view, legal)
            longest = HINT_LONGEST - HINT_REST
            found = await self._ask(ADVISER, ADVICE_SECONDS, longest, view, legal, 0)
            return [Advised(_among(legal, number), cost) for number, cost in found]
        except (TimeoutError, ValueError, TypeError):  # no answer, or none that is one
            BOT_CHEAP.inc()
            return self.quick_advice(view, legal)

    def quick_advice(self, view: View, legal: list[Action]) -> list[Advised]:
        """What a quick bot would do."""
        return [Advised(self.think(view, legal)[0], 0.0)]

    def think(self, view: View, legal: list[Action]) -> tuple[Action, Any]:
        """What the planner would do, and the scratch space with its plan."""
        return PolicyPlayer(0, PLANNER)._think(view, legal)

    def explain(self, view: View, action: Action, scratch: Any) -> str:
        """A choice and the plan behind it, in the bots' own words."""
        return "\n".join([f"signalman: {action}", *explain_scratch(view, scratch)])

    def suspicions(self, view: View) -> list[Suspicion]:
        """What the seat of this view may think that others hold."""
        return suspicions(view)

    def missing(self, view: View, route: int) -> tuple[int, int]:
        """The color with which the adviser would pay for a route, and the cards it lacks."""
        return cards_missing(view, route)


def _player(name: str, seed: int) -> Player:
    return make_player(plain_bot(name), seed)


def _among(legal: list[Action], number: int) -> Action:
    """The legal action of this number; a ValueError if there is none."""
    return legal[[action.number for action in legal].index(number)]


# ---- in a worker ---------------------------------------------------------------------------------


def work(read: Callable[[int], bytes], write: Callable[[bytes], Any]) -> None:
    """Answer questions until the server closes the line."""
    games: dict[Hashable, Game] = {}
    while True:
        head = read(SIZE.size)
        if len(head) < SIZE.size:
            return
        (size,) = SIZE.unpack(head)
        key, told, bot, seconds, seed, viewer, array, numbers = pickle.loads(read(size))
        game = games.setdefault(key, told) if told is not None else games[key]
        view = View(game, np.frombuffer(array, STATE).copy(), viewer, None)
        legal = [game.notation.action(number) for number in numbers]  # whose numbers alone count
        if bot == ADVISER:
            write(packed([tuple(option) for option in best_moves(view, legal, seed, seconds)]))
        else:
            write(packed(_chosen(with_seconds(bot, seconds), seed, view, legal)))


def _chosen(bot: str, seed: int, view: View, legal: list[Action]) -> int:
    try:
        return ask(make_player(bot, seed), view, legal).number
    except BotFailed:
        return NO_ANSWER  # the worker is as good as before


def _load_advice() -> None:
    """Read the compiled search for hints, too, so that the first one comes in time."""
    state = Game("london", 2).start(seed=1)
    best_moves(state.view(0), state.legal_actions(0), 1, None, rollouts=4)


def main() -> None:
    """Be a worker: questions come in by the standard input, answers go out by the output."""
    os.nice(5)  # the server comes first
    load_compiled_code("switchman:rollouts=1")
    _load_advice()
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever is printed must not get among the answers
    work(sys.stdin.buffer.read, answers.write)


if __name__ == "__main__":
    main()
