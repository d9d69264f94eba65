"""Clients that speak to a server in bytes: they send what no browser would, or read nothing."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tests.support.server.server_process import Running
from tests.support.server.server_thread import Inside

PATIENCE = 30.0  # seconds
PIECE = 64 * 1024  # bytes sent at one go
TEXT, CONTINUED, PING, PONG = 0x1, 0x0, 0x9, 0xA


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A frame as a client sends it; its mask is zero, which leaves the payload as it is."""
    assert len(payload) < 65536
    head = bytes([opcode | (0x80 if final else 0)])
    size = len(payload)
    sized = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return head + sized + b"\0\0\0\0" + payload


def connect(server: Running | Inside, source: str = "127.0.0.1") -> socket.socket:
    """A connection to a server from an address of this machine."""
    return connect_to(server.port, source)


def connect_to(port: int, source: str = "127.0.0.1") -> socket.socket:
    """The same to a port of this machine, with small buffers of its own.

    The other side may have ended it before this side knows that it was made.
    """
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, PIECE)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(PATIENCE)
    line.bind((source, 0))
    with contextlib.suppress(ConnectionResetError):
        line.connect(("127.0.0.1", port))
    return line


def open_socket(
    server: Running | Inside, table: str, cookie: str = "", source: str = "127.0.0.1"
) -> socket.socket:
    """A WebSocket of which nothing is read but that it was opened."""
    line = connect(server, source)
    head = [
        f"GET /ws/tables/{table} HTTP/1.1",
        f"host: 127.0.0.1:{server.port}",
        "upgrade: websocket",
        "connection: upgrade",
        "sec-websocket-version: 13",
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
        *([f"origin: {server.url}", f"cookie: {cookie}"] if cookie else []),
    ]
    line.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
    assert b" 101 " in line.recv(64)
    return line


def sent_until_cut(line: socket.socket, piece: bytes, most: int) -> int:
    """Send this again and again; the bytes that went out before the other side cut the line."""
    sent = 0
    with contextlib.suppress(OSError):
        while sent < most:
            sent += line.send(piece)
    return sent


def is_cut(line: socket.socket) -> bool:
    """Has the other side ended it? Nothing of what it sent is taken off the line."""
    line.setblocking(False)
    try:
        line.send(b"")
        error = line.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        return error != 0 or _has_ended(line)
    except OSError:
        return True


def _has_ended(line: socket.socket) -> bool:
    """Linux knows the state of a connection: 1 is that both sides are there."""
    return line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != 1


def memory(pid: int) -> int:
    """The bytes that a process has in memory."""
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def wait_until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"{what} does not happen"
        time.sleep(0.02)


@contextlib.contextmanager
def closing_all(opened: Iterable[socket.socket]) -> Iterator[list[socket.socket]]:
    """All these connections, which are closed in the end."""
    with contextlib.ExitStack() as lines:
        yield [lines.enter_context(line) for line in opened]


def connected(
    server: Running | Inside, count: int
) -> contextlib.AbstractContextManager[list[socket.socket]]:
    """So many connections that say nothing."""
    return closing_all(connect(server) for _ in range(count))


# A flood is what is sent first, and what is then sent again and again.
FLOODS = {
    "pings": (b"", frame(PING, b"x" * 125)),
    "empty pings": (b"", frame(PING)),
    "pongs": (b"", frame(PONG)),
    "empty continuations": (frame(TEXT, b"{", final=False), frame(CONTINUED, final=False)),
    "messages": (b"", frame(TEXT, b"{}")),
}
