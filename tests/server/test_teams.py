"""Duels of teams: two tables, the same deals, seats exchanged, and nothing told between them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from caboose.server.events.deals import DAY
from caboose.server.events.teams import seating, team_totals
from tests.support.server.daily_deals import Calendar, end_early, look
from tests.support.server.members import claim, sign_in
from tests.support.server.people import Person, play_to_the_end
from tests.support.server.server_thread import Inside, serving

DEALS = range(1, 6)


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def club(tmp_path: Path, calendar: Calendar) -> Iterator[Inside]:
    with serving(tmp_path, now=calendar) as inside:
        inside.host.deals.look_every = 3600  # the tests say when
        yield inside


def challenge(person: Person, team_of: int = 2, scoring: str = "imps") -> str:
    asked = {"edition": "london", "scoring": scoring, "team_of": team_of}
    duel: str = person.ask("POST", "/api/duels", asked)["id"]
    return duel


def take(person: Person, duel: str, place: int, status: int = 200) -> Any:
    return person.ask("POST", f"/api/duels/{duel}/places/{place}", status=status)


def table_of(person: Person, duel: str, number: int) -> str:
    table: str = person.ask("POST", f"/api/duels/{duel}/deals/{number}")["table"]
    return table


def play(people: tuple[Person, Person], table: str, seed: int) -> None:
    async def scene() -> None:
        async with people[0].look(table) as one, people[1].look(table) as other:
            await play_to_the_end([one, other], random.Random(seed))

    asyncio.run(scene())


# ---- who sits where ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 4])
def test_what_one_team_has_at_one_table_the_other_has_at_the_other(size: int) -> None:
    for number in DEALS:
        here, there = (seating(company, number, size) for company in (0, 1))
        assert sorted(here + there) == list(range(2 * size))
        for seat in range(size):
            assert here[seat] % 2 != there[seat] % 2
            assert here[seat] % 2 != here[seat - 1] % 2  # neighbors are rivals
            assert here[seat] % 2 != seating(0, number + 1, size)[seat] % 2


def test_a_team_has_what_its_seats_made_at_both_tables() -> None:
    assert team_totals([(10, 20), (7, 5)], 1) == (15, 27)
    assert team_totals([(10, 20), (7, 5)], 2) == (27, 15)
    assert team_totals([(1, 2, 3, 4), (10, 20, 30, 40)], 1) == (64, 46)
    assert team_totals([(10, 20), None], 1) is None


# ---- a whole duel --------------------------------------------------------------------------------


def four(club: Inside) -> tuple[list[Person], str]:
    """Two teams that are complete: Ann and Cleo against Ben and Dora."""
    people = [Person(club, name) for name in ("Ann", "Ben", "Cleo", "Dora")]
    duel = challenge(people[0])
    for place, person in enumerate(people):
        take(person, duel, place)
    return people, duel


def test_teams_exchange_seats_and_see_nothing_of_the_other_table_until_both_are_done(
    club: Inside,
) -> None:
    """Their first deal is played, the others are ended early: those count for nobody."""
    people, duel = four(club)
    ann, ben, cleo, dora = people
    eve = Person(club, "Eve")
    tables = [table_of(ann, duel, number) for number in DEALS]
    assert [table_of(ben, duel, number) for number in DEALS] == tables
    play((ann, ben), tables[0], 1)
    for table in tables[1:]:
        end_early((ann, ben), table)
    look(club)
    others = [table_of(dora, duel, number) for number in DEALS]
    assert not set(tables) & set(others)
    assert _first_cards(cleo, others[0]) == _first_cards(ann, tables[0])
    assert [_seat(who, tables[0]) for who in (ann, ben)] == [0, 1]
    assert [_seat(who, others[0]) for who in (cleo, dora)] == [1, 0]
    assert [_seat(who, tables[1]) for who in (ann, ben)] == [1, 0]
    for who in (cleo, dora, eve):
        hides(who, duel, tables[0])
    play((cleo, dora), others[0], 9)
    for table in others[1:4]:
        end_early((cleo, dora), table)
    look(club)
    hides(ann, duel, others[0])
    assert ann.ask("GET", f"/api/duels/{duel}")["rival"]["done"] == 1
    end_early((cleo, dora), others[4])
    look(club)
    is_told(ann, duel, tables, others)
    mine, theirs = (who.ask("GET", f"/api/duels/{duel}") for who in (ann, dora))
    assert (mine["me"]["name"], mine["rival"]["name"]) == ("Ann, Cleo", "Ben, Dora")
    assert [d["points"] for d in mine["deals"]] == [d["rival_points"] for d in theirs["deals"]]
    assert dora.ask("GET", f"/api/tables/{tables[0]}/record").startswith("caboose")


def hides(person: Person, duel: str, table: str) -> None:
    """Nothing of a table is told to anybody elsewhere, nor what it came to."""
    shown = person.ask("GET", f"/api/duels/{duel}")
    assert shown["status"] == "running"
    for deal in shown["deals"]:
        told = ("total", "rival_table", "rival_total", "points", "rival_points")
        assert {deal[name] for name in told} == {None}
        assert deal["table"] != table
    for path in ("", "/view", "/record", "/stream", "/analysis"):
        refused = person.ask("GET", f"/api/tables/{table}{path}", status=403)
        assert refused["code"] == "sealed"


def is_told(person: Person, duel: str, tables: list[str], others: list[str]) -> None:
    """Who won, and where each deal can be looked at: by all seats of a team at both tables."""
    shown = person.ask("GET", f"/api/duels/{duel}")
    assert shown["status"] == "over"
    assert [deal["table"] for deal in shown["deals"]] == tables
    assert [deal["rival_table"] for deal in shown["deals"]] == others
    scores = [
        person.ask("GET", f"/api/tables/{table}/record.json")["score"]["seats"]
        for table in (tables[0], others[0])
    ]
    totals = [[seat["total"] for seat in score] for score in scores]
    first = shown["deals"][0]
    assert first["total"] == totals[0][0] + totals[1][1]
    assert first["rival_total"] == totals[0][1] + totals[1][0]
    assert {deal["total"] for deal in shown["deals"][1:]} == {None}
    assert shown["me"]["points"] == first["points"]


def _first_cards(person: Person, table: str) -> Any:
    return person.ask("GET", f"/api/tables/{table}/view?at=0")["public"]["face_up"]


def _seat(person: Person, table: str) -> int:
    seat: int = person.ask("GET", f"/api/tables/{table}")["you"]["seat"]
    return seat


def test_places_are_taken_once_and_kept_when_the_duel_has_begun(club: Inside) -> None:
    ann, ben, cleo, dora = (Person(club, name) for name in ("Ann", "Ben", "Cleo", "Dora"))
    duel = challenge(ann)
    assert ann.ask("POST", f"/api/duels/{duel}/deals/1", status=409)["code"] == "places_open"
    assert take(ben, duel, 0, status=409)["code"] == "place_taken"
    take(ben, duel, 1)
    shown = take(ben, duel, 3)  # with the other company, rather
    assert [line["name"] for line in shown["places"]] == ["Ann", None, None, "Ben"]
    assert ben.ask("POST", f"/api/duels/{duel}/accept", status=409)["code"] == "duel_closed"
    assert take(ben, duel, 4, status=404)["code"] == "not_found"
    take(cleo, duel, 1)
    assert dora.ask("POST", f"/api/duels/{duel}/deals/1", status=403)["code"] == "not_your_duel"
    assert dora.ask("GET", f"/api/duels/{duel}")["status"] == "offered"
    take(dora, duel, 2)
    assert dora.ask("GET", "/api/duels")["duels"][0]["role"] == "challenger"
    table_of(cleo, duel, 1)
    ben.ask("DELETE", "/api/me")  # a place that is open again may be taken, but not exchanged
    assert take(dora, duel, 3, status=409)["code"] == "duel_begun"
    take(Person(club, "Eve"), duel, 3)
    refused = {"edition": "london", "team_of": 4, "rival": ann.me["guest"]}
    assert cleo.ask("POST", "/api/duels", refused, status=422)["code"] == "team_rival"


def test_four_on_each_side_play_at_tables_of_four(club: Inside) -> None:
    people = [Person(club, f"P{n}") for n in range(8)]
    duel = challenge(people[0], team_of=4)
    for place, person in enumerate(people):
        take(person, duel, place)
    first, second = (table_of(people[n], duel, 1) for n in (0, 4))
    assert [_seat(person, first) for person in people[:4]] == [0, 1, 2, 3]
    assert [_seat(person, second) for person in people[4:]] == [3, 0, 1, 2]


def test_when_its_time_is_up_a_duel_ends_as_it_stands(club: Inside, calendar: Calendar) -> None:
    (ann, _, cleo, _), duel = four(club)
    begun = table_of(cleo, duel, 1)
    assert cleo.ask("POST", f"/api/tables/{begun}/leave", status=409)["code"] == "no_leaving"
    calendar.now += 3 * DAY
    look(club)
    ended = ann.ask("GET", f"/api/duels/{duel}")
    assert (ended["status"], ended["me"]["points"], ended["rival"]["points"]) == ("over", 0, 0)
    assert cleo.ask("GET", f"/api/tables/{begun}")["table"]["status"] == "closed"
    assert ann.ask("POST", f"/api/duels/{duel}/deals/1", status=409)["code"] == "duel_closed"


def test_who_signs_in_keeps_one_place_of_a_duel(club: Inside) -> None:
    ann, ben = Person(club, "Ann"), Person(club, "Ben")
    codes = claim(ann)
    duel, other = challenge(ann), challenge(ben)
    phone = Person(club, "Phone")
    take(phone, duel, 1)
    take(phone, other, 2)
    sign_in(phone, codes[0])
    shown = [phone.ask("GET", f"/api/duels/{each}")["places"] for each in (duel, other)]
    assert [[line["you"] for line in places] for places in shown] == [
        [True, False, False, False],
        [False, False, True, False],
    ]
    assert shown[0][1]["name"] is None


def test_two_processes_lay_one_table_for_a_company(
    new_database: Callable[[str, Path], str], tmp_path: Path, calendar: Calendar
) -> None:
    """And when one of them is gone, the other shows the same."""
    database = new_database("postgres", tmp_path)
    with serving(tmp_path, now=calendar, database=database) as other:
        with (
            serving(tmp_path, now=calendar, database=database) as one,
            ThreadPoolExecutor(8) as crowd,
        ):
            people = [Person((one, other)[n % 2], f"P{n}") for n in range(4)]
            duel = challenge(people[0])
            for place, person in enumerate(people):
                take(person, duel, place)
            path = f"/api/duels/{duel}/deals/1"
            asked = [(who, server.url + path) for who in people for server in (one, other)]

            def ask(who: Person, url: str) -> str:
                said = httpx.post(url, cookies=dict(who.http.cookies), timeout=60).json()
                return str(said["table"])

            tables = list(crowd.map(lambda each: ask(*each), asked))
        assert tables[:4] == [tables[0]] * 4
        assert tables[4:] == [tables[4]] * 4
        assert tables[0] != tables[4]
        assert people[1].ask("GET", f"/api/duels/{duel}")["deals"][0]["table"] == tables[0]
