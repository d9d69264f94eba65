"""Who decides for a seat: its person, or a bot while the person is away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa

from caboose.server import rows
from caboose.server.messages import Control
from caboose.server.meta import this_chair
from caboose.server.settings import Settings
from caboose.server.table import Table


@dataclass(frozen=True)
class ControlChange:
    """A seat whose control, or whose count of timed-out turns, is another from now on."""

    chair: int
    control: Control
    timeouts: int
    event: str  # as the table's log has it

    def statements(self, table: Table, now: int) -> list[sa.Executable]:
        """What to store."""
        return [*control_statements(table, self, now)]

    def take_effect(self, table: Table) -> None:
        """Stored: now it is true."""
        chair = table.meta.chairs[self.chair]
        chair.control, chair.timeouts = self.control, self.timeouts


def control_statements(table: Table, change: ControlChange, now: int) -> list[sa.Executable]:
    """Store a change of control, and put it into the table's log."""
    here = this_chair(table.id, change.chair)
    facts = {"chair": change.chair, "control": change.control, "timeouts": change.timeouts}
    return [
        sa.update(rows.chairs).where(here).values(control=change.control, timeouts=change.timeouts),
        log_entry(table.id, table.at, change.event, facts, now),
    ]


def log_entry(
    table: str, n: int, event: str, facts: Mapping[str, object], now: int
) -> sa.Executable:
    """A line of the table's log."""
    return sa.insert(rows.table_log).values(table_id=table, at=now, n=n, kind=event, facts=facts)


def control_change(
    table: Table, seat: int, acting: str, settings: Settings
) -> ControlChange | None:
    """What an action changes: a person takes a seat back, a bot takes it after some timeouts."""
    chair = table.meta.at_seat(seat)
    if chair.kind != "person":
        return None
    if acting == "person" and (chair.control == "bot" or chair.timeouts):
        return ControlChange(chair.chair, "person", 0, "took_back")
    if acting == "clock" and chair.control == "person":
        assert table.state is not None
        if table.timed_out == (seat, int(table.state.fields.turns)):
            return None  # a turn of two decisions is timed out once
        timeouts = chair.timeouts + 1
        if timeouts >= settings.timeouts_to_bot:
            return ControlChange(chair.chair, "bot", timeouts, "bot_took_over")
        return ControlChange(chair.chair, "person", timeouts, "timed_out")
    return None
