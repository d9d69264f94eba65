"""A ladder: a panel of bots meets, and everybody gets a place on one scale.

Two seats: every bot meets every other, both ways round. Three to five: tables drawn from the panel,
each turned through all seats. Guests, for bots too slow to meet everybody that often, play fewer
games against the panel and stand in the same table.

    NAME.json      what was played, and all figures, in whole numbers
    NAME.parquet   every game
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caboose.engine.game import Game
from caboose.lab.blocks import Block, make_block
from caboose.lab.compact_games import write_compact
from caboose.lab.extras import need
from caboose.lab.failed_game import keep_failed
from caboose.lab.ladder_figures import work_out
from caboose.lab.match import bots_digest
from caboose.lab.match_folder import MatchFolder, write_whole
from caboose.lab.pairings import PANEL, Meeting, meetings_of_guest, meetings_of_panel
from caboose.lab.parallel_play import play_blocks, usual_workers
from caboose.lab.played_game import PlayedGame, find_game
from caboose.players import make_player

FORMAT = "caboose ladder 1"


@dataclass(frozen=True)
class Ladder:
    """What is to be played."""

    game: Game
    bots: tuple[str, ...] = PANEL
    games: int = 40  # of every pair; with more seats than two, of every bot
    guests: tuple[str, ...] = ()
    guest_games: int = 100  # of every guest, in all
    seed: int = 0

    @classmethod
    def named(
        cls,
        edition: str = "usa",
        seats: int = 2,
        bots: Sequence[str] = (),
        *,
        panel: Sequence[str] = (),
        games: int = 40,
        guests: Sequence[str] = (),
        guest_games: int = 100,
        seed: int = 0,
    ) -> Ladder:
        """A ladder as it is named in a command; what cannot be played is refused.

        Bots are added to the panel, which is the usual one unless another is named.
        """
        bots = (*(tuple(panel) or PANEL), *bots)
        for bot in (*bots, *guests):
            make_player(bot, 0)
        for bot in guests:
            if bot in bots:
                raise ValueError(f"{bot} is in the panel; a guest is somebody else.")
        if len(set(bots)) < len(bots) or len(set(guests)) < len(guests):
            raise ValueError("name every bot of a ladder once.")
        if games < 1 or guest_games < 1:
            raise ValueError("a ladder has at least one game for everybody.")
        game = find_game(edition, seats)
        ladder = cls(game, bots, games, tuple(guests), guest_games, seed)
        ladder.meetings()
        return ladder

    @property
    def name(self) -> str:
        """What its files are called."""
        return f"{self.game.edition.id}_{self.game.seats}"

    def meetings(self) -> list[Meeting]:
        """Everything that is played, a block each."""
        seats = self.game.seats
        meetings = list(meetings_of_panel(self.bots, seats, self.games, self.seed))
        for place, guest in enumerate(self.guests):
            meetings += meetings_of_guest(
                guest, place, self.bots, seats, self.guest_games, self.seed
            )
        return meetings

    def block(self, meeting: Meeting) -> Block:
        """The block of a meeting."""
        number, lineup = meeting
        return make_block(self.seed, self.game.edition.id, lineup, number)

    def to_dict(self) -> dict[str, Any]:
        """All that decides its games."""
        return {
            "format": FORMAT,
            "edition": self.game.name,
            "board": self.game.edition.digest,
            "rules": self.game.rules,
            "seats": self.game.seats,
            "seed": self.seed,
            "bots": list(self.bots),
            "games": self.games,
            "guests": list(self.guests),
            "guest_games": self.guest_games,
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Ladder:
        """The ladder that published figures name; its bots need not exist here."""
        return cls(
            find_game(values["edition"], values["seats"], values["rules"]),
            tuple(values["bots"]),
            values["games"],
            tuple(values["guests"]),
            values["guest_games"],
            values["seed"],
        )

    def command(self) -> str:
        """How to play it again."""
        words = [f"caboose ladder --edition {self.game.name} --seats {self.game.seats}"]
        words.append(f"--games {self.games}")
        has_panel = self.bots[: len(PANEL)] == PANEL
        named = self.bots[len(PANEL) :] if has_panel else self.bots
        words += [f"--{'bot' if has_panel else 'panel'} {bot}" for bot in named]
        words += [f"--guest {guest}" for guest in self.guests]
        if self.guests:
            words.append(f"--guest-games {self.guest_games}")
        if self.seed:
            words.append(f"--seed {self.seed}")
        return " ".join(words)

    def settings(self) -> dict[str, Any]:
        """What a folder of its games must agree with; it may grow, so how many is not among it."""
        grows = ("games", "guest_games")
        fixed = {name: value for name, value in self.to_dict().items() if name not in grows}
        return fixed | {"bots_code": bots_digest((*self.bots, *self.guests))}

    def usual_folder(self) -> Path:
        """Where its games are kept, unless told otherwise; bots that change begin another."""
        digest = hashlib.sha256(json.dumps(self.settings()).encode()).hexdigest()[:8]
        return Path("matches") / f"ladder-{self.name}-{digest}"


@dataclass(frozen=True)
class LadderResult:
    """A ladder that was played, or as much of it as there is."""

    ladder: Ladder
    games: list[PlayedGame]
    wanted: int  # games in all

    @property
    def is_complete(self) -> bool:
        """Was everything played?"""
        return len(self.games) == self.wanted

    def figures(self) -> dict[str, Any]:
        """What was played and all that follows from it, ready for JSON."""
        return {**self.ladder.to_dict(), **work_out(self.games)}


def run_ladder(
    ladder: Ladder,
    folder: Path | None = None,
    *,
    workers: int | None = None,
    on_progress: Callable[[int, int], None] = lambda _done, _wanted: None,
) -> LadderResult:
    """Play a ladder, or what its folder lacks of it; Ctrl-C ends it early and loses nothing."""
    need("polars", "lab", "a ladder")
    meetings = ladder.meetings()
    seats = ladder.game.seats
    place = folder or ladder.usual_folder()
    with MatchFolder(place, ladder.settings()) as kept, keep_failed(place):
        missing = [ladder.block(each) for each in meetings if each[0] not in kept.blocks]
        done = len(meetings) - len(missing)
        on_progress(seats * done, seats * len(meetings))
        crew = min(usual_workers() if workers is None else workers, max(1, len(missing)))
        try:
            with closing(play_blocks(ladder.game, missing, crew)) as arriving:
                for blocks in arriving:
                    kept.add(blocks)
                    done += len(blocks)
                    on_progress(seats * done, seats * len(meetings))
        except KeyboardInterrupt:
            pass
        games = [game for number, _ in meetings for game in kept.blocks.get(number, ())]
    return LadderResult(ladder, games, seats * len(meetings))


def publish(result: LadderResult, folder: Path) -> dict[str, Any]:
    """Write the figures and all games; the figures."""
    figures = result.figures()
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{result.ladder.name}.parquet.part"
    write_compact(part, result.ladder.game, result.games)
    part.replace(part.with_suffix(""))
    write_figures(folder / f"{result.ladder.name}.json", figures)
    return figures


def write_figures(file: Path, figures: dict[str, Any]) -> None:
    """Write figures for people to read too: a line each, rows of numbers not torn apart."""
    lines = [f" {json.dumps(name)}: {_json(value)}" for name, value in figures.items()]
    write_whole(file, "{\n" + ",\n".join(lines) + "\n}\n")


def _json(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        return "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in value) + "\n ]"
    return json.dumps(value)
