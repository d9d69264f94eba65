"""One policy for limits: every write is metered, by guest and by address, over all processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from caboose.server.host import Host
from caboose.server.http.application import make_app
from caboose.server.http.metering import kind_of
from caboose.server.people.addresses import network_of
from caboose.server.settings import Settings
from caboose.server.storage import rows
from caboose.server.tables.retention import delete_old
from tests.support.server.forked_server import Nursery, forked
from tests.support.server.members import claim
from tests.support.server.people import ME, OPEN, Person, nonce
from tests.support.server.server_thread import Inside, serving

DAY = 86_400_000  # milliseconds
NEW = {"edition": "london", "chairs": [ME, OPEN]}


def open_and_close(person: Person) -> int:
    """Open a table and close it again; the status of the first that is refused, else 200."""
    opened = person.http.post("/api/tables", json={**NEW, "nonce": nonce()})
    if opened.is_success:
        table = opened.json()["table"]["id"]
        return person.http.post(f"/api/tables/{table}/close").status_code
    return opened.status_code


def test_tables_are_not_opened_and_closed_without_end(tmp_path: Path) -> None:
    with serving(tmp_path, tables_per_hour=9) as server:
        ann = Person(server, "Ann")
        assert [open_and_close(ann) for _ in range(5)] == [200, 200, 200, 429, 429]
        body = {"edition": "london", "bots": ["passenger"], "nonce": nonce()}
        refused = ann.http.post("/api/play", json=body)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
        assert int(refused.headers["retry-after"]) > 60
        assert open_and_close(Person(server, "Ben")) == 200


def test_an_address_may_do_as_much_as_so_many_guests(tmp_path: Path) -> None:
    with serving(tmp_path, tables_per_hour=6, guests_per_address=2) as server:
        people = [Person(server, name) for name in ("Ann", "Ben", "Cleo")]
        opened = [open_and_close(person) for person in people for _ in range(2)]
        assert opened == [200, 200, 200, 200, 429, 429]


def test_other_changes_are_metered_too(tmp_path: Path) -> None:
    with serving(tmp_path, changes_per_minute=5) as server:
        ann = Person(server, "Ann")
        table = ann.open_table("london", [ME, OPEN])["table"]["id"]
        made = [ann.http.post(f"/api/tables/{table}/links").status_code for _ in range(7)]
        assert made == [201] * 5 + [429] * 2
        assert ann.http.get(f"/api/tables/{table}").status_code == 200  # looking is free


def test_what_is_refused_counts_as_well(tmp_path: Path) -> None:
    """Or somebody could let the database work without end."""
    with serving(tmp_path, changes_per_minute=5) as server:
        ann = Person(server, "Ann")
        tried = [
            ann.http.post("/api/invitations/sesame", json={"nonce": nonce()}) for _ in "1234567"
        ]
        assert [each.status_code for each in tried] == [410] * 5 + [429] * 2


def test_moves_are_not_held_up_by_other_limits(tmp_path: Path) -> None:
    with serving(tmp_path, changes_per_minute=1, tables_per_hour=3) as server:
        ann = Person(server, "Ann")
        body = {"edition": "london", "bots": ["passenger"], "nonce": nonce()}
        table = ann.ask("POST", "/api/play", body)["table"]["id"]

        async def play() -> None:
            async with ann.look(table) as looking:
                for _ in range(8):
                    while looking.view is None or not looking.view["legal"]:
                        await looking.receive()
                    answer = await looking.play(looking.view["legal"][0])
                    assert answer["t"] == "ack"
                    await looking.until_at(answer["n"])

        asyncio.run(play())


def test_mutes_over_a_socket_are_metered(tmp_path: Path) -> None:
    with serving(tmp_path, changes_per_minute=3) as server:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        table = ann.open_table("london", [ME, OPEN])["table"]["id"]

        async def mute() -> list[str]:
            async with ann.look(table) as looking:
                await looking.until("table")
                for _ in range(4):
                    await looking.send({"t": "mute", "guest": ben.me["guest"]})
                return [(await looking.until("refused"))["code"]]

        assert asyncio.run(mute()) == ["too_fast"]


def test_several_processes_share_the_limits(
    nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    address = new_database("postgres", tmp_path)
    few: dict[str, Any] = {"tables_per_hour": 9, "chat_per_minute": 60, "guests_per_minute": 4}
    with (
        forked(nursery, tmp_path, address, **few) as one,
        forked(nursery, tmp_path, address, **few) as other,
    ):
        ann = Person(one, "Ann")
        there = httpx.Client(base_url=other.url, cookies=ann.http.cookies)
        with there:

            def open_at(client: httpx.Client) -> int:
                return client.post("/api/tables", json={**NEW, "nonce": nonce()}).status_code

            opened = [open_at(client) for client in (ann.http, there) * 3]
            assert opened == [201, 201, 201, 429, 429, 429]
            welcomed = [client.post("/api/guests", json={"name": "B"}) for client in (there,) * 5]
            assert [each.status_code for each in welcomed][-1] == 429


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_address_counts_as_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_guests_of_one_ipv6_network_share_a_limit(tmp_path: Path) -> None:
    with serving(tmp_path, guests_per_minute=1, behind_proxy=True) as server:

        def welcome(address: str) -> int:
            headers = {"x-forwarded-for": address}
            return httpx.post(
                f"{server.url}/api/guests", json={"name": "Anna"}, headers=headers
            ).status_code

        assert welcome("2001:db8:1:2::1") == 201
        assert welcome("2001:db8:1:2:ffff::1") == 429
        assert welcome("2001:db8:1:3::1") == 201


def test_every_route_that_writes_has_a_limit() -> None:
    paths = make_app(Host(Settings(database="sqlite:///none.db"))).openapi()["paths"]
    methods = [(path, method.upper()) for path, said in paths.items() for method in said]
    writing = [(path, method) for path, method in methods if method != "GET"]
    assert len(writing) > 15
    free = {path for path, method in writing if kind_of(path, method) is None}
    of_operator = {path for path in free if path.startswith("/api/operator/")}
    assert free - of_operator == {"/api/tables/{table_id}/actions"}  # see messages_per_second


# ---- what is not kept ----------------------------------------------------------------------------


@pytest.fixture
def inside(tmp_path: Path) -> Any:
    with serving(tmp_path) as server:
        yield server


def is_there(inside: Inside, table: str) -> bool:
    chosen = sa.select(rows.tables.c.id).where(rows.tables.c.id == table)
    return inside.run(inside.host.store.read(lambda c: c.execute(chosen).first())) is not None


def test_a_table_whose_game_has_not_begun_is_deleted_after_a_day(inside: Inside) -> None:
    ann, ben = Person(inside, "Ann"), Person(inside, "Ben")
    waiting, closed, begun = (ann.open_table("london", [ME, OPEN]) for _ in range(3))
    ann.ask("POST", f"/api/tables/{closed['table']['id']}/close")
    ben.accept(begun["invitations"]["1"])
    ann.ask("POST", f"/api/tables/{begun['table']['id']}/start")
    now = inside.host.now()

    def there(later: int) -> list[bool]:
        inside.run(inside.host.tidy(inside.settings, now + later))
        return [is_there(inside, each["table"]["id"]) for each in (waiting, closed, begun)]

    assert there(DAY // 2) == [True, True, True]
    assert there(DAY + 60_000) == [False, False, True]


def test_a_rematch_that_nobody_came_to_can_be_asked_for_again(inside: Inside) -> None:
    ann, ben = Person(inside, "Ann"), Person(inside, "Ben")
    opened = ann.open_table("london", [ME, OPEN])
    table = opened["table"]["id"]
    ben.accept(opened["invitations"]["1"])
    ann.ask("POST", f"/api/tables/{table}/start")
    ann.ask("POST", f"/api/tables/{table}/close")
    first = ann.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})["table"]["id"]
    inside.run(inside.host.tidy(inside.settings, inside.host.now() + DAY + 60_000))
    assert not is_there(inside, first)
    again = ben.ask("POST", f"/api/tables/{table}/rematch", {"nonce": nonce()})["table"]
    assert (again["id"] != first, again["status"]) == (True, "waiting")


def test_only_guests_that_exist_are_removed(inside: Inside) -> None:
    ann = Person(inside, "Ann")
    table = ann.open_table("london", [ME, OPEN])["table"]["id"]
    path = f"/api/tables/{table}/remove"
    assert ann.ask("POST", path, {"guest": "gNobody"}, status=404)["code"] == "not_found"
    chosen = sa.select(sa.func.count()).select_from(rows.removed_spectators)
    count = inside.run(inside.host.store.read(lambda c: c.execute(chosen).scalar_one()))
    assert count == 0


def test_a_members_game_without_moves_is_not_kept_for_ever(inside: Inside) -> None:
    ann, ben = Person(inside, "Ann"), Person(inside, "Ben")
    claim(ann)
    opened = [ann.open_table("london", [ME, OPEN]) for _ in range(2)]
    played, unplayed = (each["table"]["id"] for each in opened)
    for each in opened:
        ben.accept(each["invitations"]["1"])
        ann.ask("POST", f"/api/tables/{each['table']['id']}/start")
        ann.ask("POST", f"/api/tables/{each['table']['id']}/close")
    moves = [
        {"table_id": played, "n": n, "seat": 0, "action": "pass", "digest": 0, "control": "person",
         "played_at": 0}
        for n in range(1, 31)
    ]  # fmt: skip
    inside.run(inside.host.store.write(lambda c: c.execute(sa.insert(rows.actions), moves)))
    later = inside.host.now() + 366 * DAY
    inside.run(inside.host.store.write(lambda c: delete_old(c, inside.settings, later)))
    assert [is_there(inside, each) for each in (played, unplayed)] == [True, False]
