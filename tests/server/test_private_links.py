"""Private links: how whoever sits comes back, and what the others are told of it."""

from __future__ import annotations

import asyncio

import httpx

from tests.support.server.people import ME, OPEN, Person, begun, bot, nonce
from tests.support.server.server_process import Running


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
    for person in (ann, ben, Person(server, "Spectator")):
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


# ---- devices -------------------------------------------------------------------------------------


def test_a_seat_knows_how_many_devices_hold_it_and_tells_nobody_else(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table("london", [ME, OPEN])
    ben.accept(opened["invitations"]["1"])
    here = f"/api/tables/{opened['table']['id']}"
    assert ann.ask("GET", here)["you"]["devices"] == {"0": 1}
    Person(server, "Phone").ask("POST", f"/api{opened['resume']}")
    assert ann.ask("GET", here)["you"]["devices"] == {"0": 2}
    assert ben.ask("GET", here)["you"]["devices"] == {"1": 1}
    assert Person(server, "Spectator").ask("GET", here)["you"]["devices"] == {}


def test_a_new_device_is_announced_to_the_others_of_that_person(server: Running) -> None:
    ann, phone = Person(server, "Ann"), Person(server, "Phone")
    opened = ann.open_table("london", [ME, OPEN])

    async def announce() -> None:
        async with ann.look(opened["table"]["id"]) as looking:
            assert (await looking.until("table"))["you"]["devices"] == {"0": 1}
            await asyncio.to_thread(phone.ask, "POST", f"/api{opened['resume']}")
            while looking.info is None or looking.info["you"]["devices"] != {"0": 2}:
                await looking.receive()

    asyncio.run(announce())


def test_a_new_link_drops_all_other_devices(server: Running) -> None:
    ann, ben, phone = (Person(server, name) for name in ("Ann", "Ben", "Phone"))
    opened = ann.open_table("london", [ME, OPEN], order="given", watch="nobody")
    table, old = opened["table"]["id"], opened["resume"]
    ben.accept(opened["invitations"]["1"])
    ann.ask("POST", f"/api/tables/{table}/start")
    phone.ask("POST", f"/api{old}")
    link = f"/api/tables/{table}/chairs/0/link"
    assert phone.ask("POST", link, status=403)["code"] == "not_first_device"
    assert ben.ask("POST", link, status=403)["code"] == "not_your_chair"

    async def drop() -> tuple[str, str]:
        async with phone.look(table) as looking:
            await looking.until("view")
            made = await asyncio.to_thread(ann.ask, "POST", link)
            return made["resume"], (await looking.until("bye"))["code"]

    new, bye = asyncio.run(drop())
    assert (new != old, bye) == (True, "not_watched")
    assert ann.ask("GET", f"/api/tables/{table}")["you"]["devices"] == {"0": 1}
    phone.ask("GET", f"/api/tables/{table}/view", status=403)
    phone.ask("POST", f"/api{old}", status=404)
    assert phone.ask("POST", f"/api{new}")["you"]["chair"] == 0


def test_private_links_expire_with_the_game(server: Running) -> None:
    ann, phone = Person(server, "Ann"), Person(server, "Phone")
    body = {"edition": "london", "bots": ["conductor"], "nonce": nonce()}
    taken = ann.ask("POST", "/api/play", body)
    table, link = taken["table"]["id"], f"/api{taken['resume']}"
    phone.ask("GET", link)
    ann.ask("POST", f"/api/tables/{table}/close")
    for method in ("GET", "POST"):
        assert phone.ask(method, link, status=410)["code"] == "link_expired"
    ended = ann.ask("POST", f"/api/tables/{table}/chairs/0/link", status=409)
    assert ended["code"] == "ended"
