"""Own boards: `board check`, `board new`, `board draw`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from caboose.cli.app import BAD_INPUT, UserError, app, console, errors, write

board_app = typer.Typer(help="Your own boards: check, start and draw them.", no_args_is_help=True)
app.add_typer(board_app, name="board")


@board_app.command("check")
def board_check(file: Annotated[Path, typer.Argument(help="A board, as TOML.")]) -> None:
    """Say everything that is wrong with a board file, and what to do about it."""
    from caboose.boards import check

    problems = check(file)
    for problem in problems:
        errors.print(f"{file}: {problem}", markup=False, soft_wrap=True)
    if problems:
        raise typer.Exit(BAD_INPUT)
    console.print(f"{file} is a good board.", markup=False, highlight=False)


@board_app.command("new")
def board_new(
    file: Annotated[Path, typer.Argument(help="Where to write it.")] = Path("my_board.toml"),
    like: Annotated[
        str | None,
        typer.Option("--from", metavar="EDITION", help="Begin with the board of this edition."),
    ] = None,
) -> None:
    """Write a small board with comments, or a built-in one, to start your own from."""
    from caboose.boards import new_board

    if file.exists():
        raise UserError(f"{file} exists already; choose another name.")
    write(file, new_board(like))
    play = f"caboose play {file}" if like is None else f"caboose play {file} --edition {like}"
    console.print(
        f"{file} is ready: change it, then `caboose board check {file}` and `{play}`.",
        markup=False,
        highlight=False,
    )


@board_app.command("draw")
def board_draw(
    board: Annotated[str, typer.Argument(help="An edition, or a board file.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="PATH", help="A .svg or .png file.")],
    edition: Annotated[
        str | None, typer.Option(metavar="EDITION", help="Which edition of the file.")
    ] = None,
) -> None:
    """Draw a board."""
    from caboose.boards import find
    from caboose.boards.drawing import draw_png, draw_svg

    facts = find(board, edition)
    match out.suffix.lower():
        case ".svg":
            write(out, draw_svg(facts))
        case ".png":
            write(out, draw_png(facts))
        case _:
            raise UserError(f"{out} must end in .svg or .png.")
