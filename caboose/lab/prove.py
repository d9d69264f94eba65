"""Prove the published tables: play every stored game again, and work all figures out again.

1. Every game of every ladder and match is played again from its key and its actions, by the rules
   as they are now; it must end in the same state, with the same totals.
2. The games must be the ones that the ladder's settings ask for: none missing, none added.
3. The figures worked out from them must be the published ones, number for number.
4. A sample of games is played again by the bots and seeds that are named; every move must be the
   same.
5. The tables of the page must be the ones that the figures give.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from caboose.lab.bot_game import play_game
from caboose.lab.compact_games import read_compact
from caboose.lab.ladder import FORMAT, Ladder, LadderResult
from caboose.lab.ladder_tables import BEGIN, fill_page
from caboose.lab.played_game import PlayedGame, game_of
from caboose.lab.published_matches import BEGIN as MATCHES_BEGIN
from caboose.lab.published_matches import check_match, fill_matches, read_figures
from caboose.players import make_player

FOLDER = Path("results/ladder")
PAGE = Path("docs/players.md")
SAMPLE = 20


class NotProved(ValueError):
    """Something published does not follow from the games."""


def prove(
    folder: Path = FOLDER, page: Path | None = PAGE, sample: int = SAMPLE, seed: int = 0
) -> Iterator[str]:
    """Check everything; a sentence for each thing that was found right, ValueError otherwise."""
    ladders, matches = read_ladders(folder), matches_beside(folder)
    games: list[PlayedGame] = []
    for name, figures in ladders.items():
        found = check_ladder(name, figures, folder / f"{name}.parquet")
        games += found
        yield f"{name}: {len(found):,} games replayed, all figures the same."
    for name, figures in read_figures(matches).items():
        found = check_match(name, figures, matches / f"{name}.parquet")
        games += found
        yield f"{name}: {len(found):,} games replayed, all figures the same."
    chosen = Random(f"caboose sample {seed}").sample(games, min(sample, len(games)))
    for game in chosen:
        play_again(game)
    yield f"{len(chosen)} games played again by their bots: the same moves."
    if page is not None:
        tables = check_page(page, ladders, matches)
        counted = "1 table" if tables == 1 else f"{tables} tables"
        yield f"{page}: {counted}, the same as the figures give."


def matches_beside(folder: Path) -> Path:
    """Where matches are published: beside the ladders."""
    return folder.parent / "matches"


def read_ladders(folder: Path) -> dict[str, dict[str, Any]]:
    """The published figures by name."""
    files = sorted(folder.glob("*.json"))
    if not files:
        raise NotProved(f"{folder} holds no published ladders; `caboose ladder` writes them.")
    ladders = {}
    for file in files:
        figures = json.loads(file.read_text("utf-8"))
        if figures.get("format") != FORMAT:
            raise NotProved(f"{file} is not a ladder of this version ({FORMAT}).")
        ladders[file.stem] = figures
    return ladders


def check_ladder(name: str, published: dict[str, Any], stored: Path) -> list[PlayedGame]:
    """Replay a ladder's games and compare all figures; the games."""
    try:
        ladder = Ladder.from_dict(published)
    except ValueError as error:
        raise NotProved(f"{name}: {error}") from None
    for fact, value in ladder.to_dict().items():
        if published[fact] != value:
            raise NotProved(f"{name} was played with {fact} {published[fact]}; here it is {value}.")
    try:
        games = list(read_compact(stored, ladder.game, ladder.seed))
    except (OSError, ValueError) as error:
        raise NotProved(f"{name}: {error}") from None
    _check_plan(name, ladder, games)
    found = LadderResult(ladder, games, len(games)).figures()
    if difference := first_difference(published, json.loads(json.dumps(found))):
        raise NotProved(f"{name}: {difference}.")
    return games


def _check_plan(name: str, ladder: Ladder, games: Sequence[PlayedGame]) -> None:
    """All games that were to be played are there, in order, and no other."""
    seats = range(ladder.game.seats)
    planned = [(*meeting, turn) for meeting in ladder.meetings() for turn in seats]
    stored = [(game.block, game.lineup, game.rotation) for game in games]
    if planned != stored:
        raise NotProved(
            f"{name}: its settings ask for {len(planned):,} games, and these are not the"
            f" {len(stored):,} that are stored."
        )


def first_difference(published: Any, found: Any, where: str = "") -> str:
    """Where two figures differ first, in words; nothing if they are the same."""
    if isinstance(published, dict) and isinstance(found, dict):
        names = [*published, *(name for name in found if name not in published)]
        pairs = [(f"{where} {name}", published.get(name), found.get(name)) for name in names]
    elif isinstance(published, list) and isinstance(found, list) and len(published) == len(found):
        numbered = enumerate(zip(published, found, strict=True))
        pairs = [(f"{where} {n}", one, other) for n, (one, other) in numbered]
    elif published == found:
        return ""
    else:
        return f"{where.strip()} is published as {published}, but the games give {found}"
    return next((text for here, a, b in pairs if (text := first_difference(a, b, here))), "")


def play_again(played: PlayedGame) -> None:
    """Let the bots play a stored game again; they must make the same moves."""
    players = [make_player(bot, seed) for bot, seed in zip(played.bots, played.seeds, strict=True)]
    again = play_game(game_of(played), players, played.key, bots=played.bots)
    if again.actions == played.actions:
        return
    pairs = zip(played.numbers.tolist(), again.numbers.tolist(), strict=False)
    same = next((n for n, (one, other) in enumerate(pairs) if one != other), len(again.numbers))
    raise NotProved(
        f"{played.edition}, {played.seats} seats, {played}: the bots play otherwise from action"
        f" {same + 1} on; they have changed, so the ladder must be played again."
    )


def fill(text: str, ladders: dict[str, dict[str, Any]], matches: Path) -> str:
    """A page with all its tables made again."""
    figures, text = read_figures(matches), fill_page(text, ladders)
    if figures:
        return fill_matches(text, figures.values())
    if MATCHES_BEGIN in text:
        raise NotProved("the games of the matches that are told are not there; publish them again.")
    return text


def check_page(page: Path, ladders: dict[str, dict[str, Any]], matches: Path) -> int:
    """The page must hold the tables that the figures give; how many there are."""
    text = page.read_text("utf-8")
    if fill(text, ladders, matches) != text:
        raise NotProved(f"the tables of {page} are not those of the figures; write them again.")
    tables = len(BEGIN.findall(text))
    if not tables:
        raise NotProved(f"{page} has no table between `ladder:begin` and `ladder:end`.")
    return tables


def main(arguments: Sequence[str] = ()) -> int:
    """Prove, or with `--write` first write the page's tables again; 1 if something differs."""
    try:
        if "--write" in arguments:
            text = PAGE.read_text("utf-8")
            PAGE.write_text(fill(text, read_ladders(FOLDER), matches_beside(FOLDER)), "utf-8")
        for sentence in prove():
            print(sentence, flush=True)
    except ValueError as error:
        print(f"Not proved: {error}", file=sys.stderr)
        return 1
    print("Proved.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
