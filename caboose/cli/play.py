"""Playing, and games that were played: `play`, `replay`, `warm`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from caboose.cli.app import (
    UserError,
    app,
    compile_all,
    console,
    read_text,
    usual_seats,
    warm_up,
)


@app.command()
def warm(
    play: Annotated[
        bool, typer.Option("--play", help="Only rules and bots, which is all that a game needs.")
    ] = False,
) -> None:
    """Compile everything ahead, so that nobody has to wait for it."""
    from caboose.engine.compiled import INTERPRETED, cache_folder

    warm_up()
    if not play:
        compile_all(_beyond_play(), "Compiling analysis and environments, once (about a minute)")
    if INTERPRETED:
        console.print("Interpreted mode: there is nothing to compile.")
    elif cache_folder("players") is None:
        console.print("All is compiled, but no cache folder is writable: set CABOOSE_CACHE.")
    else:
        console.print("Rules and bots are compiled." if play else "All is compiled.")


def _beyond_play() -> list[tuple[str, Callable[[], object]]]:
    """What studying and learning need compiled besides rules and bots."""
    from caboose.analysis import warm as analysis
    from caboose.envs import warm as envs

    return [*analysis.warm_steps(), *envs.warm_steps()]


@app.command()
def play(
    board: Annotated[str, typer.Argument(help="An edition, or a board file.")] = "usa",
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; 3 if the board allows.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Deal the game of this number.")
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="A level, bot or file for each other seat."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Your seat; 0 begins. By lot if you do not say.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option(metavar="EDITION", help="Which edition of a board file.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Where to keep the game's record.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Go on with a game from its record.")
    ] = None,
) -> None:
    """Play in the terminal against bots."""
    from caboose.engine.game import Game
    from caboose.terminal.saved_game import CannotSave
    from caboose.terminal.start import play_in_terminal

    try:
        game = resume or Game(board, seats or usual_seats(board, edition), edition=edition)
        warm_up()
        code = play_in_terminal(game, seed=seed, bots=bot or (), seat=seat, save_path=save)
    except (ValueError, CannotSave) as error:
        raise UserError(str(error)) from None
    raise typer.Exit(code)


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="A record.")]) -> None:
    """Tell a recorded game in words, with the final score sheet."""
    from caboose.engine import record
    from caboose.terminal.narration import tell_game

    text = read_text(file)
    warm_up()
    state = record.replay(text)
    told = tell_game(state, record.read_record(text).names)
    console.print(told, markup=False, highlight=False, soft_wrap=True)
