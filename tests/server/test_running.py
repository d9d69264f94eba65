"""The front page's rows: how each of my running games stands, as everybody at the table sees it."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.support.server.people import ME, OPEN, Person, begun, nonce
from tests.support.server.server_process import Running


def line_of(person: Person, table: str) -> Any:
    lines = person.ask("GET", "/api/me/tables")["tables"]
    return next(line for line in lines if line["id"] == table)


def test_a_row_tells_round_points_and_whose_turn_it_is(server: Running) -> None:
    ann, ben, table = begun(server)

    async def choose_tickets() -> dict[str, Any]:
        async with ann.look(table) as one, ben.look(table) as other:
            for each in (one, other):
                await each.until("view")
                await each.play("keep 1 2")
            return await one.until_at(2)

    asyncio.run(choose_tickets())
    first, second = (line_of(person, table)["running"] for person in (ann, ben))
    assert (first["seat"], second["seat"]) == (0, 1)
    assert (first["round"], first["points"], first["waits_for"]) == (1, [0, 0], [0])
    assert (first["your_turn"], second["your_turn"], first["alone"]) == (True, False, False)
    line = line_of(ann, table)
    assert line["your_turn"]
    assert line["created_at"] <= line["active_at"]


def test_a_row_shows_nothing_that_another_seat_hides(server: Running) -> None:
    ann, ben, table = begun(server)
    for person in (ann, ben):
        row = line_of(person, table)["running"]
        assert set(row) == {"seat", "round", "points", "waits_for", "your_turn", "alone"}
    before = line_of(ann, table)["running"]

    async def choose() -> None:
        async with ben.look(table) as one:
            await one.until("view")
            await one.play("keep 1 2")

    asyncio.run(choose())
    after = line_of(ann, table)["running"]
    assert {**after, "waits_for": [0, 1]} == before  # that Ben has chosen is all there is to see


def test_a_table_that_waits_has_no_row_of_a_game(server: Running) -> None:
    ann = Person(server, "Ann")
    opened = ann.open_table("london", [ME, OPEN])
    line = line_of(ann, opened["table"]["id"])
    assert (line["status"], line["running"], line["your_turn"]) == ("waiting", None, False)


def test_a_game_against_bots_alone_says_so(server: Running) -> None:
    ann = Person(server, "Ann")
    body = {"edition": "london", "bots": ["passenger"], "nonce": nonce()}
    table = ann.ask("POST", "/api/play", body)["table"]["id"]
    assert line_of(ann, table)["running"]["alone"] is True
