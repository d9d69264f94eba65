"""Games of the first version of the rules: shown, verified and played on as they were."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import caboose
from caboose.engine.record import verify

FOLDER = Path(__file__).parent / "first_rules"
RECORDS = sorted(FOLDER.glob("*.txt"))
WRITTEN = json.loads((FOLDER / "london_3.json").read_text("utf-8"))


def digest_of(record: str) -> str:
    """The digest that was stored with the game's last action."""
    return record.rpartition("# digest ")[2].strip()


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_of_the_first_rules_is_verified_to_its_digest(file: Path) -> None:
    record = file.read_text("utf-8")
    state = verify(record)
    assert (state.game.rules, state.is_over) == (1, True)
    assert state.digest() == digest_of(record)
    assert state.record() == record.partition("# digest")[0]
    assert caboose.replay(record, caboose.Game(state.game.name, state.game.seats)) == state


def test_the_records_tell_of_sweeps_and_reshuffles() -> None:
    for file in RECORDS:
        assert {"sweep", "reshuffle"} <= set(file.read_text("utf-8").split())


def test_a_position_of_the_first_rules_goes_on_under_them() -> None:
    state = caboose.Game("london", 3).from_dict(WRITTEN["position"])
    assert state.game.rules == 1
    assert state.digest() == WRITTEN["digest"]
    assert state.to_dict() == WRITTEN["position"]
    again = state.game.from_dict(state.to_dict())
    for each in (state, again):
        each.apply("draw deck")
    assert again == state


def test_a_worker_is_sent_a_game_with_its_rules() -> None:
    game = caboose.Game("london", 3, rules=1)
    assert pickle.loads(pickle.dumps(game)) == game != caboose.Game("london", 3)
    assert game.under(2) == caboose.Game("london", 3)
    assert repr(game) == "Game('london', seats=3, rules=1)"


def test_there_are_no_other_rules() -> None:
    with pytest.raises(ValueError, match="rules version 3; this is 2"):
        caboose.Game("usa", 2, rules=3)


def test_views_and_redealt_worlds_of_both_rules_are_the_same_but_for_the_cards_to_come() -> None:
    state = caboose.Game("london", 3).from_dict(WRITTEN["position"])
    view = state.view(state.seat)
    world = caboose.redeal(view, 1)
    assert world.view(state.seat).to_dict() == view.to_dict()
    assert world.game.rules == 1
