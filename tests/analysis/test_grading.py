"""Q: what a decision was worth, given only what its seat could know."""

import json
import random
from dataclasses import asdict, replace

import numpy as np
import pytest

from caboose import Game
from caboose.analysis import grade_position, grading, tally
from caboose.analysis.candidates import likeness
from caboose.analysis.grading import grade
from caboose.analysis.kinds import begins_last_round, kind_of
from caboose.analysis.ledger import worth_of
from caboose.analysis.sentences import Sentence, sentences
from caboose.analysis.settings import DEPTHS, depth_named, mark_of
from caboose.analysis.shown_styles import Shown, first_mix
from caboose.analysis.trials import Laboratory
from caboose.analysis.words import Words
from caboose.engine.action import Action
from caboose.players import make_player
from caboose.players.policies import POLICIES
from tests.support.games.bots_games import BLINK, GLANCE
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.scramble import scramble

# Every look of a grade, each in few worlds: what is hidden must show in none of them.
SCRAMBLED = replace(BLINK, first_look=2, last_look=8, confirm_look=8)


def positions(edition: str, seats: int, seed: int, often: float = 0.12):
    """Positions of a game between bots, every few actions."""
    game, rng = Game(edition, seats), random.Random(f"grades {edition} {seed}")
    players = [make_player(name, 3) for name in ("express", "tourist", "racer")]
    state = game.start(seed=seed)
    while not state.is_over:
        if rng.random() < often:
            yield state.copy(), rng
        mover = rng.choice(players)
        state.apply(mover.choose(state.view(state.seat), state.legal_actions()))


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_a_grade_stays_byte_for_byte_when_all_hidden_cards_are_scrambled(edition, seats):
    """And so does what the ledger says that the decision brought, once the styles are given."""
    seen, mix = 0, first_mix(seats)
    for state, rng in positions(edition, seats, 10, often=0.09):
        seat, legal = state.seat, state.legal_actions()
        played = rng.choice(legal).number
        twin = state.game.from_dict(scramble(state.to_dict(), state.game, seat, rng))
        first = asdict(grade(state.view(seat), legal, played, SCRAMBLED, 1))
        second = asdict(grade(twin.view(seat), twin.legal_actions(), played, SCRAMBLED, 1))
        assert json.dumps(first) == json.dumps(second), f"seat {seat} in {state!r}"
        moves = np.array([rng.choice(legal).number for _ in POLICIES])
        shown = Shown(mix[seat], mix[seat], moves, mix)
        brought = [
            worth_of(Laboratory(one.view(seat), 1), played, shown, 8).tobytes()
            for one in (state, twin)
        ]
        assert brought[0] == brought[1], f"seat {seat} in {state!r}"
        seen += 1
    assert seen > 2


def test_a_grade_that_peeks_is_found(monkeypatch):
    """The same test must fail for a grade that reads true cards."""

    def peek(view, legal, played, depth, seed):
        return view.array["hand"].tobytes()

    monkeypatch.setattr(grading, "grade", peek)
    peeked = 0
    for state, rng in positions("london", 3, 7):
        twin = state.game.from_dict(scramble(state.to_dict(), state.game, state.seat, rng))
        peeked += peek(state, [], 0, GLANCE, 1) != peek(twin, [], 0, GLANCE, 1)
    assert peeked > 3


def test_a_forced_decision_is_neither_graded_nor_counted():
    for state, _ in positions("london", 2, 3):
        legal = state.legal_actions()
        graded = grade(state.view(state.seat), legal[:1], legal[0].number, GLANCE, 1)
        assert (graded.is_forced, graded.is_counted, graded.error) == (True, False, 0.0)
        return


def test_throwing_away_a_won_game_is_a_blunder():
    """In the last turn of a close game, not claiming the route that wins it costs the win."""
    state = last_turn()
    legal = {action.text: action for action in state.legal_actions()}
    claims = [text for text in legal if text.startswith("claim")]
    advice = grade(state.view(0), list(legal.values()), None, DEPTHS["quick"], 1)
    assert advice.best in claims
    graded = grade(state.view(0), list(legal.values()), legal["draw deck"].number,
                   DEPTHS["quick"], 1)  # fmt: skip
    assert graded.mark == "blunder"
    assert graded.kind == "tempo", "nobody else would take that route"
    assert graded.best in claims
    assert graded.error > 50


def last_turn():
    """London, two seats, level but for the route that seat 0 can claim in its last turn."""
    game = Game("london", 2)
    state = game.start(seed=1)
    for seat in range(2):
        state.apply("keep 1", seat)
    position = state.to_dict()
    position["final_turns_left"] = 2
    for color in list(position["hands"][0]):
        moved = min(3, position["deck"][color])
        position["deck"][color] -= moved
        position["hands"][0][color] = position["hands"][0].get(color, 0) + moved
    return game.from_dict(position)


def test_without_a_played_move_a_position_says_what_would_be_best():
    state = last_turn()
    advice = grade_position(state.view(0), state.legal_actions(), depth="quick")
    assert (advice.played, advice.error, advice.mark) == (None, 0.0, None)
    assert advice.best == advice.candidates[0].action


def test_marks_are_given_at_their_bounds():
    assert [mark_of(error) for error in (4.99, 5, 10, 15)] == [
        None, "inaccuracy", "mistake", "blunder",
    ]  # fmt: skip


def test_a_depth_is_as_deep_as_the_worlds_that_are_asked_for():
    deep, deeper = depth_named("deep"), depth_named("deep:8000")
    assert (deeper.name, deeper.last_look, deeper.futures) == ("deep:8000", 8000, 2 * deep.futures)
    assert depth_named("standard:640") == replace(depth_named("standard"), name="standard:640")
    for wrong in ("deeper", "deep:", "deep:-5", "deep:99", "deep:1e9"):
        with pytest.raises(ValueError, match="there is no depth"):
            depth_named(wrong)


def test_quick_looks_at_a_quarter_of_what_standard_does():
    quick, standard = DEPTHS["quick"], DEPTHS["standard"]
    for looks in ("futures", "deals", "first_look", "closer_look", "last_look", "reference_look",
                  "confirm_look"):  # fmt: skip
        assert getattr(quick, looks) == getattr(standard, looks) // 4


@pytest.mark.parametrize(
    ("share", "lead", "trust", "none", "marked"),
    [
        (0.0, 0.0, 0.0, False, False),  # nothing is known yet
        (-0.2, -9.0, 0.0, True, False),  # the played move is better
        (0.2, 9.0, 0.0, False, True),  # it loses much, and that must show itself again
        (0.1, 4.0, 0.0, False, False),  # it may lose much
        (0.0, 0.0, 8.0, True, False),  # what a style does itself, and not much is lost
        (0.0, 5.0, 8.0, False, False),  # it may be too much even so
        (0.2, 9.0, 8.0, False, True),  # it is
    ],
)
def test_a_look_ends_early_where_it_tells_already(share, lead, trust, none, marked):
    found = tally.Comparison(np.array([share, -share]), np.zeros(2), 0.03, lead, 1.5, 160)
    beside = grading.Compared(found, 0, trust)
    assert (beside.is_surely_none, beside.is_surely_marked) == (none, marked)


def test_actions_are_told_in_words():
    words = Words(Game("london", 2).edition)
    assert words.action("draw deck") == "drawing from the deck"
    assert words.action("draw locomotive") == "taking a face-up bus card"
    assert words.action("pay red 2+1") == "paying 2 red and 1 bus card"
    assert words.action("keep 2", [0, 1]).startswith("keeping ")


def test_what_would_get_a_mark_is_measured_again_in_new_worlds_that_alone_count(monkeypatch):
    """Worlds in which a move happens to look bad would call it bad."""
    confirming = replace(GLANCE, confirm_look=40)
    compared = []
    plain = grading.Cascade.compare

    def noted(*values):
        compared.append(plain(*values))
        return compared[-1]

    monkeypatch.setattr(grading.Cascade, "compare", noted)
    confirmed = 0
    for state, rng in positions("london", 2, 5):
        seat, legal = state.seat, state.legal_actions()
        compared.clear()
        told = grade(state.view(seat), legal, rng.choice(legal).number, confirming, 1)
        again = [one for one in compared if one.found.worlds == 40]
        found = compared[: len(compared) - len(again)][-1:]  # by the last look, which may end early
        assert bool(again) == any(mark_of(100 * one.share) and not one.is_trusted for one in found)
        for one in again:
            confirmed += 1
            assert told.error in (0.0, pytest.approx(100 * one.share))
            assert told.error_error == pytest.approx(100 * one.error)
    assert confirmed >= 2


def test_a_move_that_few_worlds_have_seen_is_told_beside_the_best_in_those():
    """Worlds in which everything wins would put it above a best move that saw others, too."""
    for state, _ in positions("london", 2, 3):
        legal = state.legal_actions()
        if len(legal) > 4 and state.phase == "turn":
            worlds = Laboratory(state.view(state.seat), 1)
            looked = grading.Cascade(state.view(state.seat), legal, None, GLANCE, worlds)
            looked.grade()
            best = looked.arm(looked.moves[0])
            again = best.first(GLANCE.first_look)  # later worlds in which nobody wins
            best.add(again.shares * 0, again.points, again.ahead)
            other = looked.moves[1]
            gap = best.first(GLANCE.first_look).share - looked.arm(other).first(3).share
            told = looked._candidate(other, best)
            if looked.arm(other).worlds == GLANCE.first_look:
                assert told.share == pytest.approx(max(0.0, best.share - gap))
                return
    pytest.fail("no position with a move that was only glanced at")


def test_twins_are_told_apart_by_their_color():
    words = Words(Game("usa", 2).edition)
    twins = [r for r in words.edition.board.routes if r.twin and r.color != "gray"][:2]
    values = {"played": f"claim {twins[0].id}", "best": f"claim {twins[1].id}", "offer": []}
    told = words.say(Sentence("kind_wrong_route", values))
    assert all(f"({route.color})" in told for route in twins)


def test_a_block_is_missed_only_where_others_want_the_route():
    """What costs another dearly because the game ends then stands in nobody's way."""
    view = last_turn().view(0)
    played, best = Action(0, "draw deck", "draw"), Action(1, "claim x", "claim", route="x")
    costly = tally.Comparison(np.zeros(2), np.array([1.0, -20.0]), 0.01, 21.0, 0.1, 100)
    kinds = [kind_of(view, played, best, costly, taken) for taken in (0.0, 0.6)]
    assert kinds == ["tempo", "block_missed"]


def test_either_of_two_routes_that_are_alike_is_the_same_move():
    """Gray twins differ in name alone; those of two colors do not."""
    board = Game("usa", 2).edition.board
    claims = {r.id: Action(0, f"claim {r.id}", "claim", route=r.id) for r in board.routes}
    for route in (route for route in board.routes if route.twin):
        one, twin = claims[route.id], claims[str(route.twin)]
        assert (likeness(board, one) == likeness(board, twin)) == (route.color == "gray")
        assert likeness(board, one) != likeness(board, claims["denver-omaha"])


def test_two_moves_that_differ_in_name_alone_are_told_as_one():
    """Told as two, they would take two of the best three places."""
    seen = 0
    for seed in (3, 5, 6):
        for state, rng in positions("london", 2, seed, often=0.2):
            legal, board = state.legal_actions(), state.game.edition.board
            alike = {action.text: likeness(board, action) for action in legal}
            if len(set(alike.values())) == len(legal):
                continue
            seen += 1
            played = rng.choice(legal)
            told = grade(state.view(state.seat), legal, played.number, BLINK, 1)
            shown = [candidate.action for candidate in told.candidates]
            assert {told.best, told.reference, played.text} <= set(shown)
            assert len({alike[action] for action in shown}) == len(shown) < len(legal)
    assert seen > 2


def test_a_claim_that_begins_the_last_round_is_told_so():
    state, over = Game("london", 2).start(seed=1), last_turn().view(0)
    state.array["trains"][0, 0] = 4
    view = state.view(0)
    for route in state.game.edition.board.routes:
        claim = Action(0, f"claim {route.id}", "claim", route=route.id)
        assert begins_last_round(view, claim) == (route.length >= 2)
        assert not begins_last_round(over, claim), "it has begun already"
    assert not begins_last_round(view, Action(0, "draw deck", "draw"))


def test_of_several_moves_that_would_have_done_none_is_told_as_the_only_one():
    """In the last turn of a close game, more than one route wins it."""
    state = last_turn()
    legal = {action.text: action for action in state.legal_actions()}
    graded = grade(state.view(0), list(legal.values()), legal["draw deck"].number,
                   DEPTHS["quick"], 1)  # fmt: skip
    others = graded.facts["as_good"]
    assert others
    assert {graded.best, graded.played}.isdisjoint(others)
    shares = {candidate.action: candidate.share for candidate in graded.candidates}
    assert all(shares[move] >= shares[graded.best] - 0.011 for move in others)
    words = Words(state.game.edition)
    said = sentences(graded, [], state.game.edition)
    told = [words.say(one) for one in said]
    assert f"About as good: {words.action(others[0])}" in " ".join(told)
    assert said[-1].code == "points"
    unsure = sentences(replace(graded, points=0.0), [], state.game.edition)
    assert unsure[-1].code != "points", "points that lie within their error explain nothing"


def test_trust_in_a_worse_way_of_going_on_does_not_hide_a_better_one():
    """A move is worth what its best way is worth, if no way of it is trusted."""

    def way(lead, trust):
        found = tally.Comparison(np.zeros(2), np.zeros(2), 0.001, lead, 0.01, 1000)
        return grading.Compared(found, 0, trust)

    best, own = way(1.9, 0.0), way(4.0, 3.0)
    assert grading.speaks_most([best, own]) is best
    trusted = way(2.9, 3.0)
    assert grading.speaks_most([best, trusted]) is trusted


def test_what_a_style_does_itself_is_left_only_for_something_that_is_surely_better():
    """A few points of lead do not make it an error; throwing the game away does."""

    def beside(lead, share):
        shares = np.array([share, -share])
        found = tally.Comparison(shares, np.zeros(2), 0.001, lead, 0.01, 1000)
        return [grading.Compared(found, 0, trust) for trust in (0.0, 3.0)]

    assert [one.is_error for one in beside(1.0, 0.08)] == [True, False]
    assert [one.is_error for one in beside(2.5, 0.08)] == [True, True]
    assert [one.is_error for one in beside(-1.0, 0.5)] == [True, True]
