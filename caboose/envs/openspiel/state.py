"""A position as OpenSpiel handles it: the deal as chance nodes, then the engine's own state."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from caboose.engine import kernels
from caboose.engine.action import Action
from caboose.engine.fields import NOBODY, SCORE
from caboose.engine.history import Step
from caboose.engine.numbering import ACTIONS
from caboose.engine.redeal import redeal
from caboose.engine.state import State
from caboose.envs.lanes import reward_in
from caboose.envs.openspiel.recall import NO_STEPS, tell, without_secrets, write_step
from caboose.envs.rendering import describe

FACES, ROLLS = 256, 8  # of the die that deals a game


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One position, or the moment before all rolls of the deal are known."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._rolls: tuple[int, ...] = ()
        self._state: State | None = None
        self._told: tuple[str, ...] = ("",) * (game.game.seats + 1)  # the spectator's comes last
        self._steps = NO_STEPS

    # --- what OpenSpiel asks for ------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat that decides, chance before the deal, nobody after the end."""
        if self._state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._state.is_over else self._state.seat

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self._state is not None and self._state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die, all equally likely."""
        return [(face, 1 / FACES) for face in range(FACES)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self._state is not None, "before the deal there are chance_outcomes()"
        mask = np.zeros(ACTIONS, np.bool_)
        kernels.list_legal(self._state.game.tables, self._state.array, 0, player, mask)
        legal: list[int] = np.flatnonzero(mask).tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise pyspiel.SpielError("the game is over; begin another with new_initial_state().")
        if self._state is None:
            self._roll(action)
        else:
            self._play(self._state, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self._state is None:
            return f"roll {action}"
        return _action(self._state, action).text

    def returns(self) -> list[float]:
        """What the end is worth to each seat; nothing before."""
        if self._state is None or not self._state.is_over:
            return [0.0] * self.num_players()
        score, game = np.zeros(1, SCORE), self._state.game
        kernels.score(game.tables, self._state.array, 0, score)
        kind = self.get_game().reward
        return [float(reward_in(game.tables, score, seat, kind)) for seat in range(game.seats)]

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Another position that the seat cannot tell from this one, with another future."""
        if self._state is None:
            raise pyspiel.SpielError("before the deal there is nothing to deal again.")
        other: SpielState = self.clone()
        other._state = redeal(self._state.view(player), int(sampler() * (1 << 53)))
        other._forget_what_others_saw(player)
        return other

    def __str__(self) -> str:
        if self._state is None:
            return f"the deal, rolls so far: {list(self._rolls)} of {ROLLS}"
        told = describe(self._state.game, self._state.fields)
        return f"{told}\nposition {self._state.digest()}"

    # --- what observers ask for -------------------------------------------------------------------

    @property
    def position(self) -> State | None:
        """The engine's own state, secrets included; None before the deal."""
        return self._state

    @property
    def steps(self) -> np.ndarray[Any, Any]:
        """What happened as numbers, secrets included; see `recall.py`."""
        return self._steps

    def told_to(self, viewer: int | None) -> str:
        """All that a seat, or a spectator (None), saw happen, one line a step."""
        return self._told[-1 if viewer is None else viewer]

    # --- how it is played -------------------------------------------------------------------------

    def _roll(self, face: int) -> None:
        if not 0 <= face < FACES:
            raise pyspiel.SpielError(f"the die has faces 0 to {FACES - 1}, not {face}.")
        self._rolls = (*self._rolls, int(face))
        if len(self._rolls) == ROLLS:
            dealt = self.get_game().game.start(seed=int.from_bytes(bytes(self._rolls), "big"))
            self._state = State(dealt.game, dealt.array, None)
            self._note(self._state, dealt.history.step, NOBODY)

    def _play(self, state: State, number: int) -> None:
        seat = state.seat
        if number not in self._legal_actions(seat):
            raise pyspiel.SpielError(
                f"action {number} is not legal for seat {seat}; legal_actions() lists those that"
                " are. Nothing was played."
            )
        action = _action(state, number)
        self._note(state, Step(seat, action.text, tuple(state.apply(action))), number)

    def _note(self, state: State, step: Step, number: int) -> None:
        """Let every seat, and a spectator, see what happened."""
        viewers = (*range(state.game.seats), None)
        lines = [tell(step.seen_by(viewer)) for viewer in viewers]
        self._told = tuple(map(str.__add__, self._told, lines))
        self._steps = write_step(self._steps, state, step, number)

    def _forget_what_others_saw(self, player: int) -> None:
        """In another world the others hold other cards; how they got them is not told."""
        assert self._state is not None
        told = list(self._told)
        for seat in range(self._state.game.seats):
            if seat != player:
                own = self._state.view(seat).to_dict()["own"]
                told[seat] = f"{told[-1]}in another world | {own}\n"
        self._told = tuple(told)
        self._steps = without_secrets(self._steps, player)


def _action(state: State, number: int) -> Action:
    route = int(state.fields["pending_route"])
    length = 0 if route == NOBODY else state.game.edition.board.routes[route].length
    return state.game.notation.action(number, length)
