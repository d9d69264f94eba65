"""What a player is told when something cannot be done."""

from __future__ import annotations

from typing import Any


class Reason(str):
    """A sentence for people that also carries its code and values for programs."""

    code: str
    values: dict[str, Any]

    def __new__(cls, sentence: str, code: str, **values: Any) -> Reason:
        """Make a sentence with its code and values."""
        reason = super().__new__(cls, sentence)
        reason.code = code
        reason.values = values
        return reason

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]:
        return (str(self), self.code), self.values


class IllegalAction(ValueError):
    """The rules do not allow this now. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    @property
    def code(self) -> str:
        """A short stable name for the reason."""
        return self.reason.code

    @property
    def values(self) -> dict[str, Any]:
        """What the reason is about: route, needed and present numbers ..."""
        return self.reason.values


class BadNotation(IllegalAction):
    """The text is not an action of this game. Nothing has changed."""


class BadRecord(ValueError):
    """A record cannot be read, or does not fit the rules or its own key."""


class BadPosition(ValueError):
    """A dictionary does not describe a position of this game."""
