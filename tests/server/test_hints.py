"""A hint names an action, and its reasons as facts that any language has words for."""

from __future__ import annotations

from typing import Any

import pytest

from caboose.engine.game import Game
from caboose.players import fast
from caboose.players.policies import choose_in
from caboose.server.bots import HINT, Bots
from caboose.server.hints import UNPLANNED, make_hint


@pytest.mark.parametrize("edition", ["london", "usa"])
def test_a_hint_is_legal_and_its_facts_are_what_its_sentence_says(edition: str) -> None:
    state = Game(edition, 2).start(seed=5)
    bots = Bots(1, longest=1.0, pace=0.0)
    planned = 0
    while not state.is_over:
        seat = min(state.waiting_for())
        legal = state.legal_actions(seat)
        hint = make_hint(bots, state.view(seat), legal, "q", 3)
        action = next(each for each in legal if str(each) == hint.action)
        assert hint.why.startswith(f"{HINT}: {action}")
        assert ("plan: " in hint.why) == (hint.plan is not None)
        assert ("next: " in hint.why) == (hint.goal is not None)
        if hint.plan is not None:
            planned += 1
            assert f"plan: {', '.join(hint.plan.routes)} ({hint.plan.trains} trains" in hint.why
            assert f"worth {hint.plan.points} points" in hint.why
        if hint.goal is not None:
            assert f"next: {hint.goal}," in hint.why
        if action.kind in UNPLANNED:
            assert (hint.plan, hint.goal) == (None, None)
        state.apply(action, seat)
    assert planned > 10


def test_a_hint_is_thought_over_once(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[int] = []

    def choose(*asked: Any) -> int:
        thoughts.append(choose_in(*asked))
        return thoughts[-1]

    monkeypatch.setattr(fast, "choose_in", choose)
    state = Game("london", 2).start(seed=5)
    make_hint(Bots(1, longest=1.0, pace=0.0), state.view(0), state.legal_actions(0), "q", 0)
    assert len(thoughts) == 1
