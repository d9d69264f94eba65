"""A view that was read back from what it says is as good as the view."""

from __future__ import annotations

import json
import random

import pytest

import caboose
from caboose.players import make_player

BOTS = ("express", "planner", "racer", "tourist", "route_focused", "hungry")


def positions(edition: str, seats: int, seed: int):
    """Every seventh position of a game between people who do anything."""
    rng = random.Random(seed)
    state = caboose.Game(edition, seats=seats).start(seed=seed)
    while not state.is_over:
        if int(state.fields.actions) % 7 == 0:
            yield state
        seat = rng.choice(state.waiting_for())
        state.apply(rng.choice(state.legal_actions(seat)), seat)
    yield state


def read_back(view: caboose.View) -> caboose.View:
    said = json.loads(json.dumps(view.to_dict()))
    steps = json.loads(json.dumps([step.to_dict() for step in view.history]))
    return view.game.view_from_dict(said, steps)


@pytest.mark.parametrize("edition", caboose.editions())
def test_a_view_read_back_says_the_same(edition: str) -> None:
    for state in positions(edition, 3, seed=5):
        for viewer in (None, 0, 1, 2):
            view = state.view(viewer)
            again = read_back(view)
            assert again.to_dict() == view.to_dict()
            assert again.history == view.history


def test_bots_choose_the_same_from_a_view_read_back() -> None:
    for state in positions("usa", 3, seed=8):
        for seat in state.waiting_for():
            view, legal = state.view(seat), state.legal_actions(seat)
            for bot in BOTS:
                chosen = make_player(bot, 3).choose(view, legal)
                assert make_player(bot, 3).choose(read_back(view), legal) == chosen


def test_a_search_chooses_the_same_from_a_view_read_back() -> None:
    for state in list(positions("london", 2, seed=3))[::3]:
        for seat in state.waiting_for():
            view, legal = state.view(seat), state.legal_actions(seat)
            chosen = make_player("switchman:rollouts=40", 3).choose(view, legal)
            again = make_player("switchman:rollouts=40", 3).choose(read_back(view), legal)
            assert again == chosen


def test_what_describes_no_view_is_refused_with_a_sentence() -> None:
    game = caboose.Game("london", seats=2)
    said = game.start(seed=1).view(0).to_dict()
    for name in ("phase", "own", "hands", "since_shuffle", "viewer"):
        with pytest.raises(caboose.BadPosition, match="position"):
            game.view_from_dict({key: value for key, value in said.items() if key != name})
    with pytest.raises(caboose.BadPosition, match="seats"):
        caboose.Game("london", seats=3).view_from_dict(said)
    with pytest.raises(caboose.BadPosition, match="viewer"):
        game.view_from_dict({**said, "viewer": 7})
