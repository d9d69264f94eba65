"""Reactions at a table: one of a few faces, shown at a player's card for a moment.

They are said and gone: nothing is stored, and nobody who comes later is told. A muted guest's are
not shown to whoever muted them, like their chat.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from caboose.server.live.viewer import Viewer
from caboose.server.people.token_bucket import Rates
from caboose.server.protocol.messages import Reaction, ReactionMessage, Refused
from caboose.server.protocol.refusals import refused
from caboose.server.tables.table import Table

PER_SECOND, AT_ONCE = 0.25, 3

TellOthers = Callable[[Table, ReactionMessage], Awaitable[None]]


class Reactions:
    """Shows reactions here, and has the other processes told."""

    def __init__(self, tell_others: TellOthers) -> None:
        self._tell_others = tell_others
        self._rates = Rates(PER_SECOND, burst=AT_ONCE)

    async def react(self, viewer: Viewer, reaction: Reaction) -> Refused | None:
        """Show a player's reaction to everybody at the table; why not, if it is refused."""
        if viewer.guest is None or viewer.seat is None:
            return refused(None, "spectator", "only players of a running game can react.")
        if not self._rates.allow(viewer.guest):
            return refused(None, "too_fast", "too many reactions at once; wait a few seconds.")
        said = ReactionMessage(seat=viewer.seat, guest=viewer.guest, reaction=reaction)
        show_reaction(viewer.table, said)
        await self._tell_others(viewer.table, said)
        return None


def show_reaction(table: Table, said: ReactionMessage) -> None:
    """Send a reaction to all who look at a table through this process."""
    for viewer in list(table.viewers):
        if said.guest not in viewer.muted:
            viewer.answer(said)
