"""A bot that fails: its game is kept as far as it came, and named, so that it can be looked at."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from caboose.engine.state import State
from caboose.players import BotFailed

GRACE = 2.0  # times the bound, and a second, before a decision is cut off


class GameFailed(BotFailed):
    """A bot failed in a game that was being played; it travels between processes."""

    def __init__(self, said: str, deal: int, rotation: int, action: int, record: str) -> None:
        super().__init__(said, deal, rotation, action, record)
        self.said, self.record = said, record
        self.deal, self.rotation, self.action = deal, rotation, action

    def __str__(self) -> str:
        return f"deal {self.deal}, action {self.action}: {self.said}"


def failed_game(error: BotFailed, state: State, deal: int, rotation: int) -> GameFailed:
    """The failure of whoever was to decide in a state."""
    action = int(state.fields.actions) + 1
    return GameFailed(str(error), deal, rotation, action, state.record())


@contextmanager
def keep_failed(folder: Path) -> Iterator[None]:
    """Write down the game in which a bot fails, and say where it is."""
    try:
        yield
    except GameFailed as error:
        file = folder / "failed" / f"deal-{error.deal:05}-{error.rotation}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(error.record, "utf-8")
        raise BotFailed(f"{error} Record in {file}.") from error


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Cut off a decision that takes much longer than it may; TimeoutError says so.

    Only the main thread of a process can be interrupted, and compiled code only between its calls.
    """
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not can:
        yield
        return
    usual = signal.signal(signal.SIGALRM, lambda number, frame: _too_long(seconds, number, frame))
    signal.setitimer(signal.ITIMER_REAL, GRACE * seconds + 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


def _too_long(seconds: float, _number: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"a decision may take {seconds:g} seconds, and this one took far longer")
