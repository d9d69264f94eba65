"""All seats from outside, as a game of OpenSpiel.

    import caboose.envs.openspiel
    game = pyspiel.load_game("python_caboose(edition=london,seats=2)")

Chance is explicit and all at the root: eight rolls of a die with 256 faces are the eight bytes of
the game's seed, so that all cards are shuffled before the first decision, as on a table, and every
history can be played again. What a seat saw of the deal and of every action since is its
information state.
"""

from __future__ import annotations

from caboose.envs.needs import need

need("pyspiel", "caboose.envs.openspiel")

import pyspiel  # noqa: E402 - only after the sentence that says what is missing

from caboose.envs.openspiel.game import GAME_TYPE, NAME, SpielGame  # noqa: E402
from caboose.envs.openspiel.state import SpielState  # noqa: E402

__all__ = ["NAME", "SpielGame", "SpielState"]

pyspiel.register_game(GAME_TYPE, SpielGame)
