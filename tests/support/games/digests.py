"""Fingerprints of fixed games: every position, view and re-deal on the way, and the final scores.

`python -m tests.support.games.digests` prints them, in whatever mode it is started.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

import caboose
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.largest_board import largest_edition
from tests.support.games.styles import STYLES, Style, positions, race

EVERY = 17  # positions between two that are also looked at and re-dealt


def fingerprint(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def games() -> Iterator[tuple[str, caboose.Game, int, Style]]:
    """Every edition and number of seats, with the ways to play taken in turn."""
    for n, (edition, seats) in enumerate(EDITIONS_AND_SEATS):
        style = STYLES[n % len(STYLES)]
        yield f"{edition} {seats} {style.__name__}", caboose.Game(edition, seats), n, style
    yield "largest 3", caboose.Game(largest_edition(), 3), 3, race


def digest_lines(name: str, game: caboose.Game, seed: int, style: Style) -> Iterator[str]:
    """One line per position of a game."""
    for moment, state in enumerate(positions(game, seed, style)):
        words = [name, str(moment), state.digest()]
        if moment % EVERY == 0 and not state.is_over:
            viewer = moment % game.seats
            for view in (state.view(None), state.view(viewer)):
                dealt = caboose.redeal(view, seed=moment)
                words += [fingerprint(view.array.tobytes()), dealt.digest()]
        yield " ".join(words)
    yield f"{name} {json.dumps(state.score().to_dict())}"


def batch_lines() -> Iterator[str]:
    """What a compiled batch adds up to."""
    for edition, seats in (("london", 4), ("usa", 2)):
        yield f"{edition} {seats} {caboose.play_random(caboose.Game(edition, seats), 3, seed=5)}"


def all_lines() -> Iterator[str]:
    for game in games():
        yield from digest_lines(*game)
    yield from batch_lines()


if __name__ == "__main__":
    for line in all_lines():
        print(line)
