"""How bots are named: options, levels and files of one's own, and what is said when it is wrong."""

import pickle
from pathlib import Path

import pytest

import caboose
from caboose import Game
from caboose.players import (
    LEVELS,
    PLAYERS,
    BotFailed,
    Player,
    UnknownPlayer,
    ask,
    ask_why,
    make_player,
    new_bot,
    short_names,
)
from caboose.players.options import options_of, read_options
from caboose.players.policies import POLICIES
from caboose.players.policy_player import policy_of
from caboose.players.warm import warm_steps
from tests.support.games.whole_game import play


class Tuned(Player):
    """A bot with options of every kind."""

    def __init__(
        self,
        seed: int,
        *,
        rollouts: int = 400,
        seconds: float | None = None,
        style: str = "calm",
        is_bold: bool = False,
        plain=3,
    ) -> None:
        super().__init__(seed)
        self.options = (rollouts, seconds, style, is_bold, plain)

    def choose(self, view, legal):  # noqa: ARG002
        return legal[0]


# --- built in -------------------------------------------------------------------------------------


def test_an_unknown_bot_is_named_with_the_nearest_one():
    with pytest.raises(UnknownPlayer, match='no bot "turist"; did you mean tourist'):
        make_player("turist", 1)
    with pytest.raises(UnknownPlayer, match=r"there are random, .* the levels passenger, "):
        make_player("zzz", 1)


def test_every_bot_that_searches_is_compiled_ahead(monkeypatch):
    made = []

    def make(name, seed):
        made.append(name.partition(":")[0])
        return make_player(name, seed)

    monkeypatch.setattr("caboose.players.warm.make_player", make)
    assert len(list(warm_steps())) > len(made)
    assert set(PLAYERS) - set(POLICIES) <= set(made)


def test_a_bot_remembers_what_it_was_called():
    assert make_player("racer", 1).name == "racer"
    assert make_player(LEVELS[0].name, 1).name == LEVELS[0].name


def test_options_are_read_by_their_types():
    given = read_options("tuned", Tuned, "rollouts=7,seconds=0.5,style=bold,is_bold=yes,plain=4")
    assert given == {"rollouts": 7, "seconds": 0.5, "style": "bold", "is_bold": True, "plain": 4}
    assert read_options("tuned", Tuned, "seconds=none") == {"seconds": None}
    assert read_options("tuned", Tuned, "") == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rolouts=7", 'tuned has no option "rolouts"; it has rollouts, seconds, style'),
        ("rollouts=many", 'rollouts of tuned must be a whole number, not "many".'),
        ("rollouts=7.5", "must be a whole number"),
        ("seconds=nan", "seconds of tuned must be a number"),
        ("is_bold=perhaps", "must be yes or no"),
        ("rollouts", "rollouts has no value; write tuned:rollouts="),
        ("rollouts=1,rollouts=2", "given rollouts twice"),
        ("seed=1", 'no option "seed"'),
        (",", 'no option ""'),
    ],
)
def test_a_wrong_option_is_told_with_the_right_ones(text, sentence):
    with pytest.raises(UnknownPlayer) as caught:
        read_options("tuned", Tuned, text)
    assert sentence in str(caught.value)


def test_a_bot_without_options_says_so():
    assert options_of(PLAYERS["racer"]) == {}
    with pytest.raises(UnknownPlayer, match="racer has no options; write racer alone"):
        make_player("racer:policy=random", 1)
    with pytest.raises(UnknownPlayer, match="is a level and has no options"):
        make_player(f"{LEVELS[2].name}:fast=yes", 1)


# --- levels ---------------------------------------------------------------------------------------


def test_there_are_five_levels_each_with_a_name_of_its_own():
    names = [level.name for level in LEVELS]
    assert len(set(names)) == len(names) == 5
    assert not set(names) & set(PLAYERS)
    assert [level.wins for level in LEVELS] == sorted(level.wins for level in LEVELS)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_level_is_its_bot(level):
    one, other = make_player(level.name, 5), make_player(level.bot, 5)
    assert type(one) is type(other)
    assert policy_of(one) == policy_of(other)
    assert one.seed == other.seed == 5


# --- files of one's own ---------------------------------------------------------------------------


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "my_bot.py"
    file.write_text(new_bot(), "utf-8")
    return file


@pytest.mark.parametrize("edition", caboose.editions())
def test_the_bot_to_start_from_plays_in_every_edition(mine, edition):
    players = [make_player(f"{mine}:MyBot", 1), make_player(str(mine), 2)]
    state = play(Game(edition, 2), 3, players)
    assert state.to_dict()["end_reason"] == "final_round"


def test_the_bot_to_start_from_beats_chance(mine):
    for seed in range(4):
        state = play(Game("usa", 2), seed, [make_player(str(mine), 1), make_player("random", 2)])
        assert state.score().winners == (0,)


def test_the_bot_to_start_from_is_short():
    code = [line for line in new_bot().splitlines() if line.strip()]
    assert len(code) <= 25


def test_a_bot_of_a_file_takes_options_and_can_be_pickled(tmp_path):
    file = tmp_path / "tuned.py"
    file.write_text(
        "from caboose.players import Player\n"
        "class Tuned(Player):\n"
        "    def __init__(self, seed, *, depth: int = 1):\n"
        "        self.depth = depth\n"
        "    def choose(self, view, legal):\n"
        "        return legal[self.depth]\n"
    )
    for name in (f"{file}:depth=2", f"{file}:Tuned:depth=2"):
        player = make_player(name, 9)
        assert (vars(player)["depth"], player.seed, player.name) == (2, 9, name)
        assert pickle.loads(pickle.dumps(player)).seed == 9


def test_a_file_that_was_edited_is_read_again(mine):
    make_player(str(mine), 1)
    mine.write_text(new_bot().replace("class MyBot", "class MyNewBotWithALongName"), "utf-8")
    assert type(make_player(str(mine), 1)).__name__ == "MyNewBotWithALongName"


def test_a_bot_may_import_the_files_beside_it(tmp_path):
    (tmp_path / "ideas_of_mine.py").write_text("FIRST = 0\n")
    (tmp_path / "thinker.py").write_text(
        "from ideas_of_mine import FIRST\nfrom caboose.players import Player\n"
        "class Thinker(Player):\n    def choose(self, view, legal): return legal[FIRST]\n"
    )
    state = Game("london", 2).start(seed=1)
    player = make_player(str(tmp_path / "thinker.py"), 1)
    assert ask(player, state.view(0), state.legal_actions()) == state.legal_actions()[0]


BOT = "from caboose.players import Player\nclass {}(Player):\n    def choose(self, view, legal):\n"


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        ("class A:\n  pass\n", "", "has no bot; derive a class with choose"),
        ("class A:\n  pass\n", ":A", "A in {file} is no bot; derive it from"),
        ("A = 3\n", ":A", "A in {file} is no bot"),
        (BOT.format("A") + "        pass\n", ":B", "{file} has no class B; its bots: A."),
        ("x = 1\nclass A(:\n", "", "{file} has an error in line 2: "),
        ("x = 1\ny = z\n", "", "cannot be loaded: NameError: name 'z' is not defined"),
        ("raise SystemExit(3)\n", "", "cannot be loaded: SystemExit: 3"),
        (
            BOT.format("A") + "     1\n" + BOT.format("B") + "     1\n",
            "",
            "write {file}:A or {file}:B",
        ),
        (
            "from caboose.players import Player\nclass A(Player):\n  pass\n",
            ":A",
            "A in {file} has no choose(view, legal)",
        ),
        (
            BOT.format("A") + "        pass\n    def __init__(self, seed):\n        1 / 0\n",
            "",
            "cannot be made: ZeroDivisionError: division by zero (my.py, line 6).",
        ),
        (
            BOT.format("A") + "        pass\n    def __init__(self):\n        pass\n",
            "",
            "cannot be made: TypeError: ",
        ),
    ],
)
def test_a_file_without_a_usable_bot_says_what_to_do(tmp_path, text, name, sentence):
    file = tmp_path / "my.py"
    file.write_text(text)
    with pytest.raises(UnknownPlayer) as caught:
        make_player(f"{file}{name}", 1)
    assert sentence.format(file=file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UnknownPlayer, match=r"nowhere\.py does not exist; `caboose bot new"):
        make_player(str(tmp_path / "nowhere.py"), 1)
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(UnknownPlayer, match="cannot be loaded"):
        make_player(str(tmp_path / "folder.py"), 1)


def test_bots_have_short_names_for_a_screen():
    named = ["./bots/mybot.py:MyBot", "racer", "switchman:rollouts=9", "racer", "./bots/other.py"]
    assert short_names(named) == ["MyBot", "Racer 1", "Switchman", "Racer 2", "other"]


# --- asking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("return None", "chose 'None' at action 1 of a game; choose must return one of the legal"),
        ("return 'keep 1'", "chose 'keep 1' at action 1"),
        ("return view.game.notation.parse('draw deck')[0]", "chose 'draw deck' at action 1"),
        ("return legal[99]", "failed at action 1 of a game: IndexError: list index out of range"),
        ("raise SystemExit", "failed at action 1 of a game: SystemExit (wrong.py, line 4)."),
    ],
)
def test_a_bot_that_does_wrong_is_told_in_a_sentence(tmp_path, line, sentence):
    file = tmp_path / "wrong.py"
    file.write_text(f"{BOT.format('Wrong')}        {line}\n")
    state, player = Game("london", 2).start(seed=1), make_player(str(file), 1)
    with pytest.raises(BotFailed) as caught:
        ask(player, state.view(0), state.legal_actions())
    assert str(caught.value).startswith(f"the bot {file} ")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bot_that_cannot_explain_itself_is_told_in_a_sentence(tmp_path):
    file = tmp_path / "wrong.py"
    file.write_text(f"{BOT.format('Wrong')}        return legal[99]\n")
    state, player = Game("london", 2).start(seed=1), make_player(str(file), 1)
    with pytest.raises(BotFailed, match="failed at action 1 of a game: IndexError"):
        ask_why(player, state.view(0), state.legal_actions())
