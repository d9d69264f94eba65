"""The search for leaks finds every leak that is put there on purpose."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from caboose import State, View
from caboose.engine import event as events
from caboose.engine.history import Step
from tests.reference import siphash
from tests.support.games.looks import Look, find_leaks, look
from tests.support.games.samples import samples, viewers

GAMES = [("usa_anniversary", 3), ("london", 3)]


@cache
def looked_at() -> list[tuple[State, int | None]]:
    """Positions, each with somebody who looks at them."""
    rng = random.Random("planted")
    pairs = [
        (state, viewer)
        for game in GAMES
        for state in samples(*game)
        if not state.is_over
        for viewer in viewers(state, rng)
    ]
    rng.shuffle(pairs)
    return pairs


def leaks_found(look: Look = look) -> Iterator[str]:
    rng = random.Random("search")
    for state, viewer in looked_at():
        yield from find_leaks(state, viewer, rng, look)


def leaving(*names: str) -> Look:
    """A way to look that leaves fields of the record as they are."""

    def careless_look(state: State, viewer: int | None) -> View:
        view = state.view(viewer)
        for name in names:
            view.array[name] = state.array[name]
        return view

    return careless_look


def leaving_first_choices(name: str) -> Look:
    """A way to look that leaves how many first tickets the others kept."""

    def careless_look(state: State, viewer: int | None) -> View:
        view = state.view(viewer)
        if state.phase == "first_tickets":
            view.array[name] = state.array[name]
        return view

    return careless_look


PLANTED: dict[str, Look] = {
    "the deck's cards": leaving("deck"),
    "the others' hands": leaving("hand"),
    "what the others drew blind": leaving("fresh"),
    "the others' tickets": leaving("tickets"),
    "the others' offers": leaving("offer"),
    "the others' returned tickets": leaving("returned"),
    "the ticket deck": leaving("ticket_deck"),
    "who returned which ticket": leaving("returned_by"),
    "the tickets out of the game": leaving("removed"),
    "the key": leaving("key"),
    "how many first tickets were kept": leaving_first_choices("ticket_count"),
    "how many first tickets were put aside": leaving_first_choices("returned_size"),
}


def test_without_a_planted_leak_none_is_found() -> None:
    assert list(leaks_found()) == []


@pytest.mark.parametrize("planted", PLANTED)
def test_a_field_left_in_a_view_is_found(planted: str) -> None:
    assert "bytes" in leaks_found(PLANTED[planted])


@pytest.mark.parametrize("kind", events.SECRET_PARTS)
def test_a_secret_part_left_in_an_event_is_found(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(events.SECRET_PARTS, kind, ())
    assert any(leak.startswith("event of") for leak in leaks_found())
    assert any(leak.startswith("history after") for leak in leaks_found())


def test_a_choice_left_in_the_history_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def seen_by(step: Step, viewer: int | None) -> Step:
        return replace(step, events=tuple(event.seen_by(viewer) for event in step.events))

    monkeypatch.setattr(Step, "seen_by", seen_by)
    assert any(leak.startswith("history after keep") for leak in leaks_found())


SAYINGS: dict[str, Callable[[State], Any]] = {
    "ticket points": lambda state: state.score().to_dict(),
    "best hand": lambda state: max(state.fields.hand.max(axis=1).tolist()),
    "next word of chance": lambda state: siphash.word(
        bytes.fromhex(state.to_dict()["key"]), siphash.BLIND, int(state.fields.drawn[0])
    ),
}


@pytest.mark.parametrize("saying", SAYINGS)
def test_a_saying_made_from_the_state_is_found(
    saying: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only fields can leak: whatever a view says may have been computed from secrets."""
    said = View.to_dict
    states: dict[int, State] = {}

    def chatty_look(state: State, viewer: int | None) -> View:
        view = state.view(viewer)
        states[id(view)] = state
        return view

    def to_dict(view: View) -> dict[str, Any]:
        return {**said(view), saying: SAYINGS[saying](states[id(view)])}

    monkeypatch.setattr(View, "to_dict", to_dict)
    assert f"view {saying}" in leaks_found(chatty_look)
