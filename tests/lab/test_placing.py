"""A newcomer's place on a published ladder."""

from __future__ import annotations

from pathlib import Path

import pytest

from caboose.lab.ladder import Ladder, publish, run_ladder
from caboose.lab.placing import fit_newcomer, place_bot, published_ladder
from caboose.lab.rating import Finish, rate
from tests.support.games.lineups import BOTS

RATINGS = {"racer": 1500, "express": 1700, "random": 900}


def test_even_games_are_an_even_rating() -> None:
    finishes = [Finish(n, ("new", "racer"), (1, 2) if n % 2 else (2, 1)) for n in range(400)]
    elo, error = fit_newcomer("new", finishes, RATINGS)
    assert elo == pytest.approx(1500, abs=3)
    assert error == pytest.approx(17.4, abs=4)  # 400 games: 347 / sqrt(400)


def test_ten_to_one_are_four_hundred_points() -> None:
    finishes = [Finish(n, ("new", "racer"), (2, 1) if n % 11 == 0 else (1, 2)) for n in range(1100)]
    elo, _ = fit_newcomer("new", finishes, RATINGS)
    assert elo == pytest.approx(1900, abs=5)


def test_a_table_of_three_is_fitted_as_a_ladder_fits_it() -> None:
    orders = [(1, 2, 3), (2, 1, 3), (1, 3, 2), (1, 2, 3), (3, 1, 2), (1, 1, 3)] * 60
    finishes = [Finish(n, ("new", "racer", "express"), ranks) for n, ranks in enumerate(orders)]
    whole = {each.bot: each.elo for each in rate(finishes)}
    others = {bot: round(whole[bot]) for bot in ("racer", "express")}
    elo, _ = fit_newcomer("new", finishes, others)
    assert elo == pytest.approx(whole["new"], abs=4)


def test_a_bot_that_lost_everything_is_far_below_and_finite() -> None:
    finishes = [Finish(n, ("new", "random"), (2, 1)) for n in range(50)]
    elo, _ = fit_newcomer("new", finishes, RATINGS)
    assert -1100 < elo < 500


def test_a_bot_is_placed_with_one_call(tmp_path: Path) -> None:
    shown: list[int] = []
    placing = place_bot(
        "beginner", "london", games=20, workers=1, out=tmp_path / "out",
        on_progress=lambda done, _: shown.append(done),
    )  # fmt: skip
    figures = placing.to_dict()
    assert placing.games == 20
    assert shown[-1] == 20
    assert figures["rank"] == 1 + sum(each["rating"] > placing.elo for each in figures["ladder"])
    assert placing.elo < dict(placing.ladder)["express"]
    again = place_bot("beginner", "london", games=20, workers=1, out=tmp_path / "out")
    assert again == placing
    assert [each["rating"] for each in figures["ladder"]] == [
        line["elo"] for line in published_ladder("london", 2)["lines"]
    ]


def test_without_a_ladder_there_is_no_place() -> None:
    with pytest.raises(ValueError, match="no ladder is published for mars with 2 seats"):
        place_bot("racer", "mars")


def test_bots_are_added_to_the_panel(tmp_path: Path) -> None:
    ladder = Ladder.named("london", 2, ["beginner"], panel=BOTS[:2], games=2)
    assert ladder.bots == (*BOTS[:2], "beginner")
    assert "--panel" in ladder.command()
    usual = Ladder.named("london", 2, ["beginner"], games=2)
    assert usual.command().endswith("--bot beginner")
    result = run_ladder(ladder, tmp_path / "games", workers=1)
    assert {line["bot"] for line in publish(result, tmp_path)["lines"]} == set(ladder.bots)
