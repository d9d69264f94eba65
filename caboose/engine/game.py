"""A game: an edition and a number of seats, turned into tables once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from caboose.boards import BoardSource, Edition, editions, find
from caboose.engine.action import Notation
from caboose.engine.game_tables import build_tables
from caboose.engine.state import State

if TYPE_CHECKING:
    from caboose.engine.view import View


class Game:
    """An edition with its board and a number of seats. Immutable; `start` deals a game of it."""

    def __init__(
        self,
        board: BoardSource,
        seats: int = 2,
        *,
        edition: str | None = None,
    ) -> None:
        self.edition = find(board, edition)
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise TypeError(f"seats is a whole number, not {seats!r}.")
        if not self.edition.min_seats <= seats <= self.edition.max_seats:
            raise ValueError(
                f"{self.edition.name} is for {self.edition.min_seats} to"
                f" {self.edition.max_seats} seats, not {seats}."
            )
        self.seats = seats
        self.notation = Notation(self.edition)
        self._source = None if isinstance(board, Edition) else str(board)

    @cached_property
    def tables(self) -> Any:
        """The flat tables that rules read."""
        return build_tables(self.edition, self.seats)

    @property
    def name(self) -> str:
        """How a record names the edition: its id, or for an own board file and id."""
        if self._source is None or self._source in editions():
            return self.edition.id
        return f"{self._source}#{self.edition.id}"

    def start(self, seed: int | None = None, *, key: bytes | None = None) -> State:
        """Deal a game from a 256-bit key, or from a seed that is hashed to one."""
        if (seed is None) == (key is None):
            raise ValueError("start a game with a seed or with a key, one of the two.")
        if key is None:
            assert seed is not None
            key = key_from_seed(seed)
        if len(key) != 32:
            raise ValueError(f"a key has 32 bytes, not {len(key)}.")
        return State.deal(self, bytes(key))

    def from_dict(self, position: dict[str, Any]) -> State:
        """The position that `state.to_dict()` describes; most of its fields may be left out."""
        from caboose.engine.position import read_position

        return read_position(self, position)

    def view_from_dict(self, said: dict[str, Any], steps: Iterable[dict[str, Any]] = ()) -> View:
        """The view that `view.to_dict()` describes, with the steps that its viewer saw."""
        from caboose.engine.read_view import read_view

        return read_view(self, said, steps)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.seats == other.seats and self.edition == other.edition

    def __hash__(self) -> int:
        return hash((self.edition.digest, self.seats))

    def __reduce__(self) -> tuple[type[Game], tuple[Edition, int]]:
        return Game, (self.edition, self.seats)

    def __repr__(self) -> str:
        return f"Game({self.name!r}, seats={self.seats})"


def key_from_seed(seed: int) -> bytes:
    """The 256-bit key that an integer seed stands for."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise TypeError(f"a seed is a whole number, not {seed!r}.")
    return hashlib.sha256(f"caboose seed {seed}".encode("ascii")).digest()
