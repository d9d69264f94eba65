"""The bots of the daily deal answer identical decisions identically, on every machine.

Their answers to fixed decisions at fixed deals are kept here as digests. Whoever changes them on
purpose, as a stronger Dispatcher would, changes the digests in the same commit; deals of the past
are then replayed from their stored actions, and new ones are alike for everybody.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from caboose.engine.commitment import NO_NONCE, make_key
from caboose.engine.game import Game
from caboose.players import ask, make_player
from caboose.server.events.deals import HOUSE_BOT

ROOT = Path(__file__).parents[2]
GOLDEN = {
    ("london", 2): "3ce37ad3a4af21c1",
    ("london", 4): "1b49ef32d70d6476",
    ("new_york", 4): "b889cb7bdcaea84f",
    ("usa", 4): "ae128c44859e975d",
}
PERSON = 1  # the seat for which the decisions are given


def answers(edition: str, seats: int) -> str:
    """A digest of a game in which one seat decides as told, and house bots answer."""
    state = Game(edition, seats).start(key=make_key(bytes(range(32)), [NO_NONCE] * seats))
    told, decisions = random.Random(edition), list[str]()
    house = [make_player(HOUSE_BOT, seat) for seat in range(seats)]
    while not state.is_over:
        seat = state.waiting_for()[0]
        legal = state.legal_actions(seat)
        is_told = seat == PERSON
        action = told.choice(legal) if is_told else ask(house[seat], state.view(seat), legal)
        decisions.append(f"{seat} {action.text}")
        state.apply(action, seat)
    return hashlib.sha256("\n".join(decisions).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("edition", "seats"), GOLDEN)
def test_house_bots_answer_as_they_always_have(edition: str, seats: int) -> None:
    assert answers(edition, seats) == GOLDEN[edition, seats]


def test_house_bots_answer_the_same_without_compiled_code() -> None:
    code = (
        "import json; from tests.players.test_house_bots import GOLDEN, answers;"
        "print(json.dumps([answers(*game) for game in GOLDEN]))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"CABOOSE_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(plain.stdout) == list(GOLDEN.values())
