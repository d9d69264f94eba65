"""Things that happen in the same instant: nothing is doubled, and nothing is left lying."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from caboose.server.host import Host
from caboose.server.live.bus import present_word
from caboose.server.live.viewer import Viewer
from caboose.server.people.guests import Guest
from caboose.server.protocol.bodies import NewChair, NewTable
from caboose.server.protocol.closures import BY_ITS_OWNER
from caboose.server.protocol.messages import Ack
from caboose.server.protocol.refusals import Refusal
from caboose.server.storage import rows
from caboose.server.storage.append import Append
from caboose.server.storage.database import Database
from caboose.server.storage.notify import LONGEST_WORD
from caboose.server.storage.statements import upsert_due
from caboose.server.storage.store import NotStored, Store
from caboose.server.tables import starting
from caboose.server.tables.closing import close_table
from caboose.server.tables.opening import open_table
from caboose.server.tables.seating import Seated
from caboose.server.tables.table import Table
from tests.support.server.bare_host import inside, new_game, play, until
from tests.support.server.people import PATIENCE, nonce
from tests.support.server.stored_games import Stored


def address(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.db'}"


def keeping(table: Table, seat: int = 0, cmd_id: str = "a", due_at: int | None = None) -> Append:
    """A seat's first tickets, as they would be stored."""
    tried = table.try_action(seat, "keep 1", cmd_id=cmd_id, control="person", now=0)
    return Append(table.id, tuple(each.stored for each in tried), due_at=due_at)


async def count_actions(host: Host, table: Table) -> int:
    counted = sa.select(sa.func.count()).where(rows.actions.c.table_id == table.id)
    return int(await host.store.read(lambda c: c.execute(counted).scalar_one()))


def test_an_action_is_shown_though_its_sender_is_gone_before_it_is_stored(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=2)
            other = Viewer(table, None, "", None, 0, host.now)
            table.viewers.add(other)
            playing = asyncio.create_task(play(host, table, 0, cmd_id="a"))
            await asyncio.sleep(0)  # it waits to be stored
            playing.cancel()
            await until(lambda: table.at == 1)
            assert await count_actions(host, table) == 1
            assert other._news.is_set()

    asyncio.run(scene())


def test_of_two_actions_with_one_number_in_one_commit_one_is_first(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=2)
            entries = [keeping(table, seat, cmd_id=f"c{seat}") for seat in (0, 1)]
            first = await asyncio.gather(*(host.store.append(entry) for entry in entries))
            assert sorted(first) == [False, True]

    asyncio.run(scene())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_who_comes_too_late_at_one_table_holds_up_no_other(
    kind: str, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    async def scene() -> None:
        async with inside(new_database(kind, tmp_path)) as host:
            tables = [(await new_game(host, people=2))[0] for _ in range(5)]
            entries = [keeping(table) for table in tables]
            assert await host.store.append(entries[3])  # as if by another process
            first = await asyncio.gather(*(host.store.append(entry) for entry in entries))
            assert first == [True, True, True, False, True]
            assert [await count_actions(host, table) for table in tables] == [1] * 5

    asyncio.run(scene())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_of_tables_opened_at_once_under_one_promise_only_one_is_opened(
    kind: str, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    shared = new_database(kind, tmp_path)

    async def open_one(host: Host, guest: Guest, seen: str) -> Seated:
        chairs = [NewChair(kind="me"), NewChair(kind="open")]
        new = NewTable(edition="london", chairs=chairs, nonce=nonce(), commitment=seen)
        what = host.boards.find("london")
        return await host.tables.change(lambda c: open_table(c, guest, new, what, host.now(), 9))

    async def scene() -> str:
        async with AsyncExitStack() as hosts:
            one = await hosts.enter_async_context(inside(shared))
            is_file = kind == "sqlite"  # has one process only
            other = one if is_file else await hosts.enter_async_context(inside(shared))
            guest, _ = await one.guests.welcome("Ann")
            seen = await one.guests.promise_to(guest)
            tries = [open_one(host, guest, seen) for host in (one, other) * 3]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            refused = [each.code for each in answers if isinstance(each, Refusal)]
            assert refused == ["other_promise"] * 5, answers
            await open_one(other, guest, await other.guests.promise_to(guest))
            return seen

    seen = asyncio.run(scene())
    with Stored(shared) as stored:
        tables = stored.all(sa.select(rows.tables).order_by(rows.tables.c.created_at))
        assert len(tables) == len({table.commitment for table in tables}) == 2
        assert seen in {table.commitment for table in tables}
        assert len(stored.all(sa.select(rows.chairs))) == 4
        assert len(stored.all(sa.select(rows.table_log))) == 4  # opened and sat down, each


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nothing_is_stored_after_a_table_was_closed(
    kind: str, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    async def scene() -> None:
        async with inside(new_database(kind, tmp_path)) as host:
            table, _ = await new_game(host, people=2)
            entry = keeping(table, due_at=host.now())
            assert await close_table(host.tables, table, BY_ITS_OWNER, host.now())
            assert not await close_table(host.tables, table, BY_ITS_OWNER, host.now())
            late = await host.store.append(entry)
            assert not late  # another process, which has not heard of it
            assert await count_actions(host, table) == 0
            assert not await host.store.read(partial(_is_due, table))

    asyncio.run(scene())


def test_a_process_that_has_not_heard_of_the_end_refuses_what_comes_after(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=2)
            ended = sa.update(rows.tables).where(rows.tables.c.id == table.id)
            await host.store.write(lambda c: c.execute(ended.values(status="closed")))
            assert table.meta.status == "playing"
            answer = await play(host, table, 0)
            assert answer.t == "refused"
            assert answer.code == "table_closed"

    asyncio.run(scene())


def test_a_table_is_closed_with_all_that_other_processes_have_stored(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=2)
            assert await host.store.append(keeping(table))
            assert table.at == 0
            assert await close_table(host.tables, table, BY_ITS_OWNER, host.now())
            assert table.at == 1
        with Stored(address(tmp_path)) as stored:
            assert [line.n for line in stored.log(table.id, "closed")] == [1]

    asyncio.run(scene())


def test_what_is_due_at_a_table_that_has_ended_is_forgotten(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=2)
            assert await close_table(host.tables, table, BY_ITS_OWNER, host.now())
            row = {"table_id": table.id, "at": 0, "taken_until": 0}
            await host.store.write(partial(upsert_due, rows=[row]))
            while await host.store.read(partial(_is_due, table)):
                await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))


def test_a_game_that_begins_while_its_table_is_let_go_stays_due(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, guests = await new_game(host, people=1, bots=("beginner",), start="owner")
            assert table.meta.status == "waiting"
            # As stored by a turn of the event loop that this process has not come to yet.
            await host.store.write(lambda c: starting.start(c, guests[0], table.id, host.now()))
            host.attendant._attend_soon(table)
            await until(lambda: not table.attended)
            assert await host.store.read(partial(_is_due, table))
            await host.tables.reload(table)
            await until(lambda: table.at == 1)  # the bot has chosen its tickets

    asyncio.run(scene())


def test_a_change_that_is_stored_while_a_table_is_read_is_seen(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, guests = await new_game(host, people=1, bots=("beginner",), start="owner")
            host.tables.forget(table.id)
            read = host.store.read

            async def read_and_be_overtaken(work: Any) -> Any:
                found = await read(work)
                host.store.read = read  # type: ignore[method-assign]
                begin = partial(starting.start, guest=guests[0], table=table.id, now=host.now())
                await host.tables.change(begin, table.id)
                return found

            host.store.read = read_and_be_overtaken  # type: ignore[method-assign]
            assert (await host.tables.find(table.id)).meta.status == "playing"

    asyncio.run(scene())


def test_an_action_for_a_seat_that_is_refused_is_known(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=1, bots=("beginner",), start="owner")
            choose = host.bots.choose

            async def choose_badly(name: str, view: Any, legal: Any, seed: int) -> Any:
                return "keep 1 2 3 4 5"

            host.bots.choose = choose_badly  # type: ignore[method-assign]
            owner = Guest(str(table.meta.owner_id), "Person 0", False)
            begin = partial(starting.start, guest=owner, table=table.id, now=host.now())
            with caplog.at_level("ERROR", "caboose"):
                await host.tables.change(begin, table.id)
                await until(lambda: "attending_failed" in caplog.text)
            assert "you" not in caplog.text.lower().split("traceback")[0]
            host.bots.choose = choose  # type: ignore[method-assign]

    asyncio.run(scene())


def test_a_table_that_cannot_be_stored_does_not_hold_up_the_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            good, _ = await new_game(host, people=2)
            bad, _ = await new_game(host, people=2)
            await host.store.write(
                lambda c: c.execute(sa.delete(rows.tables).where(rows.tables.c.id == bad.id))
            )
            answers = await asyncio.gather(play(host, good, 0), play(host, bad, 0))
            assert isinstance(answers[0], Ack)
            assert answers[1].t == "refused"
            assert answers[1].code == "table_closed"

    asyncio.run(scene())


def test_a_table_is_loaded_once_though_who_asked_for_it_is_gone(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=2)
            await until(lambda: not host.tables._loading)
            host.tables.forget(table.id)
            load, loads = host.tables._load, []

            async def count_and_load(name: str) -> Table:
                loads.append(name)
                return await load(name)

            setattr(host.tables, "_load", count_and_load)  # noqa: B010 - in place of a method
            asking = asyncio.create_task(host.tables.find(table.id))
            await asyncio.sleep(0)
            asking.cancel()
            await asyncio.gather(*(host.tables.find(table.id) for _ in range(5)))
            assert loads == [table.id]

    asyncio.run(scene())


def test_an_action_that_is_read_again_while_it_is_stored_is_played_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=2)
            append = host.store.append

            async def append_and_be_overtaken(entry: Append) -> bool:
                first = await append(entry)
                await host.tables.catch_up(table)
                return first

            host.store.append = append_and_be_overtaken  # type: ignore[method-assign]
            await play(host, table, 0)
            assert table.at == 1
            assert table.state is not None
            assert table.state.fields.actions == 1

    asyncio.run(scene())


def test_who_left_a_chair_sees_nothing_of_who_sits_there_next(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, guests = await new_game(host, people=2, start="owner")
            left = guests[1]
            viewer = Viewer(table, left.id, left.name, 1, 0, host.now)
            table.viewers.add(viewer)
            await host.tables.change(
                lambda c: starting.leave(c, left, table.id, host.now()), table.id
            )
            assert viewer.chair is None
            assert viewer.seat is None

    asyncio.run(scene())


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_plays_for_who_left_also_after_a_crash(tmp_path: Path, seat: int) -> None:
    async def leave_and_crash() -> str:
        async with inside(address(tmp_path)) as host:
            table, guests = await new_game(host, people=2)
            due = sa.select(rows.due)
            while await host.store.read(lambda c: c.execute(due).first()) is not None:
                await asyncio.sleep(0.02)  # until the attendant has seen that nothing is due
            host.tables.forget(table.id)  # nobody is told
            await host.store.write(lambda c: starting.leave(c, guests[seat], table.id, host.now()))
            return table.id

    async def come_back(table_id: str) -> None:
        async with inside(address(tmp_path)) as host:
            await until(lambda: host.tables.peek(table_id) is not None)
            table = await host.tables.find(table_id)
            await until(lambda: table.at == 1)
            assert table.steps[1].seat == seat

    asyncio.run(come_back(asyncio.run(leave_and_crash())))


def test_a_bot_plays_for_who_leaves_while_the_attendant_leaves_the_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path), stand_in="beginner") as host:
            table, guests = await new_game(host, people=1, bots=("beginner",))
            left = asyncio.Event()
            write = host.store.write

            async def leave_meanwhile(work: Any) -> Any:
                """Stored before the attendant writes, known here before it has written."""
                leaves_the_table = table.at == 1 and table.lock.locked() and table.attended
                if left.is_set() or not leaves_the_table:
                    return await write(work)
                left.set()
                await write(partial(_leave, guests[0], table, host))
                result = await write(work)
                assert await host.store.read(partial(_is_due, table))  # a crash changes nothing
                knowing = asyncio.create_task(host.tables.change(_change_nothing, table.id))
                await asyncio.sleep(0.1)
                told.append(knowing)
                return result

            told: list[asyncio.Task[None]] = []
            host.store.write = leave_meanwhile  # type: ignore[method-assign]
            await asyncio.wait_for(left.wait(), PATIENCE)
            await until(lambda: table.meta.status == "over")

    asyncio.run(scene())


def test_a_game_that_ends_while_its_table_is_read_again_is_over(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=2)
            read = host.store.read

            async def read_slowly(work: Any) -> Any:
                found = await read(work)
                await asyncio.sleep(0.2)
                return found

            while table.state is not None and not table.state.is_over:
                host.store.read = read_slowly if _is_last(table) else read  # type: ignore[method-assign]
                again = asyncio.create_task(host.tables.reload(table))
                await asyncio.sleep(0.01 if _is_last(table) else 0)
                await play(host, table, table.state.waiting_for()[0])
                await again
            assert table.meta.status == "over"

    asyncio.run(scene())


def test_one_table_that_cannot_be_loaded_does_not_keep_the_others_waiting(tmp_path: Path) -> None:
    async def scene() -> None:
        database = address(tmp_path)
        async with inside(database) as host:
            tables = [(await new_game(host, people=2))[0] for _ in range(4)]
            broken = sa.update(rows.tables).where(rows.tables.c.id == tables[0].id)
            await host.store.write(lambda c: c.execute(broken.values(edition="gone")))
            for table in tables:
                host.tables.forget(table.id)
                chairs = sa.update(rows.chairs).where(rows.chairs.c.table_id == table.id)
                await host.store.write(partial(_execute, statement=chairs.values(control="bot")))
                row = {"table_id": table.id, "at": 0 if table is tables[0] else 1, "taken_until": 0}
                await host.store.write(partial(upsert_due, rows=[row]))
            names = [table.id for table in tables[1:]]
            await until(lambda: all(host.tables.peek(name) for name in names))

    asyncio.run(scene())


def test_the_database_refuses_and_nothing_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=2)

            def fail(*_: Any, **__: Any) -> Any:
                raise sa.exc.OperationalError("", {}, Exception("the disk is full"))

            monkeypatch.setattr("caboose.server.storage.store.append_all", fail)
            answer = await play(host, table, 0, cmd_id="a")
            assert answer.t == "refused"
            assert answer.code == "not_stored"
            assert table.at == 0
            monkeypatch.undo()
            assert isinstance(await play(host, table, 0, cmd_id="a"), Ack)
            with pytest.raises(NotStored):
                await host.store.read(fail)

    asyncio.run(scene())


def test_who_is_there_fits_on_the_line_between_processes(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table, _ = await new_game(host, people=2)
            for n in range(150):
                name = "\N{STEAM LOCOMOTIVE}" * 30
                table.viewers.add(Viewer(table, f"g{n:012}", name, None, 0, host.now))
            told, word = present_word("me", table)
            assert told == table.id
            assert len(word) <= LONGEST_WORD
            assert len(json.loads(word)[4]) > 10

    asyncio.run(scene())


def _execute(connection: sa.Connection, statement: sa.Executable) -> None:
    connection.execute(statement)


def _leave(guest: Guest, table: Table, host: Host, connection: sa.Connection) -> None:
    starting.leave(connection, guest, table.id, host.now())


def _is_due(table: Table, connection: sa.Connection) -> bool:
    here = sa.select(rows.due.c.at).where(rows.due.c.table_id == table.id)
    return connection.execute(here).first() is not None


def _change_nothing(_: sa.Connection) -> None:
    """The table is read again all the same."""


def _is_last(table: Table) -> bool:
    """Does the next action, whichever it is, end the game?"""
    assert table.state is not None
    trial = table.state.copy()
    trial.apply(trial.legal_actions(trial.waiting_for()[0])[0])
    return trial.is_over


class AnsweredByHand(ThreadPoolExecutor):
    """Threads that do nothing: the test says when the database has answered, and what."""

    def __init__(self) -> None:
        super().__init__(1)
        self.answer: Future[Any] = Future()

    def submit(self, *_: Any) -> Future[Any]:  # type: ignore[override]
        return self.answer


@pytest.mark.parametrize("steps", range(6))
def test_a_task_that_is_cancelled_while_the_database_answers_ends(
    tmp_path: Path, steps: int
) -> None:
    """`asyncio.wait_for` of Python 3.11 forgets the cancellation then; a server never stopped."""

    async def scene() -> bool:
        database, threads = Database(address(tmp_path)), AnsweredByHand()
        store = Store(database)
        asking = asyncio.create_task(store._run(threads, database.reading.connect, id))
        await asyncio.sleep(0)
        threads.answer.set_result(1)
        for _ in range(steps):
            await asyncio.sleep(0)
        was_told = asking.cancel()
        await asyncio.wait([asking])
        await store.close()
        return asking.cancelled() == was_told

    assert asyncio.run(scene())
