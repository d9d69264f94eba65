"""A hint names an action, and its reasons as facts that any language has words for."""

from __future__ import annotations

from typing import Any

import pytest

from caboose.boards import Route
from caboose.engine.action import Action
from caboose.engine.game import Game
from caboose.engine.state import State
from caboose.players import fast
from caboose.players.policies import choose_in
from caboose.server.bots import HINT, Bots
from caboose.server.hints import UNPLANNED, along_the_way, make_hint


@pytest.mark.parametrize("edition", ["london", "usa"])
def test_a_hint_is_legal_and_its_facts_are_what_its_sentence_says(edition: str) -> None:
    state = Game(edition, 2).start(seed=5)
    bots = Bots(1, longest=1.0, pace=0.0)
    planned, drawn = 0, set[str | None]()
    while not state.is_over:
        seat = min(state.waiting_for())
        legal = state.legal_actions(seat)
        hint = make_hint(bots, state.view(seat), legal, "q", 3)
        action = next(each for each in legal if str(each) == hint.action)
        assert hint.why.startswith(f"{HINT}: {action}")
        assert ("plan: " in hint.why) == (hint.plan is not None)
        if hint.plan is not None:
            planned += 1
            said = hint.why.split("plan: ")[1].split(" (")[0].split(", ")
            assert sorted(hint.plan.routes) == sorted(said)
            assert f" ({hint.plan.trains} trains" in hint.why
            assert f"worth {hint.plan.points} points" in hint.why
        if hint.goal is not None:
            drawn.add(action.color)
            assert action.kind == "draw"
            assert can_pay(state, seat, action, hint.goal)
        if action.kind in UNPLANNED:
            assert (hint.plan, hint.goal) == (None, None)
        state.apply(action, seat)
    assert planned > 10
    assert None in drawn
    assert len(drawn) > 3


def can_pay(state: State, seat: int, draw: Action, goal: str) -> bool:
    """Could a drawn card pay for a route? A gray one takes the color that a hand has most of."""
    route = next(each for each in state.game.edition.board.routes if each.id == goal)
    if draw.color in (None, "locomotive", route.color):
        return True
    hand = state.view(seat).hand
    colors = [color for color in hand if color != "locomotive"]
    most = max(hand[color] for color in colors)
    return route.color == "gray" and hand[str(draw.color)] == most


def test_a_plan_is_told_along_its_way() -> None:
    def told(*ways: str) -> list[str]:
        routes = [Route(id=way, cities=(way[0], way[1]), length=1, color="gray") for way in ways]
        return [route.id for route in along_the_way(routes)]

    assert told("BC", "AB", "CD") == ["AB", "BC", "CD"]
    assert told("CD", "AB", "BC") == ["CD", "BC", "AB"]
    assert told("AB", "XY", "CB") == ["AB", "CB", "XY"], "two ways, one after the other"
    assert told("AB", "CA", "BC") == ["AB", "BC", "CA"], "a round trip"
    assert told() == []


def test_a_hint_is_thought_over_once(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[int] = []

    def choose(*asked: Any) -> int:
        thoughts.append(choose_in(*asked))
        return thoughts[-1]

    monkeypatch.setattr(fast, "choose_in", choose)
    state = Game("london", 2).start(seed=5)
    make_hint(Bots(1, longest=1.0, pace=0.0), state.view(0), state.legal_actions(0), "q", 0)
    assert len(thoughts) == 1
