"""What is kept: the same tables in both databases, and plain words when one cannot be used."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import os
import random
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from caboose.engine.record import verify
from caboose.server.host import Host
from caboose.server.people.forgetting import forget_guests
from caboose.server.people.guests import Guest
from caboose.server.protocol.messages import Options
from caboose.server.settings import Settings
from caboose.server.storage import database as databases
from caboose.server.storage import rows
from caboose.server.storage.backup import CannotBackUp, back_up, restore
from caboose.server.storage.database import Database, DatabaseError, take_any_time
from caboose.server.storage.server_facts import keep_fact
from caboose.server.tables import opening, starting
from caboose.server.tables.retention import DAY
from caboose.server.tables.table import Table
from tests.support.server.bare_host import inside, new_game, play, until
from tests.support.server.people import Person
from tests.support.server.raw_client import wait_until
from tests.support.server.server_thread import serving
from tests.support.server.stored_games import Stored

KINDS = ("sqlite", "postgres")
NewDatabase = Callable[[str, Path], str]


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, new_database: NewDatabase, tmp_path: Path) -> str:
    return new_database(request.param, tmp_path)


@contextlib.contextmanager
def opened(address: str) -> Iterator[Database]:
    database = Database(address)
    try:
        yield database
    finally:
        database.close()


# ---- migrations ----------------------------------------------------------------------------------


def test_the_migrations_make_the_tables_that_the_code_speaks_of(address: str) -> None:
    with opened(address) as database:
        database.prepare()
        with database.reading.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, rows.metadata) == []


def test_the_migrations_go_down_and_up_again(address: str) -> None:
    with opened(address) as database:
        database.prepare()
        with database.writing.connect() as connection:
            config = databases._alembic(connection)
            command.downgrade(config, "base")
            connection.commit()
            left = set(sa.inspect(connection).get_table_names()) - {"alembic_version"}
            assert left == set()
            command.upgrade(config, "head")
            connection.commit()
            command.check(config)
        database.prepare()  # nothing is left to do


def leave_as_the_first_version(address: str) -> None:
    """A database that a newer version finds: a guest, and a table that this guest has closed."""
    guest = {"id": "ann", "name": "Annabel", "bot": False, "next_secret": "", "created_at": 0}
    words = {"name": "Annabel's table", "sentence": "Annabel closed the table."}
    table = {"id": "t", "edition": "london", "status": "closed", "owner_id": "ann", "ended_at": 1}
    promise = {"secret": "00" * 32, "commitment": "", "board_digest": "", "rules_version": 1}
    others = {"options": Options().model_dump(), "listed": False, "created_at": 0}
    with opened(address) as database:
        database._make_file()
        with database.writing.connect() as connection:
            command.upgrade(databases._alembic(connection), "0001")
            connection.execute(sa.insert(rows.guests).values(**guest, seen_at=0))
            values = {**table, **words, **promise, **others}
            connection.execute(sa.insert(rows.tables).values(values))
            empty = {"table_id": "t", "kind": "open", "name": "", "control": "person"}
            chairs = [{**empty, "chair": chair} for chair in range(2)]
            connection.execute(sa.insert(rows.chairs), chairs)
            left = {"table_id": "t", "at": 0, "n": 0, "kind": "left"}
            facts = {"chair": 1, "by": "ann"}
            connection.execute(sa.insert(rows.table_log).values(**left, facts=facts))
            said = {"table_id": "t", "at": 0, "guest_id": "ann", "name": "Annabel", "text": "Hm"}
            connection.execute(sa.insert(rows.chat).values(**said, room="onlookers"))
            connection.commit()


def test_a_table_that_ended_under_the_first_version_keeps_its_sentence(address: str) -> None:
    async def look() -> tuple[str | None, str | None]:
        async with inside(address) as host:
            info = (await host.tables.find("t")).info()
            return info.why, info.sentence

    leave_as_the_first_version(address)
    assert asyncio.run(look()) == (None, "Annabel closed the table.")


def test_nobody_is_ready_on_chairs_that_the_first_version_wrote(address: str) -> None:
    leave_as_the_first_version(address)
    with opened(address) as database:
        database.prepare()
    with Stored(address) as stored:
        assert [row.ready for row in stored.all(sa.select(rows.chairs))] == [False, False]


def test_what_onlookers_said_under_the_first_version_spectators_read(address: str) -> None:
    async def recent() -> list[str]:
        async with inside(address) as host:
            return [line.room for line in await host.chat.recent("t")]

    leave_as_the_first_version(address)
    assert asyncio.run(recent()) == ["spectators"]


def test_the_log_that_the_first_version_wrote_names_nobody(address: str) -> None:
    leave_as_the_first_version(address)
    with opened(address) as database:
        database.prepare()
    with Stored(address) as stored:
        (entry,) = stored.all(sa.select(rows.table_log))
        assert entry.facts == {"chair": 1}


def test_who_is_forgotten_leaves_no_name_in_what_the_first_version_wrote(address: str) -> None:
    async def forget() -> None:
        async with inside(address) as host:
            await host.store.write(lambda c: forget_guests(c, ["ann"], host.now()))

    leave_as_the_first_version(address)
    asyncio.run(forget())
    assert "Annabel" not in str(everything(address))
    with Stored(address) as stored:
        assert stored.table("t").why == "by_its_owner"


def test_a_copy_can_be_made_before_the_tables_are_brought_up_to_date(
    address: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    copy, other = tmp_path / "copy", new_database("sqlite", tmp_path)
    leave_as_the_first_version(address)
    back_up(address, copy)
    text = gzip.decompress(copy.read_bytes()).decode()
    assert text.startswith('["caboose backup 1", "0001"]')
    assert "Annabel closed the table." in text
    with pytest.raises(CannotBackUp, match="restore it with the version that made it"):
        restore(copy, other, force=True)
    with Stored(other) as stored:
        assert stored.all(sa.select(rows.tables)) == []


# ---- databases that cannot be used ---------------------------------------------------------------


def serve(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "caboose.cli", "serve", "--port", "0", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "CABOOSE_INTERPRETED": "1"},  # starts quicker
        capture_output=True,
        text=True,
        timeout=120,
    )


def check_sentence(ended: subprocess.CompletedProcess[str], *words: str) -> None:
    """One sentence, exit code 2, no stack trace, and no address at which nobody answers."""
    assert "Caboose is at" not in ended.stdout
    assert ended.returncode == 2, ended.stderr
    said = [line for line in ended.stderr.splitlines() if line.startswith("caboose: ")]
    assert len(said) == 1, ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr
    for word in words:
        assert word in said[0]


@pytest.mark.parametrize("oldest", ["9998", None])
def test_a_database_of_a_newer_version_that_this_one_cannot_use_is_left_alone(
    address: str, oldest: str | None
) -> None:
    with opened(address) as database:
        database.prepare()
        with database.writing.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
            connection.execute(sa.text("DELETE FROM facts WHERE name = 'oldest_version'"))
            if oldest is not None:
                keep_fact(connection, "oldest_version", oldest)
        with pytest.raises(DatabaseError, match="newer version"):
            database.prepare()
        with database.reading.connect() as connection:
            version = connection.execute(sa.text("SELECT version_num FROM alembic_version"))
            assert version.scalar_one() == "9999"


def test_a_database_that_a_newer_version_has_only_added_to_is_used_as_it_is(address: str) -> None:
    with opened(address) as database:
        database.prepare()
        with database.writing.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
            connection.execute(sa.text("ALTER TABLE guests ADD COLUMN hat VARCHAR(9)"))
        database.prepare()
        with database.reading.connect() as connection:
            version = connection.execute(sa.text("SELECT version_num FROM alembic_version"))
            assert version.scalar_one() == "9999"


def test_a_port_that_is_taken_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        database = tmp_path / "kept.db"
        ended = serve(tmp_path, "--port", port, "--database", f"sqlite:///{database}")
    check_sentence(ended, "is taken", "--port")
    assert not database.exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--database", "postgresql://caboose@127.0.0.1:1/games"], "cannot be used"),
        # A folder that nobody, not even the superuser, can write.
        (["--database", "sqlite:////proc/caboose.db"], "cannot be written"),
        (["--database", "sqlite:////proc/games/caboose.db"], "there is no folder"),
        (["--database", "mysql://somewhere/games"], "no other database"),
        (["--database", "sqlite:///:memory:"], "write sqlite:///FILE"),
        (["--lan", "--host", "127.0.0.1"], "leave one of them out"),
        (["--lan", "--host", "::1"], "leave one of them out"),
        (["--lan", "--host", "localhost"], "leave one of them out"),
    ],
)
def test_what_keeps_a_server_from_starting_is_said_in_one_sentence(
    tmp_path: Path, options: list[str], sentence: str
) -> None:
    check_sentence(serve(tmp_path, *options), sentence)


def test_a_file_that_is_no_database_is_not_damaged(tmp_path: Path) -> None:
    file = tmp_path / "letter.db"
    file.write_text("Dear Anna, this is no database.\n" * 100)
    kept = file.read_bytes()
    with opened(f"sqlite:///{file}") as database, pytest.raises(DatabaseError, match="cannot be"):
        database.prepare()
    assert file.read_bytes() == kept


# ---- games that do not fit any more --------------------------------------------------------------


async def play_some(host: Host, table: Table, count: int) -> None:
    for _ in range(count):
        assert table.state is not None
        await play(host, table, table.state.waiting_for()[0])


async def begun(address: str, count: int) -> str:
    """A game of two, so many actions on, whose server is gone again; its table."""
    async with inside(address) as host:
        table, _ = await new_game(host, people=2)
        await play_some(host, table, count)
        return table.id


async def leave(host: Host, table: Table, guest: Guest) -> None:
    """A person leaves, and a bot plays to the end."""
    await host.tables.change(lambda c: starting.leave(c, guest, table.id, host.now()), table.id)


def spoil(address: str, table: str, n: int, **values: Any) -> None:
    actions = rows.actions
    here = (actions.c.table_id == table) & (actions.c.n == n)
    with Stored(address) as stored:
        stored.change(sa.update(actions).where(here).values(**values))


def test_a_game_that_does_not_lead_to_its_digests_is_frozen_and_the_others_go_on(
    address: str,
) -> None:
    async def begin() -> tuple[str, str]:
        async with inside(address) as host:
            bad, _ = await new_game(host, people=2)
            good, _ = await new_game(host, people=2)
            for table in (bad, good):
                await play_some(host, table, 6)
            return bad.id, good.id

    async def go_on(bad: str, good: str) -> None:
        async with inside(address) as host:
            frozen = await host.tables.find(bad)
            assert frozen.meta.status == "frozen"
            assert frozen.meta.why == "does_not_replay"
            assert "frozen; nothing is lost" in str(frozen.meta.sentence)
            assert frozen.at == 3
            answer = await play(host, frozen, 0)
            assert answer.t == "refused"
            assert answer.code == "table_frozen"
            fine = await host.tables.find(good)
            await play_some(host, fine, 2)
            assert fine.at == 8

    bad, good = asyncio.run(begin())
    spoil(address, bad, 4, digest="0" * 16)
    asyncio.run(go_on(bad, good))
    with Stored(address) as stored:
        assert len(stored.actions(bad)) == 6  # nothing is lost
        assert (stored.table(bad).status, stored.table(bad).why) == ("frozen", "does_not_replay")
    asyncio.run(_look_twice(address, bad))


def test_a_frozen_game_tells_nobody_what_somebody_holds_and_is_not_deleted(address: str) -> None:
    async def look(table: str) -> None:
        async with inside(address) as host:
            frozen = await host.tables.find(table)
            assert frozen.meta.status == "frozen"
            assert str(frozen.meta.sentence).endswith("nothing is lost (action 4 is refused.)")
            later = host.now() + 100 * DAY
            assert (await host.tidy(Settings(keep_days=1), later))["deleted"] == 0

    table = asyncio.run(begun(address, 6))
    spoil(address, table, 4, action="claim baker_street-hyde_park")  # nobody could pay for it
    asyncio.run(look(table))


async def _look_twice(address: str, table: str) -> None:
    """A frozen game can be looked at again and again."""
    async with inside(address) as host:
        for _ in range(2):
            assert (await host.tables.find(table)).meta.status == "frozen"
            host.tables.forget(table)


def test_a_game_that_goes_wrong_while_it_is_played_is_frozen(address: str) -> None:
    async def scene() -> None:
        async with inside(address) as host:
            table, _ = await new_game(host, people=2)
            await play_some(host, table, 3)
            (tried,) = table.try_action(
                table.state.waiting_for()[0],  # type: ignore[union-attr]
                str(table.state.legal_actions()[0]),  # type: ignore[union-attr]
                cmd_id="x",
                control="person",
                now=0,
            )
            row = {**asdict(tried.stored), "digest": "f" * 16}  # as another version would have it
            await host.store.write(lambda c: c.execute(sa.insert(rows.actions).values(row)))
            answer = await play(host, table, table.state.waiting_for()[0])  # type: ignore[union-attr]
            assert answer.t == "refused"
            assert answer.code == "table_frozen"
            assert table.at == 3

    asyncio.run(scene())


def test_a_running_game_of_older_rules_that_does_not_replay_is_closed_with_its_score(
    address: str,
) -> None:
    async def look(table_id: str) -> None:
        async with inside(address) as host:
            table = await host.tables.find(table_id)
            assert (table.meta.status, table.meta.why) == ("closed", "older_rules")
            assert "older rules" in str(table.meta.sentence)

    table = asyncio.run(begun(address, 6))
    spoil(address, table, 5, action="claim Nowhere")
    with Stored(address) as stored:
        tables = rows.tables
        stored.change(sa.update(tables).where(tables.c.id == table).values(rules_version=0))
    asyncio.run(look(table))
    with Stored(address) as stored:
        assert stored.table(table).status == "closed"
        (result,) = stored.all(sa.select(rows.results))
        assert not result.finished
        assert len(result.score["seats"]) == 2


def test_a_game_of_older_rules_that_replays_goes_on(address: str) -> None:
    async def go_on(table_id: str) -> None:
        async with inside(address) as host:
            table = await host.tables.find(table_id)
            await play_some(host, table, 2)
            assert table.at == 6

    table = asyncio.run(begun(address, 4))
    with Stored(address) as stored:
        tables = rows.tables
        stored.change(sa.update(tables).where(tables.c.id == table).values(rules_version=0))
    asyncio.run(go_on(table))


def test_a_game_of_the_first_rules_goes_on_under_them_to_its_end(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play_to_the_end(table_id: str) -> None:
        async with inside(address, stand_in="beginner") as host:
            table = await host.tables.find(table_id)
            assert table.game.rules == 1
            await play_some(host, table, 2)
            guests = [chair.guest_id for chair in table.meta.chairs]
            for guest in guests:
                await leave(host, table, Guest(str(guest), "", bot=False))
            await until(lambda: table.meta.status == "over")

    with monkeypatch.context() as older:
        older.setattr(opening, "RULES_VERSION", 1)
        table = asyncio.run(begun(address, 4))
    asyncio.run(play_to_the_end(table))
    with Stored(address) as stored:
        record = stored.record(table)
    assert "\nrules 1\n" in record
    assert verify(record).is_over


def test_a_finished_game_that_does_not_replay_keeps_its_record(
    address: str, tmp_path: Path
) -> None:
    async def play_bots() -> str:
        async with inside(address, stand_in="beginner") as host:
            table, guests = await new_game(host, people=1, bots=("beginner",))
            await leave(host, table, guests[0])
            await until(lambda: table.meta.status == "over")
            return table.id

    table = asyncio.run(play_bots())
    with Stored(address) as stored:
        record = stored.record(table)
        actions = len(stored.actions(table))
    spoil(address, table, 5, digest="0" * 16)
    with serving(tmp_path, database=address) as server:
        ann = Person(server, "Ann")
        assert ann.ask("GET", f"/api/tables/{table}")["table"]["status"] == "over"
        assert ann.ask("GET", f"/api/tables/{table}/record") == record
        whole = ann.ask("GET", f"/api/tables/{table}/record.json")
        assert (whole["record"], len(whole["actions"])) == (record, actions)
    state = verify(record)
    assert state.is_over
    assert state.fields.actions == actions


# ---- copies --------------------------------------------------------------------------------------


def everything(address: str) -> dict[str, list[Any]]:
    with Stored(address) as stored:
        kept = {t.name: stored.all(sa.select(t)) for t in rows.kept_tables()}
    return {name: sorted(map(repr, held)) for name, held in kept.items() if name != "facts"}


async def say_ready(host: Host) -> str:
    """A table that waits, at which one of two has said that they are ready."""
    table, guests = await new_game(host, people=2, start="owner")
    await host.tables.change(lambda c: starting.say_ready(c, guests[1], table.id, True), table.id)
    return table.id


async def talk(host: Host, table: Table) -> None:
    """More lines than a copy is written at a time."""
    line = {"table_id": table.id, "at": 0, "room": "table", "name": "Anna", "text": "Hello"}
    lines = [line] * 1100
    await host.store.write(lambda c: c.execute(sa.insert(rows.chat), lines))


def settled(kept: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """All but what is due, which the server looks after between two glances."""
    return {name: held for name, held in kept.items() if name != "due"}


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_a_copy_of_a_running_server_can_be_restored_into_either_database(
    source: str, target: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    """With more rows than are written at a time, and games that go on afterwards."""
    copy = tmp_path / "copy"
    first, second = new_database(source, tmp_path), new_database(target, tmp_path)

    async def play_and_copy() -> tuple[str, str, dict[str, list[Any]]]:
        async with inside(first, stand_in="beginner") as host:
            waiting = await say_ready(host)
            running, _ = await new_game(host, people=2)
            over, guests = await new_game(host, people=1, bots=("beginner",))
            await leave(host, over, guests[0])
            await talk(host, over)
            await play_some(host, running, 4)
            await until(lambda: over.meta.status == "over" and not running.attended)
            kept = everything(first)
            await asyncio.to_thread(back_up, first, copy)
            return running.id, waiting, kept

    async def go_on(table_id: str, waiting: str) -> None:
        async with inside(second) as host:
            table = await host.tables.find(table_id)
            await play_some(host, table, 2)
            assert table.at == 6
            chairs = (await host.tables.find(waiting)).info().chairs
            assert [chair.ready for chair in chairs] == [False, True]

    table, waiting, kept = asyncio.run(play_and_copy())
    assert len(kept["chat"]) == 1100
    restore(copy, second, force=False)
    assert settled(everything(second)) == settled(kept)
    asyncio.run(go_on(table, waiting))
    with pytest.raises(CannotBackUp, match="--force"):
        restore(copy, second, force=False)
    restore(copy, second, force=True)
    assert settled(everything(second)) == settled(kept)


def flipped(data: bytes, bit: int) -> bytes:
    """A file as a bad disk gives it back."""
    damaged = bytearray(data)
    damaged[bit // 8] ^= 1 << bit % 8
    return bytes(damaged)


def test_half_a_copy_is_refused_and_changes_nothing(address: str, tmp_path: Path) -> None:
    copy, half = tmp_path / "copy", tmp_path / "half"

    asyncio.run(begun(address, 4))
    back_up(address, copy)
    whole = copy.read_bytes()
    text = gzip.decompress(whole)
    kept = everything(address)
    halves = [whole[: len(whole) // 2], gzip.compress(text[: len(text) // 2]), b"", b"no copy"]
    halves.append(gzip.compress(text.replace(b'["end", null]\n', b"")))
    head, end = text.split(b"\n")[0], b'["end", null]\n'
    odd = (b'["guests", {"id": "g", "x": 1}]', b'["guests", 5]', b"[[], {}]", b"5", b"[1]")
    halves += [gzip.compress(b"\n".join((head, line, end))) for line in odd]
    rng, names = random.Random(1), 800  # bits at the start hold a name and a time, too
    halves += [flipped(whole, rng.randrange(names, 8 * len(whole))) for _ in range(40)]
    for content in halves:
        half.write_bytes(content)
        with pytest.raises(CannotBackUp):
            restore(half, address, force=True)
        assert everything(address) == kept


def test_a_copy_may_take_longer_than_a_transaction_may_idle(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    """A stopped server must not hold the others up; a slow disk must not spoil a copy."""
    address = new_database("postgres", tmp_path)
    with opened(address) as database:
        database.prepare()
        with database.reading.connect() as connection:
            take_any_time(connection)
            shown = connection.execute(sa.text("SHOW idle_in_transaction_session_timeout"))
            assert shown.scalar_one() == "0"


def test_a_file_has_one_server_and_is_free_again_when_that_is_gone(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    first, second = Database(address), Database(address)
    first.prepare()
    first.hold()
    with pytest.raises(DatabaseError, match="another server uses"):
        second.hold()
    first.close()
    third = Database(address)
    third.hold()
    third.close()
    second.close()


def test_what_another_server_holds_is_not_brought_up_to_date(tmp_path: Path) -> None:
    games, other = tmp_path / "games.db", tmp_path / "other.db"
    copy = tmp_path / "copy"
    with opened(f"sqlite:///{other}") as database:
        database.prepare()
    back_up(f"sqlite:///{other}", copy)
    with opened(f"sqlite:///{games}") as holding:
        holding.hold()
        check_sentence(serve(tmp_path, "--database", f"sqlite:///{games}"), "another server uses")
        with pytest.raises(CannotBackUp, match="another server uses"):
            restore(copy, f"sqlite:///{games}", force=True)
        assert not games.exists()


def test_a_starting_server_brings_its_tables_up_to_date_once(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    upgrade = command.upgrade

    def note(config: Any, revision: str) -> None:
        made.append(revision)
        upgrade(config, revision)

    monkeypatch.setattr(command, "upgrade", note)
    host = Host(Settings(database=address, bot_workers=0))
    host.store.database.make_ready()

    async def live() -> None:
        await host.start()
        await host.stop()

    asyncio.run(live())
    assert made == ["head"]


def test_nothing_is_restored_into_a_database_that_a_server_uses(
    address: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"

    async def play_and_restore() -> None:
        async with inside(address) as host:
            table, _ = await new_game(host, people=2)
            await play_some(host, table, 2)
            await asyncio.to_thread(back_up, address, copy)
            await play_some(host, table, 2)
            kept = settled(everything(address))
            with pytest.raises(CannotBackUp, match="uses"):
                await asyncio.to_thread(restore, copy, address, force=True)
            assert settled(everything(address)) == kept
            await play_some(host, table, 2)

    def is_restored() -> bool:
        with contextlib.suppress(CannotBackUp):  # PostgreSQL sees a moment later that it is gone
            restore(copy, address, force=True)
            return True
        return False

    asyncio.run(play_and_restore())
    wait_until(is_restored, "that a database nobody uses is restored")


def test_what_holds_keys_and_secrets_is_for_its_owner_alone(tmp_path: Path) -> None:
    address, copy = f"sqlite:///{tmp_path}/kept/games.db", tmp_path / "copy"
    (tmp_path / "kept").mkdir()
    copy.write_text("an older copy")
    copy.chmod(0o644)

    async def begin() -> dict[str, int]:
        async with inside(address) as host:
            await new_game(host, people=2)
            await asyncio.to_thread(back_up, address, copy)
            return {
                file.name: file.stat().st_mode & 0o777 for file in (tmp_path / "kept").iterdir()
            }

    before = os.umask(0o022)
    try:
        modes = asyncio.run(begin())
    finally:
        os.umask(before)
    assert set(modes) == {"games.db", "games.db-wal", "games.db-shm", "games.db.lock"}
    assert set(modes.values()) == {0o600}
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_copy_of_nothing_is_refused_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(CannotBackUp, match="check the address"):
        back_up(f"sqlite:///{tmp_path}/games.db", tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


def test_a_plain_path_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path in ("games.db", str(tmp_path / "over there.db")):
        with opened(path) as database:
            database.prepare()
    assert {file.name for file in tmp_path.glob("*.db")} == {"games.db", "over there.db"}


@pytest.mark.parametrize("name", [":memory:", "file::memory:?uri=true", "file:games?mode=memory"])
def test_games_are_not_kept_in_memory(name: str) -> None:
    with pytest.raises(DatabaseError, match="write sqlite:///FILE"):
        Database(f"sqlite:///{name}")
