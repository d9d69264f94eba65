"""A dataset holds every decision of its games, as they were seen and as they turned out."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import caboose
from caboose.envs import dataset
from caboose.envs.game_rows import rows_of, self_play, stored_games
from caboose.envs.observation import observation_of
from caboose.envs.observation_layout import layout_of

GAME = caboose.Game("london", 2)


def test_rows_say_what_was_seen_what_was_legal_and_what_came_of_it() -> None:
    (played,) = self_play(GAME, ["express", "racer"], 1, seed=3)
    rows, state = rows_of(GAME, played, 0), GAME.start(key=played.key)
    layout, seen = layout_of(GAME, compact=True), []
    for row in rows:
        assert row["seat"] == state.seat
        assert np.array_equal(row["observation"], observation_of(state, state.seat, layout))
        legal = {action.number: action for action in state.legal_actions()}
        assert np.flatnonzero(row["mask"]).tolist() == list(legal)
        held = state.to_dict()["tickets"]
        tickets = row["tickets"].reshape(2, -1)
        assert [np.flatnonzero(line).tolist() for line in tickets] == [
            held[row["seat"]], held[1 - row["seat"]],
        ]  # fmt: skip
        seen.append(row["seat"])
        state.apply(legal[row["action"]])
    assert state.is_over
    score = state.score()
    for row in rows:
        own, other = score.seats[row["seat"]], score.seats[1 - row["seat"]]
        assert row["points"] == [own.total, other.total]
        assert row["margin"] == own.total - other.total
        assert (row["rank"] == 1) == (row["win"] > 0)
        assert row["left"] == seen[row["step"] :].count(row["seat"])
        done = {ticket.ticket for ticket in own.tickets if ticket.points > 0}
        assert set(np.flatnonzero(row["completed"].reshape(2, -1)[0]).tolist()) == done


def test_a_dataset_is_written_in_parts_with_a_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "PART", 100)
    folder = tmp_path / "data"
    card = dataset.write_dataset(folder, GAME, self_play(GAME, ["racer"], 3, seed=1), "a test")
    assert card == json.loads((folder / "card.json").read_text("utf-8"))
    table = pl.read_parquet(folder / "*.parquet")
    assert table.columns == list(dataset.COLUMNS)
    assert len(table) == card["rows"] == sum(part["rows"] for part in card["parts"])
    assert len(card["parts"]) > 1
    for part in card["parts"]:
        assert hashlib.sha256((folder / part["file"]).read_bytes()).hexdigest() == part["sha256"]
    told = (folder / "card.md").read_text("utf-8")
    assert all(f"| `{name}` |" in told for name in dataset.COLUMNS)
    games = list(self_play(GAME, ["racer"], 3, seed=1))
    rows = [row for number, each in enumerate(games) for row in rows_of(GAME, each, number)]
    assert table["action"].to_list() == [row["action"] for row in rows]
    assert np.array_equal(table["observation"].to_numpy(), [row["observation"] for row in rows])
    assert np.array_equal(table["mask"].to_numpy(), [row["mask"] for row in rows])
    with pytest.raises(ValueError, match="holds something already"):
        dataset.write_dataset(folder, GAME, [], "again")


def test_stored_games_give_the_rows_of_the_games_themselves(tmp_path: Path) -> None:
    (played,) = self_play(GAME, ["tourist", "planner"], 1, seed=5)
    state = GAME.start(key=played.key)
    for seat, number in played.steps:
        action = next(each for each in state.legal_actions(seat) if each.number == number)
        state.apply(action, seat)
    (tmp_path / "game.txt").write_text(state.record(["tourist", "planner"]), "utf-8")
    game, games = stored_games([tmp_path])
    (again,) = games
    assert game == GAME
    assert again == played


def test_what_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="does not exist"):
        stored_games([tmp_path / "nothing"])
    with pytest.raises(ValueError, match="there are no games"):
        stored_games([tmp_path])
    (tmp_path / "half.txt").write_text(GAME.start(seed=1).record(), "utf-8")
    with pytest.raises(ValueError, match="not over"):
        stored_games([tmp_path])
    with pytest.raises(ValueError, match="3 bots need 3 seats, not 2"):
        list(self_play(GAME, ["racer"] * 3, 1, seed=1))
