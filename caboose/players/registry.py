"""The bots by name."""

from __future__ import annotations

import difflib

from caboose.players.player import Player
from caboose.players.random import RandomPlayer
from caboose.players.tourist import Tourist

PLAYERS: dict[str, type[Player]] = {
    "random": RandomPlayer,
    "tourist": Tourist,
}


class UnknownPlayer(ValueError):
    """There is no bot of that name."""


def make_player(name: str, seed: int) -> Player:
    """The bot of a name."""
    if name not in PLAYERS:
        near = difflib.get_close_matches(name, PLAYERS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(PLAYERS)}."
        raise UnknownPlayer(f'there is no bot "{name[:40]}"; {hint}')
    return PLAYERS[name](seed)
