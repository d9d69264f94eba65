"""The web server's requests, which must come in time."""

from __future__ import annotations

import asyncio
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from caboose.server.http.lines import Bounded, Line


class TimelyRequests(Bounded, H11Protocol):
    """A connection whose requests, head and body, must come within some seconds each."""

    _request_until: asyncio.TimerHandle | None = None
    _is_a_socket = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected."""
        line = Line(cast(asyncio.Transport, transport), self.loop)
        super().connection_made(cast(asyncio.Transport, line))
        if self.doorkeeper.let_in(line):
            self._expect_a_request()

    def data_received(self, data: bytes) -> None:
        """More of a request; once its last byte is there, the answer may take its time."""
        super().data_received(data)
        if self._has_come():
            self._request_has_come()
        elif self._request_until is None:
            self._expect_a_request()

    def on_response_complete(self) -> None:
        """A request is answered; the next one may have begun to come behind it."""
        super().on_response_complete()
        if self.conn.trailing_data[0] and not self._has_come() and self._request_until is None:
            self._expect_a_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The line is a socket's from here on."""
        self._is_a_socket = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._request_has_come()
        super().connection_lost(exc)

    def _has_come(self) -> bool:
        """Is the last byte of the present request there?"""
        return self._is_a_socket or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)

    def _expect_a_request(self) -> None:
        seconds = self.doorkeeper.request_seconds
        self._request_until = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        """It has not come. Browsers open a line in advance and send nothing: that is no trouble."""
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self.transport.close()
        else:
            self.cut("slow_request")

    def _request_has_come(self) -> None:
        if self._request_until is not None:
            self._request_until.cancel()
            self._request_until = None
