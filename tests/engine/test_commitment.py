"""A promised key: what is shown before the game fits what is revealed after it."""

from __future__ import annotations

import re

import pytest

import caboose
from caboose.engine.commitment import Commitment, draw_lots, make_key, promise
from caboose.engine.record import verify

SECRET = bytes(range(32))
NONCES = (b"a" * 32, b"b" * 32)


def played_under_a_promise() -> str:
    key = make_key(SECRET, NONCES)
    commitment = Commitment(promise(SECRET), SECRET, NONCES, draw_lots(key, 2))
    state = caboose.Game("london", seats=2).start(key=commitment.key)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    return state.record(["Ann", "Bob"], commitment)


def test_a_record_under_a_promise_verifies_and_replays() -> None:
    text = played_under_a_promise()
    assert verify(text).is_over
    assert caboose.replay(text).is_over


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("commitment " + "0" * 64, "whose hash was shown"),
        ("nonces " + "61" * 32 + " " + "63" * 32, "not made from the secret"),
        ("chairs 0 0", "match neither the listed order nor the draw"),
        ("chairs 1 0", "match neither the listed order nor the draw"),
        ("secret zz", "does not show how its key was promised"),
        ("nonces 61 62", "does not show how its key was promised"),
    ],
)
def test_a_broken_promise_is_found(line: str, sentence: str) -> None:
    word = line.split(maxsplit=1)[0]
    text = re.sub(rf"^{word} .*$", line, played_under_a_promise(), flags=re.MULTILINE)
    with pytest.raises(caboose.BadRecord, match=sentence):
        verify(text)


def test_every_part_changes_the_key() -> None:
    key = make_key(SECRET, NONCES)
    assert key != make_key(SECRET, NONCES[::-1])
    assert key != make_key(bytes(32), NONCES)
    assert key != make_key(SECRET, (*NONCES, bytes(32)))


def test_lots_are_a_seating_and_differ_from_key_to_key() -> None:
    seatings = {draw_lots(make_key(SECRET, [bytes([n]) * 32]), 3) for n in range(60)}
    assert all(sorted(seating) == [0, 1, 2] for seating in seatings)
    assert len(seatings) == 6
