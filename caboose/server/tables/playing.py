"""The one path of every turn, from a command to stored and shown: people, bots and clocks take it.

An action is applied to a copy and appended; the key (table, n) decides who was first, and the loser
reads again. Only what is stored is shown.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from caboose.engine.errors import IllegalAction
from caboose.server.metrics import COMMAND, REFUSED
from caboose.server.protocol.messages import Ack, Refused
from caboose.server.protocol.refusals import refused
from caboose.server.storage.append import Append
from caboose.server.storage.store import NotStored
from caboose.server.tables.bot_takeover import ControlChange, control_change, take_back
from caboose.server.tables.due import LEASE, due_at
from caboose.server.tables.ending import end_statements
from caboose.server.tables.loaded import LoadedTables
from caboose.server.tables.lost_time import wall_time
from caboose.server.tables.table import Advance, Table

Tell = Callable[[Ack], None]


@dataclass(frozen=True)
class Attempt:
    """An action that somebody wants for a seat, having seen so many actions."""

    seat: int
    action: str
    at: int
    control: str  # who wants it: the seat's person, a bot, or the clock
    cmd_id: str | None = None


async def play(
    tables: LoadedTables, table: Table, attempt: Attempt, tell: Tell | None = None
) -> Ack | Refused:
    """Play an action: refuse it, or apply it to a copy, store it, and only then show it.

    Its sender can be told that it is stored in the moment in which everybody is shown it.
    """
    # Once it may be stored it is finished, though its sender is gone meanwhile.
    turn = asyncio.create_task(_finish(tables, table, attempt, tell))
    tables.turns.add(turn)
    turn.add_done_callback(tables.turns.discard)
    answer = await asyncio.shield(turn)
    if attempt.control == "person" and isinstance(answer, Refused):
        # A bot that stands in is quick: wanting to play is enough to be back.
        await take_seat_back(tables, table, attempt.seat)
    return answer


async def take_seat_back(tables: LoadedTables, table: Table, seat: int) -> None:
    """The person of a seat decides again, if a bot does for them."""
    chair = table.meta.at_seat(seat)
    if chair.kind == "person" and chair.control == "bot" and table.is_playing:
        statements = take_back(chair.chair).statements(table, tables.now())
        await tables.change(lambda c: [c.execute(each) for each in statements], table.id)


async def _finish(
    tables: LoadedTables, table: Table, attempt: Attempt, tell: Tell | None
) -> Ack | Refused:
    began = time.perf_counter()
    answer: Ack | Refused | None = await _after_lost_time(tables, table, attempt)
    if answer is None:
        async with table.lock:
            answer = await _store_or_refuse(tables, table, attempt)
    if isinstance(answer, Ack):
        if tell is not None:
            tell(answer)
        table.show()
        tables.on_due(table)
        tables.on_shown(table)
        COMMAND.observe(time.perf_counter() - began)
    else:
        REFUSED.labels(answer.code).inc()
    return answer


async def _after_lost_time(tables: LoadedTables, table: Table, attempt: Attempt) -> Refused | None:
    """Lost time is given back before anything is played; then whoever was late may be in time."""
    try:
        was_lost = await tables.lost_time.make_up()
        was_lost = await tables.lost_time.make_up_at(table) or was_lost
    except NotStored as error:
        return refused(attempt.cmd_id, "not_stored", str(error))
    if was_lost and attempt.control == "clock":
        return refused(attempt.cmd_id, "stale", "the clock has changed meanwhile.")
    return None


async def _store_or_refuse(tables: LoadedTables, table: Table, attempt: Attempt) -> Ack | Refused:
    cmd_id, began = attempt.cmd_id, wall_time()
    while True:
        if cmd_id is not None and (attempt.seat, cmd_id) in table.commands:
            return Ack(cmd_id=cmd_id, n=table.commands[attempt.seat, cmd_id])
        if attempt.at > table.at:
            await tables.catch_up(table)
        refusal = _why_not_now(table, attempt)
        if refusal is not None:
            return refusal
        try:
            first = await _try(tables, table, attempt)
        except IllegalAction as error:
            return refused(cmd_id, error.code, str(error), error.values)
        except NotStored as error:
            tables.lost_time.is_stuck(table, began)
            return refused(cmd_id, "not_stored", str(error))
        if first is not None:
            return Ack(cmd_id=cmd_id or "", n=first)
        await tables.catch_up(table)
        await tables.reload_locked(table)


async def _try(tables: LoadedTables, table: Table, attempt: Attempt) -> int | None:
    """Apply an attempt to a copy and store it; its number, None if another action was first."""
    tried = table.try_action(
        attempt.seat,
        attempt.action,
        cmd_id=attempt.cmd_id,
        control=attempt.control,
        now=tables.now(),
    )
    change = control_change(table, attempt.seat, attempt.control, tables.settings)
    if not await tables.store.append(_append(tables, table, tried, change)):
        return None
    _accept(tables, table, tried, change)
    return tried[0].stored.n


def _why_not_now(table: Table, attempt: Attempt) -> Refused | None:
    """Why nothing can be played here now, or not by somebody who has seen so many actions."""
    cmd_id, at = attempt.cmd_id, attempt.at
    if table.meta.status == "waiting":
        return refused(cmd_id, "not_started", "the game has not begun.")
    if table.meta.status in ("closed", "frozen"):
        sentence = table.meta.sentence or "this table is closed."
        return refused(cmd_id, f"table_{table.meta.status}", sentence)
    assert table.state is not None
    if table.state.phase == "first_tickets" or at == table.at:
        return None
    sentence = f"you acted on what was shown after {at} actions; meanwhile there are {table.at}."
    return refused(cmd_id, "stale", sentence, {"at": at, "now": table.at})


def _append(
    tables: LoadedTables, table: Table, tried: tuple[Advance, ...], change: ControlChange | None
) -> Append:
    """What to store: the actions, who decides from now on, and the end or when somebody is due."""
    now, last = tables.now(), tried[-1]
    actions = tuple(each.stored for each in tried)
    also = [] if change is None else change.statements(table, now)
    if last.state.is_over:
        also += end_statements(table, "over", None, now, last)
        return Append(table.id, actions, tuple(also))
    controls = {last.stored.seat: change.control} if change is not None else {}
    due = due_at(table.meta, last.state, last.clock, now, controls)
    taken = now + LEASE if due is not None and due <= now else 0
    return Append(table.id, actions, tuple(also), due, taken)


def _accept(
    tables: LoadedTables, table: Table, tried: tuple[Advance, ...], change: ControlChange | None
) -> None:
    """It is stored: now it is true."""
    if table.at < tried[0].stored.n:  # or it was read again as soon as it was stored
        for each in tried:
            table.advance(each)
    if change is not None:
        change.take_effect(table)
    is_over = tried[-1].state.is_over
    if is_over:
        table.meta.status, table.meta.ended_at = "over", tables.now()
    if change is not None or is_over:
        table.changed()
