"""The file of a game: its record, and in comments who plays each seat.

    caboose record 1
    # seat 0 person
    # seat 1 tourist
    edition london
    ...

It is written again after every action, beside the old one and then in its place, so that whenever
the program is stopped a whole record is there.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from caboose.engine.errors import BadRecord
from caboose.engine.record import read_record, replay
from caboose.engine.state import State

FOLDER = Path("caboose-games")
PERSON = "person"
DEFAULT_BOT = "tourist"

_SEAT_LINE = re.compile(r"^# seat (\d) (\S.*)$", re.MULTILINE)


class CannotSave(OSError):
    """The game's file cannot be written."""


@dataclass(frozen=True)
class SavedGame:
    """A game as its file tells it."""

    state: State
    names: list[str]
    kinds: list[str]  # per seat: PERSON, or the name of a bot


def read_saved(path: Path) -> SavedGame:
    """Read a game's file; BadRecord says what is wrong with it."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a record: it is not text.") from None
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}.") from None
    state = replay(text)
    return SavedGame(state, read_record(text).names, _kinds(text, state.game.seats))


def _kinds(text: str, seats: int) -> list[str]:
    """Who plays each seat; in a record that does not say, a person against the usual bot."""
    said = {int(seat): kind for seat, kind in _SEAT_LINE.findall(text)}
    person = next((seat for seat, kind in said.items() if kind == PERSON), 0)
    bots = {seat: kind for seat, kind in said.items() if kind != PERSON}
    return [PERSON if seat == person else bots.get(seat, DEFAULT_BOT) for seat in range(seats)]


def write_text(game: SavedGame) -> str:
    """The text of a game's file."""
    first, rest = game.state.record(game.names).split("\n", 1)
    seats = [f"# seat {seat} {kind}" for seat, kind in enumerate(game.kinds)]
    return "\n".join([first, *seats, rest])


def save(path: Path, game: SavedGame) -> None:
    """Put the game as it stands now in place of what the file held."""
    try:
        _replace(path, write_text(game))
    except OSError as error:
        raise _cannot_save(path, error) from None


def _replace(path: Path, text: str) -> None:
    path = path.resolve()  # a link stays a link
    number, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        shutil.copymode(path, beside)
        with open(number, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(path)
    except BaseException:  # also Ctrl-C: leave nothing behind
        with contextlib.suppress(OSError):
            Path(beside).unlink()
        raise


def claim_file(path: Path | None, edition: str) -> Path:
    """Make the empty file of a new game: the one that is named, or one with a name of its own.

    A file that is there already is another game, and is never written over.
    """
    if path is None:
        day = datetime.now().astimezone().date()
        return _first_free([f"{day}-{edition}", *(f"{day}-{edition}-{n}" for n in range(2, 1000))])
    try:
        return _create(path)
    except FileExistsError:
        raise CannotSave(f"{path} exists already; --resume goes on with it.") from None


def _first_free(names: Sequence[str]) -> Path:
    for name in names:
        with contextlib.suppress(FileExistsError):
            return _create(FOLDER / f"{name}.txt")
    raise CannotSave(f"{FOLDER} is full of games of today; name a file with --save.")


def _create(path: Path) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("x").close()
    except FileExistsError:
        if path.exists():
            raise
        raise CannotSave(f"{path.parent} is not a folder; name a file with --save.") from None
    except OSError as error:
        raise _cannot_save(path, error) from None
    return path


def _cannot_save(path: Path, error: OSError) -> CannotSave:
    return CannotSave(f"the game cannot be saved in {path}: {error.strerror}.")
