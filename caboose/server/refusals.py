"""What a person is told over HTTP when something cannot be done."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """A status, a code and values for programs, and a sentence for people."""

    def __init__(self, status: int, code: str, sentence: str, **values: Any) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.values = values


def not_found(what: str) -> Refusal:
    """There is no such thing."""
    return Refusal(404, "not_found", f"There is no such {what}; check the address.")


def forbidden(sentence: str) -> Refusal:
    """Somebody else may, the sender may not."""
    return Refusal(403, "forbidden", sentence)


def conflict(code: str, sentence: str) -> Refusal:
    """It could be done, but not as things stand."""
    return Refusal(409, code, sentence)
