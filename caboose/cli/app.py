"""The command line's own things: the app, its consoles, files, warming up, and plain errors."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, track
from typer.core import TyperArgument, TyperOption

from caboose import __version__
from caboose.boards import BoardError
from caboose.engine.errors import BadRecord


def _no_type(*_: object) -> str:
    """What a value is of, as the help says it where there is no word of its own."""
    return ""


def _bounds(option: Any) -> str | None:
    """Which numbers an option takes, in words."""
    low, high = option.min, option.max
    if low is None:
        return None if high is None else f"{high} at most"
    return f"{low} or more" if high is None else f"{low} to {high}"


# Options say in a word what they want, arguments by their names, and flags want nothing: nobody
# should have to read <str> or x>=1.
for _each in (TyperArgument, TyperOption):
    _each.display_type = _no_type  # type: ignore[assignment, method-assign]
    _each._get_number_range_help_str = _bounds  # type: ignore[assignment, method-assign]

STANDARD_OUTPUT = Path("-")
BAD_INPUT = 2
STOPPED = 130

app = typer.Typer(
    name="caboose",
    help="Play, study and master Ticket to Ride. Unofficial.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

console = Console()
errors = Console(stderr=True, highlight=False)


class UserError(Exception):
    """Something the user can mend, in one sentence."""


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


def read_text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        raise UserError(f"{file} does not exist; check its name.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{file} cannot be read as text: {error}.") from None


def write(file: Path, content: str | bytes) -> None:
    try:
        if isinstance(content, bytes):
            file.write_bytes(content)
        else:
            file.write_text(content, "utf-8")
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}.") from None


def _clear_the_way(file: Path | None) -> Path | None:
    """Where figures go to standard output, all that is for people goes to the error stream."""
    console.stderr = file == STANDARD_OUTPUT
    return file


# Every command that prints figures has this option.
FiguresFile = Annotated[
    Path | None,
    typer.Option(
        "--json",
        metavar="FILE",
        callback=_clear_the_way,
        help="Also write the figures as JSON; - is standard output, and then nothing else is.",
    ),
]


def write_figures(file: Path | None, figures: Any) -> None:
    """Write figures as JSON, if they are wanted."""
    text = json.dumps(figures, indent=1) + "\n"
    if file == STANDARD_OUTPUT:
        sys.stdout.write(text)
    elif file is not None:
        write(file, text)


@contextmanager
def user_errors() -> Iterator[None]:
    """Whatever a user may have got wrong here is told in its own sentence."""
    try:
        yield
    except ValueError as error:
        raise UserError(str(error)) from None


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the error stream; what is shown is how much is done, of how much."""
    with Progress(*Progress.get_default_columns(), console=errors, transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)


def usual_seats(board: str, edition: str | None) -> int:
    """As many seats as are usual: three, if the board allows."""
    from caboose.boards import find

    facts = find(board, edition)
    return min(max(3, facts.min_seats), facts.max_seats)


def is_warm() -> bool:
    """Are the rules and bots of these sources compiled, or not to be?"""
    from caboose.engine.compiled import INTERPRETED

    stamp = _warm_stamp()
    return INTERPRETED or (stamp is not None and stamp.exists())


def warm_up() -> None:
    """Compile the rules and bots, unless that has been done for these sources."""
    if is_warm():
        return
    from caboose.engine import warm as rules
    from caboose.players import warm as players

    steps = [*rules.warm_steps(), *players.warm_steps()]
    compile_all(steps, "Compiling rules and bots, once (about two minutes)")
    stamp = _warm_stamp()
    if stamp is not None:
        stamp.touch()


def compile_all(steps: Sequence[tuple[str, Callable[[], object]]], label: str) -> None:
    """Compile step by step: with a bar for people, elsewhere with one plain line."""
    shown: Iterable[tuple[str, Callable[[], object]]] = steps
    if errors.is_terminal:
        shown = track(steps, label, console=errors, transient=True)
    else:
        errors.print(f"{label}.", soft_wrap=True)
    with _seldom_collecting():
        for _, compile_it in shown:
            compile_it()


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Compiling makes millions of objects and drops few; looking for those costs a tenth."""
    usual = gc.get_threshold()
    gc.set_threshold(100_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _warm_stamp() -> Path | None:
    """What says that both are compiled, for every copy of these sources on this machine."""
    from caboose.engine.compiled import cache_folder

    folder = cache_folder("players")  # it stands on the rules
    return None if folder is None else folder / "warm"
