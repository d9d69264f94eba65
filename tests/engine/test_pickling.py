"""Everything that is handed around can be pickled and copied, and comes back equal."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import caboose
from caboose.engine.errors import Reason
from tests.support.games.largest_board import largest_edition
from tests.support.games.styles import any_action, positions


def played() -> caboose.State:
    *_, state = positions(caboose.Game("usa", 3), 1, any_action, most=50)
    return state


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def litter_memory(size: int) -> None:
    """Leave memory behind that is not zero, for the next array of this size to be made in."""
    litter = [np.full(size, 255, np.uint8) for _ in range(20)]
    del litter


def test_a_state_comes_back_equal() -> None:
    state = played()
    assert again(state) == state
    assert again(state).record() == state.record()


def test_a_deep_copy_is_equal() -> None:
    state = played()
    view = state.view(0)
    for _ in range(20):
        litter_memory(state.array.nbytes)
        assert copy.deepcopy(state) == state
        litter_memory(state.array.nbytes)
        assert copy.deepcopy(view) == view
    assert copy.copy(state) == state


def test_a_copied_or_pickled_state_goes_its_own_way() -> None:
    state = played()
    before = state.to_bytes()
    for other in (again(state), copy.copy(state), copy.deepcopy(state)):
        other.apply(other.legal_actions()[0])
        assert state.to_bytes() == before


def test_a_view_comes_back_equal() -> None:
    state = played()
    for viewer in (None, 0, 1, 2):
        view = state.view(viewer)
        assert again(view) == view
        assert again(view).history == view.history


def test_a_pickled_view_holds_no_secret() -> None:
    state = played()
    assert state.history is not None
    secret = bytes.fromhex(state.to_dict()["key"])
    for viewer in (None, 0, 1):
        pickled = pickle.dumps(state.view(viewer))
        assert secret not in pickled
        steps = list(pickle.loads(pickled)._history)
        assert steps == [step.seen_by(viewer) for step in state.history]


@pytest.mark.parametrize("edition", ["usa", "largest"])
def test_a_game_comes_back_equal(edition: str) -> None:
    game = caboose.Game(largest_edition() if edition == "largest" else edition, 3)
    assert again(game) == game
    assert hash(again(game)) == hash(game)
    assert again(game).start(seed=1) == game.start(seed=1)
    assert game != caboose.Game("usa", 2)


def test_a_refusal_comes_back_with_its_reason() -> None:
    state = played()
    with pytest.raises(caboose.IllegalAction) as refusal:
        state.apply("keep 1")
    error = again(refusal.value)
    assert isinstance(error, caboose.IllegalAction)
    assert (str(error), error.code, error.values) == (
        str(refusal.value),
        refusal.value.code,
        refusal.value.values,
    )
    assert again(Reason("too few", "few", need=3)).values == {"need": 3}


def test_actions_events_and_scores_come_back_equal() -> None:
    state = played()
    for thing in (*state.legal_actions(), state.score(), *state.apply(state.legal_actions()[0])):
        assert again(thing) == thing


def test_an_array_that_may_not_be_written_is_not_written() -> None:
    """Arrays from shared memory are read-only, and compiled code would write through that."""
    state = played()
    state.array.flags.writeable = False
    before = state.to_bytes()
    dealt = caboose.redeal(state.view(0), 1)
    moved = state.copy()
    moved.apply(moved.legal_actions()[0])
    assert dealt.to_bytes() != before
    assert state.to_bytes() == before
