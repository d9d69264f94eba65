"""Games in few bytes, for tables that are published with all their games.

A row holds what cannot be worked out: the block, the rotation, the line-up and the actions, as
places among the legal ones; and, as a check, the totals and the digest. The key and the bots' seeds
follow from the ladder's seed, everything else from playing the actions again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from caboose.engine.game import Game
from caboose.lab.action_ranks import to_numbers, to_ranks
from caboose.lab.blocks import Block, make_block
from caboose.lab.extras import need
from caboose.lab.played_game import ACTION_TYPE, PlayedGame, tell_result
from caboose.lab.retrace import BrokenGame, retrace

BETWEEN = " | "  # the bots of a line-up


def write_compact(path: Path, game: Game, games: Iterable[PlayedGame]) -> None:
    """Write played games as a small Parquet table."""
    polars = need("polars", "lab", "a table of games")
    rows = [
        {
            "block": played.block,
            "rotation": played.rotation,
            "lineup": BETWEEN.join(played.lineup),
            "actions": to_ranks(game, played.key, played.numbers),
            "totals": list(played.totals),
            "digest": bytes.fromhex(played.digest),
        }
        for played in games
    ]
    schema = {
        "block": polars.Int32,
        "rotation": polars.Int8,
        "lineup": polars.String,
        "actions": polars.Binary,
        "totals": polars.List(polars.Int16),
        "digest": polars.Binary,
    }
    table = polars.DataFrame(rows, schema=schema)
    table.write_parquet(path, compression="zstd", compression_level=22, statistics=False)


def read_compact(path: Path, game: Game, seed: int) -> Iterator[PlayedGame]:
    """Every game of the table, played again; BrokenGame if one does not end as it says."""
    polars = need("polars", "lab", "a table of games")
    blocks: dict[tuple[int, str], Block] = {}
    for row in polars.read_parquet(path).iter_rows(named=True):
        number, lineup = row["block"], row["lineup"]
        if (number, lineup) not in blocks:
            bots = tuple(lineup.split(BETWEEN))
            if len(bots) != game.seats:
                raise BrokenGame(f"deal {number} has {len(bots)} bots for {game.seats} seats.")
            blocks[number, lineup] = make_block(seed, game.edition.id, bots, number)
        yield _replay(game, blocks[number, lineup], row)


def _replay(game: Game, block: Block, row: dict[str, Any]) -> PlayedGame:
    name = f"deal {block.number}, rotation {row['rotation']} of {' - '.join(block.lineup)}"
    try:
        numbers = to_numbers(game, block.key, row["actions"])
        state, decisions = retrace(game, block.key, numbers)
    except BrokenGame as error:
        raise BrokenGame(f"{name} cannot be replayed: {error}") from None
    result = tell_result(state)
    if not state.is_over:
        raise BrokenGame(f"{name} is not over after its last action.")
    if (result["totals"], result["digest"]) != (tuple(row["totals"]), row["digest"].hex()):
        raise BrokenGame(
            f"{name} does not replay: its totals are {tuple(row['totals'])}, digest"
            f" {row['digest'].hex()}, the rules say {result['totals']}, {result['digest']}."
        )
    return PlayedGame(
        edition=game.name,
        seats=game.seats,
        rules=game.rules,
        block=block.number,
        rotation=row["rotation"],
        key=block.key,
        bots=block.bots(row["rotation"]),
        seeds=block.bot_seeds(row["rotation"]),
        actions=numbers.astype(ACTION_TYPE).tobytes(),
        decisions=decisions,
        seconds=(0.0,) * game.seats,
        **result,
    )
