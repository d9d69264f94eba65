"""Strings and tensors of OpenSpiel's game tell a seat nothing that is hidden from it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.observation import make_observation

import caboose
from caboose.engine.history import Step
from caboose.engine.state import State
from caboose.envs.openspiel import observer
from tests.support.games.looks import _looks_like, _play_to_the_same_end, happened
from tests.support.games.openspiel_games import SHOWN, dealt, load
from tests.support.games.samples import samples
from tests.support.games.scramble import scramble


def at(game: Any, position: caboose.State) -> Any:
    """A state of OpenSpiel at a position of the engine, at the beginning of what is told."""
    state = dealt(game, random.Random(0))
    state._told = ("",) * (position.game.seats + 1)
    state._steps = state._steps[:0]
    state._state = State(position.game, position.copy().array, None)
    return state


def leaks(position: caboose.State, viewer: int, rng: random.Random) -> list[str]:
    """What tells a seat the position from a scrambled one, now or one step later."""
    game = load(position.game.edition.id, position.game.seats)
    twin = position.game.from_dict(scramble(position.to_dict(), position.game, viewer, rng))
    one, other = at(game, position), at(game, twin)
    found = [name for name, show in SHOWN.items() if show(one, viewer) != show(other, viewer)]
    seat = position.seat
    action = rng.choice(position.legal_actions())
    texts = [
        each.text
        for each in twin.legal_actions()
        if _looks_like(position, seat, viewer, action.text, each.text)
    ]
    if not texts:
        return found
    wanted = happened(position.copy().apply(action), viewer)
    text = rng.choice(texts)
    if _play_to_the_same_end(twin, seat, viewer, text, wanted, rng) is None:
        return found
    other = at(game, twin)  # under the key that makes the viewer see the same
    one.apply_action(action.number)
    other.apply_action(next(each.number for each in twin.legal_actions() if each.text == text))
    if one.is_terminal():
        return found
    after = [name for name, show in SHOWN.items() if show(one, viewer) != show(other, viewer)]
    return found + [f"{name} after {action}" for name in after]


@pytest.mark.parametrize(
    ("edition", "seats"), [("london", 2), ("new_york", 3), ("usa_anniversary", 4)]
)
def test_strings_and_tensors_are_the_same_for_scrambled_twins(edition: str, seats: int) -> None:
    rng = random.Random(f"openspiel {edition}")
    for position in samples(edition, seats):
        if not position.is_over:
            for viewer in range(seats):
                assert not leaks(position, viewer, rng), position.to_dict()


def all_leaks(rng: random.Random) -> set[str]:
    found: set[str] = set()
    for position in samples("london", 2):
        if not position.is_over:
            for _ in range(5):
                found.update(name.partition(" after")[0] for name in leaks(position, 1, rng))
    return found


def test_a_planted_leak_is_found_in_strings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Step, "seen_by", lambda self, _: self)
    assert all_leaks(random.Random(1)) == {"information state string"}


def test_a_planted_leak_is_found_in_tensors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observer, "without_secrets", lambda steps, _: steps)
    game = load()
    monkeypatch.setattr(pyspiel, "load_game", lambda *_: game)
    assert all_leaks(random.Random(2)) == {"information state tensor"}


def test_a_public_observation_is_the_same_whoever_looks() -> None:
    kind = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    rng = random.Random(7)
    for position in samples("new_york", 3):
        if position.is_over:
            continue
        game = load("new_york", 3)
        public = make_observation(game, kind)
        state = at(game, position)
        twin = at(
            game,
            position.game.from_dict(scramble(position.to_dict(), position.game, None, rng)),
        )
        for seat in range(3):
            public.set_from(state, seat)
            tensor = public.tensor.copy()
            public.set_from(twin, seat)
            assert np.array_equal(public.tensor, tensor)
            assert public.string_from(state, seat) == public.string_from(twin, seat)


def test_no_observation_shows_what_all_seats_hide() -> None:
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(pyspiel.SpielError, match=r"Batch\.oracle"):
        make_observation(load(), kind)
