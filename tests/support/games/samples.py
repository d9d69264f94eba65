"""Positions of every edition, number of seats, phase and way to play."""

from __future__ import annotations

import random
from collections.abc import Iterator

import caboose
from tests.support.games.styles import STYLES, Style, positions

PER_PHASE = 1  # positions kept of each phase of a game


def sample_game(game: caboose.Game, seed: int, style: Style) -> list[caboose.State]:
    """Some positions of one game, of each phase that it went through."""
    rng = random.Random(f"sample {seed}")
    kept: dict[str, list[caboose.State]] = {}
    met: dict[str, int] = {}
    for state in positions(game, seed, style):
        phase = state.phase
        met[phase] = met.get(phase, 0) + 1
        bag = kept.setdefault(phase, [])
        if len(bag) < PER_PHASE:
            bag.append(state.copy())
        elif rng.random() < PER_PHASE / met[phase]:
            bag[rng.randrange(PER_PHASE)] = state.copy()
    return [state for bag in kept.values() for state in bag]


def samples(edition: str, seats: int) -> Iterator[caboose.State]:
    """Positions of one game in every other style; which ones depends on the edition and seats."""
    game = caboose.Game(edition, seats)
    first = (len(edition) + seats) % 2
    for seed, style in list(enumerate(STYLES))[first::2]:
        yield from sample_game(game, seed, style)


def viewers(state: caboose.State, rng: random.Random) -> list[int | None]:
    """Two of: a spectator, the seat that decides, and another."""
    others = [seat for seat in range(state.game.seats) if seat != state.seat]
    return rng.sample([None, state.seat, rng.choice(others)], 2)
