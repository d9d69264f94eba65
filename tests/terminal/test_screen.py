"""The screen fits the terminal and says what a person needs."""

import io

import pytest
from rich.console import Console

from caboose import Game, State
from caboose.boards import edition
from caboose.players import make_player
from caboose.terminal.colors import CardPaint
from caboose.terminal.menu import menu_of
from caboose.terminal.narration import Teller
from caboose.terminal.screen import Screen


def screen_of(state: State, width: int = 80, height: int = 24) -> list[str]:
    view, legal = state.view(state.seat), state.legal_actions()
    names = [f"Tourist {seat}" for seat in range(state.game.seats)]
    screen = Screen(view, Teller(state.game, names), width, height)
    return screen.decision(menu_of(view, legal), legal)


def every_screen(name: str, seats: int):
    """Every state of a game of bots in which seat 0 decides."""
    state = Game(name, seats).start(seed=3)
    player = make_player("tourist", 1)
    while not state.is_over:
        if state.seat == 0:
            yield state.copy()
        state.apply(player.choose(state.view(state.seat), state.legal_actions()))


@pytest.mark.parametrize("name", ["usa_mega", "london", "new_york"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_turn_fits_80_by_24(name, seats):
    states = [state for state in every_screen(name, seats) if state.phase == "turn"]
    for state in states[::3]:
        lines = screen_of(state)
        assert len(lines) + 1 <= 24 or len(state.view(0).tickets) > 4
        assert any(line.startswith("Draw: ") for line in lines)


def test_no_card_of_a_hand_is_cut_off():
    game = Game("usa", 5)
    state = next(state for state in every_screen("usa", 5) if state.phase == "turn")
    position = state.to_dict()
    position["hands"][0] = dict.fromkeys(position["hands"][0], 11)
    lines = screen_of(game.from_dict(position))
    assert any("locomotive 11" in line for line in lines)
    assert all(len(line) <= 80 for line in lines if "11" in line)


def test_a_tall_terminal_shows_the_board():
    state = [state for state in every_screen("london", 2) if state.phase == "turn"][6]
    tall, small = screen_of(state, 120, 60), screen_of(state, 80, 14)
    assert any(line.endswith("routes are not claimed.") for line in tall)
    assert not any("more: routes" in line for line in tall)
    assert not any(line.endswith("routes are not claimed.") for line in small)


def test_routes_that_find_no_room_are_counted():
    state = next(state for state in every_screen("usa", 2) if state.phase == "turn")
    lines = screen_of(state)
    claims = sum(action.kind == "claim" for action in state.legal_actions())
    shown = sum(line.lstrip()[:1].isdigit() and "for " in line for line in lines)
    assert 0 < shown < claims
    assert f"... {claims - shown} more: routes" in lines


def test_the_final_round_is_announced():
    states = list(every_screen("new_york", 2))
    banners = [any("FINAL ROUND" in line for line in screen_of(state)) for state in states]
    last_turn = [state.to_dict()["final_turns_left"] is not None for state in states]
    turns = [state.phase == "turn" for state in states]
    assert any(last_turn)
    assert banners == [is_last and turn for is_last, turn in zip(last_turn, turns, strict=True)]


def test_tickets_are_done_cut_off_or_some_trains_away():
    game = Game("london", 2)
    state = game.start(seed=1)
    state.apply("keep 1")
    state.apply("keep 1")
    numbers = {ticket.cities: i for i, ticket in enumerate(game.edition.tickets)}
    far = numbers["regents_park", "elephant_and_castle"]
    near = numbers["globe_theatre", "brick_lane"]
    routes = {
        "globe_theatre-st_pauls.1": 0,
        "st_pauls-brick_lane": 0,
        "regents_park-baker_street": 1,
        "regents_park-kings_cross": 1,
    }
    position = state.to_dict() | {"tickets": [[near, far], []], "routes": routes}
    lines = screen_of(game.from_dict(position))
    assert "Tickets: 1 done: Globe Theatre–Brick Lane (4)" in lines
    (line,) = [line for line in lines if "Regent's Park–Elephant & Castle (9)" in line]
    assert "buses to go:" in line
    (line,) = [
        line
        for line in screen_of(game.from_dict(position | {"trains": [2, 17]}))
        if "Regent's Park–Elephant & Castle (9)" in line
    ]
    assert line.endswith("buses to go, more than you have")
    routes["regents_park-british_museum"] = 1
    (line,) = [line for line in screen_of(game.from_dict(position)) if "(9)" in line]
    assert line.endswith("cut off")


def test_the_words_of_the_edition_are_used():
    for state in every_screen("london", 2):
        assert not any("locomotive" in line or "train" in line for line in screen_of(state))
    for state in every_screen("new_york", 2):
        assert not any("locomotive" in line or "train" in line for line in screen_of(state))


def test_cards_seen_are_those_everybody_saw():
    game = Game("usa", 2)
    state = game.start(seed=1)
    state.apply("keep 1 2")
    state.apply("keep 1 2")
    state.apply("draw deck")
    state.apply("draw deck")
    color = next(c for c in state.to_dict()["face_up"] if c and c != "locomotive")
    state.apply(f"draw {color}")
    state.apply("draw deck")
    (line,) = [line for line in screen_of(state) if line.startswith("Tourist 1 ") and "45" in line]
    assert line.endswith(f"{color} 1")


def test_only_words_are_painted_and_without_color_nothing_is():
    london = edition("london")
    plain = io.StringIO()
    Console(file=plain, highlighter=CardPaint(london)).print(
        "pink, bus card, Blackfriars, a red card"
    )
    assert plain.getvalue() == "pink, bus card, Blackfriars, a red card\n"
    text = CardPaint(london)("pink bus, bus cards, Blackfriars, orange")
    assert [text.plain[span.start : span.end] for span in text.spans] == [
        "pink",
        "bus cards",
        "orange",
    ]
