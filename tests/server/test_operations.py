"""For whoever runs a server: health, metrics, stopping, what is deleted and what is kept."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import websockets

from caboose.engine.record import verify
from caboose.server.metrics import REGISTRY
from caboose.server.settings import Settings
from caboose.server.storage import rows
from caboose.server.tables.loaded import NoSuchTable
from caboose.server.tables.retention import DAY
from tests.support.server.people import ME, OPEN, Person, nonce, play_to_the_end
from tests.support.server.server_process import running
from tests.support.server.server_thread import Inside, serving


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving(tmp_path_factory.mktemp("operations"), metrics_token="open sesame") as server:
        yield server


def two_play(server: Any, **options: Any) -> tuple[Person, Person, str]:
    ann, ben = Person(server, "Annabel"), Person(server, "Ben")
    opened = ann.open_table("london", [ME, OPEN], order="given", start="full", **options)
    ben.accept(opened["invitations"]["1"])
    return ann, ben, opened["table"]["id"]


def to_the_end(ann: Person, ben: Person, table: str) -> None:
    async def play() -> None:
        async with ann.look(table) as one, ben.look(table) as other:
            await play_to_the_end([one, other], random.Random(1))

    asyncio.run(play())


# ---- health, metrics, answers at once ------------------------------------------------------------


def test_health_says_that_the_server_and_its_database_answer(inside: Inside) -> None:
    said = httpx.get(f"{inside.url}/health").json()
    assert said["status"] == "ok"
    assert said["database"] == "sqlite"
    assert said["connections"] == 0


def test_metrics_are_for_this_machine_or_for_who_has_the_token(inside: Inside) -> None:
    path = f"{inside.url}/metrics"
    assert "caboose_commits_total" in httpx.get(path).text
    far = {"x-forwarded-for": "203.0.113.9"}  # a proxy on this machine asks for somebody
    assert httpx.get(path, headers=far).status_code == 403
    token = {**far, "authorization": "Bearer open sesame"}
    assert httpx.get(path, headers=token).status_code == 200
    for wrong in ("Bearer open", "Bearer", ""):
        headers = [*far.items(), ("authorization", wrong)]
        assert httpx.get(path, headers=headers).status_code == 403


def test_without_a_token_in_the_settings_no_token_opens_the_metrics(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for shown in ("Bearer", "", "Bearer x"):
            headers = {"x-forwarded-for": "203.0.113.9", "authorization": shown}
            assert httpx.get(f"{server.url}/metrics", headers=headers).status_code == 403


def test_behind_a_proxy_the_metrics_always_want_the_token(tmp_path: Path) -> None:
    """Some proxies do not say for whom they ask."""
    with serving(tmp_path, metrics_token="open sesame", behind_proxy=True) as server:
        path = f"{server.url}/metrics"
        assert httpx.get(path).status_code == 403
        token = {"authorization": "Bearer open sesame"}
        assert httpx.get(path, headers=token).status_code == 200


def test_behind_a_proxy_each_address_has_its_own_limit(tmp_path: Path) -> None:
    with serving(tmp_path, guests_per_minute=1, behind_proxy=True) as server:

        def welcome(address: str) -> int:
            headers = {"x-forwarded-for": address}
            body = {"name": "Anna"}
            return httpx.post(f"{server.url}/api/guests", json=body, headers=headers).status_code

        assert welcome("203.0.113.1") < 300
        assert welcome("203.0.113.1") == 429
        assert welcome("203.0.113.2") < 300
        assert welcome("203.0.113.3, 203.0.113.2") == 429  # what a client adds itself is no help


def test_small_answers_are_sent_at_once(inside: Inside) -> None:
    """Without this every answer would wait 40 ms for the other side's acknowledgment."""
    with httpx.Client(base_url=inside.url) as client:
        client.get("/health")
        delays = [
            protocol.transport.get_extra_info("socket").getsockopt(
                socket.IPPROTO_TCP, socket.TCP_NODELAY
            )
            for protocol in inside.call(lambda: list(inside._server.server_state.connections))
        ]
    assert delays
    assert all(delays)


# ---- stopping ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_server_that_is_stopped_says_goodbye_and_ends_well(
    kind: str, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    with running(tmp_path, new_database(kind, tmp_path)) as server:
        ann, _, table = two_play(server)

        async def watch() -> tuple[Any, int]:
            async with ann.look(table) as looking:
                await looking.until("view")
                stopping = asyncio.create_task(asyncio.to_thread(server.stop))
                bye = await looking.until("bye")
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await looking.until("never")
                assert closed.value.rcvd is not None
                assert await stopping == 0
                return bye, closed.value.rcvd.code

        bye, code = asyncio.run(watch())
        assert bye["code"] == "stopping"
        assert code == 1001
        assert not [line for line in server.log if "Traceback" in line]


def test_ctrl_c_leaves_nothing_on_the_screen_but_that_it_stopped(tmp_path: Path) -> None:
    """A terminal sends it to the server and to all that the server has started."""
    command = [sys.executable, "-m", "caboose.cli", "serve", "--port", "0", "--database"]
    with subprocess.Popen(
        [*command, f"sqlite:///{tmp_path}/games.db"],
        env={**os.environ, "PYTHONUNBUFFERED": "1", "CABOOSE_BOT_WORKERS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as server:
        assert server.stdout is not None
        lines = iter(server.stdout.readline, "")
        assert any('"event": "started"' in line for line in lines)
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        while not children.read_text():
            time.sleep(0.05)
        time.sleep(1)  # the worker for bots is a Python by now, and would say that it was stopped
        os.killpg(server.pid, signal.SIGINT)
        rest = list(lines)
        assert server.wait(30) == 0
    assert len(rest) == 1, "".join(rest)
    assert '"event": "stopped"' in rest[0]


# ---- being forgotten -----------------------------------------------------------------------------


def test_a_forgotten_guest_leaves_no_name_behind(inside: Inside) -> None:
    ann, ben, table = two_play(inside, listed=True)

    async def talk() -> None:
        async with ann.look(table) as looking:
            await looking.until("view")
            await looking.send({"t": "say", "text": "my name is Annabel"})
            await looking.until("chat")

    asyncio.run(talk())
    to_the_end(ann, ben, table)
    closed = ann.open_table("london", [ME, OPEN])["table"]["id"]
    ann.ask("POST", f"/api/tables/{closed}/close")
    cookie = str(ann.http.cookies["caboose"])
    assert ann.http.delete("/api/me").status_code == 204
    again = httpx.get(f"{inside.url}/api/me", cookies={"caboose": cookie})
    assert again.status_code == 401
    for path in ("", "/view", "/record", "/record.json"):
        assert "Annabel" not in ben.http.get(f"/api/tables/{table}{path}").text
    assert "Annabel" not in ben.http.get("/api/games").text
    assert "Annabel" not in ben.http.get(f"/api/tables/{closed}").text
    assert verify(ben.ask("GET", f"/api/tables/{table}/record")).is_over
    assert "Annabel" not in everything_stored(inside)
    assert str(ann.me["guest"]) not in everything_stored(inside)


def everything_stored(inside: Inside) -> str:
    """The whole database as text."""

    def read(connection: sa.Connection) -> str:
        tables = rows.metadata.sorted_tables
        return str([list(connection.execute(sa.select(table))) for table in tables])

    return inside.run(inside.host.store.read(read))


def test_a_forgotten_guest_gives_its_chairs_up_at_once(inside: Inside) -> None:
    ann, ben, table = two_play(inside)
    waiting = ann.open_table("london", [ME, OPEN], listed=True)["table"]["id"]

    async def forget() -> None:
        async with ann.look(table) as looking:
            await looking.until("view")
            assert ann.http.delete("/api/me").status_code == 204
            await looking.until("table")
            answer = await looking.play("keep 1 2")
            assert answer["code"] == "spectator"

    asyncio.run(forget())
    chairs = ben.ask("GET", f"/api/tables/{table}")["table"]["chairs"]
    assert chairs[0]["control"] == "bot"
    assert chairs[0]["name"] == "Somebody"
    chairs = ben.ask("GET", f"/api/tables/{waiting}")["table"]["chairs"]
    assert [chair["kind"] for chair in chairs] == ["open", "open"]


def test_a_forgotten_guest_leaves_no_name_in_a_rematch(inside: Inside) -> None:
    ann, ben, table = two_play(inside, name="At Annabel's")
    ann.ask("POST", f"/api/tables/{table}/close")
    rematch = ben.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})["table"]
    assert (rematch["name"], rematch["whose"]) == ("At Annabel's", "Ben")
    assert "Annabel" in [chair["name"] for chair in rematch["chairs"]]
    assert ann.http.delete("/api/me").status_code == 204
    here = f"/api/tables/{rematch['id']}"
    assert "Annabel" not in ben.http.get(here).text
    assert "Annabel" not in everything_stored(inside)
    link = ben.ask("POST", f"{here}/links")["invitations"].popitem()[1]
    assert Person(inside, "Cat").accept(link)["table"]["status"] == "playing"


def test_a_table_whose_owner_is_forgotten_goes_to_somebody_who_sits_there(inside: Inside) -> None:
    ann, ben, playing = two_play(inside)
    opened = ann.open_table("london", [ME, OPEN, OPEN])
    waiting = opened["table"]["id"]
    ben.accept(opened["invitations"]["2"])
    assert ann.http.delete("/api/me").status_code == 204
    for table in (playing, waiting):
        here = ben.ask("GET", f"/api/tables/{table}")
        assert here["you"]["owner"]
        assert here["table"]["whose"] == "Ben"
    for link in ben.ask("POST", f"/api/tables/{waiting}/links")["invitations"].values():
        Person(inside, "Cat").accept(link)
    started = ben.ask("POST", f"/api/tables/{waiting}/start")
    assert started["table"]["status"] == "playing"


def test_a_waiting_table_whose_owner_is_forgotten_is_closed_if_nobody_sits_there(
    inside: Inside,
) -> None:
    ann, ben = Person(inside, "Annabel"), Person(inside, "Ben")
    opened = ann.open_table("london", [ME, OPEN], listed=True)
    here = f"/api/tables/{opened['table']['id']}"

    async def forget() -> dict[str, Any]:
        async with ben.look(opened["table"]["id"]) as looking:
            await looking.until("table")
            assert ann.http.delete("/api/me").status_code == 204
            while looking.info is None or looking.info["table"]["status"] != "closed":
                await looking.receive()
            return looking.info["table"]

    closed = asyncio.run(forget())
    assert closed["why"] == "owner_is_gone"
    assert closed["sentence"] == "The host left for good, so this table was closed."
    assert closed == {**ben.ask("GET", here)["table"], "spectators": closed["spectators"]}
    ben.ask("POST", f"{here}/chairs", {"nonce": nonce()}, status=409)


# ---- retention -----------------------------------------------------------------------------------


def test_what_is_old_is_closed_deleted_and_forgotten_as_the_settings_say(inside: Inside) -> None:
    ann, ben, over = two_play(inside)
    to_the_end(ann, ben, over)
    open_still = ann.open_table("london", [ME, OPEN])["table"]["id"]
    idle = Person(inside, "Idle")
    settings = Settings(keep_days=10, abandon_days=20, guest_days=30, waiting_days=100)
    now = inside.host.now()

    def days_later(days: int) -> dict[str, int]:
        return inside.run(inside.host.tidy(settings, now + days * DAY))

    def status(table: str) -> str | None:
        chosen = sa.select(rows.tables.c.status).where(rows.tables.c.id == table)
        return inside.run(inside.host.store.read(lambda c: c.execute(chosen).scalar()))

    def is_known(person: Person) -> bool:
        chosen = sa.select(rows.guests.c.id).where(rows.guests.c.id == person.me["guest"])
        return inside.run(inside.host.store.read(lambda c: c.execute(chosen).first())) is not None

    assert days_later(9) == {"closed": 0, "deleted": 0, "guests": 0}
    assert days_later(11)["deleted"] >= 1
    assert status(over) is None
    assert inside.host.tables.peek(over) is None
    assert status(open_still) == "waiting"
    assert days_later(21)["closed"] >= 1
    assert status(open_still) == "closed"
    assert ann.ask("GET", f"/api/tables/{open_still}")["table"]["why"] == "abandoned"
    assert is_known(idle)
    assert days_later(31)["guests"] >= 1
    assert not is_known(idle)
    left = (
        sa.select(sa.func.count()).select_from(rows.actions).where(rows.actions.c.table_id == over)
    )
    assert inside.run(inside.host.store.read(lambda c: c.execute(left).scalar_one())) == 0


def test_a_table_is_opened_with_its_invitations_or_not_at_all(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Person(inside, "Ann")

    def fail(*_: Any) -> Any:
        raise sa.exc.OperationalError("", {}, Exception("the disk is full"))

    monkeypatch.setattr("caboose.server.tables.seating.new_invitations", fail)
    body = {"edition": "london", "chairs": [ME, OPEN], "options": {}, "nonce": nonce()}
    assert ann.ask("POST", "/api/tables", body, status=503)["code"] == "not_stored"
    monkeypatch.undo()
    assert ann.ask("GET", "/api/me/tables")["tables"] == []
    promised = ann.ask("GET", "/api/me")["commitment"]
    assert ann.ask("POST", "/api/tables", body)["table"]["promise"]["commitment"] == promised


def test_who_asks_for_their_tables_while_one_is_deleted_sees_the_others(inside: Inside) -> None:
    ann, _, table = two_play(inside)
    other = ann.open_table("london", [ME, OPEN])["table"]["id"]
    find = inside.host.tables.find

    async def find_no_more(name: str) -> Any:
        if name == table:
            raise NoSuchTable(name)
        return await find(name)

    setattr(inside.host.tables, "find", find_no_more)  # noqa: B010 - in place of a method
    try:
        mine = ann.ask("GET", "/api/me/tables")["tables"]
    finally:
        inside.host.tables.find = find  # type: ignore[method-assign]
    assert other in {line["id"] for line in mine}
    assert table not in {line["id"] for line in mine}


def test_who_is_forgotten_while_a_game_ends_is_forgotten(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, table = two_play(inside)
    to_the_end(ann, ben, table)
    monkeypatch.setattr(
        "caboose.server.tables.lists.running_with", lambda *_: [table]
    )  # until just now
    assert ann.http.delete("/api/me").status_code == 204
    ann.ask("GET", "/api/me", status=401)


def test_a_guest_who_never_came_back_leaves_no_name_behind(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ben = Person(server, "Ben")
        table = ben.open_table("london", [ME, OPEN])["table"]["id"]
        ann = Person(server, "Annabel")

        async def talk() -> None:
            async with ann.look(table) as looking:
                await looking.until("table")
                said = {"t": "say", "room": "spectators", "text": "my name is Annabel"}
                await looking.send(said)
                await looking.until("chat")

        asyncio.run(talk())
        closed = ann.open_table("london", [OPEN, OPEN], name="At Annabel's")["table"]
        assert (closed["name"], closed["whose"]) == ("At Annabel's", "Annabel")
        ann.ask("POST", f"/api/tables/{closed['id']}/close")
        settings = Settings(keep_days=1000, abandon_days=1000, guest_days=10, waiting_days=100)
        later = server.host.now() + 11 * DAY
        assert server.run(server.host.tidy(settings, later))["guests"] == 1  # Ben has a chair
        assert "Annabel" not in everything_stored(server)
        left = ben.ask("GET", f"/api/tables/{closed['id']}")["table"]
        assert (left["name"], left["whose"]) == ("", None)


def test_alerts_and_dashboard_speak_of_metrics_that_there_are() -> None:
    there = {sample.name for metric in REGISTRY.collect() for sample in metric.samples}
    there |= {
        metric.name + end for metric in REGISTRY.collect() for end in ("", "_total", "_bucket")
    }
    watching = Path(__file__).parents[2] / "deploy" / "watching"
    for name in ("alerts.yml", "dashboard.json"):
        named = set(re.findall(r"caboose_\w+", (watching / name).read_text()))
        assert len(named) > 5
        assert named <= there
