"""A checkpoint of a net that plays with NumPy alone: features in, an action out.

    net.save("net.npz")
    batch = Batch("london", n=64, opponents="net.npz", compact=True)

Whatever it was trained with, a file holds its layers, the board it is for, and nothing that runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from caboose.engine.game import Game
from caboose.envs.features import Encoder, actions_of
from caboose.envs.observation_layout import cut_to_compact

Array = np.ndarray[Any, Any]
FORMAT = "caboose net 1"
FORBIDDEN = np.float32(-1e9)


class Net:
    """Layers of weights and biases with a bend between them; the last gives a number an action."""

    def __init__(
        self, game: Game, layers: Sequence[tuple[Array, Array]], bend: str = "relu"
    ) -> None:
        self.game, self.bend = game, bend
        self.layers: list[tuple[Array, Array]] = [
            (np.asarray(weights, np.float32), np.asarray(biases, np.float32))
            for weights, biases in layers
        ]
        self.encoder, self.numbers = Encoder(game), actions_of(game)
        ends = (self.layers[0][0].shape[1], self.layers[-1][0].shape[0])
        if ends != (self.encoder.width, len(self.numbers)):
            raise ValueError(
                f"a net for {game!r} takes {self.encoder.width} features and rates"
                f" {len(self.numbers)} actions; this one {ends[0]} and {ends[1]}."
            )
        if bend not in _BENDS:
            raise ValueError(f"bend is {' or '.join(_BENDS)}, not {bend!r}.")

    def rate(self, features: Array, masks: Array) -> Array:
        """A number for each of its actions, forbidden ones far below all others."""
        for weights, biases in self.layers[:-1]:
            features = _BENDS[self.bend](features @ weights.T + biases)
        weights, biases = self.layers[-1]
        return np.where(masks, features @ weights.T + biases, FORBIDDEN)

    def __call__(self, observations: Array, masks: Array) -> Array:
        """The number of the best action of each observation, compact or not."""
        rated = self.rate(self.encoder(self._compact(observations)), masks[:, self.numbers])
        return np.asarray(self.numbers[rated.argmax(axis=1)])

    def _compact(self, observations: Array) -> Array:
        if observations.shape[1] == self.encoder.observation_width:
            return observations
        return cut_to_compact(self.game, observations)

    def save(self, file: str | Path) -> None:
        """Write it down."""
        arrays = {f"layer{n}": both[0] for n, both in enumerate(self.layers)}
        arrays |= {f"bias{n}": both[1] for n, both in enumerate(self.layers)}
        said = np.array([FORMAT, self.game.edition.digest, str(self.game.seats), self.bend])
        with Path(file).open("wb") as out:
            np.savez_compressed(out, allow_pickle=False, said=said, **arrays)

    @classmethod
    def load(cls, file: str | Path, game: Game) -> Net:
        """Read one that was written for the same board, edition and seats."""
        try:
            with np.load(file, allow_pickle=False) as held:
                kind, board, seats, bend = held["said"].tolist()
                layers = [(held[f"layer{n}"], held[f"bias{n}"]) for n in range(len(held) // 2)]
        except FileNotFoundError:
            raise ValueError(f"{file} does not exist; check its name.") from None
        except (OSError, KeyError, ValueError) as error:
            raise ValueError(f"{file} is not a net of Caboose: {error}.") from None
        if kind != FORMAT:
            raise ValueError(f"{file} has another format: {kind}, not {FORMAT}.")
        if (board, seats) != (game.edition.digest, str(game.seats)):
            raise ValueError(f"{file} was made for another board or number of seats than {game!r}.")
        return cls(game, layers, bend)


_BENDS: dict[str, Any] = {"relu": lambda x: np.maximum(x, 0), "tanh": np.tanh}
