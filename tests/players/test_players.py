"""Bots: legal whatever comes, the same choice from the same view, and better than chance."""

import pickle
from collections import Counter
from pathlib import Path

import pytest

from caboose import Game
from caboose.players import PLAYERS, make_player
from caboose.players.policies import POLICIES
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.whole_game import play


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_bots_play_whole_games_with_legal_actions_alone(edition, seats):
    names = ["tourist", "random", "tourist", "tourist", "random"][:seats]
    players = [make_player(name, seed) for seed, name in enumerate(names)]
    state = play(Game(edition, seats), 5, players)
    assert state.to_dict()["end_reason"] == "final_round"


@pytest.mark.parametrize("name", POLICIES)
def test_a_choice_depends_on_seed_view_and_legal_actions_alone(name):
    state = Game("london", 2).start(seed=8)
    old = make_player(name, 3)
    while not state.is_over:
        view, legal = state.view(state.seat), state.legal_actions()
        chosen = old.choose(view, legal)
        taking_over = make_player(name, 3)
        assert taking_over.choose(pickle.loads(pickle.dumps(view)), legal) == chosen
        assert taking_over.choose(view, legal) == chosen
        state.apply(chosen)


def test_random_chooses_every_legal_action_as_often():
    state = Game("london", 2).start(seed=1)
    view, legal = state.view(0), state.legal_actions()
    chosen = Counter(make_player("random", seed).choose(view, legal) for seed in range(600))
    assert set(chosen) == set(legal)
    assert max(chosen.values()) < 1.4 * min(chosen.values())


def test_random_does_not_repeat_itself_from_decision_to_decision():
    player = make_player("random", 1)
    state = Game("usa", 2).start(seed=1)
    places = set()
    for _ in range(12):
        legal = state.legal_actions()
        action = player.choose(state.view(state.seat), legal)
        places.add(round(8 * legal.index(action) / len(legal)))
        state.apply(action)
    assert len(places) > 2


def london(**changes) -> tuple[Game, dict]:
    """A position of London's first turn, seat 0 to move, with changes."""
    game = Game("london", 2)
    state = game.start(seed=1)
    for _ in range(2):
        state.apply("keep 1 2")
    return game, state.to_dict() | changes


def hand(**cards: int) -> dict[str, int]:
    colors = [*Game("london", 2).edition.colors, "locomotive"]
    return {color: cards.get(color, 0) for color in colors}


def tourist_in(game: Game, position: dict) -> str:
    state = game.from_dict(position)
    return str(make_player("tourist", 0).choose(state.view(state.seat), state.legal_actions()))


def ticket_number(game: Game, one: str, other: str) -> int:
    return [ticket.cities for ticket in game.edition.tickets].index((one, other))


def test_the_tourist_claims_the_longest_route_of_its_way():
    game, position = london(hands=[hand(green=2, yellow=3, black=4), hand()])
    ticket = ticket_number(game, "buckingham_palace", "elephant_and_castle")
    position["tickets"] = [[ticket], []]
    assert tourist_in(game, position) == "claim big_ben-elephant_and_castle"


def test_the_tourist_takes_the_face_up_color_its_way_needs():
    game, position = london(hands=[hand(black=3), hand()])
    position["tickets"] = [[ticket_number(game, "buckingham_palace", "elephant_and_castle")], []]
    position["face_up"] = ["blue", "yellow", "black", "black", "locomotive"]
    assert tourist_in(game, position) == "draw yellow"
    position["face_up"] = ["blue", "pink", "black", "black", "locomotive"]
    assert tourist_in(game, position) == "draw deck"


def test_the_tourist_takes_a_face_up_locomotive_for_the_last_card_of_a_long_route():
    game, position = london(hands=[hand(yellow=2), hand()])
    position["tickets"] = [[ticket_number(game, "buckingham_palace", "elephant_and_castle")], []]
    position["face_up"] = ["blue", "pink", "black", "black", "locomotive"]
    assert tourist_in(game, position) == "draw locomotive"


def test_the_tourist_pays_with_what_it_does_not_need():
    game, position = london(hands=[hand(orange=1, green=1, pink=1, locomotive=1), hand()])
    position["tickets"] = [[ticket_number(game, "globe_theatre", "brick_lane")], []]
    position |= {"phase": "payment", "pending_route": "globe_theatre-st_pauls.1"}
    assert tourist_in(game, position) in ("pay green 1", "pay pink 1")


@pytest.mark.parametrize(("color", "track"), [("black", 1), ("pink", 2)])
def test_the_tourist_takes_the_track_it_has_cards_for(color, track):
    game, position = london(hands=[hand(**{color: 1}), hand()])
    position["tickets"] = [[ticket_number(game, "hyde_park", "covent_garden")], []]
    position["routes"] = {"hyde_park-buckingham_palace.1": 0, "trafalgar_square-big_ben": 0}
    position["routes"] |= {"buckingham_palace-trafalgar_square": 0}
    assert tourist_in(game, position) == f"claim covent_garden-trafalgar_square.{track}"


def test_the_tourist_leaves_a_ticket_that_asks_too_much():
    game, position = london(phase="keep_tickets", trains=[5, 17])
    short = ticket_number(game, "globe_theatre", "brick_lane")
    long = ticket_number(game, "regents_park", "elephant_and_castle")
    position |= {"tickets": [[], []], "offers": [[long, short], []]}
    assert tourist_in(game, position) == "keep 2"


@pytest.mark.parametrize(
    ("cards", "tickets_left", "kind"),
    [(hand(), [], "pass"), (hand(), [3], "tickets"), (hand(orange=1), [3], "claim")],
)
def test_the_tourist_does_what_is_left_when_no_card_is(cards, tickets_left, kind):
    game, position = london(hands=[cards, hand()], face_up=[None] * 5, ticket_deck=tickets_left)
    position |= {"deck": hand(), "discard": hand(), "trains": [8, 8], "tickets": [[0], [1]]}
    assert tourist_in(game, position).split()[0] == kind


@pytest.mark.parametrize("name", PLAYERS)
def test_every_bot_is_described_in_the_docs(name):
    page = Path(__file__).parents[2] / "docs" / "players.md"
    assert f"`{name}`" in page.read_text("utf-8")
