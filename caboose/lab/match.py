"""A match: a line-up of bots over many deals, each deal once for every turn around the table.

It can be stopped at any time and goes on where it was; the games are the same whatever the number
of workers, and on a cluster.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caboose.engine.game import Game
from caboose.lab.blocks import Block, check_purpose, make_block
from caboose.lab.extras import need
from caboose.lab.failed_game import keep_failed
from caboose.lab.match_folder import MatchFolder, write_whole
from caboose.lab.parallel_play import Games, play_blocks, usual_workers
from caboose.lab.played_game import PlayedGame, find_game, record_of, write_games
from caboose.lab.scoreboard import Progress, Scoreboard
from caboose.lab.sprt import Claims, Sprt
from caboose.lab.standings import Standings, standings
from caboose.players import make_player

BOT_FILE = re.compile(r".*?\.py(?=:|$)")
RECORDS = 1000  # games written as text, unless told otherwise; the table holds all


@dataclass(frozen=True)
class Match:
    """What is to be played."""

    lineup: tuple[str, ...]  # a bot for each seat
    game: Game
    games: int  # whole blocks
    seed: int = 0
    purpose: str = "test"  # what its deals are for
    claims: Claims | None = None  # a sequential test that may end it early
    seconds: float | None = None  # that a decision may take

    @classmethod
    def between(
        cls,
        bots: Sequence[str],
        edition: str = "usa",
        games: int = 400,
        *,
        seats: int | None = None,
        seed: int = 0,
        purpose: str = "test",
        sprt: str | None = None,
        seconds: float | None = None,
    ) -> Match:
        """A match as it is named in a command.

        With more seats than bots, copies of the last bot take the others. The number of games is
        rounded up to whole blocks.
        """
        seats = len(bots) if seats is None else seats
        if seats < 2:
            raise ValueError("one bot alone has nobody to play: name another, or say --seats.")
        if not 1 <= len(bots) <= seats:
            raise ValueError(f"{len(bots)} bots need {len(bots)} seats, not {seats}.")
        if games < 1:
            raise ValueError(f"a match has at least one game, not {games}.")
        if seconds is not None and seconds <= 0:
            raise ValueError(f"a decision takes more than no time, not {seconds:g} seconds.")
        check_purpose(purpose)
        for bot in bots:
            make_player(bot, 0)
        lineup = (*bots, *[bots[-1]] * (seats - len(bots)))
        claims = None if sprt is None else Claims.parse(sprt)
        game = find_game(edition, seats)
        return cls(lineup, game, -(-games // seats) * seats, seed, purpose, claims, seconds)

    @property
    def blocks(self) -> int:
        """How many deals."""
        return self.games // self.game.seats

    def block(self, number: int) -> Block:
        """The block of a number."""
        edition = self.game.edition.id
        return make_block(self.seed, edition, self.lineup, number, self.purpose, self.seconds)

    def settings(self) -> dict[str, Any]:
        """What decides every game of it; a match may grow, so how many is not among it."""
        bound = {} if self.seconds is None else {"seconds": self.seconds}
        return {
            "format": "caboose match 1",
            "edition": self.game.name,
            "board": self.game.edition.digest,
            "rules": self.game.rules,
            "bots": list(self.lineup),
            "bots_code": bots_digest(self.lineup),
            "seed": self.seed,
            "purpose": self.purpose,
            **bound,
        }

    def usual_folder(self) -> Path:
        """Where it is kept, unless told otherwise; a bot that changes begins another folder."""
        settings = self.settings()
        digest = hashlib.sha256(json.dumps(settings).encode()).hexdigest()[:8]
        words = [self.game.edition.id, *dict.fromkeys(self.lineup)]
        name = "-".join(re.sub(r"\W+", "_", word).strip("_") for word in words)
        return Path("matches") / f"{name[:60]}-{self.game.seats}-{digest}"


def bots_digest(lineup: Sequence[str]) -> str:
    """One number for the code of the bots: the room of players, and files that bots come from."""
    import caboose.players as room

    files = sorted(Path(str(room.__file__)).parent.rglob("*.py"))
    for bot in dict.fromkeys(lineup):
        if named := BOT_FILE.match(bot):
            files.append(Path(named[0]))
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class MatchResult:
    """A match that was played, or as much of it as there is."""

    match: Match
    folder: Path
    games: list[PlayedGame]
    standings: Standings | None  # None if no block was finished
    sprt: Sprt | None
    interrupted: bool

    def to_dict(self) -> dict[str, Any]:
        """All figures, ready for JSON."""
        figures = self.match.settings() | {"games_wanted": self.match.games}
        figures["interrupted"] = self.interrupted
        if self.standings:
            figures |= self.standings.to_dict()
        if self.sprt:
            figures["sprt"] = self.sprt.to_dict()
        return figures


def run_match(
    match: Match,
    out: Path | None = None,
    *,
    workers: int | None = None,
    ray: str | None = None,
    records: int = RECORDS,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> MatchResult:
    """Play a match, or what is left of it, and write it down; Ctrl-C ends it early."""
    need("polars", "lab", "a match")
    interrupted = False
    place = out or match.usual_folder()
    with MatchFolder(place, match.settings()) as folder, keep_failed(place):
        board = Scoreboard(match.blocks, match.game.seats, match.claims)
        board.add(list(folder.blocks.values()))
        on_progress(board.progress())
        try:
            with closing(_play(match, board, workers, ray)) as arriving:
                for blocks in arriving:
                    folder.add(blocks)
                    board.add(blocks)
                    on_progress(board.progress())
                    if board.is_complete:
                        break
        except KeyboardInterrupt:
            interrupted = True
        result = _result(match, board, folder.folder, interrupted)
        _write(result, 0 if interrupted else records)
    return result


def _play(
    match: Match, board: Scoreboard, workers: int | None, ray: str | None
) -> Generator[list[Games], None, None]:
    """What is missing, played here or on a cluster."""
    if board.is_complete:
        return
    numbers = [n for n in range(match.blocks) if n not in board.finished]
    blocks = (match.block(number) for number in numbers)
    if ray is not None:
        from caboose.lab.cluster import play_on_ray

        yield from play_on_ray(match.game, blocks, ray)
    else:
        crew = min(usual_workers() if workers is None else workers, len(numbers))
        yield from play_blocks(match.game, blocks, crew)


def _result(match: Match, board: Scoreboard, folder: Path, interrupted: bool) -> MatchResult:
    blocks = board.counted()
    return MatchResult(
        match=match,
        folder=folder,
        games=[game for block in blocks for game in block],
        standings=standings(blocks) if blocks else None,
        sprt=board.sprt,
        interrupted=interrupted,
    )


def _write(result: MatchResult, records: int) -> None:
    """The table of all games, the first of them as text, and the figures."""
    folder = result.folder
    part = folder / "games.parquet.part"
    write_games(part, result.games)
    part.replace(folder / "games.parquet")
    write_whole(folder / "figures.json", json.dumps(result.to_dict(), indent=1) + "\n")
    if records:
        (folder / "records").mkdir(exist_ok=True)
    for game in result.games[:records]:
        file = folder / "records" / f"deal-{game.block:05}-{game.rotation}.txt"
        if not file.exists():
            write_whole(file, record_of(game, result.match.game))
