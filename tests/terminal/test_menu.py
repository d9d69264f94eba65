"""Numbers and typed lines become notation."""

import pytest

from caboose import Game, State
from caboose.terminal.menu import Misread, menu_of, needed_routes, notation
from caboose.terminal.places import Places


def usa(**hand: int) -> State:
    """The first turn of USA with two seats; seat 0 holds these cards."""
    game = Game("usa", 2)
    state = game.start(seed=1)
    for _ in range(2):
        state.apply("keep 1 2 3")
    position = state.to_dict()
    position["hands"][0] = dict.fromkeys(position["hands"][0], 0) | hand
    position["face_up"] = ["red", "blue", "locomotive", "blue", None]
    return game.from_dict(position)


def menu(state: State):
    return menu_of(state.view(0), state.legal_actions())


def test_the_row_is_1_to_5_and_the_deck_6():
    choices = menu(usa())
    assert choices.read("1") == "draw red"
    assert choices.read("4") == "draw blue"
    assert choices.read("6") == "draw deck"
    assert choices.read("t") == "tickets"
    with pytest.raises(Misread, match="no choice 5"):
        choices.read("5")


def test_every_claim_has_a_number_those_for_tickets_first():
    state = usa(red=4, locomotive=1)
    choices = menu(state)
    claims = [text for text in choices.choices.values() if text.startswith("claim")]
    legal = [action.text for action in state.legal_actions() if action.kind == "claim"]
    assert sorted(claims) == sorted(legal)
    needed = needed_routes(state.view(0))
    is_needed = [text[6:] in needed for text in claims if not text.endswith(".2")]
    assert 0 < sum(is_needed) < len(is_needed)
    assert is_needed[: sum(is_needed)] == [True] * sum(is_needed)


def test_a_twin_like_the_other_comes_after_all_else():
    claims = list(menu(usa(red=1)).choices.values())
    first, second = "claim dallas-houston.1", "claim dallas-houston.2"
    assert claims.index(second) > claims.index("claim atlanta-nashville") > 0
    assert claims.index(first) < claims.index(second)


def test_when_nothing_can_be_done_the_only_number_passes():
    game = Game("usa", 2)
    position = usa().to_dict() | {"face_up": [None] * 5, "ticket_deck": []}
    nothing = dict.fromkeys(position["deck"], 0)
    state = game.from_dict(position | {"deck": nothing, "discard": nothing})
    assert menu(state).choices == {"1": "pass"}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("draw locomotives", "draw locomotive"),
        ("claim omaha-denver", "claim denver-omaha"),
        ("claim denver omaha", "claim denver-omaha"),
        ("claim Kansas City-Saint Louis.2", "claim kansas_city-saint_louis.2"),
        ("claim los angeles–phoenix gray 3", "claim los_angeles-phoenix gray 3"),
        ("claim denver-kansas_city orange 3+1", "claim denver-kansas_city.2 orange 3+1"),
        ("claim dallas-houston red 1", "claim dallas-houston.1 red 1"),
        ("claim denver-omaha red 4", "claim denver-omaha red 4"),
        ("claim nowhere-at_all", "claim nowhere-at_all"),
        ("pay red 2", "pay red 2"),
        ("pass", "pass"),
    ],
)
def test_lines_are_read_as_people_write_them(line, meant):
    assert notation(usa(red=1).view(0), line) == meant


def test_a_double_route_is_asked_about_when_either_track_could_be_meant():
    sentence = "two routes denver-kansas_city: add .1 for black or .2 for orange."
    with pytest.raises(Misread, match=sentence):
        notation(usa().view(0), "claim kansas city-denver")


def test_a_ticket_needs_either_track_of_a_double_route():
    state = usa()
    view = state.view(0)
    twins = {route.id: route.twin for route in state.game.edition.board.routes}
    needed = needed_routes(view)
    doubles = {route for route in needed if twins[route] is not None}
    assert doubles
    assert {twins[route] for route in doubles} == doubles


def test_of_a_double_route_the_track_that_can_be_claimed_is_meant():
    state = usa(orange=4)
    assert notation(state.view(0), "claim denver-kansas_city") == "claim denver-kansas_city.2"


@pytest.mark.parametrize(
    ("line", "meant"),
    [("1", "keep 1"), ("3 1", "keep 1 3"), ("all", "keep 1 2 3"), ("keep 2", "keep 2")],
)
def test_places_alone_keep_tickets(line, meant):
    state = Game("usa", 2).start(seed=1)
    assert menu(state).read(line) is None
    assert notation(state.view(0), line) == meant


def test_the_wild_card_goes_by_the_name_of_the_edition():
    state = Game("london", 2).start(seed=1)
    state.apply("keep 1")
    state.apply("keep 1")
    assert notation(state.view(0), "draw bus") == "draw locomotive"
    assert notation(state.view(0), "draw Bus Card") == "draw locomotive"
    assert notation(state.view(0), "pay buses 2") == "pay locomotive 2"
    assert notation(state.view(0), "pay bus cards 2") == "pay locomotive 2"
    line = "claim big_ben-waterloo bus 1"
    assert notation(state.view(0), line) == "claim big_ben-waterloo locomotive 1"


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("st paul's", "st_pauls"),
        ("St Pauls", "st_pauls"),
        ("elephant & castle", "elephant_and_castle"),
        ("elep", "elephant_and_castle"),
        ("the charterhouse", "charterhouse"),
        ("b", None),
        ("", None),
    ],
)
def test_cities_are_found_by_name_id_or_beginning(text, city):
    found = Places(Game("london", 2).edition.board).city(text)
    assert (found and found.id) == city
