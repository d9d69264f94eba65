"""People at many tables, for the benchmark of the server: a second process that acts and measures.

Every table has two connections. At each tick a table's waiting seat plays a legal action; the time
counts from sending the command until both connections of the table have been shown it, which is
after it was stored.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import secrets
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.request import Request, urlopen

import websockets

TABLES_PER_GUEST = 50


@dataclass
class Load:
    """What to do to a server."""

    urls: list[str]  # of one process or several
    tables: int
    rate: float  # actions per second, all tables together
    seconds: float
    edition: str = "usa"
    routed: bool = False  # do both connections of a table go to the same process?
    settle: float = 1.0  # seconds until it begins: one that only opened a table forgets it


@dataclass
class Seen:
    """What was measured."""

    times: list[float] = field(default_factory=list)  # seconds from command to shown
    refused: int = 0
    skipped: int = 0  # ticks at which a table had not been shown its last action yet


def ask(url: str, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    """Post something; the answer and the cookie."""
    headers = {"content-type": "application/json", "cookie": cookie}
    request = Request(url + path, json.dumps(body).encode(), headers)
    with urlopen(request, timeout=60) as answer:
        given = answer.headers.get("set-cookie", "").partition(";")[0]
        return json.loads(answer.read()), given or cookie


def open_tables(load: Load) -> list[tuple[str, str]]:
    """Open and start all tables; each with the cookie of the guest who holds both its chairs."""
    opened = []
    for n in range(load.tables):
        if n % TABLES_PER_GUEST == 0:
            _, cookie = ask(load.urls[0], "/api/guests", {"name": f"Guest {n}"})
        chairs = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bob"}]
        options = {"order": "given", "start": "full", "watch": "nobody"}
        nonce = secrets.token_hex(32)
        body = {"edition": load.edition, "chairs": chairs, "options": options, "nonce": nonce}
        answer, _ = ask(load.urls[0], "/api/tables", body, cookie)
        opened.append((answer["table"]["id"], cookie))
    return opened


class TableOfTwo:
    """One table with its two connections."""

    def __init__(self, load: Load, number: int, table: str, cookie: str, seen: Seen) -> None:
        self._load = load
        self._number = number
        self._table = table
        self._cookie = cookie
        self._seen = seen
        self._sockets: list[Any] = []
        self._at = [-1, -1]
        self._legal: dict[int, list[str]] = {}
        self._sent: tuple[int, float] | None = None  # number of the action, and when
        self._commands = 0

    async def connect(self) -> None:
        """Open both connections; if nothing routes them, to different processes."""
        for chair in (0, 1):
            turn = self._number + (0 if self._load.routed else chair)
            url = self._load.urls[turn % len(self._load.urls)]
            address = url.replace("http", "ws") + f"/ws/tables/{self._table}?chair={chair}"
            headers = {"cookie": self._cookie}
            self._sockets.append(
                await websockets.connect(
                    address,
                    origin=websockets.Origin(url),
                    additional_headers=headers,
                    compression=None,
                    ping_interval=None,
                )
            )

    async def listen(self, chair: int) -> None:
        """Take note of what one connection is shown."""
        async for frame in self._sockets[chair]:
            if frame.startswith('{"t":"view"'):
                self._note(chair, frame)
            elif frame.startswith('{"t":"refused"'):
                self._seen.refused += 1
                self._sent = None

    def _note(self, chair: int, frame: str) -> None:
        self._at[chair] = int(frame[frame.index('"at":') + 5 : frame.index(",", 12)])
        if '"legal":null' in frame:
            self._legal.pop(chair, None)
        else:
            start = frame.rindex('"legal":') + 8
            self._legal[chair] = json.loads(frame[start : frame.index("]", start) + 1])
        if self._sent is not None and min(self._at) >= self._sent[0]:
            self._seen.times.append(time.perf_counter() - self._sent[1])
            self._sent = None

    async def act(self, rng: random.Random) -> None:
        """Let a waiting seat play something."""
        if self._sent is not None or not self._legal or self._at[0] != self._at[1]:
            self._seen.skipped += 1
            return
        chair = rng.choice(list(self._legal))
        action = rng.choice(self._legal.pop(chair))
        self._commands += 1
        command = {"t": "play", "cmd_id": str(self._commands), "at": self._at[chair]}
        self._sent = (self._at[chair] + 1, time.perf_counter())
        await self._sockets[chair].send(json.dumps({**command, "action": action}))

    async def close(self) -> None:
        """Go."""
        await asyncio.gather(*(socket.close() for socket in self._sockets), return_exceptions=True)


async def put_load(load: Load) -> Seen:
    """Play at all tables for a while, and measure."""
    seen = Seen()
    rng = random.Random(1)
    opened = await asyncio.to_thread(open_tables, load)
    tables = [TableOfTwo(load, n, *entry, seen) for n, entry in enumerate(opened)]
    for start in range(0, len(tables), 50):
        await asyncio.gather(*(table.connect() for table in tables[start : start + 50]))
    listening = [asyncio.create_task(table.listen(chair)) for table in tables for chair in (0, 1)]
    await asyncio.sleep(load.settle)
    gc.disable()  # going through thousands of connections to look for garbage would be measured
    print("begin", flush=True)
    began, n = time.perf_counter(), 0
    while (now := time.perf_counter()) - began < load.seconds:
        wanted = int((now - began) * load.rate)
        while n < wanted:
            await tables[n % len(tables)].act(rng)
            n += 1
        await asyncio.sleep(0.002)
    print("end", flush=True)
    await asyncio.sleep(1)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    for start in range(0, len(tables), 50):
        await asyncio.gather(*(table.close() for table in tables[start : start + 50]))
    return seen


def main() -> None:
    """Read the load as JSON from the standard input, write what was seen to the output."""
    import sys

    seen = asyncio.run(put_load(Load(**json.loads(sys.stdin.read()))))
    json.dump({"times": seen.times, "refused": seen.refused, "skipped": seen.skipped}, sys.stdout)


if __name__ == "__main__":
    main()
