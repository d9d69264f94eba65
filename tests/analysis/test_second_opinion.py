"""A bot is asked at every decision of a game, and its choices are graded like those played."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from caboose.analysis import analyse
from caboose.analysis.moments import moments
from caboose.analysis.second_opinion import second_opinion
from caboose.analysis.settings import DEPTHS
from caboose.cli.app import app
from caboose.engine.record import replay
from caboose.players import make_player
from tests.support.games.bots_games import GLANCE

OWN_BOT = """
from caboose.players import Player

class Mine(Player):
    def choose(self, view, legal):
        return legal[0]
"""


@pytest.fixture(scope="module")
def told(london):
    return analyse(london, GLANCE)


def opinion_of(bot, analysis, state):
    players = [make_player(bot, 1) for _ in range(2)]
    return second_opinion(analysis, list(moments(state)), players)


def test_a_bot_that_played_the_game_would_play_it_again(told, london, monkeypatch):
    monkeypatch.setattr("caboose.analysis.second_opinion.depth_named", lambda _: GLANCE)
    opinions = opinion_of("express", told, london).opinions
    own = [one for one in opinions if one.seat == 1]  # Express sat there
    assert len(own) > 10
    assert all(one.chosen == one.played for one in own)
    assert all(one.chosen_error == one.played_error for one in own)
    free = [p for p in told.pieces if p.grade and not p.grade.is_forced]
    assert [one.at for one in opinions] == [piece.at for piece in free]


def test_another_choice_is_graded_as_if_it_had_been_played(told, london, monkeypatch):
    monkeypatch.setattr("caboose.analysis.second_opinion.depth_named", lambda _: GLANCE)
    told_of = opinion_of("random", told, london)
    other = [one for one in told_of.opinions if one.chosen != one.played]
    assert other
    assert any(one.chosen_error > 0 for one in other)
    assert 0 <= told_of.same < 1
    worst = told_of.worst(3)
    assert [one.chosen_error for one in worst] == sorted(
        (one.chosen_error for one in worst), reverse=True
    )


def test_the_command_asks_a_bot_of_ones_own(london, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(DEPTHS, "quick", replace(GLANCE, name="quick"))
    (tmp_path / "game.txt").write_text(london.record(["Ada", "Bo"]), "utf-8")
    (tmp_path / "mine.py").write_text(OWN_BOT, "utf-8")
    command = ["analyse", "game.txt", "--depth", "quick", "--bot", "./mine.py", "--json", "a.json"]
    ran = CliRunner().invoke(app, command)
    assert ran.exit_code == 0, ran.output
    assert "would have played the same in" in ran.output
    figures = json.loads((tmp_path / "a.json").read_text("utf-8"))["second_opinion"]
    state = replay((tmp_path / "game.txt").read_text("utf-8"))
    first = {
        m.before.fields.actions: m.before.legal_actions(m.seat)[0].text for m in moments(state)
    }
    assert all(one["chosen"] == first[one["at"]] for one in figures["opinions"])
