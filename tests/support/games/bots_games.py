"""Games between bots, and how little is enough to analyse them in a test."""

from caboose import Game
from caboose.analysis.settings import Depth
from caboose.engine.game import key_from_seed
from caboose.engine.state import State
from caboose.lab.bot_game import play_game
from caboose.lab.played_game import replay_game
from caboose.players import make_player

GLANCE = Depth(
    "glance", futures=12, deals=60, first_look=3, closer_look=6, last_look=16, reference_look=8
)
BLINK = Depth(
    "blink", futures=3, deals=20, first_look=1, closer_look=1, last_look=4, reference_look=2
)


def bots_game(edition: str, bots: list[str], seed: int) -> State:
    """The end of a game between bots, with its history."""
    game = Game(edition, len(bots))
    players = [make_player(bot, seed) for bot in bots]
    return replay_game(play_game(game, players, key_from_seed(seed), bots=bots), game)
