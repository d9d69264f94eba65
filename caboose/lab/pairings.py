"""Who meets whom on a ladder: every pair of a panel, or tables that seat all equally often.

The list of meetings has no end that matters: a longer ladder begins with the meetings of a shorter
one, so that games already played stay good. Every meeting is a block of its own, with its own deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import gcd
from random import Random

PANEL = (
    "random",
    "biggest",
    "tourist",
    "racer",
    "route_focused",
    "one_step",
    "long_route",
    "hungry",
    "planner",
    "express",
)
GUESTS_FROM = 1_000_000  # a guest's blocks are numbered from here, the next guest's from twice that

Meeting = tuple[int, tuple[str, ...]]  # the number of its block, and the line-up


def meetings_of_panel(bots: Sequence[str], seats: int, games: int, seed: int) -> Iterator[Meeting]:
    """Two seats: every pair for so many games. More: tables, so many games for every bot."""
    if len(set(bots)) < max(seats, 2):
        raise ValueError(f"a ladder for {seats} seats needs at least {seats} different bots.")
    if seats == 2:
        pairs = list(combinations(bots, 2))
        blocks = -(-games // 2) * len(pairs)
        yield from ((n, pairs[n % len(pairs)]) for n in range(blocks))
    else:
        yield from _first(tables_for(bots, seats, seed), count_tables(len(bots), seats, games))


def count_tables(bots: int, seats: int, games: int) -> int:
    """The fewest tables that give every bot that many games, and all the same number.

    A table is played once for every turn around it, so each of its bots gets `seats` games.
    """
    even = bots // gcd(bots, seats)
    needed = -(-games * bots // (seats * seats))
    return -(-needed // even) * even


def meetings_of_guest(
    guest: str, place: int, bots: Sequence[str], seats: int, games: int, seed: int
) -> Iterator[Meeting]:
    """So many games of one guest in all, among bots of the panel that are met equally often."""
    others = [bot for bot in bots if bot != guest]
    if len(others) < seats - 1:
        raise ValueError(f"a guest at {seats} seats needs at least {seats - 1} other bots.")
    tables = tables_for(others, seats - 1, f"{seed} {guest}")
    for number, table in _first(tables, -(-games // seats)):
        yield GUESTS_FROM * (1 + place) + number, (guest, *table)


def tables_for(bots: Sequence[str], seats: int, seed: int | str) -> Iterator[tuple[str, ...]]:
    """Tables without end: the bots are shuffled again and again and seated in that order.

    A bot that already sits at the table waits for the next one, before all others.
    """
    chance = Random(f"caboose tables {seed}")
    waiting: list[str] = []
    while True:
        table: list[str] = []
        while len(table) < seats:
            bot = next((bot for bot in waiting if bot not in table), None)
            if bot is None:
                waiting += sorted(bots, key=lambda _: chance.random())
                continue
            waiting.remove(bot)
            table.append(bot)
        yield tuple(table)


def _first(tables: Iterator[tuple[str, ...]], n: int) -> Iterator[Meeting]:
    return ((number, next(tables)) for number in range(n))
