"""Judging the analysis: game by game, so that a run goes on where it was, with the same figures."""

import json
import subprocess
from dataclasses import replace

import pytest

from caboose.analysis.analysis import value_hash
from caboose.lab import judge_analysis, judged_games
from caboose.lab.judged_games import NotClean, clean_commit, judge_games, read_judged

ABOUT = {"value": "v", "seed": 0}


def test_a_run_goes_on_where_it_was(tmp_path):
    asked = []

    def look(name):
        asked.append(name)
        return len(name)

    file = tmp_path / "games" / "any.jsonl"
    assert judge_games(["a", "bb"], look, file, ABOUT) == {"a": 1, "bb": 2}
    assert judge_games(["a", "bb", "ccc"], look, file, ABOUT) == {"a": 1, "bb": 2, "ccc": 3}
    assert asked == ["a", "bb", "ccc"]
    assert read_judged(file, ABOUT) == {"a": 1, "bb": 2, "ccc": 3}


def test_what_was_found_with_another_value_does_not_count(tmp_path):
    file = tmp_path / "any.jsonl"
    judge_games(["a"], len, file, ABOUT)
    assert read_judged(file, {"value": "other", "seed": 0}) == {}
    assert judge_games(["b"], len, file, {"value": "other", "seed": 0}) == {"b": 1}


def test_two_processes_find_what_one_does(tmp_path):
    names = ["a", "bb", "ccc"]
    assert judge_games(names, len, tmp_path / "two.jsonl", ABOUT, workers=2) == judge_games(
        names, len, tmp_path / "one.jsonl", ABOUT
    )


def test_a_run_that_is_stopped_keeps_what_it_found(tmp_path, monkeypatch):
    def until_stopped(values):
        yield next(iter(values))

    monkeypatch.setattr(judged_games, "until_stopped", until_stopped)
    assert judge_games(["a", "bb"], len, tmp_path / "any.jsonl", ABOUT) == {"a": 1}
    assert read_judged(tmp_path / "any.jsonl", ABOUT) == {"a": 1}


def test_sources_of_no_commit_are_not_judged(tmp_path, monkeypatch):
    (tmp_path / "caboose").mkdir()
    file = tmp_path / "caboose" / "any.py"
    file.write_text("one = 1\n")
    mine = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for words in (["git", "init", "-q"], ["git", "add", "."], [*mine, "commit", "-qm", "Begin"]):
        subprocess.run(words, cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    commit = clean_commit()
    assert len(commit) == 12
    file.write_text("one = 2\n")
    with pytest.raises(NotClean, match="commit them"):
        clean_commit()
    assert clean_commit(is_dirty_allowed=True) == f"{commit} and changes"


def test_games_that_are_added_later_give_the_figures_of_one_run(tmp_path, monkeypatch):
    """What is found in a game depends on its number alone."""
    monkeypatch.setattr(judge_analysis, "tables", lambda: [("london", 2)])
    monkeypatch.setattr(judge_analysis, "POLICIES", ("express", "tourist"))
    few = replace(judge_analysis.LEDGER, futures=2, deals=20, reference_look=4)
    monkeypatch.setattr(judge_analysis, "LEDGER", few)

    def figures(folder, games):
        return judge_analysis.judge("luck", games, 3, (), tmp_path / folder, 1, "c")

    figures("later", 1)
    later, once = figures("later", 2), figures("once", 2)
    assert later == once
    assert (once["games"], once["asked"], once["value"]) == (2, 2, value_hash())
    assert once["largest gap"] < 1e-9
    assert json.loads((tmp_path / "once" / "luck.json").read_text()) == once
