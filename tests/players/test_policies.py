"""Compiled games and chosen games are the same games; every bot can say why."""

import pytest

import caboose
from caboose import Game
from caboose.engine.game import key_from_seed
from caboose.players import Player, ask, make_player
from caboose.players.policies import POLICIES, play_policies
from caboose.players.policy_player import policy_of

PLACES = [("usa", 2), ("usa_mega", 4), ("london", 3), ("new_york", 2)]


def choose_game(game: Game, key: bytes, players: list[Player]) -> tuple[list[int], caboose.State]:
    """The game as the server and the terminal play it: view, legal actions, choice."""
    state, numbers = game.start(key=key), []
    while not state.is_over:
        legal = state.legal_actions()
        action = ask(players[state.seat], state.view(state.seat), legal)
        state.apply(action)
        numbers.append(action.number)
    return numbers, state


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize(("edition", "seats"), PLACES)
def test_compiled_games_have_the_moves_of_chosen_ones(edition, seats, name):
    game, key = Game(edition, seats), key_from_seed(seats)
    players = [make_player(name if seat % 2 == 0 else "racer", 40 + seat) for seat in range(seats)]
    policies = [policy_of(player) for player in players]
    seeds = [player.seed for player in players]
    chosen, state = choose_game(game, key, players)
    actions, end = play_policies(game, key, [p for p in policies if p is not None], seeds)
    assert actions.tolist() == chosen
    assert end == state


def test_a_bot_of_another_kind_has_no_policy(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(caboose.players.new_bot())
    assert policy_of(make_player("racer", 1)) == POLICIES.index("racer")
    assert policy_of(make_player(str(file), 1)) is None


@pytest.mark.parametrize("name", POLICIES)
def test_a_bot_explains_the_choice_it_makes(name):
    state, player = Game("usa", 3).start(seed=4), make_player(name, 2)
    while not state.is_over:
        view, legal = state.view(state.seat), state.legal_actions()
        action = player.choose(view, legal)
        if int(view.fields.actions) % 7 == 0:
            assert player.explain(view, legal).startswith(f"{name}: {action}")
        state.apply(action)


@pytest.mark.parametrize("better", ["tourist", "one_step", "long_route", "racer", "planner"])
@pytest.mark.parametrize("edition", caboose.editions())
def test_bots_that_think_beat_chance(edition, better):
    game = Game(edition, 2)
    numbers = POLICIES.index(better), POLICIES.index("random")
    won = 0
    for seed in range(20):
        seat = seed % 2
        _, end = play_policies(game, key_from_seed(seed), numbers[:: -1 if seat else 1], [1, 2])
        won += end.score().winners == (seat,)
    assert won >= 18
