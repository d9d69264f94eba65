"""Workers that die, bots that fail, matches that are stopped: nothing is lost.

Workers are real processes. They run interpreted, which starts sooner, while the tests may be
compiled; the games must be the same. The board is a small one.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from caboose.lab.blocks import make_block
from caboose.lab.match import Match, run_match
from caboose.lab.match_folder import WrongFolder
from caboose.lab.parallel_play import Games, Pieces, WorkersDied, play_blocks
from caboose.lab.played_game import read_games
from caboose.lab.scoreboard import Progress
from caboose.players import BotFailed
from tests.support.games.lineups import BOARD, blocks_file, match, play

pytestmark = pytest.mark.usefixtures("quick_workers")


# --- pieces of work -------------------------------------------------------------------------------


def test_short_work_is_handed_out_in_larger_pieces_and_none_is_lost():
    pieces = Pieces(make_block(0, "usa", ("a", "b"), n) for n in range(100))
    taken: list[list[int]] = []
    while piece := pieces.take():
        pieces.learn(0.001)
        if len(taken) == 3:
            pieces.put_back(piece)
            piece = pieces.take()
        taken.append([block.number for block in piece])
    assert [number for numbers in taken for number in numbers] == list(range(100))
    assert [len(numbers) for numbers in taken[:4]] == [1, 2, 4, 16]


def test_long_work_is_handed_out_block_by_block():
    pieces = Pieces(make_block(0, "usa", ("a", "b"), n) for n in range(10))
    for _ in range(3):
        pieces.take()
        pieces.learn(0.1)
    for _ in range(4):
        pieces.learn(60.0)
    assert len(pieces.take()) == 1


# --- workers that die -----------------------------------------------------------------------------


def arrivals(workers: int, blocks: int, on_arrival=lambda: None) -> dict[int, Games]:
    """Blocks of a match, by number; something may happen after the first has come in."""
    found: dict[int, Games] = {}
    plan = [match().block(number) for number in range(blocks)]
    for arrived in play_blocks(match().game, plan, workers):
        if not found:
            on_arrival()
        found |= {games[0].block: games for games in arrived}
    return found


def kill_a_worker() -> None:
    """Kill a worker as the system does when memory runs out."""
    worker = multiprocessing.active_children()[0]
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)


def test_a_worker_that_is_killed_loses_nothing():
    killed = arrivals(2, 12, kill_a_worker)
    assert killed == arrivals(1, 12)
    assert multiprocessing.active_children() == []


OWN_BOTS = """
import os
from caboose.players import Player

class First(Player):
    def choose(self, view, legal):
        return legal[0]

class Wrong(Player):
    def choose(self, view, legal):
        return legal[len(legal)]

class Crash(Player):
    def choose(self, view, legal):
        os._exit(3)
"""


@pytest.fixture(name="own")
def _own(tmp_path, monkeypatch):
    """A folder with bots of a person's own."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(OWN_BOTS, "utf-8")
    return Path("match")


def test_own_bots_play_in_workers(own):
    result = run_match(Match.between(("./mine.py:First", "random"), BOARD, 4), own, workers=2)
    assert result.games[0].bots == ("./mine.py:First", "random")
    assert result.games[1].bots == ("random", "./mine.py:First")


def test_an_own_bot_that_fails_in_a_worker_is_named(own):
    with pytest.raises(BotFailed, match=r"mine.py:Wrong failed .* IndexError.* line 11"):
        run_match(Match.between(("./mine.py:Wrong", "random"), BOARD, 4), own, workers=2)


def test_a_bot_that_crashes_every_worker_is_given_up_with_a_sentence(own):
    with pytest.raises(WorkersDied, match=r"died 3 times in a row while they played deals 0 to"):
        run_match(Match.between(("./mine.py:Crash", "random"), BOARD, 4), own, workers=2)


def test_a_bot_that_has_changed_begins_another_match(own):
    before = Match.between(("./mine.py:First", "random"), BOARD, 2)
    usual = before.usual_folder()
    run_match(before, own, workers=1)
    Path("mine.py").write_text(OWN_BOTS.replace("legal[0]", "legal[-1]"), "utf-8")
    after = Match.between(("./mine.py:First", "random"), BOARD, 2)
    assert after.usual_folder() != usual
    with pytest.raises(WrongFolder, match="its bots_code is"):
        run_match(after, own, workers=1)


SCRIPT = """
import signal
import sys
from pathlib import Path
from caboose.lab.match import Match, run_match

signal.signal(signal.SIGINT, signal.default_int_handler)  # even where tests run in the background

def show(progress):
    print(progress.games, flush=True)

if __name__ == "__main__":
    match = Match.between(("tourist", "random"), sys.argv[3], int(sys.argv[2]))
    result = run_match(match, Path(sys.argv[1]), workers=2, on_progress=show)
    print("stopped" if result.interrupted else "done", len(result.games), flush=True)
"""


def start(folder: Path, games: int) -> subprocess.Popen:
    """A match in a process of its own, with its own group for signals from the keyboard."""
    script = folder.with_suffix(".py")
    script.write_text(SCRIPT, "utf-8")
    return subprocess.Popen(
        [sys.executable, str(script), str(folder), str(games), BOARD],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_games(process: subprocess.Popen) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "0\n"
    assert int(process.stdout.readline()) > 0


def test_ctrl_c_stops_cleanly_with_what_there_is(tmp_path):
    folder = tmp_path / "match"
    process = start(folder, 4000)
    wait_for_games(process)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert errors == ""
    word, games = output.split("\n")[-2].split()
    assert word == "stopped"
    assert 0 < int(games) < 4000
    stopped = read_games(folder / "games.parquet")
    assert len(stopped) == int(games)
    whole = {(game.block, game.rotation): game for game in play(folder, games=4000 // 100).games}
    assert all(whole.get((game.block, game.rotation), game) == game for game in stopped)


@pytest.mark.parametrize("children", [1, 2, 3])  # the first of them looks after shared things
def test_ctrl_c_while_workers_start_stops_without_a_traceback(tmp_path, children):
    process = start(tmp_path / "match", 4000)
    assert process.stdout is not None
    assert process.stdout.readline() == "0\n"
    while count_children(process.pid) < children:
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert output.split("\n")[-2].split()[0] == "stopped"


def count_children(process: int) -> int:
    return len(Path(f"/proc/{process}/task/{process}/children").read_text().split())


def test_a_match_whose_process_is_killed_loses_no_finished_block_and_leaves_no_worker(tmp_path):
    folder = tmp_path / "match"
    process = start(folder, 4000)
    wait_for_games(process)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    gone_by = time.monotonic() + 60
    while is_running(process.pid) and time.monotonic() < gone_by:
        time.sleep(0.05)
    assert not is_running(process.pid), "workers outlived their match"
    kept = blocks_file(folder).read_bytes().count(b"\n")
    games = 2 * kept + 16  # blocks are finished out of order: the first may be missing yet
    seen: list[Progress] = []
    result = run_match(match(games), folder, workers=1, on_progress=seen.append)
    assert seen[0].games > 0
    assert result.games == play(tmp_path / "whole", games=games).games
    process.communicate()


def is_running(group: int) -> bool:
    """Is any process of a group still there?"""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
