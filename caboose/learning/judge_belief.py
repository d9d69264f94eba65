"""Judging a belief against the truth: how likely it thought it, and whether its odds come true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caboose.engine.dice import new_dice
from caboose.engine.fields import NOBODY
from caboose.learning.belief_rows import Array, Row, view_of
from caboose.learning.fit_belief import card_rows, card_slopes, set_slopes
from caboose.learning.moments import Moment
from caboose.players.belief.belief import Belief, belief_of
from caboose.players.belief.dealing import deal_belief
from caboose.players.belief.fitted import Fitted
from caboose.players.belief.styles import STYLES
from caboose.players.policies import EXPRESS
from caboose.players.search.hunch import guess, new_hunch
from caboose.players.search.rollout import new_stage, predict_win
from caboose.players.search.worlds import deal_worlds, new_worlds
from caboose.players.tools.kit import new_kit

WORLDS = 100  # in which a win is predicted
DECILES = 10
LEAST = 1e-9  # no chance is thought smaller


def mean(values: Iterable[float]) -> float | None:
    """The mean, rounded; None of nothing."""
    listed = list(values)
    return round(float(np.mean(listed)), 3) if listed else None


# --- how likely the truth was thought -------------------------------------------------------------


def of_tickets(row: Row, belief: Belief) -> float:
    """The logarithm of how likely a fitted belief thought the tickets really held."""
    total = 0.0
    for style in range(len(STYLES)):
        weights = belief.tickets[row.seat, style, row.unknown]
        likely = set_slopes(np.log(weights), row.held)[0]
        total += belief.styles[row.seat, style] * np.exp(likely)
    return float(np.log(max(total, LEAST**3)))


def of_hunch(row: Row) -> tuple[float, Array]:
    """The same of a hunch, in the long run of its swaps; and its chances of styles."""
    hunch = new_hunch()
    guess(new_kit(row.moment.game), row.view.array, row.moment.mover, hunch)
    odds = hunch.tickets[row.seat, row.unknown]
    styles = hunch.styles[row.seat] / hunch.styles[row.seat].sum()
    return set_slopes(np.log(odds / odds.max()), row.held)[0], styles


def of_nothing(row: Row) -> float:
    """The same of somebody who knows no more than how many tickets a seat holds."""
    return set_slopes(np.zeros(len(row.held)), row.held)[0]


def style_loss(row: Row, styles: Array) -> float:
    """Minus the logarithm of how likely the true style was thought."""
    return float(-np.log(max(float(styles[row.true_style]), LEAST)))


def judge_likelihood(rows: Sequence[Row], numbers: Fitted) -> dict[str, dict[str, Any]]:
    """Mean logarithms for each edition and number of seats; none is better than 0."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    return {group: _judge_group(groups[group], numbers) for group in sorted(groups)}


def _judge_group(rows: Sequence[Row], numbers: Fitted) -> dict[str, Any]:
    beliefs = [belief_of(row.view, numbers) for row in rows]
    hunches = [of_hunch(row) for row in rows]
    styled = [i for i, row in enumerate(rows) if row.true_style != NOBODY]
    cards = card_rows(rows, numbers)
    return {
        "rows": len(rows),
        "tickets": {
            "nothing": mean(of_nothing(row) for row in rows),
            "hunch": mean(likely for likely, _ in hunches),
            "belief": mean(of_tickets(row, one) for row, one in zip(rows, beliefs, strict=True)),
        },
        "style": {
            "hunch": mean(style_loss(rows[i], hunches[i][1]) for i in styled),
            "belief": mean(style_loss(rows[i], beliefs[i].styles[rows[i].seat]) for i in styled),
        },
        "hand": {
            "re-deal": mean(card_slopes(0 * numbers.card, *each)[0] for each in cards),
            "belief": mean(card_slopes(numbers.card, *each)[0] for each in cards),
        },
    }


# --- whether odds come true -----------------------------------------------------------------------


@dataclass(frozen=True)
class Prediction:
    """What the mover of a moment thought of its chances, in two ways, and what came."""

    hunch: float
    belief: float
    won: float


def can_predict(moment: Moment) -> bool:
    """Is the mover one that goes on as predictions do, or better?"""
    return moment.bots[moment.mover].partition(":")[0] in ("express", "signalman")


def predict(moment: Moment, numbers: Fitted) -> Prediction:
    """Deal worlds for the mover and play them out by Express."""
    view, mover = view_of(moment), moment.mover
    kit, stage, worlds = new_kit(moment.game, moment.game.seats), new_stage(), new_worlds(WORLDS)
    dice = new_dice(f"predict {moment.deal} {int(view.fields.actions)}")
    hunch = new_hunch()
    guess(kit, view.array, mover, hunch)
    deal_worlds(kit, view.array, mover, hunch, worlds, dice)
    by_hunch = predict_win(kit, worlds, stage, mover, EXPRESS)
    belief = belief_of(view, numbers)
    deal_belief(kit, view.array, mover, belief, worlds.states, worlds.styles, dice)
    by_belief = predict_win(kit, worlds, stage, mover, EXPRESS)
    return Prediction(by_hunch, by_belief, moment.wins[mover])


def judge_predictions(found: Sequence[Prediction]) -> dict[str, Any]:
    """Bias and Brier score of each way to predict, and the deciles of the belief."""
    won = np.array([each.won for each in found])
    judged: dict[str, Any] = {"moments": len(found), "won": mean(won)}
    for way in ("hunch", "belief"):
        said = np.array([getattr(each, way) for each in found])
        judged[way] = {"bias": mean(said - won), "brier": mean((said - won) ** 2)}
    said = np.array([each.belief for each in found])
    judged["deciles"] = deciles(said, won)
    return judged


def deciles(said: Array, won: Array) -> list[dict[str, Any]]:
    """What was predicted and what came, for predictions from 0 to 10 %, from 10 to 20 % ..."""
    place = np.minimum((said * DECILES).astype(int), DECILES - 1)
    return [
        {
            "moments": int((place == each).sum()),
            "said": mean(said[place == each]),
            "won": mean(won[place == each]),
        }
        for each in range(DECILES)
    ]
