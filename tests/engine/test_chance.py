"""The one source of chance, held against the vectors of RFC 8439 and the notation page."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import numpy as np
import pytest

import caboose
from caboose.engine.chance import BLIND, ROW, SWEEP, card_word, fill_block, scaled
from caboose.engine.game import key_from_seed
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.styles import STYLES, positions

ZERO = "00" * 32

# Key, stream (the first word of the nonce), block, and the block's first half: RFC 8439, appendix
# A.1, and one of another stream.
VECTORS = [
    (ZERO, 0, 0, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"),
    (ZERO, 0, 1, "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"),
    ("00" * 31 + "01", 0, 1, "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"),
    ("00ff" + "00" * 30, 0, 2, "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"),
    (
        bytes(range(32)).hex(),
        1,
        7,
        "ec89cca99d8eeefe90a14d26d1dae5fdfb9fe9e7dbd9e86edf1c9df84a5131b6",
    ),
]

# The second half of the first block.
REST = "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"


def block(key: bytes, stream: int, number: int) -> bytes:
    words = np.zeros(16, np.uint32)
    fill_block(words, np.frombuffer(key, "<u4").copy(), stream, number)
    return words.astype("<u4").tobytes()


@pytest.mark.parametrize(("key", "stream", "number", "expected"), VECTORS)
def test_the_streams_are_chacha20(key: str, stream: int, number: int, expected: str) -> None:
    assert block(bytes.fromhex(key), stream, number)[:32].hex() == expected


def test_a_block_is_sixteen_words() -> None:
    assert block(bytes(32), 0, 0).hex() == VECTORS[0][3] + REST


def test_a_seed_is_hashed_to_the_key() -> None:
    key = hashlib.sha256(b"caboose seed 7").digest()
    assert key_from_seed(7) == key
    game = caboose.Game("usa", 2)
    assert game.start(seed=7) == game.start(key=key)
    assert game.start(seed=7).to_dict()["key"] == key.hex()
    assert key_from_seed(-7) == hashlib.sha256(b"caboose seed -7").digest()


@pytest.mark.parametrize("seed", [True, 1.0, "7", None])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises((TypeError, ValueError), match="seed"):
        caboose.Game("usa", 2).start(seed=seed)  # type: ignore[arg-type]


def test_a_game_starts_from_a_seed_or_from_a_whole_key() -> None:
    game = caboose.Game("usa", 2)
    with pytest.raises(ValueError, match="one of the two"):
        game.start()
    with pytest.raises(ValueError, match="one of the two"):
        game.start(seed=1, key=bytes(32))
    with pytest.raises(ValueError, match="32 bytes"):
        game.start(key=bytes(31))


def test_a_word_becomes_a_number_below_n() -> None:
    assert [int(scaled(word, 110)) for word in (0, 2**31, 2**32 - 1)] == [0, 55, 109]
    assert int(scaled(0x9DB63F94, 110)) == 67
    assert int(scaled(2**32 - 1, 1)) == 0


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_every_card_that_leaves_the_deck_uses_the_next_word_of_its_purpose(
    edition: str, seats: int
) -> None:
    game = caboose.Game(edition, seats)
    style = STYLES[(len(edition) * seats) % len(STYLES)]
    drawn, laid, swept = [0] * seats, [0] * 5, 0
    for state in positions(game, 3, style):
        assert state.history is not None
        is_sweep = False
        for event in state.history.step.events:
            if event.kind == "drew_blind":
                drawn[event.seat or 0] += 1
            elif event.kind == "swept":
                is_sweep, swept = True, swept + 1
            elif event.kind == "laid" and not is_sweep:
                laid[event.facts["slot"]] += 1
        said = state.to_dict()
        assert said["words"] == {"drawn": drawn, "laid": laid, "sweeps": swept}
        assert sum(drawn) + sum(laid) <= said["chance"] <= sum(drawn) + sum(laid) + 5 * swept


def test_a_word_is_siphash_of_its_purpose_and_its_number() -> None:
    """The number printed by the authors of SipHash for the bytes 0 to 4 under the key 0 to 15."""
    state = caboose.Game("usa", 2).start(key=bytes(range(32))).array[0]
    assert int(card_word(state, 4, 0x03020100)) == 0xCD99A68D


def blind_cards(state: caboose.State, actions: list[str]) -> list[list[str]]:
    """The cards that either seat draws blind in some actions."""
    drawn: list[list[str]] = [[], []]
    for seat in range(2):
        state.apply("keep 1 2", seat)
    for action in actions:
        seat = state.seat
        events = state.apply(action)
        drawn[seat] += [e.facts["color"] for e in events if e.kind == "drew_blind"]
    return drawn


def test_a_card_that_a_seat_takes_from_the_row_leaves_the_blind_cards_as_they_are() -> None:
    """But for one in some twenty, since the deck they are picked from lacks another card."""
    game, same = caboose.Game("usa", 2), 0
    for seed in range(100):
        state = game.start(seed=seed)
        color = next(c for c in state.to_dict()["face_up"] if c != "locomotive")
        blind = blind_cards(state.copy(), ["draw deck"] * 3)
        mixed = blind_cards(state.copy(), [f"draw {color}", "draw deck", "draw deck"])
        same += (blind[0][0] == mixed[0][0]) + (blind[1][0] == mixed[1][0])
    assert same > 180


DRAWS = 20_000


@pytest.mark.parametrize("purpose", [BLIND, BLIND + 4, ROW, ROW + 4, SWEEP + 2])
def test_words_are_spread_evenly_and_do_not_follow_each_other(purpose: int) -> None:
    """Chi-square of the colors of 110 cards, and of each with the one before it."""
    state = caboose.Game("usa", 2).start(seed=5).array[0]
    words = np.array([int(card_word(state, purpose, n)) for n in range(DRAWS)])
    colors = np.minimum((words * 110 >> 32) // 12, 8)
    shares = np.array([12] * 8 + [14]) / 110
    alone = np.bincount(colors, minlength=9)
    pairs = np.bincount(colors[1:] * 9 + colors[:-1], minlength=81)
    assert chi_square(alone, shares) < 35  # 8 degrees of freedom: beyond it 1 in 40,000
    assert chi_square(pairs, np.outer(shares, shares).ravel()) < 140  # 80: 1 in 30,000


def chi_square(counts: Any, shares: Any) -> float:
    wanted = counts.sum() * shares
    return float(((counts - wanted) ** 2 / wanted).sum())


def test_cards_of_a_game_are_spread_as_in_a_shuffled_pile() -> None:
    """The first two cards of each seat and of the row over many deals: all pairs of colors."""
    game, seen = caboose.Game("london", 2), Counter[tuple[str, str]]()
    for seed in range(3000):
        dealt = game.start(seed=seed).history
        assert dealt is not None
        cards = [e.facts["color"] for e in dealt.step.events if "color" in e.facts]
        seen[cards[0], cards[2]] += 1  # the first card of either seat
        seen[cards[1], cards[4]] += 1  # a blind card, and the first of the row
    cards = game.start(seed=0).to_dict()["memory"]["shuffled"]
    whole = sum(cards.values())
    shares = [
        count * (cards[other] - (one == other)) / whole / (whole - 1)
        for one, count in cards.items()
        for other in cards
    ]
    counts = [seen[one, other] for one in cards for other in cards]
    assert chi_square(np.array(counts), np.array(shares)) < 95  # 48: 1 in 10,000


def test_other_keys_deal_other_games() -> None:
    game = caboose.Game("usa", 2)
    hands = {str(game.start(seed=seed).to_dict()["hands"]) for seed in range(50)}
    assert len(hands) > 45
