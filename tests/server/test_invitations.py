"""Invitations: looking takes nothing, sitting down takes the chair, once."""

from __future__ import annotations

import asyncio

from tests.support.server.people import ME, OPEN, Person, begun, nonce
from tests.support.server.server_process import Running


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
