"""The host's own boards: read when they change, and a word in the log about what is left out."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

import caboose
from caboose import boards as built_in
from caboose.boards import edition, editions
from caboose.server.protocol.refusals import Refusal
from caboose.server.tables import playable
from caboose.server.tables.playable import Boards
from tests.support.games.editions import TOY
from tests.support.server.server_thread import serving

USA = Path(caboose.__file__).parent / "boards" / "data" / "usa.toml"


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "boards"
    folder.mkdir()
    shutil.copy(TOY, folder / "toy.toml")
    return folder


def own(boards: Boards) -> list[str]:
    return [line.id for line in boards.lines() if line.own_board]


def test_a_board_is_read_once_until_its_file_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    read_text = built_in.read_text

    def note(file: str | Path) -> str:
        read.append(Path(file).name)
        return read_text(file)

    monkeypatch.setattr(playable, "read_text", note)
    boards = Boards(folder)
    names = own(boards)
    name = names[0]
    for _ in range(3):
        assert own(boards) == names
        assert boards.find(name).board == (folder / "toy.toml").read_text("utf-8")
    assert read == ["toy.toml"]
    text = (folder / "toy.toml").read_text("utf-8")
    (folder / "toy.toml").write_text(text + "\n# changed\n", "utf-8")
    assert str(boards.find(name).board).endswith("# changed\n")
    assert read == ["toy.toml"] * 2
    (folder / "toy.toml").unlink()
    assert own(boards) == []
    with pytest.raises(Refusal):
        boards.find(name)


def test_why_a_board_is_left_out_is_said_once(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "broken.toml").write_text("name = ")
    shutil.copy(USA, folder / "usa.toml")
    with caplog.at_level("INFO", "caboose"):
        boards = Boards(folder)
        for _ in range(3):
            assert all(name.startswith("own:toy#") for name in own(boards))
    said: list[dict[str, Any]] = [getattr(record, "facts", {}) for record in caplog.records]
    assert [facts["file"] for facts in said] == ["broken.toml", "usa.toml"]
    assert "built in already: usa" in said[1]["why"]


def test_boards_are_read_beside_the_event_loop(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[str] = []
    read_text = built_in.read_text

    def note(file: str | Path) -> str:
        readers.append(threading.current_thread().name)
        return read_text(file)

    monkeypatch.setattr(playable, "read_text", note)
    with serving(tmp_path, boards=folder) as server:
        loops = server.call(lambda: threading.current_thread().name)
        (folder / "toy.toml").touch()
        listed = httpx.get(f"{server.url}/api/editions").json()["editions"]
        assert any(line["own_board"] for line in listed)
    assert len(readers) == 2
    assert loops not in readers


def test_the_built_in_editions_are_there_without_a_folder() -> None:
    boards = Boards(None)
    lines = boards.lines()
    assert [line.id for line in lines] == editions()
    assert [line.digest for line in lines] == [edition(name).digest for name in editions()]
