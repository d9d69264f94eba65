"""One game between bots: they sit down, and it is played to its end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from caboose.engine.game import Game
from caboose.engine.state import State
from caboose.lab.failed_game import failed_game, within
from caboose.lab.played_game import ACTION_TYPE, PlayedGame, tell_result
from caboose.lab.retrace import retrace
from caboose.players import BotFailed, Player
from caboose.players.player import ask
from caboose.players.policies import play_policies
from caboose.players.policy_player import policy_of

Numbers = np.ndarray[Any, Any]


def play_game(
    game: Game,
    players: Sequence[Player],
    key: bytes,
    *,
    edition: str | None = None,
    bots: Sequence[str] = (),
    block: int = 0,
    rotation: int = 0,
    bound: float | None = None,
) -> PlayedGame:
    """Play the game of a key; players and their names go by seat.

    `bound` is how many seconds a decision may take.
    """
    names = tuple(bots) or tuple(player.name or type(player).__name__ for player in players)
    if len(players) != game.seats or len(names) != game.seats:
        raise ValueError(f"{game.seats} seats need {game.seats} bots, not {len(players)}.")
    begin = time.perf_counter()
    compiled = play_compiled(game, players, key)
    duration = time.perf_counter() - begin
    seconds: list[float] = []
    begun = game.start(key=key)
    try:
        numbers, state = compiled or _play_by_choice(begun, players, seconds, bound)
    except BotFailed as error:
        raise failed_game(error, begun, block, rotation) from error
    retraced, decisions = retrace(game, key, numbers)
    assert retraced == state, f"key {key.hex()}: the rules end this game otherwise."
    if compiled:
        # Compiled games have one clock: every decision counts for the same time.
        seconds = [duration * part / sum(decisions) for part in decisions]
    return PlayedGame(
        edition=edition or game.name,
        seats=game.seats,
        rules=game.rules,
        block=block,
        rotation=rotation,
        key=key,
        bots=names,
        seeds=tuple(player.seed for player in players),
        actions=numbers.astype(ACTION_TYPE).tobytes(),
        decisions=decisions,
        seconds=tuple(seconds),
        **tell_result(state),
    )


def play_compiled(
    game: Game, players: Sequence[Player], key: bytes
) -> tuple[Numbers, State] | None:
    """The whole game in compiled code, if every bot is a compiled policy."""
    policies = [policy_of(player) for player in players]
    known = [policy for policy in policies if policy is not None]
    if len(known) < len(policies):
        return None
    return play_policies(game, key, known, [player.seed for player in players])


def _play_by_choice(
    state: State, players: Sequence[Player], seconds: list[float], bound: float | None
) -> tuple[Numbers, State]:
    """The game decision by decision, each bot with its own clock."""
    seconds[:] = [0.0] * len(players)
    numbers: list[int] = []
    while not state.is_over:
        seat = state.seat
        legal, view = state.legal_actions(), state.view(seat)
        begin = time.perf_counter()
        with within(bound):
            action = ask(players[seat], view, legal)
        seconds[seat] += time.perf_counter() - begin
        state.apply(action)
        numbers.append(action.number)
    return np.array(numbers, np.int16), state
