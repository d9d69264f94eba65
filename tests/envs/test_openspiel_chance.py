"""Chance card by card: every node has the table's own odds, and OpenSpiel's solvers walk it all."""

from __future__ import annotations

import pickle
import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    external_sampling_mccfr,
    minimax,
)

from caboose.engine.fields import CARDS, MAX_GIVEN, NOBODY
from caboose.engine.game import Game
from caboose.engine.numbering import DRAW_DECK, DRAW_TICKETS
from caboose.envs.openspiel.chance import CardByCard
from tests.support.games.openspiel_games import load

TINY = str(Path(__file__).with_name("tiny.toml"))
TOY = Game(Path(__file__).parents[1] / "rules" / "toy.toml", edition="toy")


def fall(state: Any, rng: random.Random) -> Any:
    """Let chance say what it has to say, as likely as it says it is."""
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    return state


def dealt(game: Any, rng: random.Random) -> Any:
    return fall(game.new_initial_state(), rng)


def chances_of(state: Any, action: int) -> dict[int, float]:
    """What chance may say first after an action."""
    after = state.clone()
    after.apply_action(action)
    return dict(after.chance_outcomes())


@pytest.mark.parametrize(("edition", "seats"), [("london", 2), ("usa_anniversary", 5)])
def test_it_passes_the_random_simulation(edition: str, seats: int) -> None:
    pyspiel.random_sim_test(load(edition, seats, chance="cards"), 1, serialize=True, verbose=False)


def test_a_blind_card_is_as_likely_as_its_part_of_the_deck() -> None:
    state = dealt(load("london", chance="cards"), random.Random(1))
    while DRAW_DECK not in state.legal_actions():
        state.apply_action(state.legal_actions()[0])
    deck = state.position.fields["deck"].tolist()
    chances = chances_of(state, DRAW_DECK)
    assert chances == {color: deck[color] / sum(deck) for color in range(CARDS) if deck[color]}
    for color in chances:
        drawn = state.clone()
        drawn.apply_action(DRAW_DECK)
        drawn.apply_action(color)
        hands = [each.position.fields["hand"][0, color] for each in (drawn, state)]
        assert hands[0] == hands[1] + 1


def test_a_returned_ticket_is_no_chance_any_more() -> None:
    """Of the toy's eight tickets four are offered first; two others make the second offer."""
    deal = CardByCard.deal(TOY)
    while outcomes := deal.outcomes():
        deal = deal.told(outcomes[0][0])
    state, _ = deal.finish()
    state.apply("keep 1")
    state.apply("keep 1")
    draw = CardByCard(state, DRAW_TICKETS)
    known = [ticket for ticket in range(8) if state.fields["returned_by"][ticket] != NOBODY]
    assert [draw.name(outcome) for outcome, _ in draw.outcomes()] == [
        f"ticket {'-'.join(ticket.cities)}" for ticket in TOY.edition.tickets[4:]
    ]
    for outcome in (CARDS + 6, CARDS + 4):
        draw = draw.told(outcome)
    after, _ = draw.finish()
    assert after.fields["offer"][0, :2].tolist() == [6, 4]
    after.apply("keep 1")
    for _ in range(2):  # the last two, then the first that was returned
        draw = CardByCard(after, DRAW_TICKETS)
        lots = [len(draw.outcomes())]
        while outcomes := draw.outcomes():
            draw = draw.told(outcomes[0][0])
        after, _ = draw.finish()
        offered = after.fields["offer"][after.seat, :2].tolist()
        after.apply("keep 1")
    assert lots == [0]
    assert offered == known


def test_cards_are_dealt_with_the_odds_of_a_shuffled_deck() -> None:
    deal, odds_of = CardByCard.deal(TOY), defaultdict[str, float](float)
    while deal.name(deal.outcomes()[0][0]).startswith("ticket"):
        deal = deal.told(deal.outcomes()[0][0])
    for one, odds in deal.outcomes():
        for other, odds_then in deal.told(one).outcomes():
            odds_of[f"{deal.name(one)}, {deal.name(other)}"] += odds * odds_then
    assert odds_of["card locomotive, card locomotive"] == pytest.approx(6 / 18 * 5 / 17)
    assert odds_of["card red, card blue"] == pytest.approx(4 / 18 * 4 / 17)
    assert sum(odds_of.values()) == pytest.approx(1)


def test_a_card_that_comes_after_a_reshuffle_comes_from_the_discards() -> None:
    """The engine says how its deck was renewed in the middle of an action; the odds follow it."""
    rng, renewed = random.Random(6), 0
    while renewed < 5:
        deal = CardByCard.deal(TOY)
        while outcomes := deal.outcomes():
            deal = deal.told(rng.choice(outcomes)[0])
        state, _ = deal.finish()
        while not state.is_over:
            action = rng.choice(state.legal_actions())
            drawn, cards = CardByCard(state, action.number), list[str]()
            while outcomes := drawn.outcomes():
                outcome = rng.choice(outcomes)[0]
                cards.append(drawn.name(outcome))
                drawn = drawn.told(outcome)
            state, events = drawn.finish()
            kinds = [event.kind for event in events]
            told = [
                f"card {event.facts['color']}"
                for event in events
                if event.kind in ("drew_blind", "laid")
            ]
            said = [card for card in cards if card.startswith("card")]
            assert said == told[: len(said)]
            assert len(said) in (len(told), MAX_GIVEN)
            renewed += "reshuffled" in kinds[:-1] and kinds[-1] == "laid"


def test_rows_that_are_swept_again_and_again_are_still_explicit() -> None:
    """Locomotives as often as chance allows: the row is swept until the die takes over."""
    game = load("usa", 5, chance="cards")
    state, said = game.new_initial_state(), Counter[str]()
    while state.is_chance_node():
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        said[state.action_to_string(outcomes[-1]).split()[0]] += 1
        state.apply_action(outcomes[-1])
    assert said == {"ticket": 15, "card": MAX_GIVEN, "roll": 8}
    again = game.new_initial_state()
    for outcome in state.history():
        again.apply_action(outcome)
    assert str(again) == str(state)


def test_states_pickle_while_chance_speaks() -> None:
    state = load(TINY, chance="cards").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for other in (pickle.loads(pickle.dumps(state)), state.clone()):
        assert other.chance_outcomes() == state.chance_outcomes()
    with pytest.raises(pyspiel.SpielError, match="chance has no outcome 200 here"):
        state.apply_action(200)


def test_expectimax_averages_over_the_cards_that_may_come(tmp_path: Path) -> None:
    """Three decisions deep, and twice: by OpenSpiel, and move by move with its own odds."""
    two_colors = (
        Path(TINY).read_text("utf-8").replace('colors = ["red"]\n', 'colors = ["red", "blue"]\n')
    )
    file = tmp_path / "two_colors.toml"
    file.write_text(two_colors.replace("cards_per_color = 6", "cards_per_color = 4"), "utf-8")
    state = dealt(load(str(file), chance="cards"), random.Random(4))
    for _ in range(2):  # first tickets
        state.apply_action(state.legal_actions()[0])
    value, action = minimax.expectiminimax(state, 3, lead, 0)
    worths = dict.fromkeys(state.legal_actions(), 0.0)
    for move in worths:
        for end, odds in ends_of(after(state, move)):
            worths[move] += odds * minimax.expectiminimax(end, 2, lead, 0)[0]
    assert value == pytest.approx(max(worths.values()))
    assert worths[action] == pytest.approx(value)
    assert len({round(worth, 6) for worth in worths.values()}) > 1


def lead(state: Any) -> float:
    """A guess at what a position is worth to seat 0."""
    score = state.position.score()
    return float(np.tanh(score.seats[0].total - score.seats[1].total))


def ends_of(state: Any) -> list[tuple[Any, float]]:
    """All that a state may become before somebody decides, each with its chance."""
    if not state.is_chance_node():
        return [(state, 1.0)]
    return [
        (end, odds * odds_then)
        for outcome, odds in state.chance_outcomes()
        for end, odds_then in ends_of(after(state, outcome))
    ]


def after(state: Any, action: int) -> Any:
    """Another state in which an action was played."""
    other = state.clone()
    other.apply_action(action)
    return other


def test_counterfactual_regret_minimization_learns_a_board() -> None:
    """After three walks through all histories it does better than chance against chance."""
    game = load(TINY, chance="cards")
    solver, uniform = cfr.CFRPlusSolver(game), policy.UniformRandomPolicy(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    learned = solver.average_policy()
    start = game.new_initial_state()
    values = [
        expected_game_score.policy_value(start, [one, uniform])[0] for one in (learned, uniform)
    ]
    assert values[0] > values[1] + 0.1


def test_external_sampling_walks_a_board() -> None:
    game = load(TINY, chance="cards")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(5):
        solver.iteration()
    state = dealt(game, random.Random(5))
    chances = solver.average_policy().action_probabilities(state)
    assert set(chances) == set(state.legal_actions())
    assert sum(chances.values()) == pytest.approx(1)
