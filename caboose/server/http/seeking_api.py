"""Finding opponents over HTTP: wait, see how it stands, stop."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from caboose.server.events import seeking
from caboose.server.host import Host
from caboose.server.http.caller import HostDep, KnownGuest, address_of
from caboose.server.http.lines_of_json import stream
from caboose.server.people.guests import Guest
from caboose.server.protocol.bodies import JSON_PROBLEMS
from caboose.server.protocol.meeting import AllWaiting, NewSeek, Seek

router = APIRouter(prefix="/api/seeks", tags=["finding opponents"])


async def _look(host: Host, guest: Guest) -> Seek:
    """How a search stands; whoever asks is there."""
    reading = partial(seeking.crowd, now=host.now())
    crowd = await host.bells.read_once(seeking.BELL, "crowd", reading)
    found: Seek = crowd.stands(guest.id)
    if found.status in ("waiting", "found") and crowd.fades(guest.id):
        await host.store.write(partial(seeking.be_here, guest=guest.id, now=host.now()))
    return found


@router.get("")
async def all_waiting(host: HostDep) -> AllWaiting:
    """How many wait for what."""
    now = host.now()
    return AllWaiting(waiting=await host.store.read(partial(seeking.all_waiting, now=now)))


@router.post("", status_code=201)
async def begin(body: NewSeek, host: HostDep, guest: KnownGuest) -> Seek:
    """Wait for opponents. Whoever does not ask how it stands for ten seconds is passed over."""
    work = partial(seeking.begin, guest=guest, wanted=body, now=host.now())
    await host.bells.change(seeking.BELL, work)
    await host.usher.seat_seekers()
    return await _look(host, guest)


@router.get("/mine")
async def mine(host: HostDep, guest: KnownGuest) -> Seek:
    """How the sender's search stands."""
    return await _look(host, guest)


@router.get(
    "/mine/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}}, **JSON_PROBLEMS},
)
async def follow(host: HostDep, guest: KnownGuest, request: Request) -> StreamingResponse:
    """How the sender's search stands, as lines of JSON; whoever reads them is there."""
    look = partial(_look, host, guest)
    return await stream(host, guest, address_of(request), seeking.BELL, look)


@router.delete("/mine", status_code=204)
async def stop(host: HostDep, guest: KnownGuest) -> None:
    """Wait no longer."""
    await host.bells.change(seeking.BELL, partial(seeking.stop, guest=guest.id))
