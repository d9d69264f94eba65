"""The one source of chance, held against the vectors of RFC 8439 and the notation page."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

import caboose
from caboose.engine.chance import fill_block, scaled
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
def test_every_card_that_leaves_the_deck_uses_one_word(edition: str, seats: int) -> None:
    game = caboose.Game(edition, seats)
    style = STYLES[(len(edition) * seats) % len(STYLES)]
    used = 0
    for state in positions(game, 3, style):
        assert state.history is not None
        kinds = [event.kind for event in state.history.step.events]
        used += kinds.count("drew_blind") + kinds.count("laid")
        assert state.to_dict()["chance"] == used


@pytest.mark.parametrize("edition", caboose.editions())
def test_until_a_reshuffle_the_deck_lies_as_its_key_says(edition: str) -> None:
    """Whoever draws, and however many seats there are: the k-th card is the k-th card."""
    decks = []
    for seats, style in [(2, STYLES[0]), (3, STYLES[1])]:
        cards: list[str] = []
        for state in positions(caboose.Game(edition, seats), 11, style):
            assert state.history is not None
            events = state.history.step.events
            if any(event.kind == "reshuffled" for event in events):
                break
            cards += [e.facts["color"] for e in events if e.kind in ("drew_blind", "laid")]
        decks.append(cards)
    shorter = min(len(deck) for deck in decks)
    assert shorter > 20
    assert decks[0][:shorter] == decks[1][:shorter]


def test_other_keys_deal_other_games() -> None:
    game = caboose.Game("usa", 2)
    hands = {str(game.start(seed=seed).to_dict()["hands"]) for seed in range(50)}
    assert len(hands) > 45
