"""Blocks played on a Ray cluster: the same blocks, and so the same games, as on one machine.

Ray plays the blocks of a worker that died again. Every machine needs this package, in the same
version; a bot in a file must lie at the same place on all of them.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from caboose.engine.game import Game
from caboose.lab.blocks import Block
from caboose.lab.extras import need
from caboose.lab.parallel_play import PATIENCE, Games, Job, Piece, Pieces, WorkersDied

LOCAL = "local"  # the address that starts a cluster of this machine alone


class NoCluster(ValueError):
    """No cluster answers."""


def play_on_ray(
    game: Game, blocks: Iterable[Block], address: str
) -> Generator[list[Games], None, None]:
    """Play blocks on the cluster at an address, in whatever order they get done."""
    with _connected(address) as ray:
        pieces, held = Pieces(blocks), dict[Any, Piece]()
        job = ray.put(Job.of(game))
        remote = ray.remote(max_retries=PATIENCE, num_cpus=1)(_play)
        in_flight = int(ray.cluster_resources().get("CPU", 1)) + 1
        try:
            while True:
                while len(held) < in_flight and (piece := pieces.take()):
                    held[remote.remote(job, piece)] = piece
                if not held:
                    return
                done, _ = ray.wait(list(held), num_returns=1)
                games, seconds = _fetch(ray, done[0], held.pop(done[0]))
                pieces.learn(seconds)
                yield games
        finally:
            for reference in held:
                ray.cancel(reference, force=True)


def _play(job: Job, piece: Piece) -> tuple[list[Games], float]:
    if Path(job.folder).is_dir():
        os.chdir(job.folder)
    return job.play(piece)


def _fetch(ray: Any, reference: Any, piece: Piece) -> tuple[list[Games], float]:
    try:
        result: tuple[list[Games], float] = ray.get(reference)
    except ray.exceptions.WorkerCrashedError:
        raise WorkersDied(
            f"workers died {1 + PATIENCE} times while they played deals {piece[0].number} to"
            f" {piece[-1].number}: a bot crashes its process, or memory ran out."
        ) from None
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    return result


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Ray, connected; left as it was if it already had been."""
    _check_answer(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray = need("ray", "cluster", "playing on a cluster")
    if ray.is_initialized():
        yield ray
        return
    options = {"include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address, log_to_driver=False, logging_level="error", **options)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _no_cluster(address, error) from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _check_answer(address: str) -> None:
    """Ray itself would try for minutes to reach an address where nobody is."""
    found = re.fullmatch(r"(?:ray://)?([^:/]+|\[[^]]+\]):(\d+)", address)
    if found is None:
        return
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), timeout=5).close()
    except (OSError, OverflowError) as error:
        raise _no_cluster(address, error) from None


def _no_cluster(address: str, error: Exception) -> NoCluster:
    reason = str(error).strip().partition("\n")[0][:120]
    return NoCluster(
        f"no Ray cluster answers at {address} ({reason}); start one with `ray start --head`,"
        f" or write {LOCAL} for one on this machine."
    )
