"""Drawing tickets: the offer, what must be kept, and where the rest goes."""

from __future__ import annotations

from dataclasses import replace

import pytest

import caboose
from tests.support.games.notation import legal, play, refuses, said, value
from tests.support.games.table import game_of, table

OFFERED = {
    "usa": 3,
    "usa_anniversary": 3,
    "usa_1910": 3,
    "usa_mega": 4,
    "usa_big_cities": 4,
    "london": 2,
    "new_york": 2,
}


@pytest.mark.rule("T1")
@pytest.mark.parametrize(("edition", "offered"), OFFERED.items())
def test_tickets_are_offered_from_the_top_of_the_deck(edition: str, offered: int) -> None:
    tickets = [9, 4, 11, 0, 7, 2]
    state = table(edition, ticket_deck=tickets)
    (event,) = play(state, "tickets")
    assert said([event]) == [f"offered 0 {offered} " + " ".join(map(str, tickets[:offered]))]
    assert value(state, "offers") == [tickets[:offered], []]
    assert value(state, "ticket_deck") == tickets[offered:]
    assert (state.phase, state.seat) == ("keep_tickets", 0)


@pytest.mark.rule("T1")
@pytest.mark.parametrize("edition", OFFERED)
def test_at_least_one_is_kept_and_any_number_may_be(edition: str) -> None:
    state = table(edition)
    play(state, "tickets")
    keeps = {
        2: ["1", "2", "1 2"],
        3: ["1", "2", "3", "1 2", "1 3", "2 3", "1 2 3"],
        4: [
            *["1", "2", "3", "4", "1 2", "1 3", "1 4", "2 3", "2 4", "3 4"],
            *["1 2 3", "1 2 4", "1 3 4", "2 3 4", "1 2 3 4"],
        ],
    }[OFFERED[edition]]
    assert legal(state) == [f"keep {places}" for places in keeps]


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    ("keep", "kept", "under"),
    [
        ("1", [4], [9, 11]),
        ("2", [9], [4, 11]),
        ("3", [11], [4, 9]),
        ("1 2", [4, 9], [11]),
        ("1 3", [4, 11], [9]),
        ("2 3", [9, 11], [4]),
        ("1 2 3", [4, 9, 11], []),
    ],
)
@pytest.mark.rule("T2")
def test_the_chosen_tickets_are_kept_and_the_others_go_under_the_deck(
    keep: str, kept: list[int], under: list[int]
) -> None:
    state = table("usa", offers=[[4, 9, 11]], ticket_deck=[20, 3], tickets=[[17], [5]])
    (event,) = play(state, f"keep {keep}")
    assert said([event]) == [f"kept 0 {len(kept)} " + " ".join(map(str, kept))]
    assert value(state, "tickets") == [sorted([17, *kept]), [5]]
    assert value(state, "ticket_deck") == [20, 3, *under]
    assert value(state, "offers") == [[], []]
    assert (state.phase, state.seat) == ("turn", 1)


@pytest.mark.rule("T1")
def test_an_offer_cannot_be_refused_once_it_is_seen() -> None:
    state = table(offers=[[4, 5]])
    refuses(state, "keep 0", "bad_places", "counted from 1")
    refuses(state, "keep", "not_an_action", "keep 1 2")
    refuses(state, "pass", "wrong_phase", "choose which tickets to keep")


@pytest.mark.rule("T1")
def test_only_offered_places_can_be_kept() -> None:
    state = table("usa", offers=[[4, 9, 11]])
    refuses(
        state, "keep 4", "not_offered", "only 3 tickets are offered; there is no ticket number 4"
    )
    refuses(state, "keep 1 5", "not_offered", "there is no ticket number 5")


@pytest.mark.rule("T1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_tickets_are_offered_to_the_seat_that_asks(seat: int) -> None:
    state = table(seats=3, seat=seat, tickets=[[0], [1], [2]])
    play(state, "tickets")
    assert [len(offer) for offer in value(state, "offers")] == [2 * (s == seat) for s in range(3)]
    assert state.view(None).to_dict()["offers"] == [2 * (s == seat) for s in range(3)]
    play(state, "keep 1 2")
    held = [[0], [1], [2]]
    held[seat] += [3, 4]
    assert value(state, "tickets") == held
    assert state.view(None).to_dict()["tickets"] == [3 if s == seat else 1 for s in range(3)]


@pytest.mark.rule("T1")
def test_there_is_no_limit_to_the_number_of_tickets() -> None:
    state = table("usa_mega", tickets=[range(60)], ticket_deck=[68, 65, 64, 63, 62, 61, 60])
    play(state, "tickets", "keep 1 2 3 4")
    assert value(state, "tickets")[0] == [*range(60), 63, 64, 65, 68]
    assert state.view(1).to_dict()["tickets"] == [64, 0]


@pytest.mark.rule("T2")
def test_returned_tickets_come_up_again_in_the_order_they_were_offered() -> None:
    state = table("usa", ticket_deck=[4, 9, 11, 7])
    play(state, "tickets", "keep 2", "tickets")
    assert value(state, "offers")[1] == [7, 4, 11]
    assert value(state, "ticket_deck") == []


@pytest.mark.rule("T2")
def test_returned_tickets_leave_the_game_only_before_the_first_turn() -> None:
    state = table("usa_anniversary", ticket_deck=[4, 9, 11, 7])
    play(state, "tickets", "keep 2")
    assert value(state, "ticket_deck") == [7, 4, 11]
    assert value(state, "removed") == []


@pytest.mark.rule("T2")
def test_the_ticket_deck_can_go_round_and_round() -> None:
    state = table("usa_mega")
    order, kept = list(range(69)), []
    for _ in range(36):
        kept.append(order[1])
        order = [*order[4:], order[0], *order[2:4]]
    play(state, *["tickets", "keep 2"] * 36)
    assert value(state, "ticket_deck") == order
    assert value(state, "tickets") == [sorted(kept[0::2]), sorted(kept[1::2])]


@pytest.mark.rule("T3")
@pytest.mark.parametrize("edition", OFFERED)
def test_if_fewer_are_left_those_are_offered(edition: str) -> None:
    for left in range(1, OFFERED[edition] + 1):
        tickets = list(range(10, 10 + left))
        state = table(edition, ticket_deck=tickets)
        play(state, "tickets")
        assert value(state, "offers")[0] == tickets
        assert value(state, "ticket_deck") == []
        assert len(legal(state)) == 2**left - 1


@pytest.mark.rule("T3")
@pytest.mark.parametrize("edition", OFFERED)
def test_a_last_single_ticket_must_be_kept(edition: str) -> None:
    state = table(edition, ticket_deck=[8])
    play(state, "tickets")
    assert legal(state) == ["keep 1"]
    play(state, "keep 1")
    assert value(state, "tickets")[0] == [8]


@pytest.mark.rule("T3")
@pytest.mark.parametrize("edition", OFFERED)
def test_without_tickets_the_action_is_not_legal(edition: str) -> None:
    state = table(edition, ticket_deck=[])
    assert "tickets" not in legal(state)
    refuses(state, "tickets", "no_tickets_left", "there are no tickets left to draw")


@pytest.mark.rule("T3")
@pytest.mark.rule("R17")
def test_with_a_larger_minimum_all_of_a_small_offer_are_kept() -> None:
    board = replace(game_of("usa").edition, keep=2)
    state = table(board, ticket_deck=[4, 9, 11])
    play(state, "tickets")
    assert legal(state) == ["keep 1 2", "keep 1 3", "keep 2 3", "keep 1 2 3"]
    for left, keep in [([4, 9], "keep 1 2"), ([4], "keep 1")]:
        state = table(board, ticket_deck=left)
        play(state, "tickets")
        assert legal(state) == [keep]
    refuses(state, "keep 2", "not_offered", "only 1 ticket")


@pytest.mark.rule("T4")
def test_a_kept_ticket_cannot_be_sent_back_by_a_later_draw() -> None:
    state = table(tickets=[[0, 1]], ticket_deck=[5, 6, 7])
    play(state, "tickets", "keep 1")
    assert value(state, "tickets")[0] == [0, 1, 5]
    assert value(state, "ticket_deck") == [7, 6]


@pytest.mark.rule("T4")
@pytest.mark.rule("R23")
def test_the_others_see_how_many_tickets_a_seat_holds_and_not_which() -> None:
    one = table(tickets=[[0, 1], [2, 3]], ticket_deck=[4, 5])
    other = table(tickets=[[6, 7], [2, 3]], ticket_deck=[5, 4])
    for viewer in (1, None):
        assert one.view(viewer).to_dict() == other.view(viewer).to_dict()
        assert one.view(viewer).to_dict()["tickets"] == [2, 2]
    assert one.view(0).tickets == [0, 1]
    assert other.view(0).tickets == [6, 7]


@pytest.mark.rule("T4")
@pytest.mark.rule("R23")
def test_an_offer_is_seen_by_its_seat_alone() -> None:
    one, other = table(offers=[[4, 5]]), table(offers=[[6, 7]])
    assert one.view(0).offer == [4, 5]
    for viewer in (1, None):
        assert one.view(viewer).to_dict() == other.view(viewer).to_dict()
        assert one.view(viewer).to_dict()["offers"] == [2, 0]


@pytest.mark.rule("T4")
@pytest.mark.rule("R23")
def test_others_are_told_how_many_tickets_were_offered_and_kept() -> None:
    state = table(ticket_deck=[4, 5])
    events = play(state, "tickets", "keep 2")
    assert said(event.seen_by(0) for event in events) == ["offered 0 2 4 5", "kept 0 1 5"]
    for viewer in (1, None):
        assert said(event.seen_by(viewer) for event in events) == ["offered 0 2", "kept 0 1"]


@pytest.mark.rule("T4")
def test_completing_a_ticket_changes_nothing_for_the_others() -> None:
    done = table(routes={"d-f": 0}, tickets=[[7], []])
    not_done = table(routes={"d-f": 0}, tickets=[[0], []])
    assert done.view(1).to_dict() == not_done.view(1).to_dict()


@pytest.mark.rule("T4")
@pytest.mark.rule("R23")
def test_when_the_game_is_over_every_view_shows_all_tickets() -> None:
    state = table(tickets=[[0, 1], [2]], ticket_deck=[4, 5], final_turns_left=1)
    play(state, "tickets", "keep 1")
    for viewer in (0, 1, None):
        shown = state.view(viewer).to_dict()
        assert shown["state"]["tickets"] == [[0, 1, 4], [2]]
        assert shown["score"]["seats"][0]["tickets"] == [
            {"ticket": ticket, "points": points} for ticket, points in [(0, -3), (1, -5), (4, -4)]
        ]


@pytest.mark.rule("T1")
@pytest.mark.parametrize("edition", caboose.editions())
def test_the_minimum_of_a_later_draw_is_not_that_of_the_first(edition: str) -> None:
    state = table(edition)
    play(state, "tickets")
    assert "keep 1" in legal(state)
