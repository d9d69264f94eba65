"""The web server's sockets, on which every frame counts.

The limit of messages is for whole messages. A ping, an answer to none, or an empty piece of a
message that never ends is none, and yet each of them takes its time.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from caboose.server.http.lines import Bounded
from caboose.server.people.token_bucket import Rate

READ_AT_ONCE = 1024  # bytes; a flood is noticed before all that has come of it is taken apart
MOST_PIECES = 1000  # of one message
MOST_UNSENT = 1024 * 1024  # bytes; views wait until they can be sent, answers to pings do not


class CountedFrames(Bounded, WebSocketsSansIOProtocol):
    """A socket that is cut off if it sends more frames than anybody needs, or reads nothing."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody who asked for a page before wants a socket now; they are let in already."""
        super().connection_made(transport)
        keeper = self.doorkeeper
        self._frames = Rate(keeper.frames_per_second, keeper.frames_at_once)

    def data_received(self, data: bytes) -> None:
        """Take what has come apart, bit by bit."""
        for start in range(0, len(data), READ_AT_ONCE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + READ_AT_ONCE])

    def handle_events(self) -> None:
        """Take the frames, unless they are too many."""
        if not all(self._frames.allow() for _ in self.conn.events):
            self.cut("too_many_frames")
            return
        super().handle_events()
        if len(self.frames) > MOST_PIECES:
            self.cut("too_many_frames")
        elif self.line.get_write_buffer_size() > MOST_UNSENT:
            self.cut("unread")

    def keepalive_timeout(self) -> None:
        """A client that does not answer a ping would not read a goodbye, either."""
        self.cut("silent")
