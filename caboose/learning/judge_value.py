"""Judging the value: on deals, bots and boards that nothing was learned from, beside rollouts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from caboose.boards import editions, find
from caboose.engine.compiled import compiled
from caboose.engine.dice import new_dice, roll_word
from caboose.engine.game import Game
from caboose.engine.rules.scoring import score_game
from caboose.engine.states import States
from caboose.learning.fit_value import (
    AT_ONCE,
    Array,
    answers_to,
    chances_of,
    expect_tickets,
    shares_of,
    targets,
    tell_no_styles,
    ticket_chances,
    trains_of,
)
from caboose.learning.judge_belief import deciles
from caboose.learning.net_fitting import Net
from caboose.learning.strange_boards import strange_board
from caboose.learning.true_futures import deal_future
from caboose.learning.value_rows import Rows, Tables, play_rows
from caboose.players.policies import EXPRESS
from caboose.players.search.rollout import Stage, new_stage, play_out
from caboose.players.tools import facts as quick_fact
from caboose.players.tools.kit import Kit, new_kit
from caboose.players.value import value_facts as fact
from caboose.players.value.value import TURNS

KNOWN = ("engineer", "express", "planner", "racer", "tourist", "hungry")
NEVER_SEEN = ("one_step", "long_route", "route_focused", "beginner")
STRANGE = range(101, 106)
DEALS = {2: 600, 3: 400, 4: 300, 5: 300}
COMPARED = 400  # positions of a table that are played out as well
ROLLOUTS = 64
SEED = "judged"

Nets = tuple[Net, Net]  # of tickets, of seats


def all_tables(bots: Sequence[str], percent: int) -> Iterator[Tables]:
    """Tables of every edition with every number of seats."""
    for edition in editions():
        for seats, deals in DEALS.items():
            if seats <= find(edition).max_seats:
                yield Tables(edition, seats, max(10, deals * percent // 100), tuple(bots))


def strange_tables(percent: int) -> Iterator[Tables]:
    """Tables on boards that nothing was learned on."""
    for board in STRANGE:
        for seats in (2, 4):
            yield Tables(strange_board(board), seats, max(10, 4 * percent), KNOWN)


def ticket_points(game: Game) -> Array:
    """The points of each ticket of an edition."""
    return np.asarray(game.tables[0].ticket_points, np.float64)


def nets_from(numbers: dict[str, Any]) -> Nets:
    """The nets of some numbers, to be asked about many rows at once."""
    return net_from(numbers["ticket"]), net_from(numbers["seat"])


def net_from(numbers: dict[str, Any]) -> Net:
    """One net."""
    arrays = {name: np.array(numbers[name]) for name in numbers}
    inputs, hidden = arrays["first"].shape
    net = Net(inputs, hidden, len(arrays["second_bias"]), np.random.default_rng(0))
    for name, array in arrays.items():
        setattr(net, name, array)
    return net


# --- what is said, and what came ------------------------------------------------------------------


def brier(said: Array, came: Array) -> float:
    """The mean square of what was missed."""
    return float(np.mean((said - came) ** 2))


def log_loss(said: Array, came: Array) -> float:
    """Minus the logarithm of how likely the truth was thought, by position."""
    return float(-np.mean((came * np.log(np.maximum(said, 1e-9))).sum(axis=1)))


def say(rows: Rows, nets: Nets, points: Array) -> tuple[Array, Array]:
    """Answers for all seats, and the shares of the win; fills in what tickets come to."""
    expect_tickets(rows, nets[0], points)
    facts, step = rows.facts, AT_ONCE // rows.totals.shape[1]
    parts = [answers_to(nets[1], facts[at : at + step]) for at in range(0, len(facts), step)]
    answers = np.concatenate(parts)
    return answers, shares_of(answers[:, :, fact.STRENGTH])


def judge_table(tables: Tables, nets: Nets, seed: str = SEED) -> dict[str, Any]:
    """How well a table's games were foretold, told who plays and not."""
    rows, _ = play_rows(tables, seed)
    points, seats = ticket_points(tables.game), tables.seats
    answers, shares = say(rows, nets, points)
    wanted, trains = targets(rows), trains_of(rows)
    missed = wanted - answers
    chances, path = ticket_chances(rows, nets[0]), answers[:, :, fact.PATH_CHANCE]
    untold = say(tell_no_styles(rows), nets, points)[1]
    has_path = bool(rows.facts[0, 0, quick_fact.LONGEST_PATH])
    return {
        "table": str(tables),
        "positions": len(shares),
        "constant": brier(np.full_like(shares, 1 / seats), rows.shares),
        "told": brier(shares, rows.shares),
        "untold": brier(untold, rows.shares),
        "loss": log_loss(untold, rows.shares),
        "points": float(np.abs(missed[:, :, fact.SCORE]).mean() * trains),
        "points bias": float(missed[:, :, fact.SCORE].mean() * trains),
        "lead": float(np.sqrt((missed[:, :, fact.LEAD] ** 2).mean()) * trains),
        "turns": float(np.abs(missed[:, :, fact.TURNS]).mean() * TURNS),
        "tickets": brier(chances, rows.done),
        "tickets constant": brier(np.full_like(chances, rows.done.mean()), rows.done),
        "paths": brier(chances_of(path), rows.paths) if has_path else None,
        "paths constant": brier(np.full_like(path, rows.paths.mean()), rows.paths)
        if has_path
        else None,
        "said": {"told": shares.ravel(), "untold": untold.ravel(), "tickets": chances},
        "came": {"told": rows.shares.ravel(), "untold": rows.shares.ravel(), "tickets": rows.done},
    }


def judge_tables(some: Iterable[Tables], nets: Nets, seed: str = SEED) -> dict[str, Any]:
    """How well the games of some tables were foretold, and all of them by tenths."""
    found = [judge_table(tables, nets, seed) for tables in some]
    tenths = {
        kind: deciles(
            np.concatenate([each["said"][kind] for each in found]),
            np.concatenate([each["came"][kind] for each in found]),
        )
        for kind in ("told", "untold", "tickets")
    }
    return {"tables": [_figures(each) for each in found], "deciles": tenths}


def _figures(judged: dict[str, Any]) -> dict[str, Any]:
    """What is published of a table."""
    return {name: _rounded(judged[name]) for name in judged if name not in ("said", "came")}


def _rounded(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


# --- beside rollouts ------------------------------------------------------------------------------


@compiled
def play_out_futures(
    kit: Kit, stage: Stage, states: Any, policies: Any, count: int, dice: Any, shares: Any
) -> None:
    """Play each position to its end in some futures; adds up the shares of the win."""
    game, own = kit.games[0], np.zeros(2, np.int64)
    for i in range(states.shape[0]):
        for _ in range(count):
            stage.states[0] = states[i]
            state = stage.states[0]
            deal_future(state, roll_word(dice), roll_word(dice), own)
            play_out(game, kit.atlases[0], state, policies, kit.scratches, own, stage.happenings)
            share_out(game, state, stage.scores[0], shares[i], count)


@compiled
def share_out(game: Any, state: Any, score: Any, shares: Any, count: int) -> None:
    """Add what each seat has of the win of a finished game, as one of so many."""
    score_game(game, state, score)
    winners = 0
    for seat in range(game.seats):
        if score.rank[seat] == 1:
            winners += 1
    for seat in range(game.seats):
        if score.rank[seat] == 1:
            shares[seat] += 1.0 / winners / count


def by_rollouts(states: States) -> Array:
    """Shares of the win in games that Express plays out."""
    shares = np.zeros((len(states), states.game.seats))
    policies = np.full(states.game.seats, EXPRESS, np.int64)
    kit, dice = new_kit(states.game, states.game.seats), new_dice("rollouts beside values")
    play_out_futures(kit, new_stage(), states.array, policies, ROLLOUTS, dice, shares)
    return shares


def compare(tables: Tables, nets: Nets) -> dict[str, Any]:
    """Value and rollouts at the same positions."""
    rows, states = play_rows(tables, "compared", COMPARED)
    rows = rows.some(len(states), int((rows.holders < len(states) * tables.seats).sum()))
    shares = say(rows, nets, ticket_points(tables.game))[1]
    played, came = by_rollouts(states), rows.shares
    worse = ((shares - came) ** 2 - (played - came) ** 2).mean(axis=1)
    return {
        "table": str(tables),
        "bots": "express" if tables.bots == ("express",) else "mixed",
        "positions": len(states),
        "constant": round(brier(np.full_like(shares, 1 / tables.seats), came), 4),
        "value": round(brier(shares, came), 4),
        "rollouts": round(brier(played, came), 4),
        "worse": round(float(worse.mean()), 4),
        "error": round(float(worse.std() / np.sqrt(len(worse))), 4),
    }


def compared_tables(percent: int) -> Iterator[Tables]:
    """Among Express, whose rollouts know who plays; and among bots of all kinds."""
    for bots in (("express",), KNOWN):
        for tables in all_tables(bots, percent):
            if tables.seats in (2, 4):
                yield tables


# --- all of it ------------------------------------------------------------------------------------


def judge(numbers: dict[str, Any], percent: int = 100) -> dict[str, Any]:
    """The figures of the page."""
    nets = nets_from(numbers)
    return {
        "known": judge_tables(all_tables(KNOWN, percent), nets),
        "never seen": judge_tables(all_tables(NEVER_SEEN, percent), nets),
        "strange": judge_tables(strange_tables(percent), nets),
        "compared": [compare(tables, nets) for tables in compared_tables(percent)],
    }
