"""Being ready: everybody at a table that waits says so, and everybody sees it at once."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from tests.support.server.people import (
    ME,
    OPEN,
    Person,
    begun,
    bot,
    nonce,
    play_out,
    two_at_a_table,
)
from tests.support.server.server_process import Running


def say_ready(person: Person, table: str, ready: bool = True, status: int | None = None) -> Any:
    return person.ask("POST", f"/api/tables/{table}/ready", {"ready": ready}, status)


def who_is_ready(person: Person, table: str) -> list[bool]:
    chairs = person.ask("GET", f"/api/tables/{table}")["table"]["chairs"]
    return [chair["ready"] for chair in chairs]


def test_who_sits_at_a_waiting_table_says_that_they_are_ready_or_not_yet(server: Running) -> None:
    ann, ben, table = two_at_a_table(server)
    assert who_is_ready(ann, table) == [False, False]
    said = say_ready(ben, table)
    assert [chair["ready"] for chair in said["table"]["chairs"]] == [False, True]
    say_ready(ben, table)  # once more changes nothing
    assert who_is_ready(ann, table) == [False, True]
    say_ready(ben, table, ready=False)
    assert who_is_ready(ann, table) == [False, False]


def test_everybody_at_the_table_is_told_at_once_who_is_ready(server: Running) -> None:
    ann, ben, table = two_at_a_table(server)
    cat = Person(server, "Cat")

    async def look_on() -> None:
        async with ann.look(table) as owner, cat.look(table) as spectator:
            for looking in (owner, spectator):
                await looking.until("table")
            say_ready(ben, table)
            for looking in (owner, spectator):
                while looking.info is None or not looking.info["table"]["chairs"][1]["ready"]:
                    await looking.receive()

    asyncio.run(look_on())


def test_bots_are_always_ready_and_an_open_chair_never_is(server: Running) -> None:
    ann = Person(server, "Ann")
    table = ann.open_table("london", [ME, bot(), OPEN])["table"]["id"]
    assert who_is_ready(ann, table) == [False, True, False]


def test_a_program_is_ready_as_soon_as_it_sits_down(server: Running) -> None:
    ann = Person(server, "Ann")
    opened = ann.open_table("london", [ME, OPEN])
    made = httpx.post(f"{server.url}/api/tokens", json={"name": "Robot"}).json()
    path = opened["invitations"]["1"].replace("/join/", "/api/invitations/")
    headers = {"authorization": f"Bearer {made['token']}"}
    httpx.post(f"{server.url}{path}", json={"nonce": nonce()}, headers=headers).raise_for_status()
    assert who_is_ready(ann, opened["table"]["id"]) == [False, True]


def test_who_has_several_chairs_is_ready_on_all_of_them(server: Running) -> None:
    ann = Person(server, "Ann")
    table = ann.open_table("london", [ME, OPEN, ME])["table"]["id"]
    say_ready(ann, table)
    assert who_is_ready(ann, table) == [True, False, True]


def test_only_who_sits_there_can_be_ready(server: Running) -> None:
    ann, _, table = two_at_a_table(server)
    cat = Person(server, "Cat")
    assert say_ready(cat, table, status=409)["code"] == "not_seated"
    assert httpx.post(f"{server.url}/api/tables/{table}/ready", json={"ready": True}).is_error
    ann.ask("POST", f"/api/tables/{table}/ready", {"ready": "perhaps"}, status=422)
    say_ready(ann, "nowhere", status=404)
    assert who_is_ready(ann, table) == [False, False]


def test_nobody_says_ready_when_the_game_has_begun_or_the_table_is_closed(server: Running) -> None:
    ann, ben, table = begun(server)
    assert say_ready(ben, table, status=409)["code"] == "not_waiting"
    ann.ask("POST", f"/api/tables/{table}/close")
    assert say_ready(ben, table, status=409)["code"] == "ended"
    assert who_is_ready(ann, table) == [False, False]


def test_the_owner_can_start_though_somebody_is_not_ready(server: Running) -> None:
    ann, ben, table = two_at_a_table(server)
    say_ready(ben, table)
    say_ready(ben, table, ready=False)
    assert ann.ask("POST", f"/api/tables/{table}/start")["table"]["status"] == "playing"


def test_who_leaves_and_who_comes_instead_is_not_ready(server: Running) -> None:
    ann, ben, table = two_at_a_table(server, listed=True)
    say_ready(ben, table)
    ben.ask("POST", f"/api/tables/{table}/leave")
    assert who_is_ready(ann, table) == [False, False]
    Person(server, "Cat").ask("POST", f"/api/tables/{table}/chairs", {"nonce": nonce()})
    assert who_is_ready(ann, table) == [False, False]


def test_who_comes_back_by_a_private_link_is_still_ready(server: Running) -> None:
    ann, ben, phone = (Person(server, name) for name in ("Ann", "Ben", "Phone"))
    opened = ann.open_table("london", [ME, OPEN, OPEN])
    taken, table = ben.accept(opened["invitations"]["1"]), opened["table"]["id"]
    say_ready(ben, table)
    phone.ask("POST", f"/api{taken['resume']}")
    assert who_is_ready(ann, table) == [False, True, False]
    say_ready(phone, table, ready=False)
    assert who_is_ready(ann, table) == [False, False, False]


def test_a_rematch_begins_with_nobody_ready(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table("london", [ME, OPEN, OPEN], order="given")
    table = opened["table"]["id"]
    for place, person in (("1", ben), ("2", Person(server, "Cat"))):
        person.accept(opened["invitations"][place])
        say_ready(person, table)
    ann.ask("POST", f"/api/tables/{table}/start")
    ann.ask("POST", f"/api/tables/{table}/close")
    again = f"/api/tables/{table}/rematch"
    new = ben.ask("POST", again, {"nonce": nonce()})["table"]["id"]
    ann.ask("POST", again, {"nonce": nonce()})
    assert who_is_ready(ann, new) == [False, False, False]


def test_a_table_that_starts_when_it_is_full_waits_for_nobody_to_be_ready(server: Running) -> None:
    ann, _, table = two_at_a_table(server, start="full")
    assert ann.ask("GET", f"/api/tables/{table}")["table"]["status"] == "playing"


def test_the_host_seats_a_bot_where_nobody_comes(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table("london", [ME, OPEN, OPEN], order="given")
    table, link = opened["table"]["id"], opened["invitations"]["1"]
    bot = {"bot": "driver"}
    ben.ask("POST", f"/api/tables/{table}/chairs/1/bot", bot, status=403)
    assert "unknown" in str(
        ann.ask("POST", f"/api/tables/{table}/chairs/1/bot", {"bot": "nobody"}, status=422)
    )
    here = ann.ask("POST", f"/api/tables/{table}/chairs/1/bot", bot)
    chair = here["table"]["chairs"][1]
    assert (chair["kind"], chair["bot"], chair["ready"]) == ("bot", "driver", True)
    ann.ask("POST", f"/api/tables/{table}/chairs/1/bot", bot, status=409)
    ben.ask(
        "POST", f"/api{link.replace('/join/', '/invitations/')}", {"nonce": nonce()}, status=410
    )
    ben.accept(opened["invitations"]["2"])
    ann.ask("POST", f"/api/tables/{table}/start")
    ann.ask("POST", f"/api/tables/{table}/chairs/1/bot", bot, status=409)


def test_a_bot_on_the_last_chair_of_a_rematch_lets_it_begin(server: Running) -> None:
    ann, ben, table = begun(server)
    play_out(ann, ben, table)
    again = ann.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})["table"]
    kept = next(chair for chair in again["chairs"] if chair["kind"] == "open")
    assert kept["name"] == "Ben", "it is said who is awaited"
    seat = f"/api/tables/{again['id']}/chairs/{kept['chair']}/bot"
    here = ann.ask("POST", seat, {"bot": "passenger"})
    assert here["table"]["status"] == "playing"


def test_the_lobby_says_the_clock_and_the_bots(server: Running) -> None:
    ann = Person(server, "Ann")
    clock = {"turn_seconds": 45, "bank_seconds": 120}
    chairs = [ME, OPEN, {"kind": "bot", "bot": "driver"}]
    table = ann.open_table("london", chairs, listed=True, clock=clock)["table"]["id"]
    lines = ann.ask("GET", "/api/lobby")["tables"]
    (line,) = (each for each in lines if each["id"] == table)
    assert (line["clock"], line["bots"]) == (clock, ["driver"])
