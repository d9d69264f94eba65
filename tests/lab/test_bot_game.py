"""One game between bots, and bots that do something wrong."""

import pytest

from caboose import Game
from caboose.lab.bot_game import play_game
from caboose.lab.played_game import replay_game
from caboose.players import Player, make_player
from caboose.players.player import BotFailed

KEY = bytes(range(32))


class Broken(Player):
    """Fails when it must pay."""

    def choose(self, view, legal):
        if view.phase == "payment":
            raise ZeroDivisionError("nothing to divide by")
        return legal[-1]


class Cheat(Player):
    """Chooses what it likes."""

    def choose(self, view, legal):  # noqa: ARG002
        return view.game.notation.parse("pass")[0]


def test_a_game_is_the_one_that_choosing_step_by_step_gives():
    game = Game("new_york", 3)
    names = ["tourist", "random", "random"]
    played = play_game(game, [make_player(n, i) for i, n in enumerate(names)], KEY, bots=names)
    players = [make_player(n, i) for i, n in enumerate(names)]
    state = game.start(key=KEY)
    numbers = []
    while not state.is_over:
        action = players[state.seat].choose(state.view(state.seat), state.legal_actions())
        numbers.append(action.number)
        state.apply(action)
    assert played.numbers.tolist() == numbers
    assert played.digest == state.digest()


def test_policies_play_the_same_game_compiled_and_step_by_step(monkeypatch):
    game = Game("london", 2)
    players = [make_player("random", 1), make_player("random", 2)]
    compiled = play_game(game, players, KEY)
    monkeypatch.setattr("caboose.lab.bot_game.play_compiled", lambda *_: None)
    assert play_game(game, players, KEY) == compiled


def test_thinking_time_is_measured_for_each_seat():
    game = Game("london", 2)
    played = play_game(game, [make_player("tourist", 1), make_player("random", 2)], KEY)
    assert len(played.seconds) == 2
    assert all(seconds > 0 for seconds in played.seconds)


def test_a_bot_that_fails_is_named_with_what_and_where():
    players = [make_player("random", 1), Broken(2)]
    with pytest.raises(BotFailed) as caught:
        play_game(Game("london", 2), players, KEY)
    sentence = str(caught.value)
    assert "the bot Broken failed" in sentence
    assert "ZeroDivisionError: nothing to divide by" in sentence
    assert "test_bot_game.py, line" in sentence


def test_a_bot_cannot_choose_what_is_not_legal():
    with pytest.raises(BotFailed, match=r"Cheat chose 'pass' at action 1 .* legal actions"):
        play_game(Game("london", 2), [Cheat(0), Cheat(1)], KEY)


def test_every_seat_needs_a_bot():
    with pytest.raises(ValueError, match="3 seats need 3 bots, not 1"):
        play_game(Game("london", 3), [Cheat(0)], KEY)


def test_a_game_with_its_seeds_can_be_played_again():
    game = Game("london", 2)
    played = play_game(game, [make_player("random", 5), make_player("random", 6)], KEY)
    assert played.seeds == (5, 6)
    again = [make_player("random", seed) for seed in played.seeds]
    assert play_game(game, again, played.key) == played
    assert replay_game(played).is_over
