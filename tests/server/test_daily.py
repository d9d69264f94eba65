"""The daily deal: the same for everybody, once, and nothing of it told before one has played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from caboose.server.events.deals import day_before, day_of, deals_of, end_of
from caboose.server.events.par import play_pars
from caboose.server.tables.table import Table
from tests.support.server.daily_deals import CITY, TODAY, Calendar, begin, look, play
from tests.support.server.people import Person
from tests.support.server.server_thread import Inside, serving


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def club(tmp_path: Path, calendar: Calendar) -> Iterator[Inside]:
    with serving(tmp_path, now=calendar) as inside:
        inside.host.deals.look_every = 3600  # the tests say when
        yield inside


def results(person: Person, status: int = 200, day: str = TODAY) -> Any:
    return person.ask("GET", f"/api/daily/{day}/{CITY}", status=status)


def test_a_day_has_the_usa_and_a_city_in_turn() -> None:
    assert {deals_of(day)[0].edition for day in ("2026-11-17", "2026-11-18")} == {"usa"}
    cities = [deals_of(day)[1].edition for day in ("2026-11-17", "2026-11-18", "2026-11-19")]
    assert cities in (["london", "new_york", "london"], ["new_york", "london", "new_york"])
    assert day_of(end_of(TODAY)) == "2026-11-18"
    assert day_of(end_of(TODAY) - 1) == TODAY
    assert day_before("2026-03-01") == "2026-02-28"


def test_everybody_plays_the_same_deal_once_and_sees_the_others_when_their_own_is_in(
    club: Inside, calendar: Calendar
) -> None:
    ann, ben = Person(club, "Ann"), Person(club, "Ben")
    table = begin(ann)
    assert begin(ann) == table  # coming back is no second attempt
    results(ben, status=403)
    play(ann, table, 1)
    assert begin(ann) == table
    assert [line["you"] for line in results(ann)["results"]] == [True]
    results(ben, status=403)
    bens = begin(ben)
    assert _tops(ben, bens) == _tops(ann, table)
    play(ben, bens, 2)
    shown = results(ben)
    assert sorted(line["name"] for line in shown["results"]) == ["Ann", "Ben"]
    assert sum(line["share"] for line in shown["results"]) == 1
    assert {line["table"] for line in shown["results"]} == {None}
    assert compared(ann) == compared(ben) == (2, 1)
    nothing_is_told(ann, ben, table)
    calendar.now = end_of(TODAY)
    look(club)
    shown = results(Person(club, "Cleo"))  # she has not played, and may see it now
    assert shown["instances"][0]["best"] in (table, bens)
    assert ann.ask("GET", f"/api/tables/{bens}/record").startswith("caboose")
    assert ben.ask("GET", f"/api/tables/{table}")["table"]["promise"]["secret"]
    assert ann.ask("GET", "/api/me/games")["found"] == 1
    assert ann.ask("GET", "/api/daily")["streak"] == 1
    assert blind_cards_of_others(ann, table)
    practice = begin(ann)  # it counts for nothing, and hides nothing
    assert practice != table
    assert _tops(ann, practice) == _tops(ann, table)
    assert len(results(ann)["results"]) == 2


def _tops(person: Person, table: str) -> Any:
    """How a deal begins: the face-up cards, and the tickets one is offered."""
    first = person.ask("GET", f"/api/tables/{table}/view?at=0")
    return first["public"]["face_up"]


def nothing_is_told(player: Person, other: Person, table: str) -> None:
    """Of an open deal that was played: neither to another, nor its key to its player."""
    at = f"/api/tables/{table}"
    for path in ("", "/view", "/view?at=3", "/stream", "/record", "/record.json", "/analysis"):
        assert other.ask("GET", at + path, status=403)["code"] == "sealed"
    for path in ("/record", "/record.json", "/analysis", "/analysis/stream"):
        assert player.ask("GET", at + path, status=403)["code"] == "sealed"
    for path, body in (("/analysis", {}), ("/continue", {"at": 3, "seat": 0, "bot": "express"})):
        assert player.ask("POST", at + path, body, status=403)["code"] == "sealed"
    assert player.ask("GET", at)["table"]["promise"]["secret"] is None
    assert player.ask("GET", "/api/me/games")["found"] == 0
    assert table not in player.http.get("/api/me/records.zip").text
    assert not blind_cards_of_others(player, table)


def blind_cards_of_others(person: Person, table: str) -> list[Any]:
    """What others drew from the deck, as far as somebody is told which cards those were."""
    at = f"/api/tables/{table}"
    seat = person.ask("GET", at)["you"]["seat"]
    now = person.ask("GET", f"{at}/view")
    then = person.ask("GET", f"{at}/view?at={now['at']}")  # the same moment, as replays ask for it
    steps = [*now["steps"], *then["steps"]]
    drawn = [step for step in steps if step["seat"] != seat and step["action"] == "draw deck"]
    assert drawn
    told = [event for step in drawn for event in step["events"] if event["kind"] == "drew_blind"]
    assert told
    return [event for event in told if "color" in event]


def test_a_game_that_is_not_over_when_its_day_is_ends_unranked(
    club: Inside, calendar: Calendar
) -> None:
    ann = Person(club, "Ann")
    table = begin(ann)
    ann.ask("POST", f"/api/tables/{table}/leave", status=409)  # a bot would play for her
    link = ann.ask("POST", f"/api/tables/{table}/chairs/{_chair(ann, table)}/link")["resume"]
    other = Person(club, "Ben")
    word = link.removeprefix("/resume/")
    assert other.ask("POST", f"/api/resume/{word}", status=403)["code"] == "sealed"
    calendar.now = end_of(TODAY) - 1
    look(club)
    assert ann.ask("GET", f"/api/tables/{table}")["table"]["status"] == "playing"
    calendar.now += 1
    look(club)
    ended = ann.ask("GET", f"/api/tables/{table}")["table"]
    assert (ended["status"], ended["why"], ended["sealed"]) == ("closed", "deal_over", False)
    line = ann.ask("GET", f"/api/daily/{TODAY}")["deals"][1]
    assert (line["players"], line["mine"]["status"]) == (0, "unfinished")
    assert results(ann)["results"] == []


def _chair(person: Person, table: str) -> int:
    chair: int = person.ask("GET", f"/api/tables/{table}")["you"]["chair"]
    return chair


def test_there_is_no_deal_of_tomorrow_or_of_another_city(club: Inside) -> None:
    ann = Person(club, "Ann")
    tomorrow = day_of(end_of(TODAY))
    for path in (f"{tomorrow}/usa", f"{TODAY}/usa_1910", "2026-13-01/usa", "1999-01-01/usa"):
        ann.ask("POST", f"/api/daily/{path}", status=404)
    ann.ask("GET", f"/api/daily/{tomorrow}", status=404)


def compared(person: Person) -> tuple[int, int]:
    """How many are ranked in the city, and with how many of them somebody is compared."""
    mine = person.ask("GET", "/api/daily")["deals"][1]["mine"]
    return mine["ranked"], mine["compared_with"]


def test_a_second_guest_of_the_same_browser_is_not_ranked(club: Inside, calendar: Calendar) -> None:
    ann = Person(club, "Ann")
    play(ann, begin(ann), 1)
    ann.ask("DELETE", "/api/me")
    calendar.now += 1  # the time tells which of them began first
    ann.ask("POST", "/api/guests", {"name": "Nan"})  # the browser is the same
    play(ann, begin(ann), 2)
    look(club)
    first, second = (results(ann)["results"][n] for n in (0, 1))
    assert (first["flag"], first["name"]) == (None, "Somebody")
    assert (second["flag"], second["name"], second["share"]) == ("same_device", "Nan", None)


def test_a_member_of_today_counts_among_the_guests_of_a_network(
    club: Inside, calendar: Calendar
) -> None:
    people = [Person(club, name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    for seed, person in enumerate(people):
        person.ask("POST", "/api/member", {"name": person.name})
        calendar.now += 1
        play(person, begin(person), seed)
    look(club)
    flags = {line["name"]: line["flag"] for line in results(people[0])["results"]}
    assert flags == {"Ann": None, "Ben": None, "Cleo": None, "Dan": "same_network"}


def test_house_bots_answer_the_same_decisions_in_the_same_way(club: Inside) -> None:
    """At two tables of one server, from the first action to the last."""
    ann, ben = Person(club, "Ann"), Person(club, "Ben")
    tables = begin(ann), begin(ben)
    for person, table in zip((ann, ben), tables, strict=True):
        play(person, table, 7)
    one, other = (club.table(table) for table in tables)
    assert len(one.steps) > 50
    assert decisions(one) == decisions(other)
    look(club)
    assert [line["flag"] for line in results(ann)["results"]] == [None, "alike"]
    assert compared(ann) == (1, 0)  # nobody is better than somebody who is not ranked
    assert compared(ben) == (1, 0)


def decisions(table: Table) -> list[tuple[int | None, str | None]]:
    """In their order; first tickets are chosen by all at once, in any order (S4)."""
    made = [(step.seat, step.action) for step in table.steps[1:]]
    seats = table.game.seats
    return sorted(made[:seats], key=str) + made[seats:]


def test_two_processes_over_one_database_open_one_table_for_one_person(
    new_database: Callable[[str, Path], str], tmp_path: Path, calendar: Calendar
) -> None:
    """And a third person sees the same deal wherever they ask."""
    database = new_database("postgres", tmp_path)
    with (
        serving(tmp_path, now=calendar, database=database) as one,
        serving(tmp_path, now=calendar, database=database) as other,
        ThreadPoolExecutor(8) as crowd,
    ):
        ann = Person(one, "Ann")
        path = f"/api/daily/{TODAY}/{CITY}"
        urls = [server.url + path for server in (one, other)] * 4
        jar = dict(ann.http.cookies)
        asked = crowd.map(lambda url: httpx.post(url, cookies=jar, timeout=60).json(), urls)
        assert len({answer["table"] for answer in asked}) == 1
        ben = Person(other, "Ben")
        assert _tops(ben, begin(ben)) == _tops(ann, begin(ann))
        look(other)
        look(one)


def test_the_strongest_bot_sets_the_par_once(club: Inside) -> None:
    ann = Person(club, "Ann")
    play(ann, begin(ann), 1)
    played = club.run(play_pars(club.host.tables, club.host.bots, "express"))
    again = club.run(play_pars(club.host.tables, club.host.bots, "express"))
    assert (played, again) == (1, 0)
    assert results(ann)["instances"][0]["par"] > 0
