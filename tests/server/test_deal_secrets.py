"""Nothing of an open deal reaches those who have not played it: two worlds of cards look the same.

Two servers are alike but for the key from which all deals follow. At both Ann plays the daily deal,
a deal of a duel, one at a table of teams, and a game of an arena; she holds other cards there,
makes other moves and scores otherwise. Whatever Ben can ask for, who may still play all of them,
must be the same bytes. (Who watches the arena's game sees what spectators see: `test_secrets.py`.)
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from caboose.server.events import arena_pages, daily, duel_pages
from caboose.server.storage.server_facts import find_or_make
from caboose.server.tables.meta import TableMeta
from tests.support.server.daily_deals import CITY, TODAY, Calendar, begin, end_early, look, play
from tests.support.server.people import Person, nonce
from tests.support.server.server_thread import Inside, serving

OPENAPI = json.loads(Path("docs/protocol/openapi.json").read_text("utf-8"))
FOR_THE_OPERATOR = ("/metrics", "/api/operator/")
SOME_TURNS = 6


@dataclass
class World:
    """One of the two servers, with what Ben may know of it by name."""

    inside: Inside
    ann: Person
    ben: Person
    cleo: Person
    tables: list[str]
    duels: list[str]
    arena: str
    arena_table: str

    @cached_property
    def drawn(self) -> dict[str, str]:
        """What was drawn at random in this world, and is no secret from Ben."""
        me = self.ben.ask("GET", "/api/me")
        drawn = {"Ann's id": self.ann.me["guest"], "Ben's id": me["guest"]}
        drawn["the key for push"] = self.ben.ask("GET", "/api/push")["key"]
        drawn |= {f"duel {n}": duel for n, duel in enumerate(self.duels)}
        drawn |= {f"table {n}": table for n, table in enumerate(self.tables)}
        drawn |= {"the arena": self.arena, "the arena's table": self.arena_table}
        drawn["Cleo's id"] = self.cleo.me["guest"]
        drawn |= {key: value for key, value in me.items() if key == "commitment" and value}
        for device in self.ben.ask("GET", "/api/member")["devices"]:
            drawn["a device"] = device["id"]
        return drawn

    def plain(self, text: str) -> str:
        """A text in which names stand for what was drawn at random."""
        for name, value in self.drawn.items():
            text = text.replace(value, name)
        return text


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[World]]:
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "twin")]
    calendar = Calendar()
    with (
        serving(folders[0], now=calendar) as one,
        serving(folders[1], now=calendar) as twin,
    ):
        yield [scene(one, "0" * 64, 1), scene(twin, "f" * 64, 2)]


def scene(inside: Inside, key: str, seed: int) -> World:
    """Ann has played; Ben follows her, is her rival in a duel, and sits at the other table."""
    inside.host.deals.look_every = 3600
    inside.run(inside.host.store.write(lambda c: find_or_make(c, "deals_key", lambda: key)))
    ann, ben, cleo, dora = (Person(inside, name) for name in ("Ann", "Ben", "Cleo", "Dora"))
    for person in (ann, ben, cleo):
        person.ask("POST", "/api/member", {"name": person.name})
    shown = dict.fromkeys(("ratings", "games", "figures", "tables"), True)
    ann.ask("PUT", "/api/member/shown", shown)
    ben.ask("PUT", f"/api/friends/{ann.me['guest']}")
    duel, teams = (
        ann.ask("POST", "/api/duels", {"edition": "london", "team_of": size})["id"]
        for size in (1, 2)
    )
    ben.ask("POST", f"/api/duels/{duel}/accept")
    for place, person in ((1, cleo), (2, dora), (3, ben)):
        person.ask("POST", f"/api/duels/{teams}/places/{place}")
    tables = [begin(ann)]
    tables += [ann.ask("POST", f"/api/duels/{each}/deals/1")["table"] for each in (duel, teams)]
    for table in tables[:2]:
        play(ann, table, seed)
    end_early((ann, cleo), tables[2])
    look(inside)
    return World(inside, ann, ben, cleo, tables, [duel, teams], *in_an_arena(inside, (ann, cleo)))


def in_an_arena(inside: Inside, two: tuple[Person, Person]) -> tuple[str, str]:
    """A rated game of an arena that goes on, some turns old: the arena, and its table."""
    clock = {"turn_seconds": 600, "bank_seconds": 600}
    wants = {"name": "Friday", "edition": CITY, "seats": 2, "clock": clock, "rated": True}
    arena = two[0].ask("POST", "/api/arenas", wants | {"minutes": 60})["arena"]["id"]
    for person in two:
        person.ask("POST", f"/api/arenas/{arena}/join")
    inside.run(inside.host.usher.look())
    you = two[0].ask("GET", f"/api/arenas/{arena}")["you"]
    for person in two:
        sit = {"nonce": nonce(), "commitment": you["commitment"]}
        person.ask("POST", f"/api/tables/{you['table']}/chairs", sit)
    for _ in range(SOME_TURNS):
        for person in two:
            move(person, you["table"])
    return arena, you["table"]


def move(person: Person, table: str) -> None:
    """Play the first thing that is legal, if it is one's turn."""
    view = person.ask("GET", f"/api/tables/{table}/view")
    if view["legal"]:
        command = {"cmd_id": f"at-{view['at']}", "at": view["at"], "action": view["legal"][0]}
        person.ask("POST", f"/api/tables/{table}/actions", command)


def addresses(world: World) -> list[str]:
    """Everything that can be asked for, about each of Ann's deals."""
    values = {
        "table_id": world.tables, "duel": world.duels, "day": [TODAY], "edition": [CITY, "usa"],
        "member": [world.ann.me["guest"]], "name": ["london"], "pool": ["london_2", "london_more"],
        "token": ["nothing"], "arena": [world.arena],
    }  # fmt: skip
    found = []
    for path, operations in OPENAPI["paths"].items():
        if "get" not in operations or path.startswith(FOR_THE_OPERATOR):
            continue
        asked = [path + {"/api/profile": "?name=Ann"}.get(path, "")]
        asked[0] += "?route=bakerloo" if path.endswith("/route") else ""
        for name, each in values.items():
            if "{" + name + "}" in path:
                asked = [one.replace("{" + name + "}", value) for one in asked for value in each]
        assert "{" not in asked[0], f"say in this test what {path} is asked for"
        found += asked
    return found


def told(world: World) -> dict[str, str]:
    """What Ben is told of all that, and of the tables when he tries to watch them."""
    answers = {world.plain(path): world.plain(ask(world.ben, path)) for path in addresses(world)}
    for n, table in enumerate(world.tables):
        answers[f"socket {n}"] = world.plain(asyncio.run(watch(world.ben, table)))
    return answers


def ask(person: Person, path: str) -> str:
    """The answer to a request; of a stream, which may not end, the first line."""
    with person.http.stream("GET", path) as answer:
        if path.endswith("/stream") and answer.status_code == 200:
            return next(answer.iter_lines())
        return f"{answer.status_code} {answer.read().decode('latin-1')}"


async def watch(person: Person, table: str) -> str:
    try:
        async with person.look(table, -1) as socket:
            return str(socket.frames)
    except Exception as refused:  # noqa: BLE001 - whatever is said is told
        return repr(refused)


def differences(worlds: list[World]) -> list[str]:
    """What Ben could tell the worlds apart by."""
    one, twin = map(told, worlds)
    assert one.keys() == twin.keys()
    return [path for path, answer in one.items() if answer != twin[path]]


def test_who_has_not_played_cannot_tell_which_cards_were_dealt(worlds: list[World]) -> None:
    seen = [[world.inside.table(table) for table in world.tables] for world in worlds]
    for one, twin in zip(*seen, strict=True):
        assert one.meta.secret != twin.meta.secret
        assert one.state is not None
        assert one.state != twin.state
    one, twin = (world.inside.table(world.arena_table) for world in worlds)
    assert one.meta.secret != twin.meta.secret
    assert (one.meta.arena, one.meta.status) == (worlds[0].arena, "playing")
    assert differences(worlds) == []


# ---- the comparison finds what is planted --------------------------------------------------------


def _over(day: str, now: int) -> bool:
    return False


def _not_sealed(meta: TableMeta, guest: str | None) -> None:
    return None


_SHOW = duel_pages.show


def _told_at_once(connection: Any, duel: str, guest: str | None, now: int) -> Any:
    return _SHOW(connection, duel, guest, now + 10**12)


def _named_by_promise(row: Any, place: int, now: int) -> Any:
    return _STANDING(row, place, now).model_copy(update={"name": row.commitment})


_STANDING = arena_pages._standing

PLANTED: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "a sealed table may be watched": (TableMeta, "why_not_watch", _not_sealed, "/api/tables/"),
    "the day is taken for over": (daily, "is_open", _over, "/api/daily/"),
    "a duel shows the other's results": (duel_pages, "show", _told_at_once, "/api/duels/"),
    "standings follow the cards": (arena_pages, "_standing", _named_by_promise, "/api/arenas/"),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_leak_planted_on_purpose_is_found(
    planted: str, worlds: list[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, leaking, where = PLANTED[planted]
    monkeypatch.setattr(owner, name, leaking)
    assert any(where in path for path in differences(worlds)), planted
