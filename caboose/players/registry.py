"""The bots by name: `racer`, `switchman:rollouts=1000`, `./mybot.py:MyBot`, or a level's name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from functools import partial

from caboose.players.levels import LEVELS, level_of
from caboose.players.loading import BadBot, load_bot
from caboose.players.options import BadOption, read_options
from caboose.players.player import Player, UnknownPlayer, tell_error
from caboose.players.policies import POLICIES
from caboose.players.policy_player import PolicyPlayer
from caboose.players.search.signalman import Signalman
from caboose.players.search.switchman import Switchman
from caboose.players.search.yardmaster import Yardmaster

# Each takes a seed, and the options that its name may carry.
PLAYERS: dict[str, Callable[..., Player]] = {
    **{policy: partial(PolicyPlayer, policy=policy) for policy in POLICIES},
    "switchman": Switchman,
    "signalman": Signalman,
    "yardmaster": Yardmaster,
}

_OWN_FILE = re.compile(r"(?P<file>.+\.py)(?::(?P<bot>[^:=]*))?(?::(?P<options>.*))?")


def make_player(name: str, seed: int) -> Player:
    """The bot of a name, with its options; or a level's, or one in a person's own file."""
    level = level_of(name)
    own = _OWN_FILE.fullmatch(name)
    player = _make_own(name, own, seed) if own else _make(level.bot if level else name, seed)
    player.name = name
    return player


def _make(name: str, seed: int) -> Player:
    """A bot of the table."""
    bot, _, options = name.partition(":")
    if level_of(bot):
        raise BadOption(f"{bot} is a level and has no options; write {bot} alone.")
    if bot not in PLAYERS:
        raise UnknownPlayer(f'there is no bot "{bot[:40]}"; {_hint(bot)}')
    return PLAYERS[bot](seed, **read_options(bot, PLAYERS[bot], options))


def _hint(name: str) -> str:
    known = [*PLAYERS, *(level.name for level in LEVELS)]
    near = difflib.get_close_matches(name, known, n=1)
    levels = ", ".join(level.name for level in LEVELS)
    nearest = f"did you mean {near[0]}? There" if near else "there"
    return f"{nearest} are {', '.join(PLAYERS)}, the levels {levels}, and files like ./mybot.py."


def _make_own(name: str, own: re.Match[str], seed: int) -> Player:
    """A bot of a person's own file."""
    kind = load_bot(own["file"], own["bot"] or None)
    options = read_options(f"{own['file']}:{kind.__name__}", kind, own["options"] or "")
    try:
        player = kind(seed, **options)
        player.seed = seed  # also where its own __init__ forgot it
    except (Exception, SystemExit) as error:  # whatever is in that file
        raise BadBot(f"the bot {name} cannot be made: {tell_error(error)}.") from error
    return player


def short_names(bots: Iterable[str]) -> list[str]:
    """What to call bots on a screen: without files and options, and numbered if several agree."""
    shorts = [_short_name(bot) for bot in bots]
    return [
        f"{short} {shorts[: place + 1].count(short)}" if shorts.count(short) > 1 else short
        for place, short in enumerate(shorts)
    ]


def _short_name(bot: str) -> str:
    own = _OWN_FILE.fullmatch(bot)
    if not own:
        return bot.partition(":")[0].capitalize()
    return own["bot"] or re.split(r"[/\\]", own["file"])[-1].removesuffix(".py")
