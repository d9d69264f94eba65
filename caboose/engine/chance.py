"""The one source of chance: keyed functions of the game's 256-bit key.

What a card leaves the deck for, and how many have done so before it, choose its word: a SipHash
under the first half of the key. So two games of one key that differ in one decision stay alike
elsewhere, and nothing need be kept between two cards. The tickets are shuffled once, by a ChaCha20
stream. Nothing seen predicts what comes next, and a revealed key verifies a whole game with any
implementation of the two.

Under the first version of the rules the k-th card to leave the deck used word k of a ChaCha20
stream, whoever drew it. Its games still do, and pay for a whole block with every card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_SEATS
from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import BY_PURPOSE, FACE_UP, GIVEN, MAX_GIVEN, StateRecord
from caboose.engine.siphash import half_key, siphash

CARD_STREAM = 0
TICKET_STREAM = 1
WORDS_PER_BLOCK = 16

# What a card leaves the deck for: added to it is the seat that draws it, or the slot it is laid in.
BLIND = 0x00
ROW = 0x10
SWEEP = 0x20

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
def clear_numbers(state: StateRecord) -> None:
    """No card has left the deck for any purpose, and none is given."""
    forget_given_words(state)
    state.sweeps = 0
    for seat in range(MAX_SEATS):
        state.drawn[seat] = 0
    for slot in range(FACE_UP):
        state.laid[slot] = 0


@compiled
def card_word(state: StateRecord, purpose: int, n: int) -> int:
    """The word of the n-th card, from 0, that leaves the deck for a purpose."""
    state.chance += 1
    if state.numbering != BY_PURPOSE:
        return word_numbered_otherwise(state)
    return siphash(half_key(state.key, 0), half_key(state.key, 2), n, purpose) & _LOW


@compiled
def word_numbered_otherwise(state: StateRecord) -> int:
    """The word that is given for this card, or the next of the first version's one stream."""
    if state.numbering == GIVEN:
        return take_given_word(state)
    words = np.zeros(WORDS_PER_BLOCK, np.uint32)
    used = wide(state.chance) - 1
    fill_block(words, state.key, CARD_STREAM, used // WORDS_PER_BLOCK)
    return wide(words[used % WORDS_PER_BLOCK])


@compiled
def give_word(state: StateRecord, word: int) -> None:
    """Say the word of a card; of several, the last one that was given is used first."""
    state.numbering = GIVEN
    state.given[state.givens] = word
    state.givens += 1


@compiled
def forget_given_words(state: StateRecord) -> None:
    """No word is given, and words follow from the key again."""
    if state.numbering == GIVEN:
        state.numbering = BY_PURPOSE
    state.givens = 0
    for place in range(MAX_GIVEN):
        state.given[place] = 0


@compiled
def take_given_word(state: StateRecord) -> int:
    """The given word that is next. After the last of them words follow from the key again."""
    state.givens -= 1
    if state.givens == 0:
        state.numbering = BY_PURPOSE
    word = wide(state.given[state.givens])
    state.given[state.givens] = 0
    return word
