"""Playing, and games that were played: `play`, `replay`, `warm`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from caboose.cli.app import UserError, app, console, read_text, usual_seats, warm_up


@app.command()
def warm() -> None:
    """Compile the rules ahead, so that no game has to wait for it."""
    from caboose.engine.compiled import INTERPRETED, cache_folder

    warm_up()
    if INTERPRETED:
        console.print("Interpreted mode: there is nothing to compile.")
    elif cache_folder("players") is None:
        console.print(
            "Rules and bots are compiled, but no cache folder is writable: set CABOOSE_CACHE."
        )
    else:
        console.print("Rules and bots are compiled.")


@app.command()
def play(
    board: Annotated[str, typer.Argument(help="An edition, or a board file.")] = "usa",
    seats: Annotated[int | None, typer.Option(help="How many play; 3 if the board allows.")] = None,
    seed: Annotated[int | None, typer.Option(help="Deal the game of this number.")] = None,
    bot: Annotated[
        list[str] | None, typer.Option(help="A level, bot or file for each other seat.")
    ] = None,
    edition: Annotated[str | None, typer.Option(help="Which edition of a board file.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep the game's record.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a game from its record.")] = None,
) -> None:
    """Play in the terminal against bots."""
    from caboose.engine.game import Game
    from caboose.terminal.game import play_in_terminal
    from caboose.terminal.saved import CannotSave

    try:
        game = resume or Game(board, seats or usual_seats(board, edition), edition=edition)
        warm_up()
        code = play_in_terminal(game, seed=seed, bots=bot or (), save_path=save)
    except (ValueError, CannotSave) as error:
        raise UserError(str(error)) from None
    raise typer.Exit(code)


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="A record.")]) -> None:
    """Tell a recorded game in words, with the final score sheet."""
    from caboose.engine import record
    from caboose.terminal.tell import tell_game

    text = read_text(file)
    warm_up()
    state = record.replay(text)
    told = tell_game(state, record.read_record(text).names)
    console.print(told, markup=False, highlight=False, soft_wrap=True)
