"""Players: whoever chooses for a seat. One bot per file; `registry.py` knows them by name."""

from caboose.players.levels import LEVELS, Level
from caboose.players.loading import new_bot
from caboose.players.player import BotFailed, Player, UnknownPlayer, ask, ask_why
from caboose.players.registry import PLAYERS, make_player, short_names

__all__ = [
    "LEVELS",
    "PLAYERS",
    "BotFailed",
    "Level",
    "Player",
    "UnknownPlayer",
    "ask",
    "ask_why",
    "make_player",
    "new_bot",
    "short_names",
]
