"""Judging the analysis: does the sum close, is luck fair, do values come true, are errors errors?

    python -m caboose.lab.judge_analysis luck --games 2000
    python -m caboose.lab.judge_analysis calibration --games 400
    python -m caboose.lab.judge_analysis planted --games 40
    python -m caboose.lab.judge_analysis bots --games 8
    python -m caboose.lab.judge_analysis strongest --games 8

Each writes its figures to results/analysis; docs/analysis.md says what they mean. Ctrl-C ends the
first two early, and what was found until then is written.
"""

from __future__ import annotations

import argparse
import json
import signal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from caboose.analysis.analyse import analyse
from caboose.analysis.analysis import value_hash
from caboose.analysis.futures import REFERENCE
from caboose.analysis.grading import Grade, grade
from caboose.analysis.moments import Moment, moments
from caboose.analysis.settings import DEPTHS, Depth, mark_of
from caboose.analysis.shown_styles import ShownStyles, fixed_mix
from caboose.analysis.value import Valuer
from caboose.boards import editions
from caboose.engine.game import Game, key_from_seed
from caboose.engine.state import State
from caboose.lab.bot_game import play_game
from caboose.lab.played_game import replay_game
from caboose.players import make_player
from caboose.players.policies import POLICIES

FOLDER, LADDERS = Path("results/analysis"), Path("results/ladder")
# The sum closes and luck is fair however few futures are looked at, and without any grade; few make
# many games possible.
LEDGER = Depth("ledger", futures=8, deals=200, first_look=0, closer_look=0, last_look=0,
               reference_look=32)  # fmt: skip
DOUBTING = replace(DEPTHS["deep"], name="doubting", is_trusting=False)  # what playouts say alone
LADDER = ("signalman:rollouts=400", "express", "planner", "tourist", "one_step", "route_focused",
          "hungry", "biggest", "random")  # fmt: skip
GRADED = ("london", "usa")  # where grades are judged, with two seats
STRONGEST = "signalman:rollouts=1000"
KNOWN = ("express", "planner", "tourist", "racer", "one_step", "engineer", "beginner", "hungry")
STRANGERS = ("signalman:rollouts=60", "switchman:rollouts=60", "random")  # whose styles V lacks
CALIBRATED = (*KNOWN, "mixed", "strangers")
FUTURES, MOMENTS = 100, 3  # of a game whose predictions are compared with its end
PLANTED = 10.0  # points of win share that a planted mistake loses


def tables() -> list[tuple[str, int]]:
    """Every edition with every number of seats."""
    found = [(name, Game(name, 2).edition) for name in editions()]
    return [
        (name, seats)
        for name, edition in found
        for seats in range(edition.min_seats, edition.max_seats + 1)
    ]


def played(edition: str, bots: Sequence[str], seed: int) -> State:
    """The last state of a game between bots, with its history."""
    game = Game(edition, len(bots))
    players = [make_player(bot, seed + seat) for seat, bot in enumerate(bots)]
    return replay_game(
        play_game(game, players, key_from_seed(seed), bots=list(bots)), game, history=True
    )


# --- luck -----------------------------------------------------------------------------------------


def judge_luck(games: int, seed: int, _: Sequence[str] = ()) -> dict[str, Any]:
    """The largest gap of any sum, and the means of both kinds of luck."""
    gaps, lucks, unknowns = [], [], []
    for number, (edition, seats) in enumerate(until_stopped(_turn(tables(), games))):
        rng = Random(f"luck {seed} {number}")
        state = played(edition, rng.choices(POLICIES, k=seats), rng.randrange(1 << 40))
        sums = analyse(state, LEDGER, seed=rng.randrange(1 << 40)).sums
        gaps.append(max(abs(told.gap) for told in sums))
        lucks.append([told.luck for told in sums])
        unknowns.append([told.unknown for told in sums])
    return {
        "games": len(gaps),
        "largest gap": max(gaps),
        "luck of the cards": by_seat(lucks),
        "luck of the unknown": by_seat(unknowns),
    }


def until_stopped(values: Iterable[Any]) -> Iterator[Any]:
    """Values until somebody presses Ctrl-C, which lets the one in work be finished."""
    stopped: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: stopped.append(number))
    try:
        for value in values:
            if stopped:
                return
            yield value
    finally:
        signal.signal(signal.SIGINT, before)


def _turn(values: Sequence[Any], count: int) -> Iterator[Any]:
    """Some values, one after the other and from the start again."""
    return (values[number % len(values)] for number in range(count))


def by_seat(rows: Sequence[Sequence[float]]) -> list[dict[str, float]]:
    """Mean and standard error for every seat, over the games in which somebody sat there."""
    most = max(len(row) for row in rows)
    seated = [[row[seat] for row in rows if seat < len(row)] for seat in range(most)]
    return [mean_and_error(values) for values in seated]


def mean_and_error(values: Sequence[float]) -> dict[str, float]:
    """The mean, its standard error, and how many errors it is from nothing."""
    mean, error = float(np.mean(values)), float(np.std(values) / np.sqrt(len(values)))
    return {"mean": mean, "error": error, "errors from 0": abs(mean) / error if error else 0.0}


# --- values ---------------------------------------------------------------------------------------


def judge_calibration(games: int, seed: int, _: Sequence[str] = ()) -> dict[str, Any]:
    """Predicted shares against results, on tables of one level each and on mixed ones."""
    rows: list[Prediction] = []
    for number, (edition, seats) in enumerate(until_stopped(_turn(tables(), games))):
        rng = Random(f"calibration {seed} {number}")
        level = CALIBRATED[(number // len(tables())) % len(CALIBRATED)]
        state = played(edition, seated(level, seats, rng), rng.randrange(1 << 40))
        rows += predictions(state, number, level, rng)
    groups: dict[str, list[Prediction]] = {}
    for row in rows:
        for group in ("all", row.level, row.edition, f"{row.seats} seats"):
            groups.setdefault(group, []).append(row)
    return {
        "games": len({row.game for row in rows}),
        "groups": {group: reliability(groups[group]) for group in groups},
    }


def seated(level: str, seats: int, rng: Random) -> list[str]:
    """Who sits at a table of a level: all the same, any that V knows, or others among those."""
    if level == "mixed":
        return rng.choices(KNOWN, k=seats)
    if level == "strangers":
        return [rng.choice(STRANGERS if seat % 2 else KNOWN) for seat in range(seats)]
    return [level] * seats


class Prediction(NamedTuple):
    """What one seat was thought to have of the win at a moment, and what it had in the end."""

    game: int
    level: str
    edition: str
    seats: int
    said: float
    by_reference: float  # if all seats were played on by the reference player
    won: float


def predictions(state: State, number: int, level: str, rng: Random) -> list[Prediction]:
    """What is thought of every seat at some moments of a game."""
    game, steps = state.game, list(moments(state))
    valuer = Valuer(game, FUTURES, rng.randrange(1 << 40))
    styles, mixes = ShownStyles(game, valuer.room.kit), []
    for step in steps:
        mixes.append(styles.mix.copy())
        styles.note(step)
    winners, reference = state.score().winners, fixed_mix([REFERENCE] * game.seats)
    rows = []
    for at in rng.sample(range(len(steps)), MOMENTS):
        said = valuer.value(steps[at].before, mixes[at]).shares
        plain = valuer.value(steps[at].before, reference).shares
        for seat in range(game.seats):
            won = 1 / len(winners) if seat in winners else 0.0
            about = (number, level, game.name, game.seats)
            rows.append(Prediction(*about, float(said[seat]), float(plain[seat]), won))
    return rows


def reliability(rows: Sequence[Prediction]) -> dict[str, Any]:
    """Bias, Brier score beside others, and the deciles; moments of one game are no two games."""
    said, plain, won = (np.array(c) for c in zip(*(row[-3:] for row in rows), strict=True))
    constant = np.array([1 / row.seats for row in rows])
    games = np.array([row.game for row in rows])
    deciles = []
    for low in range(10):
        inside = (said >= low / 10) & ((said < (low + 1) / 10) | (low == 9))
        if inside.any():
            gap = 100 * float(said[inside].mean() - won[inside].mean())
            error = 100 * clustered_error((said - won)[inside], games[inside])
            deciles.append({"from": low / 10, "rows": int(inside.sum()), "bias": gap,
                            "error": error})  # fmt: skip
    return {
        "rows": len(rows),
        "Brier": float(((said - won) ** 2).mean()),
        "Brier of the reference player": float(((plain - won) ** 2).mean()),
        "Brier of a constant": float(((constant - won) ** 2).mean()),
        "deciles": deciles,
    }


def clustered_error(values: Any, games: Any) -> float:
    """The standard error of a mean of values that are alike within a game."""
    _, game = np.unique(games, return_inverse=True)
    sums = np.bincount(game, values - values.mean())
    return float(np.sqrt((sums**2).sum()) / len(values))


# --- grades ---------------------------------------------------------------------------------------


def judge_planted(games: int, seed: int, editions: Sequence[str] = GRADED) -> dict[str, Any]:
    """Plant mistakes that a deep look says lose enough, and count those a standard look finds.

    The deep look does not trust in what a style does itself, so what trust hides counts as missed.
    """
    planted, rng = [], Random(f"planted {seed}")
    for number in range(games):
        edition = editions[number % len(editions)]
        state = played(edition, ["express", "express"], rng.randrange(1 << 40))
        for moment in rng.sample(list(moments(state)), 6):
            planted += plant(moment, rng)
    found = sum(mark_of(error) is not None for _, error in planted)
    return {"planted": len(planted), "found": found, "share": found / max(1, len(planted)),
            "losses": planted}  # fmt: skip


def plant(moment: Moment, rng: Random) -> list[tuple[float, float]]:
    """One move that loses enough, if there is one: what both looks say."""
    seat, state = moment.seat, moment.before
    legal, view = state.legal_actions(seat), state.view(seat)
    if len(legal) == 1:
        return []
    advice = grade(view, legal, None, DEPTHS["standard"], f"advice {rng.random()}")
    best = advice.candidates[0].share
    bad = [c.action for c in advice.candidates if 0.10 < best - c.share < 0.30]
    if not bad:
        return []
    numbers = {action.text: action.number for action in legal}
    move = numbers[rng.choice(bad)]
    truth = grade(view, legal, move, DOUBTING, f"truth {rng.random()}").error
    if truth < PLANTED:
        return []
    return [(truth, grade(view, legal, move, DEPTHS["standard"], 0).error)]


def judge_bots(games: int, seed: int, editions: Sequence[str] = GRADED) -> dict[str, Any]:
    """What every bot loses and brings, against Express and from both seats, at a quick look."""
    rows = [
        {"edition": edition, "bot": bot, **judge_bot(edition, bot, games, seed, "quick")}
        for edition in editions
        for bot in LADDER
    ]
    return {
        "games": games,
        "depth": "quick",
        "rank correlation": {edition: in_order(edition, rows) for edition in editions},
        "bots": rows,
    }


def in_order(edition: str, rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """How well each measure orders the bots of an edition as the published ladder does."""
    here = [row for row in rows if row["edition"] == edition]
    strengths = [strength(edition, row["bot"]) for row in here]
    signs = {"mean error": -1, "win share lost": -1, "brought": 1}
    return {
        name: rank_correlation(strengths, [sign * row[name]["mean"] for row in here])
        for name, sign in signs.items()
    }


def strength(edition: str, bot: str) -> float:
    """The rating of a bot on the published ladder; those that search stand above all others."""
    lines = json.loads((LADDERS / f"{edition}_2.json").read_text("utf-8"))["lines"]
    return float({line["bot"]: line["elo"] for line in lines}.get(bot, np.inf))


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: 1 if both are in the same order."""
    ranks = [np.argsort(np.argsort(values)) for values in (one, other)]
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


def judge_strongest(games: int, seed: int, editions: Sequence[str] = GRADED) -> dict[str, Any]:
    """How often the strongest bot's own moves are flagged."""
    rows = [
        {"edition": edition, **judge_bot(edition, STRONGEST, games, seed, "standard")}
        for edition in editions
    ]
    return {"games": games, "depth": "standard", "bot": STRONGEST, "editions": rows}


def judge_bot(edition: str, bot: str, games: int, seed: int, depth: str) -> dict[str, Any]:
    """What a bot loses and brings, and how often it is flagged."""
    grades: list[Grade] = []
    accuracies: list[float] = []
    for number in range(games):
        seat = number % 2
        bots = [bot if place == seat else "express" for place in range(2)]
        state = played(edition, bots, seed + 1000 * number)
        analysis = analyse(state, depth, seed=number)
        grades += [p.grade for p in analysis.pieces if p.seat == seat and p.grade]
        accuracies.append(analysis.summaries[seat].accuracy or 0.0)
    return {"accuracy": float(np.mean(accuracies)), **bot_figures(grades, games)}


def bot_figures(grades: list[Grade], games: int) -> dict[str, Any]:
    """The figures of all decisions of one bot."""
    counted = [grade for grade in grades if grade.is_counted]
    free = [grade for grade in grades if not grade.is_forced]
    return {
        "decisions": len(grades),
        "counted": len(counted),
        "flagged": sum(grade.mark is not None for grade in grades) / len(grades),
        "mean error": mean_and_error([g.margin_lost for g in free if g.same_as is None]),
        "win share lost": mean_and_error([grade.error for grade in counted]),
        "brought": mean_and_error([grade.margin_brought for grade in free]),
        "points brought a game": sum(grade.worth_lead for grade in free) / games,
    }


STAGES = {
    "luck": judge_luck,
    "calibration": judge_calibration,
    "planted": judge_planted,
    "bots": judge_bots,
    "strongest": judge_strongest,
}


def main() -> None:
    """Judge one thing and write it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=STAGES)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--editions", nargs="+", default=GRADED)
    parser.add_argument("--out", type=Path, default=FOLDER)
    asked = parser.parse_args()
    figures = STAGES[asked.stage](asked.games, asked.seed, tuple(asked.editions))
    command = f"python -m caboose.lab.judge_analysis {asked.stage} --games {asked.games}"
    if tuple(asked.editions) != GRADED:
        command += f" --editions {' '.join(asked.editions)}"
    told = {"command": command, "value": value_hash(), **figures}
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / f"{asked.stage}.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
