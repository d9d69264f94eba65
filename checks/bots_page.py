"""Write docs/bots.md, the page of how good our bots are, from what was found in results/analysis.

With `--check` nothing is written, and a page that is not fresh is an error.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from caboose.engine.game import Game
from caboose.lab.judge_analysis import strength
from caboose.lab.ladder_tables import markdown

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "bots.md"
FIGURES = ROOT / "results" / "analysis" / "bots.json"
HEAD = """# How good our bots are

What each bot's decisions lose and bring, as the [analysis](analysis.md) grades them. The
[ladders](ladders.md) say who beats whom; this page says how far every decision is from the best one
that a closer look finds. Made from [what was found](../results/analysis/bots.json) by
`python -m checks.bots_page`.

Every bot played `express` with two seats, in turn from both, and its own decisions alone count.

- **Mean error:** what a free decision loses, in hundredths of a usual margin (the spread of the
  lead between worlds). An opportunity that stays open counts once.
- **Brought:** what a free decision brings beyond that of `express`, in the same measure.
- **Accuracy:** of a game, from 0 to 100, by the formula that lichess has published for chess.
- **Marks:** inaccuracies, mistakes and blunders in a hundred decisions.
- **Again:** decisions of a game that missed an opportunity which counts elsewhere.
- **Ladder:** the rating on the ladder of the same edition with two seats; bots that search were
  no guests there and stand above all others in the rank correlation.

The figure after ± is the standard error.
"""
COLUMNS = ("bot", "mean error", "brought", "accuracy", "marks", "again", "ladder", "games")


def page(figures: dict[str, Any]) -> str:
    """The whole page."""
    by_edition: dict[str, list[dict[str, Any]]] = {}
    for row in figures["bots"]:
        by_edition.setdefault(row["edition"], []).append(row)
    parts = [HEAD]
    for edition, rows in by_edition.items():
        parts += section(edition, rows, figures["rank correlation"][edition])
    return "\n".join([*parts, source(figures)])


def section(edition: str, rows: Sequence[dict[str, Any]], order: dict[str, float]) -> Iterator[str]:
    """The bots of one edition, those that lose least first, and whether the ladder agrees."""
    yield f"## {Game(edition, 2).edition.name}\n"
    ordered = sorted(rows, key=lambda row: float(row["mean error"]["mean"]))
    yield markdown(COLUMNS, [cells(edition, row) for row in ordered])
    yield (
        "How well that orders the bots as their ladder does (rank correlation, 1 for the same"
        f" order): mean error {order['mean error']:.2f}, brought {order['brought']:.2f},"
        f" points of win share lost {order['win share lost']:.2f}.\n"
    )


def cells(edition: str, row: dict[str, Any]) -> tuple[str, ...]:
    """One bot."""
    error, brought, rating = row["mean error"], row["brought"], strength(edition, row["bot"])
    return (
        f"`{row['bot']}`",
        f"{error['mean']:.1f} ± {error['error']:.1f}",
        f"{brought['mean']:+.1f} ± {brought['error']:.1f}",
        f"{row['accuracy']:.0f}",
        f"{100 * row['flagged']:.1f}",
        f"{row['again'] / row['games']:.1f}",
        f"{rating:.0f}" if rating < float("inf") else "–",
        str(row["games"]),
    )


def source(figures: dict[str, Any]) -> str:
    """How the figures were made."""
    return (
        f"Looked at with `{figures['depth']}` depth, by the value `{figures['value']}`:"
        f" `{figures['command']}`. The same command with more games narrows the errors.\n"
    )


def main() -> None:
    """Write the page, or only look whether it is fresh."""
    fresh = page(json.loads(FIGURES.read_text("utf-8")))
    if "--check" not in sys.argv:
        FILE.write_text(fresh, "utf-8")
    elif not FILE.exists() or FILE.read_text("utf-8") != fresh:
        sys.exit("docs/bots.md is not what was found; run `python -m checks.bots_page`.")


if __name__ == "__main__":
    main()
