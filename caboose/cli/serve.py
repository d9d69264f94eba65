"""Playing together: `serve`, `backup`, `restore`, `ratings`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
import webbrowser
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from caboose.cli.app import (
    FiguresFile,
    UserError,
    app,
    console,
    errors,
    is_warm,
    write_figures,
)

if TYPE_CHECKING:
    from caboose.server.settings import Settings

MOST_RATED = 20  # of each pool
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}  # in seconds


@app.command()
def serve(
    port: Annotated[
        int | None, typer.Option(metavar="N", help="The port; 8000 if nothing is said.")
    ] = None,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The interface to listen on.")
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let others on your network play.")] = False,
    database: Annotated[
        str | None, typer.Option(metavar="DATABASE", help="A file, or postgresql://USER@HOST/NAME.")
    ] = None,
    boards: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="A folder with your own boards, as TOML files."),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = False,
    processes: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", help="How many share the work, over PostgreSQL and behind nginx."
        ),
    ] = 1,
) -> None:
    """Run the server: people and bots play in the browser, and nothing is lost."""
    from caboose.server.serve import CannotServe, bind, open_host
    from caboose.server.serve import serve as serve_until_stopped
    from caboose.server.storage.database import DatabaseError

    heard = "0.0.0.0" if lan and host is None else host
    settings = _settings(port=port, host=heard, database=database, boards=boards)
    _check(settings, lan)
    if processes > 1:
        _serve_by_many(processes, settings, lan, browser)
        return
    try:
        listening = bind(settings.host, settings.port, listens=not settings.listen_when_ready)
        opened = open_host(settings)
        if not is_warm():
            opened.compile_first = _compile_beside
            errors.print("The page is there at once. The first game can begin in a few minutes:")
            errors.print("rules and bots are compiled meanwhile, once.")
        _tell_address(settings.host, listening.getsockname()[1], lan, browser)
        serve_until_stopped(opened, listening)
    except (CannotServe, DatabaseError) as error:
        raise UserError(str(error)) from None


def _serve_by_many(number: int, settings: Settings, lan: bool, browser: bool) -> None:
    """Several processes with nginx before them; what it has to do with them is told at once."""
    from caboose.server.logs import set_up_logs
    from caboose.server.processes import CannotShare, Processes, check

    set_up_logs(settings.log_level)
    try:
        check(settings)
        shared = Processes(settings, number)
        shared.run(lambda: _tell_address(settings.host, settings.port, lan, browser))
    except CannotShare as error:
        raise UserError(str(error)) from None


async def _compile_beside() -> None:
    """Compile in a process of its own, so that pages are served meanwhile."""
    from caboose.engine.compiled import cache_folder

    if cache_folder("players") is None:
        return  # nothing would be kept: the server compiles what it needs itself
    command = (sys.executable, "-m", "caboose.cli", "warm", "--play")
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL)
    try:
        await process.wait()  # what it did not compile is compiled when it is needed
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()


def _check(settings: Settings, lan: bool) -> None:
    """Refuse what cannot work, in a sentence."""
    from caboose.server.serve import is_loopback

    if settings.boards is not None and not settings.boards.is_dir():
        raise UserError(f"{settings.boards} is not a folder; name one that holds boards.")
    if lan and is_loopback(settings.host):
        raise UserError(
            f"--lan lets others on your network in, but --host {settings.host} lets in this machine"
            " alone; leave one of them out."
        )


def _settings(**said: Any) -> Settings:
    """The settings, of which some are said on the command line."""
    from caboose.server.settings import BadSetting, read_settings

    try:
        return read_settings(**said)
    except BadSetting as error:
        raise UserError(str(error)) from None


def _tell_address(host: str, port: int, lan: bool, browser: bool) -> None:
    from caboose.server.serve import is_loopback, lan_address

    everywhere = host in ("0.0.0.0", "::")
    near = _address("127.0.0.1" if everywhere else host, port)
    console.print(f"Caboose is at {near}   (Ctrl+C stops it)", highlight=False, markup=False)
    if lan:
        out = lan_address() if everywhere else host
        if is_loopback(out):
            console.print("No network was found: only this machine can play.", highlight=False)
        else:
            _show_to_others(_address(out, port))
    if browser and _has_screen():
        webbrowser.open(near)


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _show_to_others(address: str) -> None:
    import segno

    console.print(f"On your network: {address}", highlight=False, markup=False)
    segno.make(address, micro=False).terminal(compact=True)


def _has_screen() -> bool:
    """Is there a screen for a window? A browser in the terminal would take the server's place."""
    return not sys.platform.startswith("linux") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to put the copy.")],
    database: Annotated[
        str | None, typer.Option(metavar="DATABASE", help="The server's database.")
    ] = None,
    every: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="Go on, with a copy every 30m, 1h or 1d; Ctrl+C ends it."
        ),
    ] = None,
    keep: Annotated[
        int, typer.Option(min=1, metavar="N", help="With --every: how many copies stay.")
    ] = 24,
) -> None:
    """Copy a server's database into a file, also while the server runs."""
    from caboose.server.storage.backup import CannotBackUp, back_up

    address = _settings(database=database).database
    if every is not None:
        _back_up_for_ever(address, file, _seconds(every), keep)
    try:
        size = back_up(address, file)
    except CannotBackUp as error:
        raise UserError(str(error)) from None
    console.print(f"{file} holds everything ({size:,} bytes).", markup=False, highlight=False)


@app.command()
def ratings(
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Rate all stored games again, from the first on.")
    ] = False,
    database: Annotated[
        str | None, typer.Option(metavar="DATABASE", help="The server's database.")
    ] = None,
    json_file: FiguresFile = None,
) -> None:
    """Show the ratings of a server's members, or work them out again from the stored games."""
    from caboose.server.host import clock_time
    from caboose.server.people import ratings as kept
    from caboose.server.people.anchors import POOLS
    from caboose.server.storage.database import Database, DatabaseError

    figures: dict[str, Any] = {}
    opened = Database(_settings(database=database).database)
    try:
        opened.prepare()
        with opened.writing.begin() as connection:
            if recompute:
                count = kept.recompute(connection, clock_time())
                figures["games_rated_again"] = count
                console.print(f"{count} rated games were rated again.", highlight=False)
            figures["pools"] = {
                pool: [_rating(row) for row in kept.leaderboard(connection, pool, MOST_RATED)]
                for pool in POOLS
            }
    except DatabaseError as error:
        raise UserError(str(error)) from None
    finally:
        opened.close()
    for pool, rated in figures["pools"].items():
        for each in rated:
            line = "{rating:6.0f} ±{error:4.0f} {games:5}  {name}".format(**each)
            console.print(f"{pool:14} {line}", markup=False, highlight=False)
    write_figures(json_file, figures)


def _rating(row: Any) -> dict[str, Any]:
    """A line of a leaderboard as figures."""
    return {"name": row.name, "rating": row.mu, "error": row.sigma, "games": row.games}


def _back_up_for_ever(address: str, file: Path, seconds: int, keep: int) -> NoReturn:
    """Make a copy again and again; one that cannot be made is said, and the next one tried."""
    from caboose.server.storage.backup import CannotBackUp, back_up_again

    while True:
        began = time.monotonic()
        try:
            copy = back_up_again(address, file, keep, datetime.now(UTC))
            console.print(f"{copy} holds everything.", markup=False, highlight=False)
        except CannotBackUp as error:
            errors.print(f"No copy was made: {error}", markup=False, highlight=False)
        time.sleep(max(0.0, began + seconds - time.monotonic()))


def _seconds(said: str) -> int:
    """A time such as 30m, 1h or 1d."""
    number, unit = said[:-1], said[-1:]
    if not number.isdigit() or int(number) == 0 or unit not in UNITS:
        raise UserError(f"'{said}' is no time; write it as 30m, 1h or 1d.")
    return int(number) * UNITS[unit]


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A copy made by `caboose backup`.")],
    database: Annotated[
        str | None, typer.Option(metavar="DATABASE", help="The database to fill.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a database that holds something.")
    ] = False,
) -> None:
    """Fill a server's database from a copy; the server must not be running."""
    from caboose.server.storage.backup import CannotBackUp
    from caboose.server.storage.backup import restore as fill

    try:
        fill(file, _settings(database=database).database, force=force)
    except CannotBackUp as error:
        raise UserError(str(error)) from None
    console.print("Restored: start the server again.", highlight=False)
