"""Every rule's code stands in three places: its page, what carries it out, and a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.rules import codes_in, main, problems, rules, titles

PAGE = "# A page\n\n### D1 · Two cards\n\nText with (R1) in it.\n\n### D2 · Refill\n\n"
ENGINE = '''
def draw():
    """D1, D2: draw a card."""
'''
TESTS = """
@pytest.mark.rule("D1")
@pytest.mark.parametrize("x", [1])
def test_a_draw(x): ...

@pytest.mark.rule("D2")
def test_a_refill(): ...
"""


def project(folder: Path, page: str = PAGE, engine: str = ENGINE, tests: str = TESTS) -> Path:
    """A small project with one page, one file of rules, one of tests and an empty board."""
    for name, text in [
        ("docs/rules/draw.md", page),
        ("caboose/engine/rules/draw.py", engine),
        ("tests/rules/test_draw.py", tests),
        ("caboose/boards/data/usa.toml", 'name = "USA"\n'),
    ]:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


def test_every_code_has_a_page_a_function_and_a_test() -> None:
    assert problems() == []


def test_the_pages_have_all_codes() -> None:
    chapters = {"S": 4, "G": 1, "D": 8, "C": 7, "T": 4, "E": 2, "P": 6, "R": 24}
    expected = {f"{letter}{n}" for letter, last in chapters.items() for n in range(1, last + 1)}
    assert set(titles()) == expected


def test_the_table_names_function_and_tests() -> None:
    (rule,) = [rule for rule in rules() if rule.code == "D3"]
    assert "draw_cards.ends_draw" in rule.carried_out
    assert "test_draw_cards.test_a_face_up_locomotive_ends_the_draw" in rule.tests


def test_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    printed = capsys.readouterr().out
    assert "D3 · A face-up locomotive\n    draw_cards.ends_draw\n" in printed
    assert "        test_draw_cards.test_a_face_up_locomotive_ends_the_draw\n" in printed


def test_a_whole_project_has_no_problems(tmp_path: Path) -> None:
    assert problems(project(tmp_path)) == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"page": PAGE.replace("### D2 ·", "###")}, "D2 has no page in docs/rules, but draw.draw"),
        ({"engine": ENGINE.replace(", D2", "")}, "D2 (Refill): no function's docstring names it"),
        ({"engine": ENGINE.replace("D2", "D9")}, "D9 has no page in docs/rules, but draw.draw"),
        ({"tests": TESTS.replace("D2", "D1")}, "D2 (Refill): no test is marked with it"),
        ({"tests": TESTS.replace("D2", "X1")}, "X1 has no page in docs/rules, but test_draw"),
        ({"tests": TESTS.replace("test_a_refill", "refill")}, "D2 (Refill): no test is marked"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, changes: dict[str, str], problem: str) -> None:
    assert any(problem in found for found in problems(project(tmp_path, **changes)))


def test_a_mark_on_a_whole_file_counts(tmp_path: Path) -> None:
    marked = 'pytestmark = pytest.mark.rule("D1")\n\ndef test_a(): ...\n'
    both = 'pytestmark = [pytest.mark.rule("D2"), pytest.mark.soak]\n\ndef test_b(): ...\n'
    folder = project(tmp_path, tests=marked)
    (folder / "tests/rules/test_more.py").write_text(both, "utf-8")
    assert problems(folder) == []


def test_a_fact_of_an_edition_is_named_in_its_board_file(tmp_path: Path) -> None:
    folder = project(tmp_path, engine=ENGINE.replace(", D2", ""))
    (folder / "caboose/boards/data/usa.toml").write_text("points = 10  # D2: ten\n", "utf-8")
    assert problems(folder) == []


def test_a_code_with_two_headings_is_an_error(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "docs/rules/more.md").write_text("### D1 · Again\n", "utf-8")
    with pytest.raises(ValueError, match="D1 has a heading on two pages"):
        problems(folder)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("D1, D4, R22: a card", ["D1", "D4", "R22"]),
        ("C1-C6: the routes", ["C1", "C2", "C3", "C4", "C5", "C6"]),
        ("begins (R18).", ["R18"]),
        ("RFC 8439, UTF-8, SHA-256, A4x and B2-x are no codes", []),
    ],
)
def test_codes_are_read_from_text(text: str, codes: list[str]) -> None:
    assert codes_in(text) == codes
