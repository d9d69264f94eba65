"""Players: whoever chooses for a seat.

`bots` are quick, one in each file; those in `search` play games in their heads; both think with
`tools`. `belief` is what a seat believes about the others, `value` what true positions are worth.
Here is the door: what a player is, bots by name, by level, or from a file, policies in many states
at once, and the value of a position.
"""

from caboose.players.levels import LEVELS, Level
from caboose.players.loading import new_bot
from caboose.players.player import (
    BotFailed,
    Player,
    UnknownPlayer,
    ask,
    ask_reasons,
    ask_why,
)
from caboose.players.registry import PLAYERS, make_player, short_names
from caboose.players.search.batched_rollout import Ends, advise, rollout
from caboose.players.value.value import LearnedValue, value_of

__all__ = [
    "LEVELS",
    "PLAYERS",
    "BotFailed",
    "Ends",
    "LearnedValue",
    "Level",
    "Player",
    "UnknownPlayer",
    "advise",
    "ask",
    "ask_reasons",
    "ask_why",
    "make_player",
    "new_bot",
    "rollout",
    "short_names",
    "value_of",
]
