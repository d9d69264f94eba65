"""A game that has been played: who sat where, every action, and how it ended.

The key and the actions are the game; all the rest follows from them and is kept so that tables
can be made without playing anything again. `replay_game` compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from caboose.engine import kernels
from caboose.engine.fields import END_REASONS, SCORE
from caboose.engine.game import FIRST_RULES, RULES_VERSION, Game
from caboose.engine.state import State
from caboose.lab.extras import need
from caboose.lab.retrace import BrokenGame, retrace

ACTION_TYPE = np.dtype("<i2")


@dataclass(frozen=True)
class PlayedGame:
    """One finished game. Lists go by seat. Two are equal whatever time was thought."""

    edition: str  # as a record names it: its id, or file#id of an own board
    seats: int
    rules: int  # the version of the rules
    block: int  # the number of its deal
    rotation: int  # how far the line-up is turned: its bot i sits at (i + rotation) % seats
    key: bytes  # 32 bytes, from which all chance follows
    bots: tuple[str, ...]  # as they were named
    seeds: tuple[int, ...]  # the bots' own seeds
    actions: bytes  # their numbers in order, two bytes each, little endian
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    routes: tuple[int, ...]  # points for routes
    tickets: tuple[int, ...]  # points for tickets
    completed: tuple[int, ...]  # tickets completed
    kept: tuple[int, ...]  # tickets kept
    path_lengths: tuple[int, ...]
    turns: int  # of all seats together
    decisions: tuple[int, ...]  # actions
    seconds: tuple[float, ...] = field(compare=False)  # thinking time
    end_reason: str
    digest: str  # of the final state

    @property
    def numbers(self) -> np.ndarray[Any, Any]:
        """The numbers of the actions, in order."""
        return np.frombuffer(self.actions, ACTION_TYPE)

    @property
    def lineup(self) -> tuple[str, ...]:
        """The bots in the order of the line-up, not of the seats."""
        return tuple(self.bots[(i + self.rotation) % self.seats] for i in range(self.seats))

    @property
    def wins(self) -> tuple[float, ...]:
        """Each seat's part of the win: seats that tie for it share it."""
        winners = self.ranks.count(1)
        return tuple(1 / winners if rank == 1 else 0.0 for rank in self.ranks)

    def __str__(self) -> str:
        return f"deal {self.block}, rotation {self.rotation} of {' - '.join(self.lineup)}"

    def to_row(self) -> dict[str, Any]:
        """Plain values for a table: tuples as lists."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {n: list(v) if isinstance(v, tuple) else v for n, v in values.items()}

    @classmethod
    def from_row(cls, row: dict[str, Any]) -> PlayedGame:
        """The game of a row."""
        row = {"rules": FIRST_RULES} | row
        values: dict[str, Any] = {each.name: row[each.name] for each in fields(cls)}
        for name, value in values.items():
            if isinstance(value, list):
                values[name] = tuple(value)
        return cls(**values)


def tell_result(state: State) -> dict[str, Any]:
    """How a game ended: all fields of a played game that follow from its final state."""
    seats, array = state.game.seats, state.array
    scores = np.zeros(1, SCORE)
    kernels.score(state.game.tables, array, 0, scores)

    def line(records: np.ndarray[Any, Any], name: str) -> tuple[int, ...]:
        return tuple(records[name][0, :seats].tolist())

    return {
        "totals": line(scores, "total"),
        "ranks": line(scores, "rank"),
        "routes": line(scores, "routes"),
        "tickets": line(scores, "tickets"),
        "completed": line(scores, "completed"),
        "kept": line(array, "ticket_count"),
        "path_lengths": line(scores, "path_length"),
        "turns": int(array["turns"][0]),
        "end_reason": str(END_REASONS[int(array["end_reason"][0])]),
        "digest": state.digest(),
    }


# --- replay ---------------------------------------------------------------------------------------


def find_game(name: str, seats: int, rules: int = RULES_VERSION) -> Game:
    """The game of an edition, by its id, its file, or file#id."""
    board, _, edition = name.partition("#")
    return Game(board, seats, edition=edition or None, rules=rules)


def game_of(played: PlayedGame) -> Game:
    """The game whose edition a played game names."""
    return find_game(played.edition, played.seats, played.rules)


def replay_game(played: PlayedGame, game: Game | None = None, *, history: bool = True) -> State:
    """Play a stored game again and compare everything that it says; BrokenGame if it differs.

    Without its history the state comes a hundred times sooner.
    """
    game = (game or game_of(played)).under(played.rules)
    try:
        state, decisions = retrace(game, played.key, played.numbers)
    except BrokenGame as error:
        raise BrokenGame(f"{played} cannot be replayed: {error}") from None
    found = {"decisions": decisions, **tell_result(state)}
    for name, value in found.items():
        if getattr(played, name) != value:
            raise BrokenGame(
                f"{played} does not replay: it says {name} {getattr(played, name)}, the rules"
                f" say {value}."
            )
    return _with_history(game, played) if history else state


def _with_history(game: Game, played: PlayedGame) -> State:
    state = game.start(key=played.key)
    for number in played.numbers.tolist():
        legal = {action.number: action for action in state.legal_actions()}
        state.apply(legal[number])
    return state


def record_of(played: PlayedGame, game: Game | None = None) -> str:
    """The game as a record, the bots as its names."""
    return replay_game(played, game).record(list(played.bots))


# --- tables ---------------------------------------------------------------------------------------


def write_games(path: Path | str, games: Iterable[PlayedGame]) -> None:
    """Write games as a Parquet table, a row each."""
    polars = need("polars", "lab", "a table of games")
    schema = _schema(polars)
    games = list(games)
    columns = {name: [getattr(game, name) for game in games] for name in schema}
    polars.DataFrame(columns, schema=schema).write_parquet(path, compression="zstd")


def read_games(path: Path | str) -> list[PlayedGame]:
    """The games of a Parquet table."""
    polars = need("polars", "lab", "a table of games")
    return [PlayedGame.from_row(row) for row in polars.read_parquet(path).iter_rows(named=True)]


def _schema(polars: Any) -> dict[str, Any]:
    small = polars.List(polars.Int16)
    return {
        "edition": polars.String,
        "seats": polars.Int8,
        "rules": polars.Int8,
        "block": polars.Int64,
        "rotation": polars.Int8,
        "key": polars.Binary,
        "bots": polars.List(polars.String),
        "seeds": polars.List(polars.Int64),
        "actions": polars.Binary,
        "totals": small,
        "ranks": small,
        "routes": small,
        "tickets": small,
        "completed": small,
        "kept": small,
        "path_lengths": small,
        "turns": polars.Int32,
        "decisions": small,
        "seconds": polars.List(polars.Float64),
        "end_reason": polars.String,
        "digest": polars.String,
    }
