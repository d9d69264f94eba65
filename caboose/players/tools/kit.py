"""A kit: what a policy is given besides a state, in one piece for compiled code."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from caboose.engine.fields import NOBODY
from caboose.engine.game import Game
from caboose.engine.numbering import ACTIONS
from caboose.players.tools.atlas import atlas_of
from caboose.players.tools.express_weights import weights_for
from caboose.players.tools.learned_weights import learned
from caboose.players.tools.scratch import SCRATCH


class Kit(NamedTuple):
    """The game, what is known of its board, and room to work in."""

    games: Any  # the game's tables, an array of one
    atlases: Any  # its atlas, an array of one
    scratches: Any  # scratch space, one for each plan that is to last
    mask: Any  # room for the legal actions


def new_kit(game: Game, plans: int = 1) -> Kit:
    """A kit with scratch space for so many plans."""
    mask = np.zeros(ACTIONS, np.bool_)
    return Kit(game.tables, atlas_of(game), new_scratches(game, plans), mask)


def new_scratches(game: Game, count: int) -> np.ndarray[Any, Any]:
    """Clean scratch spaces, with Express's weights for the game and what was learned."""
    return np.ndarray(count, SCRATCH, bytearray(_clean_scratches(game, count)))


@lru_cache(maxsize=64)
def _clean_scratches(game: Game, count: int) -> bytes:
    """What is copied, because writing fields one by one is slow."""
    scratches = np.zeros(count, SCRATCH)
    scratches["weights"] = weights_for(game.edition.trains)
    scratches["learned"] = learned()
    scratches["goal"] = NOBODY
    return scratches.tobytes()
