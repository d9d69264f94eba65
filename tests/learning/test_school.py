"""School: lessons are the same from the same seed, compare options fairly, and are kept."""

import json
from pathlib import Path

import numpy as np
import pytest

from caboose import Game
from caboose.engine.game import key_from_seed
from caboose.learning import gate, school
from caboose.learning.fit_engineer import BATCH, explained, fit_net, step_from, to_row
from caboose.learning.gate import Gate, is_passed
from caboose.learning.judge_engineer import FIGURES, PAGE, trials_table
from caboose.learning.practice import (
    Lessons,
    Practice,
    join_lessons,
    less_their_mean,
    load_lessons,
    practise,
)
from caboose.learning.run_folder import NotLearned
from caboose.learning.school import School
from caboose.learning.strange_boards import strange_board
from caboose.learning.tables import fill_table
from caboose.learning.trial import Trial, try_out
from caboose.players.policies import ENGINEER, RACER, play_policies
from caboose.players.tools.facts import FACTS, OPTION_FACTS
from caboose.players.tools.learned_net import NET_NUMBERS, ask_learned
from caboose.players.tools.learned_weights import learned, read_file

PRACTICE = Practice("london", 2, 6, ("express", "racer"))


# What plays lessons is compiled here for the first time, for a minute and a half.
compiles_long = pytest.mark.soak


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    return practise(PRACTICE, "express", "test", None)


def taught(count: int) -> Lessons:
    """Lessons in which one fact of an option decides, and which way one fact of the position."""
    rng = np.random.default_rng(6)
    facts = np.zeros((count, len(FACTS)), np.float32)
    facts[:, 0] = rng.integers(0, 2, count)
    options = np.zeros((4 * count, OPTION_FACTS), np.float32)
    options[:, 1] = rng.random(4 * count)
    way = np.repeat(2 * facts[:, 0] - 1, 4)
    worths = 3 * way * options[:, 1] + rng.normal(0, 0.7, 4 * count)
    nets, counts = np.zeros(count, np.int8), np.full(count, 4, np.int8)
    worths = less_their_mean(worths, np.repeat(np.arange(count), 4))
    return Lessons(nets, counts, facts, options, worths)


@compiles_long
def test_lessons_are_the_same_from_the_same_seed(lessons):
    again, other = (practise(PRACTICE, "express", seed, None) for seed in ("test", "another"))
    for mine, theirs in zip(lessons, again, strict=True):
        assert np.array_equal(mine, theirs)
    assert not np.array_equal(lessons.worths, other.worths)


@compiles_long
def test_a_lesson_is_a_choice_and_every_option_was_tried(lessons):
    assert (lessons.counts > 1).all()
    assert len(lessons.options) == len(lessons.worths) == lessons.counts.sum()
    assert lessons.worths.std() == pytest.approx(1, abs=1e-3)
    decision = np.repeat(np.arange(len(lessons.counts)), lessons.counts)
    assert np.abs(np.bincount(decision, lessons.worths)).max() < 1e-4


@compiles_long
def test_lessons_are_kept_and_parted_by_net(lessons, tmp_path: Path):
    lessons.save(tmp_path / "kept.npz")
    kept = load_lessons(tmp_path / "kept.npz")
    assert all(np.array_equal(*pair) for pair in zip(lessons, kept, strict=True))
    parts = [kept.of_net(net) for net in range(3)]
    assert sum(len(part.worths) for part in parts) == len(lessons.worths)
    assert len(join_lessons(parts).counts) == len(lessons.counts)


def test_options_are_compared_within_their_decision():
    less = less_their_mean(np.array([1.0, 3.0, 10.0, 30.0]), np.array([0, 0, 1, 1]))
    assert less.tolist() == [-1, 1, -10, 10]


def test_a_net_learns_what_decides_and_the_compiled_one_answers_the_same():
    lessons = taught(3000)
    net = fit_net(lessons, np.random.default_rng(2), epochs=60)
    assert explained(net, lessons) > 0.4
    row = to_row(net).astype(np.float32)
    assert row.shape == (NET_NUMBERS,)
    answers, options = np.zeros(2, np.float32), np.zeros((2, OPTION_FACTS), np.float32)
    options[1, 1] = 1.0
    for decides in (0.0, 1.0):
        facts = np.zeros(len(FACTS), np.float32)
        facts[0] = decides
        ask_learned(row, facts, options, 2, answers)
        plain = net.answer(np.concatenate([np.tile(facts, (2, 1)), options], axis=1))[:, 0]
        assert answers[1] - answers[0] == pytest.approx(plain[1] - plain[0], abs=0.01)
        assert (answers[1] > answers[0]) == (decides == 1.0)


def test_a_step_goes_half_the_way_from_what_the_numbers_before_say():
    lessons = taught(2 * BATCH + 5)
    net = fit_net(taught(500), np.random.default_rng(3), epochs=5)
    inputs = np.concatenate([np.repeat(lessons.facts, 4, axis=0), lessons.options], axis=1)
    said = net.answer(inputs).reshape(-1, 4)
    said -= said.mean(axis=1, keepdims=True)
    stepped = step_from(to_row(net), lessons)
    assert stepped.worths == pytest.approx((lessons.worths + said.ravel()) / 2, abs=0.01)
    assert np.array_equal(stepped.options, lessons.options)


def test_a_trial_between_equals_is_even():
    """The same player on both sides: every deal is won once."""
    result = try_out(Trial(Game("london", 2), ("engineer", "engineer"), 20, "even"))
    assert result.wins == pytest.approx(0.5)
    assert result.lead == pytest.approx(0)


def test_a_trial_plays_with_the_numbers_it_is_given():
    nothing = np.zeros_like(learned())
    trial = Trial(Game("london", 2), ("engineer", "engineer"), 10, "numbers")
    assert try_out(trial, others=nothing).wins > 0.8
    assert try_out(trial, nothing, learned()).wins < 0.2


def test_a_gate_lets_the_stronger_pass_and_tells_where_the_weaker_failed():
    nothing = np.zeros_like(learned())
    won = Gate("engineer", nothing, "test").try_all(learned())
    assert is_passed(won)
    assert [(match["edition"], match["seats"]) for match in won] == list(gate.TABLES)
    lost = Gate("express", None, "test").try_all(nothing)
    assert not is_passed(lost)
    assert [match["verdict"] for match in lost] == ["H0"]


def test_a_match_of_a_gate_that_stays_open_is_not_won(monkeypatch):
    monkeypatch.setattr(gate, "AT_ONCE", 4)
    monkeypatch.setattr(gate, "MOST_DEALS", 4)
    match = Gate("express", None, "open").match(Game("london", 2), gate.STRONGER, learned())
    assert match["games"] == 8
    assert match["verdict"] == "undecided"
    assert not is_passed([match] * len(gate.TABLES))


def test_numbers_that_play_worse_do_not_come_into_the_package(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(School, "install", lambda *_: pytest.fail("installed"))
    monkeypatch.setattr(School, "numbers", lambda *_: np.zeros_like(learned()))
    monkeypatch.setattr(School, "gate", lambda *_: {"passed": True})
    with pytest.raises(NotLearned, match="they stay"):
        School(tmp_path, 1).run(is_kept=True)


def test_a_run_goes_on_from_the_package_and_says_from_which_numbers(tmp_path: Path, monkeypatch):
    run, asked = School(tmp_path, 1, from_package=True), []

    def numbers(_school, _number, before):
        asked.append(before)
        return before

    monkeypatch.setattr(School, "numbers", numbers)
    monkeypatch.setattr(School, "gate", lambda _, number, *__: {"passed": number == 1})
    assert np.array_equal(run.run(is_kept=False), learned())
    assert np.array_equal(asked[0], learned())
    assert run.settings["continues"]["hash"] == read_file()["certificate"]["hash"]
    assert School(tmp_path, 1).settings["continues"] is None
    monkeypatch.setattr(School, "gate", lambda *_: {"passed": False})
    with pytest.raises(NotLearned, match="did not beat the numbers in the package"):
        run.run(is_kept=False)


def test_the_numbers_of_the_package_are_as_strong_as_themselves(tmp_path: Path):
    assert School(tmp_path, 1).gate_of_the_package(learned())["passed"]


def test_a_run_refuses_files_that_were_made_otherwise(tmp_path: Path, monkeypatch):
    School(tmp_path, 1)
    School(tmp_path, 1)
    monkeypatch.setattr(school, "DEALS", (("london", 2, 300),))
    with pytest.raises(NotLearned, match="made with other deals"):
        School(tmp_path, 1)
    monkeypatch.setattr(school, "sources_hash", lambda _: "changed")
    with pytest.raises(NotLearned, match="other deals and sources"):
        School(tmp_path, 1)


def test_a_run_refuses_files_of_unknown_birth(tmp_path: Path):
    School(tmp_path, 1)
    folder = next(tmp_path.iterdir())
    (folder / "settings.json").rename(folder / "numbers-0.json")
    with pytest.raises(NotLearned, match="nothing says how they were made"):
        School(tmp_path, 1)


def test_the_usual_run_is_the_one_that_the_package_was_made_by(tmp_path: Path):
    usual = School(tmp_path, from_package=True)
    assert read_file()["certificate"]["command"] == usual.command


@compiles_long
def test_lessons_that_are_there_are_not_played_again(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(school, "DEALS", (("london", 2, 300),))
    first = School(tmp_path, 1).lessons(0, None)
    monkeypatch.setattr(school, "practise_portion", lambda *_: pytest.fail("played again"))
    again = School(tmp_path, 1).lessons(0, None)
    assert all(np.array_equal(*pair) for pair in zip(first, again, strict=True))


@compiles_long
def test_a_round_that_does_not_beat_the_one_before_is_thrown_away(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(school, "DEALS", (("london", 2, 300),))
    monkeypatch.setattr(school, "judge", lambda *_: [])
    passed = iter([True, False])
    monkeypatch.setattr(School, "gate", lambda *_: {"passed": next(passed)})
    best = School(tmp_path, 1).run(is_kept=False)
    folder = next(tmp_path.iterdir())
    assert (folder / "numbers-1.json").exists()
    assert np.array_equal(best, School(tmp_path, 1).numbers(0, None))


def test_strange_boards_differ_and_can_be_played():
    boards = [strange_board(seed) for seed in range(4)]
    assert len({board.digest for board in boards}) == 4
    assert strange_board(2).digest == boards[2].digest
    for board in boards:
        assert len(board.tickets) == 30
        assert max(route.length for route in board.board.routes) == 6
        _, end = play_policies(Game(board, 2), key_from_seed(3), [ENGINEER, RACER], [1, 2])
        assert end.is_over
        assert end.score().to_dict()["seats"][0]["total"] > 40


def test_the_published_figures_are_those_of_the_page():
    found = json.loads(FIGURES.read_text("utf-8"))
    page = PAGE.read_text("utf-8")
    assert fill_table(page, "trials", trials_table(found)) == page
