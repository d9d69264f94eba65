"""Private links: how whoever sits comes back, and what the others are told of it."""

from __future__ import annotations

import httpx

from tests.server.people import ME, OPEN, Person, begun, bot, nonce
from tests.server.running import Running


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
