"""A match on the screen: the bar while it is played, and what came out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from caboose.lab.match import MatchResult
from caboose.lab.scoreboard import Progress
from caboose.lab.standings import caption, standings_table


@contextmanager
def match_bar(console: Console) -> Iterator[Callable[[Progress], None]]:
    """A bar that shows how far a match is and how it stands."""
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games, {task.description}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def move(progress: Progress) -> None:
            stands = _stands(progress)
            bar.update(task, completed=progress.games, total=progress.of, description=stands)

        yield move


def _stands(progress: Progress) -> str:
    if progress.share is None:
        return "starting"
    ratio = "" if progress.ratio is None else f", test at {progress.ratio:+.2f}"
    return f"first bot {progress.share:.1%}{ratio}"


def show_match(result: MatchResult, console: Console) -> None:
    """The figures, and where the games are."""
    if result.standings is None:
        console.print("Stopped before a deal was finished; nothing is lost: run it again.")
        return
    console.print(standings_table(result.standings))
    console.print(caption(result.standings), highlight=False)
    if result.sprt is not None:
        console.print(str(result.sprt), highlight=False)
    if result.interrupted:
        console.print("Stopped early. The same command goes on from here.")
    console.print(f"Games: {result.folder}", markup=False, highlight=False, soft_wrap=True)
