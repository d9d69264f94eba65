"""Seed blocks: one deal, every rotation, and chance that is kept apart."""

import pytest

import caboose
from caboose.lab.blocks import PURPOSES, block_key, bot_seed, make_block
from caboose.lab.played_game import replay_game
from tests.support.games.lineups import london


def test_a_block_holds_every_rotation():
    games = london(3, ("random", "tourist", "random"))
    assert [game.rotation for game in games] == [0, 1, 2]
    assert [game.bots.index("tourist") for game in games] == [1, 2, 0]
    assert all(game.lineup == ("random", "tourist", "random") for game in games)


def test_all_games_of_a_block_begin_with_the_same_deal():
    one, other = london()
    assert one.key == other.key
    dealt = [replay_game(game).record().split("row =")[0] for game in (one, other)]
    assert dealt[0] == dealt[1]


def test_the_bots_play_differently_in_each_game_of_a_block():
    one, other = london(0, ("random", "random"))
    assert one.actions != other.actions


def test_a_deal_knows_nothing_of_the_bots():
    assert london(0)[0].key == london(0, ("random", "random"))[0].key


def test_a_bots_seed_knows_nothing_of_the_deal():
    lineup = ("random", "random")
    here, there = make_block(5, "london", lineup, 2), make_block(5, "usa", lineup, 2)
    assert here.key != there.key
    assert here.seeds == there.seeds


def test_a_bots_seed_follows_the_bot_around_the_table():
    block = make_block(0, "usa", ("a", "b", "c"), 0)
    for rotation in range(3):
        seats = dict(zip(block.bots(rotation), block.bot_seeds(rotation), strict=True))
        assert [seats[bot] for bot in "abc"] == list(block.seeds[rotation])


def test_no_two_deals_and_no_two_seeds_are_the_same():
    keys = {
        block_key(seed, edition, seats, block, purpose)
        for seed in range(3)
        for edition in caboose.editions()
        for seats in range(2, 6)
        for block in range(5)
        for purpose in PURPOSES
    }
    assert len(keys) == 3 * 7 * 4 * 5 * 3
    seeds = {
        bot_seed(seed, block, rotation, place, purpose)
        for seed in range(3)
        for block in range(20)
        for rotation in range(5)
        for place in range(5)
        for purpose in PURPOSES
    }
    assert len(seeds) == 3 * 20 * 5 * 5 * 3
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_deals_are_for_a_known_purpose():
    with pytest.raises(ValueError, match="test, tuning, development"):
        block_key(0, "usa", 2, 0, "luck")


def test_a_block_is_the_same_whenever_it_is_played():
    london.cache_clear()
    before = london()
    london.cache_clear()
    assert london() == before
