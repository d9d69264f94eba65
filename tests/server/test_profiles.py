"""Profiles: they show what their owner wants, and never what a hidden or running game holds."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.support.server.members import NOTHING, claim, profile
from tests.support.server.people import ME, Person, bot, play_to_the_end
from tests.support.server.server_process import Running


def show(member: Person, **shown: bool) -> None:
    member.ask("PUT", "/api/member/shown", NOTHING | shown)


def finished(person: Person, **options: Any) -> str:
    """A game against a bot, played to its end."""
    opened = person.open_table("london", [ME, bot()], order="given", **options)
    table: str = opened["table"]["id"]
    person.ask("POST", f"/api/tables/{table}/start")
    asyncio.run(_play_alone(person, table))
    return table


async def _play_alone(person: Person, table: str) -> None:
    async with person.look(table) as socket:
        await play_to_the_end([socket], random.Random(table))


@pytest.fixture(scope="module")
def played(server: Running) -> tuple[Person, Person, str, str]:
    """Ann, who has claimed her name, with a game that anybody may see and a hidden one; and Ben."""
    ann, ben = Person(server, "Annabel"), Person(server, "Benedict")
    claim(ann, "Annabel")
    return ann, ben, finished(ann), finished(ann, watch="nobody")


def test_at_first_a_profile_shows_no_games_and_no_figures(
    played: tuple[Person, Person, str, str],
) -> None:
    _, ben, *_ = played
    told = profile(ben, "Annabel")
    assert (told["steps"], told["figures"], told["games"]) == ([], None, None)
    assert told["yours"] is False


def test_a_profile_shows_what_its_owner_wants_and_no_hidden_game(
    played: tuple[Person, Person, str, str],
) -> None:
    ann, ben, seen, hidden = played
    show(ann, games=True, figures=True)
    told = profile(ben, "annabel")  # at a glance the same name
    assert (told["name"], told["steps"]) == ("Annabel", None)
    assert [game["table"] for game in told["games"]] == [seen]
    assert told["figures"]["all"]["games"] == 1
    assert hidden not in str(told)
    mine = ann.ask("GET", "/api/me/figures")
    assert mine["all"]["games"] == 2
    assert sum(mine["routes"]["london"].values()) > sum(
        told["figures"]["routes"]["london"].values()
    )
    show(ann)
    told = profile(ben, "Annabel")
    assert [told[part] for part in ("steps", "figures", "games")] == [None, None, None]
    steps = f"/api/ratings/of/{ann.me['guest']}"
    assert ann.ask("GET", steps)["steps"] == []
    ben.ask("GET", steps, status=404)


def test_a_running_game_is_on_no_profile(played: tuple[Person, Person, str, str]) -> None:
    ann, ben, *_ = played
    show(ann, games=True, figures=True)
    opened = ann.open_table("london", [ME, bot()], listed=True)
    ann.ask("POST", f"/api/tables/{opened['table']['id']}/start")
    assert opened["table"]["id"] not in str(profile(ben, "Annabel"))


def test_guests_have_no_profile_and_a_forgotten_member_has_none_any_more(server: Running) -> None:
    ann = Person(server, "Fleeting")
    profile(ann, "Fleeting", status=404)
    ann.ask("PUT", "/api/member/shown", NOTHING, status=403)
    claim(ann, "Fleeting")
    assert profile(ann, "Fleeting")["yours"] is True
    ann.ask("DELETE", "/api/me")
    profile(Person(server, "Ben"), "Fleeting", status=404)
