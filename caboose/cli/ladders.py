"""How strong bots are, on one scale: `ladder`, `rate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from caboose.cli.app import (
    STOPPED,
    FiguresFile,
    UserError,
    app,
    console,
    errors,
    progress,
    user_errors,
    warm_up,
    write_figures,
)


@app.command()
def ladder(
    edition: Annotated[
        str, typer.Option(metavar="EDITION", help="An edition, or a board file.")
    ] = "usa",
    seats: Annotated[int, typer.Option(metavar="N", help="How many play at a table.")] = 2,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="A bot more than the panel.")
    ] = None,
    panel: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="A bot of another panel than the usual one."),
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", help="Of every pair; from 3 seats, of every bot.")
    ] = 40,
    guest: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="A slow bot that plays less.")
    ] = None,
    guest_games: Annotated[int, typer.Option(metavar="N", help="Of every guest, in all.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="Another number, other deals.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes; one per core.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="PATH", help="The folder of its games.")
    ] = None,
    publish: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Store figures and games here.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Draw it as .svg or .png.")
    ] = None,
    json_file: FiguresFile = None,
) -> None:
    """Let a panel of bots meet, and rate them on one scale."""
    from caboose.lab import ladder as lab
    from caboose.lab.extras import need
    from caboose.lab.ladder_picture import write_picture
    from caboose.lab.ladder_tables import circles, print_tables

    with user_errors():
        need("polars", "lab", "a ladder")
        wanted = lab.Ladder.named(
            edition, seats, bot or (), panel=panel or (), games=games, guests=guest or (),
            guest_games=guest_games, seed=seed,
        )  # fmt: skip
        warm_up()
        with progress("Playing") as show:
            result = lab.run_ladder(wanted, out, workers=workers, on_progress=show)
        if not result.games:
            raise UserError("no game was finished; the same command goes on.")
        figures = result.figures()
        console.print(*print_tables(figures))
        console.print(f"{figures['played']} games. {circles(figures)}", highlight=False)
        write_figures(json_file, figures)
        if picture is not None:
            write_picture(picture, figures, f"{wanted.game.edition.name}, {seats} seats")
        if result.is_complete and publish is not None:
            lab.publish(result, publish)
    if not result.is_complete:
        played = f"{len(result.games)} of {result.wanted} games were played"
        errors.print(f"Stopped: {played}; the same command goes on.")
        raise typer.Exit(STOPPED)


@app.command()
def rate(
    bot: Annotated[str, typer.Argument(help="A bot, by name or as ./file.py.")],
    edition: Annotated[
        str, typer.Option(metavar="EDITION", help="An edition with a published ladder.")
    ] = "usa",
    seats: Annotated[int, typer.Option(metavar="N", help="How many play at a table.")] = 2,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Against the panel.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="Another number, other deals.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes; one per core.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="PATH", help="The folder of its games.")
    ] = None,
    json_file: FiguresFile = None,
) -> None:
    """Place a bot on the published ladder: it meets the panel, whose ratings stay."""
    from caboose.lab.extras import need
    from caboose.lab.placing import place_bot

    with user_errors():
        need("polars", "lab", "a rating")
        warm_up()
        with progress("Playing") as show:
            placing = place_bot(
                bot, edition, seats, games=games, seed=seed, workers=workers, out=out,
                on_progress=show,
            )  # fmt: skip
    _show_placing(placing)
    write_figures(json_file, placing.to_dict())


def _show_placing(placing: Any) -> None:
    """The ladder with the newcomer in its place."""
    table = Table("bot", "rating")
    known = [(name, str(rating), rating) for name, rating in placing.ladder]
    own = (f"> {placing.bot}", f"{placing.elo:.0f} ± {placing.error:.0f}", placing.elo)
    for name, told, _ in sorted([*known, own], key=lambda line: -line[2]):
        table.add_row(name, told)
    console.print(table)
    share = placing.wins / placing.games
    console.print(
        f"{placing.games} games against the panel, {share:.1%} won. Ratings of the others are as"
        " published; 400 points are odds of ten to one.",
        highlight=False,
        soft_wrap=True,
    )
