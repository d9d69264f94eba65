"""Matches on a Ray cluster of this machine: the same games, also when a worker is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from caboose.lab.cluster import NoCluster, play_on_ray
from caboose.lab.extras import MissingPackage
from caboose.lab.match import Match, run_match
from caboose.lab.parallel_play import Games, play_blocks
from caboose.lab.played_game import read_games
from tests.support.games.editions import TOY

LINEUP = ("tourist", "random")
BOARD = f"{TOY}#toy"
BLOCKS = 30
QUICK = {"RAY_AUTH_MODE": "disabled", "CABOOSE_INTERPRETED": "1", "RAY_USAGE_STATS_ENABLED": "0"}


def test_a_cluster_without_ray_is_explained(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    match = Match.between(LINEUP, BOARD, 2)
    with pytest.raises(MissingPackage, match=r"needs the package ray: .*caboose\[cluster\]"):
        run_match(match, tmp_path, ray="local")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nowhere.invalid:6379"])
def test_an_address_without_a_cluster_is_explained_at_once(tmp_path, address):
    match = Match.between(LINEUP, BOARD, 2)
    with pytest.raises(NoCluster, match=f"no Ray cluster answers at {address}"):
        run_match(match, tmp_path, ray=address)


@pytest.fixture(name="ray", scope="module")
def _ray():
    """A cluster of two workers, as `ray start` would make it."""
    ray = pytest.importorskip("ray")
    before = dict(os.environ)
    os.environ.update(QUICK)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield ray
    ray.shutdown()
    os.environ.clear()
    os.environ.update(before)


@pytest.mark.soak
@pytest.mark.filterwarnings("default")
def test_a_match_on_a_cluster_has_the_same_games(ray, tmp_path):
    match = Match.between(LINEUP, BOARD, 12)
    here = run_match(match, tmp_path / "here", workers=1)
    there = run_match(match, tmp_path / "there", ray="auto")
    assert there.games == here.games
    assert ray.is_initialized(), "it was not ours to shut down"


@pytest.mark.soak
@pytest.mark.filterwarnings("default")
def test_a_worker_of_the_cluster_that_is_killed_loses_nothing(ray):
    match = Match.between(LINEUP, BOARD, 2 * BLOCKS)
    plan = [match.block(number) for number in range(BLOCKS)]
    before = pids(ray)
    found: dict[int, Games] = {}
    for arrived in play_on_ray(match.game, plan, "auto"):
        if not found:
            os.kill(min(before), signal.SIGKILL)
        found |= {games[0].block: games for games in arrived}
    alone = {games[0].block: games for some in play_blocks(match.game, plan, 1) for games in some}
    assert found == alone
    assert min(before) not in pids(ray)


def pids(ray) -> set[int]:
    """The processes of both workers: as many questions as must be asked to hear from both."""

    @ray.remote
    def ask() -> int:
        return os.getpid()

    found: set[int] = set()
    while len(found) < 2:
        found |= set(ray.get([ask.remote() for _ in range(20)]))
    return found


SCRIPT = """
import sys
from pathlib import Path
from caboose.lab.match import Match, run_match

if __name__ == "__main__":
    match = Match.between(("tourist", "random"), sys.argv[1], 12)
    run_match(match, Path(sys.argv[2]), ray=sys.argv[3])
"""


def run_on(address: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A match in a process of its own, which has no cluster yet."""
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, BOARD, str(folder), address],
        env=os.environ | QUICK,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.soak
def test_a_match_can_start_a_cluster_of_its_own(tmp_path):
    done = run_on("local", tmp_path / "there")
    assert done.returncode == 0, done.stderr
    here = run_match(Match.between(LINEUP, BOARD, 12), tmp_path / "here", workers=1)
    assert read_games(tmp_path / "there" / "games.parquet") == here.games
