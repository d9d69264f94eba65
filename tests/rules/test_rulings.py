"""The rulings: what the rulebooks leave open. Those of one chapter have more tests there."""

from __future__ import annotations

import hashlib
import random
from itertools import permutations
from typing import Any

import pytest

import caboose
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.notation import (
    deck,
    discards,
    hand,
    legal,
    play,
    refuses,
    row,
    said,
    value,
)
from tests.support.games.table import count, game_of, lucky_table, table

STUCK: dict[str, Any] = {"deck": "", "face_up": "", "ticket_deck": []}
STANDING = "locomotive locomotive locomotive red blue"
FIVE = "locomotive locomotive locomotive locomotive locomotive"


def locomotives(state: caboose.State) -> int:
    """Locomotives in the row."""
    return row(state).split().count("locomotive")


def three_colors_left(edition: str, key: str) -> caboose.State:
    """The next card leaves all locomotives and three others in the pool: only one row is calm."""
    others = "green black", {"usa": "red 1", "london": "pink 1"}[edition]
    behind = game_of(edition).edition.locomotives - 2
    return table(
        edition,
        face_up=f"blue locomotive locomotive {others[0]}",
        deck=f"locomotive {behind} {others[1]}",
        key=hashlib.sha256(key.encode()).digest(),
    )


def cards_laid(events: list[caboose.Event]) -> int:
    """Cards that were laid, those of the counted sweeps included."""
    counted = sum(event.facts["times"] for event in events if event.kind == "swept_often")
    return [event.kind for event in events].count("laid") + 5 * counted


# --- R1: fill, sweep, reshuffle ------------------------------------------------------------------


@pytest.mark.rule("R1")
def test_a_payment_fills_the_empty_slots_from_left_to_right() -> None:
    state = table(face_up="- red - red", deck="", hands=["green 3"])
    assert said(play(state, "claim b-d", "pay green 3"))[2:] == [
        "reshuffled 3",
        "laid green 0",
        "laid green 2",
        "laid green 4",
    ]
    assert (row(state), deck(state), discards(state)) == ("green red green red green", "", "")


@pytest.mark.rule("R1")
def test_what_the_payment_leaves_over_is_the_new_deck() -> None:
    state = table(face_up="red red red - blue", deck="", hands=["green 3"])
    assert said(play(state, "claim b-d", "pay green 3"))[2:] == ["reshuffled 3", "laid green 3"]
    assert (row(state), deck(state)) == ("red red red green blue", "green 2")


@pytest.mark.rule("R1")
def test_with_too_few_cards_the_slots_to_the_right_stay_empty() -> None:
    state = table(face_up="- - red - -", deck="", hands=["green 2"])
    play(state, "claim e-f", "pay green 2")
    assert (row(state), deck(state), discards(state)) == ("green green red - -", "", "")


@pytest.mark.rule("R1")
def test_a_payment_into_an_empty_deck_and_a_full_row_is_the_new_deck_at_once() -> None:
    state = table(face_up="red red blue blue red", deck="", hands=["green 2"])
    assert said(play(state, "claim e-f", "pay green 2"))[2:] == ["reshuffled 2"]
    assert (deck(state), discards(state)) == ("green 2", "")


@pytest.mark.rule("R1")
def test_a_payment_onto_a_deck_that_is_not_empty_waits_in_the_discards() -> None:
    state = table(face_up="red red blue blue red", deck="blue 1", hands=["green 2"])
    assert said(play(state, "claim e-f", "pay green 2"))[2:] == []
    assert (deck(state), discards(state)) == ("blue 1", "green 2")


@pytest.mark.rule("R1")
def test_a_slot_empty_since_long_ago_is_filled_as_soon_as_cards_come_back() -> None:
    state = table(face_up="red blue - - -", deck="", hands=["", "blue 2"], ticket_deck=[0, 1])
    play(state, "draw red", "draw blue")
    assert row(state) == "- - - - -"
    play(state, "claim a-c", "pay blue 2")
    assert row(state) == "blue blue - - -"


@pytest.mark.rule("R1")
def test_no_reshuffle_comes_between_laying_a_row_and_looking_at_it() -> None:
    position = {"face_up": "blue locomotive locomotive green black"}
    state = lucky_table(
        "london",
        "draw blue",
        "laid locomotive 0",
        deck="locomotive 4 green 1 black 1",
        **position,
    )
    events = said(play(state, "draw blue"))
    assert events[1:3] == ["laid locomotive 0", "swept"]
    assert [event.split()[0] for event in events[3:10]] == [*["laid"] * 5, "swept", "reshuffled"]
    assert events[9] == "reshuffled 10"
    assert locomotives(state) < 3


@pytest.mark.rule("R1")
@pytest.mark.rule("R2")
@pytest.mark.parametrize("in_deck", [1, 2, 3, 4])
def test_a_sweep_lays_the_last_cards_of_the_deck_then_reshuffles_with_the_swept_row(
    in_deck: int,
) -> None:
    state = table(
        "london",
        face_up=STANDING.replace("red", "pink"),
        deck=f"locomotive {in_deck}",
        hands=["yellow 1"],
    )
    events = said(play(state, "claim covent_garden-piccadilly_circus.2", "pay yellow 1"))
    assert events[2] == "swept"
    assert events[3 : 3 + in_deck] == [f"laid locomotive {slot}" for slot in range(in_deck)]
    assert events[3 + in_deck] == "reshuffled 6"
    assert [event.split()[2] for event in events[4 + in_deck : 9]] == [
        str(slot) for slot in range(in_deck, 5)
    ]
    assert sorted(row(state).split()) == ["blue", "locomotive", "locomotive", "pink", "yellow"]
    assert deck(state) == f"locomotive {in_deck + 1}"


@pytest.mark.rule("R1")
@pytest.mark.rule("R2")
@pytest.mark.parametrize("seats", [2, 3])
def test_between_decisions_the_table_is_always_at_rest(seats: int) -> None:
    chance = random.Random(seats)
    state = game_of("toy", seats).start(seed=seats)
    seen = set()
    while not state.is_over:
        actions = legal(state)
        draws = [action for action in actions if action.startswith(("draw", "pay", "keep"))]
        play(state, chance.choice(draws if draws and chance.random() < 0.9 else actions))
        position = state.to_dict()
        behind = sum(position["deck"].values())
        assert behind > 0 or not any(position["discard"].values())
        assert None not in position["face_up"] or behind == 0
        cards = [card for card in position["face_up"] if card]
        others = sum(1 for card in cards if card != "locomotive")
        others += sum(position["deck"].values()) - position["deck"]["locomotive"]
        others += sum(position["discard"].values()) - position["discard"]["locomotive"]
        assert locomotives(state) < 3 or others < 3
        seen.add((locomotives(state) >= 3, None in position["face_up"], behind == 0))
    assert (False, True, True) in seen


# --- R2: three locomotives again and again -------------------------------------------------------


@pytest.mark.rule("R2")
@pytest.mark.parametrize(("others", "stands"), [(0, True), (1, False), (2, False)])
def test_a_row_stands_if_too_few_other_cards_are_left_for_a_better_one(
    others: int, stands: bool
) -> None:
    discard = f"green {others}" if others else ""
    state = table(
        face_up="red locomotive locomotive blue blue", deck="locomotive 2", discard=discard
    )
    events = said(play(state, "draw red"))
    assert events[:2] == ["took_face_up 0 red 0", "laid locomotive 0"]
    assert ("swept" not in events) == stands
    assert (locomotives(state) >= 3) == stands


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    ("hidden", "stands"), [("locomotive 2", True), ("locomotive 1 red 1", False)]
)
def test_the_cards_of_the_deck_count_for_a_better_row(hidden: str, stands: bool) -> None:
    state = lucky_table(
        "toy",
        "draw red",
        "laid locomotive 0",
        face_up="red locomotive locomotive blue blue",
        deck=hidden,
    )
    assert ("swept" not in said(play(state, "draw red"))) == stands


@pytest.mark.rule("R2")
def test_cards_in_hands_do_not_count_for_a_better_row() -> None:
    state = table(
        face_up="red locomotive locomotive blue blue",
        deck="locomotive 2",
        hands=["green 4", "red 2"],
    )
    assert "swept" not in said(play(state, "draw red"))
    assert row(state) == "locomotive locomotive locomotive blue blue"


@pytest.mark.rule("R2")
@pytest.mark.parametrize("face_up", ["locomotive locomotive locomotive", STANDING])
def test_a_standing_row_is_drawn_from_like_any_other(face_up: str) -> None:
    state = table(face_up=face_up, deck="locomotive 1" if "red" in face_up else "")
    play(state, "draw locomotive")
    assert (hand(state, 0), state.seat) == ("locomotive 1", 1)
    state = table(face_up=STANDING, deck="")
    play(state, "draw red")
    assert row(state) == "locomotive locomotive locomotive - blue"
    assert legal(state) == ["draw blue"]


@pytest.mark.rule("R2")
@pytest.mark.rule("D6")
def test_a_standing_row_is_swept_inside_the_claim_that_puts_colors_back() -> None:
    state = table(face_up=STANDING, deck="", hands=["red 1"])
    events = said(play(state, "claim a-b", "pay red 1"))
    assert events[1:4] == ["paid 0 a-b red 1 0 1", "swept", "reshuffled 6"]
    assert sorted(row(state).split()) == ["blue", "locomotive", "locomotive", "red", "red"]
    assert deck(state) == "locomotive 1"
    assert (state.phase, state.seat) == ("turn", 1)


@pytest.mark.rule("R2")
def test_a_payment_of_locomotives_leaves_a_standing_row() -> None:
    state = table(face_up=STANDING, deck="", hands=["locomotive 2"])
    events = said(play(state, "claim d-e", "pay locomotive 1"))
    assert events[2:] == ["reshuffled 1"]
    assert (row(state), deck(state)) == (STANDING, "locomotive 1")


@pytest.mark.rule("R2")
def test_an_empty_row_and_a_payment_of_four_locomotives_make_a_row_that_stands() -> None:
    state = table(**STUCK, hands=["locomotive 4", "green 1"], routes={"d-e": 0})
    play(state, "claim c-e", "pay locomotive 4")
    assert row(state) == "locomotive locomotive locomotive locomotive -"
    assert legal(state) == ["draw locomotive"]
    refuses(state, "pass", "may_not_pass", "only when you have no other move")


@pytest.mark.rule("R2")
@pytest.mark.parametrize("number", range(6))
def test_sweeps_go_on_until_a_calm_row_lies(number: int) -> None:
    state = table(
        "london",
        face_up="blue locomotive locomotive green black",
        deck="locomotive 6",
        discard="pink 1",
        key=bytes([number] * 32),
    )
    events = said(play(state, "draw blue"))
    assert events.count("swept") >= 2
    assert sorted(row(state).split()) == ["black", "green", "locomotive", "locomotive", "pink"]
    left = [pile for pile in (deck(state), discards(state)) if pile]
    assert sum(int(pile.removeprefix("locomotive ")) for pile in left) == 6


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    ("edition", "key", "sweeps"),
    [("london", "1670", 103), ("usa", "1", 204), ("usa", "4228", 645)],
)
def test_every_card_of_a_long_run_of_sweeps_is_told(edition: str, key: str, sweeps: int) -> None:
    """The events lay as many cards as left the deck, and the last of them are the row."""
    state = three_colors_left(edition, key)
    events = play(state, "draw blue")
    assert cards_laid(events) == value(state, "chance") == 5 * sweeps + 1
    last_row = [event.facts["color"] for event in events if event.kind == "laid"][-5:]
    assert " ".join(last_row) == row(state)


@pytest.mark.rule("R2")
def test_a_run_of_sweeps_is_told_one_by_one_until_it_is_too_long_to_read() -> None:
    short = [event.kind for event in play(three_colors_left("usa", "1"), "draw blue")]
    assert (short.count("swept"), short.count("swept_often")) == (204, 0)
    long = [event.kind for event in play(three_colors_left("usa", "4228"), "draw blue")]
    assert long.count("swept_often") == 1
    place = long.index("swept_often")
    assert long[place + 1] == "swept"
    assert "reshuffled" in long[:place]
    assert "reshuffled" in long[place:]


# --- R3: no second card --------------------------------------------------------------------------


@pytest.mark.rule("R3")
@pytest.mark.rule("D4")
@pytest.mark.parametrize(
    ("face_up", "cards", "action", "goes_on"),
    [
        ("- - red", "", "draw red", False),
        ("red red", "", "draw red", True),
        ("red - - - blue", "", "draw red", True),
        ("red locomotive", "", "draw red", False),
        ("locomotive locomotive - - red", "", "draw red", False),
        ("locomotive red blue", "", "draw red", True),
        (FIVE, "red 1", "draw deck", False),
        (FIVE, "locomotive 1", "draw deck", False),
        ("locomotive locomotive locomotive locomotive red", "locomotive 1", "draw deck", True),
        ("locomotive locomotive locomotive locomotive red", "locomotive 1", "draw red", False),
    ],
)
def test_a_turn_ends_after_one_card_if_no_second_can_be_had(
    face_up: str, cards: str, action: str, goes_on: bool
) -> None:
    state = table(face_up=face_up, deck=cards)
    events = said(play(state, action))
    assert (state.phase, state.seat) == (("second_card", 0) if goes_on else ("turn", 1))
    assert ("draw_ended 0" in events) == (not goes_on)
    assert legal(state) != []


@pytest.mark.rule("R3")
def test_a_reshuffle_in_time_leaves_a_second_card() -> None:
    state = table(face_up=FIVE, deck="red 1", discard="blue 1")
    events = said(play(state, "draw deck"))
    assert events == ["drew_blind 0 red", "reshuffled 1"]
    assert legal(state) == ["draw deck"]
    assert play(state, "draw deck")[-1].kind == "drew_blind"
    assert (hand(state, 0), state.seat) == ("red 1 blue 1", 1)


@pytest.mark.rule("R3")
def test_where_only_locomotives_are_left_the_second_card_comes_from_the_deck() -> None:
    state = table("london", face_up=FIVE, deck="locomotive 3")
    play(state, "draw deck")
    assert legal(state) == ["draw deck"]
    play(state, "draw deck")
    assert (hand(state, 0), state.seat) == ("locomotive 2", 1)


@pytest.mark.rule("R3")
def test_a_whole_draw_does_not_say_that_it_was_cut_short() -> None:
    for actions in (["draw deck", "draw deck"], ["draw locomotive"]):
        state = table(face_up="locomotive red blue red blue", deck="green 2")
        assert "draw_ended 0" not in said(play(state, *actions))
        assert state.seat == 1
    state = table(face_up="locomotive", deck="")
    assert said(play(state, "draw locomotive")) == ["took_face_up 0 locomotive 0"]


@pytest.mark.rule("R3")
def test_a_turn_cut_short_still_counts_for_the_final_round() -> None:
    state = table(face_up="red", deck="", trains=[2, 8])
    assert said(play(state, "draw red")) == [
        "took_face_up 0 red 0",
        "draw_ended 0",
        "final_round_began 0",
    ]


# --- R4 and R5: nothing left to do ---------------------------------------------------------------


@pytest.mark.rule("R4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_when_every_seat_has_passed_in_a_row_the_game_ends(seats: int) -> None:
    for starter in range(seats):
        state = table(**STUCK, seats=seats, seat=starter)
        for passed in range(seats):
            assert value(state, "passes") == passed
            assert legal(state) == ["pass"]
            events = said(play(state, "pass"))
        assert events == [f"passed {(starter - 1) % seats}", "game_ended deadlock"]
        assert state.is_over
        assert value(state, "end_reason") == "deadlock"
        assert value(state, "final_turns_left") is None
        assert (state.seat, value(state, "passes")) == ((starter - 1) % seats, seats)


@pytest.mark.rule("R4")
@pytest.mark.parametrize("edition", caboose.editions())
def test_stuck_seats_with_many_trains_end_the_game_in_every_edition(edition: str) -> None:
    state = table(edition, **STUCK, hands=["", ""])
    play(state, "pass", "pass")
    assert (value(state, "end_reason"), state.phase) == ("deadlock", "over")
    assert state.score().winners == (0, 1)


@pytest.mark.rule("R4")
def test_three_seats_of_the_usa_that_can_pay_for_nothing_are_stuck() -> None:
    singles = [r.id for r in game_of("usa").edition.board.routes if r.length == 1]
    taken = {route: 0 for route in singles if not route.endswith(".2")}
    state = table("usa", seats=3, **STUCK, routes=taken, hands=["purple 1", "blue 1", "red 1"])
    play(state, "pass", "pass", "pass")
    assert value(state, "end_reason") == "deadlock"


@pytest.mark.rule("R4")
def test_another_action_starts_the_count_of_passes_anew() -> None:
    state = table(**STUCK, hands=["", "red 1", ""], seats=3)
    play(state, "pass", "claim a-b")
    assert value(state, "passes") == 0
    play(state, "pay red 1")
    assert value(state, "passes") == 0
    assert (row(state), state.seat) == ("red - - - -", 2)


@pytest.mark.rule("R4")
def test_a_seat_that_passed_draws_when_a_claim_has_restored_the_supply() -> None:
    state = table(**STUCK, hands=["", "blue 3"])
    play(state, "pass", "claim d-f", "pay blue 3")
    assert legal(state) == ["draw blue"]
    play(state, "draw blue", "draw blue")
    assert (hand(state, 0), value(state, "passes"), state.seat) == ("blue 2", 0, 1)
    assert not state.is_over


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ({"face_up": "red"}, ["draw red"]),
        ({"face_up": "locomotive"}, ["draw locomotive"]),
        ({"deck": "red 1", "face_up": "red red red blue blue"}, ["draw deck"]),
        ({"ticket_deck": [3]}, ["tickets", "keep 1"]),
        ({"hands": ["red 1"]}, ["claim a-b", "pay red 1"]),
    ],
)
def test_every_other_action_interrupts_the_passes(
    position: dict[str, Any], turn: list[str]
) -> None:
    state = table(**(STUCK | position), seats=2, passes=1)
    for action in turn:
        play(state, action)
        assert value(state, "passes") == 0
    assert not state.is_over


@pytest.mark.rule("R5")
@pytest.mark.parametrize("edition", caboose.editions())
def test_a_seat_that_can_only_draw_tickets_must_draw_them(edition: str) -> None:
    state = table(edition, **(STUCK | {"ticket_deck": [3, 4]}))
    assert legal(state) == ["tickets"]
    refuses(state, "pass", "may_not_pass", "only when you have no other move")


@pytest.mark.rule("R5")
@pytest.mark.rule("E2")
def test_tickets_must_be_drawn_even_in_the_last_turn_without_trains() -> None:
    state = table(**(STUCK | {"ticket_deck": [3, 4]}), trains=[0, 0], final_turns_left=1)
    assert legal(state) == ["tickets"]
    play(state, "tickets")
    refuses(state, "pass", "wrong_phase", "choose which tickets to keep")
    play(state, "keep 1")
    assert state.is_over
    assert [seat.total for seat in state.score().seats] == [-4, 0]


@pytest.mark.rule("R5")
def test_a_seat_without_trains_claims_nothing_whatever_it_holds() -> None:
    state = table(**STUCK, hands=["red 4 locomotive 6"], trains=[0, 8], final_turns_left=2)
    assert legal(state) == ["pass"]


# --- R6 and R7: tickets that are returned --------------------------------------------------------


@pytest.mark.rule("R6")
@pytest.mark.rule("R7")
@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("edition", ["usa", "usa_anniversary"])
def test_the_bottom_of_the_ticket_deck_does_not_depend_on_who_was_faster(
    edition: str, order: tuple[int, ...]
) -> None:
    state = game_of(edition, 3).start(seed=7)
    offers, top = value(state, "offers"), value(state, "ticket_deck")
    keeps = ["keep 2 3", "keep 1 3", "keep 1 2"]
    for seat in order:
        assert state.phase == "first_tickets"
        play(state, keeps[seat], seat=seat)
    returned = [offers[0][0], offers[1][1], offers[2][2]]
    leaves = edition == "usa_anniversary"
    assert value(state, "ticket_deck") == (top if leaves else top + returned)
    assert value(state, "removed") == (sorted(returned) if leaves else [])
    assert (state.phase, state.seat) == ("turn", 0)


@pytest.mark.rule("R6")
def test_of_two_returned_first_tickets_the_first_offered_lies_higher() -> None:
    state = game_of("usa_mega").start(seed=1)
    offers, top = value(state, "offers"), value(state, "ticket_deck")
    play(state, "keep 2 3 5", seat=1)
    play(state, "keep 1 3 4", seat=0)
    returned = [offers[0][1], offers[0][4], offers[1][0], offers[1][3]]
    assert value(state, "ticket_deck") == top + returned


@pytest.mark.rule("R6")
def test_a_seat_knows_where_the_tickets_it_returned_lie_and_nobody_else_does() -> None:
    state = table("usa", ticket_deck=[4, 9, 11, 7, 2])
    play(state, "tickets", "keep 2")
    known = [{"ticket": 4, "place": 3}, {"ticket": 11, "place": 4}]
    assert state.view(0).to_dict()["own"]["in_ticket_deck"] == known
    assert state.view(1).to_dict()["own"]["in_ticket_deck"] == []
    play(state, "tickets", "keep 3")
    assert state.view(0).to_dict()["own"]["in_ticket_deck"] == [{"ticket": 11, "place": 1}]
    mine = [{"ticket": 7, "place": 2}, {"ticket": 2, "place": 3}]
    assert state.view(1).to_dict()["own"]["in_ticket_deck"] == mine


@pytest.mark.rule("R6")
def test_of_a_returned_ticket_that_is_drawn_again_nothing_is_remembered() -> None:
    state = table("usa", ticket_deck=[4, 9, 11])
    play(state, "tickets", "keep 2")
    assert [value(state, "memory")["returned_by"][ticket] for ticket in (4, 9, 11)] == [0, -1, 0]
    play(state, "tickets", "keep 1 2")
    assert set(value(state, "memory")["returned_by"]) == {-1}


@pytest.mark.rule("R6")
def test_a_seat_knows_which_first_tickets_it_put_out_of_the_game() -> None:
    state = game_of("usa_anniversary").start(seed=7)
    (one, two) = value(state, "offers")
    play(state, "keep 1 2", "keep 2 3")
    assert state.view(0).to_dict()["own"]["removed"] == [one[2]]
    assert state.view(1).to_dict()["own"]["removed"] == [two[0]]


@pytest.mark.rule("R7")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_first_tickets_are_chosen_by_all_seats_at_once(seats: int) -> None:
    state = game_of("usa", seats).start(seed=7)
    assert state.waiting_for() == list(range(seats))
    assert all(legal(state, seat) == legal(state, 0) != [] for seat in range(seats))
    last = seats - 1
    play(state, "keep 1 2", seat=last)
    assert state.waiting_for() == list(range(last))
    assert (state.seat, legal(state, last)) == (0, [])


@pytest.mark.rule("R7")
def test_nobody_sees_a_first_choice_until_all_have_chosen() -> None:
    two, three = (game_of("usa", 3).start(seed=7) for _ in range(2))
    hidden = play(two, "keep 1 2", seat=1) + play(three, "keep 1 2 3", seat=1)
    for viewer in (0, 2, None):
        assert two.view(viewer) == three.view(viewer)
        assert two.view(viewer).to_dict() == three.view(viewer).to_dict()
        assert two.view(viewer).history == three.view(viewer).history
        assert said(event.seen_by(viewer) for event in hidden) == ["chose_first_tickets 1"] * 2
    assert two.view(1).tickets != three.view(1).tickets
    for state in (two, three):
        play(state, "keep 1 2", seat=0)
        (_, told) = play(state, "keep 1 2", seat=2)
        assert told.facts["counts"] == state.view(0).to_dict()["tickets"]
    assert two.view(0).to_dict()["tickets"] == [2, 2, 2]
    assert three.view(0).to_dict()["tickets"] == [2, 3, 2]


@pytest.mark.rule("R7")
def test_a_single_first_ticket_is_a_choice_too() -> None:
    state = table(phase="first_tickets", offers=[[3], [4]])
    assert (state.waiting_for(), legal(state, 0), legal(state, 1)) == (
        [0, 1],
        ["keep 1"],
        ["keep 1"],
    )
    play(state, "keep 1", "keep 1")
    assert (value(state, "tickets"), state.phase) == ([[3], [4]], "turn")


# --- R11 and R12: which cards and tickets an edition plays with ----------------------------------


@pytest.mark.rule("R11")
def test_big_cities_plays_with_the_longest_path_alone() -> None:
    routes = dict.fromkeys(["chicago-pittsburgh.1", "new_york-pittsburgh.1"], 0)
    state = table("usa_big_cities", tickets=[[18]], routes=routes)
    assert state.score().seats[0].bonuses == {"longest_path": 10}


@pytest.mark.rule("R12")
def test_the_anniversary_plays_the_classic_tickets_with_classic_values() -> None:
    assert game_of("usa_anniversary").edition.tickets == game_of("usa").edition.tickets
    reprinted = {13: (20, 19), 14: (21, 20), 22: (9, 8), 24: (22, 20)}
    for ticket, (classic, reprint) in reprinted.items():
        for edition, points in [("usa_anniversary", classic), ("usa_mega", reprint)]:
            assert table(edition, tickets=[[ticket]]).score().seats[0].total == -points


# --- R14: double routes --------------------------------------------------------------------------


@pytest.mark.rule("R14")
def test_parallel_gray_routes_are_two_routes_with_an_id_each() -> None:
    state = table("usa", seats=4, hands=["red 2", "red 2", "red 2"])
    play(state, "claim boston-montreal.2", "pay red 2", "claim boston-montreal.1", "pay red 2")
    assert value(state, "routes") == {"boston-montreal.1": 1, "boston-montreal.2": 0}


@pytest.mark.rule("R14")
def test_with_three_seats_doubles_are_open_in_the_cities_and_closed_in_the_usa() -> None:
    for edition, double, is_open in [
        ("usa", "portland-seattle", False),
        ("london", "globe_theatre-st_pauls", True),
        ("new_york", "chinatown-wall_street", True),
    ]:
        state = table(
            edition, seats=3, seat=1, hands=["", "locomotive 1"], routes={f"{double}.1": 0}
        )
        assert (f"claim {double}.2" in legal(state)) == is_open


# --- R15 and R16: payments and draws are decisions -----------------------------------------------


@pytest.mark.rule("R15")
def test_locomotives_pay_even_if_there_are_cards_enough_of_the_color() -> None:
    state = table(hands=["red 3 locomotive 2"])
    play(state, "claim a-b", "pay locomotive 1")
    assert hand(state, 0) == "red 3 locomotive 1"


@pytest.mark.rule("R15")
def test_there_is_no_way_back_from_a_claim() -> None:
    state = table(hands=["red 3"])
    play(state, "claim a-b")
    for action in ("pass", "draw deck", "tickets", "claim d-e", "claim a-b"):
        refuses(state, action, "wrong_phase", "now pay for the route you claimed")


@pytest.mark.rule("R16")
def test_there_is_no_stopping_after_the_first_card() -> None:
    state = table(face_up="red red red red blue", deck="green 2")
    play(state, "draw deck")
    refuses(state, "pass", "wrong_phase", "now take your second card")
    assert legal(state) == ["draw deck", "draw red", "draw blue"]


@pytest.mark.rule("R17")
def test_an_offer_of_what_is_left_has_no_empty_places() -> None:
    state = table("usa_mega", ticket_deck=[9, 3])
    play(state, "tickets")
    assert legal(state) == ["keep 1", "keep 2", "keep 1 2"]
    refuses(state, "keep 3", "not_offered", "only 2 tickets are offered")


@pytest.mark.rule("R18")
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_seat_0_starts(edition: str, seats: int) -> None:
    state = game_of(edition, seats).start(seed=11)
    for seat in reversed(range(seats)):
        play(state, legal(state, seat)[0], seat=seat)
    assert (state.phase, state.seat, state.waiting_for()) == ("turn", 0, [0])


# --- R22: cards with nothing behind them ---------------------------------------------------------


@pytest.mark.rule("R22")
def test_face_up_cards_may_be_taken_with_nothing_behind_them() -> None:
    state = table(face_up="red - blue", deck="")
    assert legal(state, kind="draw") == ["draw red", "draw blue"]
    play(state, "draw blue", "draw red")
    assert (row(state), hand(state, 0)) == ("- - - - -", "red 1 blue 1")
    assert state.seat == 1


# --- R23: what is public -------------------------------------------------------------------------


@pytest.mark.rule("R23")
def test_hands_are_secret_but_for_their_size_and_the_cards_seen() -> None:
    seen = ["", "green 1"]
    one, other = (
        table(face_up="red red blue blue blue", deck="green 1", seen=seen, hands=["red 2", cards])
        for cards in ("blue 1 green 2", "green 1 locomotive 2")
    )
    for viewer in (0, None):
        assert one.view(viewer) == other.view(viewer)
        shown = one.view(viewer).to_dict()
        assert shown["hands"] == [2, 3]
        assert shown["seen"][1] == count(one.game.edition, "green 1")
    assert one.view(1) != other.view(1)


@pytest.mark.rule("R23")
def test_cards_taken_face_up_are_known_and_blind_ones_are_not() -> None:
    state = table(face_up="red red blue locomotive blue", deck="green 3 blue 1")
    play(state, "draw red", "draw deck", "draw locomotive")
    assert value(state, "seen")[0] == count(state.game.edition, "red 1")
    assert value(state, "seen")[1] == count(state.game.edition, "locomotive 1")


@pytest.mark.rule("R23")
@pytest.mark.parametrize(
    ("known", "payment", "still"),
    [
        ("blue 2", "blue 3", ""),
        ("blue 4", "blue 3", "blue 1"),
        ("blue 3 locomotive 1", "blue 2+1", "blue 1"),
        ("blue 1 locomotive 2", "blue 2+1", "locomotive 1"),
        ("blue 1 locomotive 2", "locomotive 3", "blue 1"),
        ("red 2", "blue 3", "red 2"),
    ],
)
def test_a_payment_is_thought_to_be_made_from_known_cards_first(
    known: str, payment: str, still: str
) -> None:
    state = table(hands=["red 2 blue 4 locomotive 3"], seen=[known])
    play(state, "claim d-f", f"pay {payment}")
    assert value(state, "seen") == [count(state.game.edition, still), count(state.game.edition, "")]


@pytest.mark.rule("R23")
def test_deck_and_key_are_seen_by_nobody() -> None:
    one = table(face_up="red red red blue blue", deck="green 2 locomotive 1", key=bytes(32))
    other = table(face_up="red red red blue blue", deck="blue 1 green 2", key=b"x" * 32)
    for viewer in (0, 1, None):
        one_dict, other_dict = one.view(viewer).to_dict(), other.view(viewer).to_dict()
        for shown in (one_dict, other_dict):
            assert shown["deck"] == 3
            assert "key" not in shown
        assert one_dict.pop("since_shuffle") != other_dict.pop("since_shuffle")
        assert one_dict == other_dict


@pytest.mark.rule("R23")
@pytest.mark.parametrize("edition", caboose.editions())
def test_routes_points_trains_payments_and_discards_are_public(edition: str) -> None:
    route = {"london": "trafalgar_square-waterloo", "new_york": "soho-wall_street"}.get(
        edition, "denver-santa_fe"
    )
    state = table(edition, hands=["green 3 locomotive 1"])
    events = play(state, f"claim {route}", "pay green 1+1")
    for viewer in (1, None):
        shown = state.view(viewer).to_dict()
        assert shown["routes"] == {route: 0}
        assert shown["route_points"] == [2, 0]
        assert shown["trains"] == [state.game.edition.trains - 2, state.game.edition.trains]
        assert shown["discard"] == count(state.game.edition, "green 1 locomotive 1")
        assert said(event.seen_by(viewer) for event in events) == [
            f"claimed 0 {route}",
            f"paid 0 {route} green 1 1 2",
        ]


@pytest.mark.rule("R23")
def test_of_a_blind_draw_the_others_see_that_it_was_made() -> None:
    state = table(deck="green 3")
    events = play(state, "draw deck", "draw red")
    for viewer, first in [(0, "drew_blind 0 green"), (1, "drew_blind 0"), (None, "drew_blind 0")]:
        assert said(event.seen_by(viewer) for event in events) == [
            first,
            "took_face_up 0 red 0",
            "laid green 0",
        ]


@pytest.mark.rule("R23")
def test_everybody_can_count_the_cards_since_the_last_shuffle() -> None:
    state = table(deck="green 1", discard="red 2", hands=["", "blue 2"])
    red, one_red, nothing = (count(state.game.edition, text) for text in ("red 2", "red 1", ""))

    def remembered() -> tuple[Any, ...]:
        shown = state.view(None).to_dict()["since_shuffle"]
        return shown["deck"], shown["revealed"], shown["blind"], shown["spent"]

    play(state, "draw deck")
    assert remembered() == (red, nothing, [0, 0], [nothing, nothing])
    play(state, "draw deck")
    assert remembered() == (red, nothing, [1, 0], [nothing, nothing])
    play(state, "draw blue")
    assert remembered() == (red, one_red, [1, 0], [nothing, nothing])


@pytest.mark.rule("R23")
@pytest.mark.rule("D7")
def test_a_reshuffle_begins_the_count_anew() -> None:
    state = table(
        face_up="green green red red red", deck="green 1 locomotive 1", hands=["", "blue 4"]
    )
    blue, nothing = (count(state.game.edition, text) for text in ("blue 2", ""))
    play(state, "draw green", "draw deck", "claim a-c", "pay blue 2")
    assert state.view(0).to_dict()["since_shuffle"] == {
        "deck": blue,
        "revealed": nothing,
        "blind": [0, 0],
        "spent": [nothing, nothing],
    }
    assert state.view(0).to_dict()["own"]["drawn_since_shuffle"] == nothing


@pytest.mark.rule("R23")
def test_a_seat_remembers_what_it_drew_blind_since_the_last_shuffle() -> None:
    state = table(deck="green 3")
    play(state, "draw deck", "draw red", "draw deck")
    own = [state.view(seat).to_dict()["own"]["drawn_since_shuffle"] for seat in (0, 1)]
    assert own == [count(state.game.edition, "green 1")] * 2
    state = table(deck="green 1", discard="red 2")
    play(state, "draw deck")
    assert state.view(0).to_dict()["own"]["drawn_since_shuffle"] == count(state.game.edition, "")


@pytest.mark.rule("R23")
def test_cards_paid_that_nobody_knew_of_are_remembered() -> None:
    state = table(hands=["", "blue 4 locomotive 3"], seen=["", "blue 1"], seat=1)
    play(state, "claim d-f", "pay blue 2+1")
    spent = state.view(0).to_dict()["since_shuffle"]["spent"]
    assert spent == [count(state.game.edition, cards) for cards in ("", "blue 1 locomotive 1")]


@pytest.mark.rule("R23")
def test_when_the_game_is_over_nothing_is_hidden() -> None:
    state = table(hands=["red 2", "blue 3"], final_turns_left=1, deck="green 3", tickets=[[1], [2]])
    play(state, "draw deck", "draw deck")
    for viewer in (0, 1, None):
        shown = state.view(viewer).to_dict()
        assert shown["state"] == state.to_dict()
        assert shown["score"] == state.score().to_dict()


@pytest.mark.rule("R23")
def test_before_the_end_no_view_has_state_or_score() -> None:
    for viewer in (0, 1, None):
        assert not {"state", "score", "key"} & set(table().view(viewer).to_dict())


# --- R24: forced decisions -----------------------------------------------------------------------


@pytest.mark.rule("R24")
def test_a_payment_with_one_possibility_is_asked() -> None:
    state = table(hands=["red 1"])
    play(state, "claim a-b")
    assert (state.phase, legal(state)) == ("payment", ["pay red 1"])


@pytest.mark.rule("R24")
def test_a_single_ticket_is_asked() -> None:
    state = table(ticket_deck=[3])
    play(state, "tickets")
    assert (state.phase, legal(state)) == ("keep_tickets", ["keep 1"])


@pytest.mark.rule("R24")
def test_a_pass_is_asked() -> None:
    state = table(**STUCK, hands=["", ""], seat=1)
    assert (state.phase, state.seat, legal(state)) == ("turn", 1, ["pass"])
    play(state, "pass")
    assert (state.phase, state.seat, legal(state)) == ("turn", 0, ["pass"])


@pytest.mark.rule("R24")
def test_a_second_card_with_one_possibility_is_asked() -> None:
    state = table(face_up="red red", deck="")
    play(state, "draw red")
    assert (state.phase, legal(state)) == ("second_card", ["draw red"])
