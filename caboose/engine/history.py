"""What happened so far: a chain of steps that copies of a state share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import is_
from typing import Any

from caboose.engine.action import Action
from caboose.engine.event import Event


@dataclass(frozen=True, slots=True)
class Step:
    """One action with its events. Set-up is a step without seat and action."""

    seat: int | None
    action: str | None  # another seat's choice of tickets is shown as "keep ?"
    events: tuple[Event, ...]

    def seen_by(self, viewer: int | None) -> Step:
        """The step as a seat, or a spectator (None), saw it."""
        events = tuple([event.seen_by(viewer) for event in self.events])
        is_own = viewer is not None and viewer == self.seat
        is_secret = not is_own and self.action is not None and self.action.startswith("keep")
        if not is_secret and all(map(is_, events, self.events)):
            return self
        return Step(self.seat, "keep ?" if is_secret else self.action, events)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        events = [event.to_dict() for event in self.events]
        return {"seat": self.seat, "action": self.action, "events": events}

    @classmethod
    def from_dict(cls, said: dict[str, Any]) -> Step:
        """The step that `to_dict` wrote."""
        events = tuple(Event.from_dict(event) for event in said["events"])
        return cls(said["seat"], said["action"], events)


class History:
    """A step and the history before it."""

    __slots__ = ("before", "length", "step")

    def __init__(self, before: History | None, step: Step) -> None:
        self.before = before
        self.step = step
        self.length: int = 1 if before is None else before.length + 1

    def and_then(self, seat: int, action: Action, events: list[Event]) -> History:
        """This history with one more step."""
        return History(self, Step(seat, action.text, tuple(events)))

    def __iter__(self) -> Iterator[Step]:
        steps = []
        link: History | None = self
        while link is not None:
            steps.append(link.step)
            link = link.before
        return reversed(steps)

    def __reduce__(self) -> tuple[object, tuple[tuple[Step, ...]]]:
        return chain, (tuple(self),)  # a deep chain must not be pickled link by link


def chain(steps: tuple[Step, ...]) -> History:
    """A history of these steps."""
    history: History | None = None
    for step in steps:
        history = History(history, step)
    assert history is not None, "a history begins with its set-up"
    return history
