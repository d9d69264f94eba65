"""A whole game between players, each of whose choices must be legal."""

from caboose import Game, State
from caboose.players import Player


def play(game: Game, seed: int, players: list[Player]) -> State:
    """Play to the end."""
    state = game.start(seed=seed)
    while not state.is_over:
        seat = state.seat
        legal = state.legal_actions()
        action = players[seat].choose(state.view(seat), legal)
        assert action in legal
        state.apply(action)
    return state
