"""An edition of which hardly any row lies: three cards of a color and sixty locomotives."""

from __future__ import annotations

from dataclasses import replace

from caboose.boards import Edition, limits
from tests.support.games.table import game_of


def sweeping_edition() -> Edition:
    """The toy with a deck that takes some four thousand sweeps to a first row; seed 5, 1,905."""
    return replace(
        game_of("toy").edition,
        cards_per_color=1,
        locomotives=limits.MAX_LOCOMOTIVES,
        starting_hand=0,
    )
