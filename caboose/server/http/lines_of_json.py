"""Streams of JSON: a line whenever something is new, and now and then an empty one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing

from fastapi.responses import StreamingResponse

from caboose.server.events.bells import wait_for
from caboose.server.host import Host
from caboose.server.http.sessions import counted
from caboose.server.people.guests import Guest
from caboose.server.protocol.views import Message

QUIET = 1.5  # seconds after which it is looked again, though no bell has rung
PAUSE = 0.3  # seconds between two lines at least: what changes in between is told at once
UNBUFFERED = {"x-accel-buffering": "no"}  # nginx would keep lines back until there are many


async def stream(
    host: Host,
    guest: Guest | None,
    address: str,
    bell: str,
    look: Callable[[], Awaitable[Message]],
) -> StreamingResponse:
    """What `look` finds, as often as the bell rings and something is new."""
    lines = _lines(host, guest, address, bell, look)
    first = await anext(lines)  # who has too many connections is told so
    return StreamingResponse(
        _from(first, lines), media_type="application/x-ndjson", headers=UNBUFFERED
    )


async def _from(first: bytes, lines: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    async with aclosing(lines):
        yield first
        async for line in lines:
            yield line


async def _lines(
    host: Host,
    guest: Guest | None,
    address: str,
    bell: str,
    look: Callable[[], Awaitable[Message]],
) -> AsyncGenerator[bytes, None]:
    with counted(host, guest, address):
        last = b""
        while not host.stopping:
            ring = host.bells.next_ring(bell)
            line = (await look()).model_dump_json().encode() + b"\n"
            yield line if line != last else b"\n"
            last = line
            await asyncio.sleep(PAUSE)
            await wait_for(ring, QUIET)
