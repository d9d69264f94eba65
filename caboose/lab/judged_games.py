"""Games that are judged one by one, each by its name, and kept as they are found.

What was found stands in a file, a line for each game, so a run that was stopped goes on where it
was, and more games can be added later. Games of another value or another seed do not count.
"""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

Look = Callable[[str], Any]  # at the game of a name: plain values


class NotClean(ValueError):
    """Figures would be written that no commit makes again."""


def clean_commit(is_dirty_allowed: bool = False) -> str:
    """The commit that the sources are at; refused while they are not as it has them."""
    if not _git("status", "--porcelain", "--untracked-files=no", "--", "caboose"):
        return _git("rev-parse", "--short=12", "HEAD")
    if is_dirty_allowed:
        return f"{_git('rev-parse', '--short=12', 'HEAD')} and changes"
    raise NotClean("the sources are not those of a commit: commit them, or allow it by --dirty.")


def _git(*words: str) -> str:
    told = subprocess.run(["git", *words], capture_output=True, text=True, check=True)
    return told.stdout.strip()


def read_judged(file: Path, about: dict[str, Any]) -> dict[str, Any]:
    """What was found until now, by the name of the game; nothing if it is about something else."""
    if not file.exists():
        return {}
    head, *lines = file.read_text("utf-8").splitlines() or ["{}"]
    if json.loads(head) != about:
        return {}
    return dict(json.loads(line) for line in lines)


def judge_games(
    names: Sequence[str], look: Look, file: Path, about: dict[str, Any], workers: int = 1
) -> dict[str, Any]:
    """Look at all games that were not looked at yet; what was found, by the game's name.

    Ctrl-C lets the games in work be finished; only what was found until then is told.
    """
    found = read_judged(file, about)
    missing = [name for name in names if name not in found]
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8") as lines, crew(workers) as looks:
        for line in (about, *([name, found[name]] for name in found)):
            lines.write(f"{json.dumps(line)}\n")
        for name, seen in zip(missing, until_stopped(looks(look, missing)), strict=False):
            found[name] = seen
            lines.write(f"{json.dumps([name, seen])}\n")
            lines.flush()
    return found


@contextmanager
def crew(workers: int) -> Iterator[Callable[[Look, Sequence[str]], Iterable[Any]]]:
    """Somebody who looks at one game after the other: this process, or some others."""
    if workers == 1:
        yield map
        return
    with get_context("spawn").Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield pool.imap


def until_stopped(values: Iterable[Any]) -> Iterator[Any]:
    """Values until somebody presses Ctrl-C, which lets the one in work be finished."""
    stopped: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: stopped.append(number))
    try:
        for value in values:
            yield value
            if stopped:
                return
    finally:
        signal.signal(signal.SIGINT, before)
