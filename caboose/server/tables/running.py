"""How a running game stands, in one line for whoever plays it."""

from __future__ import annotations

from caboose.server.protocol.bodies import Running
from caboose.server.tables.table import Table


def running(table: Table, guest: str) -> Running | None:
    """What everybody at the table sees, and which seat is the guest's; None before the start."""
    state, meta = table.state, table.meta
    if state is None:
        return None
    seats = len(meta.chairs)
    mine = {meta.chairs[chair].seat for chair in meta.chairs_of(guest)}
    waits_for = list(state.waiting_for())
    return Running(
        seat=min((seat for seat in mine if seat is not None), default=None),
        round=int(state.fields.turns) // seats + 1,
        points=[int(points) for points in state.fields.points[:seats]],
        waits_for=waits_for,
        your_turn=any(seat in mine for seat in waits_for),
        alone=all(chair.seat in mine or chair.kind == "bot" for chair in meta.chairs),
    )
