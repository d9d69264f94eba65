"""All seats from outside, as a game of OpenSpiel.

    import caboose.envs.openspiel
    game = pyspiel.load_game("python_caboose(edition=london,seats=2)")

Chance is explicit and all at the root: eight rolls of a die with 256 faces are the eight bytes of
the game's seed, so that all cards are shuffled before the first decision, as on a table, and every
history can be played again. With `chance=cards` every card and every ticket is a chance node when
it comes, for searches that average over them. What a seat saw of the deal and of every action
since is its information state.
"""

from __future__ import annotations

from caboose.envs.extras import missing

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error, "caboose.envs.openspiel") from error

from caboose.envs.openspiel.game import GAME_TYPE, NAME, SpielGame
from caboose.envs.openspiel.state import SpielState

__all__ = ["NAME", "SpielGame", "SpielState"]

pyspiel.register_game(GAME_TYPE, SpielGame)
