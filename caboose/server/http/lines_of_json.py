"""Streams of JSON: a line whenever something is new, and now and then an empty one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar

from fastapi.responses import StreamingResponse

from caboose.server.events.bells import wait_for
from caboose.server.host import Host
from caboose.server.http.sessions import counted
from caboose.server.people.guests import Guest
from caboose.server.protocol.refusals import Refusal
from caboose.server.protocol.views import Message
from caboose.server.storage.store import NotStored

M = TypeVar("M", bound=Message)

QUIET = 1.5  # seconds after which it is looked again, though no bell has rung
PAUSE = 0.3  # seconds between two lines at least: what changes in between is told at once
UNBUFFERED = {"x-accel-buffering": "no"}  # nginx would keep lines back until there are many


async def streamed(lines: AsyncGenerator[bytes, None]) -> StreamingResponse:
    """These lines, as they come. Anybody who may not have them is told so, not left waiting."""
    first = await anext(lines)
    return StreamingResponse(
        _from(first, lines), media_type="application/x-ndjson", headers=UNBUFFERED
    )


async def _from(first: bytes, lines: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    """A stream whose first line is at hand."""
    async with aclosing(lines):
        yield first
        async for line in lines:
            yield line


def _never(_: Message) -> bool:
    return False


async def stream(
    host: Host,
    guest: Guest | None,
    address: str,
    bell: str,
    look: Callable[[], Awaitable[M]],
    quiet: float = QUIET,
    is_last: Callable[[M], bool] = _never,
) -> StreamingResponse:
    """What `look` finds, as often as the bell rings and something is new."""

    async def lines() -> AsyncGenerator[bytes, None]:
        last = b""
        with counted(host, guest, address):
            while not host.stopping:
                ring = host.bells.next_ring(bell)
                try:
                    host.bans.refuse(None if guest is None else guest.id, address)
                    found = await look()
                except (Refusal, NotStored) as error:
                    if not last:
                        raise
                    if isinstance(error, Refusal):
                        return
                    yield b"\n"  # the database is lost; it will be back
                else:
                    line = found.model_dump_json().encode() + b"\n"
                    yield line if line != last else b"\n"
                    if is_last(found):
                        return
                    last = line
                await asyncio.sleep(PAUSE)
                await wait_for(ring, quiet)

    return await streamed(lines())
