"""Bots: `bot list`, `bot new`, `bot explain`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from caboose.cli.app import UserError, app, console, read_text, user_errors, warm_up, write

bot_app = typer.Typer(help="Bots: list, write and question them.", no_args_is_help=True)
app.add_typer(bot_app, name="bot")


@bot_app.command("list")
def bot_list() -> None:
    """The levels for people, and all bots by name."""
    from caboose.players import LEVELS, PLAYERS

    table = Table("level", "what to expect", "wins against racer")
    for level in LEVELS:
        table.add_row(level.name, level.sentence, f"{level.wins:.0%}")
    console.print(table)
    console.print(f"Bots: {', '.join(PLAYERS)}.", highlight=False)


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
    record: Annotated[Path, typer.Argument(help="The record of a game.")],
    bot: Annotated[str, typer.Option(help="Which bot is asked.")] = "express",
    at: Annotated[int, typer.Option(min=0, help="After how many actions.")] = 0,
    seed: Annotated[int, typer.Option(help="The bot's own seed.")] = 0,
) -> None:
    """Say what a bot would do at some point of a recorded game, and why."""
    from caboose.engine.record import replay
    from caboose.players import ask_why, make_player

    text = read_text(record)
    warm_up()
    played = replay(text)
    actions = [step for step in played.history or () if step.action is not None]
    if at >= len(actions) and played.is_over:
        raise UserError(f"the game was over after {len(actions)} actions; ask for fewer.")
    with user_errors():
        state = played.game.start(key=played.fields.key.tobytes())
        for step in actions[:at]:
            state.apply(str(step.action), step.seat)
        seat = state.seat
        told = ask_why(make_player(bot, seed), state.view(seat), state.legal_actions(seat))
    console.print(f"Seat {seat} after {at} actions.", highlight=False)
    console.print(told, markup=False, highlight=False, soft_wrap=True)
