"""All tables of this process, and the one path of every turn: from a command to stored and shown.

No process owns a table. Any of them catches a table up from the stored actions, applies the next
one to a copy and appends it; the key (table, n) decides who was first, and the loser reads again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import sqlalchemy as sa

from caboose.engine.errors import IllegalAction
from caboose.engine.state import State
from caboose.server import rows
from caboose.server.append import Append
from caboose.server.clock import GameClock
from caboose.server.control import ControlChange, control_change, take_back
from caboose.server.ending import end_statements
from caboose.server.logs import say
from caboose.server.messages import Ack, Refused
from caboose.server.meta import load_meta
from caboose.server.metrics import COMMAND, REFUSED, TABLES
from caboose.server.refusals import refused
from caboose.server.replaying import follow_news, read_news, why_it_ends, why_not_now
from caboose.server.settings import Settings
from caboose.server.statements import insert_unless_there, tell_changed
from caboose.server.store import NotStored, Store, T
from caboose.server.table import DoesNotReplay, Table, Trial

IDLE_SECONDS = 300  # a table that nobody looks at stays in memory so long
LEASE = 8_000  # milliseconds for which a process takes on what is due at a table


class NoSuchTable(Exception):
    """There is no table of that id."""


class Tables:
    """The tables that are loaded, and what may be done with them."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], int]) -> None:
        self.store = store
        self.settings = settings
        self.now = now
        self._loaded: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._used: dict[str, float] = {}
        self._heard: set[str] = set()  # tables of which something was heard while they were loaded
        self._turns: set[asyncio.Task[Ack | Refused]] = set()
        self.on_due: Callable[[Table], None] = _nobody
        self.on_shown: Callable[[Table], None] = _nobody
        self.on_loaded: Callable[[Table], None] = _nobody

    # ---- finding a table -------------------------------------------------------------------------

    def loaded(self) -> list[Table]:
        """The tables in memory."""
        return list(self._loaded.values())

    def peek(self, table: str) -> Table | None:
        """A table, if it is in memory."""
        return self._loaded.get(table)

    async def find(self, table: str) -> Table:
        """A table, from memory or from the database; NoSuchTable if there is none."""
        if not table.isprintable():
            raise NoSuchTable(table)  # PostgreSQL does not even take such a text
        self._used[table] = time.monotonic()
        if table in self._loaded:
            return self._loaded[table]
        if table not in self._loading:
            loading = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._is_loaded(table))
            self._loading[table] = loading
        return await asyncio.shield(self._loading[table])

    def _is_loaded(self, table: str) -> None:
        """It is in memory now, or there is no such table."""
        self._loading.pop(table, None)
        self._heard.discard(table)

    async def _load(self, table: str) -> Table:
        meta = await self.store.read(lambda connection: load_meta(connection, table))
        if meta is None:
            self._used.pop(table, None)
            raise NoSuchTable(table)
        loaded = Table(meta)
        if meta.started_at is not None:
            await self._replay(loaded)
        self._loaded[table] = loaded
        if table in self._heard:  # something was stored while it was being read
            self._heard.discard(table)
            await self.read_again(loaded)
        TABLES.set(len(self._loaded))
        self.on_loaded(loaded)
        return loaded

    async def _replay(self, table: Table) -> None:
        """Play all stored actions again."""
        table.deal()
        await self.catch_up(table)

    async def catch_up(self, *tables: Table) -> None:
        """Play what others have stored meanwhile, with the time that was added to the clock."""
        begun = [table for table in tables if table.state and table.meta.status != "frozen"]
        if not begun:
            return
        news = await self.store.read(lambda connection: read_news(connection, begun))
        for table in begun:
            try:
                follow_news(table, *news[table.id])
            except DoesNotReplay as error:
                await self._freeze(table, str(error))

    async def reload(self, table: Table) -> None:
        """Read again who sits where, and how the table stands; between two turns, not in one."""
        async with table.lock:
            await self._reload(table)

    async def _reload(self, table: Table) -> None:
        meta = await self.store.read(lambda connection: load_meta(connection, table.id))
        if meta is None:
            self.forget(table.id)
            table.meta.status, table.meta.sentence = "closed", "This table was deleted."
            for viewer in list(table.viewers):
                viewer.dismiss("closed", table.meta.sentence)
            return
        table.meta = meta
        for viewer in list(table.viewers):
            viewer.look_again()
        if meta.started_at is not None and table.state is None:
            await self._replay(table)
        table.changed()

    async def change(
        self, work: Callable[[sa.Connection], T], table: str | None = None, *, locked: bool = False
    ) -> T:
        """Change something besides a game, in one transaction; then everybody sees it.

        The table is the one named, or the one that the result of the work names. It is locked
        if no turn may come between what the caller has looked at and the change.
        """

        def change_and_tell(connection: sa.Connection) -> T:
            result = work(connection)
            changed = table or getattr(result, "table", None)
            if changed is not None:
                tell_changed(connection, [changed])
            return result

        result = await self.store.write(change_and_tell)
        loaded = self.heard_of(table or getattr(result, "table", None) or "")
        if loaded is not None:
            await (self._reload(loaded) if locked else self.reload(loaded))
            self.on_due(loaded)
            self.on_shown(loaded)
        return result

    def heard_of(self, table: str) -> Table | None:
        """A table of which something was heard, if it is in memory; if not yet, read again then."""
        if table in self._loading:
            self._heard.add(table)
        return self._loaded.get(table)

    async def read_again(self, table: Table) -> None:
        """More than its game has changed: read all of it again, and show it."""
        async with table.lock:
            await self.catch_up(table)
        await self.reload(table)
        await self._make_due(table)
        table.show()

    async def _make_due(self, table: Table) -> None:
        """A bot may have to act, though who acted last did not know: somebody left meanwhile."""
        if self.peek(table.id) is None or table.state is None or table.meta.status != "playing":
            return
        at = self.due_at(table, table.state, table.clock)
        if at is not None and at <= self.now():
            row = {"table_id": table.id, "at": at, "taken_until": 0}
            await self.store.write(lambda c: insert_unless_there(c, rows.due, row))

    def forget(self, table: str) -> None:
        """Drop a table from memory; the database has it."""
        self._loaded.pop(table, None)
        self._used.pop(table, None)
        TABLES.set(len(self._loaded))

    def forget_idle(self) -> None:
        """Drop the tables that nobody has looked at for a while."""
        limit = time.monotonic() - IDLE_SECONDS
        for table in self.loaded():
            busy = table.viewers or table.lock.locked() or table.attended
            if not busy and self._used.get(table.id, 0.0) < limit:
                self.forget(table.id)

    async def _freeze(self, table: Table, why: str) -> None:
        """A game that does not replay is kept as it is, and nobody plays on."""
        if table.meta.status == "over":
            return  # it was played to its end, and its record is kept
        status, reason = why_it_ends(table, why)
        if table.meta.status == "playing":
            statements = end_statements(table, status, reason, self.now())
            with contextlib.suppress(NotStored):  # another process has said so already
                await self.store.write(
                    lambda connection: [connection.execute(statement) for statement in statements]
                )
            table.changed()
        table.meta.status, table.meta.why = status, reason.code
        table.meta.sentence = reason.sentence
        say("table_frozen", table=table.id, status=status)

    # ---- one turn --------------------------------------------------------------------------------

    async def play(
        self,
        table: Table,
        seat: int,
        action: str,
        *,
        at: int,
        cmd_id: str | None,
        control: str,
        tell: Callable[[Ack], None] | None = None,
    ) -> Ack | Refused:
        """Play an action: refuse it, or apply it to a copy, store it, and only then show it.

        Its sender can be told that it is stored in the moment in which everybody is shown it.
        """
        # Once it may be stored it is finished, though its sender is gone meanwhile.
        attempt = partial(self._play, table, seat, action, at, cmd_id, control)
        turn = asyncio.create_task(self._finish(table, attempt, tell))
        self._turns.add(turn)
        turn.add_done_callback(self._turns.discard)
        answer = await asyncio.shield(turn)
        if control == "person" and isinstance(answer, Refused):
            await self.take_back(table, seat)  # a bot that stands in is quick: wanting to is enough
        return answer

    async def take_back(self, table: Table, seat: int) -> None:
        """The person of a seat decides again, if a bot does for them."""
        chair = table.meta.at_seat(seat)
        if chair.kind == "person" and chair.control == "bot" and table.is_playing:
            statements = take_back(chair.chair).statements(table, self.now())
            await self.change(lambda c: [c.execute(each) for each in statements], table.id)

    async def _finish(
        self,
        table: Table,
        attempt: Callable[[], Awaitable[Ack | Refused]],
        tell: Callable[[Ack], None] | None,
    ) -> Ack | Refused:
        began = time.perf_counter()
        async with table.lock:
            answer = await attempt()
        if isinstance(answer, Ack):
            if tell is not None:
                tell(answer)
            table.show()
            self.on_due(table)
            self.on_shown(table)
            COMMAND.observe(time.perf_counter() - began)
        else:
            REFUSED.labels(answer.code).inc()
        return answer

    async def _play(
        self, table: Table, seat: int, action: str, at: int, cmd_id: str | None, control: str
    ) -> Ack | Refused:
        while True:
            if cmd_id is not None and (seat, cmd_id) in table.commands:
                return Ack(cmd_id=cmd_id, n=table.commands[seat, cmd_id])
            if at > table.at:
                await self.catch_up(table)
            refusal = why_not_now(table, cmd_id, at)
            if refusal is not None:
                return refusal
            facts = {"cmd_id": cmd_id, "control": control, "played_at": self.now()}
            try:
                trial = table.try_action(seat, action, facts)
            except IllegalAction as error:
                return refused(cmd_id, error.code, str(error), error.values)
            try:
                change = control_change(table, seat, control, self.settings)
                first = await self.store.append(self._append(table, seat, trial, change))
                if not first:
                    await self.catch_up(table)
                    await self._reload(table)
                    continue
            except NotStored as error:
                return refused(cmd_id, "not_stored", str(error))
            self._accept(table, seat, trial, control, change)
            return Ack(cmd_id=cmd_id or "", n=trial.rows[0]["n"])

    def _append(
        self, table: Table, seat: int, trial: Trial, change: ControlChange | None
    ) -> Append:
        also = [] if change is None else change.statements(table, self.now())
        if trial.state.is_over:
            also += end_statements(table, "over", None, self.now(), trial)
            return Append(table.id, trial.rows, tuple(also))
        controls = {seat: change.control} if change is not None else {}
        due_at = self.due_at(table, trial.state, trial.clock, controls)
        taken = self.now() + LEASE if due_at is not None and due_at <= self.now() else 0
        return Append(table.id, trial.rows, tuple(also), due_at, taken)

    def _accept(
        self, table: Table, seat: int, trial: Trial, control: str, change: ControlChange | None
    ) -> None:
        """The trial is stored: now it is true."""
        if control == "clock" and table.state is not None:
            table.timed_out = table.turn_of(seat)
        if table.at < trial.rows[0]["n"]:  # or it was read again as soon as it was stored
            table.accept(trial)
        if change is not None:
            change.take_effect(table)
        if trial.state.is_over:
            table.meta.status, table.meta.ended_at = "over", self.now()
        if change is not None or trial.state.is_over:
            table.changed()

    def due_at(
        self,
        table: Table,
        state: State,
        clock: GameClock | None,
        controls: Mapping[int, str] | None = None,
    ) -> int | None:
        """When the table next needs somebody to act for a seat: a bot now, a clock at its end."""
        for seat in state.waiting_for():
            if (controls or {}).get(seat, table.meta.at_seat(seat).control) == "bot":
                return self.now()
        return None if clock is None else clock.next_deadline()


def _nobody(_: Table) -> None:
    """Nobody attends tables or announces turns; whoever does takes this place."""
