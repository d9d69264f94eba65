"""What a hostile client sends: everything but a legal action."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from caboose.engine.game import Game
from caboose.engine.numbering import ACTIONS

VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 10**30, 1.5, 1e308, "", "x", "x" * 5000, [], {}, [[]], {"t": "play"}, "\0",
    "\u202e", "\U0001f682" * 100, "' OR 1=1 --", "<script>alert(1)</script>", "../../etc/passwd",
)  # fmt: skip
FIELDS = ("t", "cmd_id", "at", "action", "id", "route", "room", "text", "guest", "muted", "more")
JUNK = (
    "", "null", "[]", "{}", "0", '"play"', "{" * 3000, "[" * 8000, '{"t":' * 2000, '{"t":"play"',
    '{"t":"play","t":"ping"}', '{"t":"fly"}', '{"t":"ping","x":1}', "NaN", "\ufeff{}", "\0", "}{",
    '{"t":"\\ud800"}', '{"t":"say","text":"\\ud83d"}', '{"a' + "b" * 9000 + '":1}', "1e99999",
)  # fmt: skip


def every_action(game: Game) -> list[str]:
    """Every action that can be written on a board, payments of all lengths, and some nonsense."""
    words: set[str] = set()
    for number in range(ACTIONS):
        for length in range(7):
            try:
                words.add(str(game.notation.action(number, length)))
            except (ValueError, IndexError, KeyError, AssertionError):
                continue
    claims = sorted(word for word in words if word.startswith("claim"))
    payments = sorted(word for word in words if word.startswith("pay"))
    both = {f"{claim} {payment}" for claim in claims[:6] for payment in payments[:6]}
    nonsense = {"draw", "claim", "keep 9", "keep 1 1", "claim Nowhere", "pass pass", "fly", "DRAW"}
    return sorted(words | both | nonsense)


def commands(rng: random.Random, actions: list[str], at: int) -> Iterator[dict[str, Any]]:
    """Commands without end, early, late and in any order."""
    while True:
        seen = at if rng.random() < 0.9 else rng.choice((at - 1, at - 2, at + 1, 0, 1_000_000))
        action = rng.choice(actions)
        yield {"t": "play", "cmd_id": f"h{rng.random()}", "at": max(0, seen), "action": action}


def questions(rng: random.Random) -> dict[str, Any]:
    """Any other message of the protocol."""
    return rng.choice(
        (
            {"t": "ping"},
            {"t": "ask_route", "id": "q", "route": rng.choice(("Nowhere", "x" * 120, "\0"))},
            {"t": "ask_tickets", "id": "q"},
            {"t": "ask_hint", "id": "q"},
            {"t": "say", "text": rng.choice(("hello", "\0\0", "\u202e", "x" * 400))},
            {"t": "say", "text": "hello", "room": "spectators"},
            {"t": "mute", "guest": rng.choice(("nobody", "\0", "g" * 40))},
        )
    )


def spoiled(rng: random.Random, message: dict[str, Any]) -> str | bytes:
    """A message that is broken in one way or another."""
    text = json.dumps(message)
    match rng.randrange(7):
        case 0:
            return text[: rng.randrange(len(text))]
        case 1:
            place = rng.randrange(len(text))
            return text[:place] + chr(rng.randrange(1, 0x2000)) + text[place + 1 :]
        case 2:
            changed = {**message, rng.choice(FIELDS): rng.choice(VALUES)}
            return json.dumps(changed)
        case 3:
            return json.dumps({k: v for k, v in message.items() if rng.random() < 0.7})
        case 4:
            return rng.randbytes(rng.randrange(200))
        case 5:
            return rng.choice(JUNK)
        case _:
            return text.encode()
