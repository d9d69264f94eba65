"""A game in the terminal: begin one or go on with one."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from caboose.engine.commitment import draw_lots
from caboose.engine.game import Game, key_from_seed
from caboose.players import Player, make_player, short_names
from caboose.terminal.colors import CardPaint
from caboose.terminal.saved_game import (
    DEFAULT_BOT,
    PERSON,
    SavedGame,
    claim_file,
    read_saved,
    save,
)
from caboose.terminal.session import Ask, Session


def play_in_terminal(
    game_or_record: Game | str | os.PathLike[str],
    *,
    seed: int | None = None,
    bots: Sequence[str] = (),
    seat: int | None = None,
    save_path: str | os.PathLike[str] | None = None,
    console: Console | None = None,
    ask: Ask | None = None,
) -> int:
    """Play a new game, or go on with the game of a file; the exit code.

    A new game is dealt from `seed`, or from chance; `bots` name the players of the other seats in
    their order, the last of them also for all seats after it. It is saved in `save_path`, which
    must not exist yet, or in a new file in the folder caboose-games. The person sits in `seat`, or
    where the lot says. A game that goes on is saved where it came from, or from now on in
    `save_path`.

    What cannot be done is raised before the first screen, with a sentence to show: UnknownPlayer,
    BadRecord, ValueError (a seat that is not there), CannotSave.
    """
    if isinstance(game_or_record, Game):
        saved = _new_game(game_or_record, seed, bots, seat)
        players = _players(saved)
        path = claim_file(
            None if save_path is None else Path(save_path), saved.state.game.edition.id
        )
        save(path, saved)
    elif seat is not None:
        raise ValueError("a saved game says who sits where; go on with it without a seat.")
    else:
        saved = read_saved(Path(game_or_record))
        players = _players(saved)
        path = Path(game_or_record)
        if save_path is not None:
            path = claim_file(Path(save_path), "")
            save(path, saved)
    console = console or _console(saved.state.game)
    return Session(saved, players, path, console, ask or _ask_terminal()).run()


def _new_game(game: Game, seed: int | None, bots: Sequence[str], seat: int | None) -> SavedGame:
    key = secrets.token_bytes(32) if seed is None else key_from_seed(seed)
    if seat is None:
        seat = draw_lots(key, game.seats).index(0)
    if not 0 <= seat < game.seats:
        raise ValueError(f"there is no seat {seat}; seats are 0 to {game.seats - 1}.")
    chosen = list(bots or [DEFAULT_BOT])
    others = [chosen[min(place, len(chosen) - 1)] for place in range(game.seats - 1)]
    kinds = [*others[:seat], PERSON, *others[seat:]]
    return SavedGame(game.start(key=key), _names(kinds), kinds)


def _names(kinds: list[str]) -> list[str]:
    """You and the bots; several of a kind are numbered."""
    bots = iter(short_names(kind for kind in kinds if kind != PERSON))
    return ["You" if kind == PERSON else next(bots) for kind in kinds]


def _players(saved: SavedGame) -> dict[int, Player]:
    """The bots by seat. Their chance follows from the game's key, so they go on as they began."""
    key = saved.state.to_dict()["key"]
    players = {}
    for seat, kind in enumerate(saved.kinds):
        if kind != PERSON:
            digest = hashlib.sha256(f"caboose bot {key} {seat}".encode("ascii")).digest()
            players[seat] = make_player(kind, int.from_bytes(digest[:8], "big"))
    return players


def _console(game: Game) -> Console:
    """A console that paints cards and never fails on a letter it cannot show."""
    for stream in (sys.stdin, sys.stdout):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    return Console(highlighter=CardPaint(game.edition), markup=False, emoji=False)


def _ask_terminal() -> Ask:
    """Ask in the terminal, with its line editing; from a pipe, so that what was read is seen."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401
        return input

    def ask_pipe(prompt: str) -> str:
        line = input(prompt)
        sys.stdout.write(f"{line}\n")
        return line

    return ask_pipe
