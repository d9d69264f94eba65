"""Origins, cookies, headers, sizes, rates and names: what keeps a server and its guests safe."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import http.client
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import websockets

from caboose.server.http import boards_api, operations_api
from caboose.server.http.safety import HEADERS, MOST_BODY
from caboose.server.people.tokens import hashed
from caboose.server.storage.rows import metadata
from tests.support.server.people import ME, OPEN, Person, nonce
from tests.support.server.server_thread import Inside, serving


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving(tmp_path_factory.mktemp("safety")) as server:
        yield server


@pytest.fixture(scope="module")
def ann(inside: Inside) -> Person:
    return Person(inside, "Ann")


@pytest.fixture(scope="module")
def table(ann: Person) -> str:
    body = {"edition": "london", "bots": ["conductor"], "nonce": nonce()}
    return str(ann.ask("POST", "/api/play", body)["table"]["id"])


def code_of(inside: Inside, path: str, headers: dict[str, str], origin: str | None) -> int | str:
    """How a socket ends: its close code, the status that refused it, or its first message."""

    async def connect() -> int | str:
        url = f"{inside.socket_url}/ws/tables/{path}"
        sent = None if origin is None else websockets.Origin(origin)
        try:
            async with websockets.connect(url, origin=sent, additional_headers=headers) as line:
                return str(json.loads(await line.recv())["you"]["chair"])
        except websockets.InvalidStatus as error:
            return error.response.status_code
        except websockets.ConnectionClosed as error:
            return -1 if error.rcvd is None else error.rcvd.code

    return asyncio.run(connect())


# ---- origins and cookies -------------------------------------------------------------------------


def test_only_pages_of_ours_open_a_socket(inside: Inside, ann: Person, table: str) -> None:
    cookie = {"cookie": ann.cookie}
    assert code_of(inside, table, cookie, inside.url) == "0"
    for foreign in ("http://evil.example", "null", "http://[", f"{inside.url}.evil.example"):
        assert code_of(inside, table, cookie, foreign) == 403, foreign
    assert code_of(inside, table, cookie, None) == "None"  # no browser: its cookie does not count
    assert code_of(inside, "nothing", cookie, inside.url) == 4404
    assert code_of(inside, "%00", cookie, inside.url) == 4404
    assert code_of(inside, f"{table}?chair=1", cookie, inside.url) == 4403
    assert code_of(inside, table, {"authorization": "Bearer wrong"}, None) == 4401


def test_origins_of_the_settings_may_open_a_socket_and_change_something(tmp_path: Path) -> None:
    other = "https://games.example"
    with serving(tmp_path, origins=[other]) as server:
        person = Person(server, "Ann")
        table = person.open_table("london", [ME, OPEN])["table"]["id"]
        assert code_of(server, table, {"cookie": person.cookie}, other) == "0"
        assert code_of(server, table, {"cookie": person.cookie}, "https://x.example") == 403
        for origin, status in ((other, 201), ("https://x.example", 403)):
            path, headers = f"/api/tables/{table}/links", {"origin": origin}
            assert person.http.post(path, headers=headers).status_code == status


def test_only_pages_of_ours_change_something_by_the_cookie(inside: Inside) -> None:
    person = Person(inside, "Ann")
    opened = person.open_table("london", [ME, OPEN])
    here = f"/api/tables/{opened['table']['id']}"
    changes = [("POST", f"{here}/links"), ("POST", f"{here}/close"), ("DELETE", "/api/me")]
    changes += [("PATCH", "/api/me"), ("POST", "/api/guests"), ("POST", f"{here}/leave")]
    changes += [("POST", f"{here}/ready")]
    for foreign in ("http://evil.example", "null", "http://[", f"{inside.url}.evil.example"):
        for method, path in changes:
            body = {"name": "Eve"} if path in ("/api/me", "/api/guests") else None
            answer = person.http.request(method, path, json=body, headers={"origin": foreign})
            assert answer.status_code == 403, (method, path, foreign)
            assert answer.json()["code"] == "foreign_page"
            assert "set-cookie" not in answer.headers
    assert person.ask("GET", here)["table"]["status"] == "waiting"
    assert person.ask("GET", "/api/me")["name"] == "Ann"
    links = opened["invitations"]["1"].removeprefix("/join/")
    person.ask("GET", f"/api/invitations/{links}")  # the old link is alive
    ours = person.http.post(f"{here}/links", headers={"origin": inside.url})
    assert ours.status_code == 201


def test_a_bearer_token_counts_from_any_page(inside: Inside) -> None:
    made = httpx.post(f"{inside.url}/api/tokens", json={"name": "Robot"}).json()
    headers = {"authorization": f"Bearer {made['token']}", "origin": "http://lab.example"}
    body = {"edition": "london", "bots": ["conductor"], "nonce": nonce()}
    assert httpx.post(f"{inside.url}/api/play", json=body, headers=headers).status_code == 201


def test_looking_at_the_links_of_a_table_makes_no_new_ones(inside: Inside, ann: Person) -> None:
    opened = ann.open_table("london", [ME, OPEN])
    ann.ask("GET", f"/api/tables/{opened['table']['id']}/links", status=404)
    Person(inside, "Ben").accept(opened["invitations"]["1"])


def test_the_cookie_cannot_be_read_by_scripts_or_sent_by_other_sites(inside: Inside) -> None:
    made = httpx.post(f"{inside.url}/api/guests", json={"name": "Ann"})
    cookie = made.headers["set-cookie"]
    assert cookie.startswith("caboose=")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie  # all works over plain http in a home


def test_who_comes_again_is_remembered_for_another_year(inside: Inside) -> None:
    person = Person(inside, "Ann")
    again = person.http.get("/api/me")
    assert again.headers["set-cookie"].startswith(f"caboose={person.http.cookies['caboose']}; ")
    assert "Max-Age=31536000" in again.headers["set-cookie"]
    bot = httpx.post(f"{inside.url}/api/tokens", json={"name": "Robot"}).json()
    bearer = {"authorization": f"Bearer {bot['token']}"}
    assert "set-cookie" not in httpx.get(f"{inside.url}/api/me", headers=bearer).headers


OVER_HTTPS = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}
STRICT = "strict-transport-security"


def over_https(server: Inside) -> httpx.Response:
    """Somebody new, who says that a proxy passed them on."""
    return httpx.post(f"{server.url}/api/guests", json={"name": "Ann"}, headers=OVER_HTTPS)


def test_who_comes_over_https_stays_there(tmp_path: Path) -> None:
    with serving(tmp_path, behind_proxy=True) as server:
        made = over_https(server)
        assert "Secure" in made.headers["set-cookie"]
        assert made.headers[STRICT] == "max-age=31536000"
        plain = httpx.post(f"{server.url}/api/guests", json={"name": "Ben"})
        assert "Secure" not in plain.headers["set-cookie"]
        assert STRICT not in plain.headers


@pytest.mark.parametrize("settings", [{}, {"behind_proxy": True, "proxies": ["192.0.2.0/24"]}])
def test_only_the_proxy_of_the_settings_can_say_that_somebody_came_over_https(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    with serving(tmp_path, **settings) as server:
        made = over_https(server)
        assert "Secure" not in made.headers["set-cookie"]
        assert STRICT not in made.headers


# ---- names of this server ------------------------------------------------------------------------

OURS = ["127.0.0.1:8000", "[::1]:8000", "192.168.0.7", "LOCALHOST:8000", "pi", "pi.local:8000"]
OURS += ["games.example", "Games.Example.:443", "pages.example"]
FOREIGN = ["evil.example", "evil.example:8000", "games.example.evil.example", "xgames.example"]
FOREIGN += ["127.0.0.1.evil.example", "[", "a b.example", "127.0.0.1@evil.example"]


def test_a_server_answers_under_its_own_names_and_no_other(tmp_path: Path) -> None:
    """Else a page under a name that points here, which browsers take for ours, could read all."""
    names = {"hosts": ["games.example"], "origins": ["https://pages.example"]}
    with serving(tmp_path, **names) as server:
        for host in OURS:
            assert raw(server, "GET", "/api/editions", headers={"host": host}).status == 200, host
        for path in ("/", "/api/editions", "/metrics", "/health"):
            for host in FOREIGN:
                answer = raw(server, "GET", path, headers={"host": host})
                assert answer.status == 421, (path, host)
                said = json.loads(answer.said)  # type: ignore[attr-defined]
                assert said["code"] == "unknown_host"


def test_a_socket_is_not_opened_under_a_foreign_name(inside: Inside, table: str) -> None:
    upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
    upgrade["sec-websocket-key"] = "AAAAAAAAAAAAAAAAAAAAAA=="
    for name, status in (("127.0.0.1", 101), ("evil.example", 403)):
        host = f"{name}:{inside.port}"
        headers = {**upgrade, "host": host, "origin": f"http://{host}"}
        assert raw(inside, "GET", f"/ws/tables/{table}", headers=headers).status == status


def test_every_name_is_answered_if_the_settings_say_so(tmp_path: Path) -> None:
    with serving(tmp_path, hosts=["*"]) as server:
        answer = raw(server, "GET", "/api/editions", headers={"host": "evil.example"})
        assert answer.status == 200


def test_a_forged_cookie_is_nobody(inside: Inside, ann: Person) -> None:
    true = str(ann.http.cookies["caboose"])
    token, _, signature = true.rpartition(".")
    last = "A" if signature[-2] != "A" else "B"
    forged = [token, f"{token}.", f"{token}.{signature[:-2]}{last}{signature[-1]}", f"x{true}"]
    forged += [f"{token}x.{signature}", "x" * 5000, "a.b.c", ""]
    for cookie in forged:
        answer = httpx.get(f"{inside.url}/api/me", cookies={"caboose": cookie})
        assert answer.status_code == 401, cookie
    bearer = {"authorization": f"Bearer {token}"}  # a browser's token is no bot's
    assert httpx.get(f"{inside.url}/api/me", headers=bearer).status_code == 401
    assert httpx.get(f"{inside.url}/api/me", cookies={"caboose": true}).status_code == 200


def test_of_every_token_only_its_hash_is_stored(inside: Inside, ann: Person) -> None:
    """So nothing that is looked up can be guessed letter by letter."""
    opened = ann.open_table("london", [ME, OPEN, OPEN])
    taken = Person(inside, "Ben").accept(opened["invitations"]["1"])
    stored = [str(ann.http.cookies["caboose"]).rpartition(".")[0]]
    stored += [ann.ask("POST", "/api/tokens", {"name": "Robot"})["token"]]
    stored += [taken["resume"].removeprefix("/resume/")]
    stored += [opened["invitations"]["2"].removeprefix("/join/")]

    def everything(connection: sa.Connection) -> str:
        return str([list(connection.execute(sa.select(each))) for each in metadata.sorted_tables])

    kept = inside.run(inside.host.store.read(everything))
    for token in stored:
        assert token not in kept
        assert hashed(token) in kept


def test_the_token_for_metrics_is_compared_in_constant_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return hmac.compare_digest(one, other)

    monkeypatch.setattr(operations_api, "hmac", SimpleNamespace(compare_digest=compare))
    with serving(tmp_path, metrics_token="sesame") as server:
        for token, status in (("sesam", 403), ("sesame", 200)):
            from_afar = {"x-forwarded-for": "192.0.2.1", "authorization": f"Bearer {token}"}
            answer = httpx.get(f"{server.url}/metrics", headers=from_afar)
            assert answer.status_code == status
    assert compared == [(b"sesam", b"sesame"), (b"sesame", b"sesame")]


# ---- headers and errors --------------------------------------------------------------------------

ANSWERS = [
    ("GET", "/", 200),
    ("GET", "/t/anything", 200),
    ("GET", "/health", 200),
    ("GET", "/metrics", 200),
    ("GET", "/api/editions", 200),
    ("GET", "/api/openapi.json", 200),
    ("GET", "/api/nothing", 404),
    ("GET", "/nothing.js", 404),
    ("GET", "/%00", 404),
    ("GET", "/../../etc/passwd", 404),
    ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404),
    ("GET", "/api/tables/%00", 404),
    ("GET", "/api/tables/nothing/view", 404),
    ("DELETE", "/api/editions", 405),
    ("POST", "/api/guests", 422),
]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_every_kind_of_answer_has_the_safe_headers(
    inside: Inside, method: str, path: str, status: int
) -> None:
    answer = raw(inside, method, path)
    assert answer.status == status
    for name, value in HEADERS.items():
        assert answer.getheader(name) == value
    policy = HEADERS["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.getheader("server") is None
    if path.startswith("/api"):
        assert answer.getheader("cache-control") == "no-store"


def raw(
    inside: Inside, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> http.client.HTTPResponse:
    """A request as it is written, with nothing mended on the way."""
    line = http.client.HTTPConnection("127.0.0.1", inside.port, timeout=30)
    line.request(method, path, body, headers or {}, encode_chunked=not isinstance(body, bytes))
    answer = line.getresponse()
    answer.said = answer.read()  # type: ignore[attr-defined]
    line.close()
    return answer


def test_nobody_is_shown_a_stack_trace(
    inside: Inside, ann: Person, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down() -> None:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr(boards_api, "read_rules", break_down)
    answer = raw(inside, "GET", "/api/rules")
    assert answer.status == 500
    assert json.loads(answer.said) == {  # type: ignore[attr-defined]
        "code": "our_error",
        "sentence": "Something is wrong on our side; nothing has changed.",
        "values": {},
    }
    for name, value in HEADERS.items():
        assert answer.getheader(name) == value
    assert '"event": "request_failed"' in inside.log.getvalue()

    monkeypatch.setattr("caboose.server.http.websocket.tickets_answer", lambda *_: break_down())

    async def ask() -> str:
        async with ann.look(table) as looking:
            await looking.until("view")
            await looking.send({"t": "ask_tickets", "id": "t"})
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await looking.until("tickets")
            return str(closed.value)

    assert "42" not in asyncio.run(ask())


def test_an_error_in_a_secret_link_is_logged_without_its_token(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(inside.host.store, "read", break_down)
    for path in ("/api/invitations/sesame", "/api/resume/sesame"):
        assert raw(inside, "GET", path).status == 500
        assert f'"path": "{path.removesuffix("/sesame")}"' in inside.log.getvalue()
    assert "sesame" not in inside.log.getvalue()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_zero_byte_is_no_error_of_ours_anywhere(
    kind: str, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    """PostgreSQL refuses it in every text."""
    with serving(tmp_path, database=new_database(kind, tmp_path)) as server:
        ann = Person(server, "A\x00nn")
        table = {"edition": "london", "chairs": [ME, OPEN], "nonce": nonce()}
        opened = ann.ask("POST", "/api/tables", {**table, "name": "A\x00ll"})
        here = f"/api/tables/{opened['table']['id']}"
        asked = [
            ("GET", "/api/tables/%00", None),
            ("GET", "/api/games?edition=%00", None),
            ("GET", "/api/editions/%00", None),
            ("GET", f"{here}/route?route=%00", None),
            ("GET", "/api/invitations/%00", None),
            ("GET", "/api/resume/%00", None),
            ("POST", "/api/invitations/%00", {"nonce": nonce()}),
            ("POST", f"{here}/actions", {"action": "\x00", "at": 0, "cmd_id": "\x00"}),
            ("POST", f"{here}/remove", {"guest": "\x00"}),
            ("POST", "/api/tables", {**table, "edition": "\x00"}),
            ("PATCH", "/api/me", {"name": "A\x00"}),
        ]
        for method, path, body in asked:
            assert ann.http.request(method, path, json=body).status_code < 500, path

        async def talk() -> None:
            async with ann.look(opened["table"]["id"]) as looking:
                for message in (
                    {"t": "say", "room": "table", "text": "a\x00b"},
                    {"t": "mute", "guest": "\x00", "muted": True},
                    {"t": "play", "cmd_id": "\x00", "at": 0, "action": "\x00"},
                    {"t": "ping"},
                ):
                    await looking.send(message)
                await looking.until("pong")

        asyncio.run(talk())
        assert "request_failed" not in server.log.getvalue()


def test_an_error_repeats_little_of_what_was_sent(inside: Inside, ann: Person, table: str) -> None:
    body = json.dumps({"name": "x", "\\ud800" + "k" * 5000: 1}).replace("\\\\", "\\").encode()
    answer = raw(inside, "POST", "/api/guests", body, {"content-type": "application/json"})
    assert answer.status == 422
    assert len(answer.said) < 600  # type: ignore[attr-defined]

    async def send() -> Any:
        async with ann.look(table) as looking:
            await looking.until("view")
            await looking.send({"t": "ping", "k" * 5000: 1})
            return await looking.until("refused")

    refused = asyncio.run(send())
    assert refused["code"] == "bad_message"
    assert len(refused["sentence"]) < 400


# ---- sizes and rates -----------------------------------------------------------------------------


def test_a_huge_body_is_refused_with_and_without_its_size(inside: Inside) -> None:
    kind = {"content-type": "application/json"}
    huge = b'{"name": "' + b"x" * MOST_BODY + b'"}'
    assert raw(inside, "POST", "/api/guests", huge, kind).status == 413
    pieces = iter([huge[:1000]] * 200)  # sent in pieces, it does not say how long it is
    assert raw(inside, "POST", "/api/guests", pieces, kind).status == 413
    wrong = raw(inside, "GET", "/api/editions", headers={"content-length": str(MOST_BODY + 1)})
    assert wrong.status == 413
    assert Person(inside, "Ann").me["name"] == "Ann"


def test_a_huge_frame_ends_the_connection(inside: Inside, ann: Person, table: str) -> None:
    async def send() -> int:
        async with ann.look(table) as looking:
            await looking.until("view")
            await looking.send("x" * (inside.settings.frame_bytes + 1))
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await looking.until("never")
            assert closed.value.rcvd is not None
            return closed.value.rcvd.code

    assert asyncio.run(send()) == 1009


def test_who_sends_too_many_messages_is_told_and_then_let_go(tmp_path: Path) -> None:
    with serving(tmp_path, messages_per_second=2) as server:
        person = Person(server, "Ann")
        table = person.open_table("london", [ME, OPEN])["table"]["id"]

        async def flood() -> tuple[list[Any], int]:
            async with person.look(table) as looking:
                await looking.until("table")
                for _ in range(60):
                    await looking.send({"t": "ping"})
                said: list[Any] = []
                try:
                    while True:
                        said.append(await looking.receive())
                except websockets.ConnectionClosed as closed:
                    return said, -1 if closed.rcvd is None else closed.rcvd.code

        said, code = asyncio.run(flood())
        assert code == 4408
        assert said[-1]["t"] == "bye"
        assert said[-1]["code"] == "too_fast"
        codes = [each.get("code") for each in said if each["t"] == "refused"]
        assert codes.count("too_fast") >= 10


def test_who_is_too_fast_is_told_which_command_to_send_again(tmp_path: Path) -> None:
    with serving(tmp_path, messages_per_second=2) as server:
        person = Person(server, "Ann")
        table = person.open_table("london", [ME, OPEN])["table"]["id"]

        async def hurry() -> set[str]:
            async with person.look(table) as looking:
                await looking.until("table")
                for n in range(12):
                    await looking.send(
                        {"t": "play", "cmd_id": f"c{n}", "at": 0, "action": "keep 1"}
                    )
                answers = [await looking.until("refused") for _ in range(12)]
                assert [answer["cmd_id"] for answer in answers] == [f"c{n}" for n in range(12)]
                await looking.send({"t": "ask_route", "id": "q", "route": "nowhere"})
                assert (await looking.until("refused"))["cmd_id"] == "q"
                return {answer["code"] for answer in answers}

        assert asyncio.run(hurry()) == {"not_started", "too_fast"}


def test_a_guest_has_only_so_many_connections(tmp_path: Path) -> None:
    with serving(tmp_path, connections_per_guest=2) as server:
        person = Person(server, "Ann")
        table = person.open_table("london", [ME, OPEN])["table"]["id"]

        async def connect() -> int:
            async with person.look(table) as one, person.look(table) as two:
                await one.until("table")
                await two.until("table")
                async with person.look(table) as three:
                    with pytest.raises(websockets.ConnectionClosed) as closed:
                        await three.until("table")
                    assert closed.value.rcvd is not None
                    return closed.value.rcvd.code

        assert asyncio.run(connect()) == 4408


def test_who_has_no_name_has_only_so_many_connections_from_one_address(tmp_path: Path) -> None:
    with serving(tmp_path, connections_per_guest=2) as server:
        table = Person(server, "Ann").open_table("london", [ME, OPEN])["table"]["id"]
        url = f"{server.socket_url}/ws/tables/{table}"

        async def connect() -> None:
            async with websockets.connect(url) as one, websockets.connect(url) as two:
                await one.recv()
                await two.recv()
                async with websockets.connect(url) as three:
                    with pytest.raises(websockets.ConnectionClosed) as closed:
                        await three.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4408
                assert closed.value.rcvd.reason == "too_many_connections"
                answer = await asyncio.to_thread(
                    httpx.get, f"{server.url}/api/tables/{table}/stream"
                )
                assert answer.status_code == 429
                assert answer.json()["code"] == "too_many_connections"
            await asyncio.to_thread(wait_until, lambda: not server.host.connected)
            async with websockets.connect(url) as again:
                await again.recv()

        asyncio.run(connect())
        wait_until(lambda: not server.host.connected)  # nobody who is not there is counted


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.01)


def test_commands_over_http_come_no_faster_than_over_a_socket(tmp_path: Path) -> None:
    """One after the other is slowed down; many at once are refused."""
    with serving(tmp_path, messages_per_second=2) as server:
        person = Person(server, "Ann")
        table = person.open_table("london", [ME, OPEN])["table"]["id"]
        command = {"cmd_id": "x", "at": 0, "action": "draw deck"}
        path = f"{server.url}/api/tables/{table}/actions"

        async def flood() -> list[int]:
            async with httpx.AsyncClient(cookies=person.http.cookies, timeout=30) as client:
                answers = (client.post(path, json=command) for _ in range(30))
                return [each.status_code for each in await asyncio.gather(*answers)]

        codes = asyncio.run(flood())
        assert set(codes) == {409, 429}  # the game has not begun
        assert 8 <= codes.count(409) < 20
        began = time.monotonic()
        for _ in range(3):
            person.ask("POST", f"/api/tables/{table}/actions", command, status=409)
        assert time.monotonic() - began > 0.5


def test_a_guest_has_only_so_many_streams(tmp_path: Path) -> None:
    with serving(tmp_path, connections_per_guest=2) as server:
        person = Person(server, "Ann")
        path = f"/api/tables/{person.open_table('london', [ME, OPEN])['table']['id']}/stream"
        with person.http.stream("GET", path) as one, person.http.stream("GET", path) as two:
            assert [each.status_code for each in (one, two)] == [200, 200]
            assert person.ask("GET", path, status=429)["code"] == "too_many_connections"
        assert "Traceback" not in server.log.getvalue()


def test_streams_that_come_in_one_instant_are_counted_each(tmp_path: Path) -> None:
    with serving(tmp_path, connections_per_guest=3) as server:
        person = Person(server, "Ann")
        path = f"/api/tables/{person.open_table('london', [ME, OPEN])['table']['id']}/stream"

        async def open_many() -> list[int]:
            async with (
                httpx.AsyncClient(base_url=server.url, cookies=person.http.cookies) as client,
                contextlib.AsyncExitStack() as stack,
            ):
                streams = [client.stream("GET", path) for _ in range(12)]
                opened = await asyncio.gather(*map(stack.enter_async_context, streams))
                return [each.status_code for each in opened]

        assert sorted(asyncio.run(open_many())) == [200] * 3 + [429] * 9
        wait_until(lambda: not server.host.connected)  # all of them are let go again
        assert "Traceback" not in server.log.getvalue()


def test_new_guests_of_one_address_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path, guests_per_minute=3) as server:
        path = f"{server.url}/api/guests"
        made = [httpx.post(path, json={"name": "Ann"}) for _ in range(5)]
        assert [each.status_code for each in made] == [201, 201, 201, 429, 429]
        token = httpx.post(f"{server.url}/api/tokens", json={"name": "Bot"})
        assert token.status_code == 429


# ---- names ---------------------------------------------------------------------------------------

NAMES = [
    ("<b>Ann</b>", "<b>Ann</b>"),  # it is text; pages never make HTML of it
    ("A\x00n\x1bn\u202e", "Ann"),
    ("  Ann \n Bo ", "Ann Bo"),
    ("\u200b", "Guest"),
]


@pytest.mark.parametrize(("given", "kept"), NAMES)
def test_a_name_is_plain_text_on_one_line(inside: Inside, given: str, kept: str) -> None:
    assert Person(inside, given).me["name"] == kept


def test_names_are_neither_empty_nor_long(inside: Inside, ann: Person) -> None:
    for wrong in ("", "x" * 31, None, 5, ["x"]):
        ann.ask("POST", "/api/guests", {"name": wrong}, status=422)
        ann.ask("PATCH", "/api/me", {"name": wrong}, status=422)
    chairs = [{**ME, "name": "x" * 31}, OPEN]
    body = {"edition": "london", "chairs": chairs, "nonce": nonce()}
    ann.ask("POST", "/api/tables", body, status=422)
    ann.ask("POST", "/api/tables", {**body, "chairs": [ME, OPEN], "name": "x" * 61}, status=422)


# ---- other people's chairs -----------------------------------------------------------------------


def test_the_chair_of_another_guest_is_refused_everywhere(
    inside: Inside, ann: Person, table: str
) -> None:
    eve = Person(inside, "Eve")
    here = f"/api/tables/{table}"

    def why_not(method: str, path: str, body: Any = None) -> str:
        return str(eve.ask(method, f"{here}/{path}", body, status=403)["code"])

    for path in ("view?chair=0", "stream?chair=0", "tickets?chair=0", "route?route=x&chair=0"):
        assert why_not("GET", path) == "not_your_chair"
    command = {"cmd_id": "c", "at": 0, "action": "keep 1 2"}
    assert why_not("POST", "actions?chair=0", command) == "not_your_chair"
    assert why_not("POST", "actions", command) == "spectator"
    for path in ("start", "links"):
        assert why_not("POST", path) == "not_owner"
    assert why_not("POST", "close") == "players_decide"
    assert why_not("POST", "remove", {"guest": ann.me["guest"]}) == "not_owner"
    eve.ask("POST", f"{here}/leave", status=409)
    eve.ask("POST", f"{here}/ready", {"ready": True}, status=409)
    assert why_not("POST", "rematch", {"nonce": nonce()}) == "not_your_game"
    assert why_not("POST", "chairs", {"nonce": nonce()}) == "by_invitation"
    for path in ("tickets", "route?route=x"):
        assert why_not("GET", path) == "spectator"
    assert code_of(inside, f"{table}?chair=0", {"cookie": eve.cookie}, inside.url) == 4403
    nobody = httpx.post(f"{inside.url}{here}/actions", json=command)
    assert nobody.status_code == 401
