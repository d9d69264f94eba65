"""Whole games from the first tickets to a record that verifies."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

import caboose
from caboose.engine.commitment import draw_lots
from caboose.engine.record import read_record, verify
from tests.support.games.editions import TOY
from tests.support.server.people import ME, OPEN, Person, begun, play_out, two_at_a_table
from tests.support.server.server_process import Running
from tests.support.server.server_thread import serving


def test_first_tickets_are_chosen_at_once_and_counts_told_when_all_have(server: Running) -> None:
    ann, ben, table = begun(server, "usa")

    async def choose() -> None:
        async with ann.look(table) as one, ben.look(table) as other:
            first, second = await one.until("view"), await other.until("view")
            assert first["public"]["waiting_for"] == [0, 1]
            assert len(first["legal"]) == len(second["legal"]) == 4
            await other.play("keep 1 2 3")  # seat 1 before seat 0
            seen = await one.until_at(1)
            assert seen["public"]["tickets"] == [0, 0]
            assert one.steps[-1]["action"] == "keep ?"
            assert one.steps[-1]["events"] == [{"kind": "chose_first_tickets", "seat": 1}]
            assert (await other.until_at(1))["public"]["tickets"] == [0, 0]
            await one.play("keep 1 2")
            for each in (one, other):
                assert (await each.until_at(2))["public"]["tickets"] == [2, 3]

    asyncio.run(choose())


def test_the_order_is_as_given_or_by_a_lot_that_the_record_proves(server: Running) -> None:
    for order in ("given", "lot"):
        ann, ben, table = two_at_a_table(server, order=order)
        ann.ask("POST", f"/api/tables/{table}/start")
        info = play_out(ann, ben, table)["table"]
        seats = {chair["chair"]: chair["seat"] for chair in info["chairs"]}
        text = ann.ask("GET", f"/api/tables/{table}/record")
        state = verify(text)
        assert state.is_over
        by_seat = tuple(sorted(seats, key=lambda chair: seats[chair]))
        key = bytes.fromhex(state.to_dict()["key"])
        assert by_seat == ((0, 1) if order == "given" else draw_lots(key, 2))
        names = read_record(text).names
        assert list(names) == [info["chairs"][chair]["name"] for chair in by_seat]


def test_a_game_on_an_own_board_goes_on_after_its_file_is_gone(
    tmp_path: Path,
) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    shutil.copy(TOY, boards / "toy.toml")
    (boards / "broken.toml").write_text("name = ")
    with serving(tmp_path, boards=boards) as server:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        lines = ann.ask("GET", "/api/editions")["editions"]
        own = [line["id"] for line in lines if line["own_board"]]
        assert [line["id"] for line in lines if not line["own_board"]] == caboose.editions()
        assert own[0].startswith("own:toy#")
        assert ann.ask("GET", f"/api/editions/{own[0].replace('#', '%23')}")["id"] == own[0]
        opened = ann.open_table(own[0], [ME, OPEN])
        ben.accept(opened["invitations"]["1"])
        table = opened["table"]["id"]
        ann.ask("POST", f"/api/tables/{table}/start")
        (boards / "toy.toml").unlink()
        server.stop()
        server.start()
        ann.http.base_url = ben.http.base_url = server.url
        assert not [e for e in ann.ask("GET", "/api/editions")["editions"] if e["own_board"]]
        assert play_out(ann, ben, table)["table"]["status"] == "over"
        game = caboose.Game(TOY, 2, edition=own[0].partition("#")[2])
        assert verify(ann.ask("GET", f"/api/tables/{table}/record"), game).is_over


@pytest.mark.parametrize(
    "edition",
    [
        "london",
        "new_york",
        *(
            pytest.param(name, marks=pytest.mark.soak)
            for name in caboose.editions()
            if name.startswith("usa")
        ),
    ],
)
def test_a_whole_game_of_every_edition_is_played_over_the_socket(
    server: Running, edition: str
) -> None:
    ann, ben, table = begun(server, edition, listed=True)
    assert play_out(ann, ben, table)["table"]["status"] == "over"
    assert verify(ann.ask("GET", f"/api/tables/{table}/record")).is_over
    lines = ben.ask("GET", f"/api/games?edition={edition}")["tables"]
    assert table in {line["id"] for line in lines}
