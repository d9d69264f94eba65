"""OpenSpiel's own information set search plays London against chance.

It deals the hidden cards again for every game that it plays in its head, and never looks at those
of the other seat. With 50 such games a decision it takes a minute or two for a game.
"""

import random
import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import caboose.envs.openspiel  # noqa: F401 - registers the game


def make_bot(game: pyspiel.Game, simulations: int, seed: int) -> ISMCTSBot:
    """The bot; its choices follow from the seed."""
    rng = np.random.RandomState(seed)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, rng), 2.0, simulations, random_state=rng)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, rng.random_sample))
    return bot


def main(simulations: int = 50) -> None:
    """Play one game, the bot in seat 0."""
    rng = random.Random(1)
    game = pyspiel.load_game("python_caboose(edition=london,seats=2,reward=score)")
    bot = make_bot(game, simulations, seed=1)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            action = rng.randrange(len(state.chance_outcomes()))
        elif state.current_player() == 0:
            action = bot.step(state)
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(action)
    searched, chance = state.returns()
    print(f"ISMCTS with {simulations} simulations {searched:.0f} points, chance {chance:.0f}.")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
