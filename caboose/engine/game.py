"""A game: an edition and a number of seats, turned into tables once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from caboose.boards import BoardSource, Edition, editions, find
from caboose.engine.action import Notation
from caboose.engine.fields import BY_CARD, BY_PURPOSE
from caboose.engine.game_tables import build_tables
from caboose.engine.state import State

if TYPE_CHECKING:
    from caboose.engine.view import View

# Changes if and only if the signature does (see `caboose bench --signature`).
RULES_VERSION = 2
FIRST_RULES = 1  # as of games that do not say under which they were played
RULES_VERSIONS = (FIRST_RULES, RULES_VERSION)  # those that games can be played under


class Game:
    """An edition with its board and a number of seats. Immutable; `start` deals a game of it."""

    def __init__(
        self,
        board: BoardSource,
        seats: int = 2,
        *,
        edition: str | None = None,
        rules: int = RULES_VERSION,
    ) -> None:
        self.edition = find(board, edition)
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise TypeError(f"seats is a whole number, not {seats!r}.")
        if not self.edition.min_seats <= seats <= self.edition.max_seats:
            raise ValueError(
                f"{self.edition.name} is for {self.edition.min_seats} to"
                f" {self.edition.max_seats} seats, not {seats}."
            )
        if rules not in RULES_VERSIONS:
            raise ValueError(f"there is no rules version {rules!r}; this is {RULES_VERSION}.")
        self.seats = seats
        self.rules = rules
        self.notation = Notation(self.edition)
        self._source = None if isinstance(board, Edition) else str(board)

    @cached_property
    def tables(self) -> Any:
        """The flat tables that rules read."""
        return build_tables(self.edition, self.seats, self.numbering)

    @property
    def numbering(self) -> int:
        """How the words of its cards are numbered."""
        return BY_CARD if self.rules == FIRST_RULES else BY_PURPOSE

    @property
    def name(self) -> str:
        """How a record names the edition: its id, or for an own board file and id."""
        if self._source is None or self._source in editions():
            return self.edition.id
        return f"{self._source}#{self.edition.id}"

    def under(self, rules: int) -> Game:
        """The same game under a version of the rules."""
        if rules == self.rules:
            return self
        game = Game(self.edition, self.seats, rules=rules)
        game._source = self._source
        return game

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
        mine, theirs = (self.seats, self.rules), (other.seats, other.rules)
        return mine == theirs and self.edition == other.edition

    def __hash__(self) -> int:
        return hash((self.edition.digest, self.seats, self.rules))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Game, rules=self.rules), (self.edition, self.seats)

    def __repr__(self) -> str:
        older = "" if self.rules == RULES_VERSION else f", rules={self.rules}"
        return f"Game({self.name!r}, seats={self.seats}{older})"


def key_from_seed(seed: int) -> bytes:
    """The 256-bit key that an integer seed stands for."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise TypeError(f"a seed is a whole number, not {seed!r}.")
    return hashlib.sha256(f"caboose seed {seed}".encode("ascii")).digest()
