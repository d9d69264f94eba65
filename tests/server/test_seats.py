"""Names, invitations, private links, lobby, start, leaving and coming back, playing again."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import caboose
from caboose.engine.commitment import draw_lots
from caboose.engine.record import read_record, verify
from caboose.server import lists
from tests.conftest import TOY
from tests.server.people import Looking, Person, nonce, play_to_the_end
from tests.server.running import Running
from tests.server.served import serving
from tests.server.stored import Stored

ME, OPEN = {"kind": "me"}, {"kind": "open"}


def bot(name: str = "passenger") -> dict[str, str]:
    return {"kind": "bot", "bot": name}


def two_at_a_table(
    server: Any, edition: str = "london", **options: Any
) -> tuple[Person, Person, str]:
    """Two people who have sat down, and the table; it has not begun."""
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table(edition, [ME, OPEN], **options)
    ben.accept(opened["invitations"]["1"])
    return ann, ben, opened["table"]["id"]


def begun(server: Any, edition: str = "london", **options: Any) -> tuple[Person, Person, str]:
    ann, ben, table = two_at_a_table(server, edition, order="given", **options)
    ann.ask("POST", f"/api/tables/{table}/start")
    return ann, ben, table


# ---- invitations ---------------------------------------------------------------------------------


def test_looking_at_an_invitation_takes_nothing(server: Running) -> None:
    ann, preview = Person(server, "Ann"), Person(server, "Preview")
    opened = ann.open_table("usa", [ME, OPEN])
    link = opened["invitations"]["1"]
    for _ in range(3):
        assert preview.http.get(link).status_code == 200  # the page, as a messenger fetches it
        seen = preview.ask("GET", f"/api/invitations/{link.removeprefix('/join/')}")
        assert seen["chair"] == 1
        assert not seen["taken"]
        assert seen["table"]["promise"]["commitment"] == opened["table"]["promise"]["commitment"]
    assert Person(server, "Ben").accept(link)["you"]["chair"] == 1


def test_an_invitation_is_taken_once_and_is_dead_then(server: Running) -> None:
    ann, ben, cat = (Person(server, name) for name in ("Ann", "Ben", "Cat"))
    link = ann.open_table("usa", [ME, OPEN])["invitations"]["1"]
    ben.accept(link)
    token = link.removeprefix("/join/")
    for person in (ann, ben, cat):
        said = person.ask("POST", f"/api/invitations/{token}", {"nonce": nonce()}, status=410)
        assert said["code"] == "invitation_used"
        person.ask("GET", f"/api/invitations/{token}", status=410)


def test_two_who_take_an_invitation_at_once_do_not_both_sit(server: Running) -> None:
    ann = Person(server, "Ann")
    people = [Person(server, f"Person {n}") for n in range(6)]
    link = ann.open_table("usa", [ME, OPEN])["invitations"]["1"].removeprefix("/join/")

    async def take(person: Person) -> int:
        path, body = f"/api/invitations/{link}", {"nonce": nonce()}
        answer = await asyncio.to_thread(person.http.post, path, json=body)
        return answer.status_code

    async def all_take() -> list[int]:
        return await asyncio.gather(*map(take, people))

    assert sorted(asyncio.run(all_take())) == [201, 410, 410, 410, 410, 410]


def test_the_owner_cannot_sit_in_the_seat_of_somebody(server: Running) -> None:
    ann, ben, table = begun(server)
    for path in (f"view?chair={1}", "tickets?chair=1", "route?route=x&chair=1"):
        ann.ask("GET", f"/api/tables/{table}/{path}", status=403)
    command = {"cmd_id": "c", "at": 0, "action": "keep 1 2"}
    ann.ask("POST", f"/api/tables/{table}/actions?chair=1", command, status=403)
    assert ann.ask("POST", f"/api/tables/{table}/links")["invitations"] == {}
    assert ann.ask("GET", f"/api/tables/{table}")["you"]["chairs"] == [0]
    assert ben.ask("GET", f"/api/tables/{table}")["you"]["chairs"] == [1]


def test_new_links_kill_the_old_ones_and_only_the_owner_makes_them(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table("usa", [ME, OPEN])
    path = f"/api/tables/{opened['table']['id']}/links"
    ben.ask("POST", path, status=403)
    new = ann.ask("POST", path)["invitations"]["1"]
    old = opened["invitations"]["1"].removeprefix("/join/")
    ben.ask("POST", f"/api/invitations/{old}", {"nonce": nonce()}, status=410)
    ben.accept(new)


def test_nobody_sits_down_at_a_closed_table(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table("usa", [ME, OPEN], start="full", listed=True)
    table, token = opened["table"]["id"], opened["invitations"]["1"].removeprefix("/join/")
    ann.ask("POST", f"/api/tables/{table}/close")
    ben.ask("GET", f"/api/invitations/{token}", status=410)
    ben.ask("POST", f"/api/invitations/{token}", {"nonce": nonce()}, status=410)
    ben.ask("POST", f"/api/tables/{table}/chairs", {"nonce": nonce()}, status=409)
    assert ann.ask("GET", f"/api/tables/{table}")["table"]["status"] == "closed"


# ---- private links -------------------------------------------------------------------------------


def test_a_private_link_brings_a_chair_to_another_device(server: Running) -> None:
    ann = Person(server, "Ann")
    taken = ann.ask(
        "POST", "/api/play", {"edition": "london", "bots": ["conductor"], "nonce": nonce()}
    )
    table, token = taken["table"]["id"], taken["resume"].removeprefix("/resume/")
    phone = Person(server, "Phone")
    phone.ask("GET", f"/api/tables/{table}/tickets", status=403)
    looked = phone.ask("GET", f"/api/resume/{token}")
    assert looked["chair"] == 0
    phone.ask("GET", f"/api/tables/{table}/tickets", status=403)  # looking took nothing
    again = phone.ask("POST", f"/api/resume/{token}")
    assert again["you"]["chair"] == 0
    assert again["resume"] is None
    here = ann.ask("GET", f"/api/tables/{table}/view")
    assert phone.ask("GET", f"/api/tables/{table}/view")["own"] == here["own"]
    phone.ask("GET", "/api/resume/nothing", status=404)


def test_who_takes_several_chairs_gets_the_private_link_of_each(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table("london", [ME, OPEN, {**ME, "name": "Amy"}], start="full")
    ben.accept(opened["invitations"]["1"])
    table = opened["table"]["id"]
    assert opened["private_links"]["0"] == opened["resume"]

    def chairs_brought_by(links: dict[str, str]) -> list[list[int]]:
        """To another device each."""
        phones = [Person(server, "Phone") for _ in links]
        return [
            phone.ask("POST", f"/api{link}")["you"]["chairs"]
            for phone, link in zip(phones, links.values(), strict=True)
        ]

    assert chairs_brought_by(opened["private_links"]) == [[0], [2]]
    ann.ask("POST", f"/api/tables/{table}/close")
    ben.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})
    again = ann.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})
    mine = again["you"]["chairs"]
    assert len(mine) == 2
    assert chairs_brought_by(again["private_links"]) == [[chair] for chair in mine]


def test_a_private_link_is_told_to_its_player_alone(server: Running) -> None:
    ann, ben, table = begun(server)
    for person in (ann, ben, Person(server, "Onlooker")):
        for path in ("", "/view", "/view?at=0"):
            assert "resume" not in person.http.get(f"/api/tables/{table}{path}").text


def test_everybody_sees_where_a_program_sits(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table("london", [ME, OPEN, OPEN, bot()])
    taken = ben.accept(opened["invitations"]["1"])
    robot = ann.ask("POST", "/api/tokens", {"name": "Robot"})
    here = f"/api/tables/{opened['table']['id']}"

    def programs() -> list[bool]:
        chairs = ann.ask("GET", here)["table"]["chairs"]
        return [chair["program"] for chair in chairs]

    with httpx.Client(base_url=server.url) as program:
        program.headers["authorization"] = f"Bearer {robot['token']}"
        token = opened["invitations"]["2"].removeprefix("/join/")
        assert programs() == [False, False, False, False]
        sat = program.post(f"/api/invitations/{token}", json={"nonce": nonce()}).json()
        assert sat["table"]["chairs"][2]["kind"] == "person"
        assert programs() == [False, False, True, False]
        program.post(f"/api{taken['resume']}")  # it is let play for Ben, too
        assert programs() == [False, True, True, False]


# ---- lobby, play now, start ----------------------------------------------------------------------


def test_the_lobby_lists_open_tables_that_want_it(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    listed = ann.open_table("london", [ME, OPEN], listed=True)["table"]["id"]
    hidden = ann.open_table("london", [ME, OPEN])["table"]["id"]
    lines = {line["id"]: line for line in ben.ask("GET", "/api/lobby")["tables"]}
    assert lines[listed]["open_chairs"] == 1
    assert hidden not in lines
    assert ben.ask("POST", f"/api/tables/{listed}/chairs", {"nonce": nonce()})["you"]["chair"] == 1
    assert listed not in {line["id"] for line in ben.ask("GET", "/api/lobby")["tables"]}
    ben.ask("POST", f"/api/tables/{hidden}/chairs", {"nonce": nonce()}, status=403)


def test_the_lobby_shows_open_tables_though_many_newer_games_are_played(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        older = ann.open_table("london", [ME, OPEN], listed=True)["table"]["id"]
        newer = ann.open_table("london", [ME, OPEN], listed=True)["table"]["id"]
        two_at_a_table(server, listed=True)  # has no chair left, and has not begun
        watched = ann.open_table("london", [ME, bot()], listed=True, start="full")["table"]["id"]
        secret = {"listed": True, "start": "full", "watch": "nobody"}
        for _ in range(lists.LONGEST):
            ann.open_table("london", [ME, bot()], **secret)
        lines = [line["id"] for line in ben.ask("GET", "/api/lobby")["tables"]]
        assert lines == [newer, older, watched]
        for _ in range(lists.LONGEST):
            ann.open_table("london", [ME, bot()], listed=True, start="full")
        lines = [line["id"] for line in ben.ask("GET", "/api/lobby")["tables"]]
        assert len(lines) == lists.LONGEST
        assert lines[:2] == [newer, older]


def test_playing_against_bots_is_one_call(server: Running) -> None:
    ann = Person(server, "Ann")
    taken = ann.ask("POST", "/api/play", {"nonce": nonce()})
    assert taken["table"]["status"] == "playing"
    assert [chair["kind"] for chair in taken["table"]["chairs"]] == ["person", "bot", "bot"]
    assert taken["you"]["seat"] is not None
    assert taken["resume"].startswith("/resume/")
    promised = ann.me["commitment"]
    assert taken["table"]["promise"]["commitment"] == promised
    assert ann.ask("GET", "/api/me")["commitment"] != promised


def test_only_the_owner_starts_and_only_with_all_chairs_taken(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table("london", [ME, OPEN])
    table = opened["table"]["id"]
    start = f"/api/tables/{table}/start"
    assert ann.ask("POST", start, status=409)["code"] == "open_chairs"
    ben.accept(opened["invitations"]["1"])
    ben.ask("POST", start, status=403)
    assert ann.ask("POST", start)["table"]["status"] == "playing"
    assert ann.ask("POST", start, status=409)["code"] == "not_waiting"


def test_a_table_needs_a_fitting_number_of_chairs_and_a_person(server: Running) -> None:
    ann = Person(server, "Ann")
    body = {"edition": "london", "nonce": nonce()}
    five = {**body, "chairs": [ME, OPEN, OPEN, OPEN, OPEN]}
    assert ann.ask("POST", "/api/tables", five, status=422)["code"] == "wrong_seats"
    bots = {**body, "chairs": [bot(), bot()]}
    assert ann.ask("POST", "/api/tables", bots, status=422)["code"] == "no_person"
    unknown = {**body, "chairs": [ME, bot("nobody")]}
    assert ann.ask("POST", "/api/tables", unknown, status=422)["code"] == "unknown_bot"
    gone = {**body, "edition": "atlantis", "chairs": [ME, OPEN]}
    ann.ask("POST", "/api/tables", gone, status=404)
    assert ann.ask("GET", "/api/me")["commitment"] == ann.me["commitment"]  # nothing was used up


def test_the_order_is_as_given_or_by_a_lot_that_the_record_proves(server: Running) -> None:
    for order in ("given", "lot"):
        ann, ben, table = two_at_a_table(server, order=order)
        ann.ask("POST", f"/api/tables/{table}/start")
        info = play_out(ann, ben, table)["table"]
        seats = {chair["chair"]: chair["seat"] for chair in info["chairs"]}
        text = ann.ask("GET", f"/api/tables/{table}/record")
        state = verify(text)
        assert state.is_over
        by_seat = tuple(sorted(seats, key=lambda chair: seats[chair]))
        key = bytes.fromhex(state.to_dict()["key"])
        assert by_seat == ((0, 1) if order == "given" else draw_lots(key, 2))
        names = read_record(text).names
        assert list(names) == [info["chairs"][chair]["name"] for chair in by_seat]


def play_out(ann: Person, ben: Person, table: str) -> Any:
    """Play a table of two to its end; how it stands then."""

    async def play() -> None:
        async with ann.look(table) as one, ben.look(table) as other:
            await play_to_the_end([one, other], random.Random(table))

    asyncio.run(play())
    return ann.ask("GET", f"/api/tables/{table}")


# ---- leaving and coming back ---------------------------------------------------------------------


def test_who_leaves_before_the_game_frees_the_chair(server: Running) -> None:
    ann, ben, table = two_at_a_table(server)
    ben.ask("POST", f"/api/tables/{table}/leave")
    assert ann.ask("GET", f"/api/tables/{table}")["table"]["chairs"][1]["kind"] == "open"
    link = ann.ask("POST", f"/api/tables/{table}/links")["invitations"]["1"]
    Person(server, "Cat").accept(link)
    ben.ask("POST", f"/api/tables/{table}/leave", status=409)


def test_a_connection_does_not_keep_a_chair_that_was_left(server: Running) -> None:
    """Whoever stands up sees nothing of who sits down there afterwards."""
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
            assert (await still_there.play("keep 1 2"))["code"] == "onlooker"
            await still_there.send({"t": "ask_tickets", "id": "t"})
            assert (await still_there.until("refused"))["code"] == "onlooker"
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


def test_first_tickets_are_chosen_at_once_and_counts_told_when_all_have(server: Running) -> None:
    ann, ben, table = begun(server, "usa")

    async def choose() -> None:
        async with ann.look(table) as one, ben.look(table) as other:
            first, second = await one.until("view"), await other.until("view")
            assert first["public"]["waiting_for"] == [0, 1]
            assert len(first["legal"]) == len(second["legal"]) == 4
            await other.play("keep 1 2 3")  # seat 1 before seat 0
            seen = await one.until_at(1)
            assert seen["public"]["tickets"] == [0, 0]
            assert one.steps[-1]["action"] == "keep ?"
            assert one.steps[-1]["events"] == [{"kind": "chose_first_tickets", "seat": 1}]
            assert (await other.until_at(1))["public"]["tickets"] == [0, 0]
            await one.play("keep 1 2")
            for each in (one, other):
                assert (await each.until_at(2))["public"]["tickets"] == [2, 3]

    asyncio.run(choose())


# ---- again, pass and play, own boards ------------------------------------------------------------


def test_a_rematch_rotates_the_order_and_keeps_the_chairs(server: Running) -> None:
    ann, ben, table = begun(server)
    ann.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()}, status=409)
    play_out(ann, ben, table)
    Person(server, "Cat").ask(
        "POST", f"/api/tables/{table}/rematch", {"nonce": nonce()}, status=403
    )
    again = ben.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})
    new = again["table"]["id"]
    assert again["table"]["rematch_of"] == table
    assert ann.ask("GET", f"/api/tables/{table}")["table"]["rematch"] == new
    names = [chair["name"] for chair in again["table"]["chairs"]]
    assert names == ["Ben", "Ann"]  # Ann was first
    Person(server, "Dan").ask("POST", f"/api/tables/{new}/chairs", {"nonce": nonce()}, status=403)
    both = ann.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})
    assert both["table"]["id"] == new
    assert both["table"]["status"] == "playing"
    assert [chair["seat"] for chair in both["table"]["chairs"]] == [0, 1]


def test_one_guest_plays_two_chairs_and_gets_both_again(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    chairs = [{**ME, "name": "Ann"}, {**ME, "name": "Amy"}, OPEN]
    opened = ann.open_table("london", chairs, order="given")
    ben.accept(opened["invitations"]["2"])
    table = opened["table"]["id"]
    ann.ask("POST", f"/api/tables/{table}/start")

    async def play() -> None:
        async with ann.look(table, 0) as one, ann.look(table, 1) as two, ben.look(table) as three:
            first, second = await one.until("view"), await two.until("view")
            assert first["own"] != second["own"]
            await play_to_the_end([one, two, three], random.Random(1))

    asyncio.run(play())
    again = ben.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})
    assert [chair["name"] for chair in again["table"]["chairs"]] == ["Amy", "Ben", "Ann"]
    back = ann.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})
    assert back["you"]["chairs"] == [0, 2]
    assert back["table"]["status"] == "playing"
    assert [chair["name"] for chair in back["table"]["chairs"]] == ["Amy", "Ben", "Ann"]


def one_who_came_back_on_a_phone(server: Running, **options: Any) -> tuple[Person, Person, str]:
    """Ann, Ben's phone, and a table at which Ann and Ben have played; Ben is not there any more."""
    ann, ben, phone = (Person(server, name) for name in ("Ann", "Ben", "Phone"))
    opened = ann.open_table("london", [ME, OPEN], order="given", start="full", **options)
    taken = ben.accept(opened["invitations"]["1"])
    phone.ask("POST", f"/api{taken['resume']}")
    table = opened["table"]["id"]
    assert play_out(ann, phone, table)["table"]["status"] == "over"
    return ann, phone, table


@pytest.mark.parametrize("listed", [False, True])
def test_a_rematch_is_played_by_who_came_back_on_another_device(
    server: Running, listed: bool
) -> None:
    ann, phone, table = one_who_came_back_on_a_phone(server, listed=listed)
    Person(server, "Eve").ask(
        "POST", f"/api/tables/{table}/rematch", {"nonce": nonce()}, status=403
    )
    ann.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})
    taken = phone.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})
    assert taken["table"]["status"] == "playing"
    assert taken["you"]["chairs"] == [0]
    assert [chair["name"] for chair in taken["table"]["chairs"]] == ["Ben", "Ann"]


def test_who_plays_the_rematch_on_another_device_is_told_so(server: Running) -> None:
    ann, ben, phone = (Person(server, name) for name in ("Ann", "Ben", "Phone"))
    opened = ann.open_table("london", [ME, OPEN], order="given", start="full")
    phone.ask("POST", f"/api{ben.accept(opened['invitations']['1'])['resume']}")
    old = opened["table"]["id"]
    ann.ask("POST", f"/api/tables/{old}/close")
    phone.ask("POST", f"/api/tables/{old}/rematch", {"nonce": nonce()})
    said = ben.ask("POST", f"/api/tables/{old}/rematch", {"nonce": nonce()}, status=409)
    assert said["code"] == "seated_elsewhere"
    assert "private link" in said["sentence"]


def test_a_chair_that_was_lent_by_its_link_is_the_only_one_its_holder_gets_again(
    server: Running,
) -> None:
    ann, ben, lent = (Person(server, name) for name in ("Ann", "Ben", "Lent"))
    opened = ann.open_table("london", [{**ME, "name": "One"}, {**ME, "name": "Two"}, OPEN])
    lent.ask("POST", f"/api{opened['resume']}")
    ben.accept(opened["invitations"]["2"])
    old = opened["table"]["id"]
    ann.ask("POST", f"/api/tables/{old}/close")
    ben.ask("POST", f"/api/tables/{old}/rematch", {"nonce": nonce()})
    taken = lent.ask("POST", f"/api/tables/{old}/rematch", {"nonce": nonce()})
    names = [chair["name"] for chair in taken["table"]["chairs"]]
    assert [names[chair] for chair in taken["you"]["chairs"]] == ["One"]
    again = ann.ask("POST", f"/api/tables/{old}/rematch", {"nonce": nonce()})
    assert [names[chair] for chair in again["you"]["chairs"]] == ["Two"]
    assert again["table"]["status"] == "playing"


def test_a_chair_kept_for_a_rematch_can_be_offered_to_somebody_else(server: Running) -> None:
    ann, ben, table = begun(server, listed=True)
    ann.ask("POST", f"/api/tables/{table}/close")
    again = ann.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})["table"]["id"]
    cat = Person(server, "Cat")
    cat.ask("POST", f"/api/tables/{again}/chairs", {"nonce": nonce()}, status=409)  # it is kept
    links = ann.ask("POST", f"/api/tables/{again}/links")["invitations"]
    assert list(links) == ["0"]
    taken = cat.accept(links["0"])
    assert taken["table"]["status"] == "playing"
    ben.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()}, status=409)


def test_an_invitation_does_not_take_the_chair_from_whom_it_is_kept_for(server: Running) -> None:
    ann, ben, table = begun(server)
    ann.ask("POST", f"/api/tables/{table}/close")
    again = ann.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})["table"]["id"]
    link = ann.ask("POST", f"/api/tables/{again}/links")["invitations"]["0"]
    taken = ben.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})
    assert taken["you"]["chairs"] == [0]
    Person(server, "Cat").ask("GET", f"/api/invitations/{link.removeprefix('/join/')}", status=410)


def test_a_game_on_an_own_board_goes_on_after_its_file_is_gone(
    tmp_path: Path,
) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    shutil.copy(TOY, boards / "toy.toml")
    (boards / "broken.toml").write_text("name = ")
    with serving(tmp_path, boards=boards) as server:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        lines = ann.ask("GET", "/api/editions")["editions"]
        own = [line["id"] for line in lines if line["own_board"]]
        assert [line["id"] for line in lines if not line["own_board"]] == caboose.editions()
        assert own[0].startswith("own:toy#")
        assert ann.ask("GET", f"/api/editions/{own[0].replace('#', '%23')}")["id"] == own[0]
        opened = ann.open_table(own[0], [ME, OPEN])
        ben.accept(opened["invitations"]["1"])
        table = opened["table"]["id"]
        ann.ask("POST", f"/api/tables/{table}/start")
        (boards / "toy.toml").unlink()
        server.stop()
        server.start()
        ann.http.base_url = ben.http.base_url = server.url
        assert not [e for e in ann.ask("GET", "/api/editions")["editions"] if e["own_board"]]
        assert play_out(ann, ben, table)["table"]["status"] == "over"
        game = caboose.Game(TOY, 2, edition=own[0].partition("#")[2])
        assert verify(ann.ask("GET", f"/api/tables/{table}/record"), game).is_over


@pytest.mark.parametrize(
    "edition",
    [
        "london",
        "new_york",
        *(
            pytest.param(name, marks=pytest.mark.soak)
            for name in caboose.editions()
            if name.startswith("usa")
        ),
    ],
)
def test_a_whole_game_of_every_edition_is_played_over_the_socket(
    server: Running, edition: str
) -> None:
    ann, ben, table = begun(server, edition, listed=True)
    assert play_out(ann, ben, table)["table"]["status"] == "over"
    assert verify(ann.ask("GET", f"/api/tables/{table}/record")).is_over
    lines = ben.ask("GET", f"/api/games?edition={edition}")["tables"]
    assert table in {line["id"] for line in lines}


# ---- closing and limits --------------------------------------------------------------------------


def test_the_owner_closes_a_table_and_nobody_plays_on(server: Running) -> None:
    ann, ben, table = begun(server)

    async def close() -> None:
        async with ben.look(table) as looking:
            await looking.until("view")
            ben.ask("POST", f"/api/tables/{table}/close", status=403)
            ann.ask("POST", f"/api/tables/{table}/close")
            while looking.info is None or looking.info["table"]["status"] != "closed":
                await looking.receive()
            assert looking.info["table"]["sentence"] == "Ann closed the table."
            assert looking.info["table"]["promise"]["secret"] is None
            answer = await looking.play("keep 1 2")
            assert answer["code"] == "table_closed"

    asyncio.run(close())
    ann.ask("POST", f"/api/tables/{table}/close", status=409)
    ann.ask("GET", f"/api/tables/{table}/record", status=409)


def test_a_guest_may_have_only_so_many_tables_open(tmp_path: Path) -> None:
    with serving(tmp_path, tables_per_guest=2) as server:
        ann = Person(server, "Ann")
        tables = [ann.open_table("london", [ME, OPEN])["table"]["id"] for _ in range(2)]
        body = {"edition": "london", "chairs": [ME, OPEN], "nonce": nonce()}
        assert ann.ask("POST", "/api/tables", body, status=429)["code"] == "too_many_tables"
        now = {"edition": "london", "bots": ["conductor"], "nonce": nonce()}
        ann.ask("POST", "/api/play", now, status=429)
        ann.ask("POST", f"/api/tables/{tables[0]}/close")
        ann.open_table("london", [ME, OPEN])
