"""Arenas over HTTP: open, join, pause, and see how they stand."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import StreamingResponse

from caboose.server.events import arena_pages, arenas
from caboose.server.host import Host
from caboose.server.http.caller import HostDep, KnownGuest, MaybeGuest, address_of
from caboose.server.http.lines_of_json import stream
from caboose.server.people.guests import Guest
from caboose.server.protocol.bodies import JSON_PROBLEMS
from caboose.server.protocol.meeting import Arena, Arenas, NewArena

router = APIRouter(prefix="/api/arenas", tags=["arenas"])

ArenaId = Annotated[str, Path(max_length=40, pattern=r"^[\w-]+$")]


async def _look(host: Host, arena: str, guest: Guest | None) -> Arena:
    board = await host.store.read_long(partial(arena_pages.board, arena=arena, now=host.now()))
    return board.seen_by(None if guest is None else guest.id)


@router.get("")
async def all_arenas(host: HostDep) -> Arenas:
    """Arenas that are running, coming or lately over."""
    return Arenas(arenas=await host.store.read(partial(arena_pages.all_arenas, now=host.now())))


@router.post("", status_code=201)
async def open_arena(body: NewArena, host: HostDep, guest: KnownGuest) -> Arena:
    """Open an arena; for members."""
    work = partial(arenas.open_arena, guest=guest, new=body, settings=host.settings, now=host.now())
    return await _look(host, await host.bells.change(arenas.BELL, work), guest)


@router.get("/{arena}")
async def show(arena: ArenaId, host: HostDep, guest: MaybeGuest) -> Arena:
    """How an arena stands."""
    return await _look(host, arena, guest)


@router.get(
    "/{arena}/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}}, **JSON_PROBLEMS},
)
async def follow(
    arena: ArenaId, host: HostDep, guest: MaybeGuest, request: Request
) -> StreamingResponse:
    """How an arena stands, as lines of JSON; a player who reads them is there."""

    async def look() -> Arena:
        read = partial(arena_pages.board, arena=arena, now=host.now())
        board = await host.bells.read_once(arenas.BELL, arena, read)
        found = board.seen_by(None if guest is None else guest.id)
        if guest is not None and found.you.status == "waiting" and found.arena.status != "over":
            who, now = guest.id, host.now()
            if await host.store.read(lambda c: arenas.fades(c, arena, who, now)):
                await host.store.write(lambda c: arenas.be_here(c, arena, who, now))
        return found

    return await stream(host, guest, address_of(request), arenas.BELL, look)


@router.post("/{arena}/join")
async def join(arena: ArenaId, host: HostDep, guest: KnownGuest) -> Arena:
    """Play, for the first time or again: as long as the stream is read, or this is asked again."""
    most = host.settings.arena_players
    work = partial(arenas.join, arena=arena, guest=guest, now=host.now(), most=most)
    await host.bells.change(arenas.BELL, work)
    return await _look(host, arena, guest)


@router.post("/{arena}/pause")
async def pause(arena: ArenaId, host: HostDep, guest: KnownGuest) -> Arena:
    """Be paired no more, until one joins again; a game that goes on is played to its end."""
    await host.bells.change(arenas.BELL, partial(arenas.pause, arena=arena, guest=guest.id))
    return await _look(host, arena, guest)


@router.delete("/{arena}/repeats", status_code=204)
async def stop_repeating(arena: ArenaId, host: HostDep, guest: KnownGuest) -> None:
    """Let an arena that repeats end; for the member who opened it."""
    await host.bells.change(arenas.BELL, partial(arenas.stop_repeating, arena=arena, guest=guest))
