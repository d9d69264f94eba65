"""How good a network is: so many games against a bot, with an error bar, and a plot of it all."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from caboose.envs import Batch
from caboose.envs.opponents import Chooser

SURE = 1.96  # standard errors to either side of an interval of 95 %


@dataclass(frozen=True)
class Result:
    """The win share against a bot with its 95 % interval, ties counting half, and the margin."""

    bot: str
    games: int
    share: float
    low: float
    high: float
    margin: float

    def __str__(self) -> str:
        low, high = f"{100 * self.low:.1f}", f"{100 * self.high:.1f}"
        return (
            f"{self.bot}: won {100 * self.share:.1f} % of {self.games} games"
            f" ({low} to {high} %), {self.margin:+.1f} points"
        )


def evaluate(chooser: Chooser, edition: str, bot: str, games: int, seed: int) -> Result:
    """Play so many games, half of them from either seat, always the likeliest action.

    One game for each lane: taking the first games that end would favor short ones.
    """
    batch = Batch(edition, 2, games, seed=seed, opponents=bot, compact=True)
    batch.reset()
    won, margins = np.zeros(games), np.zeros(games)
    is_over = np.zeros(games, bool)
    while not is_over.all():
        _, rewards, ended, *_ = batch.step(chooser(batch.observations, batch.masks))
        new = ended & ~is_over
        won[new] = (rewards[new] + 1) / 2
        margins[new] = margins_of(batch)[new]
        is_over |= ended
    share = float(won.mean())
    return Result(bot, games, share, *interval(share, games), float(margins.mean()))


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win share."""
    spread = SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    error = SURE * np.sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return float(middle - error), float(middle + error)


def margins_of(batch: Batch) -> Any:
    """By how many points the learner of each lane was ahead in its last finished game."""
    lanes, learners = np.arange(batch.n), batch.final_observations[:, 0].astype(int)
    totals = batch.totals.astype(float)
    return totals[lanes, learners] - totals[lanes, 1 - learners]


def plot(history: list[dict[str, Any]], title: str, file: Path) -> None:
    """Draw how the win share grew, with error bars."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    decisions = [point["decisions"] / 1e6 for point in history]
    shares = [100 * point["share"] for point in history]
    below = [100 * (point["share"] - point["low"]) for point in history]
    above = [100 * (point["high"] - point["share"]) for point in history]
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    axes.axhline(50, color="0.75", linewidth=1)
    axes.plot(decisions, [100 * point["practice"] for point in history], color="0.6", zorder=1)
    axes.errorbar(decisions, shares, (below, above), fmt="o-", capsize=3, color="#1f5f8b")
    end, last = decisions[-1], history[-1]
    words = f"{last['games']} games with the likeliest action, 95 % intervals"
    axes.annotate(words, (end, 100 * last["high"]), **_beside(10), color="#1f5f8b")
    axes.annotate("in training", (end, 100 * last["practice"]), **_beside(-40), color="0.4")
    axes.set(xlabel="million decisions", ylabel="games won, %", title=title)
    axes.set(xlim=(0, None), ylim=(0, 100))
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=110)
    plt.close(figure)


def _beside(points: int) -> dict[str, Any]:
    """Words that end at a place, so many points above it."""
    return {"xytext": (0, points), "textcoords": "offset points", "ha": "right"}


def as_numbers(result: Result) -> dict[str, Any]:
    """A result in plain values."""
    return asdict(result)
