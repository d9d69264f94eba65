"""What the pages say of the server's files, messages and codes is what the code has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caboose.server.http import games_api, websocket
from caboose.server.protocol.refusals import refused
from tests.support.pages import section

ROOT = Path(__file__).parent.parent.parent
SERVER = ROOT / "caboose" / "server"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
TOO_LARGE = 1009  # the web server's own code


def files_named_in(text: str) -> set[str]:
    return set(re.findall(r"`(\w+\.py)`", text))


def test_every_room_of_the_server_is_named_in_the_architecture_and_no_other() -> None:
    rooms = {path.parent.name for path in SERVER.glob("*/__init__.py")}
    said = section("docs/architecture.md", "The server")
    assert set(re.findall(r"^\| `(\w+)` \|", said, re.MULTILINE)) == rooms


def test_what_stands_at_the_door_of_the_server_is_named() -> None:
    said = section("docs/architecture.md", "The server")
    assert {path.name for path in SERVER.glob("*.py")} - {"__init__.py"} <= files_named_in(said)


def test_every_file_that_the_architecture_names_exists() -> None:
    named = {
        Path(name).name for name in re.findall(r"`([\w/]+\.py)`", ARCHITECTURE.read_text("utf-8"))
    }
    assert named - {path.name for path in (ROOT / "caboose").rglob("*.py")} == set()


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/protocol.md", "docs/architecture.md"])
def test_every_page_that_says_where_messages_are_written_names_the_same_files(name: str) -> None:
    models = {
        path.name
        for path in SERVER.rglob("*.py")
        if re.search(r"^class \w+\(Message\):", path.read_text("utf-8"), re.MULTILINE)
    }
    lines = (ROOT / name).read_text("utf-8").split("\n")
    saying = [n for n, line in enumerate(lines) if "`messages.py`" in line]
    assert saying
    for n in saying:
        assert models <= files_named_in("\n".join(lines[n - 1 : n + 2]))


def test_every_code_with_which_a_socket_is_closed_is_explained() -> None:
    said = section("docs/protocol.md", "The socket")
    explained = re.findall(r"^\| (\d{4}) \|", said, re.MULTILINE)
    used = {value for value in vars(websocket).values() if isinstance(value, int)} | {TOO_LARGE}
    assert sorted(map(int, explained)) == sorted(used)


def test_the_status_of_every_refusal_of_a_command_is_explained() -> None:
    lines = re.findall(
        r"^\| `refused`, (code|all other codes)([^|(]*)\((\d{3})\) \|",
        section("docs/protocol.md", "One action"),
        re.MULTILINE,
    )
    explained = {code: int(n) for _, codes, n in lines for code in re.findall(r"`(\w+)`", codes)}
    assert set(explained) == {"stale", "not_started", "table_closed", "table_frozen", "not_stored"}
    (others,) = [int(n) for which, _, n in lines if which != "code"]
    ruled = ("not_your_turn", "game_over", "already_chosen", "own_route")
    for code, status in (explained | dict.fromkeys(ruled, others)).items():
        assert games_api._status(refused("c", code, "no")) == status, code
