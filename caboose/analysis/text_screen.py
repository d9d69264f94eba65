"""An analysis on the text screen: how the results came about, and the key moments."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from caboose.analysis.analysis import Analysis
from caboose.analysis.page.page_data import PageData
from caboose.analysis.second_opinion import SecondOpinion
from caboose.analysis.sentences import sentences

WORST = 8  # of a bot's choices that are shown


def show_analysis(analysis: Analysis, console: Console) -> None:
    """Print it."""
    console.print(sums_table(analysis), summary_table(analysis))
    data = PageData(analysis)
    for piece in analysis.key_moments:
        if piece.grade is None or piece.seat is None:
            continue
        said = sentences(piece.grade, data.offer(piece.at), data.edition)
        told = " ".join(data.words.say(sentence) for sentence in said)
        console.print(
            f"{piece.at + 1}. {name_of(analysis, piece.seat)}: {told}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )


def show_opinion(told: SecondOpinion, analysis: Analysis, console: Console) -> None:
    """Print what a bot would have done, and where it would have lost most."""
    played, chosen = told.errors
    console.print(
        f"{told.bot} would have played the same in {100 * told.same:.0f} % of"
        f" {len(told.opinions)} decisions. Lost by a decision: {played:.1f} % as played,"
        f" {chosen:.1f} % by {told.bot}.",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
    data = PageData(analysis)
    table = Table("action", "player", "the bot", "better", "lost %", "played lost %")
    for one in told.worst(WORST):
        offer = data.offer(one.at) if one.chosen.startswith("keep") else []
        table.add_row(
            str(one.at + 1), name_of(analysis, one.seat),
            data.words.action(one.chosen, offer), data.words.action(one.best, offer),
            f"{one.chosen_error:.1f}", f"{one.played_error:.1f}",
        )  # fmt: skip
    if table.row_count:
        console.print(table)


def name_of(analysis: Analysis, seat: int) -> str:
    """Who sat there."""
    return analysis.names[seat] if seat < len(analysis.names) else f"Seat {seat}"


def sums_table(analysis: Analysis) -> Table:
    """How each result came about, in percent of the win."""
    table = Table("player", "start", "cards", "unknown", "own play", "others' play", "result")
    for seat, told in enumerate(analysis.sums):
        terms = (told.luck, told.unknown, -told.own_errors, told.others_errors)
        changes = [f"{100 * term:+.1f}" for term in terms]
        name, start = name_of(analysis, seat), f"{100 * told.start:.1f}"
        table.add_row(name, start, *changes, f"{100 * told.result:.0f}")
    return table


def summary_table(analysis: Analysis) -> Table:
    """How well each seat played."""
    table = Table("player", "accuracy", "level", "mean error", "marks", "without luck")
    for summary in analysis.summaries:
        told = summary.accuracy, summary.mean_error
        accuracy, error = ("–" if number is None else f"{number:.1f}" for number in told)
        marks = "/".join(str(count) for count in summary.marks.values())
        table.add_row(
            name_of(analysis, summary.seat), accuracy, summary.level or "–", error, marks,
            f"{100 * summary.luck_adjusted:.0f}",
        )  # fmt: skip
    return table
