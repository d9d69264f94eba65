"""A host without the web around it, whose clock the test turns."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from caboose.server.host import Host
from caboose.server.people.guests import Guest
from caboose.server.protocol.bodies import NewChair, NewTable, Sit
from caboose.server.protocol.messages import Ack, Options, Refused
from caboose.server.settings import Settings
from caboose.server.tables import opening, playing, seating
from caboose.server.tables.playing import Attempt
from caboose.server.tables.table import Table
from tests.support.server.people import PATIENCE, nonce

A_DAY = 86_400_000  # milliseconds
START = 1_800_000_000_000  # a moment; tests turn the clock on from here


class Time:
    """A clock that stands still until it is turned."""

    def __init__(self, at: int = START) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at

    def pass_by(self, seconds: float) -> None:
        self.at += int(seconds * 1000)


@asynccontextmanager
async def inside(
    database: str, now: Callable[[], int] | None = None, **settings: Any
) -> AsyncIterator[Host]:
    """The parts of a server process, at work."""
    chosen = {"bot_pace": 0.0, "bot_workers": 0, **settings}
    host = Host(Settings(database=database, **chosen), now or Time())
    host.attendant.look_every = 0.05  # a clock that is turned is looked at soon
    host.tables.lost_time.late = A_DAY  # a busy machine must not turn it
    await host.start()
    try:
        yield host
    finally:
        await host.stop()


async def new_game(
    host: Host, people: int, bots: tuple[str, ...] = (), edition: str = "london", **options: Any
) -> tuple[Table, list[Guest]]:
    """A game that has begun; the people sit in the first seats, in order."""
    guests = [(await host.guests.welcome(f"Person {n}"))[0] for n in range(people)]
    chairs = [NewChair(kind="me"), *(NewChair(kind="open") for _ in guests[1:])]
    chairs += [NewChair(kind="bot", bot=bot) for bot in bots]
    chosen = Options(**{"order": "given", "start": "full", **options})
    new = NewTable(edition=edition, chairs=chairs, options=chosen, nonce=nonce())
    what = host.boards.find(edition)
    seated = await host.tables.change(
        lambda c: opening.open_table(c, guests[0], new, what, host.now(), 1000)
    )
    links = await host.store.write(lambda c: seating.new_invitations(c, guests[0], seated.table))
    for guest, link in zip(guests[1:], links.values(), strict=True):
        token = link.removeprefix("/join/")
        await _accept(host, guest, token)
    table = await host.tables.find(seated.table)
    host.attendant.attend_if_due(table)
    return table, guests


async def _accept(host: Host, guest: Guest, token: str) -> None:
    await host.tables.change(
        lambda c: seating.accept_invitation(c, guest, token, Sit(nonce=nonce()), host.now()),
        found=seating.table_of,
    )


async def play(
    host: Host, table: Table, seat: int, action: str | None = None, cmd_id: str | None = None
) -> Ack | Refused:
    """A person plays an action, or the first that is legal."""
    assert table.state is not None
    chosen = action or str(table.state.legal_actions(seat)[0])
    attempt = Attempt(seat, chosen, table.at, "person", cmd_id)
    return await playing.play(host.tables, table, attempt)


async def until(condition: Callable[[], Any]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        await asyncio.sleep(0.01)
