"""Ways to play that together reach every corner of a game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import caboose

Style = Callable[[random.Random, list[str], caboose.Game], str]


def any_action(rng: random.Random, legal: list[str], game: caboose.Game) -> str:
    return rng.choice(legal)


def hoard(rng: random.Random, legal: list[str], game: caboose.Game) -> str:
    """Draw cards as long as there are any: exhausts deck and discards."""
    draws = [text for text in legal if text.startswith("draw")]
    return rng.choice(draws) if draws and rng.random() < 0.97 else rng.choice(legal)


def hoard_colors(rng: random.Random, legal: list[str], game: caboose.Game) -> str:
    """Leave the face-up locomotives lying: rows that are swept, and rows that stand."""
    colors = [text for text in legal if text.startswith("draw") and text != "draw locomotive"]
    return rng.choice(colors) if colors and rng.random() < 0.95 else rng.choice(legal)


def ask_for_tickets(rng: random.Random, legal: list[str], game: caboose.Game) -> str:
    """Draw and keep tickets: exhausts the ticket deck."""
    if "tickets" in legal and rng.random() < 0.7:
        return "tickets"
    return legal[-1] if legal[-1].startswith("keep") else rng.choice(legal)


def race(rng: random.Random, legal: list[str], game: caboose.Game) -> str:
    """Claim whatever can be claimed: short games with many routes."""
    claims = [text for text in legal if text.startswith("claim")]
    return rng.choice(claims) if claims else rng.choice(legal)


def build_long(rng: random.Random, legal: list[str], game: caboose.Game) -> str:
    """Take everything there is, then claim the longest routes: some seats end up having to pass."""
    for wish in ("tickets", "keep", "draw"):
        wished = [text for text in legal if text.startswith(wish)]
        if wished:
            return wished[-1] if wish == "keep" else rng.choice(wished)
    lengths = {f"claim {route.id}": route.length for route in game.edition.board.routes}
    most = max(lengths.get(text, 0) for text in legal)
    return rng.choice([text for text in legal if lengths.get(text, 0) == most])


STYLES: list[Style] = [any_action, hoard, hoard_colors, ask_for_tickets, race, build_long]


def positions(
    game: caboose.Game, seed: int, style: Style, most: int = 5000
) -> Iterator[caboose.State]:
    """The same state at every position of a game, its end included; a copy must be taken to keep
    one."""
    rng = random.Random(f"{game!r} {seed} {style.__name__}")
    state = game.start(seed=seed)
    yield state
    for _ in range(most):
        if state.is_over:
            return
        seat = rng.choice(state.waiting_for())
        legal = [str(action) for action in state.legal_actions(seat)]
        state.apply(style(rng, legal, game), seat)
        yield state


def final_state(game: caboose.Game, seed: int, style: Style) -> caboose.State:
    """A whole game."""
    return list(positions(game, seed, style))[-1]
