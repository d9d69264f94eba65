"""Bots from people's own files: `./mybot.py:MyBot`, or `./mybot.py` if it has only one."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from caboose.players.player import Player, UnknownPlayer, tell_error


class BadBot(UnknownPlayer):
    """A file that holds no usable bot."""


def new_bot() -> str:
    """A small bot that plays, to start your own from."""
    return Path(__file__).with_name("new_bot.py.txt").read_text("utf-8")


def load_bot(file: str, name: str | None) -> type[Player]:
    """The class of a bot in a file; its name may be left out if the file has only one."""
    path = Path(file)
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        raise BadBot(f"{file} does not exist; `caboose bot new {file}` writes a bot.") from None
    module = _load(str(path.resolve()), file, changed)
    return _only_bot(module, file) if name is None else _bot_of_name(module, file, name)


@lru_cache(maxsize=64)
def _load(path: str, file: str, changed: int) -> ModuleType:
    """Run a file as a module. `changed` is its age: a file that was edited is read again."""
    spec = importlib.util.spec_from_file_location(_module_name(path), path)
    if spec is None or spec.loader is None:
        raise BadBot(f"{file} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # data classes and pickles look there
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.append(folder)  # a bot may import the files beside it
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise BadBot(f"{file} has an error in line {error.lineno}: {error.msg}.") from None
    except (Exception, SystemExit) as error:  # whatever is in that file
        raise BadBot(f"{file} cannot be loaded: {tell_error(error)}.") from error
    return module


def _module_name(path: str) -> str:
    return f"caboose_bot_{hashlib.sha256(path.encode()).hexdigest()[:16]}"


def _bots_in(module: ModuleType) -> list[type[Player]]:
    """The bots that a file itself defines, and that could play."""
    return [
        thing
        for thing in vars(module).values()
        if inspect.isclass(thing)
        and issubclass(thing, Player)
        and thing.__module__ == module.__name__
        and not inspect.isabstract(thing)
    ]


def _only_bot(module: ModuleType, file: str) -> type[Player]:
    bots = _bots_in(module)
    if not bots:
        raise BadBot(f"{file} has no bot; derive a class with choose from caboose.players.Player.")
    if len(bots) > 1:
        names = " or ".join(f"{file}:{bot.__name__}" for bot in bots)
        raise BadBot(f"{file} has {len(bots)} bots; write {names}.")
    return bots[0]


def _bot_of_name(module: ModuleType, file: str, name: str) -> type[Player]:
    thing = getattr(module, name, None)
    if thing is None:
        names = ", ".join(bot.__name__ for bot in _bots_in(module))
        raise BadBot(f"{file} has no class {name}; {f'its bots: {names}' if names else 'no bot'}.")
    if not (inspect.isclass(thing) and issubclass(thing, Player)):
        raise BadBot(f"{name} in {file} is no bot; derive it from caboose.players.Player.")
    if inspect.isabstract(thing):
        raise BadBot(f"{name} in {file} has no choose(view, legal); write that method.")
    return thing
