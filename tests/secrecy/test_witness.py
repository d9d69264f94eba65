"""A view says what its history shows, no more and no less."""

from __future__ import annotations

import pytest

import caboose
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.styles import STYLES, positions
from tests.support.games.sweeping import sweeping_edition
from tests.support.games.witness import witnesses


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
@pytest.mark.rule("R23")
def test_all_a_view_says_follows_from_what_was_seen(edition: str, seats: int) -> None:
    game = caboose.Game(edition, seats)
    style = STYLES[(len(edition) + seats) % len(STYLES)]
    watching = witnesses(game)
    for moment, state in enumerate(positions(game, 7, style)):
        assert state.history is not None
        for seat, witness in enumerate(watching):
            witness.hear(state.history.step.seen_by(witness.viewer))
            if not state.is_over and (moment + seat) % 3 == 0:
                assert state.view(witness.viewer).to_dict() == witness.to_dict()


@pytest.mark.rule("R2")
@pytest.mark.rule("R23")
@pytest.mark.parametrize("seed", range(3, 9))
def test_what_a_view_says_follows_even_from_sweeps_that_are_counted(seed: int) -> None:
    game = caboose.Game(sweeping_edition(), 2)
    state = game.start(seed=seed)
    assert state.history is not None
    assert "swept_often" in [event.kind for event in state.history.step.events]
    for witness in witnesses(game):
        witness.hear(state.history.step.seen_by(witness.viewer))
        assert state.view(witness.viewer).to_dict() == witness.to_dict()


def test_the_history_of_a_view_is_what_was_seen() -> None:
    *_, state = positions(caboose.Game("usa", 3), 2, STYLES[0], most=80)
    assert state.history is not None
    for viewer in (None, 0, 1, 2):
        steps = [step.seen_by(viewer) for step in state.history]
        assert state.view(viewer).history == steps
        assert len(steps) == 1 + state.to_dict()["actions"]
    assert state.view(0).history != state.view(1).history


def test_when_the_game_is_over_every_view_shows_everything() -> None:
    *_, state = positions(caboose.Game("london", 3), 2, STYLES[0])
    assert state.is_over
    assert state.history is not None
    for viewer in (None, 0, 1, 2):
        view = state.view(viewer)
        assert view.array.tobytes() == state.to_bytes()
        assert view.to_dict()["state"] == state.to_dict()
        assert view.to_dict()["score"] == state.score().to_dict()
        assert view.history == list(state.history)
