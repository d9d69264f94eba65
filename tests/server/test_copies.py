"""Copies that are made by the hour, the drill of restoring one, and what a host mistypes."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from caboose.server.storage.backup import CannotBackUp, back_up, back_up_again, restore
from caboose.server.storage.database import Database, DatabaseError
from tests.support.server.forked_server import Nursery, forked
from tests.support.server.people import begun, play_to_the_end
from tests.support.server.server_thread import serving
from tests.support.server.stored_games import Stored

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)


def made(folder: Path) -> str:
    """An empty database."""
    address = f"sqlite:///{folder / 'caboose.db'}"
    database = Database(address)
    database.prepare()
    database.close()
    return address


def test_copies_made_again_and_again_are_named_by_the_time_and_the_oldest_go(
    tmp_path: Path,
) -> None:
    address, file = made(tmp_path), tmp_path / "games.backup"
    (tmp_path / "games-of-mine.backup").write_text("not one of them")
    copies = [back_up_again(address, file, 3, NOON + timedelta(hours=n)) for n in range(5)]
    assert copies[0].name == "games-20261118T120000.backup"
    kept = {*tmp_path.glob("games-*")}
    assert kept == {*copies[2:], tmp_path / "games-of-mine.backup"}


def test_a_copy_is_on_the_disk_before_it_takes_the_place_of_the_last_one(tmp_path: Path) -> None:
    address, file = made(tmp_path), tmp_path / "games.backup"
    order: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def note_fsync(descriptor: int) -> None:
        order.append(Path(f"/proc/self/fd/{descriptor}").resolve().name)
        fsync(descriptor)

    def note_replace(path: Path, target: Path) -> Any:
        order.append("replaced")
        return replace(path, target)

    with patch("os.fsync", note_fsync), patch.object(Path, "replace", note_replace):
        back_up(address, file)
    assert order == ["games.backup.part", "replaced", tmp_path.name]


def test_a_row_nested_without_end_is_refused_in_a_sentence(tmp_path: Path) -> None:
    address, file = made(tmp_path), tmp_path / "games.backup"
    back_up(address, file)
    head, *_ = gzip.decompress(file.read_bytes()).splitlines()
    row = b'["facts", {"name": "x", "value": ' + b"[" * 100_000 + b"]" * 100_000 + b"}]"
    file.write_bytes(gzip.compress(b"\n".join((head, row, json.dumps(["end", None]).encode()))))
    with pytest.raises(CannotBackUp, match="is not a whole copy"):
        restore(file, f"sqlite:///{tmp_path / 'other.db'}", force=False)


def test_the_drill_a_copy_by_the_hour_is_restored_and_the_game_goes_on(
    nursery: Nursery, tmp_path: Path
) -> None:
    """What a host should try once before it is needed: lose everything, and play on from a copy."""
    address = f"sqlite:///{tmp_path / 'caboose.db'}"
    with forked(nursery, tmp_path, address) as server:
        ann, ben, table = begun(server)
        keep = {"cmd_id": "a", "at": 0, "action": "keep 1 2"}
        ann.ask("POST", f"/api/tables/{table}/actions", keep)
        copy = _first_copy(tmp_path, address)
        server.kill()
        for lost in tmp_path.glob("caboose.db*"):
            lost.unlink()
        restore(copy, address, force=False)
        server.start()

        async def play() -> None:
            async with ann.look(table) as one, ben.look(table) as other:
                await play_to_the_end([one, other], random.Random(1))

        asyncio.run(play())
        assert ann.ask("GET", f"/api/tables/{table}")["table"]["status"] == "over"
    with Stored(address) as stored:
        assert stored.actions(table)[0].cmd_id == "a"


def _first_copy(folder: Path, address: str) -> Path:
    """The first copy of a command that goes on making them."""
    command = [sys.executable, "-m", "caboose.cli", "backup", str(folder / "games.backup")]
    process = subprocess.Popen([*command, "--database", address, "--every", "1h", "--keep", "2"])
    try:
        deadline = time.monotonic() + 60
        while not (copies := list(folder.glob("games-*.backup"))):
            assert time.monotonic() < deadline, "no copy is made"
            time.sleep(0.05)
        assert process.poll() is None
        return copies[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


# ---- what a host mistypes ------------------------------------------------------------------------


def test_a_link_to_a_file_is_the_same_file(tmp_path: Path) -> None:
    address = made(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link.db").symlink_to(tmp_path / "caboose.db")
    one, other = Database(address), Database(f"sqlite:///{tmp_path / 'elsewhere' / 'link.db'}")
    one.hold()
    with pytest.raises(DatabaseError, match="another server uses"):
        other.hold()
    one.close()
    other.hold()
    other.close()


def test_a_folder_that_is_not_there_is_refused_and_not_made(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'mistyped' / 'caboose.db'}")
    with pytest.raises(DatabaseError, match="there is no folder"):
        database.make_ready()
    assert not (tmp_path / "mistyped").exists()


def test_the_folder_that_is_ours_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    database = Database("sqlite:///caboose-games/caboose.db")
    database.make_ready()
    database.close()
    assert (tmp_path / "caboose-games" / "caboose.db").exists()


def test_why_a_board_is_refused_is_told_to_the_host_alone(tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "broken.toml").write_text("id = 3")
    with serving(tmp_path, boards=boards, operator_token="open sesame") as server:
        asked = f"{server.url}/api/operator/boards"
        token = {"authorization": "Bearer open sesame"}
        (told,) = httpx.get(asked, headers=token).json()["boards"]
        assert told["file"] == "broken.toml"
        assert told["why"]
        assert httpx.get(asked).status_code == 403  # also from this machine
        (line,) = [each for each in server.log.getvalue().splitlines() if "board_refused" in each]
        assert json.loads(line)["level"] == "warning"
        assert json.loads(line)["why"] == told["why"]
