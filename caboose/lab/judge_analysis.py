"""Judging the analysis: does the sum close, is luck fair, do values come true, are errors errors?

    python -m caboose.lab.judge_analysis luck --games 2000
    python -m caboose.lab.judge_analysis calibration --games 1170
    python -m caboose.lab.judge_analysis planted --games 12
    python -m caboose.lab.judge_analysis bots --games 16
    python -m caboose.lab.judge_analysis strongest --games 8
    python -m caboose.lab.judge_analysis times --games 3

Each writes its figures to results/analysis; docs/analysis.md says what they mean. The last four
play so many games of every edition (and bot, and depth). What was found in each game is kept
beside them, so Ctrl-C loses nothing and more games can be added later. Only sources that are
those of a commit are judged, unless --dirty is asked for.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from caboose.analysis.analyse import analyse
from caboose.analysis.analysis import value_hash
from caboose.analysis.futures import REFERENCE
from caboose.analysis.grading import grade
from caboose.analysis.moments import Moment, moments
from caboose.analysis.settings import DEPTHS, Depth, mark_of
from caboose.analysis.shown_styles import ShownStyles, fixed_mix
from caboose.analysis.value import Valuer
from caboose.boards import editions
from caboose.engine.dice import new_dice
from caboose.engine.game import Game, key_from_seed
from caboose.engine.state import State
from caboose.lab.bot_game import play_game
from caboose.lab.judged_games import NotClean, clean_commit, judge_games
from caboose.lab.match_folder import write_whole
from caboose.lab.played_game import replay_game
from caboose.players import make_player
from caboose.players.belief.belief import belief_of
from caboose.players.belief.dealing import deal_belief
from caboose.players.policies import POLICIES
from caboose.players.search.rollout import predict_win
from caboose.players.search.worlds import new_worlds

FOLDER, LADDERS = Path("results/analysis"), Path("results/ladder")
# The sum closes and luck is fair however few futures are looked at, and without any grade; few make
# many games possible.
LEDGER = Depth("ledger", futures=8, deals=200, first_look=0, closer_look=0, last_look=0,
               reference_look=32)  # fmt: skip
DOUBTING = replace(DEPTHS["deep"], name="doubting", is_trusting=False)  # what playouts say alone
COMPILING = Depth("compiling", futures=1, deals=1, first_look=1, closer_look=1, last_look=4,
                  reference_look=1)  # fmt: skip
TIMED = ("quick", "standard")
LADDER = ("signalman:rollouts=400", "express", "planner", "tourist", "racer", "one_step",
          "route_focused", "long_route",
          "hungry", "biggest", "random")  # fmt: skip
GRADED = ("london", "usa")  # where grades are judged, with two seats
STRONGEST = "signalman:rollouts=1000"
KNOWN = ("express", "planner", "tourist", "racer", "one_step", "engineer", "beginner", "hungry")
STRANGERS = ("signalman:rollouts=60", "switchman:rollouts=60", "random")  # whose styles V lacks
CALIBRATED = (*KNOWN, "mixed", "strangers")
PARTS = ("first third", "second third", "last third")  # of a game's decisions
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


def numbers(games: int, _: Sequence[str]) -> list[str]:
    """Games that go through all tables in turn."""
    return [str(number) for number in range(games)]


def luck_in(name: str, seed: int) -> dict[str, Any]:
    """The gap of a game's sums, both kinds of luck, and what became of each seat's decisions."""
    edition, seats = table_of(int(name))
    rng = Random(f"luck {seed} {name}")
    bots = rng.choices(POLICIES, k=seats)
    state = played(edition, bots, rng.randrange(1 << 40))
    analysis = analyse(state, LEDGER, seed=rng.randrange(1 << 40))
    return {
        "gap": max(abs(told.gap) for told in analysis.sums),
        "luck": [told.luck for told in analysis.sums],
        "unknown": [told.unknown for told in analysis.sums],
        "bots": bots,
        "own unknown": [
            sum(piece.unknown[seat] for piece in analysis.pieces if piece.seat == seat)
            for seat in range(seats)
        ],
    }


def judge_luck(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The largest gap of any sum, and the means of both kinds of luck."""
    return {
        "games": len(rows),
        "largest gap": max(row["gap"] for row in rows),
        "luck of the cards": by_seat([row["luck"] for row in rows]),
        "luck of the unknown": by_seat([row["unknown"] for row in rows]),
        "luck of the unknown in own decisions": by_bot(rows),
    }


def table_of(number: int) -> tuple[str, int]:
    """The table of a game: they take turns."""
    listed = tables()
    return listed[number % len(listed)]


def by_bot(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """What the decisions of each bot brought it on the true cards beyond what it could know."""
    pairs = [pair for row in rows for pair in zip(row["bots"], row["own unknown"], strict=True)]
    return {
        bot: mean_and_error([unknown for one, unknown in pairs if one == bot])
        for bot in sorted({bot for bot, _ in pairs})
    }


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


def predictions_in(name: str, seed: int) -> list[Prediction]:
    """Predicted shares and the result of a game, at tables of one level each and mixed ones."""
    number = int(name)
    edition, seats = table_of(number)
    rng = Random(f"calibration {seed} {name}")
    level = CALIBRATED[(number // len(tables())) % len(CALIBRATED)]
    state = played(edition, seated(level, seats, rng), rng.randrange(1 << 40))
    return predictions(state, number, level, rng)


def judge_calibration(games: Sequence[Sequence[Sequence[Any]]]) -> dict[str, Any]:
    """Predicted shares against results."""
    groups: dict[str, list[Prediction]] = {}
    for row in (Prediction(*row) for rows in games for row in rows):
        for group in ("all", row.level, row.edition, f"{row.seats} seats", row.part):
            groups.setdefault(group, []).append(row)
    return {"games": len(games), "groups": {name: reliability(groups[name]) for name in groups}}


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
    part: str  # of the game
    by_search: float | None  # as a search sees it: from its own cards, in worlds that it believes
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
    for at in sorted(rng.sample(range(len(steps)), MOMENTS)):
        said = valuer.value(steps[at].before, mixes[at]).shares
        plain = valuer.value(steps[at].before, reference).shares
        about = (number, level, game.name, game.seats, PARTS[len(PARTS) * at // len(steps)])
        for seat in range(game.seats):
            won = 1 / len(winners) if seat in winners else 0.0
            seen = as_a_search(steps[at], valuer, rng) if seat == steps[at].seat else None
            rows.append(Prediction(*about, seen, float(said[seat]), float(plain[seat]), won))
    return rows


def as_a_search(moment: Moment, valuer: Valuer, rng: Random) -> float:
    """What the mover's share of the win looks like in worlds dealt from its own view."""
    view, kit = moment.before.view(moment.seat), valuer.room.kit
    worlds, dice = new_worlds(FUTURES), new_dice(f"as a search {rng.random()}")
    deal_belief(kit, view.array, moment.seat, belief_of(view), worlds.states, worlds.styles, dice)
    return float(predict_win(kit, worlds, valuer.room.stage, moment.seat, REFERENCE))


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
        **beside_search(rows),
        "deciles": deciles,
    }


def beside_search(rows: Sequence[Prediction]) -> dict[str, float]:
    """Bias and Brier score of whoever was to move, as this value and as a search sees them."""
    seen = [(row.said, row.by_search, row.won) for row in rows if row.by_search is not None]
    said, searched, won = (np.array(column) for column in zip(*seen, strict=True))
    return {
        "Brier for the mover": float(((said - won) ** 2).mean()),
        "Brier of a search": float(((searched - won) ** 2).mean()),
        "bias for the mover": 100 * float((said - won).mean()),
        "bias of a search": 100 * float((searched - won).mean()),
    }


def clustered_error(values: Any, games: Any) -> float:
    """The standard error of a mean of values that are alike within a game."""
    _, game = np.unique(games, return_inverse=True)
    sums = np.bincount(game, values - values.mean())
    return float(np.sqrt((sums**2).sum()) / len(values))


# --- grades ---------------------------------------------------------------------------------------


def in_editions(games: int, editions: Sequence[str]) -> list[str]:
    """So many games of each edition, in turn."""
    return [f"{edition} {number}" for number in range(games) for edition in editions]


def planted_in(name: str, seed: int) -> list[tuple[float, float]]:
    """Plant mistakes in a game that a deep look says lose enough, and grade them as usual.

    The deep look does not trust in what a style does itself, so what trust hides counts as missed.
    """
    rng = Random(f"planted {seed} {name}")
    state = played(name.split(maxsplit=1)[0], ["express", "express"], rng.randrange(1 << 40))
    chosen = rng.sample(list(moments(state)), 6)
    return [planted for moment in chosen for planted in plant(moment, rng)]


def judge_planted(rows: Sequence[Any], names: Sequence[str]) -> dict[str, Any]:
    """How many of the planted mistakes are found."""
    return {
        "games": len(rows),
        "editions": [
            {"edition": edition, **found_of([loss for row in here for loss in row])}
            for edition, here in grouped(rows, names)
        ],
    }


def found_of(planted: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """How many of some mistakes got a mark."""
    found = sum(mark_of(error) is not None for _, error in planted)
    return {"planted": len(planted), "found": found, "losses": planted}


def grouped(rows: Sequence[Any], names: Sequence[str]) -> list[tuple[str, list[Any]]]:
    """Rows by what their names say before the number."""
    groups: dict[str, list[Any]] = {}
    for row, name in zip(rows, names, strict=True):
        groups.setdefault(name.rpartition(" ")[0], []).append(row)
    return list(groups.items())


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


def of_bots(games: int, editions: Sequence[str]) -> list[str]:
    """So many games of each bot in each edition, in turn."""
    return [
        f"{edition} {bot} {number}"
        for number in range(games)
        for edition in editions
        for bot in LADDER
    ]


def bot_in(name: str, seed: int) -> dict[str, Any]:
    """What a bot loses and brings in a game against Express, at a quick look."""
    edition, bot, number = name.split()
    return look_at_bot(edition, bot, int(number), seed, "quick")


def judge_bots(rows: Sequence[Any], names: Sequence[str]) -> dict[str, Any]:
    """What every bot loses and brings, and whether that orders them as the ladder does."""
    bots = [
        {"edition": edition, "bot": bot, **bot_figures(here)}
        for (edition, bot), here in ((name.split(), here) for name, here in grouped(rows, names))
    ]
    return {
        "depth": "quick",
        "rank correlation": {
            edition: in_order(edition, bots)
            for edition in dict.fromkeys(row["edition"] for row in bots)
        },
        "bots": bots,
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


def strongest_in(name: str, seed: int) -> dict[str, Any]:
    """What the strongest bot loses in a game against Express, and where it is flagged."""
    edition, number = name.split()
    return look_at_bot(edition, STRONGEST, int(number), seed, "standard")


def judge_strongest(rows: Sequence[Any], names: Sequence[str]) -> dict[str, Any]:
    """How often the strongest bot's own moves are flagged."""
    found = [{"edition": edition, **bot_figures(here)} for edition, here in grouped(rows, names)]
    return {"depth": "standard", "bot": STRONGEST, "editions": found}


def look_at_bot(edition: str, bot: str, number: int, seed: int, depth: str) -> dict[str, Any]:
    """The decisions of a bot in one game against Express, from both seats in turn."""
    seat = number % 2
    bots = [bot if place == seat else "express" for place in range(2)]
    analysis = analyse(played(edition, bots, seed + 1000 * number), depth, seed=number)
    grades = [p.grade for p in analysis.pieces if p.seat == seat and p.grade]
    free = [grade for grade in grades if not grade.is_forced]
    return {
        "accuracy": analysis.summaries[seat].accuracy or 0.0,
        "decisions": len(grades),
        "flagged": sum(grade.mark is not None for grade in grades),
        "again": sum(grade.same_as is not None for grade in grades),
        "lost": [grade.margin_lost for grade in free if grade.same_as is None],
        "share lost": [grade.error for grade in grades if grade.is_counted],
        "brought": [grade.margin_brought for grade in free],
    }


def bot_figures(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The figures of all decisions of one bot."""

    def each(what: str) -> list[float]:
        return [value for row in rows for value in row[what]]

    decisions = sum(row["decisions"] for row in rows)
    flagged = sum(row["flagged"] for row in rows)
    return {
        "games": len(rows),
        "accuracy": float(np.mean([row["accuracy"] for row in rows])),
        "decisions": decisions,
        "marks": flagged,
        "flagged": flagged / decisions,
        "again": sum(row["again"] for row in rows),
        "mean error": mean_and_error(each("lost")),
        "win share lost": mean_and_error(each("share lost")),
        "brought": mean_and_error(each("brought")),
    }


# --- time -----------------------------------------------------------------------------------------


def at_depths(games: int, editions: Sequence[str]) -> list[str]:
    """So many games of each edition at each depth, in turn."""
    return [
        f"{edition} {depth} {number}"
        for number in range(games)
        for edition in editions
        for depth in TIMED
    ]


def time_of(name: str, seed: int) -> dict[str, Any]:
    """The processor time of analysing a game."""
    edition, depth, number = name.split()
    state = played(edition, ["tourist", "express"], seed + 1000 * int(number))
    analyse(state, COMPILING)
    before = process_time()
    analysis = analyse(state, depth, seed=1 + int(number))  # the value of seed 0 may be known
    return {
        "seconds": process_time() - before,
        "decisions": len(analysis.pieces) - 1,
        "marks": sum(sum(summary.marks.values()) for summary in analysis.summaries),
    }


def judge_times(rows: Sequence[Any], names: Sequence[str]) -> dict[str, Any]:
    """Seconds of processor time, a game each."""
    return {
        "times": [
            {"edition": edition, "depth": depth, "games": len(here),
             "seconds": float(np.mean([row["seconds"] for row in here])),
             "most": max(row["seconds"] for row in here)}
            for (edition, depth), here in (
                (name.split(), here) for name, here in grouped(rows, names)
            )
        ]
    }  # fmt: skip


class Stage(NamedTuple):
    """One thing that is judged."""

    names: Callable[[int, Sequence[str]], list[str]]  # of the games, by how many and the editions
    look: Callable[..., Any]  # at one game, by its name and the seed
    judge: Callable[..., dict[str, Any]]  # all that was seen, with the names if it asks for them


STAGES = {
    "luck": Stage(numbers, luck_in, lambda rows, _: judge_luck(rows)),
    "calibration": Stage(numbers, predictions_in, lambda rows, _: judge_calibration(rows)),
    "planted": Stage(in_editions, planted_in, judge_planted),
    "bots": Stage(of_bots, bot_in, judge_bots),
    "strongest": Stage(in_editions, strongest_in, judge_strongest),
    "times": Stage(at_depths, time_of, judge_times),
}


def judge(
    name: str, games: int, seed: int, editions: Sequence[str], out: Path, workers: int, commit: str
) -> dict[str, Any]:
    """Judge one thing on so many games; the figures, which are written down."""
    stage, about = STAGES[name], {"value": value_hash(), "seed": seed}
    names = stage.names(games, editions)
    found = judge_games(
        names, partial(stage.look, seed=seed), out / "games" / f"{name}.jsonl", about, workers
    )
    seen = [one for one in names if one in found]
    command = f"python -m caboose.lab.judge_analysis {name} --games {games} --seed {seed}"
    if tuple(editions) != GRADED:
        command += f" --editions {' '.join(editions)}"
    figures = stage.judge([found[one] for one in seen], seen)
    told = {"command": command, "commit": commit, **about, "asked": len(names), **figures}
    write_whole(out / f"{name}.json", json.dumps(told, indent=1) + "\n")
    return told


def main() -> None:
    """Judge one thing and write it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=STAGES)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--editions", nargs="+", default=GRADED)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--workers", type=int, default=1, choices=(1, 2))
    parser.add_argument("--dirty", action="store_true", help="also with sources of no commit")
    asked = parser.parse_args()
    try:
        commit = clean_commit(asked.dirty)
    except NotClean as error:
        raise SystemExit(f"Not judged: {error}") from None
    judge(asked.stage, asked.games, asked.seed, tuple(asked.editions), asked.out, asked.workers,
          commit)  # fmt: skip


if __name__ == "__main__":
    main()
