"""Talk at a table: rooms, mute, limits, plain text; spectators who are sent away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest
import websockets

from caboose.server.storage.store import NotStored
from tests.support.server.people import ME, OPEN, Looking, Person, begun, nonce, play_out
from tests.support.server.server_thread import Inside, serving


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving(tmp_path_factory.mktemp("chat")) as server:
        yield server


class Party:
    """Ann and Ben play, Cat looks on."""

    def __init__(self, inside: Inside) -> None:
        self.ann, self.ben, self.cat = (Person(inside, name) for name in ("Ann", "Ben", "Cat"))
        opened = self.ann.open_table("london", [ME, OPEN], order="given", start="full")
        self.ben.accept(opened["invitations"]["1"])
        self.table: str = opened["table"]["id"]
        self.here = f"/api/tables/{self.table}"

    def look(self, person: Person) -> Looking:
        return person.look(self.table)


@pytest.fixture
def party(inside: Inside) -> Party:
    return Party(inside)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def say(looking: Looking, text: str, room: str = "table") -> dict[str, Any]:
    """Say something; what comes of it."""
    await looking.send({"t": "say", "room": room, "text": text})
    while True:
        message = await looking.receive()
        if message["t"] in ("chat", "refused"):
            return message


async def heard(looking: Looking) -> list[str]:
    """All that was heard until now."""
    await looking.send({"t": "ping"})
    await looking.until("pong")
    return [line["text"] for line in looking.chat]


def test_players_and_spectators_each_have_a_room(party: Party) -> None:
    async def talk() -> None:
        async with (
            party.look(party.ann) as ann,
            party.look(party.ben) as ben,
            party.look(party.cat) as cat,
        ):
            for each in (ann, ben, cat):
                await each.until("view")
            line = await say(ann, "hello")
            assert (line["room"], line["name"], line["guest"]) == (
                "table",
                "Ann",
                party.ann.me["guest"],
            )
            await heard(cat)
            assert (await say(cat, "hello", "table"))["code"] == "players_only"
            assert (await say(cat, "nice game", "spectators"))["t"] == "chat"
            for each in (ann, ben, cat):
                assert await heard(each) == ["hello", "nice game"]
        async with party.look(party.ben) as later:
            await later.until("view")
            assert await heard(later) == ["hello", "nice game"]

    run(talk())


def test_who_has_no_name_hears_and_does_not_speak(party: Party, inside: Inside) -> None:
    async def talk() -> None:
        nobody = Person(inside, "Nobody")
        nobody.http.cookies.clear()
        async with nobody.look(party.table) as looking:
            await looking.until("view")
            assert (await say(looking, "hello", "spectators"))["code"] == "no_guest"

    run(talk())


def test_a_muted_guest_is_heard_by_all_others(party: Party) -> None:
    async def talk() -> None:
        async with (
            party.look(party.ann) as ann,
            party.look(party.ben) as ben,
            party.look(party.cat) as cat,
        ):
            for each in (ann, ben, cat):
                await each.until("view")
            await ben.send({"t": "mute", "guest": party.ann.me["guest"]})
            await heard(ben)
            await say(ann, "one")
            assert await heard(cat) == ["one"]
            assert await heard(ben) == []
            async with party.look(party.ben) as again:  # it lasts, and covers what was said
                await again.until("view")
                assert await heard(again) == []
            await ben.send({"t": "mute", "guest": party.ann.me["guest"], "muted": False})
            await heard(ben)
            await say(ann, "two")
            assert await heard(ben) == ["two"]

    run(talk())


def test_a_line_that_is_said_while_somebody_comes_is_heard_once_and_in_order(
    party: Party, inside: Inside
) -> None:
    host = inside.host
    recent = host.chat.recent

    async def read_and_be_overtaken(table: str) -> Any:
        """Somebody speaks when the lines so far are read, and before they are told."""
        host.chat.recent = recent  # type: ignore[method-assign]
        found = await recent(table)
        speaker = next(one for one in inside_table.viewers if one.name == "Ann")
        await host.chat.say(speaker, "table", "meanwhile")
        return found

    inside_table = inside.table(party.table)

    async def scene() -> None:
        async with party.look(party.ann) as ann:
            await say(ann, "before")
            host.chat.recent = read_and_be_overtaken  # type: ignore[method-assign]
            async with party.look(party.ben) as ben:
                assert await heard(ben) == ["before", "meanwhile"]
                await say(ann, "after")
                assert (await ben.until("chat"))["text"] == "after"

    run(scene())


def test_who_talks_too_fast_waits(party: Party) -> None:
    async def talk() -> None:
        async with party.look(party.ann) as ann:
            await ann.until("view")
            said = [await say(ann, f"line {n}") for n in range(20)]
        refused = [each["code"] for each in said if each["t"] == "refused"]
        assert said[4]["t"] == "chat"
        assert set(refused) == {"too_fast"}

    run(talk())


HOSTILE = [
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # text, and never made to HTML
    ("a\x00b\x1b[31m\x07c", "ab[31mc"),
    ("\u202eevil\u200b", "evil"),
    ("  two\n\nlines\t", "two lines"),
]


@pytest.mark.parametrize(("text", "kept"), HOSTILE)
def test_what_is_said_is_plain_text_on_one_line(inside: Inside, text: str, kept: str) -> None:
    party = Party(inside)

    async def talk() -> None:
        async with party.look(party.ann) as ann:
            await ann.until("view")
            assert (await say(ann, text))["text"] == kept
            for nothing in ("\x00", " \n ", "\u200b"):
                assert (await say(ann, nothing))["code"] == "nothing_said"
            assert (await say(ann, ""))["code"] == "bad_message"
            assert (await say(ann, "x" * 401))["code"] == "bad_message"

    run(talk())
    page = party.ann.http.get("/")
    assert kept not in page.text


def test_what_could_not_be_kept_was_not_said(
    party: Party, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise NotStored("the disk is full.")

    async def talk() -> None:
        async with party.look(party.ann) as ann, party.look(party.ben) as ben:
            await ann.until("view")
            await ben.until("view")
            with monkeypatch.context() as patch:
                patch.setattr(inside.host.store, "write", fail)
                assert (await say(ann, "hello"))["code"] == "not_stored"
                assert await heard(ben) == []
            assert (await say(ann, "hello again"))["text"] == "hello again"
            assert await heard(ben) == ["hello again"]

    run(talk())


def test_a_spectator_who_is_sent_away_stays_away(party: Party) -> None:
    remove, guest = f"{party.here}/remove", {"guest": party.cat.me["guest"]}

    async def look_on() -> None:
        async with party.look(party.cat) as cat:
            await cat.until("view")
            info = party.ann.ask("GET", party.here)["table"]
            assert [each["name"] for each in info["spectators"]] == ["Cat"]
            party.ben.ask("POST", remove, guest, status=403)
            player = {"guest": party.ben.me["guest"]}
            assert party.ann.ask("POST", remove, player, status=409)["code"] == "has_chair"
            party.ann.ask("POST", remove, guest)
            bye = await cat.until("bye")
            assert bye["code"] == "sent_away"
            assert bye["sentence"] == "The host removed you from this table."

    run(look_on())
    for path in ("", "/view", "/view?at=0", "/stream", "/record"):
        said = party.cat.ask("GET", f"{party.here}{path}", status=403)
        assert said["code"] == "sent_away"
    assert party.ann.ask("GET", party.here)["table"]["spectators"] == []
    party.ann.ask("POST", remove, guest)  # once more changes nothing


def test_who_was_sent_away_does_not_come_back_without_a_name(party: Party, inside: Inside) -> None:
    paths = ("", "/view", "/view?at=0", "/stream")
    nameless, dan = Person(inside, "Nobody"), Person(inside, "Dan")
    nameless.http.cookies.clear()

    async def look_on() -> None:
        async with party.look(nameless) as looking, party.look(dan) as other:
            await looking.until("view")  # anybody may watch, until somebody is sent away
            await other.until("view")
            party.ann.ask("POST", f"{party.here}/remove", {"guest": party.cat.me["guest"]})
            bye = await looking.until("bye")
            assert bye["code"] == "name_to_watch"
            await heard(other)  # somebody with a name stays
        async with party.look(nameless) as again:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await again.until("view")
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4403, "name_to_watch")

    run(look_on())
    for path in paths:
        said = nameless.ask("GET", f"{party.here}{path}", status=403)
        assert said["code"] == "name_to_watch"
    dan.ask("GET", f"{party.here}/view")
    party.ann.ask("POST", f"{party.here}/close")
    nameless.ask("GET", f"{party.here}/view")  # there is nobody to disturb any more
    party.cat.ask("GET", f"{party.here}/view", status=403)


def test_a_table_that_nobody_may_watch_shows_nothing_to_others(inside: Inside) -> None:
    ann, ben, cat = (Person(inside, name) for name in ("Ann", "Ben", "Cat"))
    opened = ann.open_table("london", [ME, OPEN], watch="nobody", start="full", listed=True)
    table = opened["table"]["id"]
    ben.accept(opened["invitations"]["1"])
    for path in ("", "/view", "/view?at=0", "/view?chair=-1", "/stream", "/record", "/record.json"):
        said = cat.ask("GET", f"/api/tables/{table}{path}", status=403)
        assert said["code"] == "not_watched"
    assert table not in {line["id"] for line in cat.ask("GET", "/api/lobby")["tables"]}


def test_a_player_who_looks_back_at_the_game_is_no_spectator(party: Party) -> None:
    async def look_back() -> None:
        async with party.ann.look(party.table, -1) as ann, party.look(party.cat) as cat:
            assert (await ann.until("view"))["own"] is None
            await cat.until("view")
            info = party.ben.ask("GET", party.here)["table"]
            assert [each["name"] for each in info["spectators"]] == ["Cat"]

    run(look_back())


def test_a_reaction_is_shown_to_all_but_who_has_muted_its_sender(party: Party) -> None:
    async def reactions(looking: Looking) -> list[str]:
        before = len(looking.frames)
        await heard(looking)
        told = [json.loads(frame) for frame in looking.frames[before:]]
        return [each["reaction"] for each in told if each["t"] == "reaction"]

    async def talk() -> None:
        async with (
            party.look(party.ann) as ann,
            party.look(party.ben) as ben,
            party.look(party.cat) as cat,
        ):
            for each in (ann, ben, cat):
                await each.until("view")
            await ben.send({"t": "mute", "guest": party.ann.me["guest"]})
            await heard(ben)
            await ann.send({"t": "react", "reaction": "well_played"})
            shown = await ann.until("reaction")
            assert (shown["seat"], shown["guest"]) == (0, party.ann.me["guest"])
            assert await reactions(cat) == ["well_played"]
            assert await reactions(ben) == []
            await cat.send({"t": "react", "reaction": "hello"})
            assert (await cat.until("refused"))["code"] == "spectator"
            await ann.send({"t": "react", "reaction": "nonsense"})
            assert (await ann.until("refused"))["code"] == "bad_message"
        async with party.look(party.cat) as later:  # said and gone
            await later.until("view")
            assert await reactions(later) == []

    run(talk())


def test_who_reacts_without_end_is_refused(party: Party) -> None:
    async def talk() -> None:
        async with party.look(party.ann) as ann:
            await ann.until("view")
            for _ in range(4):
                await ann.send({"t": "react", "reaction": "hello"})
            assert (await ann.until("refused"))["code"] == "too_fast"

    run(talk())


def test_a_rematch_keeps_what_was_said(inside: Inside) -> None:
    ann, ben, table = begun(inside)

    async def talk(at: str, text: str) -> list[str]:
        async with ann.look(at) as looking:
            await looking.until("table")
            await say(looking, text)
            return await heard(looking)

    assert asyncio.run(talk(table, "good game")) == ["good game"]
    play_out(ann, ben, table)
    for n in range(2):
        taken = ann.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})
        table = taken["table"]["id"]
        said = asyncio.run(talk(table, f"again {n}"))
        assert said == ["good game", *(f"again {each}" for each in range(n + 1))]
        ann.ask("POST", f"/api/tables/{table}/close")
