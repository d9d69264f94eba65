"""When a table next needs somebody to act for a seat: a bot now, a clock at its end."""

from __future__ import annotations

from collections.abc import Mapping

from caboose.engine.state import State
from caboose.server.tables.clock import GameClock
from caboose.server.tables.meta import TableMeta

LEASE = 8_000  # milliseconds for which a process takes on what is due at a table


def due_at(
    meta: TableMeta,
    state: State,
    clock: GameClock | None,
    now: int,
    controls: Mapping[int, str] | None = None,
) -> int | None:
    """When that is, None if the table needs nobody; the one to decide may be about to change."""
    for seat in state.waiting_for():
        if (controls or {}).get(seat, meta.at_seat(seat).control) == "bot":
            return now
    return None if clock is None else clock.next_deadline()
