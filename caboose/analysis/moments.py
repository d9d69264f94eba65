"""The decisions of a finished game, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from caboose.engine.action import Action
from caboose.engine.state import State


@dataclass(frozen=True)
class Moment:
    """A decision of a finished game: the position before it, and who did what."""

    before: State
    seat: int
    action: Action


def moments(played: State) -> Iterator[Moment]:
    """The decisions of a game, played again from its key."""
    state = played.game.start(key=played.fields.key.tobytes())
    for step in played.history or ():
        if step.action is None or step.seat is None:
            continue
        legal = {action.text: action for action in state.legal_actions(step.seat)}
        yield Moment(state.copy(), step.seat, legal[step.action])
        state.apply(legal[step.action], step.seat)
