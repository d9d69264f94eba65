"""Pairing in an arena, as a pure function and over many simulated ones: nobody idles."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caboose.server.events.pairing import (
    REMATCH_AFTER,
    Company,
    Free,
    is_rematch,
    may_meet,
    pair,
    points,
)


@st.composite
def free_players(draw: st.DrawFn) -> list[Free]:
    tables = st.sampled_from([None, "t1", "t2", "t3"])
    facts = st.tuples(st.integers(0, 6), st.floats(0, 30), tables, st.integers(0, 8))
    people = draw(st.lists(facts, max_size=9))
    places = st.integers(0, 8)
    blocked = draw(st.sets(st.tuples(places, places), max_size=4))
    return [
        Free(f"g{n}", score, free_for, last, f"h{house}", _shunned(n, blocked))
        for n, (score, free_for, last, house) in enumerate(people)
    ]


def _shunned(n: int, blocked: set[tuple[int, int]]) -> frozenset[str]:
    """Whom the n-th must not meet, whoever of the two has blocked the other."""
    pairs = [pair for pair in blocked if n in pair and pair[0] != pair[1]]
    return frozenset(f"g{a if b == n else b}" for a, b in pairs)


def left_over(free: list[Free], tables: list[Company]) -> list[Free]:
    return [one for one in free if not any(one in table for table in tables)]


@given(free_players(), st.integers(2, 5), st.booleans())
def test_everybody_sits_once_and_never_with_their_own_bot(
    free: list[Free], seats: int, others_play: bool
) -> None:
    tables = pair(free, seats, others_play=others_play)
    seated = [one.guest for table in tables for one in table]
    assert len(seated) == len(set(seated))
    assert all(len(table) == seats and may_meet(table) for table in tables)
    for table in tables:
        assert not any(one.guest in other.shuns for one in table for other in table)


@given(free_players(), st.booleans())
def test_nobody_is_left_who_could_be_paired(free: list[Free], others_play: bool) -> None:
    left = left_over(free, pair(free, 2, others_play=others_play))
    for two in combinations(left, 2):
        waits = is_rematch(two) and others_play and any(o.free_for < REMATCH_AFTER for o in two)
        assert not may_meet(two) or waits


@given(free_players(), st.integers(2, 4))
def test_nobody_is_left_at_bigger_tables_either(free: list[Free], seats: int) -> None:
    left = left_over(free, pair(free, seats, others_play=False))
    assert not any(may_meet(company) for company in combinations(left, seats))


@given(free_players(), st.booleans())
def test_nobody_plays_the_same_again_while_another_is_free(
    free: list[Free], others_play: bool
) -> None:
    tables = pair(free, 2, others_play=others_play)
    left = left_over(free, tables)
    for again in [table for table in tables if is_rematch(table)]:
        for one in left:
            assert not any(may_meet((me, one)) and not is_rematch((me, one)) for me in again)


def test_neighbours_in_the_standings_meet() -> None:
    scores = {"ann": 8, "bert": 0, "cleo": 7, "dora": 2}
    free = [Free(name, score, 0, None, name) for name, score in scores.items()]
    tables = pair(free, 2, others_play=False)
    assert [[one.guest for one in table] for table in tables] == [["ann", "cleo"], ["dora", "bert"]]


def test_two_pairs_that_have_just_played_change_partners() -> None:
    free = [
        Free("ann", 4, 0, "t1", "ann"),
        Free("bert", 4, 0, "t1", "bert"),
        Free("cleo", 0, 0, "t2", "cleo"),
        Free("dora", 0, 0, "t2", "dora"),
    ]
    tables = pair(free, 2, others_play=True)
    assert len(tables) == 2
    assert not any(is_rematch(table) for table in tables)


def test_the_last_two_play_again_once_nobody_else_can_come() -> None:
    two = [Free("ann", 2, 1, "t1", "ann"), Free("bert", 0, 1, "t1", "bert")]
    assert pair(two, 2, others_play=True) == []
    assert len(pair(two, 2, others_play=False)) == 1
    long = [Free(one.guest, one.score, REMATCH_AFTER, one.last, one.guest) for one in two]
    assert len(pair(long, 2, others_play=True)) == 1


def test_points_are_two_for_who_is_beaten_and_one_for_who_is_level() -> None:
    assert points([0, 1]) == [2, 0]
    assert points([0, 0]) == [1, 1]
    assert points([2, 0, 1, 3]) == [2, 6, 4, 0]
    assert points([0, 0, 2]) == [3, 3, 0]


@pytest.mark.parametrize("seats", [2, 3])
def test_in_many_simulated_arenas_nobody_idles_who_could_play(seats: int) -> None:
    """A quarter of an hour each, by the second: people come, go and play for random times."""
    for seed in range(40):
        _simulate(random.Random(seed), seats)


def _simulate(dice: random.Random, seats: int) -> None:
    people = [f"p{n}" for n in range(dice.randint(seats, 12))]
    here = {one: dice.random() < 0.7 for one in people}
    free_since, last = dict.fromkeys(people, 0), dict.fromkeys(people)
    score = dict.fromkeys(people, 0)
    games: dict[str, tuple[int, list[str]]] = {}
    for now in range(900):
        for table, (end, them) in list(games.items()):
            if end <= now:
                del games[table]
                for one, won in zip(dice.sample(them, seats), points(range(seats)), strict=True):
                    score[one] += won
                for one in them:
                    free_since[one], last[one] = now, table
        if dice.random() < 0.05:
            one = dice.choice(people)
            here[one] = not here[one]
        busy = {one for _, them in games.values() for one in them}
        free = [
            Free(one, score[one], now - free_since[one], last[one], one)
            for one in people
            if here[one] and one not in busy
        ]
        made = pair(free, seats, others_play=bool(games))
        left = left_over(free, made)
        if len(left) >= seats:
            assert is_rematch(left) if len(left) == seats else len({o.last for o in left}) == 1
            assert games
            assert min(one.free_for for one in left) < REMATCH_AFTER
        for number, company in enumerate(made):
            them = [one.guest for one in company]
            games[f"{now}.{number}"] = (now + dice.randint(5, 120), them)


def test_who_has_blocked_another_does_not_meet_them_and_both_play_others() -> None:
    def free(name: str, score: int, *shuns: str) -> Free:
        return Free(name, score, 20, None, name, frozenset(shuns))

    two = [free("ann", 4, "ben"), free("ben", 4)]
    assert pair(two, 2, others_play=False) == []
    tables = pair([*two, free("cleo", 0), free("dora", 0)], 2, others_play=False)
    assert sorted(sorted(one.guest for one in each) for each in tables) == [
        ["ann", "cleo"],
        ["ben", "dora"],
    ]
    torn = [free("ann", 4), free("ben", 4, "cleo", "dora"), free("cleo", 2), free("dora", 0)]
    (table,) = pair(torn, 3, others_play=False)
    assert [one.guest for one in table] == ["ann", "cleo", "dora"]
