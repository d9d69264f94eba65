"""What a person is told when something cannot be done: over HTTP, and about a command."""

from __future__ import annotations

from typing import Any

from caboose.server.protocol.messages import Refused


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


def nobody() -> Refusal:
    """It is not known who is asking."""
    return Refusal(401, "no_guest", "Enter your name first.")


def forbidden(code: str, sentence: str) -> Refusal:
    """Somebody else may, the sender may not."""
    return Refusal(403, code, sentence)


def not_owner(what: str) -> Refusal:
    """Only the host of a table may do that."""
    return forbidden("not_owner", f"Only the host can {what}.")


def blocked() -> Refusal:
    """One of the two wants nothing to do with the other."""
    return forbidden("blocked", "One of you has blocked the other.")


def conflict(code: str, sentence: str) -> Refusal:
    """It could be done, but not as things stand."""
    return Refusal(409, code, sentence)


def sealed() -> Refusal:
    """Others may still play the same deal."""
    return forbidden("sealed", "Others can still play this deal; it is shown when that is over.")


def refuse_another_promise(seen: str | None, promised: str) -> None:
    """Only the promise that was seen first binds us, so whoever names one sits under no other."""
    if seen is not None and seen != promised:
        raise conflict(
            "other_promise", "This table's promise differs from the one you saw; look again."
        )


def refused(
    cmd_id: str | None, code: str, sentence: str, values: dict[str, Any] | None = None
) -> Refused:
    """A refusal: a code and its values for programs, a sentence for people."""
    text = sentence[:1].upper() + sentence[1:]
    text = text if text.endswith((".", "?", "!")) else f"{text}."
    return Refused(cmd_id=cmd_id, code=code, values=values or {}, sentence=text)
