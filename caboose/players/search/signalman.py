"""Signalman: searches as Switchman does, in worlds dealt from what it believes about the others.

Its belief was fitted on games of bots (`players.belief`), so it knows better when it is behind. On
boards with many trains it is also slower to leave the move that a style would make itself: a first
move that only seems better in a few worlds costs more there than it brings.
"""

from __future__ import annotations

from caboose.engine.action import Action
from caboose.engine.view import View
from caboose.players.belief.belief import belief_of
from caboose.players.belief.dealing import deal_belief
from caboose.players.belief.words import say_belief
from caboose.players.search.switchman import PRIOR, Search, Switchman
from caboose.players.search.worlds import Worlds
from caboose.players.tools.express_weights import CITY_TRAINS

COUNTRY_PRIOR = 800  # hundredths of a point; on the city boards PRIOR is better


class Signalman(Switchman):
    """Switchman with a fitted belief; stronger with more rollouts for a decision."""

    word = "signalman"

    def begin(self, view: View) -> Search:
        """A search from what a view says, and what it makes one believe."""
        return BelievingSearch(view, self.seed)

    def explain(self, view: View, legal: list[Action]) -> str:
        """The choice, the arms that came nearest, and what it believes about the others."""
        return "\n".join([super().explain(view, legal), *say_belief(view)])


class BelievingSearch(Search):
    """A search in worlds dealt from a belief."""

    def think(self) -> None:
        """Make up its mind about the others."""
        self.belief = belief_of(self.view)
        is_city = self.view.game.edition.trains < CITY_TRAINS
        self.prior = PRIOR if is_city else COUNTRY_PRIOR

    def deal(self, worlds: Worlds) -> None:
        """Deal worlds that could be true, likely ones more often."""
        view, belief = self.view.array, self.belief
        deal_belief(self.kit, view, self.seat, belief, worlds.states, worlds.styles, self.dice)
