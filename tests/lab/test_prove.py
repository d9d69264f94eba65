"""Proving: right tables pass, and every way to be wrong is found and said."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import polars as pl
import pytest

from caboose.lab import prove as proving
from caboose.lab.ladder import Ladder, publish, run_ladder
from caboose.lab.ladder_tables import fill_page
from caboose.lab.prove import NotProved, first_difference, play_again, prove, read_ladders
from caboose.lab.published_matches import BEGIN as MATCHES_BEGIN
from caboose.lab.published_matches import END as MATCHES_END

PAGE = "Players\n\n<!-- ladder:begin london_2 -->\n<!-- ladder:end -->\n"


@pytest.fixture(name="published", scope="module")
def _published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games, project = tmp_path_factory.mktemp("games"), tmp_path_factory.mktemp("project")
    ladder = Ladder.named("london", 2, panel=["random", "biggest", "racer"], games=4)
    publish(run_ladder(ladder, games, workers=1), project / proving.FOLDER)
    page = project / proving.PAGE
    page.parent.mkdir()
    page.write_text(fill_page(PAGE, read_ladders(project / proving.FOLDER)), "utf-8")
    return project


@pytest.fixture(name="project")
def _project(published: Path, tmp_path: Path) -> Path:
    return Path(copytree(published, tmp_path / "project"))


def proved(project: Path) -> list[str]:
    return list(prove(project / proving.FOLDER, project / proving.PAGE, sample=3))


def change_table(project: Path, change: Callable[[list[dict[str, Any]]], object]) -> None:
    """Change the rows of the stored games."""
    file = project / proving.FOLDER / "london_2.parquet"
    table = pl.read_parquet(file)
    rows = table.to_dicts()
    change(rows)
    pl.DataFrame(rows, schema=table.schema).write_parquet(file)


def change_figures(project: Path, change: Callable[[dict[str, Any]], object]) -> None:
    file = project / proving.FOLDER / "london_2.json"
    figures = json.loads(file.read_text("utf-8"))
    change(figures)
    file.write_text(json.dumps(figures), "utf-8")


def test_what_was_published_is_proved_and_it_says_what_was_checked(project: Path) -> None:
    assert proved(project) == [
        "london_2: 12 games replayed, all figures the same.",
        "3 games played again by their bots: the same moves.",
        f"{project / proving.PAGE}: 1 table, the same as the figures give.",
    ]


def test_games_of_the_first_rules_are_proved_under_them(tmp_path: Path) -> None:
    ladder = Ladder.named("london", 2, panel=["random", "switchman:rollouts=8"], games=2)
    older = replace(ladder, game=ladder.game.under(1))
    publish(run_ladder(older, tmp_path / "games", workers=1), tmp_path / proving.FOLDER)
    assert len(list(prove(tmp_path / proving.FOLDER, None, sample=4))) == 2


def _other_action(rows: list[dict[str, Any]]) -> None:
    actions = bytearray(rows[5]["actions"])
    actions[10] ^= 1
    rows[5]["actions"] = bytes(actions)


def _cut_off(rows: list[dict[str, Any]]) -> None:
    rows[5]["actions"] = rows[5]["actions"][:-2]


def _too_long(rows: list[dict[str, Any]]) -> None:
    rows[5]["actions"] += b"\0"


def _other_total(rows: list[dict[str, Any]]) -> None:
    rows[5]["totals"][0] += 1


def _other_names(rows: list[dict[str, Any]]) -> None:
    rows[5]["lineup"] = "racer | random"


def _other_block(rows: list[dict[str, Any]]) -> None:
    rows[5]["block"] += 500


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_other_action, "rotation 1 of .* (cannot be replayed|does not replay)"),
        (_cut_off, "is not over"),
        (_too_long, "cannot be replayed"),
        (_other_total, "does not replay"),
        (_other_names, "ask for 12 games"),
        (_other_block, "cannot be replayed|does not replay"),
        (lambda rows: rows.pop(), "ask for 12 games, and these are not the 11"),
    ],
)
def test_a_changed_game_is_found(
    project: Path, change: Callable[[list[dict[str, Any]]], object], sentence: str
) -> None:
    change_table(project, change)
    with pytest.raises(NotProved, match=sentence):
        proved(project)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda f: f["lines"][0].update(wins=1), "lines 0 wins is published as 1, but the games"),
        (lambda f: f["lines"][1].update(elo=1), "lines 1 elo is published as 1"),
        (lambda f: f["half_points"][0].__setitem__(1, 0), "half_points 0 1 is published as 0"),
        (lambda f: f.update(played=13), "played is published as 13"),
        (lambda f: f.update(extra=1), "extra is published as 1"),
        (lambda f: f.update(rules=0), "there is no rules version 0"),
        (lambda f: f.update(board="0"), "was played with board 0"),
        (lambda f: f.update(games=6), "ask for 18 games"),
        (lambda f: f.update(format="none"), "not a ladder of this version"),
    ],
)
def test_a_changed_figure_is_found(
    project: Path, change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    change_figures(project, change)
    with pytest.raises(NotProved, match=sentence):
        proved(project)


def test_a_changed_table_of_the_page_is_found(project: Path) -> None:
    page = project / proving.PAGE
    page.write_text(page.read_text("utf-8").replace("1500", "1501"), "utf-8")
    with pytest.raises(NotProved, match="not those of the figures"):
        proved(project)


def test_a_table_of_matches_without_their_games_is_no_proof(project: Path) -> None:
    page = project / proving.PAGE
    page.write_text(page.read_text("utf-8") + MATCHES_BEGIN + "| rows |\n" + MATCHES_END, "utf-8")
    with pytest.raises(proving.NotProved, match=r"matches.*are not there"):
        proved(project)


def test_a_bot_that_plays_otherwise_now_is_found(project: Path) -> None:
    figures = read_ladders(project / proving.FOLDER)["london_2"]
    games = proving.check_ladder("london_2", figures, project / proving.FOLDER / "london_2.parquet")
    game = next(game for game in games if "random" in game.bots)
    play_again(game)
    changed = replace(game, seeds=tuple(seed + 1 for seed in game.seeds))
    with pytest.raises(NotProved, match="the bots play otherwise from action"):
        play_again(changed)


def test_an_empty_folder_is_no_proof(tmp_path: Path) -> None:
    with pytest.raises(NotProved, match="holds no published ladders"):
        list(prove(tmp_path))


def test_the_first_difference_is_told_by_its_place() -> None:
    assert first_difference({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}) == ""
    assert first_difference({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == (
        "a 1 b is published as 2, but the games give 3"
    )
    assert first_difference({"a": [1]}, {"a": [1, 2]}) == (
        "a is published as [1], but the games give [1, 2]"
    )


def test_the_command_ends_with_1_and_a_sentence_when_something_differs(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project)
    assert proving.main() == 0
    assert capsys.readouterr().out.endswith("Proved.\n")
    (project / proving.PAGE).write_text(PAGE, "utf-8")
    assert proving.main() == 1
    assert "Not proved: the tables of" in capsys.readouterr().err
    assert proving.main(["--write"]) == 0
