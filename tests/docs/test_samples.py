"""The samples in docs/protocol.md are messages of the protocol, whole, one of every kind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter

from caboose.server.protocol.commands import CLIENT_MESSAGE
from caboose.server.protocol.messages import SERVER_MESSAGE
from tests.support.pages import section


def samples() -> Iterator[dict[str, Any]]:
    """All messages that the page shows, one after the other."""
    read = json.JSONDecoder().raw_decode
    page = section("docs/protocol.md", "Every message, as it looks")
    for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL):
        rest = block.strip()
        while rest:
            message, end = read(rest)
            yield message
            rest = rest[end:].strip()


def kinds(messages: TypeAdapter[Any]) -> set[str]:
    return set(messages.json_schema()["discriminator"]["mapping"])


def test_there_is_a_sample_of_every_message() -> None:
    shown = [sample["t"] for sample in samples()]
    assert sorted(shown) == sorted([*kinds(SERVER_MESSAGE), *kinds(CLIENT_MESSAGE)])


@pytest.mark.parametrize("sample", list(samples()), ids=lambda sample: sample["t"])
def test_a_sample_is_a_whole_message(sample: dict[str, Any]) -> None:
    """Nothing is missing that is always sent, and nothing is there that is not."""
    one = CLIENT_MESSAGE if sample["t"] in kinds(CLIENT_MESSAGE) else SERVER_MESSAGE
    message = one.validate_python(sample)
    left_out = {"public": {"state", "score", "longest_paths"}}  # not there before the end
    sent = message.model_dump(mode="json", exclude=left_out)
    for steps in (sent.get("steps", []), sample.get("steps", [])):
        for step in steps:  # an event has the facts of its kind alone
            step["events"] = [event["kind"] for event in step["events"]]
    assert sent == sample
