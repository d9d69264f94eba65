"""Duels: the same five deals for two, and nothing of the other's told before both are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from caboose.server.events.deals import DAY
from caboose.server.events.duel_scores import imps, score_deal
from caboose.server.events.duels import MOST_OFFERED
from tests.support.server.daily_deals import Calendar, look, play
from tests.support.server.members import claim
from tests.support.server.people import Person
from tests.support.server.server_thread import Inside, serving


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture(params=["sqlite", "postgres"])
def club(
    request: pytest.FixtureRequest,
    new_database: Callable[[str, Path], str],
    tmp_path: Path,
    calendar: Calendar,
) -> Iterator[Inside]:
    database = new_database(request.param, tmp_path)
    with serving(tmp_path, now=calendar, database=database) as inside:
        inside.host.deals.look_every = 3600  # the tests say when
        yield inside


def challenge(person: Person, scoring: str = "imps") -> str:
    asked = {"edition": "london", "scoring": scoring}
    duel: str = person.ask("POST", "/api/duels", asked)["id"]
    return duel


def play_deal(person: Person, duel: str, number: int, seed: int) -> str:
    table: str = person.ask("POST", f"/api/duels/{duel}/deals/{number}")["table"]
    play(person, table, seed)
    return table


def test_a_duel_is_over_when_both_have_played_and_shows_nothing_before(club: Inside) -> None:
    ann, ben, cleo = (Person(club, name) for name in ("Ann", "Ben", "Cleo"))
    duel = challenge(ann)
    tables = [play_deal(ann, duel, number, number) for number in range(1, 6)]
    look(club)
    ben.ask("POST", f"/api/duels/{duel}/deals/1", status=403)
    ben.ask("POST", f"/api/duels/{duel}/accept")
    assert cleo.ask("POST", f"/api/duels/{duel}/accept", status=409)["code"] == "duel_closed"
    for number in range(1, 5):
        play_deal(ben, duel, number, 10 + number)
    look(club)
    for person in (ben, cleo):
        hides(person.ask("GET", f"/api/duels/{duel}"), [] if person is ben else None)
        assert person.ask("GET", f"/api/tables/{tables[0]}", status=403)["code"] == "sealed"
    play_deal(ben, duel, 5, 20)
    look(club)
    ended = ben.ask("GET", f"/api/duels/{duel}")
    assert (ended["status"], ended["me"]["name"], ended["rival"]["name"]) == ("over", "Ben", "Ann")
    assert [deal["rival_table"] for deal in ended["deals"]] == tables
    sums = [sum(deal[name] for deal in ended["deals"]) for name in ("points", "rival_points")]
    assert [ended["me"]["points"], ended["rival"]["points"]] == sums
    assert ben.ask("GET", f"/api/tables/{tables[0]}/record").startswith("caboose")


def hides(duel: Any, own: list[Any] | None) -> None:
    """Nothing of the other is told but how many deals they have played."""
    assert duel["status"] == "running"
    for deal in duel["deals"]:
        told = (deal["rival_table"], deal["rival_total"], deal["points"], deal["rival_points"])
        assert set(told) == {None}
        assert own is not None or (deal["table"], deal["total"]) == (None, None)


def test_after_three_days_a_duel_is_over_as_it_stands(club: Inside, calendar: Calendar) -> None:
    ann, ben = Person(club, "Ann"), Person(club, "Ben")
    duel = challenge(ann, "matchpoints")
    ben.ask("POST", f"/api/duels/{duel}/accept")
    play_deal(ann, duel, 2, 1)
    begun = ben.ask("POST", f"/api/duels/{duel}/deals/2")["table"]
    calendar.now += 3 * DAY
    look(club)
    ended = ann.ask("GET", "/api/duels")["duels"][0]
    assert (ended["status"], ended["me"]["points"], ended["rival"]["points"]) == ("over", 1, 0)
    assert ben.ask("GET", f"/api/tables/{begun}")["table"]["status"] == "closed"
    assert ben.ask("POST", f"/api/duels/{duel}/deals/3", status=409)["code"] == "duel_closed"


def test_a_challenge_to_a_member_is_for_them_alone(club: Inside) -> None:
    ann, ben, cleo = (Person(club, name) for name in ("Ann", "Ben", "Cleo"))
    asked = {"edition": "usa", "scoring": "total", "rival": ben.me["guest"]}
    ann.ask("POST", "/api/duels", asked, status=404)  # a guest is no member
    ben.ask("POST", "/api/member", {"name": "Ben"})
    duel = ann.ask("POST", "/api/duels", asked)["id"]
    assert cleo.ask("POST", f"/api/duels/{duel}/accept", status=409)["code"] == "duel_closed"
    assert ben.ask("GET", "/api/duels")["duels"][0]["role"] == "invited"
    assert ben.ask("POST", f"/api/duels/{duel}/accept")["role"] == "rival"


def test_whom_somebody_has_blocked_cannot_challenge_them_or_accept(club: Inside) -> None:
    ann, ben = Person(club, "Ann"), Person(club, "Ben")
    for person in (ann, ben):
        person.ask("POST", "/api/member", {"name": person.name})
    duel = challenge(ann)
    ann.ask("PUT", f"/api/blocks/{ben.me['guest']}")
    assert ben.ask("POST", f"/api/duels/{duel}/accept", status=403)["code"] == "blocked"
    asked = {"edition": "usa", "rival": ann.me["guest"]}
    assert ben.ask("POST", "/api/duels", asked, status=404)["code"] == "not_found"


def test_a_duel_whose_rival_began_and_was_forgotten_is_not_reopened(club: Inside) -> None:
    """Anybody forgotten could come back as a new guest who knows the cards."""
    ann, ben, cleo = (Person(club, name) for name in ("Ann", "Ben", "Cleo"))
    duel = challenge(ann)
    ben.ask("POST", f"/api/duels/{duel}/accept")
    end_early(ann, duel, 1)
    end_early(ben, duel, 1)
    ben.ask("DELETE", "/api/me")
    assert cleo.ask("POST", f"/api/duels/{duel}/accept", status=409)["code"] == "duel_closed"


def test_who_comes_after_a_rival_who_had_not_begun_takes_their_place(club: Inside) -> None:
    ann, ben, cleo = (Person(club, name) for name in ("Ann", "Ben", "Cleo"))
    duel = challenge(ann)
    ben.ask("POST", f"/api/duels/{duel}/accept")
    end_early(ann, duel, 1)
    ben.ask("DELETE", "/api/me")
    assert cleo.ask("POST", f"/api/duels/{duel}/accept")["role"] == "rival"


def end_early(person: Person, duel: str, number: int) -> None:
    table = person.ask("POST", f"/api/duels/{duel}/deals/{number}")["table"]
    person.ask("POST", f"/api/tables/{table}/close")


@pytest.mark.parametrize(
    ("scoring", "mine", "theirs", "points"),
    [
        ("total", 90, 70, (90, 70)),
        ("total", None, 70, (0, 70)),
        ("matchpoints", 90, 70, (1, 0)),
        ("matchpoints", 70, 70, (0.5, 0.5)),
        ("matchpoints", -3, None, (1, 0)),
        ("imps", 90, 70, (5, 0)),
        ("imps", 70, 71, (0, 0)),
        ("imps", None, 60, (0, 12)),
        ("imps", None, None, (0, 0)),
    ],
)
def test_three_ways_of_scoring(
    scoring: str, mine: int | None, theirs: int | None, points: tuple[float, float]
) -> None:
    assert score_deal(scoring, mine, theirs) == points


def test_a_bigger_lead_is_never_worth_less() -> None:
    worth = [imps(ahead) for ahead in range(-10, 300)]
    assert worth == sorted(worth)
    assert (worth[0], worth[-1]) == (0, 19)


def test_a_challenge_can_be_declined_and_taken_back(club: Inside) -> None:
    ann, ben, cleo = (Person(club, name) for name in ("Ann", "Ben", "Cleo"))
    claim(ben)
    asked = {"edition": "london", "scoring": "imps", "rival": ben.me["guest"]}
    duel = ann.ask("POST", "/api/duels", asked)["id"]
    cleo.ask("DELETE", f"/api/duels/{duel}", status=403)
    ben.ask("DELETE", f"/api/duels/{duel}")
    assert ben.ask("GET", "/api/duels")["duels"] == ann.ask("GET", "/api/duels")["duels"] == []
    mine = challenge(ann)
    ann.ask("DELETE", f"/api/duels/{mine}")
    accepted = challenge(ann)
    ben.ask("POST", f"/api/duels/{accepted}/accept")
    ann.ask("DELETE", f"/api/duels/{accepted}", status=409)


def test_only_so_many_challenges_wait(club: Inside) -> None:
    ann = Person(club, "Ann")
    waiting = [challenge(ann) for _ in range(MOST_OFFERED)]
    asked = {"edition": "london", "scoring": "imps"}
    assert ann.ask("POST", "/api/duels", asked, status=409)["code"] == "too_many_duels"
    Person(club, "Ben").ask("POST", f"/api/duels/{waiting[0]}/accept")
    challenge(ann)
