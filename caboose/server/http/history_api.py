"""One's own games over HTTP: the list with its filters, figures, and everything to take away."""

from __future__ import annotations

import asyncio
import io
import zipfile
from functools import partial
from importlib.util import find_spec
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response

from caboose.server.host import Host
from caboose.server.http.caller import HostDep, KnownGuest, address_of
from caboose.server.people import past_games
from caboose.server.people.figures import figures, game_line
from caboose.server.people.guests import Guest
from caboose.server.people.over_time import over_time
from caboose.server.people.past_games import PastGame
from caboose.server.protocol.bodies import JSON_PROBLEMS
from caboose.server.protocol.club import Figures, Games, GamesWanted, OverTime
from caboose.server.protocol.refusals import conflict
from caboose.server.storage import rows

router = APIRouter(prefix="/api/me", tags=["history"])

AT_A_TIME = 200  # records that are read at once
FILE: dict[str, Any] = {"content": {"application/octet-stream": {}}}


@router.get("/games")
async def my_games(
    host: HostDep, guest: KnownGuest, wanted: Annotated[GamesWanted, Query()]
) -> Games:
    """Finished games, newest first."""
    played = await host.store.read_long(lambda c: past_games.games_of(c, guest.id))
    fitting = [game for game in played if _fits(game, wanted)]
    shown = fitting[wanted.skip : wanted.skip + wanted.limit]
    lines = [game_line(game) for game in shown]
    return Games(games=lines, found=len(fitting), parquet=find_spec("polars") is not None)


def _fits(game: PastGame, wanted: GamesWanted) -> bool:
    word = wanted.search.casefold()
    return (
        wanted.edition in ("", game.edition)
        and wanted.seats in (0, len(game.names))
        and wanted.rivals in ("", "people" if "person" in game.rivals else "bots")
        and wanted.result in ("", "won" if game.is_won else "lost")
        and wanted.rated in ("", "yes" if game.rated else "no")
        and any(word in name.casefold() for name in game.names)
    )


@router.get("/figures")
async def my_figures(host: HostDep, guest: KnownGuest) -> Figures:
    """What one's finished games add up to."""

    def read(connection: sa.Connection) -> Figures:
        return figures(connection, guest.id, past_games.games_of(connection, guest.id))

    return await host.store.read_long(read)


@router.get("/over-time")
async def my_games_over_time(host: HostDep, guest: KnownGuest) -> OverTime:
    """How one's ratings came about, and what one's analyzed games were worth."""
    return await host.store.read_long(lambda c: over_time(c, guest.id))


@router.get("/records.zip", response_class=Response, responses={200: FILE, **JSON_PROBLEMS})
async def my_records(host: HostDep, guest: KnownGuest, request: Request) -> Response:
    """Every finished game as a record, in one archive."""
    games = await _with_records(host, guest, request)

    def pack() -> bytes:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for game, record in games:
                archive.writestr(f"caboose-{game.table}.txt", record)
        return packed.getvalue()

    return _file(await asyncio.to_thread(pack), "caboose-games.zip")


@router.get("/records.parquet", response_class=Response, responses={200: FILE, **JSON_PROBLEMS})
async def my_parquet(host: HostDep, guest: KnownGuest, request: Request) -> Response:
    """Every finished game as a row of a Parquet file, if this server can write one."""
    try:
        import polars as pl
    except ImportError:
        raise conflict(
            "no_parquet", "This server cannot write Parquet files; download the records."
        ) from None
    games = await _with_records(host, guest, request)

    def write() -> bytes:
        columns = pl.DataFrame([_row(game, record) for game, record in games])
        written = io.BytesIO()
        columns.write_parquet(written)
        return written.getvalue()

    return _file(await asyncio.to_thread(write), "caboose-games.parquet")


def _row(game: PastGame, record: str) -> dict[str, Any]:
    return {
        "table": game.table,
        "ended_at": game.ended_at,
        "edition": game.edition,
        "seats": len(game.names),
        "seat": game.seat,
        "players": list(game.names),
        "bots": [bot or "" for bot in game.bots],
        "totals": game.totals,
        "won": game.is_won,
        "record": record,
    }


async def _with_records(host: Host, guest: Guest, request: Request) -> list[tuple[PastGame, str]]:
    """One's games with their records. It is much to read, so it is counted as a change."""
    await host.limits.take("changes", guest.id, address_of(request))
    games = await host.store.read_long(lambda c: past_games.games_of(c, guest.id))
    records: dict[str, str] = {}
    for first in range(0, len(games), AT_A_TIME):
        some = [game.table for game in games[first : first + AT_A_TIME]]
        records |= await host.store.read_long(partial(_records, tables=some))
    return [(game, records.get(game.table, "")) for game in games]


def _records(connection: sa.Connection, tables: list[str]) -> dict[str, str]:
    results = rows.results
    chosen = sa.select(results.c.table_id, results.c.record).where(results.c.table_id.in_(tables))
    return {row.table_id: row.record for row in connection.execute(chosen)}


def _file(content: bytes, name: str) -> Response:
    shown = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/octet-stream", headers=shown)
