"""Nothing of an open deal reaches who has not played it: two worlds with other cards look the same.

Two servers are alike but for the key from which all deals follow. At both Ann plays the daily deal,
a deal of a duel, and one at a table of teams; she holds other cards there, makes other moves and
scores otherwise. Whatever Ben can ask for, who may still play all of them, must be the same bytes.
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

from caboose.server.events import daily, duel_pages
from caboose.server.storage.server_facts import find_or_make
from caboose.server.tables.meta import TableMeta
from tests.support.server.daily_deals import CITY, TODAY, Calendar, begin, end_early, look, play
from tests.support.server.people import Person
from tests.support.server.server_thread import Inside, serving

OPENAPI = json.loads(Path("docs/protocol/openapi.json").read_text("utf-8"))
FOR_THE_OPERATOR = ("/metrics", "/api/operator/")


@dataclass
class World:
    """One of the two servers, with what Ben may know of it by name."""

    inside: Inside
    ann: Person
    ben: Person
    tables: list[str]
    duels: list[str]

    @cached_property
    def drawn(self) -> dict[str, str]:
        """What was drawn at random in this world, and is no secret from Ben."""
        me = self.ben.ask("GET", "/api/me")
        drawn = {"Ann's id": self.ann.me["guest"], "Ben's id": me["guest"]}
        drawn["the key for push"] = self.ben.ask("GET", "/api/push")["key"]
        drawn |= {f"duel {n}": duel for n, duel in enumerate(self.duels)}
        drawn |= {f"table {n}": table for n, table in enumerate(self.tables)}
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
    for person in (ann, ben):
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
    return World(inside, ann, ben, tables, [duel, teams])


def addresses(world: World) -> list[str]:
    """Everything that can be asked for, about each of Ann's deals."""
    values = {
        "table_id": world.tables, "duel": world.duels, "day": [TODAY], "edition": [CITY, "usa"],
        "member": [world.ann.me["guest"]], "name": ["london"], "pool": ["london_2", "london_more"],
        "token": ["nothing"], "arena": ["nothing"],
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
    assert differences(worlds) == []


# ---- the comparison finds what is planted --------------------------------------------------------


def _over(day: str, now: int) -> bool:
    return False


def _not_sealed(meta: TableMeta, guest: str | None) -> None:
    return None


_SHOW = duel_pages.show


def _told_at_once(connection: Any, duel: str, guest: str | None, now: int) -> Any:
    return _SHOW(connection, duel, guest, now + 10**12)


PLANTED: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "a sealed table may be watched": (TableMeta, "why_not_watch", _not_sealed, "/api/tables/"),
    "the day is taken for over": (daily, "is_open", _over, "/api/daily/"),
    "a duel shows the other's results": (duel_pages, "show", _told_at_once, "/api/duels/"),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_leak_planted_on_purpose_is_found(
    planted: str, worlds: list[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, leaking, where = PLANTED[planted]
    monkeypatch.setattr(owner, name, leaking)
    assert any(where in path for path in differences(worlds)), planted
