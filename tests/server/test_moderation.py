"""People who disturb others: reports, bans, the chat switch, being sent away, deceptive names."""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from caboose.server.people.guests import Guest
from caboose.server.people.similar_names import told_apart
from caboose.server.storage import rows
from caboose.server.tables.reporting import file_report, scene_at
from tests.support.server.forked_server import Nursery, forked
from tests.support.server.members import claim
from tests.support.server.people import ME, OPEN, Looking, Person, begun, bot, nonce
from tests.support.server.server_process import Running
from tests.support.server.server_thread import Inside, serving

TOKEN = "open sesame"
HOUR = 3_600_000  # milliseconds


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    folder = tmp_path_factory.mktemp("moderation")
    with serving(folder, operator_token=TOKEN, behind_proxy=True) as server:
        yield server


class Operator:
    """The person who runs the server."""

    def __init__(self, server: Running | Inside, token: str = TOKEN) -> None:
        self.http = httpx.Client(base_url=server.url)
        weakref.finalize(self, self.http.close)
        self.http.headers["authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        answer = self.http.request(method, f"/api/operator{path}", json=body)
        assert answer.is_success if status is None else answer.status_code == status, answer.text
        return answer.json() if answer.content else None


def say(person: Person, table: str, text: str, room: str = "table") -> dict[str, Any]:
    """Say something at a table; what comes of it."""

    async def speak() -> dict[str, Any]:
        async with person.look(table) as looking:
            await looking.until("table")
            await looking.send({"t": "say", "room": room, "text": text})
            while (message := await looking.receive())["t"] not in ("chat", "refused"):
                pass
            return message

    return asyncio.run(speak())


def report(person: Person, table: str, about: Person) -> None:
    body = {"guest": about.me["guest"], "words": "Insults me."}
    assert person.http.post(f"/api/tables/{table}/reports", json=body).status_code == 204


# ---- reports -------------------------------------------------------------------------------------


def test_a_report_comes_with_the_chat_and_the_game_as_everybody_saw_it(inside: Inside) -> None:
    ann, ben, table = begun(inside)
    body = {"cmd_id": "c", "at": 0, "action": "keep 1 2"}
    ben.ask("POST", f"/api/tables/{table}/actions", body)
    assert say(ben, table, "You are stupid.")["t"] == "chat"
    report(ann, table, ben)
    (told,) = [r for r in Operator(inside).ask("GET", "/reports")["reports"] if r["table"] == table]
    assert (told["by"]["name"], told["about"]["name"]) == ("Ann", "Ben")
    assert (told["words"], told["n"], told["done"]) == ("Insults me.", 1, None)
    assert [(line["name"], line["text"]) for line in told["chat"]] == [("Ben", "You are stupid.")]
    assert told["actions"] == ["1 keep ?"]  # no more than everybody saw
    assert told["edition"] == "London"


def test_only_people_at_the_table_are_reported_and_each_once(inside: Inside) -> None:
    ann, ben, table = begun(inside)
    path = f"/api/tables/{table}/reports"
    stranger = {"guest": Person(inside, "Stranger").me["guest"], "words": "?"}
    assert ann.ask("POST", path, stranger, status=404)["code"] == "not_found"
    me = {"guest": ann.me["guest"], "words": "?"}
    ann.ask("POST", path, me, status=404)
    report(ann, table, ben)
    again = {"guest": ben.me["guest"], "words": "Again!"}
    assert ann.ask("POST", path, again, status=409)["code"] == "reported"
    report(ben, table, ann)


def test_reports_are_read_and_acted_on_by_who_has_the_operators_token(inside: Inside) -> None:
    ann, ben, table = begun(inside)
    report(ann, table, ben)
    operator, stranger = Operator(inside), Operator(inside, "sesame")
    for path in ("/reports", "/bans"):
        stranger.ask("GET", path, status=403)
        assert ann.http.get(f"/api/operator{path}").status_code == 403
    stranger.ask("POST", "/bans", {"guest": ben.me["guest"]}, status=403)
    told = operator.ask("GET", "/reports")["reports"][0]
    operator.ask("POST", f"/reports/{told['id']}", {"outcome": "dismissed"})
    done = [r for r in operator.ask("GET", "/reports")["reports"] if r["id"] == told["id"]]
    assert (done[0]["outcome"], done[0]["done"] is None) == ("dismissed", False)
    operator.ask("POST", "/reports/999999", {"outcome": "dismissed"}, status=404)


def test_without_a_token_in_the_settings_nobody_is_the_operator(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for token in ("Bearer", TOKEN):
            Operator(server, token).ask("GET", "/reports", status=403)


def test_who_is_forgotten_is_forgotten_in_reports_too(inside: Inside) -> None:
    ann, _, table = begun(inside)
    cat = Person(inside, "Catherine")
    say(cat, table, "Catherine was here", "spectators")
    report(ann, table, cat)
    report(cat, table, ann)
    assert cat.http.delete("/api/me").status_code == 204

    def read(connection: sa.Connection) -> str:
        return str(list(connection.execute(sa.select(rows.reports))))

    kept = inside.run(inside.host.store.read(read))
    assert "Catherine" not in kept
    assert str(cat.me["guest"]) not in kept
    assert (
        len([r for r in Operator(inside).ask("GET", "/reports")["reports"] if r["table"] == table])
        == 2
    )


# ---- bans ----------------------------------------------------------------------------------------


def test_a_banned_guest_is_sent_away_and_a_bot_takes_their_seat(inside: Inside) -> None:
    ann, ben, table = begun(inside)

    async def ban() -> dict[str, Any]:
        async with ben.look(table) as looking:
            await looking.until("view")
            body = {"guest": ben.me["guest"], "hours": 24, "why": "Insults."}
            made = await asyncio.to_thread(Operator(inside).ask, "POST", "/bans", body)
            assert (await looking.until("bye"))["code"] == "banned"
            return dict(made)

    made = asyncio.run(ban())
    assert made["until"] is not None
    chairs = ann.ask("GET", f"/api/tables/{table}")["table"]["chairs"]
    assert [chair["control"] for chair in chairs] == ["person", "bot"]
    for method, path in (("GET", f"/api/tables/{table}/view"), ("DELETE", "/api/me")):
        refused = ben.ask(method, path, status=403)
        assert (refused["code"], refused["values"]["until"]) == ("banned", made["until"])
    ben.ask("POST", "/api/guests", {"name": "Bert"}, status=403)  # the same browser
    Operator(inside).ask("DELETE", f"/bans/{made['id']}")
    ben.ask("GET", f"/api/tables/{table}/view")


def test_the_bots_of_a_banned_member_may_not_come_either(inside: Inside) -> None:
    ann = Person(inside, "Ann")
    claim(ann)
    made = ann.ask("POST", "/api/member/bots", {"name": f"Robot {nonce()[:8]}"})
    robot = httpx.Client(base_url=inside.url, headers={"authorization": f"Bearer {made['token']}"})
    with robot:
        assert robot.get("/api/me").status_code == 200
        ban = Operator(inside).ask("POST", "/bans", {"guest": ann.me["guest"], "hours": 1})
        assert robot.get("/api/me").json()["code"] == "banned"
        Operator(inside).ask("DELETE", f"/bans/{ban['id']}")
        assert robot.get("/api/me").status_code == 200


def test_a_report_is_not_disturbed_by_those_who_come_and_go(inside: Inside) -> None:
    """What the writer's thread stores was taken from the table before, in its own thread."""
    ann, ben, table = begun(inside)
    loaded = inside.table(table)
    scene = inside.call(lambda: scene_at(loaded))
    store = inside.host.store

    class Gone(set[Any]):
        def __iter__(self) -> Any:
            raise RuntimeError("Set changed size during iteration")

    inside.call(lambda: setattr(loaded, "viewers", Gone()))
    try:
        reporter = Guest(ann.me["guest"], "Ann", bot=False)
        inside.run(
            store.write(lambda c: file_report(c, scene, reporter, ben.me["guest"], "Insults.", 1))
        )
    finally:
        inside.call(lambda: setattr(loaded, "viewers", set()))


def test_over_https_every_cookie_is_for_https_alone(inside: Inside) -> None:
    ann, _, table = begun(inside)
    headers = {"x-forwarded-proto": "https"}
    with httpx.Client(base_url=inside.url, headers=headers) as cat:
        made = cat.post("/api/guests", json={"name": "Cat"})
        said = made.headers["set-cookie"].partition(";")[0]
        kept = {"cookie": said}
        cat.get(f"/api/tables/{table}/view", headers=kept)
        ann.ask("POST", f"/api/tables/{table}/remove", {"guest": made.json()["guest"]})
        gone = cat.delete(
            "/api/me", headers={**kept, "origin": inside.url.replace("http", "https")}
        )
        assert gone.status_code == 204
        cookies = made.headers.get_list("set-cookie") + gone.headers.get_list("set-cookie")
        given = [each for each in cookies if "Max-Age=0" not in each]
        assert any(each.startswith("caboose_away=") for each in given)
        assert all("Secure" in each for each in given)


def test_a_ban_ends_by_itself(tmp_path: Path) -> None:
    clock = [1_800_000_000_000]
    with serving(tmp_path, now=lambda: clock[0], operator_token=TOKEN) as server:
        ben = Person(server, "Ben")
        Operator(server).ask("POST", "/bans", {"guest": ben.me["guest"], "hours": 1})
        ben.ask("GET", "/api/me", status=403)
        clock[0] += HOUR + 1
        ben.ask("GET", "/api/me")


def test_an_address_range_is_banned(inside: Inside) -> None:
    operator = Operator(inside)

    def come(address: str) -> int:
        headers = {"x-forwarded-for": address}
        made = httpx.post(f"{inside.url}/api/guests", json={"name": "X"}, headers=headers)
        return made.status_code

    made = operator.ask("POST", "/bans", {"network": "198.51.100.0/24", "why": "Floods."})
    assert made["until"] is None
    assert (come("198.51.100.7"), come("::ffff:198.51.100.7"), come("203.0.113.7")) == (
        403,
        403,
        201,
    )
    six = operator.ask("POST", "/bans", {"network": "2001:db8::1"})
    assert six["network"] == "2001:db8::/64"  # one address of a household is the household
    assert (come("2001:db8::2"), come("2001:db8:0:1::2")) == (403, 201)
    for ban in operator.ask("GET", "/bans")["bans"]:
        operator.ask("DELETE", f"/bans/{ban['id']}")
    assert come("198.51.100.7") == 201
    for bad in ({}, {"network": "everywhere"}, {"network": "0.0.0.0/0"}, {"guest": "gNobody"}):
        operator.ask("POST", "/bans", bad, status=404 if "guest" in bad else 422)


def test_a_ban_holds_in_every_process(
    nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    address = new_database("postgres", tmp_path)
    with (
        forked(nursery, tmp_path, address, operator_token=TOKEN) as one,
        forked(nursery, tmp_path, address, operator_token=TOKEN) as other,
    ):
        ben = Person(one, "Ben")
        there = httpx.Client(base_url=other.url, cookies=ben.http.cookies)
        with there:
            assert there.get("/api/me").status_code == 200
            Operator(one).ask("POST", "/bans", {"guest": ben.me["guest"]})
            ben.ask("GET", "/api/me", status=403)
            until = time.monotonic() + 60
            while there.get("/api/me").status_code != 403:
                assert time.monotonic() < until, "the other process has not heard of it"
                time.sleep(0.2)


# ---- the chat switch -----------------------------------------------------------------------------


def test_the_host_switches_the_chat_of_a_table_off_and_on(inside: Inside) -> None:
    ann, ben, table = begun(inside)
    path = f"/api/tables/{table}/chat"
    ben.ask("POST", path, {"on": False}, status=403)
    assert ann.ask("POST", path, {"on": False})["table"]["options"]["chat"] is False
    assert say(ben, table, "Hello?")["code"] == "chat_off"
    ann.ask("POST", path, {"on": True})
    assert say(ben, table, "Hello!")["text"] == "Hello!"


def test_a_table_is_opened_without_chat(inside: Inside) -> None:
    _, ben, table = begun(inside, chat=False)
    assert say(ben, table, "Hello?")["code"] == "chat_off"


def test_a_server_without_chat_has_none_at_any_table(tmp_path: Path) -> None:
    with serving(tmp_path, chat=False) as server:
        ann, ben, table = begun(server)
        assert ann.ask("GET", f"/api/tables/{table}")["table"]["options"]["chat"] is False
        ann.ask("POST", f"/api/tables/{table}/chat", {"on": True}, status=403)
        assert say(ben, table, "Hello?")["code"] == "chat_off"


# ---- sent away -----------------------------------------------------------------------------------


def test_who_was_sent_away_does_not_come_back_under_a_new_name(inside: Inside) -> None:
    ann, _, table = begun(inside)
    cat = Person(inside, "Cat")
    cat.ask("GET", f"/api/tables/{table}/view")
    ann.ask("POST", f"/api/tables/{table}/remove", {"guest": cat.me["guest"]})
    renamed = cat.ask("POST", "/api/guests", {"name": "Dora"})  # a browser has one guest
    assert (renamed["guest"], renamed["name"]) == (cat.me["guest"], "Dora")
    assert cat.ask("GET", f"/api/tables/{table}/view", status=403)["code"] == "sent_away"
    assert cat.http.delete("/api/me").status_code == 204
    new = cat.ask("POST", "/api/guests", {"name": "Eve"})
    assert new["guest"] != cat.me["guest"]
    assert cat.ask("GET", f"/api/tables/{table}/view", status=403)["code"] == "sent_away"


# ---- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "others", "shown"),
    [
        ("Ann", ["Ben"], "Ann"),
        ("Ann", ["Ann"], "Ann 2"),
        ("Ann", ["Ann", "Ann 2"], "Ann 3"),
        ("ANN", ["ann"], "ANN 2"),
        ("Аnn", ["Ann"], "Аnn 2"),  # noqa: RUF001 - a Cyrillic letter
        ("Al1ce", ["Alice"], "Al1ce 2"),
        ("A.n n", ["Ann"], "A.n n 2"),
        ("Ánn", ["Ann"], "Ánn 2"),
        ("Ａｎｎ", ["Ann"], "Ａｎｎ 2"),  # noqa: RUF001 - wide letters
        ("🚂", ["🚃"], "🚂"),
        ("🚂", ["🚂"], "🚂 2"),
        ("A" * 30, ["a" * 30], "A" * 28 + " 2"),
    ],
)
def test_names_that_look_alike_are_told_apart(name: str, others: list[str], shown: str) -> None:
    assert told_apart(name, others) == shown


def test_nobody_sits_down_under_the_name_of_another(inside: Inside) -> None:
    ann, other = Person(inside, "Ann"), Person(inside, "ANN")
    opened = ann.open_table("usa", [ME, OPEN, OPEN, bot("driver")])
    other.accept(opened["invitations"]["1"])
    Person(inside, "Driver").accept(opened["invitations"]["2"])
    here = ann.ask("GET", f"/api/tables/{opened['table']['id']}")["table"]
    assert [chair["name"] for chair in here["chairs"]] == ["Ann", "ANN 2", "Driver 2", "Driver"]


def test_a_spectator_cannot_speak_as_a_player(inside: Inside) -> None:
    _, _, table = begun(inside)
    assert say(Person(inside, "Ben"), table, "I resign.", "spectators")["name"] == "Ben 2"


def test_a_spectator_who_was_there_first_cannot_either(inside: Inside) -> None:
    ann, ben, spy = (Person(inside, name) for name in ("Ann", "Ben", "Ben"))
    opened = ann.open_table("london", [ME, OPEN])

    async def wait(looking: Looking) -> list[str]:
        async with looking:
            await looking.until("table")
            await asyncio.to_thread(ben.accept, opened["invitations"]["1"])
            await looking.send({"t": "say", "room": "spectators", "text": "It is me, Ben."})
            return [(await looking.until("chat"))["name"]]

    assert asyncio.run(wait(spy.look(opened["table"]["id"]))) == ["Ben 2"]
