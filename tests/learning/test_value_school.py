"""Learning the value: the same rows from the same seed, fair nets, a gate, and a fresh page."""

import json
from pathlib import Path

import numpy as np
import pytest

from caboose.learning import value_school
from caboose.learning.fit_value import (
    chances_of,
    hide_styles,
    most_of_others,
    rounds,
    seat_inputs,
    shares_of,
    slopes_of,
    steps_of,
    tell_no_styles,
)
from caboose.learning.run_folder import NotLearned
from caboose.learning.value_page import FIGURES, PAGE, fill_page
from caboose.learning.value_rows import Rows, Tables, load_rows, new_rows, play_rows
from caboose.learning.value_school import ValueSchool, failings
from caboose.players.value import value_facts as fact
from caboose.players.value.value_facts import ANSWERS
from caboose.players.value.value_weights import read_file

TABLES = Tables("london", 3, 30, ("engineer", "express", "racer"))

# What plays whole games for rows is compiled here for the first time, for about a minute.
compiles_long = pytest.mark.soak


@pytest.fixture(scope="module")
def rows() -> Rows:
    return play_rows(TABLES, "test")[0]


@compiles_long
def test_rows_are_the_same_from_the_same_seed(rows):
    again, other = (play_rows(TABLES, seed)[0] for seed in ("test", "another"))
    assert all(np.array_equal(*pair) for pair in zip(rows, again, strict=True))
    assert not np.array_equal(rows.totals, other.totals)


@compiles_long
def test_rows_say_how_games_ended(rows):
    assert rows.shares.sum(axis=1) == pytest.approx(1)
    assert (rows.totals.max(axis=1) >= rows.totals.mean(axis=1)).all()
    assert (rows.turns >= 0).all()
    assert np.ptp(rows.turns, axis=1).max() <= 2  # seats take turns
    assert rows.holders.max() < rows.totals.size
    assert 0 < rows.done.mean() < 1


@compiles_long
def test_positions_that_are_given_whole_are_those_of_the_first_rows(rows):
    again, states = play_rows(TABLES, "test", kept=5)
    assert np.array_equal(again.totals, rows.totals)
    assert len(states) == 5
    points = states.array["points"][:, : TABLES.seats] / TABLES.game.edition.trains
    assert again.facts[:5, :, fact.ROUTE_POINTS] == pytest.approx(points, rel=1e-5)


@compiles_long
def test_rows_are_kept(rows, tmp_path: Path):
    rows.save(tmp_path / "rows.npz")
    kept = load_rows(tmp_path / "rows.npz")
    assert np.array_equal(kept.totals, rows.totals)
    assert kept.facts == pytest.approx(rows.facts, rel=2e-3, abs=1e-3)


def test_a_seat_is_seen_with_the_mean_and_the_greatest_of_its_rivals():
    facts = np.array([[[1.0, 5.0], [2.0, 3.0], [6.0, 4.0]]])
    told = seat_inputs(facts)
    assert told[0, 0].tolist() == [1, 5, 4, 3.5, 6, 4]
    assert told[0, 2].tolist() == [6, 4, 1.5, 4, 2, 5]
    assert most_of_others(facts[:, :, 0]).tolist() == [[6, 6, 2]]


def test_shares_follow_from_strengths_as_chances_from_weights():
    shares = shares_of(np.array([[0.0, np.log(3.0)], [500.0, 500.0]]))
    assert shares == pytest.approx(np.array([[0.25, 0.75], [0.5, 0.5]]))
    assert chances_of(np.array([0.0, -900.0])) == pytest.approx([0.5, 0], abs=1e-9)


def test_slopes_lead_uphill():
    """In the likelihood of who won, compared with what a small step really changes."""
    rng = np.random.default_rng(4)
    answers, wanted = rng.normal(size=(1, 3, len(ANSWERS))), np.zeros((1, 3, len(ANSWERS)))
    wanted[0, 1, fact.STRENGTH] = 1

    def likely(strengths: np.ndarray) -> float:
        return float(2 * np.log(shares_of(strengths)[0, 1]))

    slopes = slopes_of(answers, wanted, has_path=False)
    assert not slopes[:, :, fact.PATH_CHANCE].any()
    for seat in range(3):
        nearby = answers[:, :, fact.STRENGTH].copy()
        nearby[0, seat] += 1e-5
        step = (likely(nearby) - likely(answers[:, :, fact.STRENGTH])) / 1e-5
        assert step == pytest.approx(slopes[0, seat, fact.STRENGTH], abs=1e-3)


def test_every_row_is_learned_from_once_in_an_epoch():
    taken = list(rounds([5, 3], 2, 2, np.random.default_rng(1)))
    assert len(taken) == steps_of([5, 3], 2, 2) == 10
    counts = np.zeros((2, 5), int)
    for part, some in taken:
        counts[part, some] += 1
    assert counts.tolist() == [[2] * 5, [2, 2, 2, 0, 0]]


def test_half_of_the_positions_say_who_plays():
    rows = new_rows(4000, 1, 2)
    rows.facts[:, :, fact.AS_EXPRESS] = 1
    hide_styles(rows, np.random.default_rng(2))
    told = rows.facts[:, :, fact.AS_EXPRESS].sum(axis=1)
    shares = [(told == count).mean() for count in range(3)]
    assert shares == pytest.approx([0.3125, 0.125, 0.5625], abs=0.03)
    assert not tell_no_styles(rows).facts[:, :, fact.AS_EXPRESS].any()


def judged(untold: float = 0.2, said: float = 0.31, won: float = 0.3) -> dict:
    table = {"table": "usa, 2 seats", "untold": untold, "constant": 0.25, "loss": 0.5}
    tenth = {"moments": 1000, "said": said, "won": won}
    return {"tables": [table], "deciles": {"untold": [tenth]}}


def test_a_gate_says_what_is_wrong():
    assert list(failings(judged(), 0.5, None)) == []
    assert list(failings(judged(), 0.5, 0.499)) == []
    assert "no better than even" in next(failings(judged(untold=0.26), 0.5, None))
    assert "tenth 1 (untold) says" in next(failings(judged(won=0.4), 0.5, None))
    assert "in the package" in next(failings(judged(), 0.5, 0.48))


def test_a_run_refuses_files_that_were_made_otherwise(tmp_path: Path, monkeypatch):
    ValueSchool(tmp_path, 1)
    ValueSchool(tmp_path, 1)
    monkeypatch.setattr(value_school, "BOTS", ("express",))
    with pytest.raises(NotLearned, match="made with other bots"):
        ValueSchool(tmp_path, 1)


def test_numbers_that_fail_the_gate_do_not_come_into_the_package(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(ValueSchool, "install", lambda *_: pytest.fail("installed"))
    monkeypatch.setattr(ValueSchool, "numbers", lambda _: {})
    monkeypatch.setattr(ValueSchool, "gate", lambda *_: {"passed": False, "why": ["it is off"]})
    with pytest.raises(NotLearned, match="it is off"):
        ValueSchool(tmp_path, 1).run(is_kept=True)


def test_the_usual_run_is_the_one_that_the_package_was_made_by(tmp_path: Path):
    assert read_file()["certificate"]["command"] == ValueSchool(tmp_path).command


def test_the_page_shows_the_published_figures():
    figures, page = json.loads(FIGURES.read_text("utf-8")), PAGE.read_text("utf-8")
    assert fill_page(page, figures) == page


@compiles_long
def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(value_school, "DEALS", {2: 300})
    school = ValueSchool(tmp_path, 1)
    school.play()
    monkeypatch.setattr(value_school, "play_rows", lambda *_: pytest.fail("played again"))
    numbers = ValueSchool(tmp_path, 1).numbers()
    monkeypatch.setattr(ValueSchool, "fit", lambda _: pytest.fail("fitted again"))
    assert ValueSchool(tmp_path, 1).numbers() == numbers
