"""A race between arms: what they are worth, and who drops out when."""

import random

import pytest

from caboose.players.policies import ENGINEER
from caboose.players.search.race import COUNTRY_TRUST, FEWEST, Trust
from caboose.players.search.switchman import Arm
from caboose.players.search.yardmaster import Yardmaster
from tests.support.games.positions import positions


def arm(move: int, prior: int, outcomes: list[int]) -> Arm:
    """An arm that was tried world by world."""
    made = Arm(move, ENGINEER, prior)
    for outcome in outcomes:
        made.add(1, outcome)
    return made


def test_without_worlds_an_arm_is_worth_what_was_thought_of_it():
    assert COUNTRY_TRUST.standing(arm(0, -250, [])) == -250


def test_the_more_worlds_the_less_counts_what_was_thought_before():
    trust = Trust(0.8, 10)
    few, many = trust.standing(arm(0, -100, [500] * 10)), trust.standing(arm(0, -100, [500] * 390))
    assert few == pytest.approx(0.6 * -100 + 0.4 * 500)
    assert few < many < 0.2 * -100 + 0.8 * 500


def test_an_arm_that_does_worse_in_every_world_drops_out():
    luck = [random.Random(n).randrange(-9000, 9000) for n in range(FEWEST)]
    best, worse = arm(0, 0, luck), arm(1, 0, [outcome - 900 for outcome in luck])
    assert COUNTRY_TRUST.still_running([worse, best], doubt=1.0) == [best]


def test_an_arm_that_only_had_bad_luck_runs_on():
    rng = random.Random("luck")
    best = arm(0, 0, [rng.randrange(-9000, 9000) for _ in range(FEWEST)])
    other = arm(1, 0, [rng.randrange(-9000, 9000) for _ in range(FEWEST)])
    running = COUNTRY_TRUST.still_running([best, other], doubt=3.0)
    assert {one.move for one in running} == {0, 1}


def test_more_doubt_never_drops_an_arm_that_less_doubt_keeps():
    rng = random.Random("doubt")
    for _ in range(50):
        arms = [arm(i, -50 * i, [rng.randrange(-4000, 4000) for _ in range(16)]) for i in range(6)]
        kept = [COUNTRY_TRUST.still_running(arms, doubt) for doubt in (0.5, 1.0, 2.0)]
        moves = [{one.move for one in running} for running in kept]
        assert moves[0] <= moves[1] <= moves[2]
        assert kept[0][0] is kept[2][0]


def test_one_world_says_nothing_about_who_is_behind():
    arms = [arm(0, 0, [9000]), arm(1, 0, [-9000])]
    assert COUNTRY_TRUST.still_running(arms, doubt=0.1) == arms


def test_yardmaster_lists_every_arm_once_and_the_chosen_one_first():
    player = Yardmaster(5, rollouts=120)
    for state in positions(30, "race"):
        view, legal = state.view(state.seat), state.legal_actions()
        if player.is_worth_a_search(view, legal):
            arms = player.search(view)
            assert len({one.move for one in arms}) == len(arms)
            assert player.choose(view, legal).number == arms[0].move
            assert arms[0].worlds == max(one.worlds for one in arms)
