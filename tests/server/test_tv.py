"""A table on a TV: its host need not sit there, and its screen is nobody's spectator."""

from __future__ import annotations

import asyncio

import httpx

from tests.support.server.people import OPEN, Person
from tests.support.server.server_process import Running


def test_a_tv_opens_a_table_at_which_it_has_no_seat_and_phones_start_the_game(
    server: Running,
) -> None:
    tv, ann, ben = (Person(server, name) for name in ("TV", "Ann", "Ben"))
    opened = tv.open_table("london", [OPEN, OPEN], tv=True, start="full")
    assert (opened["you"]["chair"], opened["you"]["owner"]) == (None, True)
    assert opened["private_links"] == {}
    for person, link in zip((ann, ben), opened["invitations"].values(), strict=True):
        taken = person.accept(link)
    assert taken["table"]["status"] == "playing"
    assert taken["table"]["options"]["tv"]


def test_the_screen_of_a_table_watches_it_though_nobody_else_may(server: Running) -> None:
    tv, ann, ben = (Person(server, name) for name in ("TV", "Ann", "Ben"))
    opened = tv.open_table("london", [OPEN, OPEN], tv=True, start="full", watch="nobody")
    table = opened["table"]["id"]
    for person, link in zip((ann, ben), opened["invitations"].values(), strict=True):
        person.accept(link)
    Person(server, "Eve").ask("GET", f"/api/tables/{table}/view?chair=-1", status=403)

    async def look() -> None:
        async with tv.look(table, -1) as screen, ann.look(table) as phone:
            view = await screen.until("view")
            assert (view["own"], view["legal"]) == (None, None)
            assert (await phone.until("view"))["own"]

    asyncio.run(look())


def test_phones_are_not_told_that_the_tv_is_a_spectator(server: Running) -> None:
    tv, ann, ben, eve = (Person(server, name) for name in ("TV", "Ann", "Ben", "Eve"))
    opened = tv.open_table("london", [OPEN, OPEN], tv=True, start="full")
    table = opened["table"]["id"]
    for person, link in zip((ann, ben), opened["invitations"].values(), strict=True):
        person.accept(link)

    async def look() -> list[str]:
        async with tv.look(table, -1) as screen, eve.look(table) as spectator:
            await screen.until("view")
            await spectator.until("view")
            info = ann.ask("GET", f"/api/tables/{table}")["table"]
            return [each["name"] for each in info["spectators"]]

    assert asyncio.run(look()) == ["Eve"]


def test_the_address_of_a_tv_is_a_page(server: Running) -> None:
    answer = httpx.get(f"{server.url}/tv/anything", headers={"accept": "text/html"})
    assert answer.status_code == 200
