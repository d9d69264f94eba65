"""Games for the tests of the lab: quick ones, and ones made by hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from caboose import Game
from caboose.lab.blocks import make_block, play_block
from caboose.lab.match import Match, MatchResult, run_match
from caboose.lab.played_game import PlayedGame
from tests.support.games.editions import TOY

LINEUP = ("tourist", "random")
BOARD = f"{TOY}#toy"
GAMES = 12


def match(games: int = GAMES, **wishes) -> Match:
    """A match on a small board."""
    return Match.between(LINEUP, BOARD, games, **wishes)


def play(folder: Path, games: int = GAMES, workers: int = 1, **wishes) -> MatchResult:
    """Such a match, played."""
    return run_match(match(games, **wishes), folder, workers=workers)


def blocks_file(folder: Path) -> Path:
    """Where a match keeps its finished blocks."""
    return folder / "blocks.jsonl"


@cache
def london(block: int = 0, lineup: tuple[str, ...] = LINEUP) -> tuple[PlayedGame, ...]:
    """The games of a block in London."""
    return play_block(Game("london", len(lineup)), make_block(0, "london", lineup, block))


def made_up(
    totals: tuple[int, ...],
    ranks: tuple[int, ...],
    *,
    block: int = 0,
    rotation: int = 0,
    lineup: tuple[str, ...] = ("a", "b"),
) -> PlayedGame:
    """A game nobody played, with the result that a test needs; points and ranks by seat."""
    seats = len(lineup)
    each = tuple(range(1, seats + 1))
    return PlayedGame(
        edition="london",
        rules=2,
        seats=seats,
        block=block,
        rotation=rotation,
        key=bytes(32),
        bots=tuple(lineup[(seat - rotation) % seats] for seat in range(seats)),
        seeds=each,
        actions=b"",
        totals=totals,
        ranks=ranks,
        routes=totals,
        tickets=(0,) * seats,
        completed=each,
        kept=(5,) * seats,
        path_lengths=each,
        turns=30,
        decisions=(20,) * seats,
        seconds=(2.0,) * seats,
        end_reason="final_round",
        digest="0" * 16,
    )


BOTS = ("random", "biggest", "racer")
