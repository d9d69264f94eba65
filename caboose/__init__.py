"""Caboose: play, study and master Ticket to Ride. Unofficial; see NOTICE.md.

import caboose

game = caboose.Game("usa", seats=3)
state = game.start(seed=7)
while not state.is_over:
    state.apply(state.legal_actions()[0])
print(state.score().winners)
"""

from caboose.boards import BoardError, editions
from caboose.engine.action import Action
from caboose.engine.errors import BadNotation, BadPosition, BadRecord, IllegalAction
from caboose.engine.event import Event
from caboose.engine.game import Game
from caboose.engine.random_play import play_random
from caboose.engine.record import replay
from caboose.engine.redeal import redeal, redeal_many
from caboose.engine.state import State
from caboose.engine.states import States
from caboose.engine.view import View

__all__ = [
    "Action",
    "BadNotation",
    "BadPosition",
    "BadRecord",
    "BoardError",
    "Event",
    "Game",
    "IllegalAction",
    "State",
    "States",
    "View",
    "editions",
    "play_random",
    "redeal",
    "redeal_many",
    "replay",
]

__version__ = "0.1.0"
