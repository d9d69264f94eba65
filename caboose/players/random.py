"""The bot that knows nothing: every legal action is as likely as any other."""

from __future__ import annotations

from caboose.engine.action import Action
from caboose.engine.view import View
from caboose.players.player import Player


class RandomPlayer(Player):
    """Chooses any legal action. The floor under all other bots."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        """Any of the legal actions."""
        return self.chance(view).choice(legal)
