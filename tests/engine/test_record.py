"""Records: what is written, and what replay refuses."""

from __future__ import annotations

import re

import pytest

import caboose
from caboose.engine.record import verify
from tests.support.games.largest_board import largest_edition
from tests.support.games.styles import any_action, final_state, hoard_colors, positions
from tests.support.games.sweeping import sweeping_edition

GAME = caboose.Game("london", 2)
*_, PLAYED = positions(GAME, 1, any_action, most=30)
RECORD = PLAYED.record(names=["Ann", "Bob"])


def without(text: str, start: str) -> str:
    """A record without the lines that begin so."""
    lines = [line for line in text.splitlines() if not line.startswith(start)]
    return "\n".join(lines)


def test_a_record_begins_with_its_header() -> None:
    assert RECORD.splitlines()[:6] == [
        "caboose record 1",
        "edition london",
        "seats 2",
        f"key {PLAYED.to_dict()['key']}",
        "rules 2",
        "names Ann | Bob",
    ]


def test_a_record_has_a_line_per_action() -> None:
    lines = [line for line in RECORD.splitlines() if line[0].isdigit()]
    assert len(lines) == PLAYED.to_dict()["actions"]


def test_a_finished_record_says_how_it_ended() -> None:
    end = final_state(GAME, 1, any_action)
    score = end.score()
    totals = " ".join(str(seat.total) for seat in score.seats)
    assert end.record().splitlines()[-1].startswith(f"# over by final_round, points {totals}, won")
    assert caboose.replay(end.record()) == end


def test_names_cannot_break_a_record() -> None:
    record = PLAYED.record(names=["A | B\nkey 00", "  "])
    assert caboose.replay(record) == PLAYED
    assert "names A / B key 00 | -" in record.splitlines()


def test_what_chance_did_may_be_left_out() -> None:
    bare = [line.split(" = ")[0].split(" > ")[0] for line in RECORD.splitlines()]
    bare = [line.split(" sweep ")[0].split(" reshuffle ")[0] for line in bare]
    lines = [line for line in bare if not line.startswith(("deal", "row", "offer"))]
    assert caboose.replay("\n".join(lines)) == PLAYED


def test_comments_and_blank_lines_are_skipped() -> None:
    spaced = RECORD.replace("\n", "\n\n# a comment\n")
    assert caboose.replay(spaced) == PLAYED


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("", "not a record"),
        (RECORD.replace("record 1", "record 2", 1), "not a record"),
        (without(RECORD, "seats"), "lacks its line 'seats'"),
        (without(RECORD, "key"), "lacks its line 'key'"),
        (without(RECORD, "rules"), "lacks its line 'rules'"),
        (without(RECORD, "edition"), "lacks its line 'edition'"),
        (RECORD.replace("rules 2", "rules 99"), "rules version 99"),
        (RECORD.replace("seats 2", "seats two"), "how many seats"),
        (RECORD.replace("seats 2", "seats 9"), "not 9"),
        (RECORD.replace("edition london", "edition paris"), "board cannot be used"),
        (RECORD.replace("key ", "key zz"), "64 hexadecimal digits"),
        (RECORD.replace("names", "players"), "neither header"),
        (RECORD + "0 dance\n", "cannot be played"),
        (RECORD + "5 pass\n", "no seat 5"),
    ],
)
def test_a_record_that_does_not_fit_says_why(wrong: str, sentence: str) -> None:
    with pytest.raises(caboose.BadRecord) as refusal:
        caboose.replay(wrong)
    assert sentence in str(refusal.value)


def test_another_card_is_found_with_its_line() -> None:
    lines = RECORD.splitlines()
    n = next(i for i, line in enumerate(lines) if "draw deck = " in line)
    before, _, after = lines[n].partition(" = ")
    card, *rest = after.split()
    other = "blue" if card != "blue" else "black"
    lines[n] = " ".join([before, "=", other, *rest])
    with pytest.raises(caboose.BadRecord, match=f"line {n + 1} says") as refusal:
        caboose.replay("\n".join(lines))
    assert f"= {card}" in str(refusal.value)


@pytest.mark.parametrize("start", ["deal 0", "row", "offer 1"])
def test_another_set_up_is_found(start: str) -> None:
    lines = RECORD.splitlines()
    n = next(i for i, line in enumerate(lines) if line.startswith(start))
    lines[n] += " 1"
    with pytest.raises(caboose.BadRecord, match=f"line {n + 1} says"):
        caboose.replay("\n".join(lines))


def test_more_set_up_than_there_is_is_refused() -> None:
    lines = RECORD.splitlines()
    n = next(i for i, line in enumerate(lines) if line.startswith("offer 1"))
    lines.insert(n + 1, "offer 2 = 3 4")
    with pytest.raises(caboose.BadRecord):
        caboose.replay("\n".join(lines))


def test_a_claim_may_be_recorded_with_its_payment_in_one_line() -> None:
    lines = RECORD.splitlines()
    n = next(i for i, line in enumerate(lines) if " pay " in line)
    claim, payment = lines[n - 1], lines[n].split(" pay ")[1]
    joined = [*lines[: n - 1], f"{claim} {payment}", *lines[n + 1 :]]
    assert caboose.replay("\n".join(joined)) == PLAYED


def test_sweeps_and_reshuffles_are_written_in_their_order() -> None:
    game = caboose.Game("london", 4)
    words = set()
    for seed in range(6):
        record = final_state(game, seed, hoard_colors).record()
        assert caboose.replay(record).record() == record
        words |= set(record.split())
    assert {"sweep", "reshuffle"} <= words


@pytest.mark.rule("R2")
def test_a_record_with_thousands_of_sweeps_can_be_verified() -> None:
    """Those in the middle are counted; a record that counts one less does not fit."""
    game = caboose.Game(sweeping_edition(), 2)
    state = game.start(seed=5)
    counted = re.search(r" sweeps ([0-9]+) sweep ", record := state.record())
    assert counted is not None
    assert len(record) < 50_000
    assert verify(record, game) == state
    fewer = record.replace(counted[0], f" sweeps {int(counted[1]) - 1} sweep ")
    with pytest.raises(caboose.BadRecord, match="but the key gives"):
        caboose.replay(fewer, game)


def test_a_position_written_by_hand_has_no_record() -> None:
    by_hand = GAME.from_dict(PLAYED.to_dict())
    with pytest.raises(ValueError, match="no record"):
        by_hand.record()


def test_a_record_of_an_own_board_names_its_facts() -> None:
    game = caboose.Game(largest_edition(), 3)
    *_, state = positions(game, 1, any_action, most=40)
    record = state.record()
    assert f"board {game.edition.digest}" in record.splitlines()
    assert caboose.replay(record, game) == state
    with pytest.raises(caboose.BadRecord, match="board has changed"):
        caboose.replay(record.replace("board ", "board 0"), game)
