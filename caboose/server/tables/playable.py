"""The boards that can be played: the built-in editions, and those in the host's own folder."""

from __future__ import annotations

import dataclasses
import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caboose.boards import BoardError, Edition, edition, editions, editions_in, read, read_text
from caboose.server.logs import say
from caboose.server.protocol.bodies import EditionLine, RefusedBoard
from caboose.server.protocol.refusals import Refusal
from caboose.server.tables.meta import OWN
from caboose.server.tables.opening import BoardText


@dataclass(frozen=True)
class _Kept:
    """A board file as it was when it was read."""

    stamp: tuple[int, int]  # when it was changed, and its size
    text: str
    lines: tuple[EditionLine, ...]
    refused: str | None = None  # why something of it cannot be played


class Boards:
    """What can be played here. A file of the host's folder is read when it is new or changed.

    Several threads may ask at once; reading takes a while, so that the event loop leaves it to one.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._kept: dict[str, _Kept] = {}  # by the file's name
        self._lock = threading.Lock()

    def lines(self) -> list[EditionLine]:
        """All editions, the built-in ones first."""
        built_in = [_line(name, edition(name), own=False) for name in editions()]
        return built_in + [line for kept in self._own() for line in kept.lines]

    def find(self, name: str) -> BoardText:
        """What a name stands for; 404 if it stands for nothing."""
        if name in editions():
            return BoardText(name, None)
        for kept in self._own():
            if any(line.id == name for line in kept.lines):
                return BoardText(name, kept.text)
        raise Refusal(404, "not_found", f"There is no edition {name!r}; see the list of editions.")

    def refused(self) -> list[RefusedBoard]:
        """The files of the host's folder that cannot be played, and the checker's words on them."""
        self._own()
        return [
            RefusedBoard(file=name, why=kept.refused)
            for name, kept in self._kept.items()
            if kept.refused is not None
        ]

    def _own(self) -> list[_Kept]:
        """The host's boards, as their files are now."""
        with self._lock:
            files = sorted(self._folder.glob("*.toml")) if self._folder else []
            kept = {file.name: self._look_at(file) for file in files}
            self._kept = {name: each for name, each in kept.items() if each is not None}
            return list(self._kept.values())

    def _look_at(self, file: Path) -> _Kept | None:
        try:
            facts = file.stat()
        except OSError:
            return None  # it has just been taken away
        stamp = (facts.st_mtime_ns, facts.st_size)
        known = self._kept.get(file.name)
        return known if known is not None and known.stamp == stamp else _read(file, stamp)


def _read(file: Path, stamp: tuple[int, int]) -> _Kept:
    """Read a board file; what cannot be played is said in the log, once for each change."""
    try:
        text = read_text(file)
        names = editions_in(text)
        own = [f"{OWN}{file.stem}#{name}" for name in names if name not in editions()]
        lines = tuple(
            _line(name, read(text, name.partition("#")[2], name), own=True) for name in own
        )
    except BoardError as error:
        return _Kept(stamp, "", (), _refused(file, str(error)))
    if taken := [name for name in names if name in editions()]:
        why = f"built in already: {', '.join(taken)}; give your editions ids of their own."
        return _Kept(stamp, text, lines, _refused(file, why))
    return _Kept(stamp, text, lines)


def _refused(file: Path, why: str) -> str:
    """Say why a board, or an edition of it, is left out."""
    say("board_refused", logging.WARNING, file=file.name, why=why)
    return why


def _line(name: str, facts: Edition, own: bool) -> EditionLine:
    return EditionLine(
        id=name,
        name=facts.name,
        board=facts.board.name,
        min_seats=facts.min_seats,
        max_seats=facts.max_seats,
        own_board=own,
        digest=facts.digest,
    )


def edition_facts(name: str, facts: Edition) -> dict[str, Any]:
    """Everything that is printed on a board and in its rulebook, as plain values."""
    return {**dataclasses.asdict(facts), "id": name}
