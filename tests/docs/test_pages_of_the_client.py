"""What the pages say of the client's rooms is what the client has."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "web" / "src"
NOT_WRITTEN_BY_HAND = {"board/generated"}
CATALOGUES = {"analysis/words"}  # a language in each file


def rooms() -> set[str]:
    """The folders of the client that hold code."""
    folders = {path.parent.relative_to(CLIENT) for path in CLIENT.rglob("*.*") if path.is_file()}
    return {folder.as_posix() for folder in folders} - {"."} - NOT_WRITTEN_BY_HAND - CATALOGUES


def test_every_room_of_the_client_has_a_sentence_and_no_other() -> None:
    said = (ROOT / "web" / "README.md").read_text("utf-8").partition("\n## Rooms of `src`\n")[2]
    assert set(re.findall(r"^\| `([\w/]+)` ", said, re.MULTILINE)) == rooms()


def test_the_page_about_the_client_names_every_room() -> None:
    page = (ROOT / "docs" / "web.md").read_text("utf-8")
    named = re.findall(r"`(?:src/)?(\w+)/`", page)
    assert {room.partition("/")[0] for room in rooms()} <= set(named)
