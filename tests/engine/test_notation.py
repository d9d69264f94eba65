"""Actions as text, and the notation page held to its word."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import caboose

PAGE = Path(__file__).parents[2] / "docs" / "notation.md"
GAME = caboose.Game("usa", 2)


def blocks(language: str) -> list[str]:
    """The fenced blocks of the page in one language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```", PAGE.read_text("utf-8"))


def test_the_record_on_the_page_replays_to_the_position_on_the_page() -> None:
    record = next(text for text in blocks("") if text.startswith("caboose record"))
    position = json.loads(blocks("json")[0])
    state = caboose.replay(record)
    said = state.to_dict()
    assert said == position
    assert state.record(names=["Ann", "Bob"]) == record


def test_the_verifier_on_the_page_runs() -> None:
    for program in blocks("python"):
        exec(compile(program, str(PAGE), "exec"), {})


def test_the_fields_on_the_page_are_those_of_a_position() -> None:
    listed = re.findall(r"(?m)^\| ((?:`\w+`,? ?)+) \|", PAGE.read_text("utf-8"))
    named = {name for cell in listed for name in re.findall(r"`(\w+)`", cell)}
    position = json.loads(blocks("json")[0])
    assert {*position, *position["memory"]} <= named


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("pay orange 4+0", "pay orange 4"),
        ("Pay ORANGE 3+1", "pay orange 3+1"),
        ("  draw   deck ", "draw deck"),
        ("keep 1 3", "keep 1 3"),
    ],
)
def test_people_may_write_it_loosely(written: str, understood: str) -> None:
    (action,) = GAME.notation.parse(written)
    assert str(action) == understood


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("", "not_an_action", "draw deck"),
        ("build denver-omaha", "not_an_action", "claim ROUTE"),
        ("keep", "not_an_action", "keep 1 2"),
        ("draw mauve", "unknown_color", "purple, blue"),
        ("claim denver-omahe", "unknown_route", "denver-omaha"),
        ("claim denver-kansas_city", "double_route", "denver-kansas_city.1"),
        ("claim nowhere", "unknown_route", "no route nowhere"),
        ("pay red", "not_an_action", "pay red 3"),
        ("pay red x", "bad_amount", "3+1"),
        ("pay red ٣", "bad_amount", "3+1"),
        ("pay red 0", "bad_amount", "pay locomotive"),
        ("pay red 0+3", "bad_amount", "pay locomotive 3"),
        ("pay locomotive 2+1", "bad_amount", "pay locomotive 3"),
        ("pay red 10", "bad_amount", "no route takes 10"),
        ("keep 0", "bad_places", "counted from 1"),
        ("keep 6", "bad_places", "counted from 1"),
        ("keep 2 1", "bad_places", "lowest first"),
        ("keep 1 1", "bad_places", "each place once"),
        ("keep ٣", "bad_places", "counted from 1"),
    ],
)
def test_what_cannot_be_read_is_explained(text: str, code: str, hint: str) -> None:
    with pytest.raises(caboose.BadNotation) as refusal:
        GAME.notation.parse(text)
    assert refusal.value.code == code
    assert hint in str(refusal.value)


def test_payments_are_named_by_color_and_locomotives() -> None:
    (payment,) = GAME.notation.parse("pay orange 3+1")
    assert (payment.kind, payment.color) == ("pay", "orange")
    assert (payment.cards, payment.locomotives) == (3, 1)
    (payment,) = GAME.notation.parse("pay locomotive 4")
    assert (payment.color, payment.cards, payment.locomotives) == ("locomotive", 0, 4)


def test_an_action_of_another_edition_is_refused() -> None:
    """It has a number here too, but means something else."""
    state = GAME.start(seed=1)
    state.apply("keep 1 2")
    state.apply("keep 1 2")
    for _ in range(10):
        state.apply("draw deck")
    assert [action for action in state.legal_actions() if action.kind == "claim"]
    for route in caboose.Game("london", 2).edition.board.routes:
        (foreign,) = caboose.Game("london", 2).notation.parse(f"claim {route.id}")
        with pytest.raises(caboose.IllegalAction):
            state.copy().apply(foreign)


@pytest.mark.parametrize("number", [-1, 264, 9999])
def test_an_action_with_an_impossible_number_is_refused(number: int) -> None:
    with pytest.raises(caboose.IllegalAction):
        GAME.start(seed=1).apply(caboose.Action(number, "draw deck", "draw"))
