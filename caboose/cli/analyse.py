"""What a game was worth: `analyse`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from caboose.cli.app import (
    app,
    console,
    progress,
    read_text,
    user_errors,
    warm_up,
    write,
    write_figures,
)


@app.command()
def analyse(
    record: Annotated[Path, typer.Argument(help="The record of a finished game.")],
    depth: Annotated[str, typer.Option(help="quick, standard or deep.")] = "standard",
    seed: Annotated[int, typer.Option(help="Another number, other futures and worlds.")] = 0,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page to show.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Also write it whole.")] = None,
) -> None:
    """Tell what every decision of a game was worth, and luck apart from errors."""
    from caboose.analysis import analyse as work
    from caboose.analysis.screen import show_analysis

    text = read_text(record)
    warm_up()
    with user_errors(), progress("Analysing") as show:
        analysis = work(text, depth, seed=seed, on_progress=show)
    show_analysis(analysis, console)
    write_figures(json_file, analysis.to_dict())
    if html is not None:
        from caboose.analysis.page import write_page

        write(html, write_page(analysis))
        console.print(f"{html} is ready.", markup=False, highlight=False)
