"""The sequential test: right about known strengths, about as often as it promises."""

from fractions import Fraction

import numpy as np
import pytest

from caboose.lab.sprt import BOUND, Claims, Sprt, expected_share

PAIR = [Fraction(i, 4) for i in range(5)]


def pair_chances(elo: float, spread: float = 0.5) -> np.ndarray:
    """Chances of the five scores of a pair of games; the deal decides part of the pairs."""
    share = expected_share(elo, 2)
    even = np.array([(1 - share) ** 2, 0, 2 * share * (1 - share), 0, share**2])
    split = np.array([0, 1.5 - 2 * share, 0, 2 * share - 0.5, 0])
    return (1 - spread) * even + spread * split


def simulate(claims: Claims, elo: float, seed: int, blocks: int = 4000) -> Sprt:
    rng = np.random.default_rng(seed)
    test = Sprt(claims, 2)
    for score in rng.choice(5, size=blocks, p=pair_chances(elo)):
        test.add(PAIR[score])
        if test.verdict:
            break
    return test


@pytest.mark.parametrize(("elo", "right"), [(0, "H0"), (100, "H1")])
def test_it_errs_about_as_seldom_as_it_promises(elo, right):
    verdicts = [simulate(Claims(0, 100), elo, seed).verdict for seed in range(200)]
    assert None not in verdicts
    wrong = sum(verdict != right for verdict in verdicts)
    assert wrong <= 20, f"{wrong} of 200 were wrong, where about 10 are allowed"


@pytest.mark.parametrize(("elo", "right"), [(-100, "H0"), (180, "H1")])
def test_it_is_quick_and_sure_where_the_difference_is_clear(elo, right):
    tests = [simulate(Claims(0, 100), elo, seed) for seed in range(50)]
    assert all(test.verdict == right for test in tests)
    slow = np.mean([simulate(Claims(0, 100), 50, seed).blocks for seed in range(20)])
    assert np.mean([test.blocks for test in tests]) < slow


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_it_serves_tables_of_more_seats(seats):
    for elo, right in ((0, "H0"), (80, "H1")):
        wrong = 0
        for seed in range(30):
            rng = np.random.default_rng(seed)
            test = Sprt(Claims(0, 80), seats)
            while not test.verdict:
                wins = int(rng.binomial(seats, expected_share(elo, seats)))
                test.add(Fraction(wins, seats))
            wrong += test.verdict != right
        assert wrong <= 5


def test_the_bounds_are_those_of_five_percent():
    assert round(BOUND, 2) == 2.94


def test_a_mirror_of_the_scores_mirrors_the_ratio():
    up, down = Sprt(Claims(0, 10), 2), Sprt(Claims(-10, 0), 2)
    for score in (0, 1, 1, 3, 4, 4, 2, 3):
        up.add(PAIR[score])
        down.add(1 - PAIR[score])
    assert up.ratio == pytest.approx(-down.ratio)


def test_the_order_of_the_scores_does_not_matter_to_the_ratio():
    one, other = Sprt(Claims(0, 10), 2), Sprt(Claims(0, 10), 2)
    for score in (0, 4, 2, 3, 3):
        one.add(PAIR[score])
    for score in (3, 2, 0, 3, 4):
        other.add(PAIR[score])
    assert one.ratio == pytest.approx(other.ratio)


def test_a_few_won_blocks_alone_prove_little():
    test = Sprt(Claims(0, 10), 2)
    for _ in range(5):
        test.add(Fraction(1))
    assert 0 < test.ratio < BOUND
    assert test.verdict is None


def test_an_even_bot_wins_its_part_of_the_table():
    for seats in range(2, 6):
        assert expected_share(0, seats) == pytest.approx(1 / seats)
    assert expected_share(400, 2) == pytest.approx(10 / 11)


@pytest.mark.parametrize("text", ["", "5", "10,0", "0,0", "a,b", "0,1,2", "0,inf", "nan,1"])
def test_claims_that_are_none_are_explained(text):
    with pytest.raises(ValueError, match="the lower first: 0,10"):
        Claims.parse(text)


def test_claims_are_read_from_a_command():
    assert Claims.parse("-5,0") == Claims(-5, 0)
    assert Claims.parse("0, 10") == Claims(0, 10)
