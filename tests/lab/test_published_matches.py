"""Published matches follow from their games, and a changed figure or game is found."""

import json

import pytest

from caboose.lab.match import Match, run_match
from caboose.lab.played_game import read_games, write_games
from caboose.lab.published_matches import (
    BEGIN,
    END,
    BadMatch,
    check_match,
    fill_matches,
    publish_match,
    read_figures,
)

NAME = "london-3-racer-tourist"


@pytest.fixture(name="folder")
def _folder(tmp_path):
    match = Match.between(["racer", "tourist"], "london", 6, seats=3)
    publish_match(run_match(match, tmp_path / "match", workers=1, records=0), tmp_path / "kept")
    return tmp_path / "kept"


def check(folder):
    return check_match(NAME, read_figures(folder)[NAME], folder / f"{NAME}.parquet")


def test_what_was_published_follows_from_the_games(folder):
    assert len(check(folder)) == 6


def test_a_changed_figure_is_found(folder):
    file = folder / f"{NAME}.json"
    figures = json.loads(file.read_text("utf-8"))
    figures["lines"][0]["win_share"]["mean"] = 0.99
    file.write_text(json.dumps(figures), "utf-8")
    with pytest.raises(BadMatch, match="lines is published otherwise"):
        check(folder)


def test_a_missing_game_is_found(folder):
    games = read_games(folder / f"{NAME}.parquet")
    write_games(folder / f"{NAME}.parquet", games[:3])
    with pytest.raises(BadMatch, match="published otherwise"):
        check(folder)


def test_the_table_says_who_played_whom(folder):
    page = fill_matches(f"before\n{BEGIN}old\n{END}\nafter", read_figures(folder).values())
    assert "| `racer` | 2 × `tourist` | `london` | 6 |" in page
    assert page.startswith("before\n")
    assert page.endswith(f"{END}\nafter")
    assert "old" not in page


def test_a_page_without_a_place_for_the_table_is_named(folder):
    with pytest.raises(BadMatch, match="has no table between"):
        fill_matches("nothing here", read_figures(folder).values())
