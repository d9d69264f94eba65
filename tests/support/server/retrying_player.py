"""People who play on whatever happens to the server: they come back, and ask again.

A hardy player keeps the command that was not answered and sends it again under its name, to
whichever server answers, until it knows what became of it. It remembers every answer.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Sequence
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx
import websockets

from tests.support.server.people import PATIENCE, nonce
from tests.support.server.server_process import Running

TROUBLE = (httpx.TransportError, OSError, TimeoutError, websockets.WebSocketException)
PAUSE = 0.05  # seconds before it is tried again


def new_client() -> httpx.AsyncClient:
    """Connections for many people, whose cookies are not mixed up."""
    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=50)
    return httpx.AsyncClient(cookies=no_cookies, timeout=PATIENCE, limits=limits, trust_env=False)


class Hardy:
    """Somebody with a cookie, who asks until there is an answer."""

    def __init__(self, client: httpx.AsyncClient, servers: Sequence[Running]) -> None:
        self.client = client
        self.servers = servers  # tried in turn
        self.cookie = ""
        self.guest = ""

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """The answer of the first server that gives one."""
        for server in itertools.cycle(self.servers):
            try:
                answer = await self.client.request(
                    method, server.url + path, json=body, headers={"cookie": self.cookie}
                )
            except TROUBLE:
                await asyncio.sleep(PAUSE)
                continue
            if answer.status_code != 503:
                return answer
            await asyncio.sleep(PAUSE)
        raise AssertionError


async def new_person(client: httpx.AsyncClient, servers: Sequence[Running], name: str) -> Hardy:
    person = Hardy(client, servers)
    answer = await person.ask("POST", "/api/guests", {"name": name})
    assert answer.status_code == 201, answer.text
    person.cookie = answer.headers["set-cookie"].partition(";")[0]
    person.guest = answer.json()["guest"]
    return person


class Player:
    """A person in a chair, until the game is over."""

    def __init__(self, person: Hardy, table: str, chair: int, rng: random.Random) -> None:
        self.person = person
        self.table = table
        self.chair = chair
        self.rng = rng
        self.pause = 0.0  # seconds of thinking, at most
        self.acks: dict[str, int] = {}  # command: the number of its action
        self.sent: dict[str, str] = {}  # command: its action
        self.refused: set[str] = set()
        self.is_over = False
        self.steps: list[Any] = []
        self._pending: dict[str, Any] | None = None
        self._at = 0
        self._legal: list[str] | None = None
        self._names = (f"{chair}.{n}" for n in itertools.count())

    # ---- what is known, and what to do next ------------------------------------------------------

    def note(self, message: dict[str, Any]) -> None:
        """Take note of a message."""
        if message["t"] == "ack":
            name = message["cmd_id"]
            assert self.acks.setdefault(name, message["n"]) == message["n"], "another answer"
            assert name not in self.refused
            if message["n"] > self._at:
                self._at, self._legal = message["n"], None
            if self._pending is not None and self._pending["cmd_id"] == name:
                self._pending = None
        elif message["t"] == "refused":
            self._note_refusal(message)
        elif message["t"] == "view":
            self._note_view(message)

    def _note_refusal(self, message: dict[str, Any]) -> None:
        if message["code"] == "not_stored":
            return
        assert message["code"] in ("stale", "not_your_turn", "already_chosen", "game_over"), message
        assert message["cmd_id"] not in self.acks, "acknowledged, then refused"
        self.refused.add(message["cmd_id"])
        self._pending = None
        if message["view"] is not None:
            self._note_view(message["view"])

    def _note_view(self, view: dict[str, Any]) -> None:
        assert view["since"] <= len(self.steps), "steps are missing"
        self.steps[view["since"] :] = view["steps"]
        self.is_over = view["public"]["phase"] == "over"
        if view["at"] >= self._at:
            self._at = view["at"]
            self._legal = view["legal"]

    @property
    def is_done(self) -> bool:
        """Is the game over, and every command answered?"""
        return self.is_over and self._pending is None

    def next_command(self) -> dict[str, Any] | None:
        """What to send now: what was not answered, or something new."""
        if self._pending is None and self._legal and not self.is_over:
            action = self.rng.choice(self._legal)
            self._pending = {"cmd_id": next(self._names), "at": self._at, "action": action}
            self.sent[self._pending["cmd_id"]] = action
            self._legal = None
        return self._pending

    # ---- over a socket ---------------------------------------------------------------------------

    async def play_over_socket(self) -> None:
        """Play to the end, coming back as often as needed."""
        for server in itertools.cycle(self.person.servers):
            try:
                async with await self._connect(server) as socket:
                    await self._converse(socket)
            except TROUBLE:
                await asyncio.sleep(PAUSE)
            if self.is_done:
                return

    async def _connect(self, server: Running) -> Any:
        seen = len(self.steps)
        url = f"{server.socket_url}/ws/tables/{self.table}?chair={self.chair}&seen={seen}"
        return await websockets.connect(
            url,
            origin=websockets.Origin(server.url),
            additional_headers={"cookie": self.person.cookie},
            max_size=2**22,
            open_timeout=PATIENCE,
        )

    async def _converse(self, socket: Any) -> None:
        told: str | None = None
        while not self.is_done:
            command = self.next_command()
            if command is not None and command["cmd_id"] != told:
                await asyncio.sleep(self.rng.uniform(0, self.pause))
                await socket.send(json.dumps({"t": "play", **command}))
                told = command["cmd_id"]
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            self.note(message)
            if message["t"] == "refused" and message["code"] == "not_stored":
                told = None
                await asyncio.sleep(PAUSE)

    # ---- over HTTP -------------------------------------------------------------------------------

    async def play_over_http(self) -> None:
        """Play to the end by asking again and again."""
        path, chair = f"/api/tables/{self.table}", f"chair={self.chair}"
        while not self.is_done:
            command = self.next_command()
            if command is None:
                answer = await self.person.ask("GET", f"{path}/view?{chair}&seen={len(self.steps)}")
                self.note(answer.json())
                await asyncio.sleep(self.rng.uniform(0, max(self.pause, 0.02)))
                continue
            answer = await self.person.ask("POST", f"{path}/actions?{chair}", command)
            told = answer.json()
            self.note({"t": "ack", **told} if answer.status_code == 201 else told)


async def player_at(person: Hardy, table: str, rng: random.Random) -> Player:
    """A person at the table at which they sit."""
    answer = await person.ask("GET", f"/api/tables/{table}")
    return Player(person, table, answer.json()["you"]["chair"], random.Random(rng.random()))


async def sit_down(
    people: list[Hardy], edition: str, bots: list[str], rng: random.Random, **options: Any
) -> list[Player]:
    """People open a table and sit down at it, with bots beside them; the game has begun."""
    chairs: list[dict[str, Any]] = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    chairs += [{"kind": "bot", "bot": bot} for bot in bots]
    body: dict[str, Any] = {"edition": edition, "chairs": chairs, "nonce": nonce()}
    body["options"] = {"start": "full", **options}
    answer = await people[0].ask("POST", "/api/tables", body)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    players = [Player(people[0], opened["table"]["id"], 0, random.Random(rng.random()))]
    for person, link in zip(people[1:], opened["invitations"].values(), strict=True):
        token = link.removeprefix("/join/")
        taken = await person.ask("POST", f"/api/invitations/{token}", {"nonce": nonce()})
        if taken.status_code not in (201, 409, 410):  # an answer may have been lost on its way
            raise AssertionError(taken.text)
        chair = len(players)
        players.append(Player(person, opened["table"]["id"], chair, random.Random(rng.random())))
    return players
