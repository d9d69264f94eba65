"""Playing again: the same people, on whatever device, and the order moves on by one."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.support.server.people import ME, OPEN, Person, begun, nonce, play_out, play_to_the_end
from tests.support.server.server_process import Running


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


def test_who_is_overtaken_by_a_rematch_looks_at_its_promise_first(server: Running) -> None:
    ann, ben, table = begun(server)
    ann.ask("POST", f"/api/tables/{table}/close")
    again = f"/api/tables/{table}/rematch"

    def sit(person: Person) -> dict[str, str]:
        return {"nonce": nonce(), "commitment": person.ask("GET", "/api/me")["commitment"]}

    late, wrong = sit(ann), {**sit(ben), "commitment": "0" * 64}
    assert ben.ask("POST", again, wrong, status=409)["code"] == "other_promise"
    assert ann.ask("GET", f"/api/tables/{table}")["table"]["rematch"] is None
    new = ben.ask("POST", again, sit(ben))["table"]
    assert ann.ask("POST", again, late, status=409)["code"] == "other_promise"
    assert ann.ask("GET", "/api/me")["commitment"] == late["commitment"]
    late["commitment"] = new["promise"]["commitment"]
    assert ann.ask("POST", again, late)["table"]["id"] == new["id"]
