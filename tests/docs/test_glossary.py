"""The glossary: one row for each word, in order."""

import re
from pathlib import Path

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


def words() -> list[str]:
    """The words of all rows, as they are sorted: without marks, small, a gap for an underscore."""
    rows = re.findall(r"^\| (.+?) \|", GLOSSARY.read_text("utf-8"), re.MULTILINE)
    assert rows[0] == "word"
    return [row.strip("`").lower().replace("_", " ") for row in rows[1:]]


def test_every_word_of_the_glossary_has_one_row() -> None:
    assert len(words()) > 100
    assert len(set(words())) == len(words())


def test_the_words_of_the_glossary_are_in_order() -> None:
    assert words() == sorted(words())


def test_a_row_has_no_second_meaning_behind_its_first() -> None:
    """ "On a server: ..." or "Among members: ..." in the middle of a row is another word's row."""
    second = re.compile(r"[.;] (?:On|Among|In|At) [\w ]+: ")
    assert not second.search(GLOSSARY.read_text("utf-8"))
