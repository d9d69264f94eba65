"""The one source of chance: a ChaCha20 stream under the game's 256-bit key.

The k-th card to leave the deck uses word k of the card stream, whoever draws it; the tickets are
shuffled by a stream of their own. So the deck's order is fixed by the key alone until the first
reshuffle, nothing seen predicts the next card, and a revealed key verifies a whole game with any
implementation of RFC 8439.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import StateRecord

CARD_STREAM = 0
TICKET_STREAM = 1
WORDS_PER_BLOCK = 16

_LOW = 0xFFFFFFFF


@compiled
def _turn_left(word: int, places: int) -> int:
    return ((word << places) & _LOW) | (word >> (32 - places))


@compiled
def _quarter_round(words: Any, a: int, b: int, c: int, d: int) -> None:
    words[a] = (wide(words[a]) + wide(words[b])) & _LOW
    words[d] = _turn_left(wide(words[d]) ^ wide(words[a]), 16)
    words[c] = (wide(words[c]) + wide(words[d])) & _LOW
    words[b] = _turn_left(wide(words[b]) ^ wide(words[c]), 12)
    words[a] = (wide(words[a]) + wide(words[b])) & _LOW
    words[d] = _turn_left(wide(words[d]) ^ wide(words[a]), 8)
    words[c] = (wide(words[c]) + wide(words[d])) & _LOW
    words[b] = _turn_left(wide(words[b]) ^ wide(words[c]), 7)


@compiled
def _lay_out(words: Any, key: Any, stream: int, block: int) -> None:
    words[0], words[1], words[2], words[3] = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    for i in range(8):
        words[4 + i] = key[i]
    words[12], words[13], words[14], words[15] = block, stream, 0, 0


@compiled
def fill_block(words: Any, key: Any, stream: int, block: int) -> None:
    """Write one block of 16 words of a key's stream."""
    _lay_out(words, key, stream, block)
    for _ in range(10):
        _quarter_round(words, 0, 4, 8, 12)
        _quarter_round(words, 1, 5, 9, 13)
        _quarter_round(words, 2, 6, 10, 14)
        _quarter_round(words, 3, 7, 11, 15)
        _quarter_round(words, 0, 5, 10, 15)
        _quarter_round(words, 1, 6, 11, 12)
        _quarter_round(words, 2, 7, 8, 13)
        _quarter_round(words, 3, 4, 9, 14)
    words[0] = (wide(words[0]) + 0x61707865) & _LOW
    words[1] = (wide(words[1]) + 0x3320646E) & _LOW
    words[2] = (wide(words[2]) + 0x79622D32) & _LOW
    words[3] = (wide(words[3]) + 0x6B206574) & _LOW
    for i in range(8):
        words[4 + i] = (wide(words[4 + i]) + wide(key[i])) & _LOW
    words[12] = (wide(words[12]) + block) & _LOW
    words[13] = (wide(words[13]) + stream) & _LOW


@compiled
def scaled(word: int, n: int) -> int:
    """A number below n from a 32-bit word; its bias is below n / 2**32."""
    return (wide(word) * n) >> 32


@compiled
def next_card_word(state: StateRecord) -> int:
    """The next word of the card stream."""
    place = wide(state.chance) % WORDS_PER_BLOCK
    if place == 0:
        fill_block(state.words, state.key, CARD_STREAM, wide(state.chance) // WORDS_PER_BLOCK)
    state.chance += 1
    return wide(state.words[place])


@compiled
def restore_block(state: StateRecord) -> None:
    """Make the block that holds the last word used again, from key and counter."""
    if wide(state.chance) == 0:
        for place in range(WORDS_PER_BLOCK):
            state.words[place] = 0
    else:
        fill_block(state.words, state.key, CARD_STREAM, (wide(state.chance) - 1) // WORDS_PER_BLOCK)
