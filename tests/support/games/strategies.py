"""Games, styles and moments for tests of what always holds."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

import caboose
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.styles import STYLES, Style, positions

games = st.sampled_from(EDITIONS_AND_SEATS).map(lambda pair: caboose.Game(*pair))
seeds = st.integers(0, 10**6)
styles = st.sampled_from(STYLES)
moments = st.integers(0, 400)
few = settings(max_examples=25, deadline=None, derandomize=True)


def position(game: caboose.Game, seed: int, style: Style, moment: int) -> caboose.State:
    """A state after so many actions, or where the game ended before that."""
    return list(positions(game, seed, style, most=moment))[-1]
