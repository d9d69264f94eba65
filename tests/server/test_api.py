"""The API: complete, as it says, and enough for a bot that knows nothing but what is legal."""

from __future__ import annotations

import asyncio
import json
import random
import weakref
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import caboose
from caboose.engine.record import verify
from tests.support.server.bare_host import until
from tests.support.server.people import ME, OPEN, Person, nonce, play_to_the_end
from tests.support.server.server_thread import Inside, serving

WITHOUT_JSON = {
    "/metrics",
    "/api/me/records.parquet",
    "/api/me/records.zip",
    "/api/arenas/{arena}/stream",
    "/api/seeks/mine/stream",
    "/api/tables/{table_id}/analysis/stream",
    "/api/tables/{table_id}/record",
    "/api/tables/{table_id}/stream",
}
TRIES = 5


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving(tmp_path_factory.mktemp("api")) as server:
        yield server


@pytest.fixture(scope="module")
def openapi(inside: Inside) -> Any:
    return httpx.get(f"{inside.url}/api/openapi.json").json()


# ---- the description -----------------------------------------------------------------------------


def test_every_operation_is_described_with_its_answers(openapi: Any) -> None:
    operations = [
        (path, method, operation)
        for path, methods in openapi["paths"].items()
        for method, operation in methods.items()
    ]
    assert len(operations) > 30
    for path, method, operation in operations:
        assert operation["description"], (method, path)
        good = [status for status in operation["responses"] if status.startswith("2")]
        assert good, (method, path)
        problem = operation["responses"]["404"]["content"]["application/json"]["schema"]
        assert problem == {"$ref": "#/components/schemas/Problem"}
        if path in WITHOUT_JSON or good == ["204"]:
            continue
        schema = operation["responses"][good[0]]["content"]["application/json"]["schema"]
        assert "$ref" in schema or path == "/api/editions/{name}", (method, path, schema)


def test_every_route_of_the_application_is_in_the_description(inside: Inside, openapi: Any) -> None:
    app: Any = inside._server.config.app
    shown = {
        path for route in app.routes if (path := getattr(route, "path", "")).startswith("/api")
    }
    assert shown - {"/api/openapi.json"} <= set(openapi["paths"])


def _check(case: Any, table: str, headers: dict[str, str]) -> None:
    """Send a made-up request, mostly to a table that is there."""
    if "table_id" in case.path_parameters and len(str(case.body)) % 3:
        case.path_parameters["table_id"] = table
    case.call_and_validate(
        headers=headers,
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
            response_headers_conformance,
        ],
    )


def test_made_up_requests_get_only_answers_that_are_described(inside: Inside, openapi: Any) -> None:
    """Every operation with made-up requests, good and bad, by a bot that has a table."""
    client = Robot(inside)
    table = client.play_now()
    schema = schemathesis.openapi.from_dict(openapi)
    schema.config.update(base_url=inside.url)
    wrong: list[str] = []
    for result in schema.get_all_operations():
        found: Any = result
        operation = found.ok()
        if operation.path.endswith(("/stream", "/metrics")) or operation.method == "delete":
            continue  # a stream does not end; a guest who is deleted cannot ask on

        try:
            _try(operation, client, table)
        except (Failure, FailureGroup) as failure:
            wrong.append(f"{operation.label}: {failure}")
    assert wrong == []


def _try(operation: Any, client: Robot, table: str) -> None:
    made_up = operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE)
    for mode in schemathesis.GenerationMode:
        made_up |= operation.as_strategy(generation_mode=mode)

    @settings(
        max_examples=TRIES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=made_up)
    def send(case: Any) -> None:
        _check(case, table, client.headers)

    send()


# ---- a bot over HTTP -----------------------------------------------------------------------------


class Robot:
    """A bot with a bearer token. It knows nothing of the rules but `legal`."""

    def __init__(self, inside: Inside) -> None:
        self.http = httpx.Client(base_url=inside.url, timeout=60)
        weakref.finalize(self, self.http.close)
        token = self.http.post("/api/tokens", json={"name": "Robot"}).json()["token"]
        self.headers = {"authorization": f"Bearer {token}"}
        self.http.headers.update(self.headers)

    def play_now(self, edition: str = "london") -> str:
        body = {"edition": edition, "bots": ["conductor"], "nonce": nonce()}
        return str(self.http.post("/api/play", json=body).json()["table"]["id"])

    def play(self, table: str, rng: random.Random) -> list[Any]:
        """Play as the stream says, until the game is over; the messages of the stream."""
        heard: list[Any] = []
        acted = -1
        with self.http.stream("GET", f"/api/tables/{table}/stream") as lines:
            assert lines.headers["content-type"] == "application/x-ndjson"
            for line in filter(None, lines.iter_lines()):
                heard.append(json.loads(line))
                view = heard[-1]
                if view["t"] == "view" and view["legal"] and view["at"] > acted:
                    acted = view["at"]
                    self._act(table, view, rng)
        return heard

    def _act(self, table: str, view: Any, rng: random.Random) -> None:
        command = {
            "cmd_id": f"n{view['at']}",
            "at": view["at"],
            "action": rng.choice(view["legal"]),
        }
        answer = self.http.post(f"/api/tables/{table}/actions", json=command)
        late = ("stale", "already_chosen", "not_your_turn")  # first tickets are chosen at once
        assert answer.status_code == 201 or answer.json()["code"] in late, answer.text


def test_a_bot_plays_a_whole_game_by_the_stream(inside: Inside) -> None:
    robot = Robot(inside)
    table = robot.play_now()
    heard = robot.play(table, random.Random(2))
    assert heard[-1]["t"] == "bye"
    assert heard[-1]["code"] == "ended"
    views = [message for message in heard if message["t"] == "view"]
    assert views[-1]["public"]["phase"] == "over"
    steps: list[Any] = []
    for view in views:
        assert view["since"] <= len(steps)
        steps[view["since"] :] = view["steps"]
    assert len(steps) == views[-1]["at"] + 1


# ---- earlier moments, finished games -------------------------------------------------------------


def test_every_moment_of_a_game_can_be_seen_as_a_spectator_saw_it(inside: Inside) -> None:
    ann, ben, cat = (Person(inside, name) for name in ("Ann", "Ben", "Cat"))
    opened = ann.open_table("london", [ME, OPEN], order="given", start="full", listed=True)
    ben.accept(opened["invitations"]["1"])
    table = opened["table"]["id"]
    here = f"/api/tables/{table}"

    async def play() -> list[Any]:
        async with cat.look(table) as looking, ann.look(table) as one, ben.look(table) as other:
            playing = asyncio.create_task(play_to_the_end([one, other], random.Random(4)))
            seen = [await looking.until("view")]
            while seen[-1]["public"]["phase"] != "over":
                if len(seen) % 9 == 0 and seen[-1]["at"] > 0:
                    n = random.Random(len(seen)).randint(0, seen[-1]["at"])
                    early = await asyncio.to_thread(ann.ask, "GET", f"{here}/view?at={n}&chair=0")
                    now = await asyncio.to_thread(ann.ask, "GET", here)
                    if now["table"]["status"] == "playing":  # an earlier moment is public only
                        assert early["own"] is None
                        assert early["legal"] is None
                seen.append(await looking.until("view"))
            await playing
            return seen

    seen = asyncio.run(play())
    for view in seen:
        at = view["at"]
        shown = cat.ask("GET", f"{here}/view?at={at}")
        assert shown["public"] == view["public"]
        assert len(shown["steps"]) == at + 1
        assert shown["steps"][view["since"] :] == view["steps"]
    last = seen[-1]["at"]
    mine = cat.ask("GET", f"{here}/view?at={last - 1}&chair=1")  # when it is over, from any chair
    assert mine["own"] is not None
    cat.ask("GET", f"{here}/view?at={last + 1}", status=404)
    _exported(cat, table, seen[-1]["public"]["state"])


def _left_to_bots(person: Person) -> None:
    """A game that its person has left, until it is over."""
    bot = {"kind": "bot", "bot": "beginner"}
    table = person.open_table("new_york", [ME, bot], start="full", listed=True)["table"]["id"]
    person.ask("POST", f"/api/tables/{table}/leave")
    here = f"/api/tables/{table}"
    asyncio.run(until(lambda: person.ask("GET", here)["table"]["status"] == "over"))


def _exported(person: Person, table: str, state: Any) -> None:
    """A finished game is listed, exported as text and JSON, and replays."""
    here = f"/api/tables/{table}"
    lines = {line["id"]: line for line in person.ask("GET", "/api/games")["tables"]}
    text = person.ask("GET", f"{here}/record")
    whole = person.ask("GET", f"{here}/record.json")
    played = verify(text)
    assert played.to_dict() == state
    assert caboose.replay(text).to_dict() == state
    assert whole["record"] == text
    assert [action["n"] for action in whole["actions"]] == list(range(1, state["actions"] + 1))
    assert lines[table]["totals"] == [seat["total"] for seat in whole["score"]["seats"]]
    assert lines[table]["winners"] == whole["score"]["winners"]
    assert whole["promise"]["secret"] == whole["table"]["promise"]["secret"]
    assert {entry["kind"] for entry in whole["log"]} >= {"opened", "sat_down", "started", "over"}


def test_finished_games_are_listed_by_edition_and_page_by_page(inside: Inside) -> None:
    person = Person(inside, "Ann")
    for _ in range(3):
        _left_to_bots(person)

    def games(query: str) -> list[Any]:
        return list(person.ask("GET", f"/api/games?{query}")["tables"])

    every = games("limit=100")
    assert len(every) >= 3
    assert all(line["status"] == "over" for line in every)
    assert every == sorted(every, key=lambda line: -line["ended_at"])
    leafed = games("limit=1")
    while page := games(f"limit=1&before={leafed[-1]['ended_at']}"):
        leafed += page
    assert leafed == every
    assert games("edition=usa_mega") == []
    person.ask("GET", "/api/games?limit=0", status=422)
