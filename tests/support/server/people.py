"""People at a table, for tests: they give a name, sit down, and play over a real socket."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import secrets
import weakref
from typing import Any

import httpx
import websockets

from tests.support.server.server_process import Running
from tests.support.server.server_thread import Inside

PATIENCE = 30.0  # seconds to wait for an answer before a test fails
ME, OPEN = {"kind": "me"}, {"kind": "open"}  # chairs


def bot(name: str = "passenger") -> dict[str, str]:
    """A chair with a bot."""
    return {"kind": "bot", "bot": name}


class Person:
    """One browser: a cookie, and what it does."""

    def __init__(self, server: Running | Inside, name: str) -> None:
        self.server = server
        self.name = name
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE)
        weakref.finalize(self, self.http.close)
        self.me = self.ask("POST", "/api/guests", {"name": name})

    def ask(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        """Ask, and see that the status is as expected (any success if nothing is said)."""
        answer = self.http.request(method, path, json=body)
        if status is None:
            assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        else:
            assert answer.status_code == status, f"{answer.status_code} {answer.text}"
        if not answer.content or "json" not in answer.headers.get("content-type", ""):
            return answer.text
        return answer.json()

    def open_table(
        self, edition: str, chairs: list[dict[str, Any]], name: str = "", **options: Any
    ) -> Any:
        body = {"edition": edition, "chairs": chairs, "options": options, "nonce": nonce()}
        body["name"] = name
        return self.ask("POST", "/api/tables", body)

    def accept(self, invitation: str) -> Any:
        token = invitation.removeprefix("/join/")
        return self.ask("POST", f"/api/invitations/{token}", {"nonce": nonce()})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def look(self, table: str, chair: int | None = None) -> Looking:
        """A socket to a table."""
        return Looking(self, table, chair)


def nonce() -> str:
    return secrets.token_hex(32)


class Looking:
    """A socket that comes back when it is lost, as the client's does."""

    def __init__(self, person: Person, table: str, chair: int | None) -> None:
        self.person = person
        self.table = table
        self.chair = chair
        self.view: dict[str, Any] | None = None
        self.info: dict[str, Any] | None = None
        self.steps: list[Any] = []
        self.chat: list[Any] = []
        self.frames: list[str] = []
        self._numbers = itertools.count()
        self._socket: Any = None

    async def __aenter__(self) -> Looking:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            await self._socket.close()

    async def connect(self) -> None:
        chair = "" if self.chair is None else f"&chair={self.chair}"
        server = self.person.server
        url = f"{server.socket_url}/ws/tables/{self.table}?seen={len(self.steps)}{chair}"
        headers = {"cookie": self.person.cookie}
        self._socket = await websockets.connect(
            url, origin=websockets.Origin(server.url), additional_headers=headers, max_size=2**22
        )

    async def send(self, message: Any) -> None:
        await self._socket.send(message if isinstance(message, str) else json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        """The next message, which is also taken note of."""
        frame = await asyncio.wait_for(self._socket.recv(), PATIENCE)
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        if message["t"] == "view":
            self._note(message)
        elif message["t"] == "refused" and message["view"] is not None:
            self._note(message["view"])
        elif message["t"] == "table":
            self.info = message
        elif message["t"] == "chat":
            self.chat.append(message)
        return message

    def _note(self, view: dict[str, Any]) -> None:
        assert view["since"] <= len(self.steps), "steps are missing"
        self.view = view
        self.steps[view["since"] :] = view["steps"]
        assert len(self.steps) == view["at"] + 1

    async def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message = await self.receive()
            if message["t"] == kind:
                return message

    async def until_at(self, at: int) -> dict[str, Any]:
        """The view after at least so many actions."""
        while self.view is None or self.view["at"] < at:
            await self.receive()
        return self.view

    def command(self, action: str, at: int | None = None) -> dict[str, Any]:
        assert self.view is not None
        seen = self.view["at"] if at is None else at
        return {"t": "play", "cmd_id": f"c{next(self._numbers)}", "at": seen, "action": action}

    async def play(self, action: str) -> dict[str, Any]:
        """Play an action; the answer to it."""
        return await self.give(self.command(action))

    async def give(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command, once more if that was too fast; the answer to it."""
        await self.send(command)
        while True:
            message = await self.receive()
            if message["t"] in ("ack", "refused") and message["cmd_id"] == command["cmd_id"]:
                if message.get("code") != "too_fast":
                    return message
                await asyncio.sleep(1)
                await self.send(command)

    async def insist(self, action: str) -> dict[str, Any]:
        """Send one command, under one name, until the database answers; the answer to it."""
        command = self.command(action)
        async with asyncio.timeout(PATIENCE):
            while (answer := await self.give(command)).get("code") == "not_stored":
                await asyncio.sleep(0.05)
        return answer


async def play_to_the_end(sockets: list[Looking], rng: random.Random) -> dict[str, Any]:
    """Everybody plays anything that is legal until the game is over."""
    await asyncio.gather(*(_play_on(socket, random.Random(rng.random())) for socket in sockets))
    view = sockets[0].view
    assert view is not None
    return view


async def _play_on(socket: Looking, rng: random.Random) -> None:
    while True:
        view = socket.view
        if view is None:
            await socket.receive()
        elif view["public"]["phase"] == "over":
            return
        elif view["legal"]:
            answer = await socket.play(rng.choice(view["legal"]))
            assert answer["t"] == "ack" or answer["code"] == "stale", answer
            if answer["t"] == "ack":
                await socket.until_at(answer["n"])
        else:
            await socket.receive()


# ---- two at a table ------------------------------------------------------------------------------


def two_at_a_table(
    server: Running | Inside, edition: str = "london", **options: Any
) -> tuple[Person, Person, str]:
    """Two people who have sat down, and the table; it has not begun."""
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table(edition, [ME, OPEN], **options)
    ben.accept(opened["invitations"]["1"])
    return ann, ben, opened["table"]["id"]


def begun(
    server: Running | Inside, edition: str = "london", **options: Any
) -> tuple[Person, Person, str]:
    """Two people whose game has begun, seated as their chairs stand, and the table."""
    ann, ben, table = two_at_a_table(server, edition, order="given", **options)
    ann.ask("POST", f"/api/tables/{table}/start")
    return ann, ben, table


def play_out(ann: Person, ben: Person, table: str) -> Any:
    """Play a table of two to its end; how it stands then."""

    async def play() -> None:
        async with ann.look(table) as one, ben.look(table) as other:
            await play_to_the_end([one, other], random.Random(table))

    asyncio.run(play())
    return ann.ask("GET", f"/api/tables/{table}")
