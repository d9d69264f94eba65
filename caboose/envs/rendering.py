"""A position for the eye: a few lines of text, or the board as a picture of claimed routes."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from caboose.boards.drawing import draw_png
from caboose.engine.fields import CARDS, FACE_UP, LOCOMOTIVE, NOBODY, PHASES
from caboose.engine.game import Game
from caboose.engine.sets import members

RENDER_MODES = ["human", "ansi", "rgb_array"]
WIDTH = 1000  # pixels of a picture


def check_render_mode(mode: str | None) -> str | None:
    """A way to show a position, or None for none."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render_mode {mode!r}; choose {', '.join(RENDER_MODES)}.")
    return mode


def render(game: Game, state: Any, mode: str | None) -> Any:
    """What a render mode shows of a state's record; only what lies open on the table."""
    if mode == "rgb_array":
        return draw_picture(game, state)
    if mode == "human":
        print(describe(game, state))
        return None
    return describe(game, state) if mode == "ansi" else None


def claims(game: Game, state: Any) -> dict[str, int]:
    """Which seat has claimed which route."""
    routes = game.edition.board.routes
    return {
        routes[number].id: seat
        for seat in range(game.seats)
        for number in members(state["owned"][seat])
    }


def draw_picture(game: Game, state: Any) -> np.ndarray[Any, Any]:
    """The board with every claimed route in its seat's color: height, width, red green blue."""
    from PIL import Image

    with Image.open(io.BytesIO(draw_png(game.edition, claims(game, state), WIDTH))) as image:
        return np.asarray(image.convert("RGB"))


def describe(game: Game, state: Any) -> str:
    """The open part of a position in a few lines."""
    names = [*game.edition.colors, *[""] * (CARDS - 1 - len(game.edition.colors)), "locomotive"]
    assert names.index("locomotive") == LOCOMOTIVE
    row = [int(state["face_up"][slot]) for slot in range(FACE_UP)]
    shown = " ".join("-" if card == NOBODY else names[card] for card in row)
    phase, decider = PHASES[int(state["phase"])], int(state["seat"])
    decks = f"deck {int(state['deck_size'])}, discards {int(state['discard_size'])}"
    lines = [
        f"{game.edition.name}: {phase}, seat {decider} decides, {int(state['turns'])} turns played",
        f"row: {shown}; {decks}, tickets {int(state['ticket_deck_size'])}",
    ]
    owned = claims(game, state)
    for seat in range(game.seats):
        routes = ", ".join(route for route, owner in owned.items() if owner == seat) or "no routes"
        lines.append(
            f"seat {seat}: {int(state['points'][seat])} points, {int(state['trains'][seat])}"
            f" trains, {int(state['hand_size'][seat])} cards; {routes}"
        )
    return "\n".join(lines)
