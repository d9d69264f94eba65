"""Every message of a whole game is one of the protocol, and only those are taken."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caboose.server.protocol.commands import CLIENT_MESSAGE
from caboose.server.protocol.messages import SERVER_MESSAGE
from tests.support.server.people import ME, OPEN, Looking, Person, nonce, play_to_the_end
from tests.support.server.server_thread import Inside, serving


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving(tmp_path_factory.mktemp("schemas")) as server:
        yield server


ASKED: list[dict[str, Any]] = [
    {"t": "ask_route", "id": "r", "route": "nowhere"},
    {"t": "ask_route", "id": "r2", "route": "big_ben-waterloo"},
    {"t": "ask_tickets", "id": "t"},
    {"t": "ask_hint", "id": "h"},
    {"t": "ping"},
    {"t": "say", "text": "hello"},
    {"t": "say", "room": "spectators", "text": "hello"},
    {"t": "mute", "guest": "gnobody"},
    {"t": "play", "cmd_id": "stale", "at": 900, "action": "pass"},
    {"t": "fly"},
]


async def _ask_everything(looking: Looking) -> None:
    for message in ASKED:
        await looking.send(message)


def test_every_message_of_a_whole_game_is_one_of_the_protocol(inside: Inside) -> None:
    ann, ben, cat = (Person(inside, name) for name in ("Ann", "Ben", "Cat"))
    clock = {"turn_seconds": 500, "bank_seconds": 60}
    opened = ann.open_table("london", [ME, OPEN], order="given", start="full", clock=clock)
    ben.accept(opened["invitations"]["1"])
    table = opened["table"]["id"]

    async def play() -> list[str]:
        async with cat.look(table) as looking, ann.look(table) as one, ben.look(table) as other:
            for each in (looking, one, other):
                await each.until("view")
                await _ask_everything(each)
            await play_to_the_end([one, other], random.Random(9))
            await looking.until_at(one.view["at"] if one.view else 0)
            return [*looking.frames, *one.frames, *other.frames]

    frames = asyncio.run(play())
    taken = ann.ask("POST", "/api/play", {"bots": ["conductor"], "nonce": nonce()})

    async def hint() -> list[str]:
        async with ann.look(taken["table"]["id"]) as looking:
            await looking.until("view")
            await looking.send({"t": "ask_hint", "id": "h"})
            await looking.until("hint")
            return looking.frames

    frames += asyncio.run(hint())
    schema = jsonschema.Draft202012Validator(SERVER_MESSAGE.json_schema(mode="serialization"))
    kinds = set()
    for n, frame in enumerate(frames):
        message = json.loads(frame)
        kinds.add(message["t"])
        checked = SERVER_MESSAGE.validate_json(frame)
        assert json.loads(checked.model_dump_json(exclude_unset=True)) == message
        if n % 10 == 0 or message["t"] != "view":
            schema.validate(message)
    assert kinds >= {"table", "view", "ack", "refused", "chat", "route", "tickets", "hint", "pong"}


@pytest.fixture(scope="module")
def table(inside: Inside) -> tuple[Person, str]:
    ann = Person(inside, "Ann")
    opened = ann.open_table("london", [ME, {**ME, "name": "Amy"}], order="given", start="full")
    return ann, opened["table"]["id"]


IDS = st.from_regex(r"\A[A-Za-z0-9_.:-]{1,64}\Z")
ROOMS = st.sampled_from(["table", "spectators"])
ACTIONS = st.sampled_from(["draw deck", "keep 1 2", "tickets", "pass"]) | st.text(
    "abk 12+-", min_size=1
)
MADE_UP = st.one_of(
    st.fixed_dictionaries(
        {"t": st.just("play"), "cmd_id": IDS, "at": st.integers(0, 1_000_000), "action": ACTIONS}
    ),
    st.fixed_dictionaries(
        {"t": st.just("ask_route"), "id": IDS, "route": st.text(min_size=1, max_size=120)}
    ),
    st.fixed_dictionaries({"t": st.sampled_from(["ask_tickets", "ask_hint"]), "id": IDS}),
    st.fixed_dictionaries(
        {"t": st.just("say"), "text": st.text(min_size=1, max_size=400)}, optional={"room": ROOMS}
    ),
    st.fixed_dictionaries(
        {"t": st.just("mute"), "guest": st.from_regex(r"\A[A-Za-z0-9_-]{1,40}\Z")},
        optional={"muted": st.booleans()},
    ),
    st.just({"t": "ping"}),
)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(messages=st.lists(MADE_UP, min_size=1, max_size=8))
def test_whatever_fits_the_protocol_is_answered(
    inside: Inside, table: tuple[Person, str], messages: list[Any]
) -> None:
    """Made-up messages get answers of the protocol, and the connection lives on."""
    ann, table_id = table

    async def send() -> list[str]:
        async with ann.look(table_id) as looking:
            await looking.until("view")
            for message in messages:
                CLIENT_MESSAGE.validate_python(message)
                await looking.send(message)
            await looking.send({"t": "ask_tickets", "id": "the-end"})
            while (await looking.until("tickets"))["id"] != "the-end":
                pass
            return looking.frames

    for frame in asyncio.run(send()):
        SERVER_MESSAGE.validate_json(frame)
    assert "Traceback" not in inside.log.getvalue()
