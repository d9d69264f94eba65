"""The learned value of true positions: what must hold of it whatever was learned."""

import json
import os
import random
import subprocess
import sys

import numpy as np
import pytest

from caboose import Game
from caboose.boards.limits import MAX_SEATS
from caboose.engine.fields import STATE, copy_records
from caboose.engine.game import key_from_seed
from caboose.engine.state import State
from caboose.learning.fit_value import seat_inputs, shares_of
from caboose.learning.judge_value import nets_from
from caboose.learning.moments import moments_of
from caboose.learning.strange_boards import strange_board
from caboose.players import value_of
from caboose.players.tools.kit import new_kit
from caboose.players.value import value_facts as fact
from caboose.players.value.sheet import new_sheet
from caboose.players.value.value import seated_styles, value_one
from caboose.players.value.value_facts import SEAT_FACTS, TICKET_FACTS, TOLD
from caboose.players.value.value_weights import digest_of, read_file, value_nets
from tests.support.games.positions import positions

NOT_BY_SEAT = ("face_up", "laid")  # five slots, which are as many as seats


def turned(state: State, by: int) -> State:
    """The same position with everybody so many seats further on."""
    array, seats = copy_records(state.array), state.game.seats
    names = [
        name
        for name in STATE.names or ()
        if STATE[name].shape[:1] == (MAX_SEATS,) and name not in NOT_BY_SEAT
    ]
    for name in names:
        array[name][0, :seats] = np.roll(state.array[name][0, :seats], by, axis=0)
    array["seat"] = (state.seat + by) % seats
    return State(state.game, array, None)


def test_shares_add_up_to_one_and_chances_are_chances():
    for state in positions(150, "values"):
        value = value_of(state)
        assert sum(value.shares) == pytest.approx(1)
        chances = [
            *value.shares,
            *value.paths,
            *(c for held in value.tickets for c in held.values()),
        ]
        assert all(0 <= chance <= 1 for chance in chances)
        assert np.isfinite([*value.points, *value.turns]).all()
        assert min(value.turns) >= 0
        if state.game.edition.longest_path == 0:
            assert not any(value.paths)


def test_it_makes_no_difference_where_a_seat_sits():
    for state in positions(60, "turned"):
        plain = value_of(state)
        for by in range(1, state.game.seats):
            other = value_of(turned(state, by))
            for mine, theirs in (
                (plain.shares, other.shares),
                (plain.points, other.points),
                (plain.turns, other.turns),
                (plain.paths, other.paths),
            ):
                assert np.roll(mine, by) == pytest.approx(theirs, rel=1e-4, abs=1e-4)
            assert [len(held) for held in plain.tickets] == [
                len(other.tickets[(seat + by) % state.game.seats])
                for seat in range(state.game.seats)
            ]


def test_what_is_certain_is_certain():
    """Completed tickets, and in the final round the turns that are left."""
    seen = 0
    for state in positions(200, "certain"):
        value, score = value_of(state), state.score().to_dict()["seats"]
        for seat, held in enumerate(value.tickets):
            assert sum(chance == 1 for chance in held.values()) >= score[seat]["completed"]
        left = state.fields.final_turns_left
        if left >= 0:
            seen += 1
            waits = [(seat - state.seat) % state.game.seats for seat in range(state.game.seats)]
            assert value.turns == tuple(float(wait < left) for wait in waits)
    assert seen


def test_a_finished_game_is_worth_what_came_of_it():
    for seats, edition in ((2, "usa"), (4, "london")):
        state = Game(edition, seats).start(seed=seats)
        while not state.is_over:
            state.apply(state.legal_actions()[0])
        value, score = value_of(state), state.score()
        rows = score.to_dict()["seats"]
        assert value.points == tuple(row["total"] for row in rows)
        assert {seat for seat in range(seats) if value.shares[seat]} == set(score.winners)
        assert sum(value.shares) == pytest.approx(1)
        done = [sum(held.values()) for held in value.tickets]
        assert done == [row["completed"] for row in rows]
        assert value.turns == (0.0,) * seats


def test_compiled_nets_are_those_that_were_fitted():
    """The formula in NumPy, as it is fitted, answers the same."""
    ticket_net, seat_net = nets_from(read_file()["numbers"])
    for state in positions(40, "formula"):
        seats, sheet = state.game.seats, new_sheet()
        kit, styles = new_kit(state.game, seats), seated_styles(state.game, None)
        value_one(kit, state.array, styles, value_nets(), sheet)
        answers = seat_net.answer(seat_inputs(sheet.seats[None, :seats].astype(float))[0])
        assert sheet.answers[:seats] == pytest.approx(answers, abs=2e-3)
        strengths = answers[None, :, fact.STRENGTH]
        assert sheet.shares[:seats] == pytest.approx(shares_of(strengths)[0], abs=2e-3)
        for seat in range(seats):
            for place in range(sheet.open[seat]):
                inputs = np.concatenate([sheet.seats[seat, :TOLD], sheet.facts[seat, place]])
                chance = 1 / (1 + np.exp(-ticket_net.answer(inputs[None])[0, 0]))
                found = sheet.chances[seat, sheet.tickets[seat, place]]
                assert found == pytest.approx(chance, abs=2e-3)


TELL = """
import json
from caboose import Game
from caboose.players import value_of
state = Game("london", 3).start(seed=5)
for _ in range(8):
    state.apply(state.legal_actions()[-1])
value = value_of(state, ["express", None, "racer"])
print(json.dumps([value.shares, value.points, value.turns, value.paths]))
"""


def test_interpreted_it_says_the_same():
    told = []
    for mode in ("0", "1"):
        result = subprocess.run(
            [sys.executable, "-c", TELL],
            env=os.environ | {"CABOOSE_INTERPRETED": mode},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(np.array(json.loads(result.stdout)))
    assert told[0] == pytest.approx(told[1], abs=1e-3)


def test_facts_are_finite_and_most_are_about_the_size_of_one():
    sizes = []
    for state in positions(150, "value facts"):
        seats, sheet = state.game.seats, new_sheet()
        kit, styles = new_kit(state.game, seats), seated_styles(state.game, None)
        value_one(kit, state.array, styles, value_nets(), sheet)
        sizes.append(np.abs(sheet.seats[:seats]).ravel())
    all_sizes = np.concatenate(sizes)
    assert np.isfinite(all_sizes).all()
    assert (all_sizes < 3).mean() > 0.98


def test_who_plays_is_told_by_name_for_every_seat():
    state = Game("usa", 3).start(seed=1)
    assert value_of(state, [None, None, None]) == value_of(state)
    assert value_of(state, ["engineer", "random", None]) != value_of(state)
    with pytest.raises(ValueError, match="each of 3 seats"):
        value_of(state, ["engineer"])
    with pytest.raises(ValueError, match="no compiled policy"):
        value_of(state, ["switchman", None, None])


def missed(game: Game, bots: tuple[str, ...]) -> tuple[float, float]:
    """The mean square of what shares of the win were missed by, and of even shares."""
    said, came = [], []
    for deal in range(50):
        rng = random.Random(deal)
        seated = rng.choices(bots, k=game.seats)
        for moment in moments_of(game, deal, key_from_seed(9000 + deal), seated, rng):
            said.append(value_of(State(game, moment.array, None), seated).shares)
            came.append(moment.wins)
    shares, wins = np.array(said), np.array(came)
    return float(((shares - wins) ** 2).mean()), float(((1 / game.seats - wins) ** 2).mean())


@pytest.mark.parametrize(
    ("edition", "seats"), [("usa", 2), ("usa", 4), ("london", 2), ("new_york", 3)]
)
def test_it_foretells_who_wins(edition, seats):
    """Some 200 positions of games that nothing was learned from."""
    found, even = missed(Game(edition, seats), ("engineer", "express", "racer"))
    assert found < 0.85 * even


def test_it_foretells_who_wins_on_a_board_it_never_saw():
    found, even = missed(Game(strange_board(7), 2), ("engineer", "express", "racer"))
    assert found < 0.9 * even


def test_the_numbers_are_those_of_their_certificate():
    whole = read_file()
    assert whole["certificate"]["hash"] == digest_of(whole["numbers"])
    assert whole["certificate"]["gate"]["passed"]
    assert np.shape(whole["numbers"]["seat"]["first"])[0] == 3 * len(SEAT_FACTS)
    assert np.shape(whole["numbers"]["ticket"]["first"])[0] == TOLD + len(TICKET_FACTS)
