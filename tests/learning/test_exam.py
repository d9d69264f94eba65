"""The exam for searches: what options are worth, with Engineer’s own choice as par."""

import pytest

from caboose import Game
from caboose.learning.exam import BLENDS, WORLDS, Question, blends, questions, sit
from caboose.players import make_player


@pytest.fixture(scope="module")
def asked() -> list[Question]:
    return questions(Game("london", 2), 6, seed=1)


def test_every_question_is_a_choice_and_no_payment(asked):
    assert len(asked) == 6
    assert all(len(question.state.legal_actions()) > 1 for question in asked)
    assert all(question.state.phase != "payment" for question in asked)


def test_the_same_move_is_worth_the_same_whenever_it_is_asked_for(asked):
    for question in asked:
        for action in question.state.legal_actions()[:2]:
            again = Question(question.state)
            assert again.worth(action.number) == question.worth(action.number)


def test_whoever_answers_as_engineer_gains_nothing(asked):
    assert "| +0.00 ± 0.00 | +0.0 ± 0.0 % |" in sit("engineer", asked)


def test_a_fool_loses(asked):
    lead = float(sit("random", asked).split("|")[2].split("±")[0])
    assert lead < 0


def test_there_is_a_blend_for_every_continuation_and_number_of_worlds(asked):
    lines = list(blends(asked))
    assert len(lines) == len(BLENDS) * len(WORLDS)
    for line in lines:
        said = float(line.split("|")[5])
        assert 0 <= said <= 1


def test_a_position_is_left_as_it_was(asked):
    question = asked[0]
    before = question.state.digest()
    question.worth(
        make_player("engineer", 1)
        .choose(question.state.view(question.state.seat), question.state.legal_actions())
        .number
    )
    assert question.state.digest() == before
