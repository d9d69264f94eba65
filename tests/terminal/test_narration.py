"""Everything that can happen has words, and a game can be read from its deal to its score."""

import numpy as np
import pytest

import caboose
from caboose import Event, Game, State
from caboose.engine import happenings
from caboose.engine.event import read_events
from caboose.engine.fields import NOBODY
from caboose.engine.history import Step
from caboose.players import make_player
from caboose.terminal.narration import Teller, tell_game, turns

NAMES = ["Ann", "Bob", "You", "Cy", "Dee"]
NOT_KINDS = ("COLUMNS", "ROWS", "ROOM_FOR_SWEEP", "BEFORE_COUNTING", "NOBODY")
KINDS = {
    name: number
    for name, number in vars(happenings).items()
    if name.isupper() and isinstance(number, int) and name not in NOT_KINDS
}


def event_of(kind: int, game: Game) -> Event:
    """An event of this kind about seat 0, as the engine reads it."""
    buffer = np.zeros((3, happenings.COLUMNS), np.int32)
    buffer[0, 0] = 1
    buffer[1] = [kind, 0, 1, 1, 1, 2, NOBODY, NOBODY]
    (event,) = read_events(game.notation, buffer)
    return event


def test_there_are_sixteen_kinds_of_events():
    assert sorted(KINDS.values()) == list(range(1, 17))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_every_kind_of_event_has_words(kind, viewer):
    game = Game("london", 4)
    event = event_of(KINDS[kind], game).seen_by(viewer)
    sentence = Teller(game, NAMES).event(event)
    assert sentence.endswith(".")
    assert sentence[0].isupper()
    assert "None" not in sentence
    assert "locomotive" not in sentence


def told(*events: tuple[str, dict]) -> str:
    game = Game("london", 2)
    steps = [Step(0, "", tuple(Event(k, 0, f) for k, f in events))]
    return Teller(game, NAMES).turn(steps)


def test_two_cards_are_told_in_one_sentence():
    red = ("took_face_up", {"color": "pink", "slot": 0})
    assert told(red, ("drew_blind", {})) == "Ann draws pink from the row and a card from the deck."


def test_a_claim_and_its_payment_are_told_in_one_sentence():
    route = "big_ben-elephant_and_castle"
    paid = {"route": route, "color": "yellow", "cards": 2, "locomotives": 1, "points": 4}
    assert (
        told(("claimed", {"route": route}), ("paid", paid))
        == "Ann claims Big Ben–Elephant & Castle (3) with 2 yellow and 1 bus card for 4 points."
    )
    assert told(("claimed", {"route": route})) == "Ann claims Big Ben–Elephant & Castle."


def test_what_a_turn_sets_off_follows_it():
    bus = ("took_face_up", {"color": "locomotive", "slot": 0})
    laid = ("laid", {"color": "pink", "slot": 0})
    assert told(bus, laid, ("swept", {}), laid, ("reshuffled", {"cards": 9})) == (
        "Ann draws a bus card from the row. Three bus cards lie face up, so the row is swept."
        " The discards become a new deck of 9 cards."
    )


def test_a_run_of_sweeps_is_one_sentence():
    nothing: dict[str, int] = {}
    card, swept = ("drew_blind", nothing), ("swept", nothing)
    decks = [("reshuffled", {"cards": 9}), ("reshuffled", {"cards": 12})]
    run = [swept, decks[0], swept, ("swept_often", {"times": 40}), swept, decks[1], swept]
    assert told(card, *run) == (
        "Ann draws a card from the deck. Three bus cards lie face up, so the row is swept 44"
        " times. The discards become a new deck of 12 cards."
    )


def test_others_do_not_hear_which_tickets_were_drawn():
    offered = ("offered", {"count": 2})
    assert told(offered, ("kept", {"count": 1})) == "Ann draws 2 tickets and keeps 1 ticket."


def test_you_are_spoken_to_as_you():
    teller = Teller(Game("usa", 3), NAMES)
    assert teller.event(Event("passed", 2)) == "You pass."
    assert teller.event(Event("final_round_began", 2)).startswith("You begin the final round")
    assert teller.does(2, "has") == "You have"


def test_a_name_cannot_command_the_terminal():
    assert Teller(Game("usa", 2), ["An\x1b[2Jn\n", ""]).names == ["An[2Jn", "-"]
    assert Teller(Game("usa", 2)).names == ["Seat 0", "Seat 1"]


def bots_play(edition: str, seats: int, actions: int = 10_000) -> State:
    state = Game(edition, seats).start(seed=4)
    players = [make_player(["tourist", "random"][seat % 2], seat) for seat in range(seats)]
    while not state.is_over and actions:
        state.apply(players[state.seat].choose(state.view(state.seat), state.legal_actions()))
        actions -= 1
    return state


@pytest.mark.parametrize("edition", caboose.editions())
def test_a_whole_game_is_told_turn_by_turn_with_its_score(edition):
    state = bots_play(edition, 3)
    text = tell_game(state, NAMES)
    numbered = [line for line in text.splitlines() if line.startswith("Turn ")]
    assert len(numbered) == state.fields.turns
    assert numbered[0].startswith("Turn 1, Ann: ")
    assert numbered[2].startswith("Turn 3, You: ")
    totals = [str(seat.total) for seat in state.score().seats]
    (total_line,) = [line for line in text.splitlines() if line.strip().startswith("Total")]
    assert total_line.split()[1:] == totals
    winner = NAMES[state.score().winners[0]]
    assert f"{winner} win" in text
    assert "a card from the deck" not in text, "when the game is over nothing is secret"


def test_turns_are_runs_of_one_seat():
    state = bots_play("london", 2)
    assert state.history is not None
    played = list(turns(state.history))
    assert len(played) == 2 + state.fields.turns
    assert all(len({step.seat for step in turn}) == 1 for turn in played)


def test_an_unfinished_game_says_who_decides_and_how_it_stands():
    text = tell_game(bots_play("usa", 2, actions=25), ["Ann", "Bob"])
    assert "To decide: " in text
    assert "If the game ended now:" in text


def test_a_position_without_a_history_cannot_be_told():
    game = Game("usa", 2)
    with pytest.raises(ValueError, match="has no story"):
        tell_game(game.from_dict(game.start(seed=1).to_dict()))
