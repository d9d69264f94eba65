"""Blocks played by several processes at once.

Each worker is a process of its own, because bots in plain Python would wait for each other in
threads. A worker that dies takes nothing with it: the blocks it held are handed out again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import connection

from caboose.engine.game import Game
from caboose.lab.blocks import Block, play_block
from caboose.lab.bot_game import play_game
from caboose.lab.played_game import PlayedGame
from caboose.players import make_player

PATIENCE = 3  # times in a row that workers may die before anything is finished
ENOUGH = 0.25  # seconds; shorter pieces of work are made larger
TOO_LONG = 1.0  # seconds; longer ones are made smaller, so that little is lost with a worker
LARGEST = 64  # blocks in a piece of work

Games = tuple[PlayedGame, ...]  # of one block, by rotation
Piece = tuple[Block, ...]


class WorkersDied(ValueError):
    """Workers die again and again before they finish anything."""


@dataclass(frozen=True)
class Job:
    """What all blocks of a run share. A game that travels to a worker forgets its own name."""

    game: Game
    edition: str
    folder: str  # where names of bot files begin

    @classmethod
    def of(cls, game: Game) -> Job:
        """The job of playing a game from here."""
        return cls(game, game.name, os.getcwd())

    def play(self, blocks: Sequence[Block]) -> tuple[list[Games], float]:
        """Play blocks; their games, and the seconds it took."""
        game = _ready(self.game)
        begin = time.perf_counter()
        games = [play_block(game, block, self.edition) for block in blocks]
        return games, time.perf_counter() - begin


@cache
def _ready(game: Game) -> Game:
    """The same game every time, so that its tables are built once in a process.

    One quick game is played before any that counts: loading compiled code is not thinking time.
    """
    play_game(game, [make_player("random", seat) for seat in range(game.seats)], bytes(32))
    return game


class Pieces:
    """The work of a run, handed out in pieces that take neither too long nor too short."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        self._blocks = iter(blocks)
        self._lost: deque[Block] = deque()
        self._size = 1

    def take(self) -> Piece:
        """The next piece; empty when nothing is left."""
        piece: list[Block] = []
        while len(piece) < self._size:
            block = self._lost.popleft() if self._lost else next(self._blocks, None)
            if block is None:
                break
            piece.append(block)
        return tuple(piece)

    def put_back(self, piece: Piece) -> None:
        """Blocks that were taken and not played; they come first again."""
        self._lost.extendleft(reversed(piece))

    def learn(self, seconds: float) -> None:
        """Fit the size of the next pieces to the time that one took."""
        if seconds < ENOUGH:
            self._size = min(2 * self._size, LARGEST)
        elif seconds > TOO_LONG:
            self._size = max(self._size // 2, 1)


def usual_workers() -> int:
    """As many workers as there are cores for this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_blocks(
    game: Game, blocks: Iterable[Block], workers: int
) -> Generator[list[Games], None, None]:
    """Play blocks, in whatever order they get done. Closing the iterator ends the workers."""
    job, pieces = Job.of(game), Pieces(blocks)
    if workers == 1:
        yield from _play_here(job, pieces)
    else:
        yield from _play_in_processes(job, pieces, workers)


def _play_here(job: Job, pieces: Pieces) -> Generator[list[Games], None, None]:
    while piece := pieces.take():
        games, seconds = job.play(piece)
        pieces.learn(seconds)
        yield games


def _play_in_processes(
    job: Job, pieces: Pieces, workers: int
) -> Generator[list[Games], None, None]:
    deaths = 0
    while first := pieces.take():
        pieces.put_back(first)
        crew = Crew(job, pieces, workers)
        try:
            for games in crew.play():
                deaths = 0
                yield games
        except BrokenProcessPool:
            deaths += 1
            if deaths == PATIENCE:
                raise WorkersDied(_last_words(crew)) from None
        finally:
            crew.dismiss()


def _last_words(crew: Crew) -> str:
    held = sorted(block.number for piece in crew.held.values() for block in piece)
    return (
        f"workers died {PATIENCE} times in a row while they played deals {held[0]} to {held[-1]}:"
        " a bot crashes its process, or memory ran out; use fewer workers, or one to see more."
    )


class Crew:
    """A pool of processes until one of them dies."""

    def __init__(self, job: Job, pieces: Pieces, workers: int) -> None:
        self.held: dict[Future[tuple[list[Games], float]], Piece] = {}
        self._pieces = pieces
        self._in_flight = workers + 1  # one piece waits, so that nobody does
        self._others = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(workers, context, initializer=_enter, initargs=(job,))

    def play(self) -> Generator[list[Games], None, None]:
        """Play until no piece is left. What was not finished stays in `held`."""
        self._fill()
        while self.held:
            done, _ = wait(self.held, return_when=FIRST_COMPLETED)
            for future in done:
                games, seconds = future.result()
                del self.held[future]
                self._pieces.learn(seconds)
                yield games
            self._fill()

    def _fill(self) -> None:
        while len(self.held) < self._in_flight and (piece := self._pieces.take()):
            try:
                with _without_ctrl_c():
                    self.held[self._pool.submit(_play, piece)] = piece
            except (BrokenProcessPool, OSError) as error:
                # A pool that breaks while it starts a worker finds its own pipes closed.
                self._pieces.put_back(piece)
                raise BrokenProcessPool(str(error)) from None

    def dismiss(self) -> None:
        """End all workers at once; put back what they held."""
        for piece in self.held.values():
            self._pieces.put_back(piece)
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - self._others:
            worker.kill()
            worker.join()


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C wait: a worker that is half started would die of it, and say so at length."""
    with _deaf_workers():
        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread is ever interrupted
            return
        heard: list[int] = []
        usual = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, usual)
            if heard:
                signal.raise_signal(signal.SIGINT)


@contextmanager
def _deaf_workers() -> Iterator[None]:
    """Processes started meanwhile never hear Ctrl-C, not even before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- inside a worker ------------------------------------------------------------------------------

_jobs: list[Job] = []


def _enter(job: Job) -> None:
    """Begin as a worker: the one who started it decides when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    _jobs.append(job)


def _leave_with_parent() -> None:
    """Nobody is left to work for when the process that started this one is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _play(piece: Piece) -> tuple[list[Games], float]:
    return _jobs[-1].play(piece)
