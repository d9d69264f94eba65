"""A game that has begun is closed by all who play it together; what was dealt is shown then."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from caboose.engine.record import read_record, verify
from caboose.server.http import tables_api
from caboose.server.tables.closing import close_table
from tests.support.server.members import claim
from tests.support.server.people import ME, OPEN, Looking, Person, begun, bot, nonce
from tests.support.server.server_process import Running
from tests.support.server.server_thread import serving

CLOCK = {"turn_seconds": 600, "bank_seconds": 600}
LONDON = {"edition": "london", "bots": ["passenger"], "nonce": "0" * 64}


def close(person: Person, table: str, status: int | None = None) -> Any:
    return person.ask("POST", f"/api/tables/{table}/close", status=status)


def play_on(person: Person, table: str, status: int | None = None) -> Any:
    return person.ask("DELETE", f"/api/tables/{table}/close", status=status)


def play_first_action(person: Person, table: str) -> None:
    body = {"cmd_id": "first", "at": 0, "action": "keep 1 2"}
    person.ask("POST", f"/api/tables/{table}/actions", body)


def begun_and_played(server: Running, **options: Any) -> tuple[Person, Person, str]:
    ann, ben, table = begun(server, **options)
    play_first_action(ann, table)
    return ann, ben, table


def test_after_the_first_action_the_host_cannot_close_a_game_alone(server: Running) -> None:
    ann, ben, table = begun_and_played(server)
    asked = close(ann, table)["table"]
    assert asked["status"] == "playing"
    assert asked["closing"] == {"agreed": [0], "missing": [1]}
    play_first_action(ben, table)  # the game goes on
    assert close(ann, table)["table"]["status"] == "playing"  # asking twice is asking once
    ended = close(ben, table)["table"]
    assert (ended["status"], ended["why"], ended["closing"]) == ("closed", "by_consent", None)


def test_before_the_first_action_the_host_alone_decides(server: Running) -> None:
    ann, ben, table = begun(server)
    assert close(ben, table, status=403)["code"] == "not_owner"
    ended = close(ann, table)["table"]
    assert (ended["status"], ended["why"]) == ("closed", "by_its_owner")
    assert ended["promise"]["secret"] is not None  # the hands had been dealt


def test_a_first_action_in_the_moment_of_closing_makes_it_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person alone with bots is not told that others do not agree."""

    async def first_plays_the_other(*how: Any) -> bool:
        if people:
            await asyncio.to_thread(play_first_action, people.pop(), table)
        return await close_table(*how)

    with serving(tmp_path) as server:
        ann, ben, table = begun(server)
        people = [ben]
        monkeypatch.setattr(tables_api, "close_table", first_plays_the_other)
        assert close(ann, table)["table"]["closing"] == {"agreed": [0], "missing": [1]}
        alone = Person(server, "Carl")
        table = alone.ask("POST", "/api/play", LONDON)["table"]["id"]
        people = [alone]
        assert close(alone, table)["table"]["why"] == "by_consent"


def test_anybody_who_plays_may_ask_and_anybody_may_say_no(server: Running) -> None:
    ann, ben, table = begun_and_played(server)
    assert close(ben, table)["table"]["closing"] == {"agreed": [1], "missing": [0]}
    assert play_on(ann, table)["table"]["closing"] is None
    close(ann, table)
    assert play_on(ann, table)["table"]["closing"] is None  # taken back
    assert close(ben, table)["table"]["status"] == "playing"  # what was said before does not count
    play_on(Person(server, "Spectator"), table, status=403)


def test_everybody_is_shown_who_wants_to_close_the_game(server: Running) -> None:
    ann, ben, table = begun_and_played(server)
    watching = Person(server, "Wanda")

    async def hear(looking: Looking, closing: Any) -> None:
        while looking.info is None or looking.info["table"]["closing"] != closing:
            await looking.receive()

    async def ask() -> None:
        async with ben.look(table) as one, watching.look(table) as other:
            await asyncio.gather(hear(one, None), hear(other, None))
            close(ann, table)
            wanted = {"agreed": [0], "missing": [1]}
            await asyncio.gather(hear(one, wanted), hear(other, wanted))
            play_on(ann, table)
            await asyncio.gather(hear(one, None), hear(other, None))

    asyncio.run(ask())


def test_bots_programs_and_who_has_left_are_not_asked(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    opened = ann.open_table("usa", [ME, OPEN, OPEN, bot()], order="given")
    table, invitations = opened["table"]["id"], opened["invitations"]
    ben.accept(invitations["1"])
    robot = ann.ask("POST", "/api/tokens", {"name": "Robot"})
    with httpx.Client(base_url=server.url) as program:
        program.headers["authorization"] = f"Bearer {robot['token']}"
        token = invitations["2"].removeprefix("/join/")
        program.post(f"/api/invitations/{token}", json={"nonce": nonce()})
    ann.ask("POST", f"/api/tables/{table}/start")
    play_first_action(ann, table)
    assert close(ann, table)["table"]["closing"] == {"agreed": [0], "missing": [1]}
    left = ben.ask("POST", f"/api/tables/{table}/leave")["table"]
    assert (left["status"], left["why"]) == ("closed", "by_consent")  # all who are left agree


def test_who_left_has_a_bot_in_their_seat_and_no_say(server: Running) -> None:
    ann, ben, table = begun_and_played(server)
    ann.ask("POST", f"/api/tables/{table}/leave")
    here = ben.ask("GET", f"/api/tables/{table}")["table"]
    assert [chair["control"] for chair in here["chairs"]] == ["bot", "person"]
    assert close(ann, table, status=409)["code"] == "has_left"
    assert close(ben, table)["table"]["status"] == "closed"


def test_a_host_who_does_not_play_cannot_close_a_game(server: Running) -> None:
    ann, ben, cleo = (Person(server, name) for name in ("Ann", "Ben", "Cleo"))
    opened = ann.open_table("london", [OPEN, OPEN], order="given")
    table = opened["table"]["id"]
    for person, chair in ((ben, "0"), (cleo, "1")):
        person.accept(opened["invitations"][chair])
    ann.ask("POST", f"/api/tables/{table}/start")
    play_first_action(ben, table)
    assert close(ann, table, status=403)["code"] == "players_decide"
    close(ben, table)
    assert close(cleo, table)["table"]["why"] == "by_consent"


def test_alone_among_bots_ones_own_consent_is_enough(server: Running) -> None:
    ann = Person(server, "Ann")
    body = {"edition": "london", "bots": ["conductor"], "nonce": nonce()}
    table = ann.ask("POST", "/api/play", body)["table"]["id"]
    play_first_action(ann, table)
    assert close(ann, table)["table"]["status"] == "closed"


def test_a_closed_game_shows_its_secret_and_keeps_a_record_that_verifies(server: Running) -> None:
    ann, ben, table = begun_and_played(server)
    promised = ann.ask("GET", f"/api/tables/{table}")["table"]["promise"]
    assert promised["secret"] is None
    ann.ask("GET", f"/api/tables/{table}/record", status=409)
    close(ann, table)
    close(ben, table)
    for person in (ann, ben):
        shown = person.ask("GET", f"/api/tables/{table}")["table"]["promise"]
        assert shown["commitment"] == promised["commitment"]
        text = person.ask("GET", f"/api/tables/{table}/record")
        state = verify(text)
        assert (int(state.fields.actions), state.is_over) == (1, False)
        assert read_record(text).header["secret"] == shown["secret"]
        whole = person.ask("GET", f"/api/tables/{table}/record.json")
        assert (whole["record"], whole["promise"]) == (text, shown)
        mine = person.ask("GET", "/api/me/tables")["tables"]
        (line,) = [line for line in mine if line["id"] == table]
        assert (line["status"], line["winners"]) == ("closed", [])


def test_a_closed_game_can_be_looked_at_through_every_seats_eyes(server: Running) -> None:
    ann, ben, table = begun_and_played(server)
    seen = f"/api/tables/{table}/view?at=1&chair=1"
    ann.ask("GET", seen, status=403)
    hand = ben.ask("GET", f"/api/tables/{table}/view")["own"]["hand"]
    close(ann, table)
    close(ben, table)
    assert ann.ask("GET", seen)["own"]["hand"] == hand
    dealt = ann.ask("GET", f"/api/tables/{table}/view?chair=-1")["steps"][0]["events"]
    assert all("color" in event for event in dealt if event["kind"] == "drew_blind")


def test_a_table_that_is_closed_before_its_game_has_no_record_and_shows_no_secret(
    server: Running,
) -> None:
    ann = Person(server, "Ann")
    table = ann.open_table("london", [ME, OPEN])["table"]["id"]
    ended = close(ann, table)["table"]
    assert (ended["status"], ended["promise"]["secret"]) == ("closed", None)
    assert ann.ask("GET", f"/api/tables/{table}/record", status=409)["code"] == "no_record"
    assert table not in [line["id"] for line in ann.ask("GET", "/api/me/tables")["tables"]]


# ---- ratings or points at stake ------------------------------------------------------------------


def rated_and_begun(server: Running, *, bots: int = 0) -> tuple[Person, Person, str]:
    """A rated game of two members, and bots, that has begun."""
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    claim(ann)
    claim(ben)
    chairs = [ME, OPEN, *[bot("driver")] * bots]
    opened = ann.open_table("london", chairs, rated=True, clock=CLOCK, order="given")
    ben.accept(opened["invitations"]["1"])
    table = opened["table"]["id"]
    ann.ask("POST", f"/api/tables/{table}/start")
    return ann, ben, table


def test_nobody_ends_a_rated_game_alone_with_bots(server: Running) -> None:
    ann = Person(server, "Ann")
    claim(ann)
    opened = ann.open_table("london", [ME, bot("driver")], rated=True, clock=CLOCK, order="given")
    table = opened["table"]["id"]
    ann.ask("POST", f"/api/tables/{table}/start")
    assert close(ann, table, status=409)["code"] == "game_counts"  # the hand has been dealt
    play_first_action(ann, table)
    assert close(ann, table, status=409)["code"] == "game_counts"
    left = ann.ask("POST", f"/api/tables/{table}/leave")["table"]
    assert (left["status"], left["chairs"][0]["control"]) == ("playing", "bot")


def test_a_rated_hand_is_not_dealt_again_by_its_host_alone(server: Running) -> None:
    ann, ben, table = rated_and_begun(server)
    assert close(ann, table)["table"]["closing"] == {"agreed": [0], "missing": [1]}
    assert close(ben, table)["table"]["why"] == "by_consent"  # nobody escapes: both want it


def test_who_has_left_a_rated_game_stays_last_whatever_the_others_want(server: Running) -> None:
    ann, ben, table = rated_and_begun(server)
    play_first_action(ann, table)
    close(ann, table)
    left = ben.ask("POST", f"/api/tables/{table}/leave")["table"]
    assert left["status"] == "playing"  # that all who are left agree is not enough here
    assert close(ann, table, status=409)["code"] == "game_counts"


def test_a_rated_table_that_waits_is_still_closed_by_its_host(server: Running) -> None:
    ann = Person(server, "Ann")
    claim(ann)
    opened = ann.open_table("london", [ME, OPEN], rated=True, clock=CLOCK)
    assert close(ann, opened["table"]["id"])["table"]["why"] == "by_its_owner"
