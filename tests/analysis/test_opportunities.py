"""A missed opportunity that stays open is told once, where missing it cost most."""

from dataclasses import replace

import pytest

from caboose import Game
from caboose.analysis import Analysis
from caboose.analysis.grading import Candidate, Grade
from caboose.analysis.opportunities import told_once
from caboose.analysis.pieces import Piece
from caboose.analysis.sentences import sentences
from caboose.analysis.settings import mark_of
from caboose.analysis.words import Words

LONDON = Game("london", 2).edition
ROUTE = next(route.id for route in LONDON.board.routes if route.id.endswith(".1"))
TWIN = ROUTE.replace(".1", ".2")


def missed(
    at: int,
    best: str,
    error: float,
    played: str = "draw deck",
    seat: int = 0,
    phase: str = "turn",
) -> Piece:
    """A decision that lost something."""
    grade = Grade(
        at=at, seat=seat, phase=phase, played=played, best=best, error=error, error_error=0.5,
        points=error / 5, points_error=0.1, mark=mark_of(error),
        kind="claim_too_late" if error else None, is_forced=False, is_counted=True,
        reference=best, worth_lead=0.0, spread=10.0,
        candidates=[Candidate(best, 0.5, 0.01, 20.0, 1.0, 100)], facts={"points": [1.0, 0.0]},
    )  # fmt: skip
    nothing = [0.0, 0.0]
    return Piece(at, seat, played, nothing, nothing, nothing, nothing, nothing, nothing, grade)


def told(*pieces: Piece) -> list[Grade]:
    return [piece.grade for piece in told_once(pieces) if piece.grade]


def analysed(*pieces: Piece) -> Analysis:
    ends = [0.5, 0.5]
    return Analysis("london", 2, [], "", "quick", 0, "", ends, ends, told_once(pieces))


def test_a_route_missed_turn_after_turn_is_marked_once_where_it_cost_most():
    grades = told(*(missed(at, f"claim {ROUTE}", cost) for at, cost in ((4, 8), (8, 20), (12, 11))))
    assert [grade.mark for grade in grades] == [None, "blunder", None]
    assert [grade.same_as for grade in grades] == [8, None, 8]
    assert [grade.is_counted for grade in grades] == [False, True, False]
    assert [grade.turns_missed for grade in grades] == [0, 3, 0]
    assert [grade.error for grade in grades] == [8, 20, 11], "what was measured stays"


def test_either_route_of_a_double_one_is_the_same_opportunity():
    first, second = told(missed(4, f"claim {ROUTE}", 20), missed(8, f"claim {TWIN}", 8))
    assert (first.same_as, second.same_as) == (None, 4)


def test_what_is_missed_again_long_after_is_told_again():
    """For some turns other things were better: it is another moment, and another chance."""
    between = [missed(4 * n, "draw red", 0) for n in range(2, 6)]
    far = told(missed(4, f"claim {ROUTE}", 9), *between, missed(24, f"claim {ROUTE}", 20))
    near = told(missed(4, f"claim {ROUTE}", 9), *between[:2], missed(16, f"claim {ROUTE}", 20))
    assert (far[0].same_as, far[-1].turns_missed) == (None, 1)
    assert (near[0].same_as, near[-1].turns_missed) == (16, 2)


def test_another_seat_misses_an_opportunity_of_its_own():
    grades = told(missed(4, f"claim {ROUTE}", 8), missed(5, f"claim {ROUTE}", 9, seat=1))
    assert [grade.same_as for grade in grades] == [None, None]


def test_the_time_for_tickets_comes_again_once_some_were_drawn():
    grades = told(
        missed(4, "tickets", 8),
        missed(8, "tickets", 9),
        missed(12, "draw deck", 6, played="tickets"),
        missed(16, "tickets", 7),
    )
    assert [grade.same_as for grade in grades] == [8, None, None, None]


@pytest.mark.parametrize("best", ["draw red", "keep 1 2", "pay red 3"])
def test_what_is_gone_after_the_turn_is_never_the_same_again(best):
    assert [grade.same_as for grade in told(missed(4, best, 8), missed(8, best, 9))] == [None, None]


def test_a_card_of_the_row_that_is_missed_with_both_cards_of_a_turn_is_told_once():
    grades = told(
        missed(4, "draw red", 37),
        missed(5, "draw red", 32, phase="draw_second"),
        missed(8, "draw red", 9),
    )
    assert [grade.mark for grade in grades] == ["blunder", None, "inaccuracy"]
    assert [grade.same_as for grade in grades] == [None, 4, None]
    assert grades[0].turns_missed == 1, "both were cards of one turn"


def test_the_next_card_of_the_deck_is_another_one():
    grades = told(
        missed(4, "draw deck", 9, "draw red"),
        missed(5, "draw deck", 8, "draw red", phase="draw_second"),
    )
    assert [grade.same_as for grade in grades] == [None, None]


def test_a_turn_at_which_nothing_was_lost_misses_nothing():
    grades = told(missed(4, f"claim {ROUTE}", 8), missed(8, f"claim {ROUTE}", 0))
    assert [(grade.same_as, grade.is_counted) for grade in grades] == [(None, True), (None, True)]


def test_an_opportunity_counts_once_on_the_card_and_among_the_key_moments():
    again = analysed(
        *(missed(at, f"claim {ROUTE}", 20) for at in (4, 8, 12)), missed(16, "pass", 0)
    )
    card = again.summaries[0]
    assert (card.decisions, card.lost, card.points_lost) == (2, 20, 4)
    assert card.marks == {"blunder": 1, "mistake": 0, "inaccuracy": 0}
    assert [piece.at for piece in again.key_moments] == [4]
    assert card.mean_error == pytest.approx(20), "two decisions: 40 hundredths of a margin, and 0"
    once = analysed(missed(4, f"claim {ROUTE}", 20), missed(16, "pass", 0))
    assert card == replace(once.summaries[0], result=card.result)


def test_both_ways_of_telling_name_the_other_turns():
    words = Words(LONDON)
    first, second = told(missed(4, f"claim {ROUTE}", 20), missed(8, f"claim {ROUTE}", 8))
    said = [[words.say(one) for one in sentences(grade, [], LONDON)] for grade in (first, second)]
    assert "It was missed at 2 turns; here that cost most, and it counts once." in said[0]
    assert said[1][0] == "The same opportunity was missed here that counts at action 5."
    assert not any("lost" in sentence for sentence in said[1])
