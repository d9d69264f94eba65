"""Seed blocks: one deal, played once for every turn of the line-up around the table.

A deal's key and the bots' own seeds are hashed apart, so the same bots can meet other deals, and
other bots the same deals. What a number is for is part of the hash: a bot that was tuned on some
deals cannot meet them again in a test.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from caboose.engine.game import Game
from caboose.lab.bot_game import play_game
from caboose.lab.played_game import PlayedGame
from caboose.players import Player, make_player

T = TypeVar("T")

PURPOSES = ("test", "tuning", "development")


def block_key(seed: int, edition: str, seats: int, block: int, purpose: str = "test") -> bytes:
    """The key of a deal; it knows nothing of the bots."""
    check_purpose(purpose)
    return _hash(f"caboose deal {purpose} {seed} {edition} {seats} {block}")


def bot_seed(seed: int, block: int, rotation: int, place: int, purpose: str = "test") -> int:
    """The seed, 63 bits, of the bot at a place of the line-up; it knows nothing of the deal."""
    check_purpose(purpose)
    digest = _hash(f"caboose bot {purpose} {seed} {block} {rotation} {place}")
    return int.from_bytes(digest[:8]) >> 1


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def check_purpose(purpose: str) -> None:
    """Refuse a purpose that has no deals."""
    if purpose not in PURPOSES:
        raise ValueError(f"deals are for {', '.join(PURPOSES)}, not for {purpose}.")


@dataclass(frozen=True)
class Block:
    """A deal and a line-up: as many games as there are seats."""

    number: int
    key: bytes
    lineup: tuple[str, ...]
    seeds: tuple[tuple[int, ...], ...]  # of each rotation, by place in the line-up
    seconds: float | None = None  # that a decision may take

    def bots(self, rotation: int) -> tuple[str, ...]:
        """Who sits where, by seat."""
        return self._by_seat(self.lineup, rotation)

    def bot_seeds(self, rotation: int) -> tuple[int, ...]:
        """The bots' seeds, by seat."""
        return self._by_seat(self.seeds[rotation], rotation)

    def _by_seat(self, values: Sequence[T], rotation: int) -> tuple[T, ...]:
        return tuple(values[(seat - rotation) % len(values)] for seat in range(len(values)))


def make_block(
    seed: int,
    edition: str,
    lineup: Sequence[str],
    number: int,
    purpose: str = "test",
    seconds: float | None = None,
) -> Block:
    """The block of a number: its deal, and a seed for each bot in each rotation."""
    places = range(len(lineup))
    return Block(
        number=number,
        key=block_key(seed, edition, len(lineup), number, purpose),
        lineup=tuple(lineup),
        seeds=tuple(
            tuple(bot_seed(seed, number, rotation, place, purpose) for place in places)
            for rotation in places
        ),
        seconds=seconds,
    )


def play_block(game: Game, block: Block, edition: str | None = None) -> tuple[PlayedGame, ...]:
    """All games of a block, by rotation. The edition's name is given where a copy forgot it."""
    games = []
    for rotation in range(game.seats):
        bots, seeds = block.bots(rotation), block.bot_seeds(rotation)
        players = [make_player(bot, seed) for bot, seed in zip(bots, seeds, strict=True)]
        for player in players:
            hurry(player, block.seconds)
        games.append(
            play_game(
                game,
                players,
                block.key,
                edition=edition,
                bots=bots,
                block=block.number,
                rotation=rotation,
                bound=block.seconds,
            )
        )
    return tuple(games)


def hurry(player: Player, seconds: float | None) -> None:
    """Let a bot that can be told how long to think think no longer than that."""
    if seconds is not None and hasattr(player, "seconds"):
        player.seconds = min(seconds, player.seconds or seconds)
