"""The style of a seat, as far as its moves have shown it; and luck that stays fair with it."""

import random

import numpy as np
import pytest

from caboose.analysis import trials
from caboose.analysis.futures import roll_places
from caboose.analysis.luck import luck_of_game
from caboose.analysis.moments import moments
from caboose.analysis.shown_styles import Shown, ShownStyles, first_mix, styles_at
from caboose.analysis.trials import Laboratory
from caboose.engine.dice import new_dice
from caboose.players.policies import BEGINNER, EXPRESS, POLICIES, TOURIST, policy_number
from caboose.players.tools.kit import new_kit
from tests.support.games.bots_games import GLANCE, bots_game
from tests.support.games.scramble import scramble


def shown_by(state, decisions=None):
    """What the first decisions of a game have shown."""
    styles = ShownStyles(state.game, new_kit(state.game))
    for moment in list(moments(state))[:decisions]:
        styles.note(moment)
    return styles.mix


@pytest.mark.parametrize("bot", ["express", "tourist", "racer", "one_step", "engineer", "beginner"])
def test_a_bot_is_known_by_its_moves(bot):
    mix = shown_by(bots_game("usa", [bot, "planner"], 4))
    assert mix[0].argmax() == policy_number(bot)
    assert mix[0].max() > 0.9
    assert mix.sum(axis=1).tolist() == pytest.approx([1, 1])


def test_before_any_move_all_seats_are_thought_alike():
    mix = shown_by(bots_game("london", ["express", "tourist"], 4), decisions=0)
    assert mix.tolist() == first_mix(2).tolist()


def test_what_is_shown_depends_on_past_decisions_alone():
    """Two games that differ only in what comes later have shown the same until then."""
    one = bots_game("london", ["express", "tourist"], 4)
    steps = list(moments(one))
    other = steps[20].before.copy()
    while not other.is_over:
        other.apply(other.legal_actions()[-1])
    assert shown_by(one, 20).tolist() == shown_by(other, 20).tolist()


def test_a_seat_shows_nothing_of_what_it_cannot_see():
    """The moves of a style are asked of what the seat knows: hidden cards change nothing."""
    state, rng = bots_game("london", ["express", "tourist"], 4), random.Random(1)
    for moment in list(moments(state))[4:30:3]:
        twin = state.game.from_dict(scramble(moment.before.to_dict(), state.game, moment.seat, rng))
        kit = new_kit(state.game)
        one, other = ShownStyles(state.game, kit), ShownStyles(state.game, kit)
        first = one.note(moment)
        second = other.note(type(moment)(twin, moment.seat, moment.action))
        assert first.after.tolist() == second.after.tolist()


def test_places_are_shared_out_as_the_chances_are():
    mix = np.zeros((1, len(POLICIES)))
    mix[0, TOURIST], mix[0, EXPRESS] = 0.25, 0.75
    styles = styles_at(mix, np.linspace(0, 0.999, 400)[:, None])[:, 0]
    assert np.bincount(styles, minlength=len(POLICIES))[[TOURIST, EXPRESS]].tolist() == [100, 300]


def test_in_the_worlds_of_the_ledger_every_seat_has_each_style_as_often_as_its_chance_says():
    """Few worlds a decision, so only many decisions tell; and no seat's style tells another's."""
    decisions, worlds = 300, 8
    mix, dice = np.zeros((4, len(POLICIES))), new_dice("places")
    for seat, chance in enumerate((0.04, 0.25, 0.5, 0.9)):
        mix[seat, [BEGINNER, EXPRESS]] = chance, 1 - chance
    styles = np.concatenate([styles_at(mix, roll_places(worlds, dice)) for _ in range(decisions)])
    beginners = styles[:, :4] == BEGINNER
    assert beginners.mean(axis=0) == pytest.approx(mix[:, BEGINNER], abs=0.02)
    together = np.corrcoef(beginners.T) - np.eye(4)
    assert np.abs(together).max() < 0.08
    first = beginners.reshape(decisions, worlds, 4)[:, 0]
    assert first.mean(axis=0) == pytest.approx(mix[:, BEGINNER], abs=0.08), "no world is special"


def test_the_mover_has_a_place_of_its_own_among_the_styles(monkeypatch):
    """What it shows is tried beside every style of the others, not always beside the same one."""
    state = bots_game("london", ["express", "tourist"], 4)
    moment = list(moments(state))[6]
    view, tried = moment.before.view(moment.seat), []
    monkeypatch.setattr(trials, "try_ways", lambda *values: tried.append(values))
    mix = first_mix(2)
    mix[:, :] = 0
    mix[:, [BEGINNER, EXPRESS]] = 0.5
    moves = np.arange(len(POLICIES))
    shown = Shown(mix[0], mix[0], moves, mix)
    for seed in range(200):
        Laboratory(view, seed).try_shown(99, shown, 8)
    own = np.concatenate([ways[:, 1, 1] for _, _, _, _, ways, _ in tried]) == BEGINNER
    other = np.concatenate([styles[:, 1 - moment.seat] for _, _, styles, *_ in tried]) == BEGINNER
    assert own.mean() == pytest.approx(0.5, abs=0.03)
    assert other.mean() == pytest.approx(0.5, abs=0.03)
    assert abs(np.corrcoef(own, other)[0, 1]) < 0.1


def test_luck_is_fair_with_styles_that_are_found_on_the_way():
    lucks = [
        luck_of_game(bots_game("london", ["biggest", "planner"], seed), GLANCE, seed)[0]
        for seed in range(60)
    ]
    assert abs(np.mean(lucks)) < 3.5 * np.std(lucks) / np.sqrt(len(lucks))
