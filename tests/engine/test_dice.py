"""The dice for choices: the published generator, the same in both modes."""

from __future__ import annotations

from collections import Counter

import numpy as np

from caboose.engine.dice import new_dice, roll, roll_word, set_dice

# The first numbers of xoroshiro64** from the state (1, 2).
PUBLISHED = [
    *(3802928447, 813792938, 1618621494, 2955957307, 3252880261),
    *(1129983909, 2539651700, 1327610908, 1757650787, 2763843748),
]


def test_the_dice_are_xoroshiro64_star_star() -> None:
    dice = np.array([1, 2], np.int64)
    assert [int(roll_word(dice)) for _ in PUBLISHED] == PUBLISHED


def test_a_seed_always_falls_the_same_way() -> None:
    rolls = [[int(roll_word(dice)) for _ in range(5)] for dice in (new_dice(3), new_dice(3))]
    assert rolls[0] == rolls[1]
    assert [int(roll_word(new_dice(4)))] != rolls[0][:1]


def test_dice_never_start_from_nothing() -> None:
    dice = np.zeros(2, np.int64)
    set_dice(dice, 0, 0)
    assert len({int(roll_word(dice)) for _ in range(10)}) == 10


def test_dice_are_fair() -> None:
    dice = new_dice("fair")
    faces = Counter(int(roll(dice, 6)) for _ in range(12_000))
    assert sorted(faces) == [0, 1, 2, 3, 4, 5]
    assert all(1850 < count < 2150 for count in faces.values())
