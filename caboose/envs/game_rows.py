"""Games for a dataset, played again or read from where they are kept, and their rows."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from caboose.engine import kernels
from caboose.engine.fields import SCORE, STATE
from caboose.engine.game import FIRST_RULES, Game, key_from_seed
from caboose.engine.happenings import new_buffer
from caboose.engine.numbering import ACTIONS
from caboose.engine.record import read_record, replay
from caboose.engine.sets import members
from caboose.engine.state import State
from caboose.envs.observation import observe_in
from caboose.envs.observation_layout import layout_of
from caboose.players import ask, make_player
from caboose.players.policies import play_policies
from caboose.players.policy_player import policy_of


def need_polars() -> Any:
    """Polars, or a sentence that says how to get it."""
    try:
        return importlib.import_module("polars")
    except ImportError:
        raise ValueError(
            "a dataset needs the package polars: install caboose with its extra, caboose[lab]."
        ) from None


@dataclass(frozen=True)
class DatasetGame:
    """A game to be written: its key, who sat where, and what was played by whom."""

    key: bytes
    bots: tuple[str, ...]
    steps: tuple[tuple[int, int], ...]  # seats and the numbers of their actions


# --- where games come from ------------------------------------------------------------------------


def self_play(game: Game, bots: Sequence[str], games: int, seed: int) -> Iterator[DatasetGame]:
    """New games between bots, who move on by a seat from game to game."""
    seats = game.seats
    names = [*bots, *[bots[-1]] * (seats - len(bots))]
    if len(names) != seats:
        raise ValueError(f"{len(bots)} bots need {len(bots)} seats, not {seats}.")
    for number in range(games):
        seated = tuple(names[(seat + number) % seats] for seat in range(seats))
        yield _play(game, key_from_seed(_seed(f"{seed} {number}")), seated, seed + number)


def _seed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(f"caboose dataset {text}".encode()).digest()[:8])


def _play(game: Game, key: bytes, bots: tuple[str, ...], seed: int) -> DatasetGame:
    players = [make_player(bot, _seed(f"{seed} bot {seat}") >> 1) for seat, bot in enumerate(bots)]
    policies = [policy_of(player) for player in players]
    known = [policy for policy in policies if policy is not None]
    if len(known) == len(policies):
        numbers, _ = play_policies(game, key, known, [player.seed for player in players])
        return DatasetGame(key, bots, tuple(_with_seats(game, key, numbers.tolist())))
    state, steps = game.start(key=key), list[tuple[int, int]]()
    while not state.is_over:
        seat = state.seat
        action = ask(players[seat], state.view(seat), state.legal_actions())
        state.apply(action)
        steps.append((seat, action.number))
    return DatasetGame(key, bots, tuple(steps))


def _with_seats(game: Game, key: bytes, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Who played each of the actions that were played in turn."""
    states, happenings = _begin(game, key), new_buffer()
    mask = np.zeros(ACTIONS, np.bool_)
    for number in numbers:
        seat = int(states["seat"][0])
        kernels.step(game.tables, states, 0, seat, number, mask, happenings)
        yield seat, number


def stored_games(sources: Sequence[Path]) -> tuple[Game, Iterator[DatasetGame]]:
    """Games that were kept: records as text, folders of them, or a match's games.parquet."""
    files = [file for source in sources for file in _files(source)]
    if not files:
        raise ValueError("there are no games: name records, folders of them, or games.parquet.")
    first = _read_file(files[0])
    game = next(first)[0]
    return game, (
        played for file in files for each, played in _read_file(file) if _must_be(game, each, file)
    )


def _files(source: Path) -> list[Path]:
    if not source.exists():
        raise ValueError(f"{source} does not exist; check its name.")
    return sorted(source.glob("*.txt")) if source.is_dir() else [source]


def _must_be(game: Game, other: Game, file: Path) -> bool:
    if game != other:
        raise ValueError(f"{file} is of {other!r}, not of {game!r}; a dataset is of one game.")
    return True


def _read_file(file: Path) -> Iterator[tuple[Game, DatasetGame]]:
    if file.suffix == ".parquet":
        yield from _read_match(file)
        return
    state = replay(file.read_text("utf-8"))
    if not state.is_over:
        raise ValueError(f"{file} is of a game that is not over; its outcome is not known.")
    steps = [step for step in state.history or () if step.action is not None]
    numbers = tuple((int(step.seat or 0), _number(state.game, step.action)) for step in steps)
    yield state.game, DatasetGame(state.fields.key.tobytes(), _names(file, state), numbers)


def _names(file: Path, state: State) -> tuple[str, ...]:
    return tuple(read_record(file.read_text("utf-8")).names or ["?"] * state.game.seats)


def _number(game: Game, text: str | None) -> int:
    return game.notation.parse(str(text))[0].number


def _read_match(file: Path) -> Iterator[tuple[Game, DatasetGame]]:
    for row in need_polars().read_parquet(file).iter_rows(named=True):
        board, _, edition = str(row["edition"]).partition("#")
        rules = int(row.get("rules", FIRST_RULES))
        game = Game(board, int(row["seats"]), edition=edition or None, rules=rules)
        numbers = np.frombuffer(row["actions"], "<i2").tolist()
        steps = tuple(_with_seats(game, row["key"], numbers))
        yield game, DatasetGame(row["key"], tuple(row["bots"]), steps)


# --- rows -----------------------------------------------------------------------------------------


def _begin(game: Game, key: bytes) -> np.ndarray[Any, Any]:
    states = np.zeros(1, STATE)
    states["key"][0] = np.frombuffer(key, "<u4")
    kernels.start(game.tables, states, 0, new_buffer())
    return states


def rows_of(game: Game, played: DatasetGame, number: int) -> list[dict[str, Any]]:
    """A row for every decision of a game."""
    states, happenings, sizes = (
        _begin(game, played.key),
        new_buffer(),
        layout_of(game, compact=True),
    )
    rows: list[dict[str, Any]] = []
    for step, (seat, action) in enumerate(played.steps):
        line, mask = np.zeros(sizes.width, np.int16), np.zeros(ACTIONS, np.bool_)
        observe_in(game.tables, states, 0, seat, sizes.sizes, line)
        tickets = _tickets(game, states["tickets"][0], seat)
        if not kernels.step(game.tables, states, 0, seat, action, mask, happenings):
            raise ValueError(f"game {number} does not fit the rules at its action {step + 1}.")
        row = {"game": number, "step": step, "seat": seat, "bot": played.bots[seat]}
        seen = {"observation": line, "mask": mask, "action": action, "tickets": tickets}
        rows.append(row | seen)
    _tell_end(game, states, rows)
    return rows


def _tell_end(game: Game, states: Any, rows: list[dict[str, Any]]) -> None:
    """Add to every row what came of it."""
    scores, seats, left = np.zeros(1, SCORE), game.seats, [0] * game.seats
    kernels.score(game.tables, states, 0, scores)
    totals, ranks = scores["total"][0, :seats].tolist(), scores["rank"][0, :seats].tolist()
    done = [_tickets(game, scores["done"][0], seat) for seat in range(seats)]
    for row in reversed(rows):
        seat = row["seat"]
        left[seat] += 1
        others = [total for other, total in enumerate(totals) if other != seat]
        row |= {
            "points": [totals[(seat + place) % seats] for place in range(seats)],
            "rank": ranks[seat],
            "win": 1 / ranks.count(1) if ranks[seat] == 1 else 0.0,
            "margin": totals[seat] - max(others),
            "left": left[seat],
            "completed": done[seat],
        }


def _tickets(game: Game, sets: Any, viewer: int) -> np.ndarray[Any, Any]:
    """Sets of tickets by seat as zeros and ones, the viewer's first."""
    seats, count = game.seats, len(game.edition.tickets)
    out = np.zeros((seats, count), np.bool_)
    for place in range(seats):
        out[place, members(sets[(viewer + place) % seats])] = True
    return out.reshape(-1)
