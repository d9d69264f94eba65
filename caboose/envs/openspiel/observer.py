"""The tensors and strings of a seat, made from what it may know.

An observation is the present (the named parts of `observation_layout.py`, cut to the game's own
counts), an information state everything that the seat saw since the deal.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from caboose.engine.fields import FIRST_TICKETS
from caboose.engine.game import Game
from caboose.envs.observation import observe_in
from caboose.envs.observation_layout import layout_of
from caboose.envs.openspiel.bounds import most_actions
from caboose.envs.openspiel.recall import WIDTH, as_numbers, without_secrets

PRIVATE = ("offer", "hand", "drawn", "unseen", "tickets")  # the others may be known to all
USUAL = pyspiel.IIGObservationType(perfect_recall=False)


class SpielObserver:
    """Writes observations: `tensor`, its named parts in `dict`, and strings."""

    def __init__(self, game: Game, iig_obs_type: Any = None) -> None:
        kind = iig_obs_type or USUAL
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise pyspiel.SpielError(
                "no observation shows what all seats hide; for critics in training there is"
                " caboose.envs.Batch.oracle()."
            )
        self.is_public = kind.public_info
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.has_recall = kind.perfect_recall
        self._game, self._layout = game, layout_of(game, compact=True)
        shapes = {part.name: part.shape for part in self._layout.fields if self._shows(part.name)}
        if self.has_recall:
            shapes["steps"] = (most_actions(game), WIDTH)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        pieces = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {
            name: piece.reshape(shape)
            for (name, shape), piece in zip(shapes.items(), pieces, strict=True)
        }

    def _shows(self, name: str) -> bool:
        return self.is_private if name in PRIVATE else self.is_public or name == "seat"

    def set_from(self, state: Any, player: int) -> None:
        """Write the tensor of a seat."""
        self.tensor.fill(0)
        if state.position is None:
            return
        for name, part in self._parts(state.position, player).items():
            self.dict[name][...] = part
        if self.has_recall:
            steps = without_secrets(state.steps, player if self.is_private else None)
            self.dict["steps"][: len(steps)] = as_numbers(steps)

    def _parts(self, position: Any, player: int) -> dict[str, Any]:
        """The named parts that are shown."""
        line = np.zeros(self._layout.width, np.int16)
        observe_in(self._game.tables, position.array, 0, player, self._layout.sizes, line)
        parts = self._layout.unpack(line)
        if not self.is_private and position.fields["phase"] == FIRST_TICKETS:
            parts["ticket_count"][:] = 0  # R7: nobody else knows how many a seat has kept
        return {name: part for name, part in parts.items() if name in self.dict}

    def string_from(self, state: Any, player: int) -> str:
        """The string of a seat."""
        if state.position is None:
            return ""
        return self._recalled(state, player) if self.has_recall else self._seen(state, player)

    def _recalled(self, state: Any, player: int) -> str:
        if not self.is_private:
            return str(state.told_to(None))
        own = str(state.told_to(player))
        if self.is_public:
            return f"seat {player}\n{own}"
        lines = zip(own.splitlines(), str(state.told_to(None)).splitlines(), strict=False)
        return "\n".join(mine for mine, theirs in lines if mine != theirs)

    def _seen(self, state: Any, player: int) -> str:
        if not self.is_private:
            return json.dumps(state.position.view(None).to_dict())
        said = state.position.view(player).to_dict()
        return json.dumps(said if self.is_public else said["own"])
