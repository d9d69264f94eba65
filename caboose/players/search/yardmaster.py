"""Yardmaster: searches as Signalman does, and goes on as Engineer would.

Its arms are the options that Engineer thinks most of, and what it thinks of each is the prior.
There are few of them, so each is tried in many worlds. Rivals that seem to play as Express does
are thought to play as well as Engineer. Second cards are searched, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.action import Action
from caboose.engine.compiled import compiled
from caboose.engine.fields import SECOND_CARD
from caboose.engine.view import View
from caboose.players.bots.engineer import weigh_options
from caboose.players.policies import ENGINEER, EXPRESS
from caboose.players.policy_player import PolicyPlayer
from caboose.players.search.signalman import BelievingSearch, Signalman
from caboose.players.search.switchman import Arm, Search
from caboose.players.search.worlds import Worlds
from caboose.players.tools.facts import MOST_OPTIONS
from caboose.players.tools.kit import Kit
from caboose.players.tools.scratch import clear_scratch

MOST_ARMS = 8
ANSWER = 1500  # hundredths of a point that an answer of one means in the USA
USA_TRAINS = 45


@compiled
def weigh_in(kit: Kit, views: Any, seat: int, answers: Any) -> int:
    """What a seat's options are worth to Engineer; the kit's scratch space holds them."""
    clear_scratch(kit.scratches[0])
    return weigh_options(kit.games[0], kit.atlases[0], views[0], seat, kit.scratches[0], answers)


class Yardmaster(Signalman):
    """Signalman with a learned player in its head; stronger with more rollouts for a decision."""

    word = "yardmaster"

    def __init__(self, seed: int, *, rollouts: int = 1000, seconds: float | None = None) -> None:
        super().__init__(seed, rollouts=rollouts, seconds=seconds)
        self.quick = PolicyPlayer(seed, "engineer")

    def is_worth_a_search(self, view: View, legal: list[Action]) -> bool:
        """Is there a choice, and does the turn depend on it? A second card is half a turn."""
        is_second = view.fields.phase == SECOND_CARD
        return (is_second and len(legal) > 1) or super().is_worth_a_search(view, legal)

    def begin(self, view: View) -> Search:
        """A search from what a view says, what it makes one believe, and what was learned."""
        return LearnedSearch(view, self.seed)


class LearnedSearch(BelievingSearch):
    """A search among the options that a learned player thinks most of."""

    def arms(self) -> list[Arm]:
        """The options that are worth most, with their worth less the best one's as a prior."""
        answers = np.zeros(MOST_OPTIONS, np.float32)
        count = weigh_in(self.kit, self.view.array, self.seat, answers)
        moves = self.kit.scratches[0].moves
        best_first = np.argsort(-answers[:count], kind="stable")[:MOST_ARMS].tolist()
        top = float(answers[best_first[0]])
        unit = ANSWER * self.view.game.edition.trains / USA_TRAINS
        return [
            Arm(int(moves[i]), ENGINEER, round(unit * (float(answers[i]) - top)))
            for i in best_first
        ]

    def deal(self, worlds: Worlds) -> None:
        """Deal worlds that could be true; good rivals play as well as it does itself."""
        super().deal(worlds)
        worlds.styles[worlds.styles == EXPRESS] = ENGINEER
