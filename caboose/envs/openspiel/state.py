"""A position as OpenSpiel handles it: what chance has still to say, and the engine's own state."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from caboose.engine import kernels
from caboose.engine.action import Action
from caboose.engine.event import Event
from caboose.engine.fields import NOBODY, SCORE
from caboose.engine.history import Step
from caboose.engine.numbering import ACTIONS
from caboose.engine.redeal import redeal
from caboose.engine.state import State
from caboose.envs.lanes import reward_in
from caboose.envs.openspiel.chance import CardByCard, SeedDeal, Undecided
from caboose.envs.openspiel.recall import NO_STEPS, tell, without_secrets, write_step
from caboose.envs.rendering import describe


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One position, or the moment before all that chance has to say is known."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._undecided: Undecided | None = None
        self._state: State | None = None
        self._told: tuple[str, ...] = ("",) * (game.game.seats + 1)  # the spectator's comes last
        self._steps = NO_STEPS
        self._wait_for(CardByCard.deal(game.game) if game.is_by_cards else SeedDeal(game.game))

    # --- what OpenSpiel asks for ------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat that decides, chance while it has something to say, nobody after the end."""
        if self._undecided is not None:
            return int(pyspiel.PlayerId.CHANCE)
        assert self._state is not None
        return int(pyspiel.PlayerId.TERMINAL) if self._state.is_over else self._state.seat

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self._state is not None and self._state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may say next, and how likely each is."""
        return self._undecided.outcomes() if self._undecided is not None else []

    def _legal_actions(self, player: int) -> list[int]:
        assert self._state is not None, "before the deal there are chance_outcomes()"
        mask = np.zeros(ACTIONS, np.bool_)
        kernels.list_legal(self._state.game.tables, self._state.array, 0, player, mask)
        legal: list[int] = np.flatnonzero(mask).tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise pyspiel.SpielError("the game is over; begin another with new_initial_state().")
        if self._undecided is not None:
            self._hear(self._undecided, action)
        else:
            assert self._state is not None
            self._play(self._state, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self._undecided is not None:
            return self._undecided.name(action)
        assert self._state is not None
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
        if self._state is None or self._undecided is not None:
            raise pyspiel.SpielError(
                "before the deal, or a card that comes next, there is nothing to deal again."
            )
        other: SpielState = self.clone()
        other._state = redeal(self._state.view(player), int(sampler() * (1 << 53)))
        other._forget_what_others_saw(player)
        return other

    def __str__(self) -> str:
        if self._undecided is not None:
            return str(self._undecided)
        assert self._state is not None
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

    def _wait_for(self, undecided: Undecided) -> None:
        """Let chance speak as long as it has a choice; then the position stands."""
        while len(outcomes := undecided.outcomes()) == 1:
            undecided = undecided.told(outcomes[0][0])
        if outcomes:
            self._undecided = undecided
            return
        self._undecided = None
        before = self._state
        state, events = undecided.finish()
        self._state = state
        number = undecided.action if isinstance(undecided, CardByCard) else None
        if before is None or number is None:
            self._note(state, Step(None, None, tuple(events)), NOBODY)
        else:
            self._note_action(before, number, events)

    def _hear(self, undecided: Undecided, outcome: int) -> None:
        if all(outcome != possible for possible, _ in undecided.outcomes()):
            raise pyspiel.SpielError(
                f"chance has no outcome {outcome} here; chance_outcomes() lists those it has."
            )
        self._wait_for(undecided.told(outcome))

    def _play(self, state: State, number: int) -> None:
        seat = state.seat
        if number not in self._legal_actions(seat):
            raise pyspiel.SpielError(
                f"action {number} is not legal for seat {seat}; legal_actions() lists those that"
                " are. Nothing was played."
            )
        if self.get_game().is_by_cards:
            self._wait_for(CardByCard(state, number))
            return
        before = state.copy()
        self._note_action(before, number, state.apply(_action(before, number)))

    def _note_action(self, before: State, number: int, events: list[Event]) -> None:
        assert self._state is not None
        step = Step(before.seat, _action(before, number).text, tuple(events))
        self._note(self._state, step, number)

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
