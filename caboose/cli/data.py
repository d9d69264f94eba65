"""Data to learn from: `dataset`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from caboose.cli.app import (
    FiguresFile,
    app,
    console,
    progress,
    user_errors,
    warm_up,
    write_figures,
)


@app.command()
def dataset(
    out: Annotated[Path, typer.Argument(help="The folder to write.")],
    edition: Annotated[
        str, typer.Option(metavar="EDITION", help="An edition, or a board file.")
    ] = "usa",
    seats: Annotated[int, typer.Option(metavar="N", help="How many play at a table.")] = 2,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="Who plays; the last one takes all other seats."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", help="Another number, other deals.")] = 0,
    source: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="PATH", help="Stored games instead of new ones."),
    ] = None,
    json_file: FiguresFile = None,
) -> None:
    """Write every decision of many games as Parquet, with a card that says how it was made.

    Games are played again by bots, or read from records, folders of them, or a match's
    games.parquet.
    """
    from caboose.envs.dataset import write_dataset
    from caboose.envs.game_rows import need_polars, self_play, stored_games
    from caboose.lab.played_game import find_game
    from caboose.players import make_player

    with user_errors():
        need_polars()
        bots = bot or ["express"]
        for name in bots:
            make_player(name, 0)
        warm_up()
        if source:
            game, played = stored_games(source)
            made_by = " ".join(["caboose dataset", *(f"--from {each.name}" for each in source)])
        else:
            game = find_game(edition, seats)
            played = self_play(game, bots, games, seed)
            named = " ".join(f"--bot {name}" for name in bots)
            options = f"--edition {edition} --seats {seats} {named} --games {games} --seed {seed}"
            made_by = f"caboose dataset {options}"
        with progress("Writing") as show:
            card = write_dataset(out, game, played, made_by, lambda done: show(done, games))
    console.print(
        f"{card['rows']} decisions of {card['games']} games are in {out}, described in"
        f" {out / 'card.md'}.",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
    write_figures(json_file, card)
