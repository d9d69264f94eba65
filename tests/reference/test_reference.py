"""The judge is judged first: small checks of the second engine itself."""

import json
import random
from typing import Any

import pytest

from tests.reference import ReferenceGame, chacha, facts, key_of_seed, scoring, siphash
from tests.reference.facts import EDITIONS, LOCOMOTIVE, Route

TABLES = [
    (edition, seats)
    for edition, numbers in EDITIONS.items()
    for seats in range(numbers.fewest_seats, numbers.most_seats + 1)
]
L = LOCOMOTIVE


def table(edition: str, seats: int = 2, seed: int = 0, **changes: Any) -> ReferenceGame:
    """A game in which everybody kept the fewest first tickets, with some fields changed."""
    game = ReferenceGame(edition, seats, key_of_seed(seed))
    for _ in range(seats):
        game.apply(game.legal()[0])
    return ReferenceGame.from_dict(game.to_dict() | changes)


def cards(edition: str, **counts: int) -> dict[str, int]:
    return dict.fromkeys([*EDITIONS[edition].colors, L], 0) | counts


def dry(edition: str, seats: int = 2, seed: int = 0, **changes: Any) -> ReferenceGame:
    """A table with no cards and no tickets anywhere but where the test puts them."""
    nothing: dict[str, Any] = {
        "deck": cards(edition),
        "discard": cards(edition),
        "face_up": [None] * 5,
        "hands": [cards(edition) for _ in range(seats)],
        "ticket_deck": [],
    }
    return table(edition, seats, seed, **(nothing | changes))


def play_out(game: ReferenceGame, seed: int) -> None:
    choose = random.Random(seed)
    while game.phase != "over":
        game.apply(choose.choice(game.legal()))


def check_that_nothing_is_lost(game: ReferenceGame) -> None:
    numbers = game.numbers
    for kind in game.kinds:
        total = game.deck[kind] + game.discard[kind] + game.face_up.count(kind)
        total += sum(hand[kind] for hand in game.hands)
        assert total == (numbers.locomotives if kind == L else numbers.cards_per_color)
        assert all(
            0 <= seen[kind] <= hand[kind] for seen, hand in zip(game.seen, game.hands, strict=True)
        )
    piles = [game.ticket_deck, game.removed, *game.tickets, *game.offers, *game.returned]
    assert sorted(t for pile in piles for t in pile) == list(range(numbers.ticket_count))
    for seat in range(game.seats):
        own = [game.map.routes[route] for route, owner in game.routes.items() if owner == seat]
        assert game.trains[seat] == numbers.trains - sum(route.length for route in own) >= 0
        assert game.route_points[seat] == sum(facts.POINTS_FOR_LENGTH[r.length] for r in own)
    assert sum(game.deck.values()) > 0 or sum(game.discard.values()) == 0
    assert None not in game.face_up or sum(game.deck.values()) == 0


# ---- chance and facts ----------------------------------------------------------------------


def test_chacha_gives_the_block_printed_in_rfc_8439() -> None:
    block = chacha.block(bytes(range(32)), 1, (0x09000000, 0x4A000000, 0))
    assert " ".join(f"{word:08x}" for word in block) == (
        "e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 "
        "466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2"
    )


def test_words_run_on_from_block_to_block_as_in_rfc_8439() -> None:
    words = [chacha.word(bytes(32), chacha.CARDS, k) for k in (0, 1, 2, 3, 16, 17, 18, 19)]
    assert " ".join(f"{word:08x}" for word in words) == (
        "ade0b876 903df1a0 e56a5d40 28bd8653 bee7079f 7a385155 7c97ba98 0d082d73"
    )
    assert chacha.word(bytes(32), chacha.TICKETS, 0) != words[0]


@pytest.mark.parametrize(
    ("length", "printed"),
    [(0, "726fdb47dd0e0e31"), (5, "18765564cd99a68d"), (15, "a129ca6149be45e5")],
)
def test_siphash_gives_the_numbers_printed_for_it(length: int, printed: str) -> None:
    """The paper's appendix prints that of fifteen bytes, its authors' code those of all lengths."""
    assert f"{siphash.siphash(bytes(range(16)), bytes(range(length))):016x}" == printed


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_maps_fit_the_rulebooks(edition: str) -> None:
    numbers, board = EDITIONS[edition], facts.map_of(edition)
    assert len(board.tickets) == numbers.ticket_count
    assert {r.color for r in board.routes.values()} == {*numbers.colors, facts.GRAY}
    assert all(r.length in facts.POINTS_FOR_LENGTH for r in board.routes.values())
    for name, route in board.routes.items():
        if route.twin:
            twin = board.routes[route.twin]
            assert (twin.twin, twin.cities, twin.length) == (name, route.cities, route.length)
    assert ("districts" in numbers.bonuses) == bool(board.districts)
    assert ("attractions" in numbers.bonuses) == bool(board.attractions)


def test_decks_have_the_printed_sizes() -> None:
    sizes = {e: len(n.colors) * n.cards_per_color + n.locomotives for e, n in EDITIONS.items()}
    assert sizes == {e: 44 if e in ("london", "new_york") else 110 for e in EDITIONS}


# ---- whole games ---------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_a_random_game_keeps_every_piece_and_ends(edition: str, seats: int) -> None:
    game = ReferenceGame(edition, seats, key_of_seed(seats))
    choose = random.Random(seats)
    check_that_nothing_is_lost(game)
    while game.phase != "over":
        game.apply(choose.choice(game.legal()))
        check_that_nothing_is_lost(game)
    assert game.end_reason == "final_round"
    assert min(game.trains) <= 2
    assert game.legal() == []
    sheet = game.score()
    assert [s["routes"] for s in sheet["seats"]] == game.route_points
    assert min(s["rank"] for s in sheet["seats"]) == 1
    assert sheet["winners"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_goes_on_from_its_dict(edition: str) -> None:
    game = ReferenceGame(edition, 3, key_of_seed(9))
    choose = random.Random(9)
    for _ in range(40):
        game.apply(choose.choice(game.legal()))
    text = json.dumps(game.to_dict())
    other = ReferenceGame.from_dict(json.loads(text) | {"something_else": 1})
    assert other.legal() == game.legal()
    play_out(game, 1)
    assert json.dumps(other.to_dict()) == text
    play_out(other, 1)
    assert other.to_dict() == game.to_dict()


def test_a_refused_action_changes_nothing() -> None:
    game = table("usa")
    before = game.to_dict()
    for text in ("draw gold", "keep 1", "pass", "pay red 2", "claim atlantis-utopia", "draw  deck"):
        with pytest.raises(ValueError, match="may not"):
            game.apply(text)
    with pytest.raises(ValueError, match="may not"):
        game.apply("draw deck", seat=1)
    assert game.to_dict() == before


# ---- first tickets -------------------------------------------------------------------------


def test_first_tickets_may_be_chosen_in_any_order() -> None:
    one, other = (ReferenceGame("usa", 3, key_of_seed(4)) for _ in range(2))
    assert one.legal(2) == ["keep 1 2", "keep 1 3", "keep 2 3", "keep 1 2 3"]
    offers = one.to_dict()["offers"]
    for seat in (0, 1, 2):
        one.apply("keep 1 3", seat)
    other.apply("keep 1 3", 2)
    assert other.seat == 0
    assert other.legal(2) == []
    assert other.to_dict()["returned"] == [[], [], [offers[2][1]]]
    other.apply("keep 1 3", 0)
    assert other.seat == 1
    other.apply("keep 1 3", 1)
    assert one.to_dict() == other.to_dict()
    assert one.ticket_deck[-3:] == [offer[1] for offer in offers]


def test_returned_first_tickets_leave_the_anniversary_game() -> None:
    game = ReferenceGame("usa_anniversary", 2, key_of_seed(4))
    aside = sorted(offer[0] for offer in game.offers)
    game.apply("keep 2 3")
    game.apply("keep 2 3")
    assert game.removed == aside
    assert len(game.ticket_deck) == 24


# ---- the row -------------------------------------------------------------------------------


def test_a_row_with_three_locomotives_stands_if_no_better_one_is_possible() -> None:
    game = dry("london", face_up=[L, L, L, "pink", "pink"])
    game.apply("draw pink")
    assert game.face_up == [L, L, L, None, "pink"]
    assert game.legal() == ["draw pink"]


def test_a_standing_row_is_swept_inside_the_claim_that_allows_it() -> None:
    hands = [cards("london", green=3), cards("london")]
    game = dry("london", face_up=[L, L, L, "pink", "pink"], hands=hands)
    game.apply("claim regents_park-kings_cross")
    game.apply("pay green 3")
    assert game.face_up.count(L) < 3
    assert None not in game.face_up
    assert sum(game.deck.values()) == 3


def test_the_only_better_row_is_found() -> None:
    hands = [cards("london", black=1), cards("london")]
    game = dry("london", face_up=[L, L, L, "pink", "pink"], hands=hands)
    game.apply("claim covent_garden-trafalgar_square.1")
    game.apply("pay black 1")
    assert sorted(card or "" for card in game.face_up) == ["black", L, L, "pink", "pink"]
    assert game.deck == cards("london", locomotive=1)


def test_sweeps_end_when_row_and_deck_both_hold_three_locomotives_and_two_colors() -> None:
    swept, reshuffled = 0, 0
    for seed in range(40):
        hands = [cards("usa", red=2, locomotive=4), cards("usa")]
        row = [None, L, L, "blue", "blue"]
        game = dry("usa", seed=seed, face_up=row, hands=hands, chance=0)
        first = siphash.word(game.key, siphash.ROW, game.words["laid"][0])
        first_is_locomotive = (first * 6) >> 32 >= 2
        game.apply("claim sault_st_marie-winnipeg")
        game.apply("pay red 2+4")
        assert game.face_up.count(L) < 3
        assert sum(game.deck.values()) == 5
        assert (game.chance > 1) == first_is_locomotive
        swept += game.chance > 1
        reshuffled += game.chance > 6
    assert swept > 0
    assert reshuffled > 0


def test_four_locomotives_stand_alone_and_may_be_taken() -> None:
    hands = [cards("london", locomotive=4), cards("london")]
    game = dry("london", hands=hands)
    game.apply("claim baker_street-hyde_park")
    game.apply("pay locomotive 4")
    assert game.face_up == [L, L, L, L, None]
    assert game.legal() == ["draw locomotive"]


# ---- drawing -------------------------------------------------------------------------------


def test_a_face_up_locomotive_is_the_whole_draw_and_never_the_second_card() -> None:
    row = ["red", L, "red", "blue", L]
    game = table("usa", face_up=row, deck=cards("usa", red=9))
    assert game.legal()[:4] == ["draw deck", "draw blue", "draw red", "draw locomotive"]
    other = ReferenceGame.from_dict(game.to_dict())
    other.apply("draw locomotive")
    assert (other.phase, other.seat) == ("turn", 1)
    game.apply("draw blue")
    assert (game.phase, game.legal()) == ("second_card", ["draw deck", "draw red"])
    game.apply("draw red")
    assert (game.phase, game.seat) == ("turn", 1)
    assert game.seen[0] == cards("usa", red=1, blue=1)


def test_a_blind_locomotive_is_one_card() -> None:
    game = table("usa", deck=cards("usa", locomotive=9), face_up=["red"] * 5)
    game.apply("draw deck")
    assert game.phase == "second_card"
    assert game.seen[0] == cards("usa")


def test_the_turn_ends_when_there_is_no_legal_second_card() -> None:
    game = dry("usa", face_up=[L, None, "red", None, None])
    game.apply("draw red")
    assert (game.phase, game.seat) == ("turn", 1)


# ---- claiming ------------------------------------------------------------------------------


def test_payments_come_by_color_then_fewest_locomotives_then_locomotives_alone() -> None:
    hands = [cards("usa", blue=1, red=3, locomotive=3), cards("usa")]
    game = table("usa", hands=hands)
    game.apply("claim montreal-toronto")
    assert (game.phase, game.pending_route) == ("payment", "montreal-toronto")
    assert game.legal() == [
        "pay blue 1+2",
        "pay red 3",
        "pay red 2+1",
        "pay red 1+2",
        "pay locomotive 3",
    ]


def test_a_payment_takes_cards_trains_and_what_was_seen() -> None:
    hands = [cards("usa", red=3, locomotive=1), cards("usa")]
    seen = [cards("usa", red=1, locomotive=1), cards("usa")]
    game = table("usa", hands=hands, seen=seen, discard=cards("usa"))
    game.apply("claim montreal-toronto")
    game.apply("pay red 2+1")
    assert game.hands[0] == cards("usa", red=1)
    assert game.seen[0] == cards("usa")
    assert game.discard == cards("usa", red=2, locomotive=1)
    assert (game.trains[0], game.route_points[0]) == (42, 4)
    assert game.to_dict()["routes"] == {"montreal-toronto": 0}


@pytest.mark.parametrize(
    ("edition", "seats", "route", "open_to_others"),
    [
        ("usa", 3, "dallas-houston", False),
        ("usa", 4, "dallas-houston", True),
        ("new_york", 2, "empire_state_building-chelsea", False),
        ("new_york", 3, "empire_state_building-chelsea", True),
    ],
)
def test_twins(edition: str, seats: int, route: str, open_to_others: bool) -> None:
    hands = [cards(edition, locomotive=2) for _ in range(seats)]
    game = table(edition, seats, hands=hands, routes={f"{route}.1": 0})
    assert not any(text.startswith(f"claim {route}") for text in game.legal())
    game.seat = 1
    assert (f"claim {route}.2" in game.legal()) == open_to_others
    assert f"claim {route}.1" not in game.legal()


def test_a_route_longer_than_the_trains_left_cannot_be_claimed() -> None:
    hands = [cards("usa", locomotive=6), cards("usa")]
    game = table("usa", hands=hands, trains=[3, 45])
    lengths = {game.map.routes[a[6:]].length for a in game.legal() if a.startswith("claim")}
    assert lengths == {1, 2, 3}


# ---- tickets -------------------------------------------------------------------------------


def test_returned_tickets_go_under_the_deck_in_offered_order() -> None:
    game = table("usa", ticket_deck=[9, 4, 7, 1], tickets=[[2, 3], [5, 6]])
    game.apply("tickets")
    assert game.legal()[0:4] == ["keep 1", "keep 2", "keep 3", "keep 1 2"]
    game.apply("keep 2")
    assert game.ticket_deck == [1, 9, 7]
    assert game.tickets[0] == [2, 3, 4]
    game.apply("draw deck")
    game.apply("draw deck")


def test_a_short_offer() -> None:
    game = dry("london", ticket_deck=[11])
    assert game.legal() == ["tickets"]
    game.apply("tickets")
    assert game.legal() == ["keep 1"]


# ---- the end -------------------------------------------------------------------------------


def test_when_everybody_passed_in_a_row_the_game_is_over() -> None:
    game = dry("london", 3)
    for seat in range(3):
        assert (game.seat, game.legal()) == (seat, ["pass"])
        game.apply("pass")
    assert (game.phase, game.end_reason) == ("over", "deadlock")
    assert (game.seat, game.passes, game.final_turns_left) == (2, 3, None)


def test_a_claim_between_passes_starts_the_count_again() -> None:
    hands = [cards("london"), cards("london", green=3)]
    game = dry("london", hands=hands)
    game.apply("pass")
    game.apply("claim regents_park-kings_cross")
    game.apply("pay green 3")
    assert (game.passes, game.seat, game.legal()) == (0, 0, ["draw green"])


def test_the_final_round_gives_everybody_one_more_turn() -> None:
    hands = [cards("usa", red=1), cards("usa"), cards("usa")]
    game = table("usa", 3, hands=hands, trains=[3, 45, 45])
    game.apply("claim atlanta-nashville")
    game.apply("pay red 1")
    assert game.final_turns_left == 3
    for left in (2, 1, 0):
        game.apply("draw deck")
        game.apply("draw deck")
        assert game.final_turns_left == left
    assert (game.phase, game.end_reason, game.seat) == ("over", "final_round", 0)


# ---- scoring -------------------------------------------------------------------------------


def network(text: str) -> list[Route]:
    """Routes from text: "ab2 bc3" is two spaces from a to b, three from b to c."""
    return [Route((word[0], word[1]), int(word[2]), "gray", None) for word in text.split()]


@pytest.mark.parametrize(
    ("routes", "length"),
    [
        ("", 0),
        ("ab6", 6),
        ("ab2 cd5", 5),
        ("ab2 bc2 ca2", 6),
        ("ab2 bc2 ca2 cd3", 9),  # a loop with a tail
        ("ab2 bc2 ca2 cd2 be4", 10),  # two tails: one side of the loop is lost
        ("ab1 bc1 ca1 cd1 de1 ec1", 6),  # an eight
        ("ab3 bd3 ac2 cd2 ad1", 11),  # three ways from a to d: the walk ends there
        ("ab1 ac1 ad1 bc1 bd1 cd1", 5),  # all four joined: one must go
        ("ab1 bc2 bd3", 5),  # a dead end cannot be counted
        ("ab1 bc1 ca1 xy2 yz2", 4),
        ("ab1 bc1 ca1 cd5 de1 ef1 fd1", 11),  # two loops joined by a bridge
    ],
)
def test_longest_path(routes: str, length: int) -> None:
    assert scoring.longest_path(network(routes)) == length


def every_trail(own: list[Route]) -> int:
    def longest_from(city: str, left: list[Route]) -> int:
        best = 0
        for i, route in enumerate(left):
            if city in route.cities:
                there = route.cities[route.cities[0] == city]
                rest = left[:i] + left[i + 1 :]
                best = max(best, route.length + longest_from(there, rest))
        return best

    return max((longest_from(city, own) for route in own for city in route.cities), default=0)


def test_longest_path_agrees_with_trying_every_trail() -> None:
    chance = random.Random(3)
    for _ in range(150):
        pairs = [(a, b) for a in "abcdef" for b in "abcdef" if a < b]
        chosen = chance.sample(pairs, chance.randint(1, 9))
        own = [Route(pair, chance.randint(1, 6), "gray", None) for pair in chosen]
        assert scoring.longest_path(own) == every_trail(own)


def sheet(edition: str, *seats: tuple[str, list[int]]) -> dict[str, Any]:
    claimed = {route: seat for seat, (routes, _) in enumerate(seats) for route in routes.split()}
    tickets = [kept for _, kept in seats]
    return table(edition, len(seats), routes=claimed, tickets=tickets).score()


def test_tickets_count_for_and_against() -> None:
    # Ticket 6 is Denver to El Paso, worth 4; ticket 0 is Boston to Miami, worth 12.
    score = sheet("usa", ("el_paso-santa_fe denver-santa_fe", [0, 6]), ("", [1]))
    assert score["seats"][0] == {
        "routes": 4,
        "tickets": [{"ticket": 0, "points": -12}, {"ticket": 6, "points": 4}],
        "bonuses": {"longest_path": 10},
        "completed": 1,
        "path_length": 4,
        "total": 6,
        "rank": 1,
    }
    assert score["seats"][1]["bonuses"] == {}
    assert score["seats"][1]["total"] == -13
    assert score["winners"] == [0]


def test_a_bonus_goes_to_all_who_are_level_and_to_nobody_for_nothing() -> None:
    level = sheet("usa", ("calgary-winnipeg", []), ("duluth-helena", []))
    assert [s["bonuses"] for s in level["seats"]] == [{"longest_path": 10}] * 2
    assert level["winners"] == [0, 1]
    nothing = sheet("usa_mega", ("", [0]), ("", [1]))
    assert [s["bonuses"] for s in nothing["seats"]] == [{}, {}]


def test_globetrotter_is_for_the_most_completed_tickets() -> None:
    board = facts.map_of("usa_1910")
    short = next(i for i, t in enumerate(board.tickets) if t.cities == ("chicago", "new_york"))
    score = sheet("usa_1910", ("chicago-pittsburgh.1 new_york-pittsburgh.1", [short]), ("", []))
    assert score["seats"][0]["bonuses"] == {"globetrotter": 15}
    assert score["seats"][0]["path_length"] == 5


def test_the_longest_path_card_breaks_a_classic_tie() -> None:
    apart = "atlanta-miami helena-omaha montreal-toronto dallas-houston.1"
    score = sheet("usa", ("calgary-winnipeg", []), (apart, []))
    assert [s["total"] for s in score["seats"]] == [15 + 10, 10 + 10 + 4 + 1]
    assert score["winners"] == [0]


@pytest.mark.parametrize(("edition", "ranks"), [("usa", [2, 2, 1]), ("usa_anniversary", [2, 3, 1])])
def test_only_the_anniversary_compares_paths_that_won_no_card(
    edition: str, ranks: list[int]
) -> None:
    apart = "pittsburgh-toronto denver-santa_fe"
    score = sheet(edition, ("montreal-toronto", []), (apart, []), ("calgary-winnipeg", []))
    assert [s["total"] for s in score["seats"]] == [4, 4, 25]
    assert [s["rank"] for s in score["seats"]] == ranks


def test_completed_tickets_break_a_tie_in_points() -> None:
    # Ticket 2 (Piccadilly Circus to Waterloo, 3 points) is completed, ticket 0 (2 points) missed.
    done = "trafalgar_square-waterloo piccadilly_circus-trafalgar_square.1"
    missed = "regents_park-kings_cross kings_cross-charterhouse"
    score = sheet("london", (done, [2]), (missed, [0]))
    assert [s["total"] for s in score["seats"]] == [6, 6]
    assert [s["rank"] for s in score["seats"]] == [1, 2]


def test_a_district_may_be_joined_through_other_locations() -> None:
    way_round = "british_museum-piccadilly_circus covent_garden-piccadilly_circus.1"
    score = sheet("london", (way_round, []), ("british_museum-charterhouse", []))
    assert [s["bonuses"] for s in score["seats"]] == [{"districts": 1}, {}]


def test_attractions_count_once_each() -> None:
    score = sheet(
        "new_york", ("central_park-times_square.1 times_square-united_nations", []), ("", [])
    )
    assert [s["bonuses"] for s in score["seats"]] == [{"attractions": 3}, {}]
