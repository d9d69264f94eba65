"""The boards that can be played: the built-in editions, and those in the host's own folder."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from caboose.boards import BoardError, Edition, edition, editions, editions_in, read, read_text
from caboose.server.bodies import EditionLine
from caboose.server.logs import say
from caboose.server.meta import OWN
from caboose.server.opening import BoardText
from caboose.server.refusals import not_found


class Boards:
    """What can be played here. The host's folder is read anew each time it is asked for."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def lines(self) -> list[EditionLine]:
        """All editions, the built-in ones first."""
        built_in = [_line(name, edition(name), own=False) for name in editions()]
        own = [
            _line(name, read(text, name.partition("#")[2], name), own=True)
            for name, text in self._own().items()
        ]
        return built_in + own

    def find(self, name: str) -> BoardText:
        """What a name stands for; 404 if it stands for nothing."""
        if name in editions():
            return BoardText(name, None)
        own = self._own()
        if name not in own:
            raise not_found("edition")
        return BoardText(name, own[name])

    def _own(self) -> dict[str, str]:
        """The host's boards by name: `own:FILE#EDITION`."""
        found: dict[str, str] = {}
        for file in sorted(self._folder.glob("*.toml")) if self._folder else []:
            try:
                text = read_text(file)
                for each in editions_in(text):
                    if each not in editions():
                        found[f"{OWN}{file.stem}#{each}"] = text
            except BoardError as error:
                say("board_refused", file=file.name, why=str(error)[:300])
        return found


def _line(name: str, facts: Edition, own: bool) -> EditionLine:
    return EditionLine(
        id=name,
        name=facts.name,
        min_seats=facts.min_seats,
        max_seats=facts.max_seats,
        own_board=own,
        digest=facts.digest,
    )


def edition_facts(name: str, facts: Edition) -> dict[str, Any]:
    """Everything that is printed on a board and in its rulebook, as plain values."""
    return {**dataclasses.asdict(facts), "id": name}
