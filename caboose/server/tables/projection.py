"""The one place where a game becomes a message: a public part, and a part for one seat alone.

Everything is made from the engine's views, never from a state: nothing can be sent that a viewer
may not know. A table keeps the bytes it has made, so the public part is encoded once.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import asdict
from typing import Any

from pydantic_core import to_json

from caboose.engine.history import Step
from caboose.engine.state import State
from caboose.engine.view_json import own_json, public_json


class Projection:
    """The messages of one position. `steps` are those of the whole game so far."""

    def __init__(
        self,
        state: State,
        steps: list[Step],
        timed_out: Set[int] = frozenset(),
        is_revealed: bool = False,
        is_sealed: bool = False,
    ) -> None:
        """A game that was closed is revealed though it is not over by its rules.

        One that is over is not, as long as others may play the same deal.
        """
        self._state = state
        self.is_revealed = is_revealed or (state.is_over and not is_sealed)
        self._timed_out = timed_out  # the numbers of the steps that the clock brought about
        self._steps = steps
        self._count = len(steps)  # the list goes on growing with the game
        self.at = self._count - 1
        self._public: bytes | None = None
        self._standing: dict[str, Any] | None = None
        self._own: dict[int | None, bytes] = {None: b"null"}
        self._legal: dict[int | None, bytes] = {None: b"null"}
        self._said: dict[int, bytes] = {}  # the steps that are the same for everybody

    def view(self, viewer: int | None, since: int, clock: dict[str, Any]) -> bytes:
        """The view for a seat or a spectator (None), with the steps it has not had."""
        since = min(max(since, 0), self._count)
        return b"".join(
            (
                b'{"t":"view","at":%d,"since":%d,"steps":[' % (self.at, since),
                b",".join(self._step(n, viewer) for n in range(since, self._count)),
                b'],"public":',
                self.public,
                b',"own":',
                self.own(viewer),
                b',"legal":',
                self.legal(viewer),
                b',"clock":',
                to_json(clock),
                b"}",
            )
        )

    @property
    def public(self) -> bytes:
        """What everybody may know, encoded once."""
        if self._public is None:
            self._public = public_json(self._state)
        return self._public

    def own(self, viewer: int | None) -> bytes:
        """What only this seat knows."""
        if viewer not in self._own:
            assert viewer is not None
            self._own[viewer] = own_json(self._state, viewer)
        return self._own[viewer]

    def legal(self, viewer: int | None) -> bytes:
        """This seat's legal actions; null if it is not to decide."""
        if viewer not in self._legal:
            assert viewer is not None
            self._legal[viewer] = to_json(legal_actions(self._state, viewer))
        return self._legal[viewer]

    @property
    def standing(self) -> dict[str, Any]:
        """Where all seats stand, the same for everybody, and counted once."""
        if self._standing is None:
            self._standing = asdict(self._state.view(None).standing())
        return self._standing

    def _step(self, n: int, viewer: int | None) -> bytes:
        step = self._steps[n]
        seen = step if self.is_revealed else step.seen_by(viewer)
        if seen is not step:
            return self._encoded(n, seen)
        if n not in self._said:
            self._said[n] = self._encoded(n, step)
        return self._said[n]

    def _encoded(self, n: int, step: Step) -> bytes:
        return to_json({**step.to_dict(), "timed_out": n in self._timed_out})


def legal_actions(state: State, seat: int) -> list[str] | None:
    """The legal actions of a seat as text, None if it is not to decide."""
    if seat not in state.waiting_for():
        return None
    return [action.text for action in state.legal_actions(seat)]
