"""The terminal game as a program of its own: from a pipe, and in a real terminal with Ctrl-C."""

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from caboose.terminal.saved_game import read_saved

PROGRAM = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # even where tests run in the background
from caboose import Game
from caboose.terminal.start import play_in_terminal
what = sys.argv[1]
what = what if what.endswith(".txt") else Game(what, 2)
seat = 0 if isinstance(what, Game) else None
save = sys.argv[2] if len(sys.argv) > 2 else None
sys.exit(play_in_terminal(what, seed=4, seat=seat, save_path=save))
"""


def environment(**more: str) -> dict[str, str]:
    root = str(Path(__file__).parents[2])
    plain = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return plain | {"PYTHONPATH": root, "CABOOSE_INTERPRETED": "1", "TERM": "xterm"} | more


def run(folder: Path, typed: bytes, *arguments: str, **more: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        input=typed,
        capture_output=True,
        cwd=folder,
        env=environment(**more),
        timeout=120,
    )


def test_a_pipe_plays_a_whole_game(tmp_path):
    typed = b"all\n" + b"1\n2\n6\n7\n" * 400
    done = run(tmp_path, typed, "london", "game.txt")
    assert (done.returncode, done.stderr) == (0, b"")
    assert read_saved(tmp_path / "game.txt").state.is_over
    text = done.stdout.decode("utf-8")
    assert "your turn> 7" in text, "what was read is seen"
    assert "\x1b" not in text, "nothing is painted in a pipe"


def test_a_pipe_that_ends_leaves_a_game_to_resume(tmp_path):
    done = run(tmp_path, b"all\n6\n", "usa")
    assert (done.returncode, done.stderr) == (0, b"")
    (path,) = (tmp_path / "caboose-games").iterdir()
    assert f"caboose play --resume caboose-games/{path.name}" in done.stdout.decode("utf-8")
    again = run(tmp_path, b"6\n", str(path))
    assert again.stdout.decode("utf-8").count("second card> ") == 1


def test_odd_bytes_and_a_terminal_of_plain_letters_do_no_harm(tmp_path):
    done = run(tmp_path, b"\xff\xfe\x00\nall\n", "usa", "game.txt", PYTHONIOENCODING="ascii:strict")
    assert (done.returncode, done.stderr) == (0, b"")
    assert read_saved(tmp_path / "game.txt").state.phase == "turn"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_ctrl_c_in_a_terminal_leaves_a_game_to_resume(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    game = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "london", "game.txt"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env=environment(),
    )
    os.close(theirs)
    screen = b""
    try:
        for prompt, answer in [(b"keep> ", b"all\n"), (b"your turn> ", b"6\n")]:
            screen = read_until(ours, prompt)
            os.write(ours, answer)
        read_until(ours, b"second card> ")
        screen = interrupt(game, ours)
        assert game.wait(timeout=60) == 130
    finally:
        game.kill()
        game.wait()
        os.close(ours)
    assert b"Traceback" not in screen
    assert read_saved(tmp_path / "game.txt").state.phase == "second_card"


def read_until(terminal: int, text: bytes, seconds: float = 60) -> bytes:
    """What the program writes until this text appears."""
    end = time.monotonic() + seconds
    seen = b""
    while text not in seen:
        assert time.monotonic() < end, seen.decode("utf-8", "replace")
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 4096)
    return seen


def interrupt(game: subprocess.Popen[bytes], terminal: int) -> bytes:
    """Press Ctrl-C, again if it came in the moment between a prompt and the waiting for a line."""
    for _ in range(10):
        game.send_signal(signal.SIGINT)
        try:
            return read_until(terminal, b"--resume game.txt", seconds=5)
        except AssertionError:
            continue
    raise AssertionError("the game did not end")
