"""The commands as a person types them: real processes, exit codes, one sentence for bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import caboose
from caboose.engine.commitment import NO_NONCE, Commitment, promise
from caboose.lab.signature import play_by_dice
from tests.support.command import run

SECRET, ANNS, BENS = b"s" * 32, b"a" * 32, b"b" * 32


@pytest.fixture(name="record")
def _record(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(play_by_dice(caboose.Game("london", 2), 1).record(["Ann", "Bob"]), "utf-8")
    return file


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["board", "check", "nope.toml"], "does not exist"),
        (["board", "draw", "usa", "-o", "map.gif"], "must end in .svg or .png"),
        (["board", "draw", "mars", "-o", "map.svg"], "no such built-in edition"),
        (["play", "atlantis"], "no such built-in edition"),
        (["play", "lndon"], 'did you mean "london"'),
        (["play", "london", "--seats", "7"], "2 to 4 seats, not 7"),
        (["play", "--bot", "godzilla"], 'no bot "godzilla"'),
        (["play", "--resume", "nope.txt"], "cannot be read"),
        (["board", "new", "my.toml", "--from", "usa_bigcities"], 'did you mean "usa_big_cities"'),
        (["play", "london", "--seats", "2", "--seat", "2"], "there is no seat 2"),
        (["replay", "nope.txt"], "does not exist"),
        (["verify", "."], "cannot be read"),
        (["match", "racer"], "nobody to play"),
        (["match", "racer", "godzila"], 'no bot "godzila"'),
        (["match", "racer", "tourist", "--sprt", "5"], "the lower first"),
        (["match", "racer", "./nope.py"], "nope.py"),
        (["ladder", "--edition", "mars"], "no such built-in edition"),
        (["ladder", "--panel", "racer"], "bots"),
        (["report", "mars"], "no such built-in edition"),
        (["report", "london", "--picture", "map.gif"], "must end in .svg or .png"),
        (["bot", "explain", "nope.txt"], "does not exist"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    done = run(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_new_board_is_good_can_be_drawn_and_played(tmp_path: Path) -> None:
    assert run("board", "new", "my.toml", folder=tmp_path).returncode == 0
    assert run("board", "check", "my.toml", folder=tmp_path).returncode == 0
    assert run("board", "draw", "my.toml", "-o", "map.svg", folder=tmp_path).returncode == 0
    assert (tmp_path / "map.svg").read_text("utf-8").startswith("<svg")
    assert run("play", "my.toml", "--seed", "1", folder=tmp_path, feed="1\n").returncode == 0


@pytest.mark.rule("R11")
def test_big_cities_can_be_played_without_its_bonus(tmp_path: Path) -> None:
    new = run("board", "new", "my.toml", "--from", "usa_big_cities", folder=tmp_path)
    assert "caboose play my.toml --edition usa_big_cities" in " ".join(new.stdout.split())
    file = tmp_path / "my.toml"
    before, variant = file.read_text("utf-8").split('id = "usa_big_cities"')
    plain = variant.replace(
        "longest_path = 10", 'longest_path = 0\ntie_break = ["completed_tickets"]'
    )
    file.write_text(f'{before}id = "usa_big_cities"{plain}', "utf-8")
    assert run("board", "check", "my.toml", folder=tmp_path).returncode == 0
    game = caboose.Game(file, 2, edition="usa_big_cities")
    assert (game.edition.longest_path, game.edition.globetrotter) == (0, 0)
    assert caboose.Game(file, 2, edition="usa").edition.longest_path == 10
    state = game.start(seed=1)
    while not state.is_over:
        state.apply(state.legal_actions()[-1])
    assert [seat.bonuses for seat in state.score().seats] == [{}, {}]


def test_a_new_board_never_overwrites_a_file(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text("precious", "utf-8")
    done = run("board", "new", "my.toml", folder=tmp_path)
    assert done.returncode == 2
    assert (tmp_path / "my.toml").read_text("utf-8") == "precious"


def test_a_broken_board_is_explained_entry_by_entry(tmp_path: Path) -> None:
    run("board", "new", "my.toml", folder=tmp_path)
    file = tmp_path / "my.toml"
    file.write_text(file.read_text("utf-8").replace("length = 2", "length = 0", 1), "utf-8")
    done = run("board", "check", "my.toml", folder=tmp_path)
    assert done.returncode == 2
    assert "route" in done.stderr


def test_replay_tells_a_game_with_its_score_sheet(record: Path) -> None:
    done = run("replay", record.name, folder=record.parent)
    assert done.returncode == 0
    assert "Ann" in done.stdout
    assert "otal" in done.stdout


def test_verify_checks_every_card_against_the_key(record: Path) -> None:
    done = run("verify", record.name, folder=record.parent)
    assert done.returncode == 0
    assert "Every line fits the key" in done.stdout


def test_verify_finds_a_card_that_the_key_did_not_give(record: Path) -> None:
    text = record.read_text("utf-8")
    place = text.index("= ", text.index("draw deck"))
    card = text[place:].split()[1]
    forged = text[:place] + text[place:].replace(card, "pink" if card != "pink" else "blue", 1)
    record.write_text(forged, "utf-8")
    done = run("verify", record.name, folder=record.parent)
    assert done.returncode == 2
    assert "but the key gives" in done.stderr


def test_verify_wants_to_know_what_chance_did(record: Path) -> None:
    text = record.read_text("utf-8")
    place = text.index(" = ", text.index("draw deck"))
    end = text.index("\n", place)
    record.write_text(text[:place] + text[end:], "utf-8")
    assert run("verify", record.name, folder=record.parent).returncode == 2
    assert run("replay", record.name, folder=record.parent).returncode == 0


@pytest.fixture(name="promised")
def _promised(tmp_path: Path) -> Path:
    """A game of two people and a bot, whose key was promised."""
    commitment = Commitment(promise(SECRET), SECRET, (ANNS, NO_NONCE, BENS), (0, 1, 2))
    state = caboose.Game("london", 3).start(key=commitment.key)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    file = tmp_path / "promised.txt"
    file.write_text(state.record(["Ann", "Bot", "Ben"], commitment), "utf-8")
    return file


def test_verify_shows_the_commitment_and_claims_no_more_than_a_record_proves(
    promised: Path,
) -> None:
    done = run("verify", promised.name, folder=promised.parent)
    assert done.returncode == 0
    assert promise(SECRET) in done.stdout
    assert "nonces: 2" in done.stdout
    assert "A record alone cannot show" in done.stdout
    assert "shown before the game" not in done.stdout


def test_verify_holds_a_record_against_what_somebody_noted_down(promised: Path) -> None:
    noted = ["--commitment", promise(SECRET).upper(), "--nonce", BENS.hex()]
    done = run("verify", promised.name, *noted, folder=promised.parent)
    assert done.returncode == 0
    assert "Both are what you noted down" in done.stdout
    assert "could have tried nonces" in done.stdout


@pytest.mark.parametrize(
    ("noted", "code", "sentence"),
    [
        (["--commitment", "0" * 64], 1, "not the record's"),
        (["--nonce", "0f" * 32], 1, "made without it"),
        (["--commitment", promise(b"a" * 32), "--nonce", "61" * 32], 1, "not the record's"),
        (["--nonce", "61"], 2, "64 hexadecimal digits"),
        (["--commitment", "x" * 64], 2, "64 hexadecimal digits"),
    ],
)
def test_verify_finds_a_record_that_is_not_what_somebody_noted_down(
    promised: Path, noted: list[str], code: int, sentence: str
) -> None:
    done = run("verify", promised.name, *noted, folder=promised.parent)
    assert done.returncode == code
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_record_without_a_promise_fits_nothing_that_was_noted_down(record: Path) -> None:
    done = run("verify", record.name, "--nonce", ANNS.hex(), folder=record.parent)
    assert done.returncode == 1
    assert "nothing to compare" in done.stderr


def test_bench_prints_its_figures_and_writes_them(tmp_path: Path) -> None:
    arguments = ["bench", "--games", "1", "--json", "figures.json"]
    done = run(*arguments, folder=tmp_path)  # interpreted: small numbers of everything
    assert done.returncode == 0
    figures = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert len(figures["games"]) == 26
    assert figures["bytes_per_game"] <= 1024


@pytest.mark.rule("R18")
def test_a_person_names_a_seat_or_leaves_it_to_the_lot(tmp_path: Path) -> None:
    named: list[list[str]] = [["--seat", "1"], ["--seat", "0"], [], []]
    for n, seat in enumerate(named):
        run("play", "london", "--seed", "3", "--save", f"{n}.txt", *seat, folder=tmp_path)
    records = [(tmp_path / f"{n}.txt").read_text("utf-8") for n in range(len(named))]
    assert "# seat 1 person" in records[0]
    assert "# seat 0 person" in records[1]
    assert records[2] == records[3], "a seed draws the same lot again"


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    first = run("play", "london", "--seed", "3", "--save", "g.txt", folder=tmp_path, feed="1\n")
    assert first.returncode == 0
    assert "--resume g.txt" in first.stdout + first.stderr
    before = (tmp_path / "g.txt").read_text("utf-8")
    again = run("play", "--resume", "g.txt", folder=tmp_path)
    assert again.returncode == 0
    assert (tmp_path / "g.txt").read_text("utf-8") == before


def all_commands() -> list[list[str]]:
    """Every command of the command line, and of its groups."""
    from typer.main import get_command

    from caboose.cli.app import app

    found: list[list[str]] = []

    def walk(command: Any, words: list[str]) -> None:
        for name, inner in getattr(command, "commands", {}).items():
            walk(inner, [*words, name])
        if not getattr(command, "commands", None):
            found.append(words)

    import caboose.cli  # noqa: F401 - registers the commands

    walk(get_command(app), [])
    return found


def test_help_speaks_no_jargon() -> None:
    from typer.testing import CliRunner

    from caboose.cli.app import app

    commands = all_commands()
    assert ["dataset"] in commands
    assert ["bot", "explain"] in commands
    for words in commands:
        told = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "200"}).stdout
        assert "RANGE" not in told.upper().replace("ARRANGE", ""), words
        assert "INTEGER" not in told.upper(), words
        assert re.search(r"<\w+>", told) is None, words
        assert re.search(r"x ?[<>]=", told) is None, words


def test_every_option_says_in_a_word_what_it_wants() -> None:
    from typer.main import get_command

    from caboose.cli.app import app

    for words in all_commands():
        command: Any = get_command(app)
        for word in words:
            command = command.commands[word]
        for option in command.params:
            if option.param_type_name == "option" and not option.is_flag:
                assert option.metavar, (words, option.name)


def test_compiling_is_one_plain_line_where_there_is_no_terminal(capsys: Any) -> None:
    from caboose.cli.app import compile_all

    done: list[int] = []
    compile_all([("one", lambda: done.append(1)), ("two", lambda: done.append(2))], "Compiling")
    assert done == [1, 2]
    assert capsys.readouterr().err == "Compiling.\n"
