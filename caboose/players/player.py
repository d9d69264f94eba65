"""What a bot is: something that chooses an action from a view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from caboose.engine.action import Action
from caboose.engine.view import View


class Player(ABC):
    """A bot.

    Its choice depends on its seed, the view and the legal actions alone. It remembers nothing
    between two choices, so it can take over a seat in the middle of a game.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    @abstractmethod
    def choose(self, view: View, legal: list[Action]) -> Action:
        """One of the legal actions; there is always at least one."""

    def chance(self, view: View) -> Random:
        """The bot's own chance at this decision, the same whenever it is asked."""
        return Random(f"{self.seed} {view.viewer} {int(view.fields.actions)}")
