"""Bots and the lab as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from caboose.cli.app import app
from tests.support.command import run


def test_match_prints_its_figures_and_goes_on_where_it_was(tmp_path: Path) -> None:
    arguments = ["match", "random", "tourist", "--edition", "london", "--workers", "1"]
    first = run(*arguments, "--games", "2", "--json", "f.json", folder=tmp_path)
    assert first.returncode == 0
    assert "tourist" in first.stdout
    assert json.loads((tmp_path / "f.json").read_text("utf-8"))["games"] == 2
    again = run(*arguments, "--games", "4", folder=tmp_path)
    assert "4 games over 2 deals" in again.stdout
    assert len(list((tmp_path / "matches").iterdir())) == 1


def test_a_new_bot_can_be_played_against_and_matched(tmp_path: Path) -> None:
    written = run("bot", "new", "mybot.py", folder=tmp_path)
    assert written.returncode == 0
    assert "caboose play --bot ./mybot.py" in written.stdout
    arguments = ["match", "./mybot.py", "random", "--edition", "london", "--workers", "1"]
    done = run(*arguments, "--games", "2", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "2 games over 1 deals" in done.stdout or "2 games" in done.stdout


def test_a_new_bot_never_overwrites_a_file(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text("precious", "utf-8")
    assert run("bot", "new", "mybot.py", folder=tmp_path).returncode == 2
    assert (tmp_path / "mybot.py").read_text("utf-8") == "precious"


def test_the_list_of_bots_has_the_levels_with_their_strength(tmp_path: Path) -> None:
    said = run("bot", "list", folder=tmp_path).stdout
    assert all(name in said for name in ("passenger", "stationmaster", "switchman", "46%"))


@pytest.mark.parametrize("bot", ["express", "switchman:rollouts=2"])
def test_a_bot_says_why_at_any_point_of_a_recorded_game(tmp_path: Path, bot: str) -> None:
    arguments = ["match", "tourist", "racer", "--edition", "london", "--workers", "1"]
    assert run(*arguments, "--games", "2", "--out", "here", folder=tmp_path).returncode == 0
    record = next((tmp_path / "here" / "records").iterdir())
    played = [line for line in record.read_text("utf-8").splitlines() if line[:2] in ("0 ", "1 ")]
    late = str(len(played) - 4)  # so that whoever plays the rest of the game in its head is quick
    told = run("bot", "explain", str(record), "--bot", bot, "--at", late, folder=tmp_path)
    assert told.returncode == 0, told.stderr
    assert f"after {late} actions" in told.stdout
    too_late = run("bot", "explain", str(record), "--at", "5000", folder=tmp_path)
    assert too_late.returncode == 2
    assert "over after" in too_late.stderr


def test_ladder_prints_ratings_and_can_be_published(tmp_path: Path) -> None:
    arguments = ["ladder", "--edition", "london", "--panel", "racer", "--bot", "random"]
    done = run(*arguments, "--games", "2", "--publish", "kept", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "1500" in done.stdout
    assert sorted(file.suffix for file in (tmp_path / "kept").iterdir()) == [".json", ".parquet"]


def test_report_writes_a_page_with_a_picture(tmp_path: Path) -> None:
    arguments = ["report", "london", "--games", "2", "--bot", "racer", "--workers", "1"]
    done = run(*arguments, "--picture", "map.svg", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert "<svg" in (tmp_path / "map.svg").read_text("utf-8")


def spaced_keys(said: object) -> list[str]:
    """Keys with spaces, anywhere."""
    if isinstance(said, list):
        return [key for each in said for key in spaced_keys(each)]
    if isinstance(said, dict):
        inside = [key for each in said.values() for key in spaced_keys(each)]
        return [key for key in said if " " in key] + inside
    return []


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "random", "racer", "--edition", "london", "--games", "2", "--workers", "1"],
        ["ladder", "--edition", "london", "--panel", "racer", "--bot", "random", "--games", "2"],
        ["rate", "random", "--edition", "london", "--games", "2", "--workers", "1"],
        ["report", "london", "--games", "2", "--bot", "random", "--workers", "1"],
        ["bot", "list"],
        ["dataset", "data", "--edition", "london", "--bot", "random", "--games", "1"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_figures_go_to_standard_output_alone(tmp_path: Path, arguments: list[str]) -> None:
    done = run(*arguments, "--json", "-", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert spaced_keys(json.loads(done.stdout)) == []


def test_luck_taken_away_has_a_key_of_one_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What luck was is worked out elsewhere (tests/lab/test_luck.py); here, how it is handed on."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("caboose.cli.lab._take_luck_out", lambda *_: {"margin": 1.0})
    match = ["match", "random", "racer", "--edition", "london", "--games", "2", "--workers", "1"]
    done = CliRunner().invoke(app, [*match, "--luck-adjusted", "--json", "-"])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    assert figures["luck_adjusted"] == {"margin": 1.0}
    assert spaced_keys(figures) == []


def test_a_bot_explains_a_position_also_as_json(tmp_path: Path) -> None:
    position = {"edition": "london", "seats": 2, "hands": [{"pink": 4}, {}], "tickets": [[1], [2]]}
    (tmp_path / "here.json").write_text(json.dumps(position), "utf-8")
    told = run("bot", "explain", "here.json", "--json", "-", folder=tmp_path)
    assert told.returncode == 0, told.stderr
    said = json.loads(told.stdout)
    assert (said["bot"], said["seat"], said["actions"]) == ("express", 0, 0)
    assert f"express: {said['choice']}" in told.stderr
    (tmp_path / "bad.json").write_text(json.dumps({**position, "hands": [{"blu": 1}, {}]}), "utf-8")
    bad = run("bot", "explain", "bad.json", folder=tmp_path)
    assert bad.returncode == 2
    assert "in the field 'hands'" in bad.stderr


def test_a_dataset_can_be_made_of_a_match(tmp_path: Path) -> None:
    match = ["match", "random", "racer", "--edition", "london", "--games", "2", "--workers", "1"]
    assert run(*match, "--out", "here", folder=tmp_path).returncode == 0
    for source in ("here/games.parquet", "here/records"):
        name = source.rpartition("/")[2]
        done = run("dataset", name, "--from", source, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "decisions of 2 games" in done.stdout
    cards = [
        json.loads((tmp_path / name / "card.json").read_text("utf-8"))
        for name in ("games.parquet", "records")
    ]
    assert cards[0]["rows"] == cards[1]["rows"]
    assert cards[0]["bots"] == cards[1]["bots"] == {"random": 2, "racer": 2}
