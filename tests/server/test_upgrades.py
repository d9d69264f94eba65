"""A new version comes while people play: it plays beside the old one, which then makes room."""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory

from caboose.server.events.deals import day_of
from caboose.server.host import clock_time
from caboose.server.storage import database as databases
from caboose.server.storage import rows
from caboose.server.storage.database import MIGRATIONS, Database
from caboose.server.storage.server_facts import read_fact
from tests.support.server.forked_server import Forked, Nursery
from tests.support.server.members import claim, some_name
from tests.support.server.people import Person
from tests.support.server.retrying_player import Player, new_client, new_person, sit_down
from tests.support.server.stored_games import Stored, check_game

NewDatabase = Callable[[str, Path], str]
FIRST_UNDER_THE_RULE = 5  # the step that began to write down the oldest version that works

# What the next version may do to each table: it adds, in every allowed way.
NEXT_STEP = '''
"""Add whatever may be added."""
import sqlalchemy as sa
from alembic import op

revision = "{next}"
down_revision = "{head}"


def upgrade():
    for table in {tables}:
        op.add_column(table, sa.Column("hat", sa.String(9)))
        op.add_column(table, sa.Column("hats", sa.Integer, nullable=False, server_default="3"))
    op.create_index("ix_actions_hat", "actions", ["hat"])
    op.create_table(
        "hats",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE")),
    )
'''


@pytest.fixture
def next_migrations(tmp_path: Path) -> Path:
    """The steps of this version and one more."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    head = str(ScriptDirectory(str(MIGRATIONS)).get_current_head())
    tables = sorted(rows.metadata.tables)
    step = NEXT_STEP.format(head=head, next=f"{int(head) + 1:04}", tables=tables)
    (folder / "versions" / "add_hats.py").write_text(step, "utf-8")
    return folder


def test_an_old_and_a_new_version_play_side_by_side_until_the_old_one_makes_room(
    nursery: Nursery, new_database: NewDatabase, next_migrations: Path, tmp_path: Path
) -> None:
    """Some people begin in the old one and end in the new one; the others sit in both at once."""
    address = new_database("postgres", tmp_path)
    old = Forked(nursery, tmp_path, address, messages_per_second=1000)
    new = Forked(nursery, tmp_path, address, messages_per_second=1000)
    new.migrations = next_migrations

    async def scene() -> list[list[Player]]:
        async with new_client() as client, asyncio.TaskGroup() as tasks:
            first = [await _begin(client, tasks, [[old, new], [old, new]], bots) for bots in BOTS]
            await _seen(first, 3)
            for player in _each(first):
                player.pause = 1.0  # they think while the new version brings the tables up to date
            await asyncio.to_thread(new.start)
            members = await asyncio.to_thread(_use_the_club, old)
            await asyncio.to_thread(_use_the_club, new, *members)
            second = [await _begin(client, tasks, [[old, new], [new, old]], bots) for bots in BOTS]
            await _seen(second, 8)
            assert not any(player.is_over for player in _each([*first, *second]))
            assert await asyncio.to_thread(old.stop) == 0
            for player in _each([*first, *second]):
                player.pause = 0.0
        return [*first, *second]

    try:
        old.start()
        games = asyncio.run(scene())
        with Stored(address) as stored:
            for players in games:
                check_game(stored, players)
            for table in ("actions", *CLUB):
                hats = stored.all(sa.text(f"SELECT hats FROM {table}"))
                assert {row.hats for row in hats} == {3}, table
        old.start()  # it can come back, as long as nothing is taken away
        assert [line for line in old.lines if '"newer_database"' in line]
        said = [*old.lines, *new.lines]
        assert not [line for line in said if "Traceback" in line]
    finally:
        old.end()
        new.end()


# Where the members below leave something.
CLUB: tuple[str, ...] = (
    "members",
    "recovery_codes",
    "follows",
    "attempts",
    "duels",
    "duel_places",
    "seekers",
)
CLUB += ("arenas", "arena_players", "member_bots", "table_log", "facts")
CLOCK = {"turn_seconds": 45, "bank_seconds": 120}
GAME = {"edition": "london", "seats": 2, "clock": CLOCK}


def _use_the_club(server: Forked, *before: Person) -> tuple[Person, Person]:
    """Two members do there what members do; one from the other version stays a member."""
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    for person in (ann, ben):
        claim(person)
    for friend in (ben, *before):
        ann.ask("PUT", f"/api/friends/{friend.me['guest']}")
    today = day_of(clock_time())
    table = ann.ask("POST", f"/api/daily/{today}/usa")["table"]
    ann.ask("POST", f"/api/tables/{table}/actions", {"cmd_id": "a", "at": 0, "action": "keep 1 2"})
    duel = {"edition": "london", "scoring": "imps"}
    ben.ask("POST", f"/api/duels/{ann.ask('POST', '/api/duels', duel)['id']}/accept")
    ann.ask("POST", "/api/duels", {**duel, "team_of": 2})
    ann.ask("POST", "/api/seeks", {**GAME, "seats": 4})
    ben.ask("POST", "/api/member/bots", {"name": some_name()})
    asked = {"name": "Arena", "minutes": 30, "starts_in": 0, "entry": "all", **GAME}
    arena = ben.ask("POST", "/api/arenas", asked)["arena"]["id"]
    ben.ask("POST", f"/api/arenas/{arena}/join")
    return ann, ben


BOTS: tuple[list[str], ...] = ([], ["express"])
PAUSE = 0.2  # seconds of thinking, so that no game is over before the old version is


async def _begin(
    client: Any, tasks: asyncio.TaskGroup, servers: list[list[Forked]], bots: list[str]
) -> list[Player]:
    """A game whose people know these servers, each in an order of their own."""
    people = [await new_person(client, list(known), "Person") for known in servers]
    players = await sit_down(people, "london", bots, random.Random(6), order="given")
    for player in players:
        player.pause = PAUSE
        tasks.create_task(player.play_over_socket())
    return players


async def _seen(games: list[list[Player]], least: int) -> None:
    """Until everybody has seen that many steps."""
    while min(len(player.steps) for player in _each(games)) < least:
        await asyncio.sleep(0.02)


def _each(games: list[list[Player]]) -> Iterator[Player]:
    return itertools.chain(*games)


# ---- the rule by which that is so ----------------------------------------------------------------


def test_every_step_that_takes_something_away_says_which_versions_still_work(
    tmp_path: Path,
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    database._make_file()
    with database.writing.connect() as connection:
        config = databases._alembic(connection)
        steps = list(ScriptDirectory.from_config(config).walk_revisions())[::-1]
        before: dict[str, Any] = {}
        for step in steps:
            command.upgrade(config, step.revision)
            connection.commit()
            after = _columns(connection)
            number = int(step.revision)
            if number >= FIRST_UNDER_THE_RULE and not _only_adds(before, after):
                assert read_fact(connection, "oldest_version") == str(number), step.path
            before = after
        connection.rollback()
    database.close()
    numbers = [int(step.revision) for step in steps]
    assert numbers == list(range(1, len(steps) + 1))  # the rule compares them


@pytest.mark.parametrize(
    ("after", "adds"),
    [
        ({"tables": {"id": ("VARCHAR(40)", False, False)}}, True),
        ({"tables": {"id": ("VARCHAR(40)", False, False)}, "hats": {}}, True),
        ({"tables": {"id": ("VARCHAR(40)", False, False), "hat": ("INT", True, False)}}, True),
        ({"tables": {"id": ("VARCHAR(40)", False, False), "hat": ("INT", False, True)}}, True),
        ({"tables": {"id": ("VARCHAR(40)", False, False), "hat": ("INT", False, False)}}, False),
        ({"tables": {"id": ("VARCHAR(20)", False, False)}}, False),
        ({"tables": {"number": ("VARCHAR(40)", False, False)}}, False),
        ({}, False),
    ],
)
def test_what_only_adds_is_told_from_what_takes_away(after: dict[str, Any], adds: bool) -> None:
    before = {"tables": {"id": ("VARCHAR(40)", False, False)}}
    assert _only_adds(before, after) == adds


def _columns(connection: sa.Connection) -> dict[str, Any]:
    """Of each table, each column's type, whether it may be empty, and whether it has a default."""
    seen = sa.inspect(connection)
    return {
        table: {
            column["name"]: (str(column["type"]), column["nullable"], column["default"] is not None)
            for column in seen.get_columns(table)
        }
        for table in seen.get_table_names()
    }


def _only_adds(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Can whoever knows the tables as they were before go on reading and writing them?"""
    for table, columns in before.items():
        left = after.get(table)
        if left is None or any(left.get(name) != column for name, column in columns.items()):
            return False
        new = [column for name, column in left.items() if name not in columns]
        if any(not may_be_empty and not has_default for _, may_be_empty, has_default in new):
            return False
    return True
