"""Scenes: a few moves from a position written by hand, or from a seed, that show one rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import caboose
from caboose.boards import edition as built_in
from caboose.engine.position import check_conservation
from tests.playthroughs.playthrough import Move, Playthrough
from tests.playthroughs.telling import read_moves
from tests.reference import key_of_seed
from tests.support.games.notation import write
from tests.support.games.table import count, table


def scene(
    name: str,
    title: str,
    why: str,
    start: Callable[[], caboose.State],
    moves: str,
    proof: str,
) -> Playthrough:
    """Moves stand one to a line, as in the finished text: "0 draw deck", "! 1 pass"."""
    lines = "\n".join(line.strip() for line in moves.strip().splitlines())
    script = [move for _, move in read_moves(lines)]

    def scripted(state: caboose.State) -> Iterator[Move]:
        yield from script

    return Playthrough(name, title, " ".join(why.split()), start, scripted, proof)


def dealt(edition: str, seats: int, seed: int) -> Callable[[], caboose.State]:
    """The start of a real game."""
    return lambda: caboose.Game(edition, seats).start(seed=seed)


def written(
    edition: str, seats: int = 2, *, rest: int | str = "deck", seed: int = 0, **position: Any
) -> Callable[[], caboose.State]:
    """A position with every card and ticket in it; cards not written lie in `rest`.

    That is "deck", "discard" or a seat. Tickets not written lie in the ticket deck, or if one is
    written, in turn with the seats. The seed is for what is drawn from here on.
    """

    def start() -> caboose.State:
        whole = _with_all_tickets(edition, seats, _with_all_cards(edition, seats, rest, position))
        state = table(edition, seats=seats, key=key_of_seed(seed), **whole)
        check_conservation(state)
        return state

    return start


def _with_all_cards(
    edition: str, seats: int, rest: int | str, position: dict[str, Any]
) -> dict[str, Any]:
    if rest == "deck":
        return position
    facts = built_in(edition)
    hands = [*position.get("hands", ()), *[""] * seats][:seats]
    piles = {"deck": position.get("deck", ""), "discard": position.get("discard", "")}
    left = Counter(dict.fromkeys(facts.colors, facts.cards_per_color))
    left["locomotive"] = facts.locomotives
    for text in (*hands, *piles.values(), position["face_up"].replace("-", "")):
        left -= Counter(count(facts, text))
    if isinstance(rest, int):
        hands[rest] += f" {write(left)}"
    else:
        piles[rest] += f" {write(left)}"
    return {**position, **piles, "hands": hands}


def _with_all_tickets(edition: str, seats: int, position: dict[str, Any]) -> dict[str, Any]:
    if "ticket_deck" not in position:
        return position
    tickets = [list(held) for held in [*position.get("tickets", ()), *[()] * seats][:seats]]
    taken = {*position["ticket_deck"], *(ticket for held in tickets for ticket in held)}
    left = [ticket for ticket in range(len(built_in(edition).tickets)) if ticket not in taken]
    for place, ticket in enumerate(left):
        tickets[place % seats].append(ticket)
    return {**position, "tickets": tickets}


def owners(*routes: str) -> dict[str, int]:
    """Who has claimed what: a text of route ids for every seat."""
    return {route: seat for seat, names in enumerate(routes) for route in names.split()}
