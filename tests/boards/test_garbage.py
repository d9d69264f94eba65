"""Whatever a file holds, the checker answers with sentences."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caboose.boards import BoardError, check, load, new_board

GOOD = (Path(__file__).parent / "small.toml").read_text("utf-8")
quick = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

SCRAPS = [*'[]{}=,"#\n', "true", "nan", "-1", "1e999", "0", "''", "[[]]", "{}", "1979-05-27"]
SCRAPS += ['"\\u0000"', "\u2028", "é", "99999999999999999999", "city", "[rules]"]
VALUES = ["0", "-1", "true", '""', '"x"', "1.5", "inf", "[]", "[[]]", "{}", "07:32:00"]
VALUES += ['["a", "a"]', '"north"', "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"]


@st.composite
def torn(draw: st.DrawFn) -> str:
    """The small board with pieces cut out, moved, or replaced by scraps."""
    text = GOOD
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 60)))
        text = text[:start] + draw(st.sampled_from(SCRAPS)) + text[end:]
    return text


@st.composite
def retyped(draw: st.DrawFn) -> str:
    """The small board with some values of another kind: valid TOML, mostly no valid board."""
    parts = GOOD.split(" = ")
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(1, len(parts) - 1))
        rest = parts[place].lstrip('[{"')
        ends = [rest.find(mark) for mark in ",}\n" if mark in rest]
        parts[place] = draw(st.sampled_from(VALUES)) + (rest[min(ends) :] if ends else "")
    return " = ".join(parts)


def answers(text: str, path: Path) -> None:
    path.write_text(text, "utf-8")
    problems = check(path)
    assert problems == check(text + "\n") or "TOML" in str(problems)
    if problems:
        with pytest.raises(BoardError) as refused:
            load(path, "rich")
        assert refused.value.problems == problems
    else:
        with suppress(BoardError):  # the edition may have got another name
            load(path, "rich")
    for problem in problems:
        assert problem.entry
        assert problem.sentence.endswith((".", "?"))


@quick
@given(text=torn())
def test_torn_boards_are_answered_in_sentences(text: str, tmp_path: Path) -> None:
    answers(text, tmp_path / "torn.toml")


@quick
@given(text=retyped())
def test_boards_of_other_types_are_answered_in_sentences(text: str, tmp_path: Path) -> None:
    answers(text, tmp_path / "retyped.toml")


@quick
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_is_answered_in_sentences(text: str) -> None:
    assert check(text + "\n")


@quick
@given(content=st.binary(max_size=200))
def test_any_bytes_are_answered_in_sentences(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bytes.toml"
    path.write_bytes(content)
    assert check(path)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"nam{n} = 1" for n in range(4_000)),
        new_board().replace(
            "route = [",
            "route = [" + '{ cities = ["harbr", "markt"], length = 1, colors = ["x"] },' * 800,
        ),
        new_board() + "\n".join(f'[[edition]]\nid = "e{n}"' for n in range(800)) + "\n",
        "x = " + "[" * 100_000 + "\n",
        ".".join("a" * 50_000) + " = 1\n",
        ("." * 299 + "\n") * 600,
    ],
)
def test_a_board_made_to_be_slow_is_answered_in_time(text: str) -> None:
    """The suite would stand still here if reading took time by the square of the size."""
    assert check(text)
