"""Finding opponents: seated with people who want the same, with bots or without, by any process."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from caboose.server.events import offering, seeking
from caboose.server.events.usher import Usher
from caboose.server.people.guests import Guest
from caboose.server.protocol.meeting import NewSeek
from caboose.server.storage import rows
from caboose.server.storage.database import Database
from caboose.server.storage.store import Store
from tests.support.server.forked_server import Forked, Nursery, several
from tests.support.server.members import claim
from tests.support.server.people import PATIENCE, Person, nonce
from tests.support.server.server_process import Running
from tests.support.server.server_thread import serving

CLOCK = {"turn_seconds": 45, "bank_seconds": 120}
SOON = 0.1


def wants(edition: str = "london", seats: int = 2, **more: Any) -> dict[str, Any]:
    return {"edition": edition, "seats": seats, "clock": CLOCK, **more}


def until(person: Person, status: str) -> dict[str, Any]:
    """Ask how it stands until it stands so."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        stands: dict[str, Any] = person.ask("GET", "/api/seeks/mine")
        if stands["status"] == status:
            return stands
        time.sleep(SOON)
    raise AssertionError(f"{person.name} is not {status}: {stands}")


def sit(person: Person, stands: dict[str, Any]) -> Any:
    body = {"nonce": nonce(), "commitment": stands["commitment"]}
    return person.ask("POST", f"/api/tables/{stands['table']}/chairs", body)


def test_two_who_want_the_same_are_seated_and_the_game_begins(server: Running) -> None:
    ann, bert, other = (Person(server, name) for name in ("Ann", "Bert", "Cleo"))
    other.ask("POST", "/api/seeks", wants(seats=3))
    assert ann.ask("POST", "/api/seeks", wants())["people"] == 1
    bert.ask("POST", "/api/seeks", wants())
    one, two = until(ann, "found"), until(bert, "found")
    assert one["table"] == two["table"]
    assert one["commitment"] == two["commitment"]
    sit(ann, one)
    began = sit(bert, two)["table"]
    assert (began["status"], began["owner"]) == ("playing", None)
    assert [chair["kind"] for chair in began["chairs"]] == ["person", "person"]
    assert began["options"]["clock"] == CLOCK
    assert until(ann, "seated")["table"] == until(bert, "seated")["table"] == began["id"]
    assert until(other, "waiting")["people"] == 1
    other.ask("DELETE", "/api/seeks/mine")
    assert other.ask("GET", "/api/seeks/mine")["status"] == "none"


def test_nobody_else_takes_a_seat_that_was_found(server: Running) -> None:
    ann, bert, eve = (Person(server, name) for name in ("Ann", "Bert", "Eve"))
    ann.ask("POST", "/api/seeks", wants("usa"))
    bert.ask("POST", "/api/seeks", wants("usa"))
    found = until(ann, "found")
    body = {"nonce": nonce(), "commitment": found["commitment"]}
    refused = eve.ask("POST", f"/api/tables/{found['table']}/chairs", body, status=403)
    assert refused["code"] == "by_invitation"


def test_bots_fill_the_table_for_those_who_want_them(server: Running) -> None:
    ann = Person(server, "Ann")
    ann.ask("POST", "/api/seeks", wants("new_york", 3, bots_after=0))
    began = sit(ann, until(ann, "found"))["table"]
    assert began["status"] == "playing"
    assert sorted(chair["kind"] for chair in began["chairs"]) == ["bot", "bot", "person"]


def test_everybody_sees_how_many_wait(server: Running) -> None:
    people = [Person(server, name) for name in ("Ann", "Bert", "Cleo")]
    for number, person in enumerate(people, 1):
        assert person.ask("POST", "/api/seeks", wants("usa", 5))["people"] == number
    assert until(people[0], "waiting")["people"] == 3
    waiting = people[0].ask("GET", "/api/seeks")["waiting"]
    mine = [each for each in waiting if (each["edition"], each["seats"]) == ("usa", 5)]
    assert [each["people"] for each in mine] == [3]


def test_rated_is_for_members_with_a_clock_of_the_day(server: Running) -> None:
    ann = Person(server, "Ann")
    refused = ann.ask("POST", "/api/seeks", wants(rated=True), status=403)
    assert refused["code"] == "not_member"
    slow = {**wants(), "clock": {"turn_seconds": 86_400}}
    assert ann.ask("POST", "/api/seeks", slow, status=422)["code"] == "live_clock"
    assert ann.ask("POST", "/api/seeks", wants("own:x"), status=422)["code"] == "built_in_only"
    assert ann.ask("POST", "/api/seeks", wants("london", 5), status=422)["code"] == "wrong_seats"
    members = [Person(server, "Rita"), Person(server, "Rolf")]
    for member in members:
        claim(member)
        member.ask("POST", "/api/seeks", wants(rated=True))
    for member in members:
        began = sit(member, until(member, "found"))["table"]
    assert began["options"]["rated"]


class Questions:
    """A store that counts what it is asked."""

    def __init__(self, store: Store) -> None:
        self.store, self.number = store, 0

    async def read(self, work: Any) -> Any:
        self.number += 1
        return await self.store.read(work)


def test_where_nobody_waits_the_usher_asks_one_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nearly always nobody does, and it looks again and again."""
    with serving(tmp_path) as server:
        host = server.host
        usher, questions = Usher(host.tables, host.bells, host.now), Questions(host.store)
        monkeypatch.setattr(usher, "_store", questions)
        assert not server.run(usher.look())
        assert questions.number == 1
        Person(server, "Ann").ask("POST", "/api/seeks", wants())
        assert server.run(usher.look())


def test_many_who_wait_are_read_by_as_few_questions_as_one(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    database.make_ready()
    asked: list[str] = []
    sa.event.listen(database.reading, "before_cursor_execute", lambda *said: asked.append(said[2]))
    for number in (1, 60):
        with database.begin() as connection:
            for n in range(number):
                seek(connection, f"{number} {n}", 0, seats=3, rated=False)
        asked.clear()
        with database.reading.connect() as connection:
            seeking.is_idle(connection, 1)
            assert seeking.stands(connection, f"{number} 0", 1).status == "waiting"
        assert len([each for each in asked if each.startswith("SELECT")]) <= 7
    database.close()


# ---- with a clock of our own ---------------------------------------------------------------------


def guest(connection: sa.Connection, name: str) -> Guest:
    row = {"id": name, "name": name, "bot": False, "next_secret": "0" * 64}
    connection.execute(sa.insert(rows.guests).values(row | {"created_at": 0, "seen_at": 0}))
    return Guest(name, name, False)


def seek(connection: sa.Connection, name: str, now: int, **more: Any) -> None:
    wanted = NewSeek.model_validate(wants(**more))
    seeking.begin(connection, guest(connection, name), wanted, now)


def test_who_has_gone_away_is_not_seated_and_comes_back_to_their_place(database: Database) -> None:
    later = seeking.HERE + 1
    with database.begin() as connection:
        seek(connection, "ann", 0)
        seek(connection, "bert", later)
        seeking.seat_all(connection, later, chat=True)
        assert seeking.stands(connection, "bert", later).status == "waiting"
        assert seeking.stands(connection, "bert", later).people == 1
        seeking.be_here(connection, "ann", later)
        assert seeking.stands(connection, "ann", later).since == 0
        seeking.seat_all(connection, later, chat=True)
        assert seeking.stands(connection, "ann", later).status == "found"
        assert seeking.stands(connection, "bert", later).status == "found"


def test_who_does_not_sit_down_holds_nobody_up(database: Database) -> None:
    """The others are free again, in their place; the one who has not come waits no longer."""
    late = offering.OFFERED + 1
    with database.begin() as connection:
        seek(connection, "ann", 0)
        seek(connection, "bert", 10)
        seeking.seat_all(connection, 20, chat=True)
        table = seeking.stands(connection, "ann", 20).table
        taken = sa.update(rows.chairs).where(rows.chairs.c.reserved_for == "ann")
        connection.execute(taken.values(kind="person", guest_id="ann", reserved_for=None))
        for name in ("ann", "bert"):
            seeking.be_here(connection, name, late + 20)
        assert not seeking.is_idle(connection, late + 20)
        assert seeking.seat_all(connection, late + 20, chat=True) == [table]
        assert seeking.stands(connection, "bert", late + 20).status == "none"
        ann = seeking.stands(connection, "ann", late + 20)
        assert (ann.status, ann.since, ann.table) == ("waiting", 0, None)
        seek(connection, "cleo", late + 20)
        seeking.seat_all(connection, late + 20, chat=True)
        assert seeking.stands(connection, "ann", late + 20).status == "found"


def test_who_is_long_gone_is_forgotten(database: Database) -> None:
    with database.begin() as connection:
        seek(connection, "ann", 0)
        end = seeking.HERE + seeking.KEPT + 1
        assert not seeking.is_idle(connection, end)
        seeking.seat_all(connection, end, chat=True)
        assert seeking.stands(connection, "ann", end).status == "none"
        assert seeking.is_idle(connection, end)


# ---- several processes ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def processes(
    nursery: Nursery,
    new_database: Callable[[str, Path], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[list[Forked]]:
    """Two processes over one database."""
    folder = tmp_path_factory.mktemp("seeking")
    address = new_database("postgres", folder)
    with several(2, nursery, folder, address) as servers:
        yield servers


def test_many_who_seek_through_two_processes_are_seated_once_each(
    processes: list[Forked],
) -> None:
    people = [Person(processes[n % 2], f"Seeker {n}") for n in range(8)]
    for person in people:
        person.ask("POST", "/api/seeks", wants())
    seated: dict[str, list[str]] = {}
    for person in people:
        stands = until(person, "found")
        seated.setdefault(stands["table"], []).append(person.name)
        sit(person, stands)
    assert [len(them) for them in seated.values()] == [2, 2, 2, 2]
    assert all(until(person, "seated")["table"] in seated for person in people)


def through(person: Person, server: Forked) -> Person:
    """The same browser, led to another process."""
    moved = Person.__new__(Person)
    http = httpx.Client(base_url=server.url, timeout=PATIENCE, cookies=person.http.cookies)
    moved.__dict__.update(person.__dict__, server=server, http=http)
    weakref.finalize(moved, http.close)
    return moved


def test_a_process_that_is_killed_loses_nobody_who_waits(processes: list[Forked]) -> None:
    """Also in the moment in which a table was found, and before all have sat down."""
    ann, bert, cleo = (
        Person(processes[n], name) for n, name in ((0, "Ann"), (1, "Bert"), (1, "Cleo"))
    )
    before = ann.ask("POST", "/api/seeks", wants("usa", 3))["since"]
    bert.ask("POST", "/api/seeks", wants("usa", 3))
    processes[0].kill()
    ann = through(ann, processes[1])
    assert until(ann, "waiting")["since"] == before
    cleo.ask("POST", "/api/seeks", wants("usa", 3))
    sit(cleo, until(cleo, "found"))
    sit(ann, until(ann, "found"))
    processes[1].kill()
    processes[0].start()
    bert, ann = through(bert, processes[0]), through(ann, processes[0])
    assert sit(bert, until(bert, "found"))["table"]["status"] == "playing"
    assert until(ann, "seated")
    processes[1].start()
