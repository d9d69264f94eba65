# ruff: noqa: RUF001 - letters that look like others are what this is about
"""Names that people would take for one another, so that nobody can pose as somebody else."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable

LONGEST = 30  # letters of a name

# Letters of other alphabets, and signs, that look like these.
_LOOKS = {
    "a": "аαɑ", "b": "вβьƅ", "c": "сϲ", "d": "ԁ", "e": "еεҽ", "g": "ɡ", "h": "һнη", "j": "јϳ",
    "k": "кκ", "l": "1iіιı|!ӏ", "m": "мμ", "n": "пν", "o": "0оοσ", "p": "рρ", "q": "ԛ", "r": "г",
    "s": "5$ѕ", "t": "тτ", "u": "υц", "v": "ѵ", "w": "ѡω", "x": "хχ", "y": "уγ", "z": "з",
}  # fmt: skip
_SAME = str.maketrans({sign: letter for letter, signs in _LOOKS.items() for sign in signs})


def looks_like(name: str) -> str:
    """What is left of a name at a glance; names with the same are taken for one another."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name)).casefold()
    letters = "".join(c for c in apart if not unicodedata.combining(c)).translate(_SAME)
    seen = "".join(c for c in letters if c.isalnum())
    return seen.replace("rn", "m").replace("vv", "w") or name.casefold()


def told_apart(name: str, others: Iterable[str]) -> str:
    """A name, with a number if somebody there could be taken for its bearer."""
    taken = {looks_like(other) for other in others}
    if looks_like(name) not in taken:
        return name
    numbered = (
        f"{name[: LONGEST - len(end)]}{end}" for n in itertools.count(2) for end in [f" {n}"]
    )
    return next(each for each in numbered if looks_like(each) not in taken)
