"""Leaving and coming back: who decides meanwhile, and that a turn goes on where it was."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from caboose.server.live.presence import GATHERED
from caboose.server.protocol.messages import TableMessage
from caboose.server.tables.table import Table
from tests.support.server.people import ME, OPEN, Looking, Person, two_at_a_table
from tests.support.server.server_process import Running
from tests.support.server.server_thread import serving
from tests.support.server.stored_games import Stored


def test_who_leaves_before_the_game_frees_the_chair(server: Running) -> None:
    ann, ben, table = two_at_a_table(server)
    ben.ask("POST", f"/api/tables/{table}/leave")
    assert ann.ask("GET", f"/api/tables/{table}")["table"]["chairs"][1]["kind"] == "open"
    link = ann.ask("POST", f"/api/tables/{table}/links")["invitations"]["1"]
    Person(server, "Cat").accept(link)
    ben.ask("POST", f"/api/tables/{table}/leave", status=409)


def test_a_connection_does_not_keep_a_chair_that_was_left(server: Running) -> None:
    """Whoever stands up sees nothing of the next one who sits down there."""
    ann, ben, table = two_at_a_table(server)
    cat = Person(server, "Cat")

    async def watch() -> list[str]:
        async with ben.look(table, chair=1) as still_there:
            await still_there.until("table")
            ben.ask("POST", f"/api/tables/{table}/leave")
            cat.accept(ann.ask("POST", f"/api/tables/{table}/links")["invitations"]["1"])
            ann.ask("POST", f"/api/tables/{table}/start")
            view = await still_there.until("view")
            assert view["own"] is None
            assert view["legal"] is None
            assert (await still_there.play("keep 1 2"))["code"] == "spectator"
            await still_there.send({"t": "ask_tickets", "id": "t"})
            assert (await still_there.until("refused"))["code"] == "spectator"
            assert still_there.info is not None
            assert still_there.info["you"]["chair"] is None
            return still_there.frames

    assert not any('"own":{' in frame for frame in asyncio.run(watch()))


async def by_saying_so(looking: Looking, _: str) -> None:
    await looking.send({"t": "take_back"})


async def by_a_late_command(looking: Looking, _: str) -> None:
    await looking.send({"t": "play", "cmd_id": "late", "at": 1, "action": "draw deck"})


async def by_the_private_link(looking: Looking, link: str) -> None:
    await asyncio.to_thread(looking.person.ask, "POST", f"/api{link}")


@pytest.mark.parametrize("come_back", [by_saying_so, by_a_late_command, by_the_private_link])
def test_a_bot_plays_for_who_left_until_they_come_back(
    server: Running, come_back: Callable[[Looking, str], Awaitable[None]]
) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table("london", [ME, OPEN], order="given", start="full")
    ben.accept(opened["invitations"]["1"])
    table = opened["table"]["id"]

    async def control(looking: Looking, wanted: str) -> None:
        while not looking.info or looking.info["table"]["chairs"][0]["control"] != wanted:
            await looking.receive()

    async def leave_and_return() -> None:
        async with ann.look(table) as one, ben.look(table) as other:
            for looking in (one, other):
                await looking.until("view")
                await looking.play("keep 1")
            await asyncio.to_thread(ann.ask, "POST", f"/api/tables/{table}/leave")
            await control(one, "bot")
            while not other.view or not other.view["legal"]:  # the bot plays a turn for Ann
                await other.receive()
            await come_back(one, opened["resume"])
            await control(one, "person")
            for _ in range(2):
                assert (await other.play("draw deck"))["t"] == "ack"
            at = other.view["at"]
            await asyncio.sleep(1.5)  # longer than a bot waits
            await one.until_at(at)
            assert (await one.play("draw deck"))["t"] == "ack"

    asyncio.run(leave_and_return())
    with Stored(server.database) as stored:
        assert [line.n for line in stored.log(table, "left")] == [2]


# ---- resumed exactly there -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_turn_goes_on_in_its_middle_after_reload_other_device_and_restart(
    kind: str, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    with serving(tmp_path, database=new_database(kind, tmp_path)) as server:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        opened = ann.open_table("london", [ME, OPEN], order="given")
        ben.accept(opened["invitations"]["1"])
        table = opened["table"]["id"]
        ann.ask("POST", f"/api/tables/{table}/start")
        phone = Person(server, "Phone")
        phone.ask("POST", f"/api{opened['resume']}")

        async def first_tickets() -> None:
            async with ann.look(table) as one, ben.look(table) as other:
                for each in (one, other):
                    view = await each.until("view")
                    await each.play(view["legal"][0])
                await one.until_at(2)
                await one.play("draw deck")
                await one.until_at(3)

        def same_everywhere(phase: str) -> Any:
            views = [each.ask("GET", f"/api/tables/{table}/view") for each in (ann, phone)]
            server.stop()
            server.start()
            ann.http.base_url = phone.http.base_url = ben.http.base_url = server.url
            views += [each.ask("GET", f"/api/tables/{table}/view") for each in (ann, phone)]
            for view in views:
                view.pop("clock")
            assert views[0]["public"]["phase"] == phase
            assert all(view == views[0] for view in views)
            return views[0]

        asyncio.run(first_tickets())
        view = same_everywhere("second_card")
        assert "tickets" not in view["legal"]
        path = f"/api/tables/{table}/actions"
        phone.ask("POST", path, {"cmd_id": "p1", "at": 3, "action": "draw deck"})
        ben.ask("POST", path, {"cmd_id": "b1", "at": 4, "action": "tickets"})
        ben_sees = ben.ask("GET", f"/api/tables/{table}/view")["own"]["offer"]
        view = same_everywhere("keep_tickets")
        assert view["own"]["offer"] == []
        again = ben.ask("GET", f"/api/tables/{table}/view")
        assert again["own"]["offer"] == ben_sees
        assert again["legal"][0] == "keep 1"
        ben.ask("POST", path, {"cmd_id": "b2", "at": 5, "action": "keep 1"})


# ---- who is there --------------------------------------------------------------------------------

READY = {"ready": True}


def test_many_comings_and_goings_are_told_at_once(tmp_path: Path) -> None:
    """Somebody whose line is lost again and again costs the others a few messages, not each."""
    times = 40
    with serving(tmp_path) as server:
        ann, restless = Person(server, "Ann"), Person(server, "Restless")
        table = ann.open_table("london", [ME, OPEN])["table"]["id"]

        async def look() -> int:
            async with ann.look(table) as steady:
                for _ in range(times):
                    async with restless.look(table) as looking:
                        await looking.until("table")
                await asyncio.to_thread(ann.ask, "POST", f"/api/tables/{table}/ready", READY)
                while not (await steady.until("table"))["table"]["chairs"][0]["ready"]:
                    pass
                return len(steady.frames)

        assert asyncio.run(look()) <= times // 2


def test_how_a_table_stands_is_encoded_once_for_all(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, ben, table = two_at_a_table(server)

        async def look() -> tuple[int, list[str]]:
            async with AsyncExitStack() as open_sockets:
                looking = [
                    await open_sockets.enter_async_context(person.look(table))
                    for person in (ann, ben) * 5
                ]
                await asyncio.sleep(2 * GATHERED)
                with patch.object(Table, "info", autospec=True, side_effect=Table.info) as encoding:
                    await asyncio.to_thread(ann.ask, "POST", f"/api/tables/{table}/ready", READY)
                    for each in looking:
                        while not (await each.until("table"))["table"]["chairs"][0]["ready"]:
                            pass
                return encoding.call_count, [each.frames[-1] for each in looking]

        encoded, frames = asyncio.run(look())
        assert encoded <= 2  # for everybody, and for the answer to the one who asked
        for frame in frames:
            assert TableMessage.model_validate_json(frame).model_dump_json() == frame
