"""A hint names an action, and its reasons as facts that any language has words for."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from caboose.boards import Route
from caboose.engine.action import Action
from caboose.engine.commitment import NO_NONCE, Commitment, promise
from caboose.engine.game import Game
from caboose.engine.state import State
from caboose.engine.view import View
from caboose.players.search.advice import best_moves
from caboose.server.bots.bots import HINT_LONGEST, Bots
from caboose.server.bots.hints import UNPLANNED, along_the_way, make_hint
from caboose.server.http.tables_api import INTRODUCTION
from caboose.server.protocol.messages import HintAnswer
from tests.support.games.scramble import scramble
from tests.support.server.people import Person, nonce
from tests.support.server.server_thread import serving


@pytest.mark.parametrize("edition", ["london", "usa"])
def test_a_hint_is_legal_and_its_facts_are_what_its_sentence_says(edition: str) -> None:
    state = Game(edition, 2).start(seed=1)
    bots = Bots(1, longest=1.0, pace=0.0)
    planned, drawn, reasons = 0, set[str | None](), set[str]()
    while not state.is_over:
        seat = min(state.waiting_for())
        legal = state.legal_actions(seat)
        hint = quick_hint(bots, state.view(seat), legal)
        action = next(each for each in legal if str(each) == hint.action)
        reasons.add(hint.reason.code)
        assert hint.why.startswith(f"signalman: {action}")
        if action.kind not in UNPLANNED:
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
        if hint.reason.code == "spares_color":
            others = [each for each in legal if each.color == hint.reason.color != action.color]
            assert others, "a color that it could have spent"
            assert hint.reason.route in said
        if action.kind in UNPLANNED:
            assert (hint.plan, hint.goal) == (None, None)
        state.apply(action, seat)
    assert planned > 10
    assert None in drawn
    assert len(drawn) > 3
    assert reasons >= {"keeps", "collects", "nearer", "spares_color"}


def quick_hint(bots: Bots, view: View, legal: list[Action]) -> HintAnswer:
    """What a server without a worker to spare would say."""
    return make_hint(bots, view, legal, bots.quick_advice(view, legal), "q", 3)


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


def test_a_search_finds_the_best_moves_and_what_others_cost_knowing_no_more_than_the_seat() -> None:
    """For every choice of a turn. Whatever lies face down is scrambled; all must stay the same."""
    rng, state = random.Random("advice"), Game("london", 3).start(seed=4)
    unasked = {"first_tickets", "turn", "second_card", "payment"}
    while unasked:
        seat = min(state.waiting_for())
        legal, view = state.legal_actions(seat), state.view(seat)
        options = best_moves(view, legal, 0, None, rollouts=60)
        assert len({option.move for option in options}) == len(options) == min(3, len(legal))
        assert options[0].cost == 0
        assert all(option.move in {action.number for action in legal} for option in options)
        if len(options) > 2 and view.phase in unasked:
            unasked.remove(view.phase)
            twin = state.game.from_dict(scramble(state.to_dict(), state.game, seat, rng))
            assert best_moves(twin.view(seat), legal, 0, None, rollouts=60) == options
        state.apply(next(each for each in legal if each.number == options[0].move), seat)


def test_the_notes_of_the_introduction_say_what_its_hints_say() -> None:
    """`coach.first` says to keep both tickets, `coach.begin` to draw cards."""
    secret = bytes.fromhex(INTRODUCTION)
    nonces = (bytes(32), NO_NONCE)
    deal = Commitment(promised=promise(secret), secret=secret, nonces=nonces, chairs=(0, 1))
    state = Game("london", 2).start(key=deal.key)
    assert _best(state) == "keep 1 2"
    state.apply("keep 1 2", 0)
    for kept in ("keep 1", "keep 2", "keep 1 2"):
        twin = state.copy()
        twin.apply(kept, 1)
        assert _best(twin).startswith("draw ")


def _best(state: State) -> str:
    legal = state.legal_actions(0)
    best = best_moves(state.view(0), legal, 0, None)[0].move
    return next(str(action) for action in legal if action.number == best)


def test_a_hint_in_a_game_is_searched_for_and_names_what_others_cost(tmp_path: Path) -> None:
    with serving(tmp_path, bot_workers=1) as server:
        ann = Person(server, "Ann")
        body = {"edition": "london", "bots": ["passenger"], "nonce": nonce()}
        table = ann.ask("POST", "/api/play", body)["table"]["id"]

        async def ask() -> dict[str, Any]:
            async with ann.look(table) as looking:
                await looking.until("view")
                while True:  # the worker may still read its compiled code
                    await looking.send({"t": "ask_hint", "id": "h"})
                    hint = await looking.until("hint")
                    if hint["others"]:
                        return hint

        hint = asyncio.run(ask())
    assert hint["action"].startswith("keep ")
    assert hint["reason"]["code"] == "keeps"
    assert [other["action"].split()[0] for other in hint["others"]] == ["keep", "keep"]
    costs = [other["cost"] for other in hint["others"]]
    assert costs == sorted(costs)
    assert costs[0] >= 0


def test_a_hint_waits_for_no_search_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that never answers: a quick bot does, while there is time left to tell it."""
    waited = list[float]()
    timeout = asyncio.timeout

    def note(seconds: float) -> asyncio.Timeout:
        waited.append(seconds)
        return timeout(0)

    monkeypatch.setattr(asyncio, "timeout", note)
    state = Game("london", 2).start(seed=5)
    view, legal = state.view(0), state.legal_actions(0)
    bots = Bots(1, longest=1.0, pace=0.0)  # its worker was never started
    advised = asyncio.run(bots.advise(view, legal))
    assert advised == bots.quick_advice(view, legal)
    assert len(waited) == 1
    assert waited[0] < HINT_LONGEST


def test_a_hint_says_what_others_probably_hold_and_knows_no_more_than_the_seat() -> None:
    """Whatever lies face down is scrambled; what is said must stay the same."""
    rng, state = random.Random("suspicions"), Game("usa", 3).start(seed=7)
    bots, told = Bots(1, longest=1.0, pace=0.0), 0
    while not state.is_over:
        seat = min(state.waiting_for())
        legal = state.legal_actions(seat)
        hint = quick_hint(bots, state.view(seat), legal)
        if hint.suspicions and told < 20:
            told += 1
            assert all(each.seat != seat and 0.5 <= each.chance <= 1 for each in hint.suspicions)
            twin = state.game.from_dict(scramble(state.to_dict(), state.game, seat, rng))
            again = quick_hint(bots, twin.view(seat), legal)
            assert again.suspicions == hint.suspicions
        state.apply(hint.action, seat)
    assert told == 20
