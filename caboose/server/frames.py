"""The web server's sockets, writing at one go what is ready at one moment.

Whoever acts is sent two frames: the view after the action, and that it is stored. One by one they
are two calls to the system and two packets on the line.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class GatheredFrames(WebSocketsSansIOProtocol):
    """A socket whose frames leave together when the event loop comes round."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected."""
        gathering = Gathering(cast(asyncio.Transport, transport), self.loop)
        super().connection_made(cast(asyncio.BaseTransport, gathering))


class Gathering:
    """A transport that collects what is written to it; all else is the transport's own affair."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Take something to be sent in a moment."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def close(self) -> None:
        """Send what waits, then close."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._waiting and not self._transport.is_closing():
            self._transport.write(b"".join(self._waiting))
        self._waiting.clear()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
