"""Ladders: everybody meets fairly, nothing is played twice, and the tables add up."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caboose.lab.compact_games import read_compact, write_compact
from caboose.lab.ladder import Ladder, LadderResult, publish, run_ladder
from caboose.lab.ladder_figures import WHOLE_WIN
from caboose.lab.ladder_picture import draw_ladder, write_picture
from caboose.lab.ladder_tables import BadMarkers, fill_page, matrix_rows, print_tables, table_rows
from caboose.lab.pairings import meetings_of_guest, meetings_of_panel
from caboose.players import UnknownPlayer
from tests.support.games.lineups import BOTS


def letters(n: int) -> list[str]:
    return [chr(ord("a") + i) for i in range(n)]


def play(folder: Path, games: int = 4, seats: int = 2, **options: object) -> LadderResult:
    ladder = Ladder.named("london", seats, panel=BOTS, games=games, **options)  # type: ignore[arg-type]
    return run_ladder(ladder, folder, workers=1)


@pytest.fixture(name="result", scope="module")
def _result(tmp_path_factory: pytest.TempPathFactory) -> LadderResult:
    return play(tmp_path_factory.mktemp("ladder") / "games")


# --- who meets whom -------------------------------------------------------------------------------


@given(st.integers(2, 8), st.integers(1, 12))
def test_with_two_seats_every_pair_meets_equally_often_and_on_its_own_deals(
    bots: int, games: int
) -> None:
    meetings = list(meetings_of_panel(letters(bots), 2, games, seed=0))
    pairs = Counter(frozenset(lineup) for _, lineup in meetings)
    assert set(pairs) == set(map(frozenset, combinations(letters(bots), 2)))
    assert set(pairs.values()) == {-(-games // 2)}
    assert len({block for block, _ in meetings}) == len(meetings)


@given(st.integers(3, 10), st.integers(3, 5), st.integers(1, 60), st.integers(0, 99))
@settings(deadline=None)
def test_with_more_seats_every_bot_sits_equally_often_and_never_against_itself(
    bots: int, seats: int, games: int, seed: int
) -> None:
    if bots < seats:
        with pytest.raises(ValueError, match="different bots"):
            list(meetings_of_panel(letters(bots), seats, games, seed))
        return
    meetings = list(meetings_of_panel(letters(bots), seats, games, seed))
    assert all(len(set(lineup)) == seats for _, lineup in meetings)
    sat = Counter(bot for _, lineup in meetings for bot in lineup)
    assert len(sat) == bots
    assert len(set(sat.values())) == 1
    assert seats * sat["a"] >= games


@given(st.integers(2, 5), st.integers(1, 30), st.integers(1, 30))
@settings(deadline=None)
def test_a_longer_ladder_begins_with_the_meetings_of_a_shorter_one(
    seats: int, games: int, more: int
) -> None:
    short, long = (
        list(meetings_of_panel(letters(6), seats, n, seed=1)) for n in (games, games + more)
    )
    assert long[: len(short)] == short


@given(st.integers(2, 5), st.integers(1, 100))
@settings(deadline=None)
def test_a_guest_plays_the_games_asked_for_and_meets_all_about_equally(
    seats: int, games: int
) -> None:
    meetings = list(meetings_of_guest("guest", 0, letters(7), seats, games, seed=0))
    assert len(meetings) == -(-games // seats)
    assert all(lineup[0] == "guest" and len(set(lineup)) == seats for _, lineup in meetings)
    met = Counter(bot for _, lineup in meetings for bot in lineup[1:])
    assert max(met.values()) - min(met[bot] for bot in letters(7)) <= 2
    panel = {block for block, _ in meetings_of_panel(letters(7), seats, 100, seed=0)}
    assert panel.isdisjoint(block for block, _ in meetings)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"panel": ["random"]}, "at least 2 different bots"),
        ({"panel": ["random", "racer"], "seats": 3}, "at least 3 different bots"),
        ({"bots": ["racer"]}, "every bot of a ladder once"),
        ({"guests": ["racer"]}, "a guest is somebody else"),
        ({"games": 0}, "at least one game"),
        ({"seats": 5}, "2 to 4 seats"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    change: dict[str, object], sentence: str
) -> None:
    arguments: dict[str, object] = {"edition": "london", "seats": 2, "panel": BOTS}
    with pytest.raises(ValueError, match=sentence):
        Ladder.named(**(arguments | change))  # type: ignore[arg-type]


def test_an_unknown_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownPlayer):
        Ladder.named("london", 2, ["racer", "godzilla"])


# --- playing --------------------------------------------------------------------------------------


def test_a_ladder_goes_on_where_it_was_and_plays_the_same_games(
    tmp_path: Path, result: LadderResult
) -> None:
    seen = []
    shorter = play(tmp_path / "games", games=2)
    ladder = Ladder.named("london", 2, panel=BOTS, games=4)
    longer = run_ladder(
        ladder, tmp_path / "games", workers=1, on_progress=lambda *done: seen.append(done)
    )
    assert seen[0] == (len(shorter.games), 12)
    assert longer.games == result.games
    assert longer.is_complete


def test_a_folder_of_another_ladder_is_refused(tmp_path: Path) -> None:
    play(tmp_path / "games", games=1)
    with pytest.raises(ValueError, match="seed is 0, not 1"):
        play(tmp_path / "games", games=1, seed=1)


def test_every_bot_sits_on_every_seat_of_a_deal(result: LadderResult) -> None:
    for game in result.games:
        (twin,) = [
            other
            for other in result.games
            if other.block == game.block and other.rotation != game.rotation
        ]
        assert twin.bots == game.bots[::-1]
        assert twin.key == game.key


# --- figures --------------------------------------------------------------------------------------


def test_the_sums_add_up(result: LadderResult) -> None:
    figures = result.figures()
    lines = figures["lines"]
    assert figures["played"] == len(result.games) == 12
    assert sum(line["wins"] for line in lines) == WHOLE_WIN * 12
    assert sum(line["games"] for line in lines) == 24
    assert sum(line["points"] for line in lines) == sum(sum(g.totals) for g in result.games)
    assert [line["elo"] for line in lines] == sorted((x["elo"] for x in lines), reverse=True)
    for one, other in combinations(range(3), 2):
        won, lost = figures["half_points"][one][other], figures["half_points"][other][one]
        assert won + lost == 2 * figures["meetings"][one][other] == 8
    assert json.loads(json.dumps(figures)) == figures


def test_more_than_two_seats_are_rated_too(tmp_path: Path) -> None:
    result = play(tmp_path / "games", games=3, seats=3)
    figures = result.figures()
    assert [line["games"] for line in figures["lines"]] == [3, 3, 3]
    assert figures["meetings"] == [[0, 3, 3], [3, 0, 3], [3, 3, 0]]
    assert figures["lines"][-1]["bot"] == "random"


def test_a_guest_stands_in_the_same_table(tmp_path: Path) -> None:
    result = play(tmp_path / "games", games=2, guests=["tourist"], guest_games=4)
    lines = {line["bot"]: line for line in result.figures()["lines"]}
    assert lines["tourist"]["games"] == 4
    assert "--guest tourist --guest-games 4" in result.ladder.command()


def test_stored_games_are_small_and_come_back_whole(tmp_path: Path, result: LadderResult) -> None:
    file = tmp_path / "games.parquet"
    write_compact(file, result.ladder.game, result.games * 10)
    assert file.stat().st_size < 100 * len(result.games * 10)
    write_compact(file, result.ladder.game, result.games)
    assert list(read_compact(file, result.ladder.game, seed=0)) == result.games


def test_published_figures_are_what_the_ladder_says(tmp_path: Path, result: LadderResult) -> None:
    figures = publish(result, tmp_path / "docs")
    files = sorted(file.name for file in (tmp_path / "docs").iterdir())
    assert files == ["london_2.json", "london_2.parquet"]
    written = json.loads((tmp_path / "docs" / "london_2.json").read_text("utf-8"))
    assert written == figures == result.figures()
    assert Ladder.from_dict(written).to_dict() == result.ladder.to_dict()


# --- tables and pictures --------------------------------------------------------------------------


def test_tables_name_every_bot_with_its_worst_case(result: LadderResult) -> None:
    figures = result.figures()
    rows = table_rows(figures)
    assert {row[0] for row in rows} == set(BOTS)
    assert all(any(row[-1].endswith(f"% – {bot}") for bot in BOTS) for row in rows)
    assert [row[0] for row in matrix_rows(figures)] == [row[0] for row in rows]
    assert [table.row_count for table in print_tables(figures)] == [3, 3]


def test_a_page_is_filled_between_its_markers_and_stays_as_it_is(result: LadderResult) -> None:
    ladders = {"london_2": result.figures()}
    names = ("london_2", "london_2 matrix", "seats 2")
    page = "# Hello\n" + "".join(
        f"\n<!-- ladder:begin {name} -->\nold\n<!-- ladder:end -->\nbetween\n" for name in names
    )
    filled = fill_page(page, ladders)
    assert fill_page(filled, ladders) == filled
    assert "old" not in filled
    assert filled.count("between") == 3
    assert filled.count("`racer`") == 3
    assert "caboose ladder --edition london --seats 2 --games 4 --panel random" in filled


@pytest.mark.parametrize(
    "page",
    ["<!-- ladder:begin mars_2 -->\n<!-- ladder:end -->", "<!-- ladder:begin london_2 -->\n"],
)
def test_bad_markers_are_told(page: str, result: LadderResult) -> None:
    with pytest.raises(BadMarkers):
        fill_page(page, {"london_2": result.figures()})


def test_the_picture_has_a_dot_for_each_bot_and_a_square_for_each_meeting(
    tmp_path: Path, result: LadderResult
) -> None:
    svg = ET.fromstring(draw_ladder(result.figures(), "London & <others>"))
    name = "{http://www.w3.org/2000/svg}"
    arrows = sum(line["elo"] < 1500 - 800 for line in result.figures()["lines"])
    assert len(svg.findall(f"{name}circle")) == 3 - arrows
    assert len(svg.findall(f"{name}g")) == 6
    write_picture(tmp_path / "ladder.png", result.figures(), "London")
    assert (tmp_path / "ladder.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="must end in"):
        write_picture(tmp_path / "ladder.gif", result.figures(), "London")
