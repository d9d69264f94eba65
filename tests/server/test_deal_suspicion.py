"""Guests who may have known the cards are seen: simulated guests play a deal, honestly or not."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from caboose.engine.commitment import NO_NONCE, make_key
from caboose.engine.game import Game
from caboose.players import ask, make_player
from caboose.server.events.deals import instance_of
from caboose.server.events.suspicion import HOUSEHOLD, Trace, in_common, suspect

SEATS, SEAT = 4, 1
KEY = make_key(bytes(range(32)), [NO_NONCE] * SEATS)
GAME = Game("london", SEATS)


def played(rng: random.Random, opening: tuple[str, ...] = ()) -> tuple[int, list[str]]:
    """A game of a person who follows an opening that they were told, then plays on their own.

    On their own they do what a good player would, but for two turns in ten.
    """
    state, decisions = GAME.start(key=KEY), list[str]()
    mine = make_player("planner", rng.randrange(1000))
    house = [make_player("express", seat) for seat in range(SEATS)]
    while not state.is_over:
        seat = state.waiting_for()[0]
        legal = state.legal_actions(seat)
        chosen = ask(house[seat] if seat != SEAT else mine, state.view(seat), legal)
        if seat == SEAT:
            told = opening[len(decisions)] if len(decisions) < len(opening) else None
            if told is not None:
                chosen = next(action for action in legal if action.text == told)
            elif rng.random() < 0.2:
                chosen = rng.choice(legal)
            decisions.append(chosen.text)
        state.apply(chosen, seat)
    return int(state.score().to_dict()["seats"][SEAT]["total"]), decisions


def trace(n: int, result: tuple[int, list[str]], network: str | None = None) -> Trace:
    """An attempt of the n-th guest, who begins when the one before is done."""
    whose = network or f"network {n}"
    return Trace(f"device {n}", whose, False, 0, 10 * n, 10 * n + 9, result[0], result[1])


@pytest.fixture(scope="module")
def honest() -> list[Trace]:
    return [trace(n, played(random.Random(n))) for n in range(40)]


def test_honest_guests_of_one_household_are_hardly_ever_suspected(honest: list[Trace]) -> None:
    """Every pair of them, as if they shared a network."""
    suspected = pairs = 0
    for late in range(10, len(honest)):
        for early in range(late):
            neighbors = replace(honest[early], network=honest[late].network)
            everybody = [each for n, each in enumerate(honest[: late + 1]) if n != early]
            suspected += suspect(honest[late], [neighbors], [neighbors, *everybody]) is not None
            pairs += 1
    assert suspected <= 0.03 * pairs


def test_two_guests_who_collude_are_flagged(honest: list[Trace]) -> None:
    """The second plays what the first found out: the same way for as long as that was good."""
    caught = 0
    for n in range(10):
        first = trace(50, played(random.Random(100 + n)), "home")
        told = tuple(first.decisions[: len(first.decisions) // 2])
        second = trace(51, played(random.Random(200 + n), told), "home")
        assert in_common(first.decisions, second.decisions) >= len(told)
        everybody = [*honest, first, second]
        caught += suspect(second, [*honest, first], everybody) is not None
        assert suspect(first, honest, everybody) is None  # the first has copied from nobody
    assert caught == 10


def test_a_leap_after_a_neighbor_is_flagged_and_without_one_is_luck(honest: list[Trace]) -> None:
    best = max(each.total or 0 for each in honest)
    first = trace(50, (20, ["other"]), "home")
    star = trace(51, (2 * best, ["moves"]), "home")
    assert suspect(star, [*honest, first], [*honest, first, star]) == "leap"
    assert suspect(star, honest, [*honest, star]) is None


def test_many_guests_of_one_network_are_not_ranked_but_members_are(honest: list[Trace]) -> None:
    home = [
        replace(each, network="home", total=30, decisions=[str(n)])
        for n, each in enumerate(honest[: HOUSEHOLD + 2])
    ]
    flags = [suspect(each, home[:n], home) for n, each in enumerate(home)]
    assert flags == [None] * HOUSEHOLD + ["same_network"] * 2
    assert suspect(replace(home[-1], is_settled=True), home[:-1], home) is None
    again = replace(home[1], device=home[0].device)
    assert suspect(again, home[:1], home) == "same_device"


def test_a_guest_who_appears_after_a_neighbor_is_done_is_not_ranked(honest: list[Trace]) -> None:
    first = trace(50, (30, ["one"]), "home")
    late = replace(trace(51, (31, ["other"]), "home"), known_since=505)  # in a private window
    assert first.ended_at is not None
    assert suspect(late, [first], [first, late]) is None  # they were here while it was played
    late = replace(late, known_since=first.ended_at + 1)
    assert suspect(late, [first], [first, late]) == "newcomer"
    assert suspect(late, [first], [late]) is None  # of another version
    assert suspect(late, honest, [*honest, late]) is None  # from elsewhere


def test_nobody_gets_a_version_that_is_known_where_they_come_from() -> None:
    def got(known: set[int], begun: int = 12) -> set[int]:
        guests = (f"guest {n}" for n in range(60))
        return {instance_of(b"key", "daily", guest, begun, 3, known) for guest in guests}

    assert got(set()) == {0, 1, 2}
    assert got({0}) == {1, 2}
    assert got({0, 2}) == {1}
    assert got({0, 1, 2}) == {0, 1, 2}  # there is no other
    assert got({0}, begun=3) == {0}
