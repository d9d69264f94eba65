"""The golden games are played again, by the engine and by the reference, line by line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import unified_diff

import pytest

import caboose
from tests.playthroughs.everything import PLAYTHROUGHS, SCENES
from tests.playthroughs.playthrough import FOLDER, Moment, Move, Playthrough
from tests.playthroughs.telling import read_moves, tell
from tests.reference import ReferenceGame
from tests.support.games.editions import EDITIONS_AND_SEATS

AGAIN = "run `make playthroughs` and read what changes"
SHOWN_LINES = 40

# What must be there to be read, whatever else is.
NAMED_SCENES = {
    "all_seats_pass",
    "deck_runs_dry",
    "forced_pass",
    "row_stands",
    "row_swept_twice",
    "second_card_impossible",
    "shared_victory",
    "three_way_tie",
    "ticket_deck_empty",
    "tie_broken_by_longest_path",
}


def golden(playthrough: Playthrough) -> str:
    if not playthrough.file.exists():
        pytest.fail(f"{playthrough.name} has no golden file; {AGAIN}.")
    return playthrough.file.read_text("utf-8")


class Judge:
    """The reference engine, which plays what the file says and compares."""

    def __init__(self, playthrough: Playthrough, start: caboose.State) -> None:
        self.file = playthrough.file.name
        self.reference = self._seat_reference(start)
        self._compare(start, "the first position")

    def _seat_reference(self, start: caboose.State) -> ReferenceGame:
        position = start.to_dict()
        if start.history is None:
            return ReferenceGame.from_dict(position)
        return ReferenceGame(position["edition"], position["seats"], bytes.fromhex(position["key"]))

    def follow(self, line: int, told: Move, moment: Moment) -> None:
        """One move of the file, beside the same move of the engine."""
        where = f"{self.file}, line {line}, '{told}'"
        if told != moment.move:
            pytest.fail(f"{where}: the game now goes '{moment.move}'; {AGAIN}.")
        legal = [action.text for action in moment.legal]
        assert legal == self.reference.legal(told.seat), f"{where}: the engines allow other actions"
        if told.is_refused:
            assert told.action not in legal, f"{where}: was refused, but is listed as legal"
            return
        self.reference.apply(told.action, told.seat)
        self._compare(moment.after, where)

    def _compare(self, state: caboose.State, where: str) -> None:
        ours, theirs = state.to_dict(), self.reference.to_dict()
        differing = [name for name in theirs if ours[name] != theirs[name]]
        told = [f"{name} is {ours[name]}, not {theirs[name]}" for name in differing]
        assert not told, f"{where}: the reference disagrees: {'; '.join(told)}"

    def count(self, end: caboose.State) -> None:
        assert end.score().to_dict() == self.reference.score(), f"{self.file}: other scores"


def play_both(playthrough: Playthrough, told: Sequence[tuple[int, Move]]) -> list[Moment]:
    """Play, the reference beside the engine, and both along the file."""
    judge = Judge(playthrough, playthrough.start())
    moments = list[Moment]()
    for moment in playthrough.play():
        if len(moments) == len(told):
            pytest.fail(f"{judge.file} ends before '{moment.move}'; {AGAIN}.")
        judge.follow(*told[len(moments)], moment)
        moments.append(moment)
    assert len(moments) == len(told), f"{judge.file} goes on after the last move; {AGAIN}."
    judge.count(moments[-1].after)
    return moments


def difference(kept: str, now: str) -> str:
    lines = list(unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm=""))
    more = f"\n... and {len(lines) - SHOWN_LINES} lines more" * (len(lines) > SHOWN_LINES)
    return "\n".join(lines[:SHOWN_LINES]) + more


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)
def test_a_golden_game_is_what_both_engines_play(playthrough: Playthrough) -> None:
    kept = golden(playthrough)
    moments = play_both(playthrough, read_moves(kept))
    now = tell(playthrough, playthrough.start(), moments)
    if kept != now:
        pytest.fail(f"{playthrough.file.name} has changed; {AGAIN}.\n{difference(kept, now)}")


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)
def test_a_golden_game_shows_what_it_is_for(playthrough: Playthrough) -> None:
    found = re.search(playthrough.proof, golden(playthrough))
    assert found, f"{playthrough.file.name} does not show '{playthrough.proof}'"


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_every_edition_and_number_of_seats_has_a_whole_game(edition: str, seats: int) -> None:
    text = golden_text(f"{edition}_{seats}")
    assert f"\nedition {edition}\nseats {seats}\n" in text
    assert "score sheet, the game ended by final_round" in text


@pytest.mark.parametrize("name", sorted(NAMED_SCENES))
def test_every_named_scene_is_there(name: str) -> None:
    assert name in {scene.name for scene in SCENES}
    assert golden_text(name).startswith(f"# {name}: ")


def golden_text(name: str) -> str:
    file = FOLDER / f"{name}.txt"
    if not file.exists():
        pytest.fail(f"there is no {file.name}; {AGAIN}.")
    return file.read_text("utf-8")


def test_no_golden_file_is_left_over() -> None:
    kept = {file.stem for file in FOLDER.glob("*.txt")}
    left_over = kept - {playthrough.name for playthrough in PLAYTHROUGHS}
    assert not left_over, f"nothing plays {', '.join(sorted(left_over))}; {AGAIN}."


@pytest.mark.parametrize(("edition", "seats"), [("london", 2), ("new_york", 3)])
def test_the_lines_at_the_margin_of_a_whole_game_are_its_record(edition: str, seats: int) -> None:
    text = golden_text(f"{edition}_{seats}")
    margin = [line for line in text.splitlines() if line and line[0] not in "# "]
    record = [line for line in margin if not line.startswith("score sheet")]
    assert caboose.replay("\n".join(split_turns(record))).is_over


def split_turns(record: Sequence[str]) -> list[str]:
    """A line per action, as records have it."""
    lines = []
    for line in record:
        first, *others = line.split("; ")
        lines += [first, *(f"{line[0]} {action}" for action in others)]
    return lines
