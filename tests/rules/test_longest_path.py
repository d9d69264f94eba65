"""The longest path: a trail of own routes, judged by walking, by slow sweeps and by theory."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caboose.boards.limits import MAX_ROUTES, MAX_TRAINS
from caboose.engine.compiled import INTERPRETED
from caboose.engine.rules.longest_path import (
    longest_path,
)
from tests.support.games.networks import (
    EXPLAINED,
    JUDGED,
    SEAT,
    Route,
    answers,
    complete,
    is_trail,
    judge,
    path,
    petersen,
    records,
    routes,
    slow_judge,
    slow_without_compiler,
    spaces,
    spaces_by_blocks,
)

# --- the rule, one sentence each --------------------------------------------------------------


@pytest.mark.rule("P2")
def test_without_routes_the_longest_path_is_0() -> None:
    assert spaces("") == 0


@pytest.mark.rule("P2")
def test_a_single_route_is_a_path_of_its_length() -> None:
    assert spaces("AB6") == 6


@pytest.mark.rule("P2")
def test_spaces_count_and_not_routes() -> None:
    assert spaces("AB1 BC1 CD1 XY6") == 6


@pytest.mark.rule("P2")
def test_a_branch_is_not_walked_twice() -> None:
    assert spaces("AB3 AC4 AD5") == 9


@pytest.mark.rule("P2")
def test_two_parts_do_not_add_up() -> None:
    assert spaces("AB3 BC3 XY2 YZ3") == 6


@pytest.mark.rule("P2")
@pytest.mark.rule("R20")
def test_a_loop_counts_once_and_whole() -> None:
    assert spaces("AB2 BC3 CA4") == 9


@pytest.mark.rule("R20")
def test_a_path_may_pass_a_city_twice() -> None:
    assert spaces("AB2 BC2 CA2 AD5") == 11
    assert spaces("AB2 BC2 CA2 AD5 AE4") == 15


@pytest.mark.rule("R20")
def test_a_figure_of_eight_is_walked_whole() -> None:
    assert spaces("AB2 BC2 CA2 AD3 DE3 EA3") == 15


@pytest.mark.rule("R20")
def test_both_routes_between_two_cities_may_be_walked() -> None:
    assert spaces("AB3 AB4") == 7
    assert spaces("AB1 AB2 AB3 BC1 BD6") == 12


@pytest.mark.rule("R20")
def test_arms_at_two_cities_of_a_loop_cost_the_shorter_way_between_them() -> None:
    assert spaces("AB1 BC3 CD2 DA2 AX5 BY4") == 5 + 7 + 4
    assert spaces("AB1 BC3 CD2 DA2 AX5 CY4") == 5 + 4 + 4


@pytest.mark.rule("R20")
def test_two_loops_joined_by_a_bridge_are_walked_whole() -> None:
    assert spaces("AB2 BC2 CA2 AD9 DE1 EF1 FD1") == 18


@pytest.mark.rule("R20")
def test_of_three_loops_around_a_city_on_bridges_two_are_walked() -> None:
    assert spaces("HA1 AB1 BC1 CA1 HD2 DE1 EF1 FD1 HG3 GI1 IJ1 JG1") == 3 + 2 + 3 + 3


@pytest.mark.rule("R20")
def test_the_last_city_and_the_last_route_of_the_largest_board_count() -> None:
    network = [(63, 0, 4), (0, 62, 3), (62, 63, 2), (63, 61, 1)]
    game, state = records(network, [127, 64, 63, 0])
    assert longest_path(game, state, SEAT) == 10


@pytest.mark.rule("P2")
def test_only_the_own_routes_count() -> None:
    game, state = records(routes("AB3 BC4"))
    assert [longest_path(game, state, seat) for seat in range(5)] == [0, 7, 0, 0, 0]


# --- random networks --------------------------------------------------------------------------


@st.composite
def networks(draw: Any, most: int = 10) -> list[Route]:
    cities = st.integers(0, draw(st.integers(1, 9)))
    ends = st.tuples(cities, cities).filter(lambda pair: pair[0] != pair[1])
    lengths = st.integers(1, draw(st.sampled_from([1, 2, 6])))
    return [(*draw(ends), draw(lengths)) for _ in range(draw(st.integers(0, most)))]


@pytest.mark.rule("P2")
@pytest.mark.rule("R20")
@settings(max_examples=400, deadline=None)
@given(networks())
def test_small_networks_agree_with_walking_every_trail(network: list[Route]) -> None:
    assert spaces(network) == judge(network)


@pytest.mark.rule("R20")
@settings(max_examples=200, deadline=None)
@given(networks())
def test_blocks_and_sweeps_agree_with_walking_every_trail(network: list[Route]) -> None:
    assert spaces_by_blocks(network) == judge(network)


@pytest.mark.rule("R20")
@settings(max_examples=100, deadline=None)
@given(networks(), st.randoms())
def test_the_routes_of_the_path_are_a_trail_of_its_length(
    network: list[Route], chance: random.Random
) -> None:
    length, walked = path(network, chance.sample(range(MAX_ROUTES), len(network)))
    assert length == judge(network) == sum(route[2] for route in walked)
    assert not walked or is_trail(walked)


@pytest.mark.rule("R20")
@pytest.mark.parametrize("seed", range(12))
def test_tangled_networks_agree_with_the_slow_judge(seed: int) -> None:
    chance = random.Random(seed)
    cities = chance.randint(8, 14)
    pairs = [sorted(chance.sample(range(cities), 2)) for _ in range(chance.randint(14, 20))]
    network = [(a, b, chance.choice([1, 1, 2, 3])) for a, b in sorted(pairs)]
    assert spaces(network) == spaces_by_blocks(network) == slow_judge(network)


# --- hostile networks: the most that 60 trains can tangle ---------------------------------------


@pytest.mark.rule("R20")
@slow_without_compiler
@pytest.mark.parametrize("name", EXPLAINED)
def test_hostile_networks_have_the_length_that_counting_explains(name: str) -> None:
    network, expected = EXPLAINED[name]
    length, walked = path(network)
    assert length == spaces(network) == expected == sum(route[2] for route in walked)
    assert is_trail(walked)


@pytest.mark.rule("R20")
@slow_without_compiler
@pytest.mark.parametrize("name", JUDGED)
def test_hostile_networks_agree_with_the_slow_judge(name: str) -> None:
    length, walked = path(JUDGED[name])
    assert length == spaces(JUDGED[name]) == slow_judge(JUDGED[name])
    assert length == sum(route[2] for route in walked)
    assert is_trail(walked)


def test_hostile_networks_stay_within_the_limits() -> None:
    for network in [network for network, _ in EXPLAINED.values()] + list(JUDGED.values()):
        assert sum(route[2] for route in network) <= MAX_TRAINS
        assert all(0 <= city < 64 for route in network for city in route[:2])


# --- compiled and plain -----------------------------------------------------------------------


def run_elsewhere(code: str, *, interpreted: bool) -> str:
    """What a piece of Python prints that runs with or without Numba."""
    environment = os.environ | {"CABOOSE_INTERPRETED": "1" if interpreted else "0"}
    code = f"from tests.support.games.networks import *\n{code}"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.rule("R20")
def test_compiled_and_plain_agree() -> None:
    assert run_elsewhere("print(answers())", interpreted=not INTERPRETED) == str(answers())


@pytest.mark.rule("R20")
def test_a_block_too_wide_for_the_sweep_is_walked() -> None:
    networks = [petersen(5, 2), complete(5), routes("AB2 BC2 CA2 AD9 DE1 EF1 FD1")]
    code = """
from caboose.engine.rules import trail_search
trail_search.MAX_SLOTS = 1
print([spaces_by_blocks(network) for network in %r])
"""
    expected = str([judge(network) for network in networks])
    assert run_elsewhere(code % networks, interpreted=True) == expected
