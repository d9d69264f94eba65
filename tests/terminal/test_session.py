"""A person's game: by numbers, by notation, interrupted and resumed, with all kinds of lines."""

import io
import itertools
import os
import re
from pathlib import Path

import pytest
from rich.console import Console

import caboose
from caboose import BadRecord, Game, State
from caboose.players import UnknownPlayer
from caboose.terminal import session
from caboose.terminal.colors import CardPaint
from caboose.terminal.saved_game import PERSON, CannotSave, read_saved
from caboose.terminal.start import play_in_terminal

SAVED = Path("game.txt")
QUIT = "quit"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


class Person:
    """Answers prompts; what is on the screen can be looked at afterwards."""

    def __init__(self, *lines: str | type[BaseException]) -> None:
        self.lines = iter(lines)
        self.code = -1
        self.output = io.StringIO()
        self.console = Console(file=self.output, width=80, height=24, markup=False, emoji=False)

    def __call__(self, prompt: str) -> str:
        self.output.write(prompt)
        line = self.next_line(prompt)
        if not isinstance(line, str):
            raise line
        self.output.write(f"{line}\n")
        return line

    def next_line(self, _prompt: str) -> str | type[BaseException]:
        return next(self.lines, EOFError)

    def play(self, game_or_record, **options) -> int:
        """Sit down, in a new game on the first seat unless another is asked for."""
        if isinstance(game_or_record, Game):
            options = {"seat": 0} | options
        self.code = play_in_terminal(game_or_record, console=self.console, ask=self, **options)
        return self.code

    @property
    def screen(self) -> str:
        return self.output.getvalue()

    def answers(self) -> list[str]:
        """What followed each typed line, up to the next prompt."""
        return re.split(r"^[a-z ]+> .*\n", self.screen, flags=re.MULTILINE)[1:]


class FirstChoice(Person):
    """Takes the lowest number that the game accepts; keeps all tickets offered."""

    def __init__(self, path: Path = SAVED) -> None:
        super().__init__()
        self.path = path
        self.record = b""

    def next_line(self, prompt: str) -> str:
        if prompt in ("keep> ", "pay> "):
            return {"keep> ": "all", "pay> ": "1"}[prompt]
        if self.path.read_bytes() != self.record:
            self.record = self.path.read_bytes()
            self.numbers = itertools.count(1)
        return str(next(self.numbers))


def saved_state() -> State:
    return read_saved(SAVED).state


def start(*lines: str | type[BaseException], edition: str = "london", **options) -> Person:
    """A person who begins a game of two seats and types these lines."""
    person = Person(*lines)
    person.play(Game(edition, 2), **{"seed": 6, "save_path": SAVED} | options)
    return person


OFTEN = ("london", "new_york", "usa_mega")  # the others in the soak: they show the same map


@pytest.mark.parametrize(
    "edition",
    [
        name if name in OFTEN else pytest.param(name, marks=pytest.mark.soak)
        for name in caboose.editions()
    ],
)
def test_a_whole_game_can_be_played_by_first_numbers(edition):
    person = FirstChoice()
    assert person.play(Game(edition, 2), seed=2, bots=["tourist"], save_path=SAVED) == 0
    assert saved_state().is_over
    assert "Tickets not completed" in person.screen
    assert "To read the game: caboose replay game.txt" in person.screen


@pytest.mark.parametrize("lines", [1, 2])
def test_a_game_can_be_played_in_notation(lines):
    start("keep 1 2", "draw deck", "draw deck", QUIT)
    before = saved_state()
    claim = next(action for action in before.legal_actions() if action.kind == "claim")
    pay = before.view(0).payments(str(claim.route))[-1]
    one_line = f"{claim} {str(pay).removeprefix('pay ')}"
    person = Person(*([one_line] if lines == 1 else [str(claim), str(pay)]), QUIT)
    person.play(SAVED)
    played = [line for line in SAVED.read_text("utf-8").splitlines() if line.startswith("0 ")]
    assert played[0] == "0 keep 1 2"
    assert [line.partition(" =")[0] for line in played[1:3]] == ["0 draw deck", "0 draw deck"]
    assert played[3] == f"0 {claim}"
    assert played[4].startswith(f"0 {pay}")


def test_a_claim_asks_for_its_payment_and_can_be_taken_back():
    person = start("all", "6", "6", "7", "b", "7", "9", "draw red", "orange", "1", QUIT)
    answers = person.answers()
    assert "Pay with:" in answers[3]
    assert "b) back" in answers[3]
    assert "Claim:" in answers[4], "the turn is shown again"
    assert answers[6].startswith("There is no choice 9 now.")
    assert answers[7].startswith("Choose how to pay, or b to go back.")
    assert answers[8].startswith("Choose how to pay, or b to go back.")
    assert answers[9].startswith("You claim ")
    played = [step for step in saved_state().history or () if step.seat == 0]
    assert [step.action.split()[0] for step in played if step.action][-2:] == ["claim", "pay"]


GARBAGE = [
    "blah",
    "99",
    "0",
    "-1",
    "draw",
    "draw mauve",
    "draw 3",
    "claim",
    "claim x",
    "claim denver-omaha",
    "claim big_ben-waterlo",
    "claim big_ben-waterloo blue",
    "claim big_ben-waterloo blue 9",
    "claim big_ben-waterloo blue 1+1+1",
    "pay blue 1",
    "keep 1",
    "pass",
    "why",
    "why nothing",
    "routes atlantis",
    "routes 99",
    "\x1b[2J",
    "[bold]",
    "ü" * 5000,
    "tickets tickets",
    "\u0661",  # a digit, but not one of ours
]


def test_garbage_is_answered_with_a_sentence_and_changes_nothing():
    person = start("all", *GARBAGE, QUIT, seed=7)  # no blue card, and no bus card
    expected = [step.action for step in saved_state().history or () if step.seat == 0]
    assert expected == ["keep 1 2"]
    for line, told in zip(GARBAGE, person.answers()[1:], strict=False):
        sentence = " ".join(told.split())
        assert sentence, f"{line!r} has no answer"
        assert sentence[-1] in ".?", sentence
        assert sentence[0].isupper() or sentence[0] == "'", sentence
        assert "\x1b" not in sentence
        assert len(sentence) < 200


def test_an_empty_line_only_asks_again():
    person = start("all", "", "   ", "\t", QUIT)
    assert person.answers()[1:4] == ["", "", ""]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("help", "draw tickets and keep at least 1"),
        ("?", "The bus card is the wild card"),
        ("why big_ben-waterloo", "Big Ben-Waterloo needs 1 card"),
        ("why trafalgar square-big ben", "You may claim Trafalgar Square–Big Ben 1 gray with 1 "),
        ("routes", "Trafalgar Square–Big Ben"),
        ("routes big ben", "Buckingham Palace–Big Ben  2 green   cards missing"),
        ("routes all", "page 1 of 3; next: routes all 2"),
        ("routes all 2", "Trafalgar Square–Waterloo"),
        ("tickets?", "to go:"),
        ("board", "routes are not claimed."),
        ("log", "You keep "),
        ("show", "t tickets · routes"),
    ],
)
def test_questions_are_answered_and_change_nothing(question, told):
    person = start("all", question, QUIT, seed=7)
    answer = person.answers()[1]
    assert told in answer
    assert saved_state().to_dict()["actions"] == 2


def test_questions_can_be_asked_while_paying():
    person = start("all", "6", "6", "7", "routes", "show", "help", "1", QUIT)
    answers = person.answers()
    assert " 7  " in answers[4]
    assert "Pay with:" in answers[5]
    assert answers[7].startswith("You claim ")


def test_a_route_of_another_is_called_by_its_owners_name():
    FirstChoice().play(Game("new_york", 2), seed=2, save_path=SAVED)
    record = SAVED.read_text("utf-8").splitlines()
    claimed = next(i for i, line in enumerate(record) if line.startswith("1 claim "))
    route = record[claimed].split()[-1]
    SAVED.write_text("\n".join(record[: claimed + 2]) + "\n", "utf-8")
    asking = Person(f"why {route}", QUIT)
    asking.play(SAVED)
    assert "Tourist owns " in asking.screen


def test_a_face_up_locomotive_is_refused_as_second_card_with_the_reason():
    for seed in range(200):
        state = Game("london", 2).start(seed=seed)
        row = state.to_dict()["face_up"]
        if "locomotive" in row:
            break
    number = str(row.index("locomotive") + 1)
    person = start("all", "6", number, QUIT, seed=seed)
    assert "A face-up bus card cannot be the second card." in person.answers()[2]


@pytest.mark.parametrize(
    ("leave", "code"),
    [(KeyboardInterrupt, session.INTERRUPTED), (EOFError, session.LEFT), (QUIT, session.LEFT)],
)
def test_leaving_in_the_middle_of_a_draw_loses_nothing(leave, code):
    person = start("all", "6", leave)
    assert person.code == code
    assert person.screen.count("Tickets:") == 1, "the second card needs no second screen"
    assert "caboose play --resume game.txt" in person.screen
    assert saved_state().phase == "second_card"

    before = SAVED.read_text("utf-8")
    assert FirstChoice().play(SAVED) == 0
    assert SAVED.read_text("utf-8").startswith(before)
    assert saved_state().is_over


def test_a_resumed_game_goes_on_exactly_as_if_it_had_not_been_left():
    whole = Path("whole.txt")
    bots = ["random", "tourist"]
    FirstChoice(whole).play(Game("london", 3), seed=9, bots=bots, save_path=whole)

    class Leaver(FirstChoice):
        """Leaves at its fourth question, whatever that is."""

        asked = 0

        def next_line(self, prompt: str) -> str:
            self.asked += 1
            if self.asked == 4:
                raise KeyboardInterrupt
            return super().next_line(prompt)

    Leaver().play(Game("london", 3), seed=9, bots=bots, save_path=SAVED)
    sittings = 1
    while not saved_state().is_over:
        Leaver().play(SAVED)
        sittings += 1
    assert sittings > 5
    assert SAVED.read_text("utf-8") == whole.read_text("utf-8")


def test_a_game_that_waits_for_a_payment_can_be_resumed():
    start("all", "6", "6", QUIT)
    state = saved_state()
    claim = next(action for action in state.legal_actions() if action.kind == "claim")
    state.apply(claim)
    SAVED.write_text(state.record(["You", "Tourist"]), "utf-8")
    person = Person("1", QUIT)
    person.play(SAVED)
    assert person.screen.count("Pay with:") == 1
    assert claim.route in saved_state().to_dict()["routes"]


def test_a_resumed_draw_shows_the_whole_table():
    start("all", "6", QUIT)
    person = Person(QUIT)
    person.play(SAVED)
    assert "── London, turn 1 " in person.screen
    assert person.screen.index("Tickets:") < person.screen.index("second card> ")


def test_a_finished_game_is_shown_and_not_touched():
    FirstChoice().play(Game("london", 2), seed=2, save_path=SAVED)
    before = SAVED.stat().st_mtime_ns
    person = Person()
    assert person.play(SAVED) == 0
    assert "Total" in person.screen
    assert SAVED.stat().st_mtime_ns == before


def test_a_resumed_game_may_go_on_in_another_file():
    start("all", QUIT)
    before = SAVED.read_text("utf-8")
    Person("6", QUIT).play(SAVED, save_path="other.txt")
    assert SAVED.read_text("utf-8") == before
    assert read_saved(Path("other.txt")).state.phase == "second_card"


def test_the_person_may_sit_anywhere():
    person = Person("all", QUIT)
    person.play(Game("usa", 3), seed=1, bots=["random", "tourist"], seat=1, save_path=SAVED)
    assert read_saved(SAVED).kinds == ["random", "person", "tourist"]
    assert read_saved(SAVED).names == ["Random", "You", "Tourist"]


def test_bots_of_a_kind_are_numbered_and_the_last_named_fills_the_table():
    Person(QUIT).play(Game("usa", 4), seed=1, bots=["random", "tourist"], save_path=SAVED)
    assert read_saved(SAVED).names == ["You", "Random", "Tourist 1", "Tourist 2"]


def test_without_a_seed_no_two_games_are_alike():
    for name in ("one.txt", "two.txt"):
        Person(QUIT).play(Game("usa", 2), save_path=name)
    keys = {read_saved(Path(n)).state.to_dict()["key"] for n in ("one.txt", "two.txt")}
    assert len(keys) == 2


def test_what_cannot_be_begun_is_refused_before_a_file_is_made():
    game = Game("usa", 2)
    with pytest.raises(UnknownPlayer, match="did you mean tourist"):
        Person().play(game, bots=["turist"], save_path=SAVED)
    with pytest.raises(ValueError, match="no seat 2"):
        Person().play(game, seat=2, save_path=SAVED)
    with pytest.raises(BadRecord, match="cannot be read"):
        Person().play("missing.txt")
    assert os.listdir() == []
    SAVED.write_text("dear", "utf-8")
    with pytest.raises(CannotSave, match="exists already"):
        Person().play(game, save_path=SAVED)


def test_a_save_that_fails_is_told_and_the_game_goes_on(monkeypatch):
    def fail(*_arguments: object) -> None:
        raise CannotSave("the game cannot be saved in game.txt: No space left on device.")

    monkeypatch.setattr(session, "save", fail)
    person = start("all", "6", QUIT)
    assert "No space left on device." in person.answers()[1]
    assert "second card> quit" in person.screen
    assert "The game is saved." not in person.screen


def test_others_draws_stay_secret_on_the_screen():
    person = FirstChoice()
    person.play(Game("london", 2), seed=2, save_path=SAVED)
    middle = person.screen[: person.screen.rindex("your turn> ")]
    told = re.findall(r"Tourist (?:draws|keeps|chooses) .*", middle)
    assert any("a card from the deck" in line for line in told)
    assert not any(
        re.search(r"(pink|green|a bus card|black|blue|yellow|orange) from the deck", line)
        for line in told
    )


@pytest.mark.rule("R18")
def test_the_lot_says_where_a_person_sits_and_who_begins():
    """It follows from the seed, so that the same number deals the same game to the same seats."""
    sat = set()
    for seed in range(12):
        person = Person(QUIT)
        SAVED.unlink(missing_ok=True)
        person.play(Game("london", 3), seed=seed, seat=None, save_path=SAVED)
        seat = read_saved(SAVED).kinds.index(PERSON)
        assert ("You begin." in person.screen) == (seat == 0)
        assert ("Tourist 1 begins." in person.screen) == (seat != 0)
        sat.add(seat)
    assert sat == {0, 1, 2}


@pytest.mark.rule("R18")
def test_a_saved_game_keeps_its_seats():
    Person(QUIT).play(Game("london", 3), seed=1, seat=2, save_path=SAVED)
    assert read_saved(SAVED).kinds.index(PERSON) == 2
    with pytest.raises(ValueError, match="a saved game says who sits where"):
        Person().play(SAVED, seat=1)


def test_colors_are_left_out_where_they_are_not_wanted(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    painted = io.StringIO()
    paint = CardPaint(Game("usa", 2).edition)
    console = Console(file=painted, force_terminal=True, width=80, highlighter=paint)
    play_in_terminal(
        Game("usa", 2), seed=1, save_path=SAVED, console=console, ask=lambda _prompt: QUIT
    )
    assert "\x1b[3" not in painted.getvalue()
