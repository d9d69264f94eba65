"""Ratings: known strengths are found again, and nothing that should not matter does."""

from __future__ import annotations

from math import exp
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caboose.lab.head_to_head import count_circles, count_head_to_head, worst_case
from caboose.lab.rating import ELO, Finish, possible_orders, rate

TRUE_ELO = {"racer": 1500, "idle": 1200, "strong": 1700, "odd": 1450, "steady": 1550, "late": 1600}


def finish_in_order(bots: list[str], chance: Random) -> list[str]:
    """One finishing order of bots with the true strengths: the winner first, then the rest."""
    left, order = list(bots), []
    while left:
        odds = [exp(TRUE_ELO[bot] / ELO) for bot in left]
        order.append(chance.choices(left, odds)[0])
        left.remove(order[-1])
    return order


def simulate(seats: int, games: int, seed: int = 1) -> list[Finish]:
    chance = Random(seed)
    finishes = []
    for block in range(games):
        bots = chance.sample(sorted(TRUE_ELO), seats)
        order = finish_in_order(bots, chance)
        finishes.append(Finish(block, tuple(bots), tuple(1 + order.index(bot) for bot in bots)))
    return finishes


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_known_strengths_are_found_again_within_their_error_bars(seats: int) -> None:
    ratings = rate(simulate(seats, 1500), resamples=40)
    for rating in ratings:
        assert abs(rating.elo - TRUE_ELO[rating.bot]) <= 3.5 * rating.error + 1, rating
    assert ratings[0].bot == "strong"
    assert ratings[-1].bot == "idle"


def test_the_anchor_stands_at_1500_without_error() -> None:
    (anchor,) = [r for r in rate(simulate(2, 100), resamples=5) if r.bot == "racer"]
    assert (anchor.elo, anchor.error) == (1500, 0)


def test_without_the_anchor_the_average_stands_at_1500() -> None:
    finishes = [f for f in simulate(2, 300) if "racer" not in f.bots]
    ratings = rate(finishes, resamples=0)
    assert sum(r.elo for r in ratings) / len(ratings) == pytest.approx(1500)


def test_error_bars_shrink_with_the_square_root_of_the_games() -> None:
    few, many = (
        next(r.error for r in rate(simulate(2, games), resamples=100) if r.bot == "strong")
        for games in (250, 4000)
    )
    assert 2.5 < few / many < 6


def test_error_bars_know_that_games_of_a_block_are_not_independent() -> None:
    """The same games counted four times, in the same blocks, tell nothing new."""
    once = simulate(2, 200)
    error, error_of_copies = (
        next(r.error for r in rate(finishes, resamples=100) if r.bot == "strong")
        for finishes in (once, once * 4)
    )
    assert error_of_copies == pytest.approx(error, rel=0.15)


@given(st.randoms(use_true_random=False), st.integers(2, 5))
@settings(max_examples=20, deadline=None)
def test_the_order_of_games_and_of_seats_and_the_numbers_of_blocks_do_not_matter(
    chance: Random, seats: int
) -> None:
    finishes = simulate(seats, 40, seed=chance.randrange(1000))
    changed = []
    for finish in chance.sample(finishes, len(finishes)):
        places = chance.sample(range(seats), seats)
        bots = tuple(finish.bots[place] for place in places)
        ranks = tuple(finish.ranks[place] for place in places)
        changed.append(Finish(finish.block + 7, bots, ranks))
    before = {r.bot: r.elo for r in rate(finishes, resamples=0)}
    assert {r.bot: r.elo for r in rate(changed, resamples=0)} == pytest.approx(before, abs=1e-6)


def test_a_bot_that_won_everything_stays_finite_and_more_wins_raise_it() -> None:
    def lead(games: int) -> float:
        finishes = [Finish(n, ("racer", "champion"), (2, 1)) for n in range(games)]
        return rate(finishes, resamples=0)[0].elo

    assert 1500 < lead(1) < lead(10) < lead(1000) < 3500


def test_ties_leave_two_bots_level_and_are_half_a_win_each() -> None:
    tied = [Finish(n, ("racer", "twin"), (1, 1)) for n in range(10)]
    assert [r.elo for r in rate(tied, resamples=0)] == pytest.approx([1500, 1500])
    split = [Finish(n, ("racer", "twin"), (1 + n % 2, 2 - n % 2)) for n in range(20)]
    extra = [Finish(n, ("racer", "twin"), (2, 1)) for n in range(20, 30)]
    one = rate(split + extra, resamples=0)[0].elo
    other = rate(tied + tied + extra, resamples=0)[0].elo
    assert one == pytest.approx(other)


def test_a_tie_of_three_counts_as_all_six_orders() -> None:
    orders = possible_orders(Finish(0, ("a", "b", "c", "d"), (2, 1, 2, 2)))
    assert len(set(orders)) == 6
    assert {order[0] for order in orders} == {"b"}


def test_the_same_games_give_the_same_figures() -> None:
    assert rate(simulate(3, 60), resamples=20) == rate(simulate(3, 60), resamples=20)


def test_nothing_played_means_nobody_rated() -> None:
    assert rate([]) == []


def test_meetings_count_half_points_and_sum_to_all_games() -> None:
    finishes = [
        Finish(0, ("a", "b", "c"), (1, 2, 2)),
        Finish(0, ("b", "c", "a"), (1, 3, 2)),
    ]
    meetings = count_head_to_head(finishes, ("a", "b", "c"))
    assert meetings.games == ((0, 2, 2), (2, 0, 2), (2, 2, 0))
    assert meetings.half_points == ((0, 2, 4), (2, 0, 3), (0, 1, 0))
    assert meetings.share(0, 2) == 1.0
    assert meetings.share(0, 0) is None


@given(st.integers(0, 1000), st.integers(2, 5))
@settings(max_examples=20, deadline=None)
def test_what_one_bot_wins_the_other_loses(seed: int, seats: int) -> None:
    bots = sorted(TRUE_ELO)
    meetings = count_head_to_head(simulate(seats, 20, seed), bots)
    for i in range(len(bots)):
        for j in range(len(bots)):
            won, lost = meetings.half_points[i][j], meetings.half_points[j][i]
            assert won + lost == 2 * meetings.games[i][j]


def test_a_circle_is_seen_and_a_line_is_none() -> None:
    def beats(*pairs: str) -> list[Finish]:
        return [Finish(n, (pair[0], pair[1]), (1, 2)) for n, pair in enumerate(pairs)]

    assert count_circles(count_head_to_head(beats("ab", "bc", "ca"), "abc")) == (1, 1)
    assert count_circles(count_head_to_head(beats("ab", "bc", "ac"), "abc")) == (0, 1)
    assert count_circles(count_head_to_head(beats("ab", "bc"), "abc")) == (0, 0)
    trios = beats("ab", "bc", "ca", "ad", "bd", "cd")
    assert count_circles(count_head_to_head(trios, "abcd")) == (1, 4)


def test_the_worst_case_is_the_opponent_with_the_lowest_share() -> None:
    finishes = [Finish(0, ("a", "b"), (1, 2)), Finish(1, ("a", "c"), (2, 1))]
    meetings = count_head_to_head(finishes, ("a", "b", "c"))
    assert worst_case(meetings, 0) == 2
    assert worst_case(meetings, 1) == 0
    assert worst_case(count_head_to_head([], ("a", "b")), 0) is None
