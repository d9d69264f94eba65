"""Opening tables: lobby, play now, starting, closing, and how many may be open."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from caboose.engine.record import verify
from caboose.server.tables import lists
from tests.support.server.people import ME, OPEN, Person, begun, bot, nonce, two_at_a_table
from tests.support.server.server_process import Running
from tests.support.server.server_thread import serving


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


def test_a_table_without_a_name_is_called_after_who_opened_it(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    body = {"edition": "london", "bots": ["driver"], "nonce": nonce()}
    opened = [
        ann.ask("POST", "/api/play", body)["table"],
        ann.open_table("london", [OPEN, {**ME, "name": "Anna"}], listed=True)["table"],
        ann.open_table("london", [OPEN, OPEN], listed=True, name=" \t")["table"],
        ann.open_table("london", [ME, OPEN], listed=True, name="Friday")["table"],
    ]
    called = [("", "Ann"), ("", "Anna"), ("", "Ann"), ("Friday", "Ann")]
    assert [(table["name"], table["whose"]) for table in opened] == called
    lines = {line["id"]: line for line in ann.ask("GET", "/api/me/tables")["tables"]}
    assert [(lines[table["id"]]["name"], lines[table["id"]]["whose"]) for table in opened] == called
    seated = ben.ask("POST", f"/api/tables/{opened[2]['id']}/chairs", {"nonce": nonce()})
    assert seated["table"]["whose"] == "Ann"  # the host comes first


def test_the_lobby_shows_open_tables_though_many_newer_games_are_played(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        older = ann.open_table("london", [ME, OPEN], listed=True)["table"]["id"]
        newer = ann.open_table("london", [ME, OPEN], listed=True)["table"]["id"]
        two_at_a_table(server, listed=True)  # has no chair left, and has not begun
        watched = ann.open_table("london", [ME, bot()], listed=True, start="full")["table"]["id"]
        secret: dict[str, Any] = {"listed": True, "start": "full", "watch": "nobody"}
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


def test_the_owner_closes_a_table_and_nobody_plays_on(server: Running) -> None:
    ann, ben, table = begun(server)

    async def close() -> None:
        async with ben.look(table) as looking:
            await looking.until("view")
            ben.ask("POST", f"/api/tables/{table}/close", status=403)
            ann.ask("POST", f"/api/tables/{table}/close")
            while looking.info is None or looking.info["table"]["status"] != "closed":
                await looking.receive()
            assert looking.info["table"]["why"] == "by_its_owner"
            assert looking.info["table"]["sentence"] == "The host closed this table."
            assert looking.info["table"]["promise"]["secret"] is not None
            answer = await looking.play("keep 1 2")
            assert answer["code"] == "table_closed"

    asyncio.run(close())
    ann.ask("POST", f"/api/tables/{table}/close", status=409)
    assert verify(ann.ask("GET", f"/api/tables/{table}/record")).fields.actions == 0


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


def test_who_saw_another_promise_is_refused_and_nothing_has_changed(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    promised = ann.ask("GET", "/api/me")["commitment"]
    body: dict[str, Any] = {"edition": "london", "nonce": nonce(), "commitment": "0" * 64}
    for path, more in (
        ("play", {"bots": ["driver"]}),
        ("play", {"bots": ["driver"], "introduction": True}),
        ("tables", {"chairs": [ME, OPEN]}),
    ):
        said = ann.ask("POST", f"/api/{path}", {**body, **more}, status=409)
        assert said["code"] == "other_promise"
    assert ann.ask("GET", "/api/me")["commitment"] == promised
    assert ann.ask("GET", "/api/me/tables")["tables"] == []
    body |= {"chairs": [ME, OPEN], "options": {"listed": True}, "commitment": promised}
    opened = ann.ask("POST", "/api/tables", body)
    assert opened["table"]["promise"]["commitment"] == promised
    sit = {"nonce": nonce(), "commitment": ben.ask("GET", "/api/me")["commitment"]}
    invitation = opened["invitations"]["1"].removeprefix("/join/")
    for path in (f"tables/{opened['table']['id']}/chairs", f"invitations/{invitation}"):
        assert ben.ask("POST", f"/api/{path}", sit, status=409)["code"] == "other_promise"
    seated = ben.ask("POST", f"/api/invitations/{invitation}", {**sit, "commitment": promised})
    assert seated["you"]["chair"] == 1
