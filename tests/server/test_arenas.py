"""Arenas: the free are paired, games count once, any process goes on, and members' bots play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from caboose.server.events import arena_pages, arenas, offering
from caboose.server.people.guests import Guest
from caboose.server.protocol.meeting import NewArena
from caboose.server.settings import Settings
from caboose.server.storage import rows
from caboose.server.storage.database import Database
from caboose.server.tables.retention import delete_old
from tests.support.server.forked_server import Forked, Nursery, several
from tests.support.server.members import claim, some_name
from tests.support.server.people import PATIENCE, Person, nonce, play_out
from tests.support.server.server_process import Running

CLOCK = {"turn_seconds": 45, "bank_seconds": 120}


def wants(**more: Any) -> dict[str, Any]:
    return {
        "name": "Friday", "edition": "london", "seats": 2, "clock": CLOCK, "minutes": 60, **more
    }  # fmt: skip


def member(server: Running, name: str) -> Person:
    person = Person(server, name)
    claim(person, f"{name} {some_name()}"[:30])
    return person


def until(person: Person, arena: str, status: str) -> dict[str, Any]:
    """Be there until one is, as a player, what is awaited."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        you: dict[str, Any] = person.ask("POST", f"/api/arenas/{arena}/join")["you"]
        if you["status"] == status:
            return you
        time.sleep(0.6)
    raise AssertionError(f"{person.name} is not {status}: {you}")


def sit(person: Person, you: dict[str, Any]) -> str:
    body = {"nonce": nonce(), "commitment": you["commitment"]}
    taken = person.ask("POST", f"/api/tables/{you['table']}/chairs", body)
    table: str = taken["table"]["id"]
    return table


def play_a_game(one: Person, other: Person, arena: str) -> str:
    other.ask("POST", f"/api/arenas/{arena}/join")
    table = sit(one, until(one, arena, "found"))
    assert sit(other, until(other, arena, "found")) == table
    assert play_out(one, other, table)["table"]["status"] == "over"
    return table


def scores(person: Person, arena: str) -> dict[str, tuple[int, int]]:
    """By guest: points and games, once somebody has played."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        standings = person.ask("GET", f"/api/arenas/{arena}")["standings"]
        if any(line["games"] for line in standings):
            return {line["guest"]: (line["score"], line["games"]) for line in standings}
        time.sleep(0.2)
    raise AssertionError("no game was counted")


def test_an_arena_is_opened_by_members_within_limits(server: Running) -> None:
    guest, ann = Person(server, "Guest"), member(server, "Ann")
    assert guest.ask("POST", "/api/arenas", wants(), status=403)["code"] == "not_member"
    long = ann.ask("POST", "/api/arenas", wants(minutes=1441), status=422)
    assert long["code"] == "arena_too_long"
    for _ in range(3):
        arena = ann.ask("POST", "/api/arenas", wants())["arena"]["id"]
    assert ann.ask("POST", "/api/arenas", wants(), status=409)["code"] == "too_many_arenas"
    assert guest.ask("POST", f"/api/arenas/{arena}/join", status=403)["code"] == "not_member"
    assert guest.ask("GET", f"/api/arenas/{arena}")["arena"]["status"] == "running"
    assert arena in [line["id"] for line in guest.ask("GET", "/api/arenas")["arenas"]]


# ---- members' bots -------------------------------------------------------------------------------


class Program(Person):
    """A member's bot, known by its token."""

    def __init__(self, owner: Person, name: str) -> None:
        made = owner.ask("POST", "/api/member/bots", {"name": name})
        self.server, self.name, self.guest = owner.server, name, made["guest"]
        headers = {"authorization": f"Bearer {made['token']}"}
        self.http = httpx.Client(base_url=owner.server.url, timeout=PATIENCE, headers=headers)


def test_a_members_bot_has_a_name_of_its_own_and_is_marked(server: Running) -> None:
    ann, bert = member(server, "Ann"), member(server, "Bert")
    name = some_name()
    robot = Program(ann, name)
    with robot.http:
        assert robot.ask("GET", "/api/me")["member"]
        assert robot.ask("GET", "/api/member", status=403)["code"] == "program"
        taken = bert.ask("POST", "/api/member/bots", {"name": name}, status=409)
        assert taken["code"] == "name_taken"
        options = {"options": {"rated": True, "clock": CLOCK}, "nonce": nonce()}
        chairs = {"edition": "london", "chairs": [{"kind": "me"}, {"kind": "open"}]}
        links = [
            who.ask("POST", "/api/tables", chairs | options)["invitations"]["1"]
            for who in (ann, bert)
        ]
        own, others = (link.removeprefix("/join/") for link in links)
        sit_down = {"nonce": nonce()}
        refused = robot.ask("POST", f"/api/invitations/{own}", sit_down, status=403)
        assert refused["code"] == "own_bot"
        table = robot.ask("POST", f"/api/invitations/{others}", sit_down)["table"]
        assert [chair["program"] for chair in table["chairs"]] == [False, True]
        old = robot.http.headers["authorization"]
        ann.ask("POST", f"/api/member/bots/{robot.guest}/token")
        assert robot.ask("GET", "/api/me", status=401)["code"] == "bad_token", old
    assert [bot["name"] for bot in ann.ask("GET", "/api/member/bots")["bots"]] == [name]
    bert.ask("DELETE", f"/api/member/bots/{robot.guest}", status=404)
    ann.ask("DELETE", f"/api/member/bots/{robot.guest}")
    assert ann.ask("GET", "/api/member/bots")["bots"] == []


# ---- with a clock of our own ---------------------------------------------------------------------


def guest(connection: sa.Connection, name: str) -> Guest:
    row = {"id": name, "name": name, "bot": False, "next_secret": "0" * 64}
    connection.execute(sa.insert(rows.guests).values(row | {"created_at": 0, "seen_at": 0}))
    return Guest(name, name, bot=False, member=True)


def friday(connection: sa.Connection, owner: Guest, **more: Any) -> str:
    new = NewArena.model_validate(wants(minutes=5, **more))
    return arenas.open_arena(connection, owner, new, Settings(), 0)


def status(connection: sa.Connection, arena: str, who: str, now: int) -> str:
    return arena_pages.board(connection, arena, now).seen_by(who).you.status


def test_who_does_not_sit_down_pauses_and_the_others_are_paired_again(database: Database) -> None:
    late = offering.OFFERED + 2
    with database.begin() as connection:
        people = [guest(connection, name) for name in ("ann", "bert", "cleo")]
        arena = friday(connection, people[0])
        for one in people[:2]:
            arenas.join(connection, arena, one, 0, 10)
        arenas.go_on(connection, 1, chat=True)
        assert status(connection, arena, "ann", 1) == "found"
        taken = sa.update(rows.chairs).where(rows.chairs.c.reserved_for == "ann")
        connection.execute(taken.values(kind="person", guest_id="ann", reserved_for=None))
        arenas.be_here(connection, arena, "ann", late)
        arenas.join(connection, arena, people[2], late, 10)
        assert not arenas.is_idle(connection, late)
        assert len(arenas.go_on(connection, late, chat=True)) == 1
        assert status(connection, arena, "bert", late) == "away"
        assert status(connection, arena, "ann", late) == "found"
        assert status(connection, arena, "cleo", late) == "found"
        assert arenas.is_idle(connection, late)


def test_who_has_played_is_not_sent_back_to_a_game_that_is_not_counted_yet(
    database: Database,
) -> None:
    with database.begin() as connection:
        people = [guest(connection, name) for name in ("ann", "bert")]
        arena = friday(connection, people[0])
        for one in people:
            arenas.join(connection, arena, one, 0, 10)
        arenas.go_on(connection, 1, chat=True)
        for state, expected in (("playing", "playing"), ("over", "waiting")):
            connection.execute(sa.update(rows.tables).values(status=state))
            assert status(connection, arena, "ann", 1) == expected


def test_an_arena_that_repeats_begins_again_until_it_is_stopped(database: Database) -> None:
    end = 5 * arenas.MINUTE
    with database.begin() as connection:
        ann = guest(connection, "ann")
        arena = friday(connection, ann, repeats=True)
        assert arenas.is_idle(connection, 0)
        arenas.join(connection, arena, ann, 0, 10)
        connection.execute(sa.update(rows.arena_players).values(games=1))
        arenas.go_on(connection, end + 1, chat=True)
        following = arena_pages.board(connection, arena, end + 1).arena.next
        assert following is not None
        line = arena_pages.board(connection, following, end + 1).arena
        assert (line.status, line.starts_at, line.ends_at) == ("running", end + 1, 2 * end + 1)
        arenas.stop_repeating(connection, following, ann)
        arenas.go_on(connection, 3 * end, chat=True)
        assert arena_pages.board(connection, following, 3 * end).arena.next is None


def test_an_arena_that_nobody_plays_in_does_not_begin_again(database: Database) -> None:
    end = 5 * arenas.MINUTE
    with database.begin() as connection:
        arena = friday(connection, guest(connection, "ann"), repeats=True)
        assert arena_pages.board(connection, arena, end - 1).arena.repeats
        assert arenas.is_idle(connection, end + 1)
        arenas.go_on(connection, end + 1, chat=True)
        over = arena_pages.board(connection, arena, end + 1).arena
        assert (over.next, over.repeats) == (None, False), "a bot would wait for the next for ever"
        assert not arenas.does_any_go_on(connection, end + 1)


def test_a_few_members_cannot_fill_the_list_of_arenas(database: Database) -> None:
    with database.begin() as connection:
        honest = guest(connection, "honest")
        mine = friday(connection, honest)
        for n in range(20):
            flooder = guest(connection, f"flooder {n}")
            for _ in range(3):
                friday(connection, flooder, starts_in=10)
        shown = [line.id for line in arena_pages.all_arenas(connection, 0)]
        assert mine in shown
        assert len(shown) == arena_pages.MOST


def test_arenas_that_ended_long_ago_are_deleted(database: Database) -> None:
    with database.begin() as connection:
        arena = friday(connection, guest(connection, "ann"))
        for days, there in ((364, True), (366, False)):
            delete_old(connection, Settings(), days * 86_400_000)
            left = connection.execute(sa.select(rows.arenas.c.id)).scalars()
            assert (arena in left) is there


# ---- several processes ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def processes(
    nursery: Nursery,
    new_database: Callable[[str, Path], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[list[Forked]]:
    """Two processes over one database."""
    folder = tmp_path_factory.mktemp("arenas")
    address = new_database("postgres", folder)
    with several(2, nursery, folder, address, messages_per_second=1000) as servers:
        yield servers


def test_an_arena_over_two_processes_goes_on_when_one_is_killed(processes: list[Forked]) -> None:
    """A game counts once, its winner first, and then those who have not met are paired."""
    ann, bert = member(processes[0], "Ann"), member(processes[1], "Bert")
    arena = ann.ask("POST", "/api/arenas", wants())["arena"]["id"]
    table = play_a_game(ann, bert, arena)
    assert ann.ask("GET", f"/api/tables/{table}")["table"]["arena"] == arena
    processes[0].kill()
    told = scores(bert, arena)
    assert sum(score for score, _ in told.values()) == 2
    assert {games for _, games in told.values()} == {1}
    cleo = member(processes[1], "Cleo")
    until(bert, arena, "waiting")
    assert until(cleo, arena, "found")["table"] == until(bert, arena, "found")["table"]
    processes[0].start()
    assert scores(through(ann, processes[0]), arena) == told | {cleo.me["guest"]: (0, 0)}


def through(person: Person, server: Forked) -> Person:
    person.http.base_url = httpx.URL(server.url)
    return person
