"""The lines to the web server's clients, each with an end.

A client may send half a request and fall silent, or ask for much and read nothing. Neither may cost
more than a little memory for a little while, and whoever runs the server can read in the log that
it has happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import sys
import time
from collections import Counter
from typing import Any, cast

from caboose.server.logs import say
from caboose.server.metrics import CUT
from caboose.server.people.addresses import network_of
from caboose.server.people.token_bucket import Rates
from caboose.server.settings import Settings

if sys.platform != "win32":
    import resource

SPARE = 96  # descriptors for the database, the bots, files and whoever is just being let in
CLOSING_SECONDS = 5.0  # for the last bytes of a line that is closed
WRITTEN_AT_ONCE = 64 * 1024  # bytes that wait for the event loop to come round, at most
NO_LINGERING = struct.pack("ii", 1, 0)
USER_TIMEOUT = getattr(socket, "TCP_USER_TIMEOUT", None)  # of Linux
TOLD_EVERY = 10.0  # seconds between two lines in the log about the same trouble
FIRST_PAUSE, MOST_PAUSE = 1.0, 60.0  # seconds
FORGIVEN = 60.0  # seconds after a pause in which the next one is longer
REFUSED_PER_SECOND, REFUSED_AT_ONCE = 10.0, 100.0  # requests of an address that are answered by 429
FLOODS = ("too_many_frames", "too_many_requests")  # whoever is cut off for them stays out a while


def raise_descriptor_limit() -> None:
    """A connection is a descriptor: have as many as this process may have."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _most_connections() -> float:
    """So many that this process never runs out of descriptors, which would make it deaf."""
    if sys.platform == "win32":
        return float("inf")
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return float("inf") if soft == resource.RLIM_INFINITY else max(1, soft - SPARE)


class Line:
    """A transport that gathers what is written to it, and is closed when it is closed.

    Whoever acts is sent two frames: the view after the action, and that it is stored. One by one
    they would be two calls to the system and two packets; what is ready at one moment leaves
    together. All else is the transport's own affair.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []
        self._size = 0

    @property
    def address(self) -> str:
        """Where the other side is; of an IPv6 address its network."""
        peer = self._transport.get_extra_info("peername")
        return network_of(str(peer[0])) if peer else "unknown"

    def give_up_after(self, seconds: float) -> None:
        """Let the system end it, where it can, if what it holds for the other side is not taken."""
        if USER_TIMEOUT is not None:
            self._set_option(socket.IPPROTO_TCP, USER_TIMEOUT, int(seconds * 1000))

    def _set_option(self, level: int, name: int, value: int | bytes) -> None:
        under = self._transport.get_extra_info("socket")
        with contextlib.suppress(OSError):  # it is gone already
            under.setsockopt(level, name, value)

    def write(self, data: bytes) -> None:
        """Take something to be sent in a moment."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)
        self._size += len(data)
        if self._size > WRITTEN_AT_ONCE:
            self._flush()

    def get_write_buffer_size(self) -> int:
        """The bytes that are not on their way yet."""
        return self._size + self._transport.get_write_buffer_size()

    def close(self) -> None:
        """Send what waits, then close; a reader that does not has only so much time."""
        self._flush()
        if self._transport.get_write_buffer_size():
            self._loop.call_later(CLOSING_SECONDS, self.abort)
        self._transport.close()

    def abort(self) -> None:
        """End it now. The system, too, drops what it holds for the other side."""
        self._set_option(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGERING)
        self._transport.abort()

    def _flush(self) -> None:
        if self._waiting and not self._transport.is_closing():
            self._transport.write(b"".join(self._waiting))
        self._waiting.clear()
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Pauses:
    """How long addresses stay out that were cut off for a flood: each time twice as long.

    To let somebody in and cut them off takes longer than to turn them away at the door.
    """

    def __init__(self) -> None:
        self._until: dict[str, tuple[float, float]] = {}  # of an address, and how long it was

    def keep_out(self, address: str) -> bool:
        """Must it wait still?"""
        return time.monotonic() < self._until.get(address, (0.0, 0.0))[0]

    def begin(self, address: str) -> None:
        """It was cut off. Several lines that are cut at once are one flood."""
        if self.keep_out(address):
            return
        now = time.monotonic()
        recent = {each: said for each, said in self._until.items() if now < said[0] + FORGIVEN}
        _, last = recent.get(address, (0.0, 0.0))
        seconds = min(MOST_PAUSE, 2 * last or FIRST_PAUSE)
        self._until = {**recent, address: (now + seconds, seconds)}


class Doorkeeper:
    """Lets connections in, so many in all and so many of an address, and says whom it cut off."""

    def __init__(self, settings: Settings) -> None:
        self.request_seconds = settings.request_seconds
        self.unread_seconds = settings.unread_seconds
        self.frames_per_second = 10 + 4 * settings.messages_per_second
        self.frames_at_once = 100 + 20 * settings.messages_per_second
        # Everybody comes from the address of the proxy, if there is one; it can count them itself.
        self._of_address = None if settings.behind_proxy else settings.connections_per_address
        self._pauses = Pauses()
        self._patience = Rates(REFUSED_PER_SECOND, REFUSED_AT_ONCE)
        self._lines: set[Line] = set()
        self._addresses: Counter[str] = Counter()
        self._untold: dict[str, Counter[str]] = {}  # why: addresses, since the last line in the log

    def let_in(self, line: Line) -> bool:
        """Somebody has connected; False if there are too many, and then they are cut off."""
        why = self._why_not(line.address)
        line.give_up_after(self.unread_seconds)
        self._lines.add(line)
        self._addresses[line.address] += 1
        if why is not None:
            self.cut(line, why)
        return why is None

    def _why_not(self, address: str) -> str | None:
        if len(self._lines) >= _most_connections():
            return "too_many"
        if self._of_address is None:
            return None
        if self._pauses.keep_out(address):
            return "paused"
        return "too_many_of_address" if self._addresses[address] >= self._of_address else None

    def let_go(self, line: Line) -> None:
        """A connection has ended."""
        self._lines.discard(line)
        self._addresses[line.address] -= 1
        if not self._addresses[line.address]:
            del self._addresses[line.address]

    def unread(self) -> int:
        """The bytes that all connections together were sent and have not taken yet."""
        return sum(line.get_write_buffer_size() for line in self._lines)

    def refused(self, address: str) -> None:
        """A request was refused as one too many. Whoever goes on and on is cut off."""
        network = network_of(address)
        if self._of_address is None or self._patience.allow(network):
            return
        for line in [line for line in self._lines if line.address == network]:
            self.cut(line, "too_many_requests")

    def cut(self, line: Line, why: str) -> None:
        """End a connection at once; what was not sent is dropped."""
        line.abort()
        CUT.labels(why).inc()
        if why in FLOODS and self._of_address is not None:
            self._pauses.begin(line.address)
        if why in self._untold:
            self._untold[why][line.address] += 1
            return
        say("connections_cut", why=why, address=line.address, connections=1)
        self._untold[why] = Counter()
        asyncio.get_running_loop().call_later(TOLD_EVERY, self._tell, why)

    def _tell(self, why: str) -> None:
        """One line about all who were cut off since the last one."""
        addresses = self._untold.pop(why)
        if addresses:
            ((address, _),) = addresses.most_common(1)
            say("connections_cut", why=why, address=address, connections=addresses.total())


class Bounded(asyncio.Protocol):
    """What a protocol of the web server does about a client that does not read."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    app_state: dict[str, Any]
    _unread_until: asyncio.TimerHandle | None = None

    @property
    def doorkeeper(self) -> Doorkeeper:
        """What lets connections in."""
        return cast(Doorkeeper, self.app_state["doorkeeper"])

    @property
    def line(self) -> Line:
        """The line that this protocol writes to."""
        return cast(Line, self.transport)

    def cut(self, why: str) -> None:
        """End this connection at once."""
        if not self.transport.is_closing():
            self.doorkeeper.cut(self.line, why)

    def pause_writing(self) -> None:
        """Much is unread: it must be read soon."""
        super().pause_writing()
        seconds = self.doorkeeper.unread_seconds
        self._unread_until = self.loop.call_later(seconds, self.cut, "unread")

    def resume_writing(self) -> None:
        """Enough of it is read."""
        self._read_in_time()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._read_in_time()
        self.doorkeeper.let_go(self.line)
        super().connection_lost(exc)

    def _read_in_time(self) -> None:
        if self._unread_until is not None:
            self._unread_until.cancel()
            self._unread_until = None
