"""Options behind a bot's name: `switchman:rollouts=1000,seconds=0.5`.

A bot's options are the keyword-only parameters of its `__init__`: whole numbers, numbers, words,
or yes and no, by their annotations. Where None is allowed, `none` means it.
"""

from __future__ import annotations

import inspect
import math
import types
import typing
from collections.abc import Callable
from functools import partial
from typing import Any

from caboose.players.player import UnknownPlayer

WORDS = {int: "a whole number", float: "a number", bool: "yes or no", str: "a word"}
YES = ("yes", "true", "on", "1")
NO = ("no", "false", "off", "0")


class BadOption(UnknownPlayer):
    """An option that a bot does not have, or a value that does not fit."""


def options_of(make: Callable[..., Any]) -> dict[str, Any]:
    """The options of a bot by name, each with its type."""
    fixed = make.keywords if isinstance(make, partial) else {}
    kind: Any = make.func if isinstance(make, partial) else make
    hints = _hints(kind.__init__)
    return {
        name: hints.get(name, str if one.default is one.empty else type(one.default))
        for name, one in inspect.signature(kind).parameters.items()
        if one.kind is one.KEYWORD_ONLY and name not in fixed
    }


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function)
    except (NameError, TypeError):  # annotations that mean something only to a type checker
        return {}


def read_options(bot: str, make: Callable[..., Any], text: str) -> dict[str, Any]:
    """The options that a text gives; BadOption says what would be right."""
    known = options_of(make)
    given: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        name, is_there, value = part.partition("=")
        if name not in known or not is_there or name in given:
            raise BadOption(_what_is_wrong(bot, name, list(known), name in given))
        given[name] = _read_value(bot, name, known[name], value)
    return given


def _what_is_wrong(bot: str, name: str, known: list[str], is_twice: bool) -> str:
    if not known:
        return f"{bot} has no options; write {bot} alone."
    if is_twice:
        return f"{bot} is given {name} twice; write it once."
    if name in known:
        return f"{name} has no value; write {bot}:{name}=..."
    return f'{bot} has no option "{name[:40]}"; it has {", ".join(known)}.'


def _read_value(bot: str, name: str, kind: Any, text: str) -> Any:
    kinds = typing.get_args(kind) if _is_union(kind) else (kind,)
    if type(None) in kinds and text.lower() == "none":
        return None
    wanted = next((one for one in WORDS if one in kinds), str)
    try:
        return _READ[wanted](text)
    except ValueError:
        raise BadOption(f'{name} of {bot} must be {WORDS[wanted]}, not "{text[:40]}".') from None


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _yes_or_no(text: str) -> bool:
    if text.lower() not in (*YES, *NO):
        raise ValueError(text)
    return text.lower() in YES


_READ: dict[type, Callable[[str], Any]] = {int: int, float: _finite, bool: _yes_or_no, str: str}


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in (typing.Union, types.UnionType)
