"""An edition with a number of seats, as OpenSpiel names things."""

from __future__ import annotations

from typing import Any

import pyspiel

from caboose.engine.game import Game
from caboose.engine.numbering import ACTIONS
from caboose.envs.batch import reward_number
from caboose.envs.openspiel.bounds import least_and_most, most_actions
from caboose.envs.openspiel.chance import FACES, MOST_NODES, ROLLS
from caboose.envs.openspiel.observer import SpielObserver
from caboose.envs.openspiel.state import SpielState

NAME = "python_caboose"
USUAL = {"edition": "usa", "seats": 2, "reward": "rank", "chance": "deal"}
CHANCE = ("deal", "cards")  # all of it before the deal, or every card and ticket when it comes


def game_type(utility: Any) -> Any:
    """What kind of game this is, with what the returns of all seats sum to."""
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Caboose",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=USUAL,
    )


GAME_TYPE = game_type(pyspiel.GameType.Utility.ZERO_SUM)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game that `pyspiel.load_game` gives."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**USUAL, **(params or {})}
        try:
            self.game = Game(chosen["edition"], chosen["seats"])
            self.reward = reward_number(chosen["reward"])
        except (ValueError, TypeError, OSError) as error:
            raise pyspiel.SpielError(str(error)) from error
        if chosen["chance"] not in CHANCE:
            raise pyspiel.SpielError(
                f"chance is {' or '.join(CHANCE)}, not {chosen['chance']!r}: all of it before the"
                " deal, or every card and ticket when it comes."
            )
        self.is_by_cards = chosen["chance"] == "cards"
        is_zero_sum = chosen["reward"] == "rank"
        least, most = least_and_most(self.game, chosen["reward"])
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=FACES,
            num_players=self.game.seats,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=most_actions(self.game),
        )
        kinds = pyspiel.GameType.Utility
        kind = GAME_TYPE if is_zero_sum else game_type(kinds.GENERAL_SUM)
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> SpielState:
        """A game that is about to be dealt."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The rolls of the deal; by cards, no action has more than a few nodes."""
        return MOST_NODES * (1 + most_actions(self.game)) if self.is_by_cards else ROLLS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What writes the tensors and strings of a seat."""
        return SpielObserver(self.game, iig_obs_type)
