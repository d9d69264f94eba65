"""Who decides for a seat: its person, or a bot while the person is away."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from caboose.server.protocol.messages import Control
from caboose.server.settings import Settings
from caboose.server.storage import rows
from caboose.server.storage.statements import log_entry
from caboose.server.tables.meta import this_chair
from caboose.server.tables.table import Table


@dataclass(frozen=True)
class ControlChange:
    """A seat whose control, or whose count of timed-out turns, is another from now on."""

    chair: int
    control: Control
    timeouts: int
    event: str  # as the table's log has it

    def statements(self, table: Table, now: int) -> list[sa.Executable]:
        """What to store: who decides, and a line in the table's log."""
        facts = {"chair": self.chair, "control": self.control, "timeouts": self.timeouts}
        chair = sa.update(rows.chairs).where(this_chair(table.id, self.chair))
        return [
            chair.values(control=self.control, timeouts=self.timeouts),
            log_entry(table.id, table.at, self.event, facts, now),
        ]

    def take_effect(self, table: Table) -> None:
        """Stored: now it is true."""
        chair = table.meta.chairs[self.chair]
        chair.control, chair.timeouts = self.control, self.timeouts


def take_back(chair: int) -> ControlChange:
    """The person of a chair decides again, after a bot did."""
    return ControlChange(chair, "person", 0, "took_back")


def control_change(
    table: Table, seat: int, acting: str, settings: Settings
) -> ControlChange | None:
    """What an action changes: a person takes a seat back, a bot takes it after some timeouts."""
    chair = table.meta.at_seat(seat)
    if chair.kind != "person":
        return None
    if acting == "person" and chair.control == "bot":
        return take_back(chair.chair)
    if acting == "person" and chair.timeouts:
        return ControlChange(chair.chair, "person", 0, "in_time_again")
    if acting == "clock" and chair.control == "person":
        if table.timed_out == table.turn_of(seat):
            return None  # a turn of two decisions is timed out once
        timeouts = chair.timeouts + 1
        if timeouts >= settings.timeouts_to_bot:
            return ControlChange(chair.chair, "bot", timeouts, "bot_took_over")
        return ControlChange(chair.chair, "person", timeouts, "timed_out")
    return None
