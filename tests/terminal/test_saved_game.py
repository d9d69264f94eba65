"""The file of a game is always a whole record, and never another game's."""

import os
from datetime import datetime
from pathlib import Path

import pytest

from caboose import BadRecord, Game
from caboose.players import PLAYERS
from caboose.terminal import saved_game
from caboose.terminal.saved_game import CannotSave, SavedGame, claim_file, read_saved, save


def new_game() -> SavedGame:
    state = Game("london", 3).start(seed=1)
    return SavedGame(state, ["Random", "You", "Tourist"], ["random", "person", "tourist"])


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_what_is_saved_is_read_again():
    game = new_game()
    game.state.apply("keep 1 2")
    path = claim_file(Path("game.txt"), "london")
    save(path, game)
    again = read_saved(path)
    assert again.state == game.state
    assert (again.names, again.kinds) == (game.names, game.kinds)
    assert again.state.record(again.names) == game.state.record(game.names)


def test_the_seats_stand_in_comments_that_every_reader_of_records_skips():
    save(claim_file(Path("game.txt"), "london"), new_game())
    lines = Path("game.txt").read_text("utf-8").splitlines()
    assert lines[:4] == [
        "caboose record 1",
        "# seat 0 random",
        "# seat 1 person",
        "# seat 2 tourist",
    ]


def test_a_record_that_does_not_say_who_plays_seats_a_person_first():
    Path("plain.txt").write_text(Game("usa", 3).start(seed=1).record(), "utf-8")
    assert read_saved(Path("plain.txt")).kinds == ["person", "tourist", "tourist"]


def test_a_file_gets_the_day_and_the_edition_as_its_name():
    day = datetime.now().astimezone().date()
    assert claim_file(None, "usa") == Path("caboose-games") / f"{day}-usa.txt"
    assert claim_file(None, "usa") == Path("caboose-games") / f"{day}-usa-2.txt"


def test_another_game_is_never_written_over():
    Path("mine.txt").write_text("something dear")
    with pytest.raises(CannotSave, match=r"mine.txt exists already; --resume"):
        claim_file(Path("mine.txt"), "usa")
    assert Path("mine.txt").read_text() == "something dear"


@pytest.mark.parametrize("path", [None, Path("caboose-games/x.txt")])
def test_a_folder_that_is_none_is_refused_with_a_sentence(path):
    Path("caboose-games").write_text("a file, not a folder")
    with pytest.raises(CannotSave, match="caboose-games"):
        claim_file(path, "usa")


@pytest.mark.parametrize("fails", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_whatever_stops_a_save_the_old_record_stays_and_nothing_else(monkeypatch, fails, error):
    game, path = new_game(), claim_file(Path("game.txt"), "london")
    save(path, game)
    before = path.read_text("utf-8")
    game.state.apply("keep 1 2")

    def fail(*_arguments: object) -> None:
        raise error

    expected = CannotSave if isinstance(error, OSError) else KeyboardInterrupt
    with monkeypatch.context() as broken:
        broken.setattr(os if fails == "fsync" else Path, fails, fail)
        with pytest.raises(expected):
            save(path, game)
    assert path.read_text("utf-8") == before
    assert os.listdir(path.parent) == [path.name]


def test_a_link_stays_a_link_and_rights_stay_as_they_are():
    path = claim_file(Path("real.txt"), "london")
    path.chmod(0o640)
    Path("link.txt").symlink_to(path)
    save(Path("link.txt"), new_game())
    assert Path("link.txt").is_symlink()
    assert path.read_text("utf-8").startswith("caboose record 1")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read: No such file"),
        (b"\xff\xfe\x00", "is not text"),
        (b"", "this is not a record"),
        (b"caboose record 1\nedition usa\n", "lacks its line 'rules'"),
    ],
)
def test_a_file_that_holds_no_game_is_refused_with_a_sentence(content, sentence):
    path = Path("odd.txt")
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadRecord, match=sentence):
        read_saved(path)


def test_there_is_a_default_bot():
    assert saved_game.DEFAULT_BOT in PLAYERS
