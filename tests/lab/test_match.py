"""Matches: what is played, the same games whoever plays them, and folders that remember."""

import json

import pytest

from caboose.engine.record import verify
from caboose.lab.intervals import Estimate
from caboose.lab.match import Match, MatchResult, run_match
from caboose.lab.match_folder import MatchFolder, WrongFolder
from caboose.lab.played_game import read_games
from caboose.lab.scoreboard import Progress
from caboose.lab.sprt import Sprt
from tests.support.games.lineups import BOARD, GAMES, LINEUP, blocks_file, match, play

pytestmark = pytest.mark.usefixtures("quick_workers")


def shares(result: MatchResult) -> list[Estimate]:
    assert result.standings is not None
    return [line.win_share for line in result.standings.lines]


def sprt_of(result: MatchResult) -> Sprt:
    assert result.sprt is not None
    return result.sprt


# --- what is played -------------------------------------------------------------------------------


def test_games_are_rounded_up_to_whole_blocks():
    assert match(1).games == 2
    assert match(2).games == 2
    assert Match.between(("random",) * 3, "london", 10).games == 12


def test_copies_of_the_last_bot_take_the_seats_that_are_left():
    assert Match.between(LINEUP, "usa", seats=4).lineup == ("tourist", *["random"] * 3)


@pytest.mark.parametrize(
    ("bots", "wishes", "sentence"),
    [
        (("random",), {}, "nobody to play"),
        (("random",) * 3, {"seats": 2}, "3 bots need 3 seats, not 2"),
        (("random",) * 6, {}, "2 to 5 seats, not 6"),
        (("random", "godzilla"), {}, 'no bot "godzilla"'),
        (LINEUP, {"games": 0}, "at least one game"),
        (LINEUP, {"edition": "mars"}, "no such built-in edition"),
        (LINEUP, {"sprt": "5"}, "the lower first"),
        (LINEUP, {"purpose": "fun"}, "not for fun"),
    ],
)
def test_a_match_that_cannot_be_is_explained_before_it_begins(bots, wishes, sentence):
    with pytest.raises(ValueError, match=sentence):
        Match.between(bots, **wishes)


def test_a_match_writes_its_games_as_a_table_and_as_records(tmp_path):
    result = play(tmp_path)
    assert read_games(tmp_path / "games.parquet") == result.games
    assert len(result.games) == GAMES
    records = sorted((tmp_path / "records").iterdir())
    assert len(records) == GAMES
    for file, game in zip(records, result.games, strict=True):
        assert verify(file.read_text("utf-8")).digest() == game.digest
    figures = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert figures["games"] == GAMES
    assert result.standings is not None
    assert figures["lines"][0]["win_share"]["mean"] == result.standings.lines[0].win_share.mean


def test_only_as_many_records_as_are_wanted_are_written(tmp_path):
    run_match(match(), tmp_path, workers=1, records=3)
    assert len(list((tmp_path / "records").iterdir())) == 3


def test_the_usual_folder_is_another_for_another_match():
    folders = {
        each.usual_folder()
        for each in (
            match(),
            match(seed=1),
            match(purpose="tuning"),
            Match.between(("random", "random"), BOARD),
        )
    }
    assert len(folders) == 4
    assert match(2).usual_folder() == match(200).usual_folder()


# --- the same games, whoever plays them -----------------------------------------------------------


def test_the_games_are_the_same_whatever_the_number_of_workers(tmp_path):
    alone = play(tmp_path / "one")
    together = play(tmp_path / "two", workers=2)
    assert together.games == alone.games
    assert together.games[0].edition == BOARD
    assert shares(together) == shares(alone)


def test_a_match_goes_on_where_it_was(tmp_path):
    first = play(tmp_path / "parts", games=4)
    before = blocks_file(tmp_path / "parts").read_bytes()
    seen: list[Progress] = []
    whole = run_match(match(), tmp_path / "parts", workers=1, on_progress=seen.append)
    assert seen[0].games == 4
    assert blocks_file(tmp_path / "parts").read_bytes().startswith(before)
    assert whole.games[:4] == first.games
    assert whole.games == play(tmp_path / "whole").games


def test_a_finished_match_is_not_played_again(tmp_path):
    first = play(tmp_path)
    before = blocks_file(tmp_path).read_bytes()
    assert play(tmp_path).games == first.games
    assert play(tmp_path, games=4).games == first.games[:4]
    assert blocks_file(tmp_path).read_bytes() == before


def test_a_line_that_a_crash_cut_off_is_played_again(tmp_path):
    first = play(tmp_path)
    whole = blocks_file(tmp_path).read_bytes()
    blocks_file(tmp_path).write_bytes(whole[:-40])
    assert play(tmp_path).games == first.games
    assert blocks_file(tmp_path).read_bytes().count(b"\n") == GAMES // 2


def test_a_test_stops_a_match_at_the_same_block_whatever_the_number_of_workers(tmp_path):
    alone = play(tmp_path / "one", games=80, sprt="0,300")
    assert sprt_of(alone).verdict == "H1"
    assert len(alone.games) == 2 * sprt_of(alone).blocks < 80
    together = play(tmp_path / "two", games=80, workers=2, sprt="0,300")
    assert together.games == alone.games
    assert sprt_of(together).ratio == sprt_of(alone).ratio


def test_a_test_that_runs_out_of_games_is_undecided(tmp_path):
    result = play(tmp_path, games=4, sprt="0,5")
    assert sprt_of(result).verdict is None
    assert "undecided" in str(result.sprt)
    assert result.to_dict()["sprt"]["verdict"] == "undecided"


# --- folders --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (lambda: match(seed=1), "its seed is 0, not 1"),
        (lambda: match(purpose="tuning"), "its purpose is test, not tuning"),
        (lambda: Match.between(("random", "random"), BOARD), "bots is tourist, random"),
        (lambda: Match.between(LINEUP, "new_york"), "its edition is .*, not new_york"),
    ],
)
def test_the_folder_of_another_match_is_refused(tmp_path, other, sentence):
    play(tmp_path, games=2)
    with pytest.raises(WrongFolder, match=sentence):
        run_match(other(), tmp_path, workers=1)


def test_a_folder_with_something_else_in_it_is_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("precious", "utf-8")
    with pytest.raises(WrongFolder, match="holds something else"):
        play(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_damaged_line_is_named(tmp_path):
    play(tmp_path, games=6)
    lines = blocks_file(tmp_path).read_bytes().splitlines(keepends=True)
    blocks_file(tmp_path).write_bytes(b"".join([lines[0], b"[{}]\n", *lines[2:]]))
    with pytest.raises(WrongFolder, match=r"line 2 of .* is damaged"):
        play(tmp_path)


def test_two_processes_cannot_play_in_one_folder(tmp_path):
    with (
        MatchFolder(tmp_path, match().settings()),
        pytest.raises(WrongFolder, match="another process is playing in"),
    ):
        play(tmp_path)
