"""Who is seated with whom, as a pure function: near in rating, farther with time, nobody left."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caboose.server.events.matching import AT_A_TIME, REACH, WIDER, Company, Seeker, level_for, seat

ratings = st.one_of(st.none(), st.floats(800, 2400))
seconds = st.floats(0, 200)


@st.composite
def waiting(draw: st.DrawFn) -> list[Seeker]:
    people = draw(st.lists(st.tuples(ratings, seconds, st.none() | seconds), max_size=9))
    names = [f"g{n}" for n in range(len(people))]
    pairs = draw(
        st.sets(
            st.tuples(st.sampled_from(names or ["g0"]), st.sampled_from(names or ["g0"])),
            max_size=4,
        )
    )
    blocked = {frozenset(pair) for pair in pairs if len(set(pair)) == 2}
    return [
        Seeker(name, *facts, frozenset(other for other in names if {name, other} in blocked))
        for name, facts in zip(names, people, strict=True)
    ]


def meet(one: Seeker, other: Seeker) -> bool:
    """Do two of them accept each other?"""
    is_near = one.far_from(other) <= one.reach + other.reach
    return is_near and other.guest not in one.shuns and one.guest not in other.shuns


@given(waiting(), st.integers(2, 5))
def test_all_at_a_table_accept_each_other_and_sit_once(them: list[Seeker], seats: int) -> None:
    tables = seat(them, seats)
    seated = [one.guest for table in tables for one in table]
    assert len(seated) == len(set(seated))
    for table in tables:
        assert all(meet(one, other) for one, other in combinations(table, 2))


@given(waiting(), st.integers(2, 5))
def test_nobody_goes_on_waiting_who_could_be_seated(them: list[Seeker], seats: int) -> None:
    tables = seat(them, seats)
    left = set(them) - {one for table in tables for one in table}
    for company in combinations(sorted(left, key=lambda one: one.guest), seats):
        assert not all(meet(one, other) for one, other in combinations(company, 2))
    assert not any(one.takes_bots for one in left)


@given(waiting(), st.integers(2, 5))
def test_bots_come_only_to_those_whose_time_it_is(them: list[Seeker], seats: int) -> None:
    for table in seat(them, seats):
        assert len(table) == seats or all(one.takes_bots for one in table)


def judged(them: list[Seeker], anchor: Seeker, seats: int) -> float | None:
    """How near the nearest company of somebody is, by trying all."""
    companies = combinations([one for one in them if one is not anchor], seats - 1)
    sums = [
        sum(map(anchor.far_from, company))
        for company in companies
        if max(one.low for one in (anchor, *company)) <= min(o.high for o in (anchor, *company))
    ]
    return min(sums, default=None)


@given(waiting().filter(len), st.integers(2, 5))
def test_who_has_waited_longest_gets_the_nearest_company(them: list[Seeker], seats: int) -> None:
    patient = [Seeker(one.guest, one.rating, one.waited) for one in them]
    first = min(patient, key=lambda one: (-one.waited, one.guest))
    theirs = next((table for table in seat(patient, seats) if first in table), None)
    best = judged(patient, first, seats)
    assert (theirs is None) == (best is None)
    if theirs is not None:
        assert sum(map(first.far_from, theirs)) == pytest.approx(best)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_crowd_is_seated_by_comparing_each_with_each_a_few_times_at_most(
    monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    compared = 0
    far_from = Seeker.far_from

    def count(one: Seeker, other: Seeker) -> float:
        nonlocal compared
        compared += 1
        return far_from(one, other)

    monkeypatch.setattr(Seeker, "far_from", count)
    apart = [Seeker(f"g{n:03}", 900.0 + 3 * n, n / 100) for n in range(400)]
    tables = seat(apart, seats)
    assert sum(map(len, tables)) >= 390
    assert compared <= 3 * len(apart) ** 2
    crowd = [Seeker(f"g{n:05}", 1500.0, float(n)) for n in range(3000)]
    assert len(seat(crowd, seats)) == AT_A_TIME // seats


def names(tables: list[Company]) -> list[list[str]]:
    return [[one.guest for one in table] for table in tables]


def test_the_nearest_are_seated_first() -> None:
    them = [Seeker("ann", 1500, 9), Seeker("bert", 1690, 5), Seeker("cleo", 1520, 1)]
    assert names(seat(them, 2)) == [["ann", "cleo"]]


def test_the_window_grows_until_two_meet() -> None:
    apart = 2 * REACH + 100

    def after(seconds: float) -> list[Company]:
        return seat([Seeker("ann", 1500, seconds), Seeker("bert", 1500 + apart, seconds)], 2)

    assert after(0) == []
    assert after(100 / (2 * WIDER) - 0.1) == []
    assert names(after(100 / (2 * WIDER))) == [["ann", "bert"]]


def test_a_long_wait_reaches_for_two_who_do_not_reach_each_other() -> None:
    """Three sit down together only if all of them have a rating in common."""
    far = [Seeker("low", 1000, 0), Seeker("high", 2000, 0), Seeker("mid", 1500, 60)]
    assert seat(far, 3) == []
    assert names(seat(far, 2)) == [["mid", "high"]]


def test_bots_are_about_as_strong_as_the_people() -> None:
    assert level_for("usa_2", [Seeker("ann", 1200, 0)]) == "passenger"
    assert level_for("usa_2", [Seeker("ann", 2100, 0), Seeker("bert", 1950, 0)]) == "stationmaster"
    assert level_for("london_more", [Seeker("guest", None, 0)]) == "conductor"


def test_whom_somebody_has_blocked_they_do_not_meet_and_both_play_others() -> None:
    apart = [Seeker("ann", 1500, 9, shuns=frozenset({"ben"})), Seeker("ben", 1500, 5)]
    assert seat(apart, 2) == []
    assert names(seat([*apart, Seeker("cleo", 1600, 1)], 2)) == [["ann", "cleo"]]
    table = [*apart, Seeker("cleo", 1600, 1), Seeker("dora", 1650, 1)]
    assert names(seat(table, 3)) == [["ann", "cleo", "dora"]]
    between = [
        Seeker("ann", 1500, 9),
        *(
            Seeker(n, 1500, 1, None, frozenset(s))
            for n, s in (("ben", {"cleo"}), ("cleo", {"ben"}), ("dora", set[str]()))
        ),
    ]
    assert names(seat(between, 3)) == [["ann", "ben", "dora"]]
