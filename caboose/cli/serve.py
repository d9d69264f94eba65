"""Playing together: `serve`, `backup`, `restore`."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caboose.cli.app import UserError, app, console, warm_up

if TYPE_CHECKING:
    from caboose.server.settings import Settings


@app.command()
def serve(
    port: Annotated[int | None, typer.Option(help="The port; 8000 if nothing is said.")] = None,
    host: Annotated[str | None, typer.Option(help="The interface to listen on.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let others on your network play.")] = False,
    database: Annotated[
        str | None, typer.Option(help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = None,
    boards: Annotated[
        Path | None, typer.Option(help="A folder with your own boards, as TOML files.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = False,
) -> None:
    """Run the server: people and bots play in the browser, and nothing is lost."""
    from caboose.server.database import DatabaseError
    from caboose.server.serve import CannotServe, bind, open_host
    from caboose.server.serve import serve as serve_until_stopped

    heard = "0.0.0.0" if lan and host is None else host
    settings = _settings(port=port, host=heard, database=database, boards=boards)
    _check(settings, lan)
    try:
        listening = bind(settings.host, settings.port)
        opened = open_host(settings)
        warm_up()
        _tell_address(settings.host, listening.getsockname()[1], lan, browser)
        serve_until_stopped(opened, listening)
    except (CannotServe, DatabaseError) as error:
        raise UserError(str(error)) from None


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
    database: Annotated[str | None, typer.Option(help="The server's database.")] = None,
) -> None:
    """Copy a server's database into a file, also while the server runs."""
    from caboose.server.backup import CannotBackUp, back_up

    try:
        size = back_up(_settings(database=database).database, file)
    except CannotBackUp as error:
        raise UserError(str(error)) from None
    console.print(f"{file} holds everything ({size:,} bytes).", markup=False, highlight=False)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A copy made by `caboose backup`.")],
    database: Annotated[str | None, typer.Option(help="The database to fill.")] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a database that holds something.")
    ] = False,
) -> None:
    """Fill a server's database from a copy; the server must not be running."""
    from caboose.server.backup import CannotBackUp
    from caboose.server.backup import restore as fill

    try:
        fill(file, _settings(database=database).database, force=force)
    except CannotBackUp as error:
        raise UserError(str(error)) from None
    console.print("Restored: start the server again.", highlight=False)
