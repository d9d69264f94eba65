"""A board file with something wrong in it: where the checker sees it, and what it says."""

import pickle
from pathlib import Path

import pytest

from caboose.boards import BoardError, Problem, check, editions, load, new_board
from caboose.boards.limits import MAX_FILE_BYTES

GOOD = (Path(__file__).parent / "small.toml").read_text("utf-8")


def spoiled(old: str, new: str) -> str:
    """The good board with one place changed, which must be there."""
    assert GOOD.count(old) >= 1, f"the small board has no {old!r}"
    return GOOD.replace(old, new, 1)


def many(count: int, entry: str) -> str:
    return "".join(entry.replace("@", str(number)) for number in range(count))


WEST = '{ id = "west", name = "West", lat = 1.0, lon = 0.0 },'
SOUTH_WEST = '{ cities = ["south", "west"], length = 1, colors = ["gray"] },'
WEST_SOUTH = '{ cities = ["west", "south"], points = 2, set = ["rich"] },'
RIM = '{ id = "rim", points = 2, cities = ["east", "west"] },'
RICH = 'id = "rich"\n'

# What is replaced, by what, the entry named, and a part of the sentence.
CASES = {
    # the file
    "broken TOML": ("length = 2", "length 2", "file", "not valid TOML: "),
    "a key twice": ("keep = 1\n", "keep = 1\nkeep = 1\n", "file", "not valid TOML"),
    "lists within lists": ("trains = 9", "trains = " + "[" * 9000, "file", "nested too deeply"),
    "a key of many parts": ("trains = 9", "a." * 400 + "b = 1", "file", "nested too deeply"),
    "a number too long to read": ("trains = 9", "trains = " + "9" * 5000, "file", "not valid TOML"),
    "no name": ('name = "Small"\n', "", "file", 'name is missing; add for example name = "My'),
    "a name that is no text": ('name = "Small"', "name = 5", "file", "name is 5; write text"),
    "an empty name": ('name = "Small"', 'name = " "', "file", "visible characters"),
    "a name of two lines": ('name = "Small"', 'name = "a\\nb"', "file", "visible characters"),
    "a long name": ('name = "Small"', f'name = "{"x" * 61}"', "file", "1 to 60 visible"),
    "an unknown part": ("[rules]", "[rulez]", "file", 'did you mean "rules"?'),
    "an unknown part like none": ("[rules]", "[zzz]\n[rules]", "file", "remove it"),
    "no cities": (GOOD[GOOD.index("city =") : GOOD.index("route =")], "", "city", "is missing"),
    "no tickets in the list": (
        GOOD[GOOD.index("ticket =") : GOOD.index("district =")],
        "ticket = []\n",
        "ticket",
        "is empty",
    ),
    "a list that is none": ("ticket = [", "ticket = 5\nx = [", "ticket", "is 5; write ticket = ["),
    "an entry that is no table": (WEST, '"west",', "city 4", 'is "west"; write a table'),
    "rules that are no table": ("name =", "rules = 3\nname =", "file", "not valid TOML"),
    # single values
    "text for a number": ("length = 2", 'length = "2"', "route 1 (north-east)", "without quotes"),
    "yes for a number": ("length = 2", "length = true", "route 1 (north-east)", "length is true"),
    "half a space": (
        "length = 2",
        "length = 2.5",
        "route 1 (north-east)",
        "length is 2.5; write a",
    ),
    "a route of no length": ("length = 2", "length = 0", "route 1 (north-east)", "from 1 to 9"),
    "a route beyond the limit": ("length = 2", "length = 10", "route 1 (north-east)", "1 to 9"),
    "a huge number": (
        "length = 2",
        "length = 0x" + "f" * 5000,
        "route 1 (north-east)",
        "very large",
    ),
    "a date for a number": ("trains = 9", "trains = 2020-01-01", "rules", "a date or time"),
    "a number for a name": ('name = "North"', "name = 7", "city 1 (north)", "name is 7"),
    "a number for yes": ("big_city = true", "big_city = 1", "city 3 (south)", "true or false"),
    "a latitude beyond the pole": ("lat = 2.0", "lat = 91", "city 1 (north)", "from -90 to 90"),
    "a longitude as text": ("lon = 1.0", 'lon = "1"', "city 1 (north)", "-180 to 180 without"),
    "no finite latitude": ("lat = 2.0", "lat = nan", "city 1 (north)", "lat is no finite number"),
    "no latitude": ("lat = 2.0, ", "", "city 1 (north)", "lat is missing; add for example lat ="),
    "no longitude": (", lon = 1.0", "", "city 1 (north)", "lon is missing"),
    "an id with a space": ('"west", n', '"West End", n', "city 4 (West End)", '"west_end"'),
    "an id that is a number": ('id = "west"', "id = 4", "city 4 (4)", "write an id in quotes"),
    "an id without letters": ('id = "west"', 'id = "-"', "city 4 (-)", "lowercase letters"),
    "no id": ('id = "west", ', "", "city 4", "id is missing"),
    "a key with a slip": ("lat = 2.0", "lta = 2.0", "city 1 (north)", 'did you mean "lat"?'),
    "a key from nowhere": ("lat = 2.0", "lat = 2.0, xyz = 1", "city 1 (north)", "remove it"),
    "a ticket worth nothing": ("points = 5", "points = 0", "ticket 1 (north-south)", "1 to 100"),
    "a ticket worth too much": ("points = 5", "points = 101", "ticket 1 (north-south)", "1 to 100"),
    "a big attraction": ("attraction = 2", "attraction = 101", "city 1 (north)", "0 to 100"),
    "one city for a route": ('["north", "east"]', '["north"]', "route 1", "has 1 entries; write 2"),
    "cities as text": (
        '["north", "east"]',
        '"north-east"',
        "route 1",
        "write a list of 2 city ids",
    ),
    "a city as number": ('["north", "east"]', '["north", 2]', "route 1 (north)", "entry 2 is 2"),
    "three colors": (
        '["red", "blue"] }',
        '["red", "blue", "red"] }',
        "route 2 (east-south)",
        "3 e",
    ),
    "no color": ('colors = ["gray"]', "colors = []", "route 3 (south-west)", "write 1 to 2 colors"),
    "an unknown tie-break": (
        '"completed_tickets", ',
        '"completed_ticket", ',
        "edition 2 (rich)",
        'did you mean "completed_tickets"?',
    ),
    "wrong words": (
        'train = "ship"',
        "train = 1",
        "edition 2 (rich)",
        "words cannot be read: train",
    ),
    # between entries
    "a city id twice": (
        'id = "west"',
        'id = "north"',
        "city 4 (north)",
        "as that of city 1 (north)",
    ),
    "a city name twice": (
        '"West"',
        '"North"',
        "city 4 (west)",
        "name is the same as that of city 1",
    ),
    "too many cities": (
        WEST,
        WEST + many(61, '{ id = "c@", name = "C@", lat = 0, lon = 0 },'),
        "city",
        "there are 65 of them; leave at most 64",
    ),
    "a route to nowhere": ('["north", "east"]', '["nort", "east"]', "route 1", 'mean "north"?'),
    "a route far away": ('["north", "east"]', '["oslo", "east"]', "route 1", '"oslo" is no city'),
    "a route to itself": ('["north", "east"]', '["east", "east"]', "route 1", "same city twice"),
    "the same pair twice": (
        SOUTH_WEST,
        SOUTH_WEST + '{ cities = ["west", "south"], length = 2, colors = ["red"] },',
        "route 4 (west-south)",
        "joined by route 3 (south-west) already; a double route is one entry with two colors",
    ),
    "a third parallel": (
        SOUTH_WEST,
        SOUTH_WEST + '{ cities = ["east", "south"], length = 3, colors = ["red"] },',
        "route 4 (east-south)",
        "more than two routes are not possible",
    ),
    "a color the deck has not": ('["red"] }', '["rad"] }', "route 1", 'did you mean "red"?'),
    "a color like none": (
        '["red"] }',
        '["violet"] }',
        "route 1",
        'use gray or one of "red", "blue"',
    ),
    "a locomotive route": ('["red"] }', '["locomotive"] }', "route 1", "is no color of the deck"),
    "a length without points": (
        "length = 2",
        "length = 4",
        "route 1",
        "ends at length 3; add points",
    ),
    "too many routes": (
        SOUTH_WEST,
        SOUTH_WEST + many(63, '{ cities = ["a@", "b@"], length = 1, colors = ["red", "red"] },'),
        "route",
        "there are 130 of them (a double route counts twice); leave at most 128",
    ),
    "a ticket to nowhere": ('["north", "south"], p', '["norf", "south"], p', "ticket 1", "no city"),
    "a ticket to itself": ('["north", "south"], p', '["north", "north"], p', "ticket 1", "twice"),
    "a set nobody plays": ('set = ["rich"]', 'set = ["richh"]', "ticket 5", 'did you mean "rich"?'),
    "a ticket in no set": (', set = ["rich"]', "", "ticket 5", 'add for example set = ["plain"]'),
    "a set without tickets": (
        '"rich"\nlong',
        '"rick"\nlong',
        "edition 2 (rich)",
        'set "rick"; did',
    ),
    "too many tickets": (
        WEST_SOUTH,
        many(125, WEST_SOUTH),
        "edition 2 (rich)",
        "it has 129 tickets; leave at most 128",
    ),
    "too few tickets": (
        "first_offer = 2",
        "first_offer = 3",
        "edition 1 (plain)",
        "need 6 tickets, but there a",
    ),
    "a district of strangers": (
        '2, cities = ["east"',
        '2, cities = ["rome"',
        "district 2",
        '"rome"',
    ),
    "a district of one": (
        '["east", "west"] },\n]',
        '["east"] },\n]',
        "district 2",
        "has 1 entries",
    ),
    "a district with one twice": (
        '["east", "west"] },\n]',
        '["east", "east"] },\n]',
        "dist",
        "twice",
    ),
    "a district id twice": ('id = "rim"', "id = 1", "district 2 (1)", "id is the same as that of"),
    "a district id of no kind": ('id = "rim"', "id = 1.5", "district 2", "write an id in quotes"),
    "too many districts": (
        RIM,
        many(17, RIM.replace("rim", "rim@")),
        "district",
        "there are 18 of them; leave at most 16",
    ),
    # rules
    "a rule missing": (
        "trains = 9\n",
        "",
        "rules",
        "trains is missing; add for example trains = 20",
    ),
    "a rule missing in one edition": (
        "keep = 1\n\n[[edition]]\n",
        "\n[[edition]]\nkeep = 1\n",
        "edition 2 (rich)",
        "keep is missing",
    ),
    "too many seats": ("max_seats = 2", "max_seats = 6", "rules", "from 2 to 5"),
    "seats the wrong way round": (
        "min_seats = 2",
        "min_seats = 3",
        "rules",
        "min_seats is 3 and max_",
    ),
    "too many trains": ("trains = 9", "trains = 61", "rules", "from 1 to 60"),
    "an endless offer": ("\noffer = 2", "\noffer = 6", "rules", "from 1 to 5"),
    "keeping more than offered": ("\nkeep = 1", "\nkeep = 3", "rules", "keep is 3 and offer is 2"),
    "keeping more at first": (
        "first_keep = 1",
        "first_keep = 3",
        "rules",
        "first_keep is 3 and first",
    ),
    "another face-up row": (
        "keep = 1\n\n",
        "keep = 1\nface_up = 6\n\n",
        "rules",
        "face_up is 6; write 5",
    ),
    "another sweep": ("keep = 1\n\n", "keep = 1\nsweep = 4\n\n", "rules", "sweep is 4; write 3"),
    "too few cards": (
        "starting_hand = 2",
        "starting_hand = 8",
        "rules",
        "need 21 cards, but the deck",
    ),
    "a final round at once": (
        "trains = 9",
        "trains = 2",
        "rules",
        "final round would begin at once",
    ),
    "a gray deck": (
        'colors = ["red", "blue"]\nc',
        'colors = ["red", "gray"]\nc',
        "rules",
        '"gray" c',
    ),
    "a color twice": (
        'colors = ["red", "blue"]\nc',
        'colors = ["red", "red"]\nc',
        "rules",
        "a color tw",
    ),
    "too many colors": (
        'colors = ["red", "blue"]\nc',
        f'colors = ["red", "blue"{many(9, ", " + chr(34) + "c@" + chr(34))}]\nc',
        "rules",
        "has 11 entries; write 1 to 10 colors",
    ),
    "too many cards": ("cards_per_color = 8", "cards_per_color = 61", "rules", "from 1 to 60"),
    "too many locomotives": ("locomotives = 3", "locomotives = 61", "rules", "from 0 to 60"),
    "points for ten spaces": ("[1, 2, 4]", str([1] * 10), "rules", "has 10 entries"),
    "points that are none": ("[1, 2, 4]", '[1, "2", 4]', "rules", 'route_points entry 2 is "2"'),
    "an edition id twice": (
        RICH,
        'id = "plain"\n',
        "edition 2 (plain)",
        "give each edition its own",
    ),
    "too many editions": (
        "[[edition]]",
        many(19, '[[edition]]\nid = "e@"\n') + "[[edition]]",
        "edition",
        "there are 21 of them; leave at most 20",
    ),
    "an edition without id": (RICH, "", "edition 2", "id is missing"),
    "a card that is not there": (
        "longest_path = 10\n",
        "",
        "edition 2 (rich)",
        'tie_break asks for "longest_path_bonus", but there is no such card',
    ),
    "a tie broken twice": (
        '_path_bonus"]',
        '_path_bonus", "longest_path_bonus"]',
        "edition 2",
        "twice",
    ),
    # the map as a whole
    "a lonely city": (SOUTH_WEST, "", "city 4 (west)", "no route ends here; add one or remove"),
    "a ticket nobody can complete": (
        "trains = 9",
        "trains = 5",
        "ticket 2 (north-west)",
        "needs 6 tra",
    ),
}


@pytest.mark.parametrize(("old", "new", "entry", "part"), CASES.values(), ids=CASES.keys())
def test_the_checker_names_the_entry_and_says_what_to_do(
    old: str, new: str, entry: str, part: str
) -> None:
    problems = check(spoiled(old, new))
    assert any(
        problem.entry.startswith(entry) and part in problem.sentence for problem in problems
    ), "\n".join(map(str, problems))
    for problem in problems:
        assert problem.sentence.endswith((".", "?")), problem


def test_the_small_board_is_good() -> None:
    assert check(GOOD) == []


def test_a_district_or_attraction_must_be_there_to_be_scored() -> None:
    bare = GOOD[: GOOD.index("district =")] + GOOD[GOOD.index("[rules]") :]
    bare = bare.replace(", attraction = 2", "").replace("districts = false", "attractions = true")
    assert [problem.entry for problem in check(bare)] == ["edition 2 (rich)"]
    assert "no city has one" in check(bare)[0].sentence
    assert "the board has none" in check(bare.replace("attractions =", "districts ="))[0].sentence


def test_what_cannot_be_linked_is_told() -> None:
    """Two islands: tickets and districts that span both can never be completed."""
    apart = spoiled('["east", "south"], length', '["north", "west"], length')
    apart = apart.replace('["south", "west"], length', '["east", "west"], length')
    apart = apart.replace('name = "South"', 'name = "South", attraction = 0')
    apart = apart.replace(
        "route = [",
        """route = [
      { cities = ["south", "reef"], length = 1, colors = ["red"] },""",
    )
    apart = apart.replace(
        "city = [",
        """city = [
      { id = "reef", name = "Reef", lat = 0.0, lon = 1.5 },""",
    )
    told = [(problem.entry, problem.sentence) for problem in check(apart)]
    assert ("ticket 1 (north-south)", "no path joins its cities; add routes or remove it.") in told
    assert ("district 1 (1)", "no path joins all its cities; add routes or remove some.") in told
    assert not any("west" in entry and "east" in entry for entry, _ in told)


def test_all_problems_are_told_at_once() -> None:
    text = GOOD.replace("length = 2", "length = 20").replace("points = 5", 'points = "5"')
    text = text.replace("trains = 9", "trains = 0").replace("lat = 2.0", "lat = 200")
    entries = [problem.entry for problem in check(text)]
    assert entries == ["city 1 (north)", "route 1 (north-east)", "ticket 1 (north-south)", "rules"]


def test_a_slip_in_the_routes_does_not_make_cities_lonely_or_tickets_impossible() -> None:
    text = spoiled('["south", "west"], length', '["south", "wets"], length')
    assert [problem.entry for problem in check(text)] == ["route 3 (south-wets)"]


def test_a_rule_that_is_wrong_for_every_edition_is_told_once() -> None:
    text = spoiled("first_keep = 1", "first_keep = 3")
    assert [problem.entry for problem in check(text)] == ["rules"]


def test_a_rule_that_is_wrong_for_one_edition_names_it() -> None:
    text = spoiled("longest_path = 10", "longest_path = 10\nkeep = 3")
    assert [problem.entry for problem in check(text)] == ["edition 2 (rich)"]


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"name = 'caf\xe9'\n", "is not UTF-8 text (byte 12)"),
        (b"#" * (MAX_FILE_BYTES + 1), "is larger than 200,000 bytes"),
        (b"\x00", "is not valid TOML"),
        (b"", 'name is missing; add for example name = "My island"'),
    ],
)
def test_files_that_are_no_boards(tmp_path: Path, content: bytes, part: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(content)
    assert part in check(path)[0].sentence
    with pytest.raises(BoardError, match=r"odd\.toml cannot be used"):
        load(path)


def test_paths_that_lead_nowhere(tmp_path: Path) -> None:
    assert "does not exist" in check(tmp_path / "none.toml")[0].sentence
    assert "does not exist" in check(str(tmp_path / "none.toml"))[0].sentence
    assert "is a directory" in check(tmp_path)[0].sentence
    assert "cannot be read" in check("x" * 5000)[0].sentence
    assert "impossible name" in check("a\0b")[0].sentence


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert check(path) == []
    assert load(path, "plain").board.name == "Small"


def test_an_error_lists_its_problems_and_can_be_sent_elsewhere() -> None:
    error = BoardError([Problem("rules", f"problem {n}.") for n in range(25)], "my.toml")
    assert str(error).startswith("my.toml cannot be used:\n  rules: problem 0.\n")
    assert str(error).endswith("and 5 more problems")
    assert pickle.loads(pickle.dumps(error)).problems == error.problems


def test_the_new_board_is_good_and_can_be_played_with_two_to_four_seats(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(new_board(), "utf-8")
    assert check(path) == check(new_board()) == []
    edition = load(path)
    assert (edition.id, edition.min_seats, edition.max_seats) == ("sandpiper_island", 2, 4)
    assert edition.id not in editions()
    assert len(edition.board.cities) == 7
    assert any(route.twin for route in edition.board.routes)
    assert any(route.color == "gray" for route in edition.board.routes)


def test_what_the_new_board_shows_in_comments_is_good_too() -> None:
    """With the districts uncommented and the attraction in its place it is still a good board."""
    lines = new_board().splitlines()
    start = lines.index("# district = [")
    lines[start : start + 4] = [line.removeprefix("# ") for line in lines[start : start + 4]]
    shown = next(line for line in lines if "attraction = 1" in line)
    plain = shown.removeprefix("# ").replace(", attraction = 1", "").strip()
    text = "\n".join(lines).replace(f"  {plain}", shown.removeprefix("#")) + "\n"
    assert text.count("attraction = 1") == 2
    assert check(text) == []
