"""The learned player: its numbers are those of their certificate, and it sees what its seat sees.

That it answers the same for a scrambled position and plays legal moves in every edition is held for
all policies together (`test_no_peeking.py`, `test_policies.py`).
"""

import random

import numpy as np
import pytest

from caboose import Game, State
from caboose.engine.game import key_from_seed
from caboose.players import make_player
from caboose.players.policies import ENGINEER, EXPRESS, RACER, play_policies
from caboose.players.search.yardmaster import LearnedSearch, weigh_in
from caboose.players.tools import facts as fact
from caboose.players.tools.facts import FACTS, MOST_OPTIONS
from caboose.players.tools.kit import new_kit
from caboose.players.tools.learned_net import BIAS, HIDDEN, INPUTS, NET_NUMBERS, NETS, SECOND
from caboose.players.tools.learned_net import ask_learned as ask
from caboose.players.tools.learned_weights import digest_of, learned, read_file
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.largest_board import largest_edition
from tests.support.games.positions import positions
from tests.support.games.scramble import scramble

COMPETED = ("longest_path", "globetrotter")  # bonuses that only the best seat has


def plain_answers(numbers: np.ndarray, facts: np.ndarray, options: np.ndarray) -> np.ndarray:
    """The net as a formula."""
    first = numbers[:BIAS].reshape(INPUTS, HIDDEN)
    inputs = np.concatenate([np.tile(facts, (len(options), 1)), options], axis=1)
    return np.maximum(inputs @ first + numbers[BIAS:SECOND], 0) @ numbers[SECOND:]


def test_the_compiled_net_is_the_formula():
    rng = np.random.default_rng(8)
    numbers = rng.normal(size=NET_NUMBERS).astype(np.float32)
    facts = rng.normal(size=len(FACTS)).astype(np.float32)
    options = rng.normal(size=(5, INPUTS - len(FACTS))).astype(np.float32)
    options[2] = 0
    answers = np.zeros(5, np.float32)
    ask(numbers, facts, options, 5, answers)
    assert answers == pytest.approx(plain_answers(numbers, facts, options), rel=1e-4, abs=1e-3)


def test_the_numbers_are_those_of_their_certificate():
    whole = read_file()
    assert whole["certificate"]["hash"] == digest_of(whole["numbers"])
    assert {"command", "seed", "deals", "bots", "commit", "gates"} <= set(whole["certificate"])
    assert learned().shape == (NETS, NET_NUMBERS)


def test_its_option_is_the_one_that_is_worth_most():
    player = make_player("engineer", 1)
    for state in positions(80, "worth most"):
        kit, answers = new_kit(state.game), np.zeros(MOST_OPTIONS, np.float32)
        count = weigh_in(kit, state.view(state.seat).array, state.seat, answers)
        chosen = player.choose(state.view(state.seat), state.legal_actions())
        if count:
            assert chosen.number == kit.scratches[0].moves[answers[:count].argmax()]


def test_every_option_is_legal_and_stands_there_once():
    """But for payments: locomotives alone may stand in for several colors."""
    for state in positions(150, "options"):
        kit, answers = new_kit(state.game), np.zeros(MOST_OPTIONS, np.float32)
        count = weigh_in(kit, state.array, state.seat, answers)
        moves = kit.scratches[0].moves[:count].tolist()
        assert len(set(moves)) == count or state.phase == "payment"
        assert set(moves) <= {action.number for action in state.legal_actions()}


def test_facts_are_of_about_the_size_of_one():
    """Some are large in odd positions, such as those of players that hoard; most are not."""
    sizes = []
    for state in positions(150, "facts"):
        kit, answers = new_kit(state.game), np.zeros(MOST_OPTIONS, np.float32)
        count = weigh_in(kit, state.array, state.seat, answers)
        scratch = kit.scratches[0]
        sizes += [np.abs(scratch.facts), np.abs(scratch.options[:count]).ravel()]
    all_sizes = np.concatenate(sizes)
    assert np.isfinite(all_sizes).all()
    assert (all_sizes < 3).mean() > 0.99


def test_what_a_claim_brings_at_once_is_what_the_score_says():
    """But for the bonuses that seats compete for: the longest path and the globetrotter."""
    seen = set()
    for state in positions(400, "at once"):
        if state.phase != "turn":
            continue
        kit, answers = new_kit(state.game), np.zeros(MOST_OPTIONS, np.float32)
        count = weigh_in(kit, state.view(state.seat).array, state.seat, answers)
        scratch = kit.scratches[0]
        for option in range(count):
            move, told = int(scratch.moves[option]), scratch.options[option]
            if told[fact.IS_CLAIM]:
                gained = sure_points(after_claim(state, move), state.seat)
                gained -= sure_points(state, state.seat)
                assert told[fact.AT_ONCE] == pytest.approx(gained / 20, abs=1e-5)
                seen.add(gained - round(15 * told[fact.POINTS]))
    assert len(seen) > 5  # tickets and places, too


def after_claim(state: State, move: int) -> State:
    """The state once a claim is made and paid for."""
    after = state.game.from_dict(state.to_dict())
    mover = after.seat
    after.apply(next(action for action in after.legal_actions() if action.number == move))
    after.apply(after.legal_actions()[0], mover)
    return after


def sure_points(state: State, seat: int) -> int:
    """A seat's points but for the bonuses that seats compete for."""
    told = state.score().to_dict()["seats"][seat]
    return told["total"] - sum(told["bonuses"].get(name, 0) for name in COMPETED)


def test_a_claim_robs_what_planned_routes_then_lack():
    """Told for claims alone, and never more than the cards of a color that it takes."""
    robbing = 0
    for state in positions(300, "robs"):
        if state.phase != "turn":
            continue
        kit, answers = new_kit(state.game), np.zeros(MOST_OPTIONS, np.float32)
        count = weigh_in(kit, state.view(state.seat).array, state.seat, answers)
        scratch, hand = kit.scratches[0], state.array["hand"][0, state.seat]
        assert 0 <= 10 * scratch.facts[fact.SPARE] <= hand[:-1].sum() + 1e-4
        for told in scratch.options[:count]:
            assert 0 <= 4 * told[fact.ROBS] <= 6 * told[fact.LENGTH] - 2 * told[fact.SPENT] + 1e-4
            robbing += told[fact.ROBS] > 0
    assert robbing > 20


def wins_of_first(game: Game, policies: tuple[int, int], deals: int) -> int:
    """How many games the first policy wins, each deal from both seats."""
    won = 0
    for deal in range(deals):
        for seat in (0, 1):
            seated = policies if seat == 0 else policies[::-1]
            _, end = play_policies(game, key_from_seed(7000 + deal), seated, [1, 2])
            won += end.score().winners == (seat,)
    return won


def test_it_beats_express_and_racer():
    """200 games each: at 60 and 93 % of the wins, fewer than these would be four errors off."""
    game = Game("usa", 2)
    assert wins_of_first(game, (ENGINEER, EXPRESS), 100) >= 94
    assert wins_of_first(game, (ENGINEER, RACER), 100) >= 165


def test_it_plays_a_board_it_never_saw():
    assert wins_of_first(Game(largest_edition(), 2), (ENGINEER, RACER), 10) >= 8


def test_yardmaster_chooses_the_same_in_a_scrambled_position():
    rng, player = random.Random("yard"), make_player("yardmaster:rollouts=30", 7)
    for state in positions(60, "yard"):
        game, seat = state.game, state.seat
        twin = game.from_dict(scramble(state.to_dict(), game, seat, rng))
        chosen = player.choose(state.view(seat), state.legal_actions())
        assert player.choose(twin.view(seat), twin.legal_actions()) == chosen


def test_the_best_option_of_engineer_needs_no_prior():
    for state in positions(40, "arms"):
        if len(state.legal_actions()) > 1 and state.phase == "turn":
            arms = LearnedSearch(state.view(state.seat), 1).arms()
            assert arms[0].prior == 0
            assert all(arm.prior <= 0 for arm in arms)
            assert len({arm.move for arm in arms}) == len(arms)


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_yardmaster_plays_every_edition_with_any_number_of_seats(edition, seats):
    state = Game(edition, seats).start(seed=seats)
    search, quick = make_player("yardmaster:rollouts=1", 2), make_player("express", 2)
    while not state.is_over:
        # Two searches in a row see much the same: at other moments somebody quicker plays on.
        searches = state.seat == 0 and state.fields.actions % 3 == 0
        player = search if searches else quick
        state.apply(player.choose(state.view(state.seat), state.legal_actions()))
    assert state.score().winners


def test_yardmaster_says_what_it_goes_by():
    """An opinion and what came of worlds: the chosen one stands best of those still running."""
    player, seen = make_player("yardmaster:rollouts=60", 5), 0
    for state in positions(60, "explained"):
        view, legal = state.view(state.seat), state.legal_actions()
        reasons = player.reasons(view, legal)
        if "left_to" in reasons or len(reasons["arms"]) < 2:
            continue
        chosen, *others = reasons["arms"]
        told = player.explain(view, legal).splitlines()
        figures = [float(word) for word in told[2].split()[:3]]
        assert told[1].startswith("stands at, opinion, lead")
        assert figures == pytest.approx(
            [chosen["standing"], chosen["prior"], chosen["lead"]], abs=0.06
        )
        if chosen["worlds"]:
            running = [arm for arm in others if arm["worlds"] == chosen["worlds"]]
            assert all(chosen["standing"] >= arm["standing"] for arm in running)
            seen += any(arm["lead"] > chosen["lead"] for arm in running)
    assert seen  # where the lead alone would not say why
