"""Running a server: find a port, tell the address, serve until stopped."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import ipaddress
import signal
import socket
import sys
from collections.abc import Iterator
from types import FrameType

import uvicorn

from caboose.server.host import Host
from caboose.server.http.application import make_app
from caboose.server.http.frames import CountedFrames
from caboose.server.http.lines import raise_descriptor_limit
from caboose.server.http.requests import TimelyRequests
from caboose.server.logs import set_up_logs
from caboose.server.settings import Settings
from caboose.server.storage.database import DatabaseError

BACKLOG = 2048  # connections that wait to be let in
SEND_BUFFER = 256 * 1024  # bytes that the system holds for a client; left to itself, megabytes
TICK = 1.0  # seconds between two looks at the date, which every answer carries
KEEPALIVE = {"interval": 15.0, "timeout": 20.0}  # seconds: a socket is asked, and must answer


class CannotServe(Exception):
    """Why the server cannot run, in a sentence."""


class Server(uvicorn.Server):
    """A web server that says goodbye, and ends with exit code 0, when it is asked to stop."""

    def __init__(self, config: uvicorn.Config, host: Host) -> None:
        super().__init__(config)
        self._host = host
        self._asked_to_stop = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def main_loop(self) -> None:
        """Serve until it is asked to stop; left to itself it would look ten times a second."""
        self._loop = asyncio.get_running_loop()
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self._asked_to_stop.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop serving, in the middle of whatever the event loop does, or while it sleeps."""
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._asked_to_stop.set)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; connections are told why before they are cut.

        Nobody is let in any more before that: whoever is told comes back at once, to another
        process.
        """
        for listening in self.servers:
            listening.close()
        for each in sockets or []:
            each.close()
        await self._host.say_goodbye()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop gracefully on a signal; the first one is not sent to ourselves again afterwards."""
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, self.handle_exit)
        yield


def bind(host: str, port: int, *, listens: bool = True) -> socket.socket:
    """A socket that listens, now or when it is served; CannotServe if the port is taken.

    Whoever comes before it is served waits, or is refused and may ask another process.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that asyncio switches off the delay of small packets (40 ms an answer).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(
                f"port {port} is taken; stop what runs there, or choose another with --port."
            ) from None
        raise CannotServe(f"cannot listen on {host}, port {port}: {error.strerror}.") from None
    if listens:
        listening.listen(BACKLOG)
    return listening


def is_loopback(host: str) -> bool:
    """Does this interface let in nobody but this machine?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def lan_address() -> str:
    """This machine's address in its network, 127.0.0.1 if there is none; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def web_config(host: Host) -> uvicorn.Config:
    """How the web server runs the application of a host."""
    settings = host.settings
    return uvicorn.Config(
        make_app(host),
        log_config=None,
        access_log=False,
        http=TimelyRequests,
        ws=CountedFrames,
        ws_max_size=settings.frame_bytes,
        ws_per_message_deflate=False,  # a view is small; a compressor per connection is not
        ws_ping_interval=KEEPALIVE["interval"],
        ws_ping_timeout=KEEPALIVE["timeout"],
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
        backlog=BACKLOG,
    )


def open_host(settings: Settings) -> Host:
    """A server's parts over its database, held and ready; DatabaseError if that cannot be used."""
    set_up_logs(settings.log_level)
    host = Host(settings)
    host.store.database.make_ready()
    return host


def serve(host: Host, listening: socket.socket) -> None:
    """Serve until somebody stops it; DatabaseError if it cannot begin."""
    # Thousands of games are millions of objects, none of them in circles: going through all of them
    # to look for garbage would hold everybody up for half a second.
    gc.set_threshold(100_000, 50, 1000)
    # What is stored is written by a thread beside the event loop; a busy loop must let it in often.
    sys.setswitchinterval(0.0001)
    raise_descriptor_limit()
    config = web_config(host)
    server = Server(config, host)
    loop = asyncio.Runner(loop_factory=config.get_loop_factory())
    with contextlib.suppress(KeyboardInterrupt), loop as runner:
        runner.run(server.serve(sockets=[listening]))
    if not server.started:
        raise DatabaseError("the server could not start; the log above says why.")
