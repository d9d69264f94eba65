"""What a bot is: something that chooses an action from a view."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from caboose.engine.action import Action
from caboose.engine.view import View


class UnknownPlayer(ValueError):
    """There is no bot of that name."""


class BotFailed(ValueError):
    """A bot raised an error, or chose what is not legal."""


class Player(ABC):
    """A bot.

    Its choice depends on its seed, the view and the legal actions alone. It remembers nothing
    between two choices, so it can take over a seat in the middle of a game.
    """

    name = ""  # as it was named: racer, switchman:rollouts=1000, ./mybot.py:MyBot

    def __init__(self, seed: int) -> None:
        self.seed = seed

    @abstractmethod
    def choose(self, view: View, legal: list[Action]) -> Action:
        """One of the legal actions; there is always at least one."""

    def explain(self, view: View, legal: list[Action]) -> str:
        """Why it chooses what it chooses, in a few lines."""
        return f"{self.choose(view, legal)}; this bot says nothing about its reasons."

    def reasons(self, view: View, legal: list[Action]) -> dict[str, Any]:
        """The same as plain values: the choice, and whatever figures it rests on."""
        return {"choice": str(self.choose(view, legal))}


def ask(player: Player, view: View, legal: list[Action]) -> Action:
    """A bot's choice; BotFailed says in a sentence what is wrong with it."""
    try:
        action = player.choose(view, legal)
    except (Exception, SystemExit) as error:  # whatever a bot does wrong
        raise _failed(player, view, error) from error
    if not isinstance(action, Action) or action not in legal:
        raise BotFailed(
            f"the bot {_name(player)} chose '{str(action)[:60]}' {_when(view)}; choose must"
            f" return one of the legal actions, such as '{legal[0]}'."
        )
    return action


def ask_why(player: Player, view: View, legal: list[Action]) -> str:
    """A bot's explanation; BotFailed if it fails over it."""
    try:
        return player.explain(view, legal)
    except (Exception, SystemExit) as error:  # whatever a bot does wrong
        raise _failed(player, view, error) from error


def ask_reasons(player: Player, view: View, legal: list[Action]) -> dict[str, Any]:
    """A bot's reasons as plain values; BotFailed if it fails over them."""
    try:
        return player.reasons(view, legal)
    except (Exception, SystemExit) as error:  # whatever a bot does wrong
        raise _failed(player, view, error) from error


def _failed(player: Player, view: View, error: BaseException) -> BotFailed:
    return BotFailed(f"the bot {_name(player)} failed {_when(view)}: {tell_error(error)}.")


def _name(player: Player) -> str:
    return player.name or type(player).__name__


def _when(view: View) -> str:
    return f"at action {int(view.fields.actions) + 1} of a game"


def tell_error(error: BaseException) -> str:
    """An error of a bot's in one line: what, and in which line of which file."""
    what = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{what[:200].removesuffix('.')}{where}"
