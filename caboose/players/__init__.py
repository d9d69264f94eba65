"""Players: whoever chooses for a seat. One bot per file; `registry.py` knows them by name."""

from caboose.players.player import Player
from caboose.players.registry import PLAYERS, UnknownPlayer, make_player

__all__ = ["PLAYERS", "Player", "UnknownPlayer", "make_player"]
