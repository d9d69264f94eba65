"""Rollouts that are cut short: the same as whole ones beyond the end, and no peeking."""

import random

import numpy as np
import pytest

from caboose.players import make_player
from caboose.players.search.yardmaster import CutSearch, LearnedSearch
from tests.support.games.positions import positions
from tests.support.games.scramble import scramble

FAR = 1000  # turns; no game is as long


def test_with_a_horizon_beyond_the_end_rollouts_are_whole():
    for state in positions(12, "beyond"):
        view = state.view(state.seat)
        if state.phase != "turn" or len(state.legal_actions()) < 2:
            continue
        cut, whole = CutSearch(view, 3, FAR), LearnedSearch(view, 3)
        ways = [search.arms() for search in (cut, whole)]
        for search, arms in zip((cut, whole), ways, strict=True):
            search.try_arms(arms, 4, float("inf"))
        assert [arm.total for arm in ways[0]] == [arm.total for arm in ways[1]]


def test_cut_rollouts_differ_less_from_world_to_world():
    """A value is what is to be expected; the end of a game is an accident."""
    cut, whole = list[float](), list[float]()
    for state in positions(60, "accidents"):
        if state.phase == "turn" and len(state.legal_actions()) > 1:
            view = state.view(state.seat)
            for search, found in ((CutSearch(view, 4, 2), cut), (LearnedSearch(view, 4), whole)):
                arms = search.arms()[:1]
                search.try_arms(arms, 16, float("inf"))
                found.append(float(np.std([total for _, total in arms[0].pieces])))
    assert np.mean(cut) < 0.8 * np.mean(whole)


@pytest.mark.parametrize("bot", ["yardmaster:rollouts=40,horizon=3"])
def test_it_chooses_the_same_in_a_scrambled_position(bot):
    rng, player = random.Random("cut"), make_player(bot, 7)
    for state in positions(40, "cut"):
        game, seat = state.game, state.seat
        twin = game.from_dict(scramble(state.to_dict(), game, seat, rng))
        chosen = player.choose(state.view(seat), state.legal_actions())
        assert player.choose(twin.view(seat), twin.legal_actions()) == chosen
