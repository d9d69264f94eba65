"""Whatever is handed in, the answer is a sentence: nothing crashes and nothing changes."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import caboose
from tests.support.games.styles import STYLES, positions

Result = TypeVar("Result")

many = settings(max_examples=150, deadline=None, derandomize=True)

WORDS = (
    *("draw", "deck", "red", "locomotive", "claim", "denver-omaha", "denver-kansas_city.1"),
    *("pay", "keep", "pass", "tickets", "3+1", "4", "0", "+", "-1", "1", "2", "٣", "²"),
    *("draw deck", "deck deck", "\n", "=", ">", "#", "9" * 40, "é", "\0", "keep keep"),
)
lines = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
texts = st.one_of(st.text(max_size=40), lines)

GAME = caboose.Game("usa", 2)
START = GAME.start(seed=7)
PLAYED = list(positions(GAME, 5, STYLES[0], most=79))[-1]


def says_something(error: BaseException) -> bool:
    return len(str(error)) > 10 and " " in str(error)


def tried(call: Callable[[], Result], refusal: type[Exception]) -> Result | None:
    """What a call returns, or None if it is refused, which must be done with a sentence."""
    try:
        return call()
    except refusal as error:
        refused = error
    assert says_something(refused)
    return None


@many
@given(texts)
@example("keep " + "1" * 5000)
@example("pay red " + "1" * 5000)
@example("draw İ")
def test_any_text_is_an_action_or_refused(text: str) -> None:
    for state in (START, PLAYED):
        trial = state.copy()
        events = tried(partial(trial.apply, text), caboose.IllegalAction)
        assert (trial == state) == (events is None)


@pytest.mark.parametrize("thing", [None, 5, 3.5, b"pass", ["pass"], {}, object()])
def test_what_is_no_text_is_refused(thing: Any) -> None:
    with pytest.raises(caboose.BadNotation):
        START.copy().apply(thing)


RECORD = PLAYED.record()


@many
@given(texts)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for whole in (text, f"caboose record 1\n{text}"):
        with pytest.raises(caboose.BadRecord) as refusal:
            caboose.replay(whole)
        assert says_something(refusal.value)


@many
@given(st.integers(0, 10**6), texts)
def test_a_record_with_one_wrong_line_is_refused_or_still_true(seed: int, text: str) -> None:
    """A line may be a comment, or an action that leaves out what chance did; else it is named."""
    rng = random.Random(seed)
    lines = RECORD.splitlines()
    lines[rng.randrange(len(lines))] = text
    state = tried(partial(caboose.replay, "\n".join(lines)), caboose.BadRecord)
    assert state is None or caboose.replay(state.record()) == state


@many
@given(st.integers(0, 10**6))
def test_a_record_with_one_wrong_letter_is_refused_or_still_true(seed: int) -> None:
    rng = random.Random(seed)
    place = rng.randrange(len(RECORD))
    wrong = RECORD[:place] + rng.choice("abz019 +-=>#\n") + RECORD[place + 1 :]
    state = tried(partial(caboose.replay, wrong), caboose.BadRecord)
    assert state is None or caboose.replay(state.record()) == state


junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-300, 300),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.lists(st.integers(-2, 200), max_size=6),
    st.dictionaries(st.sampled_from(["red", "locomotive", "x"]), st.integers(-2, 200), max_size=3),
)


def entries(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything in a position."""
    inside: list[tuple[Any, ...]] = [path] if path else []
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in pairs:
        deeper = isinstance(entry, dict | list)
        inside += entries(entry, (*path, key)) if deeper else [(*path, key)]
    return inside


POSITION = json.loads(json.dumps(PLAYED.to_dict()))
PATHS = entries(POSITION)


def with_entry(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    position = copy.deepcopy(POSITION)
    inside = position
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return position


def read_or_refuse(position: Any) -> None:
    """What is read must be fit for use; anything else is refused."""
    state = tried(partial(GAME.from_dict, position), caboose.BadPosition)
    if state is not None:
        assert GAME.from_dict(state.to_dict()) == state
        state.legal_actions()
        state.view(0).to_dict()


@many
@given(junk)
def test_anything_is_a_position_or_refused(thing: Any) -> None:
    assume(thing != {})  # an empty one is an open table
    with pytest.raises(caboose.BadPosition) as refusal:
        GAME.from_dict(thing)
    assert says_something(refusal.value)


@settings(max_examples=600, deadline=None, derandomize=True)
@given(st.sampled_from(PATHS), junk)
def test_a_position_with_one_wrong_entry_is_refused_or_read(
    path: tuple[Any, ...], thing: Any
) -> None:
    read_or_refuse(with_entry(path, thing))


@pytest.mark.parametrize("path", [path for path in PATHS if isinstance(path[-1], str)])
def test_a_position_with_an_entry_missing_is_refused_or_read(path: tuple[Any, ...]) -> None:
    position = copy.deepcopy(POSITION)
    inside = position
    for key in path[:-1]:
        inside = inside[key]
    del inside[path[-1]]
    read_or_refuse(position)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("memory", "ticket_top"), 128),
        (("memory", "ticket_top"), -1),
        (("phase",), "payment"),  # without a route to pay for
        (("trains", 0), -1),
        (("final_turns_left",), -5),
        (("passes",), -1),
        (("key",), "00" * 33),
        (("tickets", 0), [1, 1]),
        (("ticket_deck",), [5] * 129),
        (("routes",), {"denver-omaha": True}),
        (("seat",), 0.5),
    ],
)
def test_a_position_that_would_lead_the_rules_astray_is_refused(
    path: tuple[Any, ...], value: Any
) -> None:
    """Compiled rules look things up unchecked, so nothing may be read that points nowhere."""
    with pytest.raises(caboose.BadPosition) as refusal:
        GAME.from_dict(with_entry(path, value))
    assert says_something(refusal.value)
