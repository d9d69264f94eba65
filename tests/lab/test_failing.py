"""A bot that fails, or thinks too long: its game is kept, and the sentence says where."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import pytest

import caboose
from caboose.lab.blocks import hurry
from caboose.lab.failed_game import within
from caboose.lab.match import Match, run_match
from caboose.players import BotFailed, make_player

FAILING = """
from caboose.players import Player

class Failing(Player):
    def choose(self, view, legal):
        if int(view.fields.actions) >= 11:
            {does}
        return legal[0]
"""


def bot(folder: Path, does: str) -> str:
    file = folder / "failing.py"
    file.write_text(FAILING.format(does=does), "utf-8")
    return str(file)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_game_of_a_failing_bot_is_kept_and_named(tmp_path: Path, workers: int) -> None:
    match = Match.between([bot(tmp_path, "1 / 0"), "racer"], "london", 4)
    with pytest.raises(BotFailed) as failure:
        run_match(match, tmp_path / "out", workers=workers)
    told = str(failure.value)
    found = re.fullmatch(
        r"deal (\d+), action (\d+): the bot .* failed at action \d+ of a game: ZeroDivisionError.*"
        r" Record in (.*)\.",
        told,
    )
    assert found, told
    kept = caboose.replay(Path(found[3]).read_text("utf-8"))
    assert int(kept.fields.actions) + 1 == int(found[2]) >= 12
    seat = kept.seat
    with pytest.raises(ZeroDivisionError):
        make_player(match.lineup[0], 1).choose(kept.view(seat), kept.legal_actions())


def test_a_decision_that_takes_far_too_long_is_cut_off(tmp_path: Path) -> None:
    waits = "__import__('time').sleep(60)"
    match = Match.between([bot(tmp_path, waits), "racer"], "london", 2, seconds=0.01)
    with pytest.raises(BotFailed, match=r"a decision may take 0\.01 seconds"):
        run_match(match, tmp_path / "out", workers=1)


def test_a_bot_that_can_hurry_does() -> None:
    for name, seconds in (
        ("switchman", 0.5),
        ("switchman:seconds=2", 0.5),
        ("switchman:seconds=0.1", 0.1),
    ):
        player = make_player(name, 1)
        hurry(player, 0.5)
        assert vars(player)["seconds"] == seconds
    racer = make_player("racer", 1)
    hurry(racer, 0.5)
    assert "seconds" not in vars(racer)


def test_the_bound_is_part_of_what_is_played(tmp_path: Path) -> None:
    free, bound = (
        Match.between(["random", "racer"], "london", 2, seconds=each) for each in (None, 1.0)
    )
    assert free.settings() | {"seconds": 1.0} == bound.settings()
    run_match(bound, tmp_path / "out", workers=1)
    figures = json.loads((tmp_path / "out" / "figures.json").read_text("utf-8"))
    assert figures["seconds"] == 1.0
    with pytest.raises(ValueError, match="more than no time"):
        Match.between(["random", "racer"], "london", 2, seconds=0)


def test_outside_the_main_thread_nothing_is_bounded() -> None:
    done = []

    def work() -> None:
        with within(0.01):
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done
