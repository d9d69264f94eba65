"""The judge of secrecy is itself judged: it changes what is hidden, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import caboose
from caboose.engine.position import check_conservation
from tests.support.games.samples import samples, viewers
from tests.support.games.scramble import (
    can_claim,
    does_row_stand,
    others,
    scramble,
    seats_that_passed,
)
from tests.support.games.styles import build_long, hoard_colors, positions

GAMES = [("usa", 2), ("usa_anniversary", 4), ("usa_mega", 5), ("london", 3), ("new_york", 4)]

OPEN_ON_THE_TABLE = (
    *("edition", "seats", "seat", "phase", "face_up", "discard", "trains", "routes"),
    *("route_points", "seen", "final_turns_left", "passes", "pending_route", "actions", "turns"),
    *("end_reason", "chance"),
)


@cache
def pairs() -> list[tuple[caboose.State, int | None, dict[str, Any], dict[str, Any]]]:
    """Positions with what a scramble made of them for a viewer."""
    rng = random.Random("scramble")
    return [
        (state, viewer, state.to_dict(), scramble(state.to_dict(), state.game, viewer, rng))
        for game in GAMES
        for state in samples(*game)
        if not state.is_over
        for viewer in viewers(state, rng)
    ]


def how_many(cards: dict[str, int]) -> int:
    return sum(cards.values())


def test_a_scramble_changes_nothing_that_lies_open() -> None:
    for state, viewer, true, false in pairs():
        check_conservation(state.game.from_dict(false))
        assert {name: true[name] for name in OPEN_ON_THE_TABLE} == {
            name: false[name] for name in OPEN_ON_THE_TABLE
        }
        assert how_many(true["deck"]) == how_many(false["deck"])
        assert [how_many(hand) for hand in true["hands"]] == [
            how_many(hand) for hand in false["hands"]
        ]
        for name in ("shuffled", "revealed", "spent", "ticket_top"):
            assert true["memory"][name] == false["memory"][name]
        if viewer is not None:
            for name in ("hands", "tickets", "offers", "returned"):
                assert true[name][viewer] == false[name][viewer]


def test_a_scramble_keeps_the_tickets_that_a_seat_returned_itself() -> None:
    kept = 0
    for _, viewer, true, false in pairs():
        for place, ticket in enumerate(true["ticket_deck"]):
            by = true["memory"]["returned_by"][ticket]
            other = false["ticket_deck"][place]
            assert false["memory"]["returned_by"][other] == by
            if viewer is not None and by == viewer:
                kept += 1
                assert ticket == other
    assert kept > 20


def test_a_scramble_changes_most_positions() -> None:
    """A scramble that does nothing proves nothing."""
    changed: Counter[str] = Counter()
    for _, viewer, true, false in pairs():
        changed["positions"] += 1
        for name in ("hands", "deck", "tickets", "offers", "removed", "ticket_deck", "key"):
            changed[name] += true[name] != false[name]
        changed["fresh"] += true["memory"]["fresh"] != false["memory"]["fresh"]
        counts = [
            [len(position["tickets"][seat]) for seat in others(true, viewer)]
            for position in (true, false)
        ]
        changed["first choices"] += counts[0] != counts[1]
    total = changed["positions"]
    assert changed["key"] == total
    assert changed["hands"] > 0.8 * total
    assert changed["tickets"] > 0.8 * total
    assert changed["deck"] > 0.5 * total
    assert changed["fresh"] > 0.5 * total
    assert changed["ticket_deck"] > 0.5 * total
    assert changed["offers"] > 10
    assert changed["removed"] > 5
    assert changed["first choices"] > 5


def test_a_scrambled_row_stands_and_passers_still_cannot_pay() -> None:
    rng = random.Random("stand")
    met: Counter[str] = Counter()
    for edition, seats, seed, style in [
        ("london", 3, 1, hoard_colors),
        ("usa_mega", 5, 22, build_long),
    ]:
        game = caboose.Game(edition, seats)
        for state in positions(game, seed, style):
            if state.is_over:
                break
            position = state.to_dict()
            if position["face_up"].count("locomotive") < 3 and not position["passes"]:
                continue
            false = scramble(position, game, rng.choice([None, 0, 1]), rng)
            met["rows"] += position["face_up"].count("locomotive") >= 3
            met["passes"] += position["passes"]
            met["changed"] += position["hands"] != false["hands"]
            assert does_row_stand(false)
            assert not any(can_claim(false, game, seat) for seat in seats_that_passed(false))
    assert met["rows"] > 20
    assert met["passes"] > 0
    assert met["changed"] > 20
