"""Bots: `bot list`, `bot new`, `bot explain`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from caboose.cli.app import (
    FiguresFile,
    UserError,
    app,
    console,
    read_text,
    user_errors,
    warm_up,
    write,
    write_figures,
)

if TYPE_CHECKING:
    from caboose.engine.state import State

bot_app = typer.Typer(help="Bots: list, write and question them.", no_args_is_help=True)
app.add_typer(bot_app, name="bot")


@bot_app.command("list")
def bot_list(json_file: FiguresFile = None) -> None:
    """The levels for people, and all bots by name."""
    from caboose.players import LEVELS, PLAYERS

    table = Table("level", "what to expect", "wins against racer")
    for level in LEVELS:
        table.add_row(level.name, level.sentence, f"{level.wins:.0%}")
    console.print(table)
    console.print(f"Bots: {', '.join(PLAYERS)}.", highlight=False)
    write_figures(json_file, {"levels": [asdict(each) for each in LEVELS], "bots": [*PLAYERS]})


@bot_app.command("new")
def bot_new(
    file: Annotated[Path, typer.Argument(help="Where to write it.")] = Path("mybot.py"),
) -> None:
    """Write a bot of twenty lines that plays, to start your own from."""
    from caboose.players import new_bot

    if file.exists():
        raise UserError(f"{file} exists already; choose another name.")
    write(file, new_bot())
    console.print(
        f"{file} is ready: `caboose play --bot {_as_bot(file)}` plays against it.",
        markup=False,
        highlight=False,
    )


def _as_bot(file: Path) -> str:
    """How a file is named as a bot."""
    return str(file) if file.is_absolute() else f"./{file}"


@bot_app.command("explain")
def bot_explain(
    file: Annotated[Path, typer.Argument(help="The record of a game, or a position as JSON.")],
    bot: Annotated[str, typer.Option(metavar="BOT", help="Which bot is asked.")] = "express",
    at: Annotated[
        int, typer.Option(min=0, metavar="N", help="Of a record: after how many actions.")
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", help="The bot's own seed.")] = 0,
    json_file: FiguresFile = None,
) -> None:
    """Say what a bot would do in a recorded game or in a position, and why."""
    from caboose.players import ask_reasons, ask_why, make_player

    text = read_text(file)
    with user_errors():
        player = make_player(bot, seed)
        warm_up()
        state = _position(text) if text.lstrip().startswith("{") else _moment(text, at)
        seat = state.seat
        asked = player, state.view(seat), state.legal_actions(seat)
        told = ask_why(*asked)
        reasons = ask_reasons(*asked) if json_file is not None else {}
    done = int(state.fields.actions)
    console.print(f"Seat {seat} after {done} actions.", highlight=False)
    console.print(told, markup=False, highlight=False, soft_wrap=True)
    write_figures(json_file, {"bot": bot, "seat": seat, "actions": done, **reasons})


def _moment(text: str, at: int) -> State:
    """A recorded game after so many actions."""
    from caboose.engine.record import replay

    played = replay(text)
    actions = [step for step in played.history or () if step.action is not None]
    if at >= len(actions) and played.is_over:
        raise UserError(f"the game was over after {len(actions)} actions; ask for fewer.")
    state = played.game.start(key=played.fields.key.tobytes())
    for step in actions[:at]:
        state.apply(str(step.action), step.seat)
    return state


def _position(text: str) -> State:
    """A position as `state.to_dict()` writes it; most of its fields may be left out."""
    from caboose.lab.played_game import find_game

    try:
        said = json.loads(text)
        game = find_game(str(said["edition"]), int(said["seats"]))
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise UserError(f"this is no position: {error}; it needs edition and seats.") from None
    state = game.from_dict(said)
    if state.is_over:
        raise UserError("this game is over; there is nothing to decide.")
    return state
