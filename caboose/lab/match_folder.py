"""The folder of a match: what was asked for, and every finished block, safe from crashes.

match.json      what is played; a folder of another match is refused
blocks.jsonl    finished blocks as they came in, a line each, each written through to the disk
games.parquet   all games as a table
records/        games as text
figures.json    the figures that were printed
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from caboose.lab.parallel_play import Games
from caboose.lab.played_game import PlayedGame

SETTINGS, BLOCKS = "match.json", "blocks.jsonl"


class WrongFolder(ValueError):
    """The folder belongs to something else."""


class MatchFolder:
    """The folder of one match, open for one process at a time."""

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        self.folder = folder
        self._settle(settings)
        self._file = os.open(folder / BLOCKS, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            _lock(self._file, folder)
            self.blocks = self._read_blocks()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def _settle(self, settings: dict[str, Any]) -> None:
        """Begin the folder, or make sure that it is of the same match."""
        file = self.folder / SETTINGS
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                if any(self.folder.iterdir()):
                    raise WrongFolder(f"{self.folder} holds something else; choose another folder.")
                write_whole(file, json.dumps(settings, indent=1) + "\n")
            found = json.loads(file.read_text("utf-8"))
        except OSError as error:
            raise WrongFolder(f"{self.folder} cannot be used: {error.strerror}.") from None
        except json.JSONDecodeError:
            raise WrongFolder(f"{file} cannot be read; choose another folder.") from None
        _compare(self.folder, found, settings)

    def _read_blocks(self) -> dict[int, Games]:
        """The finished blocks. A last line that was cut off by a crash goes."""
        data = (self.folder / BLOCKS).read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(self._file, whole)
        blocks = {}
        for n, line in enumerate(data[:whole].splitlines(), start=1):
            try:
                games = tuple(_from_line(row) for row in json.loads(line))
                blocks[games[0].block] = games
            except (ValueError, KeyError, TypeError, IndexError):
                raise WrongFolder(
                    f"line {n} of {self.folder / BLOCKS} is damaged; remove the line, and its"
                    " games are played again."
                ) from None
        return blocks

    def add(self, blocks: Iterable[Games]) -> None:
        """Keep finished blocks; when this returns they are on the disk."""
        lines = []
        for games in blocks:
            lines.append(json.dumps([_to_line(game) for game in games], separators=(",", ":")))
            self.blocks[games[0].block] = games
        os.write(self._file, ("\n".join(lines) + "\n").encode())
        os.fsync(self._file)


def _to_line(game: PlayedGame) -> dict[str, Any]:
    coded = {"key": game.key.hex(), "actions": base64.b64encode(game.actions).decode()}
    return game.to_row() | coded


def _from_line(row: dict[str, Any]) -> PlayedGame:
    coded = {"key": bytes.fromhex(row["key"]), "actions": base64.b64decode(row["actions"])}
    return PlayedGame.from_row(row | coded)


def _compare(folder: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    for name, value in wanted.items():
        if found.get(name) != value:
            raise WrongFolder(
                f"{folder} holds another match: its {name} is {_show(found.get(name))}, not"
                f" {_show(value)}; choose another folder."
            )


def _show(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _lock(file: int, folder: Path) -> None:
    """Two runs in one folder would both be wrong about what is missing."""
    try:
        import fcntl
    except ImportError:  # a system without such locks
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise WrongFolder(f"another process is playing in {folder}; wait until it ends.") from None


def write_whole(file: Path, text: str) -> None:
    """Write a file so that it is there as a whole or not at all."""
    part = file.with_name(file.name + ".part")
    part.write_text(text, "utf-8")
    part.replace(file)
