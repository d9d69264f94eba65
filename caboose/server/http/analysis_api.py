"""What a finished game was worth, over HTTP: asked for, waited for, read, and tried again."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from caboose.server.analyses import queue
from caboose.server.host import Host
from caboose.server.http.caller import (
    HostDep,
    KnownGuest,
    MaybeGuest,
    TableId,
    address_of,
    chair_for,
    find_table,
)
from caboose.server.http.lines_of_json import stream
from caboose.server.http.tables_api import check_bot, seat_taken
from caboose.server.http.while_there import while_there
from caboose.server.people.addresses import network_of
from caboose.server.people.guests import Guest
from caboose.server.protocol.analysis import (
    AnalysisAnswer,
    AnalysisProgress,
    DecisionGrade,
    PlayOn,
    TryMove,
)
from caboose.server.protocol.bodies import JSON_PROBLEMS, SeatTaken
from caboose.server.protocol.refusals import Refusal
from caboose.server.tables.continuing import play_on, refuse_unless_finished
from caboose.server.tables.seating import table_of
from caboose.server.tables.table import Table

router = APIRouter(prefix="/api/tables/{table_id}", tags=["analysis"])

JSON = "application/json"
BELL = "analyses"  # it never rings: how far they are is looked at again and again
LOOK_EVERY = 0.2  # seconds between two looks, besides the pause between two lines
GOING_ON = ("waiting", "working")


async def _finished(host: Host, table_id: str, guest: Guest | None) -> Table:
    """A finished game, for whoever played or may watch it."""
    table = await find_table(host, table_id)
    chair_for(table, guest, None)
    refuse_unless_finished(table)
    return table


@router.post("/analysis", status_code=202)
async def ask(
    table_id: TableId, host: HostDep, guest: KnownGuest, request: Request
) -> AnalysisProgress:
    """Ask for the analysis of a finished game. It is worked on while somebody waits for it."""
    await _finished(host, table_id, guest)
    network = network_of(address_of(request))
    asks = partial(queue.ask, table=table_id, guest=guest.id, settings=host.settings)
    near = host.analysts.asked_from(network)
    progress = await host.store.write(partial(asks, now=host.now(), from_here=near))
    host.analysts.note_asked(table_id, network)
    host.analysts.look()
    return progress


@router.get("/analysis", response_model=AnalysisAnswer)
async def read(table_id: TableId, host: HostDep, guest: MaybeGuest) -> Response:
    """How far the analysis of a finished game is; and all of it, once it is done."""
    await _finished(host, table_id, guest)
    found = await host.store.read(partial(queue.stored, table=table_id))
    now = host.now()
    progress = await host.store.read(partial(queue.progress, table=table_id, now=now))
    version, told = ("null", "null") if found is None else (f'"{found[0]}"', found[1])
    head = f'{{"progress":{progress.model_dump_json()},"version":{version},"analysis":'
    return Response(f"{head}{told}}}", media_type=JSON)


@router.get(
    "/analysis/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}}, **JSON_PROBLEMS},
)
async def follow(
    table_id: TableId, host: HostDep, guest: MaybeGuest, request: Request
) -> StreamingResponse:
    """How far an analysis is, as lines of JSON until it is done; their reader waits for it."""
    await _finished(host, table_id, guest)
    look = partial(_look, host, table_id)
    return await stream(
        host,
        guest,
        address_of(request),
        BELL,
        look,
        LOOK_EVERY,
        lambda it: it.status not in GOING_ON,
    )


async def _look(host: Host, table: str) -> AnalysisProgress:
    """How far an analysis is; whoever looks waits for it."""
    now = host.now()
    if await host.store.read(partial(queue.fades, table=table, now=now)):
        return await host.store.write(partial(queue.wait_on, table=table, now=now))
    return await host.store.read(partial(queue.progress, table=table, now=now))


@router.post("/analysis/try", responses={422: {"description": "No such move"}})
async def try_move(
    table_id: TableId, body: TryMove, host: HostDep, guest: KnownGuest, request: Request
) -> DecisionGrade:
    """Grade another move in a position of a finished game, for somebody who waits for it."""
    table = await _finished(host, table_id, guest)
    if body.at >= table.at:
        raise Refusal(404, "not_yet", f"There are {table.at} actions in this game.")
    seat = table.steps[body.at + 1].seat
    assert seat is not None
    legal = table.state_at(body.at).legal_actions(seat)
    if body.action not in [action.text for action in legal]:
        raise Refusal(422, "not_legal", "This move is not possible in that position.")
    graded = host.analysts.try_move(table, guest.id, body.at, body.action)
    return DecisionGrade.model_validate(await while_there(request, graded))


@router.post("/continue", status_code=201)
async def continue_game(
    table_id: TableId, body: PlayOn, host: HostDep, guest: KnownGuest
) -> SeatTaken:
    """Play on from a position of a finished game, at a private table against bots."""
    table = await _finished(host, table_id, guest)
    check_bot(body.bot)
    most = host.settings.tables_per_guest
    seated = await host.tables.change(
        lambda c: play_on(c, guest, table, body, host.now(), most), found=table_of
    )
    return await seat_taken(host, guest, seated)
