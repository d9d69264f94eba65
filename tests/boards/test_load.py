"""Boards read from files of one's own."""

from pathlib import Path

import pytest

from caboose.boards import BoardError, City, District, Route, Ticket, edition, find, load

SMALL = Path(__file__).parent / "small.toml"


def test_a_file_becomes_cities_routes_and_districts_in_its_order() -> None:
    board = load(SMALL, "plain").board
    assert board.cities[0] == City("north", "North", 2.0, 1.0, attraction=2)
    assert board.cities[2] == City("south", "South", 0.0, 1.0, big=True)
    assert board.routes == (
        Route("north-east", ("north", "east"), 2, "red"),
        Route("east-south.1", ("east", "south"), 3, "red", twin="east-south.2"),
        Route("east-south.2", ("east", "south"), 3, "blue", twin="east-south.1"),
        Route("south-west", ("south", "west"), 1, "gray"),
    )
    assert board.districts == (
        District(1, 3, "green", ("north", "south")),
        District("rim", 2, "gray", ("east", "west")),
    )


def test_an_edition_takes_the_shared_rules_and_its_own_differences() -> None:
    plain, rich = load(SMALL, "plain"), load(SMALL, "rich")
    assert (plain.name, rich.name) == ("Plain", "Small")
    assert plain.trains == rich.trains == 9
    assert (plain.longest_path, rich.longest_path) == (0, 10)
    assert (plain.districts, rich.districts) == (True, False)
    assert plain.attractions
    assert rich.attractions
    assert plain.tie_break == ("completed_tickets",)
    assert rich.tie_break == ("completed_tickets", "longest_path_bonus")
    assert (plain.words.trains, rich.words.trains) == ("trains", "ships")
    assert plain.final_trains == 2
    assert not plain.returned_first_tickets_leave


def test_an_edition_plays_the_tickets_of_its_set_in_the_order_of_the_file() -> None:
    plain, rich = load(SMALL, "plain"), load(SMALL, "rich")
    assert plain.tickets == rich.tickets[:4]
    assert rich.tickets[4] == Ticket(("west", "south"), 2)


def test_a_file_without_editions_has_one_named_after_the_board(tmp_path: Path) -> None:
    text = SMALL.read_text("utf-8")
    text = text[: text.index("[[edition]]")].replace(', set = ["plain", "rich"]', "")
    path = tmp_path / "one.toml"
    path.write_text(text.replace(', set = ["rich"]', ""), "utf-8")
    one = load(str(path))
    assert (one.id, one.name, len(one.tickets)) == ("small", "Small", 5)


def test_one_of_several_editions_must_be_named() -> None:
    with pytest.raises(BoardError, match="has several editions; name one of plain, rich"):
        load(SMALL)
    with pytest.raises(BoardError, match='has no edition "rick"; did you mean "rich"'):
        load(SMALL, "rick")


def test_a_built_in_edition_that_is_not_there_is_refused_with_a_hint() -> None:
    with pytest.raises(BoardError, match='did you mean "london"'):
        edition("londn")
    with pytest.raises(BoardError, match="there are usa, usa_anniversary"):
        edition("mars")


def test_a_board_is_found_by_name_by_path_or_as_itself() -> None:
    assert find("london") is edition("london")
    assert find(edition("usa")) is edition("usa")
    assert find(SMALL, "plain") == find(str(SMALL), "plain") == load(SMALL, "plain")
    with pytest.raises(BoardError, match="does not exist"):
        find("no/such/board")


def test_a_built_in_edition_takes_no_second_name() -> None:
    assert find("usa", "usa") is edition("usa")
    with pytest.raises(BoardError, match='"usa" is one edition itself; leave "usa_mega" away'):
        find("usa", "usa_mega")


def test_the_digest_depends_on_what_decides_a_game_and_on_nothing_else(tmp_path: Path) -> None:
    text = SMALL.read_text("utf-8")

    def digest(old: str = "", new: str = "") -> str:
        assert old in text
        path = tmp_path / "changed.toml"
        path.write_text(text.replace(old, new, 1), "utf-8")
        return load(path, "rich").digest

    for old, new in (
        ('name = "North"', 'name = "Far North"'),
        ("lat = 2.0", "lat = 2.5"),
        ('train = "ship"', 'train = "boat"'),
    ):
        assert digest(old, new) == digest()
    for old, new in (
        ("length = 2", "length = 1"),
        ("points = 2, set", "points = 3, set"),
        ("trains = 9", "trains = 8"),
        ("longest_path = 10", "longest_path = 9"),
        ('["red", "blue"] }', '["blue", "red"] }'),
        ("attraction = 2", "attraction = 1"),
    ):
        assert digest(old, new) != digest()
