"""Stored games: they replay to what they say, and a game that lies is found."""

from dataclasses import replace

import numpy as np
import pytest

import caboose
from caboose.engine.record import verify
from caboose.lab.played_game import (
    PlayedGame,
    game_of,
    read_games,
    record_of,
    replay_game,
    write_games,
)
from caboose.lab.retrace import BrokenGame, retrace
from tests.support.games.lineups import london


@pytest.mark.parametrize("history", [True, False])
def test_a_played_game_replays_to_its_result(history):
    for played in london():
        state = replay_game(played, history=history)
        assert state.is_over
        assert tuple(seat.total for seat in state.score().seats) == played.totals
        assert tuple(seat.rank for seat in state.score().seats) == played.ranks
        assert state.digest() == played.digest
        assert (state.history is not None) is history


def test_a_played_game_agrees_with_the_score_sheet():
    for played in london():
        seats = replay_game(played).score().seats
        assert played.routes == tuple(seat.routes for seat in seats)
        assert played.tickets == tuple(sum(t.points for t in seat.tickets) for seat in seats)
        assert played.kept == tuple(len(seat.tickets) for seat in seats)
        assert played.completed == tuple(seat.completed for seat in seats)
        assert played.path_lengths == tuple(seat.path_length for seat in seats)
        assert sum(played.decisions) == len(played.numbers)


@pytest.mark.parametrize(
    "lie",
    [
        {"totals": (99, 1)},
        {"ranks": (1, 1)},
        {"turns": 3},
        {"decisions": (1, 1)},
        {"end_reason": "deadlock"},
        {"digest": "0" * 16},
        {"key": bytes(32)},
        {"actions": b"\xff\x7f"},
        {"actions": b"\xff\xff"},
        {"actions": b""},
    ],
)
def test_a_game_that_lies_is_found_and_named(lie):
    with pytest.raises(BrokenGame, match=r"deal 0, rotation 1 of tourist - random"):
        replay_game(replace(london()[1], **lie))


def test_actions_after_the_end_are_not_legal():
    played = london()[0]
    numbers = np.append(played.numbers, 0)
    with pytest.raises(BrokenGame, match="is not legal"):
        retrace(game_of(played), played.key, numbers)


def test_games_are_the_same_from_their_table(tmp_path):
    games = [*london(), *london(1), *london(0, ("random", "random", "tourist"))]
    write_games(tmp_path / "games.parquet", games)
    again = read_games(tmp_path / "games.parquet")
    assert again == games
    assert [game.seconds for game in again] == [game.seconds for game in games]


def test_a_table_of_no_games_is_still_a_table(tmp_path):
    write_games(tmp_path / "games.parquet", [])
    assert read_games(tmp_path / "games.parquet") == []


def test_a_row_holds_everything_of_a_game():
    played = london()[0]
    assert PlayedGame.from_row(played.to_row()) == played


def test_a_played_game_is_a_record_that_verifies():
    played = london()[1]
    text = record_of(played)
    assert "names random | tourist" in text
    assert verify(text).digest() == played.digest


def test_a_game_on_an_own_board_finds_its_board_again(tmp_path):
    from caboose.boards import new_board
    from caboose.lab.blocks import make_block, play_block

    file = tmp_path / "my.toml"
    file.write_text(new_board(), "utf-8")
    game = caboose.Game(file, 2)
    played = play_block(game, make_block(0, game.edition.id, ("random", "random"), 0))[0]
    assert played.edition == f"{file}#{game.edition.id}"
    assert replay_game(played).digest() == played.digest


def test_a_table_of_games_that_names_no_rules_is_of_the_first() -> None:
    row = london()[0].to_row()
    assert row.pop("rules") == 2
    assert PlayedGame.from_row(row).rules == 1
