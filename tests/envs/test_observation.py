"""An observation says all that a seat's view says of the present, and nothing that is hidden."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import caboose
from caboose.engine.sets import members
from caboose.envs.observation import observation_of
from caboose.envs.observation_layout import FIELDS, FULL, layout_of, unpack
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.largest_board import largest_edition
from tests.support.games.samples import samples
from tests.support.games.scramble import scramble
from tests.support.games.styles import any_action, positions

Row = Callable[[caboose.State, int], Any]
CARDS = 11


def leaks(
    state: caboose.State, seat: int, rng: random.Random, observation: Row = observation_of
) -> bool:
    """Does a seat's observation tell the position from a scrambled one?"""
    twin = state.game.from_dict(scramble(state.to_dict(), state.game, seat, rng))
    return not np.array_equal(observation(state, seat), observation(twin, seat))


def leaving_out(*, hidden: str) -> Row:
    """A careless observation: it ends with a field of the others that the viewer may not know."""

    def careless(state: caboose.State, seat: int) -> Any:
        return np.append(observation_of(state, seat), np.ravel(state.fields[hidden]))

    return careless


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_an_observation_is_the_same_for_scrambled_twins(edition: str, seats: int) -> None:
    rng = random.Random(f"observations {edition} {seats}")
    for state in samples(edition, seats):
        if not state.is_over:
            assert not any(leaks(state, seat, rng) for seat in range(seats)), state.to_dict()


@pytest.mark.parametrize("hidden", ["hand", "deck", "tickets", "ticket_deck", "fresh", "offer"])
def test_a_planted_leak_is_found(hidden: str) -> None:
    rng = random.Random(hidden)
    observation = leaving_out(hidden=hidden)
    found = [
        leaks(state, 1, rng, observation) for state in samples("london", 3) if not state.is_over
    ]
    assert any(found)


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_an_observation_is_the_same_for_a_state_and_for_the_seats_view_of_it(
    edition: str, seats: int
) -> None:
    for state in samples(edition, seats):
        for seat in range(seats):
            observation = observation_of(state, seat)
            assert np.array_equal(observation, observation_of(state.view(seat), seat))
            assert_within_bounds(observation)


def assert_within_bounds(observation: Any) -> None:
    for name, values in unpack(observation).items():
        field = next(each for each in FIELDS if each.name == name)
        assert np.min(values) >= min(field.low, 0), name
        assert np.max(values) <= field.high, name


def test_an_observation_says_what_the_view_says() -> None:
    game = caboose.Game("usa", 3)
    kinds = [*game.edition.colors, "", "", "locomotive"]
    for moment, state in enumerate(positions(game, 5, any_action)):
        if state.is_over or moment % 7:
            continue
        seat = moment % 3
        said, parts = state.view(seat).to_dict(), unpack(observation_of(state, seat))
        turned = [(seat + place) % 3 for place in range(3)]
        cards = {name: dict(zip(kinds, parts[name].tolist(), strict=True)) for name in PILES}
        for name, where in PILES.items():
            assert {card: cards[name][card] for card in said["discard"]} == where(said), name
        for name, word in COUNTS.items():
            assert parts[name][:3].tolist() == [said[word][other] for other in turned], name
        shown = [None if card < 0 else kinds[card] for card in parts["face_up"].tolist()]
        assert shown == said["face_up"]
        assert_tickets(state, seat, parts["tickets"].tolist(), said["own"])
        assert_routes(state, turned, parts["routes"].tolist())


PILES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "hand": lambda said: said["own"]["hand"],
    "drawn": lambda said: said["own"]["drawn_since_shuffle"],
    "discard": lambda said: said["discard"],
    "shuffled": lambda said: said["since_shuffle"]["deck"],
    "revealed": lambda said: said["since_shuffle"]["revealed"],
}
COUNTS = {
    "hand_size": "hands",
    "points": "route_points",
    "trains": "trains",
    "ticket_count": "tickets",
    "offer_size": "offers",
}


def assert_tickets(
    state: caboose.State, seat: int, observation: list[int], own: dict[str, Any]
) -> None:
    done = members(score_of(state)["done"][seat])
    for ticket, value in enumerate(observation):
        places = [each["place"] for each in own["in_ticket_deck"] if each["ticket"] == ticket]
        if ticket in own["tickets"]:
            assert value == (2 if ticket in done else 1)
        elif ticket in own["offer"]:
            assert value == 3
        elif ticket in own["returned"]:
            assert value == 4
        elif ticket in own["removed"]:
            assert value == -1
        else:
            assert value == (5 + places[0] if places else 0)


def score_of(state: caboose.State) -> Any:
    from caboose.engine import kernels
    from caboose.engine.fields import SCORE

    scores = np.zeros(1, SCORE)
    kernels.score(state.game.tables, state.array, 0, scores)
    return scores[0]


def assert_routes(state: caboose.State, turned: list[int], observation: list[int]) -> None:
    owners = state.to_dict()["routes"]
    open_to = members(state.fields["open"][turned[0]])
    for number, route in enumerate(state.game.edition.board.routes):
        if route.id in owners:
            assert observation[number] == 2 + turned.index(owners[route.id])
        else:
            assert observation[number] == (1 if number in open_to else 0)


def test_an_observation_is_at_most_a_kilobyte() -> None:
    assert 2 * FULL.width <= 1000


def test_fields_follow_each_other_without_a_gap() -> None:
    for layout in (FULL, layout_of(caboose.Game("london", 2), compact=True)):
        ends = [field.offset + field.size for field in layout.fields]
        assert [field.offset for field in layout.fields] == [0, *ends[:-1]]
        assert ends[-1] == layout.width


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_a_compact_row_is_the_full_row_without_what_the_game_does_not_have(
    edition: str, seats: int
) -> None:
    game = caboose.Game(edition, seats)
    layout = layout_of(game, compact=True)
    assert layout.width < FULL.width
    *_, state = positions(game, 3, any_action, most=60)
    full = unpack(observation_of(state, 1))
    colors = len(game.edition.colors)
    kinds = [*range(colors), CARDS - 1]
    for name, small in layout.unpack(observation_of(state, 1, layout)).items():
        large = full[name]
        if name == "face_up":
            large = np.where(large == CARDS - 1, colors, large)
        if small.ndim and small.shape[-1] == len(kinds) and large.shape[-1] == CARDS:
            large = large[..., kinds]
        large = large[tuple(slice(length) for length in small.shape)]
        assert np.array_equal(small, large), name


def test_the_largest_board_fits() -> None:
    game = caboose.Game(largest_edition(), 3)
    *_, state = positions(game, 1, any_action, most=80)
    for layout in (FULL, layout_of(game, compact=True)):
        observation = observation_of(state, 2, layout)
        assert layout.unpack(observation)["routes"].any()


def test_an_observation_of_another_layout_is_refused() -> None:
    with pytest.raises(ValueError, match="an observation of this layout has 485 numbers, not 7"):
        unpack(np.zeros(7, np.int16))
