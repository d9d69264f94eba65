"""The page about the belief: its tables, made from the published figures."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

PAGE = Path("docs/belief.md")
FIGURES = Path("results/belief")


def likelihood_table(figures: dict[str, Any]) -> Iterable[str]:
    """How likely the truth was thought, by edition and seats."""
    heads = ["bots", "edition, seats", "rows", "tickets: nothing", "hunch", "belief"]
    heads += ["style: hunch", "belief", "hand: re-deal", "belief"]
    yield f"| {' | '.join(heads)} |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    for bots, groups in figures.items():
        for group, row in groups.items():
            tickets, style, hand = row["tickets"], row["style"], row["hand"]
            told = [
                *(tickets[way] for way in ("nothing", "hunch", "belief")),
                *(style[way] for way in ("hunch", "belief")),
                *(hand[way] for way in ("re-deal", "belief")),
            ]
            yield f"| {bots} | {group} | {row['rows']} | {' | '.join(_number(x) for x in told)} |"


def calibration_table(figures: dict[str, Any]) -> Iterable[str]:
    """Bias and Brier score of predicted wins, by who plays, edition and seats."""
    heads = ["table", "edition, seats", "moments", "won"]
    heads += ["bias: hunch", "belief", "Brier: hunch", "belief"]
    yield f"| {' | '.join(heads)} |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|"
    for table, judged in figures.items():
        for group, row in {"all": judged["all"], **judged["tables"]}.items():
            hunch, belief = row["hunch"], row["belief"]
            yield (
                f"| {table} | {group} | {row['moments']} | {_share(row['won'])} |"
                f" {_points(hunch['bias'])} | {_points(belief['bias'])} |"
                f" {_number(hunch['brier'])} | {_number(belief['brier'])} |"
            )


def deciles_table(figures: dict[str, Any]) -> Iterable[str]:
    """What the belief predicted and what came, in tenths."""
    yield "| predicted | " + " | ".join(f"{table}: moments, said, won" for table in figures) + " |"
    yield "|---|" + "--:|" * len(figures)
    for place in range(10):
        cells = []
        for judged in figures.values():
            row = judged["all"]["deciles"][place]
            cells.append(f"{row['moments']}, {_share(row['said'])}, {_share(row['won'])}")
        yield f"| {10 * place}–{10 * place + 10} % | {' | '.join(cells)} |"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}".removesuffix("0")


def _share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def _points(value: float) -> str:
    return f"{100 * value:+.1f}"


def fill_page(text: str, figures: dict[str, dict[str, Any]]) -> str:
    """The page with all its tables made from the figures."""
    made = {
        "likelihood": likelihood_table(figures["likelihood"]),
        "calibration": calibration_table(figures["calibration"]),
        "deciles": deciles_table(figures["calibration"]),
    }
    for name, lines in made.items():
        text = fill_table(text, name, lines)
    return text


def fill_table(text: str, name: str, lines: Iterable[str]) -> str:
    """The page with one table made again, between its two marks."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, _, rest = text.partition(begin)
    return before + "\n".join([begin, *lines, end]) + rest.partition(end)[2]


def read_figures(folder: Path = FIGURES) -> dict[str, dict[str, Any]]:
    """The published figures by stage."""
    return {
        file.stem: json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))
    }


def publish(figures: dict[str, dict[str, Any]]) -> None:
    """Write the figures and the page; nothing where the sources are not at hand."""
    if not PAGE.exists():
        return
    FIGURES.mkdir(exist_ok=True)
    for name, found in figures.items():
        (FIGURES / f"{name}.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    PAGE.write_text(fill_page(PAGE.read_text("utf-8"), read_figures()), "utf-8")
