"""A client that sends anything: it is refused, nothing changes, and the server goes on."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caboose.engine.errors import IllegalAction
from caboose.engine.game import Game
from caboose.server.protocol.messages import SERVER_MESSAGE
from tests.support.server.forked_server import Forked, Nursery, forked
from tests.support.server.hostile_client import commands, every_action, questions, spoiled
from tests.support.server.people import PATIENCE, Looking, Person
from tests.support.server.stored_games import Stored

BURST = 100
GAME = Game("london", 2)
EVERYTHING = every_action(GAME)
# A client of ours that is starved for long answers no keepalive, and is cut off and comes back.
EVENTS = {"started", "stopped", "tidied", "bus_lost", "connections_cut"}
GROWTH = 80  # megabytes; a leak of a kilobyte a frame would be far more


class Hostile:
    """A connection that is made again whenever the server ends it."""

    def __init__(self, looking: Looking, rng: random.Random, protected: set[str]) -> None:
        self.looking = looking
        self.rng = rng
        self.sent = 0
        self.refusals: set[str] = set()
        self._protected = protected  # words that no answer may hold

    async def flood(self, frames: Iterator[str | bytes], count: int) -> None:
        """Send so many, reading what comes back."""
        left = count
        while left > 0:
            burst = list(itertools.islice(frames, min(BURST, left)))
            left -= len(burst)
            self.sent += len(burst)
            try:
                await self._send(burst)
            except websockets.ConnectionClosed:
                await self.looking.connect()

    async def _send(self, burst: list[str | bytes]) -> None:
        socket = self.looking._socket
        for frame in burst:
            match self.rng.randrange(2000):
                case 0:
                    socket.transport.abort()  # dropped in the middle
                case 1:
                    await socket.send(b"\xff\xfe\xc0", text=True)  # no UTF-8
                case 2:
                    await socket.send("x" * 20_000)  # too large
                case _:
                    await socket.send(frame)
        last = f"last.{self.sent}"  # its answer says that all before it is dealt with
        await socket.send(json.dumps({"t": "ask_tickets", "id": last}))
        while True:
            answer = self._look_at(await asyncio.wait_for(socket.recv(), PATIENCE))
            if last in (answer.get("id"), answer.get("cmd_id")):
                return

    def _look_at(self, answer: str) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(answer)
        assert message["t"] != "ack", "it was not refused"
        if message["t"] == "refused":
            SERVER_MESSAGE.validate_json(answer)
            assert len(message["sentence"]) < 600
            assert not any(word in answer for word in self._protected)
            assert "Traceback" not in answer
            self.refusals.add(message["code"])
        return message


@pytest.fixture
def server(
    nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> Iterator[Forked]:
    """A server that lets itself be flooded."""
    address = new_database("sqlite", tmp_path)
    with forked(nursery, tmp_path, address, messages_per_second=1_000_000) as process:
        yield process


def megabytes(server: Forked) -> float:
    status = Path(f"/proc/{server.pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def seen_by_all(person: Person, table: str) -> Any:
    view = person.ask("GET", f"/api/tables/{table}/view?chair=-1")
    return view["at"], view["public"], view["steps"]


def frames_of(
    rng: random.Random, actions: list[str], at: int, *, is_spoiled: bool
) -> Iterator[str | bytes]:
    for command in commands(rng, actions, at):
        message = command if rng.random() < 0.7 else questions(rng)
        yield spoiled(rng, message) if is_spoiled and rng.random() < 0.5 else json.dumps(message)


async def rage(server: Forked, frames: int, seed: int) -> int:
    """Hostile players and spectators at a table, through a whole game; how much was sent."""
    rng = random.Random(seed)
    anna, bert, cora = (Person(server, name) for name in ("Anna", "Bert", "Cora"))
    opened = anna.open_table("london", [{"kind": "me"}, {"kind": "open"}], order="given")
    bert.accept(opened["invitations"]["1"])
    table = opened["table"]["id"]
    anna.ask("POST", f"/api/tables/{table}/start")
    with Stored(server.database) as stored:
        protected = {stored.table(table).secret}
        sockets = [anna.look(table, 0), bert.look(table, 1), cora.look(table)]
        async with contextlib.AsyncExitStack() as stack:
            for socket in sockets:
                await stack.enter_async_context(socket)
            hostile = [Hostile(socket, rng, protected) for socket in sockets]
            rounds = 12
            for number in range(rounds):
                await one_round(hostile, (anna, table), stored, frames // rounds, rng)
                await play_some(anna, bert, table, rng, to_the_end=number == rounds - 2)
            assert {"bad_message", "stale", "spectator", "not_your_turn", "wrong_phase"} <= set(
                itertools.chain(*(each.refusals for each in hostile))
            )
            return sum(each.sent for each in hostile)


async def one_round(
    hostile: list[Hostile], place: tuple[Person, str], stored: Stored, frames: int, rng: Any
) -> None:
    """At one position: whatever is sent, nobody sees anything else than before."""
    person, table = place
    before = seen_by_all(person, table), len(stored.actions(table))
    at = before[0][0]
    async with asyncio.TaskGroup() as tasks:
        for chair, each in enumerate(hostile):
            legal = [] if chair == 2 else legal_of(each.looking.person, table, chair)
            illegal = [word for word in EVERYTHING if not is_legal(word, legal)]
            # Broken at random, what a seat sends on its own turn could become legal.
            sent = frames_of(rng, illegal, at, is_spoiled=not legal)
            tasks.create_task(each.flood(sent, frames // 3 + 1))
    await until_no_more_than(len(hostile), person)
    assert (seen_by_all(person, table), len(stored.actions(table))) == before


async def until_no_more_than(most: int, person: Person) -> None:
    """What came over connections that were dropped is dealt with, too, before anybody plays on."""
    async with asyncio.timeout(PATIENCE):
        while connections(person) > most:
            await asyncio.sleep(0.01)


def connections(person: Person) -> float:
    (line,) = re.findall(r"^caboose_connections (.*)$", person.ask("GET", "/metrics"), re.MULTILINE)
    return float(line)


def is_legal(action: str, legal: list[str]) -> bool:
    """Could this be played, or begin with something that could?"""
    try:
        first = GAME.notation.parse(action)[0]
    except IllegalAction:
        return False
    return first.number in {GAME.notation.parse(word)[0].number for word in legal}


def legal_of(person: Person, table: str, chair: int) -> list[str]:
    view = person.ask("GET", f"/api/tables/{table}/view?chair={chair}")
    return view["legal"] or []


async def play_some(
    anna: Person, bert: Person, table: str, rng: random.Random, *, to_the_end: bool
) -> None:
    """Go on to another position, sending every command twice: it is played once."""
    for _ in range(1000 if to_the_end else 5):
        for chair, person in enumerate((anna, bert)):
            view = person.ask("GET", f"/api/tables/{table}/view?chair={chair}")
            if not view["legal"]:
                continue
            action = rng.choice(view["legal"])
            command = {"cmd_id": f"r{view['at']}", "at": view["at"], "action": action}
            path = f"/api/tables/{table}/actions?chair={chair}"
            first, second = person.ask("POST", path, command), person.ask("POST", path, command)
            assert first["n"] == second["n"]
        if view["public"]["phase"] == "over":
            return


def survive(server: Forked, frames: int) -> None:
    asyncio.run(rage(server, 2000, seed=1))  # what is kept for ever is kept by now
    before = megabytes(server)
    sent = asyncio.run(rage(server, frames, seed=2))
    assert sent >= frames
    grown = megabytes(server) - before
    print(f"{sent} frames, {before:.0f} MB before, {grown:+.0f} MB after")
    assert grown < GROWTH
    for line in server.lines[1:]:
        assert json.loads(line)["event"] in EVENTS, line
    assert Person(server, "Dora").ask("GET", "/health")["status"] == "ok"


def test_twenty_thousand_hostile_frames_change_nothing(server: Forked) -> None:
    survive(server, 20_000)


@pytest.mark.soak
def test_a_million_hostile_frames_change_nothing(server: Forked) -> None:
    survive(server, 1_000_000)


def test_who_sends_too_fast_is_told_and_then_let_go(
    nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    async def flood(looking: Looking) -> list[dict[str, Any]]:
        async with looking:
            for _ in range(200):
                await looking.send({"t": "ping"})
            answers = []
            try:
                while True:
                    answers.append(await looking.receive())
            except websockets.ConnectionClosed:
                pass
            assert looking._socket.close_code == 4408
            return answers

    with forked(nursery, tmp_path, new_database("sqlite", tmp_path)) as server:
        anna = Person(server, "Anna")
        opened = anna.open_table("london", [{"kind": "me"}, {"kind": "bot", "bot": "express"}])
        answers = asyncio.run(flood(anna.look(opened["table"]["id"])))
        assert sum(answer["t"] == "pong" for answer in answers) >= 80
        assert any(answer.get("code") == "too_fast" for answer in answers)
        assert answers[-1]["t"] == "bye"
        assert Person(server, "Bert").ask("GET", "/health")["status"] == "ok"


# ---- everything that the schema allows -----------------------------------------------------------

TEXT = st.text(max_size=130)
IDS = st.one_of(st.from_regex(r"[A-Za-z0-9_.:-]{1,64}", fullmatch=True), TEXT)
NUMBERS = st.integers(-2, 2_000_000)
MESSAGES = st.one_of(
    st.fixed_dictionaries({"t": st.just("play"), "cmd_id": IDS, "at": NUMBERS, "action": TEXT}),
    st.fixed_dictionaries({"t": st.just("ask_route"), "id": IDS, "route": TEXT}),
    st.fixed_dictionaries({"t": st.sampled_from(("ask_tickets", "ask_hint")), "id": IDS}),
    st.fixed_dictionaries(
        {"t": st.just("say"), "text": TEXT, "room": st.just("spectators") | TEXT}
    ),
    st.fixed_dictionaries({"t": st.just("mute"), "guest": TEXT, "muted": st.booleans()}),
    st.dictionaries(st.text(max_size=12), st.none() | NUMBERS | TEXT, max_size=5),
)


def test_any_message_is_answered_in_the_words_of_the_protocol(server: Forked) -> None:
    """Sent by a seat that has chosen its tickets and waits for the other."""
    anna, bert = Person(server, "Anna"), Person(server, "Bert")
    chairs = [{"kind": "me"}, {"kind": "open"}]
    opened = anna.open_table("london", chairs, order="given", start="full")
    bert.accept(opened["invitations"]["1"])
    table = opened["table"]["id"]
    loop = asyncio.new_event_loop()
    looking = bert.look(table)
    loop.run_until_complete(looking.connect())
    loop.run_until_complete(looking.until_at(0))
    loop.run_until_complete(looking.play("keep 1"))
    before = seen_by_all(anna, table)

    async def exchange(message: Any) -> None:
        await looking.send(message)
        await looking.send({"t": "ping"})
        while (answer := await looking.receive())["t"] != "pong":
            SERVER_MESSAGE.validate_json(looking.frames[-1])
            assert answer["t"] != "ack"

    @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
    @given(MESSAGES)
    def send(message: Any) -> None:
        loop.run_until_complete(exchange(message))

    try:
        send()
        assert seen_by_all(anna, table) == before
    finally:
        loop.run_until_complete(looking.__aexit__())
        loop.close()
    assert not [line for line in server.lines if "Traceback" in line]
