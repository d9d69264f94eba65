"""The command line: every command is a few lines that call the room that does the work."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from caboose import __version__
from caboose.boards import BoardError
from caboose.engine.errors import BadRecord

BAD_INPUT = 2

app = typer.Typer(
    name="caboose",
    help="Play, study and master Ticket to Ride. Unofficial.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
board_app = typer.Typer(help="Your own boards: check, start and draw them.", no_args_is_help=True)
app.add_typer(board_app, name="board")

console = Console()
errors = Console(stderr=True, highlight=False)


def main() -> None:
    """Run a command; bad input ends with one sentence and exit code 2, never a traceback."""
    try:
        app()
    except (BoardError, BadRecord, UserError) as error:
        errors.print(f"caboose: {error}", markup=False, soft_wrap=True)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


class UserError(Exception):
    """Something the user can mend, in one sentence."""


def _show_version(wanted: bool) -> None:
    if wanted:
        console.print(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="The version.")
    ] = False,
) -> None: ...


def _read_text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        raise UserError(f"{file} does not exist; check its name.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{file} cannot be read as text: {error}.") from None


def _write(file: Path, content: str | bytes) -> None:
    try:
        if isinstance(content, bytes):
            file.write_bytes(content)
        else:
            file.write_text(content, "utf-8")
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}.") from None


def warm_up() -> None:
    """Compile the rules with a progress bar, unless that has been done for these sources."""
    from caboose.engine.compiled import CACHE, INTERPRETED

    if INTERPRETED or (CACHE is not None and (CACHE / "warm").exists()):
        return
    from caboose.engine.warm import warm_steps

    steps = list(warm_steps())
    label = "Compiling the rules, once (about half a minute)"
    for _, compile_it in track(steps, label, console=errors, transient=True):
        compile_it()
    if CACHE is not None:
        (CACHE / "warm").touch()


@app.command()
def warm() -> None:
    """Compile the rules ahead, so that no game has to wait for it."""
    from caboose.engine.compiled import CACHE, INTERPRETED

    warm_up()
    if INTERPRETED:
        console.print("Interpreted mode: there is nothing to compile.")
    elif CACHE is None:
        console.print("The rules are compiled, but no cache folder is writable: set CABOOSE_CACHE.")
    else:
        console.print("The rules are compiled.")


@app.command()
def play(
    board: Annotated[str, typer.Argument(help="An edition, or a board file.")] = "usa",
    seats: Annotated[int | None, typer.Option(help="How many play; 3 if the board allows.")] = None,
    seed: Annotated[int | None, typer.Option(help="Deal the game of this number.")] = None,
    bot: Annotated[list[str] | None, typer.Option(help="A bot for each other seat.")] = None,
    edition: Annotated[str | None, typer.Option(help="Which edition of a board file.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep the game's record.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a game from its record.")] = None,
) -> None:
    """Play in the terminal against bots."""
    from caboose.engine.game import Game
    from caboose.terminal.game import play_in_terminal
    from caboose.terminal.saved import CannotSave

    try:
        game = resume or Game(board, seats or _usual_seats(board, edition), edition=edition)
        warm_up()
        code = play_in_terminal(game, seed=seed, bots=bot or (), save_path=save)
    except (ValueError, CannotSave) as error:
        raise UserError(str(error)) from None
    raise typer.Exit(code)


def _usual_seats(board: str, edition: str | None) -> int:
    from caboose.boards import find

    facts = find(board, edition)
    return min(max(3, facts.min_seats), facts.max_seats)


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="A record.")]) -> None:
    """Tell a recorded game in words, with the final score sheet."""
    from caboose.engine import record
    from caboose.terminal.tell import tell_game

    text = _read_text(file)
    warm_up()
    state = record.replay(text)
    told = tell_game(state, record.read_record(text).names)
    console.print(told, markup=False, highlight=False, soft_wrap=True)


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A record.")]) -> None:
    """Check every card and ticket of a recorded game against its key."""
    from caboose.engine import record

    text = _read_text(file)
    warm_up()
    state = record.verify(text)
    fields = state.fields
    console.print(
        f"Every line fits the key: {int(fields.actions)} actions, {int(fields.chance)} cards,"
        f" {len(state.game.edition.tickets)} tickets.",
        highlight=False,
    )


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
) -> None:
    """Write a small board with comments, to start your own from."""
    from caboose.boards import new_board

    if file.exists():
        raise UserError(f"{file} exists already; choose another name.")
    _write(file, new_board())
    console.print(
        f"{file} is ready: change it, then `caboose board check {file}` and `caboose play {file}`.",
        markup=False,
        highlight=False,
    )


@board_app.command("draw")
def board_draw(
    board: Annotated[str, typer.Argument(help="An edition, or a board file.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="A .svg or .png file.")],
    edition: Annotated[str | None, typer.Option(help="Which edition of the file.")] = None,
) -> None:
    """Draw a board."""
    from caboose.boards import find
    from caboose.boards.drawing import draw_png, draw_svg

    facts = find(board, edition)
    match out.suffix.lower():
        case ".svg":
            _write(out, draw_svg(facts))
        case ".png":
            _write(out, draw_png(facts))
        case _:
            raise UserError(f"{out} must end in .svg or .png.")


@app.command()
def bench(
    signature: Annotated[
        bool, typer.Option("--signature", help="Print the behavior signature instead.")
    ] = False,
    games: Annotated[int, typer.Option(min=1, help="Games per edition.")] = 20_000,
    json_file: Annotated[Path | None, typer.Option("--json", help="Also write figures.")] = None,
) -> None:
    """Measure how fast the engine plays, on one core."""
    warm_up()
    if signature:
        from caboose.lab.signature import signature as number

        console.print(number(), highlight=False)
        return
    from caboose.lab.bench import measure

    figures = measure(games)
    _print_figures(figures)
    if json_file is not None:
        _write(json_file, json.dumps(figures, indent=1) + "\n")


def _print_figures(figures: dict[str, Any]) -> None:
    games = Table("edition", "seats", "games/s", "decisions/s", "decisions/game", "rolls/decision")
    for row in figures["games"]:
        games.add_row(
            row["edition"],
            str(row["seats"]),
            f"{row['games_per_second']:,.0f}",
            f"{row['decisions_per_second']:,.0f}",
            f"{row['decisions_per_game']:.1f}",
            f"{row['relative']:.0f}",
        )
    costs = Table("operation", "ns", "rolls")
    for row in figures["costs"]:
        costs.add_row(row["name"], f"{row['nanoseconds']:,.0f}", f"{row['relative']:,.0f}")
    console.print(games, costs)
    console.print(
        f"A game takes {figures['bytes_per_game']} bytes. One roll of the dice, the unit of"
        f" comparison between machines: {figures['calibration_nanoseconds']:.2f} ns.",
        highlight=False,
    )


if __name__ == "__main__":
    main()
