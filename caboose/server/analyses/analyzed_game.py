"""A game as it was played: all that an analysis begins with."""

from __future__ import annotations

from dataclasses import dataclass

from caboose.engine.game import Game
from caboose.engine.state import State


@dataclass(frozen=True)
class AnalyzedGame:
    """Game, key and actions."""

    game: Game
    key: bytes
    actions: list[tuple[int, str]]  # seat and action

    def state(self, actions: int | None = None) -> State:
        """The position after all actions, or after so many."""
        state = self.game.start(key=self.key)
        for seat, action in self.actions[:actions]:
            state.apply(action, seat)
        return state
