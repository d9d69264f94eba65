"""What a game was worth: `analyse`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from caboose.cli.app import (
    FiguresFile,
    app,
    console,
    progress,
    read_text,
    user_errors,
    warm_up,
    write,
    write_figures,
)

if TYPE_CHECKING:
    from caboose.analysis import Analysis
    from caboose.analysis.second_opinion import SecondOpinion


@app.command()
def analyse(
    record: Annotated[Path, typer.Argument(help="The record of a finished game.")],
    depth: Annotated[
        str, typer.Option(metavar="DEPTH", help="quick, standard or deep.")
    ] = "standard",
    seed: Annotated[
        int, typer.Option(metavar="N", help="Another number, other futures and worlds.")
    ] = 0,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="PATH", help="Write a page to show.")
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            metavar="BOT", help="Also ask a bot at every decision, by name or as ./file.py:Class."
        ),
    ] = None,
    json_file: FiguresFile = None,
) -> None:
    """Tell what every decision of a game was worth, and luck apart from errors."""
    from caboose.analysis import analyse as work
    from caboose.analysis.text_screen import show_analysis

    text = read_text(record)
    warm_up()
    with user_errors(), progress("Analysing") as show:
        analysis = work(text, depth, seed=seed, on_progress=show)
    show_analysis(analysis, console)
    figures = analysis.to_dict()
    if bot is not None:
        figures["second_opinion"] = _ask_bot(bot, analysis).to_dict()
    write_figures(json_file, figures)
    if html is not None:
        from caboose.analysis.page import write_page

        write(html, write_page(analysis))
        console.print(f"{html} is ready.", markup=False, highlight=False)


def _ask_bot(bot: str, analysis: Analysis) -> SecondOpinion:
    """What a bot would have played at every decision, and what that was worth."""
    from caboose.analysis.moments import moments
    from caboose.analysis.second_opinion import second_opinion
    from caboose.analysis.text_screen import show_opinion
    from caboose.engine.record import replay
    from caboose.players import make_player

    with user_errors():
        players = [make_player(bot, analysis.seed + seat) for seat in range(analysis.seats)]
        with progress(f"Asking {bot}") as show:
            told = second_opinion(
                analysis, list(moments(replay(analysis.record))), players, on_progress=show
            )
    show_opinion(told, analysis, console)
    return told
