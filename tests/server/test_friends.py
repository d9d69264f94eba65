"""Friends: follow, see where they play, ask to a table; and block."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.support.server.members import NOTHING, claim, profile, some_name
from tests.support.server.people import ME, OPEN, Person, bot, nonce
from tests.support.server.server_process import Running
from tests.support.server.server_thread import serving

Pair = tuple[Person, Person]


@pytest.fixture
def pair(server: Running) -> Pair:
    """Ann, and Ben who follows her."""
    ann, ben = member(server), member(server)
    follow(ben, ann)
    return ann, ben


def member(server: Any) -> Person:
    name = some_name()
    person = Person(server, name)
    claim(person, name)
    return person


def follow(one: Person, other: Person, status: int | None = None) -> Any:
    return one.ask("PUT", f"/api/friends/{other.me['guest']}", status=status)


def block(one: Person, other: Person) -> None:
    one.ask("PUT", f"/api/blocks/{other.me['guest']}")


def friends(person: Person) -> Any:
    return person.ask("GET", "/api/friends")


def begin(person: Person, **options: Any) -> str:
    opened = person.open_table("london", [ME, bot()], **options)
    table: str = opened["table"]["id"]
    person.ask("POST", f"/api/tables/{table}/start")
    return table


def names(people: list[Any]) -> list[str]:
    return [each["name"] for each in people]


def test_who_follows_whom_is_known_to_both(pair: Pair) -> None:
    ann, ben = pair
    assert names(friends(ben)["friends"]) == [ann.name]
    assert names(friends(ann)["followers"]) == [ben.name]
    assert profile(ben, ann.name)["followed"] is True
    ben.ask("DELETE", f"/api/friends/{ann.me['guest']}")
    assert friends(ben)["friends"] == friends(ann)["followers"] == []


def test_guests_neither_follow_nor_are_followed(server: Running) -> None:
    ann, guest = member(server), Person(server, "Visitor")
    assert follow(guest, ann, status=403)["code"] == "not_member"
    follow(ann, guest, status=404)
    follow(ann, ann, status=404)


@pytest.mark.parametrize(
    ("options", "shown", "is_seen"),
    [
        ({"listed": True}, False, True),
        ({"listed": True, "watch": "nobody"}, True, False),
        ({}, False, False),
        ({}, True, True),
        ({"watch": "nobody"}, True, False),
    ],
)
def test_friends_are_seen_at_tables_that_they_let_others_watch(
    pair: Pair, options: dict[str, Any], shown: bool, is_seen: bool
) -> None:
    ann, ben = pair
    ann.ask("PUT", "/api/member/shown", NOTHING | {"tables": shown})
    table = begin(ann, **options)
    seen = [line["id"] for line in friends(ben)["friends"][0]["tables"]]
    assert seen == ([table] if is_seen else [])


def test_a_friend_who_is_asked_finds_the_table_and_may_sit_down(pair: Pair) -> None:
    ann, ben = pair
    follow(ann, ben)
    table = ann.open_table("london", [ME, OPEN])["table"]["id"]
    sit = {"nonce": nonce()}
    ben.ask("POST", f"/api/tables/{table}/chairs", sit, status=403)
    ann.ask("POST", f"/api/tables/{table}/asked", {"guest": ben.me["guest"]})
    (asked,) = friends(ben)["asked"]
    assert (asked["name"], asked["table"]["id"]) == (ann.name, table)
    ben.ask("POST", f"/api/tables/{table}/chairs", sit)
    assert friends(ben)["asked"] == []


def test_only_hosts_ask_only_whom_they_follow_and_whoever_declines_is_asked_no_more(
    pair: Pair,
) -> None:
    ann, ben = pair
    table = ann.open_table("london", [ME, OPEN])["table"]["id"]
    ask = f"/api/tables/{table}/asked"
    ann.ask("POST", ask, {"guest": ben.me["guest"]}, status=404)  # she does not follow him
    ben.ask("POST", ask, {"guest": ann.me["guest"]}, status=403)
    follow(ann, ben)
    ann.ask("POST", ask, {"guest": ben.me["guest"]})
    ben.ask("DELETE", ask)
    assert friends(ben)["asked"] == []
    ben.ask("POST", f"/api/tables/{table}/chairs", {"nonce": nonce()}, status=403)


def test_who_is_blocked_neither_follows_nor_asks_nor_sees(pair: Pair) -> None:
    ann, ben = pair
    follow(ann, ben)
    bens = ben.open_table("london", [ME, OPEN])
    ben.ask("POST", f"/api/tables/{bens['table']['id']}/asked", {"guest": ann.me["guest"]})
    anns = ann.open_table("london", [ME, OPEN], listed=True)
    table = anns["table"]["id"]
    block(ann, ben)
    assert friends(ann)["asked"] == friends(ann)["friends"] == friends(ben)["friends"] == []
    assert names(friends(ann)["blocked"]) == [ben.name]
    follow(ben, ann, status=404)
    assert follow(ann, ben, status=403)["code"] == "blocked"
    profile(ben, ann.name, status=404)
    ask = f"/api/tables/{bens['table']['id']}/asked"
    ben.ask("POST", ask, {"guest": ann.me["guest"]}, status=404)
    assert table not in str(ben.ask("GET", "/api/lobby"))
    for way in (f"/api/tables/{table}/chairs", "/api" + invitation(anns)):
        assert ben.ask("POST", way, {"nonce": nonce()}, status=403)["code"] == "blocked"
    ann.ask("DELETE", f"/api/blocks/{ben.me['guest']}")
    follow(ben, ann)


def invitation(opened: Any) -> str:
    return str(opened["invitations"]["1"]).replace("/join/", "/invitations/")


def test_who_is_blocked_stops_watching_and_is_not_heard(pair: Pair) -> None:
    ann, ben = pair
    table = begin(ann, listed=True)
    ben.ask("GET", f"/api/tables/{table}")
    block(ann, ben)
    assert ben.ask("GET", f"/api/tables/{table}", status=403)["code"] == "sent_away"
    other = begin(ben, listed=True)

    async def talk() -> list[str]:
        async with ben.look(other) as speaks, ann.look(other) as hears:
            for text in ("from Ben", "from Ann"):
                who = speaks if text == "from Ben" else hears
                room = "table" if who is speaks else "spectators"
                await who.send({"t": "say", "room": room, "text": text})
                await who.until("chat")
            return [line["text"] for line in hears.chat]

    assert asyncio.run(talk()) == ["from Ann"]


def test_forgetting_takes_follows_and_blocks_along(server: Running) -> None:
    ann, ben, cy = member(server), member(server), member(server)
    follow(ben, ann)
    follow(ann, cy)
    block(cy, ben)
    ann.ask("DELETE", "/api/me")
    ben.ask("DELETE", "/api/me")
    left = friends(cy)
    assert left["followers"] == left["blocked"] == []


def test_a_block_reaches_the_tables_of_another_process(tmp_path: Path, new_database: Any) -> None:
    database = new_database("postgres", tmp_path)
    with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        ann, ben = member(one), member(other)
        follow(ben, ann)
        table = begin(ann, listed=True)
        seen = friends(ben)["friends"][0]["tables"]
        assert [line["id"] for line in seen] == [table]

        async def watch_until_shut_out() -> str:
            async with ben.look(table) as looks:
                await looks.receive()
                await asyncio.to_thread(block, ann, ben)
                while (message := await looks.receive())["t"] != "bye":
                    pass
                return str(message["code"])

        assert asyncio.run(watch_until_shut_out()) == "sent_away"
