"""Games over HTTP: views, actions, a stream of messages, and finished games."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from caboose.server.host import Host
from caboose.server.http.caller import (
    HostDep,
    KnownGuest,
    MaybeGuest,
    TableId,
    UnhurriedGuest,
    address_of,
    chair_for,
    find_table,
    own_seat,
)
from caboose.server.http.lines_of_json import streamed
from caboose.server.http.sessions import look
from caboose.server.live.answers import refusal_bytes, route_answer, tickets_answer
from caboose.server.live.viewer import Viewer
from caboose.server.protocol.bodies import (
    JSON_PROBLEMS,
    Command,
    Done,
    FinishedGame,
    Problem,
    TableList,
)
from caboose.server.protocol.messages import Ack, Refused, RouteAnswer, TicketsAnswer, View
from caboose.server.protocol.refusals import Refusal, conflict, sealed
from caboose.server.protocol.views import Score
from caboose.server.storage import rows
from caboose.server.tables import lists, playing
from caboose.server.tables.playing import Attempt
from caboose.server.tables.projection import Projection
from caboose.server.tables.table import Table

router = APIRouter(prefix="/api", tags=["games"])

ChairQuery = Annotated[int | None, Query(ge=-1, le=4, description="Which of my chairs; -1: none")]
SeenQuery = Annotated[int, Query(ge=0, le=1_000_000, description="Steps that I have already")]
AtQuery = Annotated[int | None, Query(ge=0, le=1_000_000, description="After so many actions")]
JSON = "application/json"
KEEP_ALIVE = 7.0  # seconds


def _started(table: Table) -> Table:
    if table.state is None:
        raise Refusal(409, "not_started", "The game has not begun.")
    return table


@router.get("/tables/{table_id}/view", response_model=View)
async def view(
    table_id: TableId,
    host: HostDep,
    guest: MaybeGuest,
    at: AtQuery = None,
    chair: ChairQuery = None,
    seen: SeenQuery = 0,
) -> Response:
    """The present view; or that of an earlier moment: what everybody saw, and after the end all."""
    table = _started(await find_table(host, table_id))
    speaking = chair_for(table, guest, chair if at is None else _spoken_for(table, chair))
    seat = None if speaking is None else table.meta.chairs[speaking].seat
    if at is None:
        return Response(table.view(seat, seen, host.now()), media_type=JSON)
    if at > table.at:
        raise Refusal(404, "not_yet", f"There are {table.at} actions so far.")
    return Response(_view_at(table, at, chair, seen, host.now()), media_type=JSON)


def _spoken_for(table: Table, chair: int | None) -> int | None:
    """An earlier moment is shown to whoever may watch; a game that has ended from any chair."""
    return None if table.meta.is_revealed else chair


def _view_at(table: Table, at: int, chair: int | None, seen: int, now: int) -> bytes:
    revealed = table.meta.is_revealed
    wanted = chair if revealed and chair is not None and chair < len(table.meta.chairs) else None
    seat = None if wanted is None or wanted < 0 else table.meta.chairs[wanted].seat
    clock = {"now": now, "seats": []}
    steps = table.steps[: at + 1]
    # A moment is shown as it was seen then; only the end shows everything.
    ended = revealed and at == table.at
    shown = Projection(table.state_at(at), steps, table.by_clock, ended, table.meta.sealed)
    return shown.view(seat, seen, clock)


@router.post(
    "/tables/{table_id}/actions",
    status_code=201,
    response_model=Done,
    responses={status: {"model": Refused | Problem} for status in (409, 422, 503)},
)
async def play(
    table_id: TableId, body: Command, host: HostDep, guest: UnhurriedGuest, chair: ChairQuery = None
) -> Response:
    """Play an action. A repeated command gets its first answer."""
    table = await find_table(host, table_id)
    seat = own_seat(table, guest, chair)
    attempt = Attempt(seat, body.action, body.at, "person", body.cmd_id)
    answer = await playing.play(host.tables, table, attempt)
    if isinstance(answer, Ack):
        present = table.view(seat, answer.n, host.now())
        head = b'{"cmd_id":"%s","n":%d,"view":' % (answer.cmd_id.encode(), answer.n)
        return Response(head + present + b"}", 201, media_type=JSON)
    return Response(
        refusal_bytes(table, seat, answer, body.at, host.now()), _status(answer), media_type=JSON
    )


def _status(answer: Refused) -> int:
    if answer.code == "not_stored":
        return 503
    return 409 if answer.code in ("stale", "not_started") or "table_" in answer.code else 422


@router.get(
    "/tables/{table_id}/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}}, **JSON_PROBLEMS},
)
async def stream(
    table_id: TableId,
    host: HostDep,
    guest: MaybeGuest,
    request: Request,
    chair: ChairQuery = None,
    seen: SeenQuery = 0,
) -> StreamingResponse:
    """The messages of the socket as lines of JSON; an empty line now and then."""
    table = await find_table(host, table_id)
    speaking = chair_for(table, guest, chair)
    looking = look(host, table, guest, speaking, seen, address_of(request))
    return await streamed(_lines(looking, table))


async def _lines(
    looking: AbstractAsyncContextManager[Viewer], table: Table
) -> AsyncGenerator[bytes, None]:
    async with looking as viewer:
        async for message in viewer.messages(idle=KEEP_ALIVE):
            yield message + b"\n"
            if table.meta.status not in ("waiting", "playing"):
                viewer.dismiss("ended", "the game is over.")


@router.get("/tables/{table_id}/route")
async def ask_route(
    table_id: TableId,
    route: Annotated[str, Query(min_length=1, max_length=120)],
    host: HostDep,
    guest: KnownGuest,
    chair: ChairQuery = None,
) -> RouteAnswer:
    """May I claim a route, how could I pay, and if not, why?"""
    table = _started(await find_table(host, table_id))
    return route_answer(table, own_seat(table, guest, chair), "http", route)


@router.get("/tables/{table_id}/tickets")
async def ask_tickets(
    table_id: TableId, host: HostDep, guest: KnownGuest, chair: ChairQuery = None
) -> TicketsAnswer:
    """How far are my tickets?"""
    table = _started(await find_table(host, table_id))
    return tickets_answer(table, own_seat(table, guest, chair), "http")


# ---- finished games ------------------------------------------------------------------------------


@router.get("/games")
async def finished_games(
    host: HostDep,
    edition: Annotated[str | None, Query(max_length=80, pattern=r"^[^\x00]*$")] = None,
    before: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> TableList:
    """Listed games that are over, newest first."""
    found = await host.store.read(lambda c: lists.finished(c, edition, before, limit))
    return TableList(tables=found)


async def _finished(host: Host, table_id: str, guest: Any) -> tuple[Table, Any]:
    table = await find_table(host, table_id)
    chair_for(table, guest, None)
    if table.meta.sealed:
        raise sealed()
    if table.meta.status not in ("over", "closed"):
        raise conflict("not_over", "The game is not over; its record is shown when it is.")
    chosen = sa.select(rows.results).where(rows.results.c.table_id == table_id)
    result = await host.store.read(lambda connection: connection.execute(chosen).first())
    if result is None or not result.record:
        raise conflict("no_record", "This table was closed before there was a game to record.")
    return table, result


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse, responses=JSON_PROBLEMS)
async def record(table_id: TableId, host: HostDep, guest: MaybeGuest) -> PlainTextResponse:
    """A game that has ended as text, with how its key was promised, for `caboose verify`."""
    _, result = await _finished(host, table_id, guest)
    name = f'attachment; filename="caboose-{table_id}.txt"'
    return PlainTextResponse(result.record, headers={"content-disposition": name})


@router.get("/tables/{table_id}/record.json")
async def record_json(table_id: TableId, host: HostDep, guest: MaybeGuest) -> FinishedGame:
    """A game that has ended in all its parts."""
    table, result = await _finished(host, table_id, guest)
    actions, entries = rows.actions, rows.table_log
    played = sa.select(
        actions.c.n, actions.c.seat, actions.c.action, actions.c.control, actions.c.played_at
    )
    noted = sa.select(entries.c.at, entries.c.n, entries.c.kind, entries.c.facts)
    played = played.where(actions.c.table_id == table_id).order_by(actions.c.n)
    noted = noted.where(entries.c.table_id == table_id).order_by(entries.c.id)
    played_rows = await host.store.read(lambda c: [dict(row._mapping) for row in c.execute(played)])
    noted_rows = await host.store.read(lambda c: [dict(row._mapping) for row in c.execute(noted)])
    return FinishedGame(
        table=table.info(),
        record=result.record,
        promise=table.meta.promise(),
        score=Score.model_validate(result.score),
        actions=played_rows,
        log=noted_rows,
    )
