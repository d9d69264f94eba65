"""A game against a bot that is over, to be looked into."""

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
    player = make_player("express", seed=1)

    async def to_the_end() -> None:
        here = await server.host.tables.find(table["id"])
        while here.is_playing:
            assert here.state is not None
            if 0 not in here.state.waiting_for():
                await asyncio.sleep(0.005)
                continue
            legal = here.state.legal_actions(0)
            await play(server.host, here, 0, str(player.choose(here.state.view(0), legal)))

    server.run(to_the_end())
    return str(table["id"])
