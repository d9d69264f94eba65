"""Many positions of one game in one array, for tools that search: stepped and scored in one call.

states = caboose.redeal_many(view, 256, seed=1)       # or States.of([...]), States.deal(...)
states.step(states.masks().argmax(axis=1))            # the first legal action in each
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import OVER, SCORE, STATE, copy_records
from caboose.engine.happenings import no_buffer
from caboose.engine.numbering import ACTIONS
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.turn import legal_mask, play
from caboose.engine.state import State

if TYPE_CHECKING:
    from caboose.engine.game import Game

Array = np.ndarray[Any, Any]


@compiled
def mask_all(games: Any, states: Any, masks: Any) -> None:
    """Mark the legal actions of the seat that decides in each state; none where it is over."""
    for i in range(states.shape[0]):
        masks[i, :] = False
        if states[i].phase != OVER:
            legal_mask(games[0], states[i], wide(states[i].seat), masks[i])


@compiled
def play_all(games: Any, states: Any, actions: Any, happenings: Any) -> None:
    """Play one legal action in each state that is not over."""
    for i in range(states.shape[0]):
        if states[i].phase != OVER:
            play(games[0], states[i], wide(states[i].seat), wide(actions[i]), happenings)


@compiled
def score_all(games: Any, states: Any, scores: Any) -> None:
    """Score each state as if it ended now."""
    for i in range(states.shape[0]):
        score_game(games[0], states[i], scores[i])


class States:
    """Many positions of one game, without their histories.

    They hold everything, hidden cards too: a player must never be given states but its own
    re-deals.
    """

    __slots__ = ("array", "game")

    def __init__(self, game: Game, array: Array) -> None:
        self.game = game
        self.array = array

    @classmethod
    def of(cls, states: Iterable[State]) -> States:
        """Copies of some states of one game."""
        some = list(states)
        if not some:
            raise ValueError("name at least one state.")
        if any(state.game != some[0].game for state in some):
            raise ValueError("the states are of different games; take those of one.")
        return cls(some[0].game, _records(b"".join(state.array.tobytes() for state in some)))

    @classmethod
    def deal(cls, game: Game, seeds: Sequence[int]) -> States:
        """The first positions of the games of some seeds."""
        return cls.of(game.start(seed=int(seed)) for seed in seeds)

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: int) -> State:
        """A copy of one of them."""
        one = np.arange(len(self))[place]
        return State(self.game, copy_records(self.array[one : one + 1]), None)

    def __iter__(self) -> Iterator[State]:
        return (self[place] for place in range(len(self)))

    def some(self, places: Any) -> States:
        """Copies of those at some places: a slice, a mask or a list of numbers."""
        as_bytes = self.array.view(np.dtype((np.void, STATE.itemsize)))
        return States(self.game, _records(as_bytes[places].tobytes()))

    def copy(self) -> States:
        """The same once more."""
        return States(self.game, copy_records(self.array))

    def repeat(self, times: int) -> States:
        """Each of them so often, one after the other."""
        return self.some(np.repeat(np.arange(len(self)), times))

    @property
    def seats(self) -> Array:
        """Who decides in each."""
        return self.array["seat"].astype(np.int64)

    @property
    def are_over(self) -> Array:
        """Which of them have ended."""
        return np.asarray(self.array["phase"] == OVER)

    def masks(self) -> Array:
        """The legal actions in each, (n, 264); none where the game is over."""
        masks = np.zeros((len(self), ACTIONS), np.bool_)
        mask_all(self.game.tables, self.array, masks)
        return masks

    def step(self, actions: Any) -> None:
        """Play one action in each, by its number; where a game is over, its number is ignored.

        If one of them is not legal, ValueError says which, and nothing is played in any.
        """
        numbers = np.asarray(actions)
        if numbers.shape != (len(self),) or numbers.dtype.kind not in "iu":
            raise ValueError(f"step takes {len(self)} whole numbers, one action for each state.")
        self._check(numbers)
        play_all(self.game.tables, self.array, numbers.astype(np.int64), no_buffer())

    def _check(self, numbers: Array) -> None:
        inside = (numbers >= 0) & (numbers < ACTIONS)
        legal = self.masks()[np.arange(len(self)), np.where(inside, numbers, 0)] & inside
        refused = np.flatnonzero(~legal & ~self.are_over)
        if len(refused):
            place = int(refused[0])
            raise ValueError(
                f"action {int(numbers[place])} is not legal in state {place}: seat"
                f" {int(self.seats[place])} may not play it. Nothing was played in any state."
            )

    def scores(self) -> tuple[Array, Array]:
        """Totals and ranks, (n, seats) each; before the end, as if the game ended now."""
        scores = np.zeros(len(self), SCORE)
        score_all(self.game.tables, self.array, scores)
        seats = self.game.seats
        return scores["total"][:, :seats].astype(np.int64), scores["rank"][:, :seats].copy()

    def __repr__(self) -> str:
        return f"<{len(self)} states of {self.game!r}>"


def _records(data: bytes) -> Array:
    """Records from their bytes; NumPy's own copies go field by field and lose padding."""
    return np.ndarray(len(data) // STATE.itemsize, STATE, bytearray(data))
