"""One path per turn: repeated, stale and illegal commands; nothing is shown before it is stored."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caboose.server.metrics import COMMITS, STORED
from caboose.server.storage.append import Append, append_all
from caboose.server.storage.store import NotStored
from tests.support.server.bare_host import until
from tests.support.server.people import ME, OPEN, PATIENCE, Person
from tests.support.server.server_thread import Inside, serving


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving(tmp_path_factory.mktemp("turns")) as server:
        yield server


class Pair:
    """Ann and Ben at a table; first tickets are chosen, and it is Ann's turn."""

    def __init__(self, inside: Inside, edition: str = "usa") -> None:
        self.ann, self.ben = Person(inside, "Ann"), Person(inside, "Ben")
        opened = self.ann.open_table(edition, [ME, OPEN], order="given")
        self.ben.accept(opened["invitations"]["1"])
        self.table: str = opened["table"]["id"]
        self.here = f"/api/tables/{self.table}"
        self.ann.ask("POST", f"{self.here}/start")
        for n, person in enumerate((self.ann, self.ben)):
            self.act(person, f"first{n}", "keep 1 2", 0)

    def act(
        self, person: Person, cmd_id: str, action: str, at: int, status: int | None = None
    ) -> Any:
        command = {"cmd_id": cmd_id, "at": at, "action": action}
        return person.ask("POST", f"{self.here}/actions", command, status)

    def public(self) -> Any:
        return Person(self.ann.server, "Spectator").ask("GET", f"{self.here}/view")["public"]


@pytest.fixture
def pair(inside: Inside) -> Pair:
    return Pair(inside)


# ---- repeated ------------------------------------------------------------------------------------


def test_a_repeated_command_gets_its_first_answer_by_whatever_way(pair: Pair) -> None:
    async def play() -> None:
        async with pair.ann.look(pair.table) as looking:
            await looking.until("view")
            command = {"t": "play", "cmd_id": "one", "at": 2, "action": "draw deck"}
            first = await looking.give(command)
            assert first == {"t": "ack", "cmd_id": "one", "n": 3}
            assert await looking.give(command) == first
            other = {**command, "action": "tickets", "at": 99}  # the command is known by its id
            assert await looking.give(other) == first

    asyncio.run(play())
    assert pair.act(pair.ann, "one", "draw deck", 2)["n"] == 3
    assert pair.public()["actions"] == 3
    pair.act(pair.ann, "two", "draw deck", 3)
    assert pair.act(pair.ben, "one", "draw deck", 4)["n"] == 5  # another seat's id is another


def test_a_repeated_command_gets_its_first_answer_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        pair = Pair(server)
        first = pair.act(pair.ann, "one", "draw deck", 2)
        server.stop()
        server.start()
        pair.ann.http.base_url = server.url
        again = pair.act(pair.ann, "one", "draw deck", 2)
        assert (again["cmd_id"], again["n"]) == (first["cmd_id"], first["n"])

        async def over_the_socket() -> Any:
            async with pair.ann.look(pair.table) as looking:
                await looking.until("view")
                command = {"t": "play", "cmd_id": "one", "at": 2, "action": "draw deck"}
                return await looking.give(command)

        assert asyncio.run(over_the_socket())["n"] == 3
        assert pair.act(pair.ann, "two", "draw deck", 3)["n"] == 4


def test_a_repeated_line_of_claim_and_payment_gets_its_first_answer(pair: Pair) -> None:
    line, at = hoard_until_a_claim(pair)
    first = pair.act(pair.ann, "claim", line, at)
    assert first["n"] == at + 1
    again = pair.act(pair.ann, "claim", line, at)
    assert again["n"] == at + 1
    assert pair.public()["actions"] == at + 2


def hoard_until_a_claim(pair: Pair) -> tuple[str, int]:
    """Both draw until Ann can claim a route; that line, and how many actions there are."""
    at, n = 2, 0
    while True:
        view = pair.ann.ask("GET", f"{pair.here}/view")
        mine = view["public"]["seat"] == 0
        claims = [text for text in view["legal"] or [] if text.startswith("claim")]
        if mine and claims and view["public"]["phase"] == "turn":
            route = claims[-1].removeprefix("claim ")
            answer = pair.ann.ask("GET", f"{pair.here}/route?route={route}")
            return f"{claims[-1]} {answer['payments'][0].removeprefix('pay ')}", at
        n += 1
        pair.act(pair.ann if mine else pair.ben, f"h{n}", "draw deck", at)
        at += 1


# ---- stale and illegal ---------------------------------------------------------------------------


def test_a_stale_command_brings_the_view_and_the_missed_steps(pair: Pair) -> None:
    pair.act(pair.ann, "one", "draw deck", 2)
    pair.act(pair.ann, "two", "draw deck", 3)
    for at in (2, 3):
        refused = pair.act(pair.ben, f"late{at}", "draw deck", at, status=409)
        assert refused["code"] == "stale"
        assert refused["values"] == {"at": at, "now": 4}
        assert refused["view"]["at"] == 4
        assert refused["view"]["since"] == at + 1
        assert len(refused["view"]["steps"]) == 4 - at
        assert refused["view"]["own"] is not None
        assert "after" in refused["sentence"]
    early = pair.act(pair.ben, "early", "draw deck", 9, status=409)
    assert early["code"] == "stale"
    assert pair.public()["actions"] == 4
    assert pair.act(pair.ben, "late2", "draw deck", 4)["n"] == 5  # a refused id is not used up


ILLEGAL = ["draw octarine", "claim nowhere", "fly", "keep 1", "pay red 2", "draw deck\ndraw deck"]


@pytest.mark.parametrize("action", ILLEGAL)
def test_an_illegal_command_gets_a_code_its_values_and_a_sentence(
    inside: Inside, action: str
) -> None:
    pair = Pair(inside)
    before = pair.public()

    async def over_the_socket() -> Any:
        async with pair.ann.look(pair.table) as looking:
            await looking.until("view")
            return await looking.play(action)

    refused = pair.act(pair.ann, "bad", action, 2, status=422)
    same = asyncio.run(over_the_socket())
    for said in (refused, same):
        assert said["t"] == "refused"
        assert said["code"]
        assert isinstance(said["values"], dict)
        assert said["sentence"][0].isupper() or not said["sentence"][0].isalpha()
        assert said["sentence"].endswith((".", "?", "!"))
        assert said["view"] is None
    assert (refused["code"], refused["sentence"]) == (same["code"], same["sentence"])
    assert pair.public() == before


def test_only_the_seat_that_decides_may_act(pair: Pair) -> None:
    refused = pair.act(pair.ben, "mine", "draw deck", 2, status=422)
    assert refused["code"] == "not_your_turn"
    spectator = Person(pair.ann.server, "Spectator")
    pair.act(spectator, "me", "draw deck", 2, status=403)

    async def over_the_socket() -> Any:
        async with spectator.look(pair.table) as looking:
            await looking.until("view")
            return await looking.play("draw deck")

    assert asyncio.run(over_the_socket())["code"] == "spectator"


def test_a_line_of_claim_and_payment_is_refused_whole(pair: Pair) -> None:
    line, at = hoard_until_a_claim(pair)
    route = line.split()[1]
    for wrong in (f"claim {route} locomotive 9", f"claim {route} locomotive 6", f"claim {route} x"):
        pair.act(pair.ann, f"bad {len(wrong)}".replace(" ", "_"), wrong, at, status=422)
        public = pair.public()
        assert (public["actions"], public["phase"]) == (at, "turn")
    view = pair.act(pair.ann, "good", line, at)["view"]
    assert view["public"]["routes"] == {route: 0}


# ---- nothing is shown before it is stored --------------------------------------------------------


class Gate:
    """A database that waits, or refuses, when actions are to be stored."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open = threading.Event()
        self.waiting = threading.Event()
        self.fails = False
        monkeypatch.setattr("caboose.server.storage.store.append_all", self._wait)

    def _wait(self, connection: Any, entries: list[Append]) -> None:
        self.waiting.set()
        assert self.open.wait(30)
        if self.fails:
            raise NotStored("the disk is full.")
        append_all(connection, entries)


def test_nobody_sees_an_action_before_it_is_stored(
    pair: Pair, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with pair.ann.look(pair.table) as one, pair.ben.look(pair.table) as other:
            await one.until("view")
            await other.until("view")
            gate = Gate(monkeypatch)
            await one.send(one.command("draw deck"))
            await asyncio.to_thread(gate.waiting.wait, 30)
            await other.send({"t": "ping"})
            await other.until("pong")
            assert other.view is not None
            assert other.view["at"] == 2
            assert inside.table(pair.table).at == 2
            assert [each["t"] for each in map(json.loads, one.frames)].count("ack") == 0
            gate.open.set()
            await one.until("ack")
            assert (await other.until_at(3))["at"] == 3

    asyncio.run(play())


def test_what_could_not_be_stored_did_not_happen_and_can_be_sent_again(
    pair: Pair, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with pair.ann.look(pair.table) as one, pair.ben.look(pair.table) as other:
            await one.until("view")
            await other.until("view")
            with monkeypatch.context() as patch:
                gate = Gate(patch)
                gate.fails = True
                gate.open.set()
                command = one.command("draw deck")
                refused = await one.give(command)
                assert refused["code"] == "not_stored"
                await other.send({"t": "ping"})
                await other.until("pong")
                assert other.view is not None
                assert other.view["at"] == 2
            assert (await one.give(command))["n"] == 3
            await other.until_at(3)

    asyncio.run(play())
    with monkeypatch.context() as patch:
        gate = Gate(patch)
        gate.fails = True
        gate.open.set()
        assert pair.act(pair.ann, "http", "draw deck", 3, status=503)["code"] == "not_stored"
    assert pair.act(pair.ann, "http", "draw deck", 3)["n"] == 4


def test_waiting_actions_of_many_tables_share_a_commit(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [Pair(inside, "london") for _ in range(4)]

    async def all_act() -> None:
        gate = Gate(monkeypatch)
        first, *others = [
            asyncio.to_thread(each.act, each.ann, "one", "draw deck", 2) for each in pairs
        ]
        acting = [asyncio.create_task(first)]
        assert await asyncio.to_thread(gate.waiting.wait, PATIENCE)
        acting += [asyncio.create_task(each) for each in others]
        await until(lambda: inside.call(lambda: len(inside.host.store._waiting)) == len(others))
        gate.open.set()
        await asyncio.gather(*acting)

    commits, stored = counted(COMMITS), counted(STORED)
    asyncio.run(all_act())
    assert counted(STORED) - stored == len(pairs)
    assert counted(COMMITS) - commits == 2  # the one that waited first, then all others together
    assert all(each.public()["actions"] == 3 for each in pairs)


def counted(counter: Any) -> int:
    return int(counter._value.get())


# ---- slow connections ----------------------------------------------------------------------------


def test_a_slow_connection_gets_the_newest_view_and_all_steps(tmp_path: Path) -> None:
    """It reads nothing while a game is played; what waits for it does not grow with the game."""
    with serving(tmp_path, send_buffer=16_384) as server:
        pair = Pair(server, "usa")
        slow = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        slow.settimeout(30)
        slow.connect(("127.0.0.1", server.port))
        head = f"GET {pair.here}/stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        slow.sendall(head.encode())
        first = slow.recv(100)
        at = 2
        rng = random.Random(3)
        while True:
            view = pair.ann.ask("GET", f"{pair.here}/view?seen={at + 1}")
            if view["public"]["phase"] == "over":
                break
            person = (pair.ann, pair.ben)[view["public"]["seat"]]
            legal = view["legal"] or pair.ben.ask("GET", f"{pair.here}/view?seen=999")["legal"]
            pair.act(person, f"c{at}", rng.choice(legal), at)
            at += 1
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        views = read_views(slow, first)
        steps: list[Any] = []
        for view in views:
            assert view["since"] <= len(steps)
            steps[view["since"] :] = view["steps"]
        assert len(steps) == at + 1
        assert views[-1]["public"]["phase"] == "over"
        assert len(views) < at / 2
        slow.close()


def read_views(connection: socket.socket, first: bytes) -> list[Any]:
    """The views of a stream until its end."""
    data = first
    while piece := connection.recv(65_536):
        data += piece
    body = data.partition(b"\r\n\r\n")[2]
    chunks, plain = body, b""
    while chunks:
        size, _, rest = chunks.partition(b"\r\n")
        length = int(size, 16)
        plain += rest[:length]
        chunks = rest[length + 2 :] if length else b""
    lines = [json.loads(line) for line in plain.splitlines() if line]
    assert lines[-1]["t"] == "bye"
    return [line for line in lines if line["t"] == "view"]


def test_who_reads_nothing_of_many_answers_is_let_go(pair: Pair) -> None:
    """Answers that are asked for and never read do not pile up."""
    from caboose.server.live.viewer import MOST_UNREAD, Viewer

    table = pair.ann.server
    assert isinstance(table, Inside)

    async def unread() -> Viewer:
        viewer = Viewer(await table.host.tables.find(pair.table), None, "", None, 0, lambda: 0)
        for _ in range(MOST_UNREAD // 1024 + 1):
            viewer.answer(b" " * 1024)
        return viewer

    viewer = table.run(unread())
    assert viewer._bye is not None
    assert viewer._bye.code == "too_slow"
    assert sum(map(len, viewer._answers)) == viewer.unread == MOST_UNREAD


def test_who_sends_a_command_again_and_again_and_reads_nothing_is_let_go(pair: Pair) -> None:
    """Acknowledgements are bounded like all answers: a stored command gets one every time."""
    from caboose.server.live.viewer import MOST_UNREAD, Viewer
    from caboose.server.protocol.messages import Ack

    server = pair.ann.server
    assert isinstance(server, Inside)

    async def unread() -> Viewer:
        viewer = Viewer(await server.host.tables.find(pair.table), None, "", None, 0, lambda: 0)
        viewer.answer(b" " * (MOST_UNREAD - 1000))
        for _ in range(100):
            viewer.acknowledge(Ack(cmd_id="a", n=1))
        return viewer

    viewer = server.run(unread())
    assert viewer._bye is not None
    assert viewer._bye.code == "too_slow"
    assert len(viewer._acks) < 100
    assert viewer.unread <= MOST_UNREAD
