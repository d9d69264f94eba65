"""What holds at every position of every game, whoever plays it."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import caboose
from caboose.engine.position import check_conservation
from tests.support.games.checked_batch import most_actions
from tests.support.games.strategies import few, games, moments, position, seeds, styles
from tests.support.games.styles import STYLES, Style, final_state, positions


@few
@given(games, seeds, styles)
def test_cards_trains_and_tickets_are_conserved(
    game: caboose.Game, seed: int, style: Style
) -> None:
    lengths = {route.id: route.length for route in game.edition.board.routes}
    for moment, state in enumerate(positions(game, seed, style)):
        if moment % 4 and not state.is_over:
            continue
        check_conservation(state)
        said = state.to_dict()
        for seat in range(game.seats):
            laid = sum(lengths[route] for route, owner in said["routes"].items() if owner == seat)
            assert said["trains"][seat] + laid == game.edition.trains


@few
@given(games, seeds, styles)
def test_every_game_ends_within_a_bound(game: caboose.Game, seed: int, style: Style) -> None:
    state = final_state(game, seed, style)
    assert state.is_over
    assert state.legal_actions() == []
    assert state.waiting_for() == []
    assert state.to_dict()["actions"] <= most_actions(game)


@few
@given(games, seeds, styles, moments)
def test_a_position_can_be_written_down_and_read(
    game: caboose.Game, seed: int, style: Style, moment: int
) -> None:
    state = position(game, seed, style, moment)
    written = json.loads(json.dumps(state.to_dict()))
    again = game.from_dict(written)
    assert again == state
    assert again.to_dict() == state.to_dict()
    assert again.digest() == state.digest()


@few
@given(games, seeds, styles, moments)
def test_a_record_replays_to_the_same_position(
    game: caboose.Game, seed: int, style: Style, moment: int
) -> None:
    state = position(game, seed, style, moment)
    again = caboose.replay(state.record())
    assert again == state
    assert again.record() == state.record()
    assert again.history is not None
    assert list(again.history) == list(state.history or ())


@few
@given(games, seeds, styles, moments, st.integers(0, 30))
def test_a_copy_goes_its_own_way(
    game: caboose.Game, seed: int, style: Style, moment: int, more: int
) -> None:
    state = position(game, seed, style, moment)
    before, record = state.to_bytes(), state.record()
    copied = state.copy()
    assert copied == state
    for _ in range(more):
        if copied.is_over:
            break
        copied.apply(copied.legal_actions()[more % len(copied.legal_actions())])
    assert state.to_bytes() == before
    assert state.record() == record


@few
@given(games, seeds, styles, moments)
def test_states_and_views_survive_pickling(
    game: caboose.Game, seed: int, style: Style, moment: int
) -> None:
    state = position(game, seed, style, moment)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.record() == state.record()
    for viewer in (None, 0):
        view = state.view(viewer)
        seen = pickle.loads(pickle.dumps(view))
        assert seen == view
        assert seen.to_dict() == view.to_dict()
        assert seen.history == view.history


@few
@given(games, seeds, styles, moments)
def test_a_seat_sees_its_own_legal_actions(
    game: caboose.Game, seed: int, style: Style, moment: int
) -> None:
    """Rules that are run on a view allow a seat exactly what the table allows it."""
    state = position(game, seed, style, moment)
    for seat in range(game.seats):
        view = state.view(seat)
        for action in state.legal_actions(seat):
            if action.kind == "claim":
                assert view.why_not(str(action.route)) is None
                assert view.payments(str(action.route))
        may_claim = {str(a.route) for a in state.legal_actions(seat) if a.kind == "claim"}
        for route in game.notation.routes[::9]:
            assert (view.why_not(route) is None) == (route in may_claim)


@pytest.mark.parametrize(("edition", "seats"), [("usa", 3), ("new_york", 2)])
def test_a_seed_and_its_actions_are_the_whole_game(edition: str, seats: int) -> None:
    game = caboose.Game(edition, seats)
    ends = [final_state(game, seed, STYLES[0]) for seed in (5, 5, 6)]
    assert ends[0] == ends[1]
    assert ends[0].record() == ends[1].record()
    assert ends[0] != ends[2]
