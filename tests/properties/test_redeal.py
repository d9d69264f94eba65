"""A re-deal is a state that could be true: it keeps everything the viewer can know."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import caboose
from caboose import State
from caboose.engine.position import check_conservation
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.samples import samples, viewers
from tests.support.games.scramble import can_claim, does_row_stand, seats_that_passed
from tests.support.games.styles import (
    STYLES,
    any_action,
    build_long,
    hoard,
    hoard_colors,
    positions,
)

Position = dict[str, Any]


def remembered_wrongly(dealt: Position) -> list[str]:
    """What does not fit everybody's memory of the deck and of what was paid since its shuffle."""
    memory, wrong = dealt["memory"], []
    for card in dealt["deck"]:
        drawn = sum(fresh[card] for fresh in memory["fresh"])
        if dealt["deck"][card] + drawn + memory["revealed"][card] != memory["shuffled"][card]:
            wrong.append(f"{card} cards that came from the deck")
        for seat, hand in enumerate(dealt["hands"]):
            unknown = hand[card] - dealt["seen"][seat][card]
            old = unknown + memory["spent"][seat][card] - memory["fresh"][seat][card]
            if unknown < 0 or old < 0:
                wrong.append(f"{card} cards of seat {seat}")
    return wrong


def check_redeal(state: State, viewer: int | None, seed: int) -> State:
    """Re-deal a view and ask everything of it that must be so."""
    view = state.view(viewer)
    dealt = caboose.redeal(view, seed)
    check_conservation(dealt)
    assert dealt.view(viewer) == view
    assert dealt.view(viewer).to_dict() == view.to_dict()
    said = dealt.to_dict()
    assert remembered_wrongly(said) == []
    assert dealt.waiting_for() == state.waiting_for()
    if not state.is_over:
        assert does_row_stand(said)
        assert not any(can_claim(said, state.game, seat) for seat in seats_that_passed(said))
    return dealt


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_a_redeal_could_be_true(edition: str, seats: int) -> None:
    rng = random.Random(f"re-deal {edition} {seats}")
    for state in samples(edition, seats):
        for viewer in viewers(state, rng):
            check_redeal(state, viewer, rng.randrange(1000))


def test_a_redeal_depends_on_view_and_seed_alone() -> None:
    game = caboose.Game("usa", 3)
    *_, state = positions(game, 4, any_action, most=60)
    view = state.view(1)
    assert caboose.redeal(view, 5) == caboose.redeal(state.view(1), 5)
    dealt = {caboose.redeal(view, seed).digest() for seed in range(20)}
    assert len(dealt) == 20
    assert state.digest() not in dealt


def test_a_redeal_does_not_touch_the_view() -> None:
    *_, state = positions(caboose.Game("usa", 3), 4, any_action, most=60)
    view = state.view(1)
    before = view.array.tobytes()
    caboose.redeal(view, 5)
    assert view.array.tobytes() == before


def test_redeals_are_fair() -> None:
    """At the start every unseen card is as likely as any other to be in another's hand."""
    game = caboose.Game("london", 2)
    state = game.start(seed=3)
    view = state.view(0)
    true = state.to_dict()
    unseen = {card: true["deck"][card] + true["hands"][1][card] for card in true["deck"]}
    held: Counter[str] = Counter()
    tries = 1500
    for seed in range(tries):
        held.update(caboose.redeal(view, seed).to_dict()["hands"][1])
    drawn = tries * sum(true["hands"][1].values())
    for card, count in unseen.items():
        share = count / sum(unseen.values())
        spread = (drawn * share * (1 - share)) ** 0.5
        assert abs(held[card] - drawn * share) < 4 * spread


def test_a_redeal_can_be_played_to_the_end() -> None:
    rng = random.Random(3)
    for edition, seats in [("usa_anniversary", 4), ("london", 2), ("new_york", 4)]:
        for style in STYLES:
            *_, state = positions(caboose.Game(edition, seats), 2, style, most=50)
            dealt = caboose.redeal(state.view(state.seat), 1)
            while not dealt.is_over:
                dealt.apply(rng.choice(dealt.legal_actions()))
                check_conservation(dealt)


def test_a_finished_game_is_redealt_as_it_is() -> None:
    *_, state = positions(caboose.Game("london", 2), 1, any_action)
    assert state.is_over
    assert caboose.redeal(state.view(None), 7) == state


@pytest.mark.parametrize("edition", ["london", "new_york"])
def test_two_seats_know_each_others_hands_when_the_deck_has_been_counted_out(edition: str) -> None:
    """With two seats, what is neither mine nor on the table at a shuffle is in the other's hand."""
    game = caboose.Game(edition, 2)
    met: Counter[str] = Counter()
    for seed in range(3):
        for style in (hoard, hoard_colors, build_long):
            for state in positions(game, seed, style):
                fields = state.fields
                for viewer in (0, 1):
                    if state.is_over or (fields.blind[1 - viewer] > 0 and fields.deck_size > 0):
                        continue
                    met["empty" if fields.deck_size == 0 else "just shuffled"] += 1
                    dealt = caboose.redeal(state.view(viewer), seed).to_dict()
                    assert dealt["hands"] == state.to_dict()["hands"]
                    assert dealt["deck"] == state.to_dict()["deck"]
    assert met["empty"] > 50
    assert met["just shuffled"] > 50


def test_a_row_that_stands_still_stands() -> None:
    stood = 0
    for edition, seats in [("london", 3), ("usa", 5)]:
        for state in positions(caboose.Game(edition, seats), 2, hoard_colors):
            if not state.is_over and state.fields.face_up.tolist().count(10) >= 3:
                stood += 1
                check_redeal(state, stood % seats, seed=stood)
    assert stood > 100


def test_a_seat_that_is_paying_can_pay() -> None:
    """A claim is legal only with the cards for it, so everybody knows that they are there."""
    paying = 0
    for state in positions(caboose.Game("usa", 2), 3, any_action):
        if state.phase == "payment":
            paying += 1
            for viewer in (None, 0, 1):
                assert caboose.redeal(state.view(viewer), paying).legal_actions()
    assert paying > 10


# ---- positions made for one question -------------------------------------------------------------


def in_hands(position: Position, *hands: dict[str, int]) -> Position:
    """The position with these hands, the last seat holding all cards that are left."""
    deck = position["deck"]
    everything: Counter[str] = Counter(deck) + Counter(position["discard"])
    for card in position["face_up"]:
        everything[card] += 1
    for hand in position["hands"]:
        everything.update(hand)
    full = [dict.fromkeys(deck, 0) | hand for hand in hands]
    for hand in full:
        everything.subtract(hand)
    nothing = dict.fromkeys(deck, 0)
    return position | {
        "face_up": [None] * 5,
        "deck": nothing,
        "discard": nothing,
        "hands": [*full, {card: everything[card] for card in deck}],
        "seen": [nothing for _ in position["hands"]],
        "memory": None,
    }


def test_seats_that_passed_can_pay_for_nothing() -> None:
    """All cards are in hands, one route is open, and seats 0 and 1 have just passed."""
    game = caboose.Game("usa", 3)
    *_, state = positions(game, 1, any_action, most=3)
    routes = [route.id for route in game.edition.board.routes]
    five = {"purple": 1, "blue": 1, "orange": 1, "white": 1, "green": 1}
    position = in_hands(state.to_dict(), five, five)
    position |= {
        "ticket_deck": [],
        "removed": sorted(state.to_dict()["ticket_deck"]),
        "routes": {route: n % 3 for n, route in enumerate(routes) if route != "el_paso-phoenix"},
        "seat": 2,
        "passes": 2,
    }
    del position["memory"]
    passed = game.from_dict(position)
    assert [can_claim(position, game, seat) for seat in range(3)] == [False, False, True]
    for viewer in (None, 0, 2):
        for seed in range(10):
            check_redeal(passed, viewer, seed)


def test_what_was_paid_can_be_explained() -> None:
    """Seat 1 held six cards at the shuffle, drew two locomotives blind and has paid them all.

    At the shuffle all cards outside the deck could be counted: seat 1 held just those six, and no
    locomotive. So there is only one way to explain what it paid.
    """
    game = caboose.Game("usa", 2)
    *_, state = positions(game, 1, any_action, most=2)
    position = state.to_dict()
    spent = {"white": 2, "green": 2, "red": 2}
    nothing = dict.fromkeys(position["deck"], 0)
    own = position["hands"][0]
    row = Counter(position["face_up"])
    deck = {
        card: (14 if card == "locomotive" else 12) - own[card] - row[card] - spent.get(card, 0)
        for card in nothing
    }
    position |= {
        "hands": [own, nothing],
        "deck": deck | {"locomotive": deck["locomotive"] - 2},
        "discard": nothing | spent | {"locomotive": 2},
        "seen": [own, nothing],
        "memory": position["memory"]
        | {
            "shuffled": deck,
            "revealed": nothing,
            "fresh": [nothing, nothing | {"locomotive": 2}],
            "spent": [nothing, nothing | spent | {"locomotive": 2}],
        },
    }
    paid = game.from_dict(position)
    check_conservation(paid)
    for seed in range(20):
        dealt = check_redeal(paid, 0, seed)
        assert dealt.to_dict()["deck"] == position["deck"]
