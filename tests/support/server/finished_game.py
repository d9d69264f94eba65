"""Games that are over, to be looked into: played inside the server, by a bot in people's seats."""

from __future__ import annotations

import asyncio
from typing import Any

from caboose.players import make_player
from tests.support.server.bare_host import play
from tests.support.server.people import ME, Person, bot
from tests.support.server.server_thread import Inside


def finished_at(server: Inside, person: Person, **options: Any) -> str:
    """A game of one person against a bot that is played to its end."""
    chairs = [ME, bot("express")]
    table = person.open_table("london", chairs, start="full", order="given", **options)["table"]
    play_quickly(server, table["id"], {0})
    return str(table["id"])


def play_quickly(server: Inside, table: str, seats: set[int]) -> None:
    """Play the seats of people at a table until its game is over."""
    player = make_player("express", seed=1)

    async def to_the_end() -> None:
        here = await server.host.tables.find(table)
        while here.is_playing:
            assert here.state is not None
            mine = seats.intersection(here.state.waiting_for())
            if not mine:
                await asyncio.sleep(0.005)
                continue
            seat = min(mine)
            legal = here.state.legal_actions(seat)
            await play(server.host, here, seat, str(player.choose(here.state.view(seat), legal)))

    server.run(to_the_end())
