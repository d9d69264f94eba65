"""What the strongest bot makes of a deal: it plays the seat that everybody plays, once.

Whichever process comes first takes a deal on for a while; if it dies, another does. It is played
behind the bots at tables, and only for deals that somebody has begun.
"""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa

from caboose.engine.commitment import NO_NONCE, make_key
from caboose.engine.game import Game
from caboose.server.bots.attendant import bot_seed
from caboose.server.bots.bots import Bots
from caboose.server.events.deals import HOUSE_BOT, deals_key, secret_of
from caboose.server.storage import rows
from caboose.server.tables.loaded import LoadedTables
from caboose.server.tables.meta import find_game

STRONGEST = "stationmaster"
LEASE = 600_000  # milliseconds
STEP_ASIDE = 2.0  # seconds, at most, that it waits for bots at tables before each decision


async def play_pars(tables: LoadedTables, bots: Bots, strongest: str = STRONGEST) -> int:
    """Play one deal that has no par yet; how many were played."""
    taken = await tables.store.write(lambda c: _take(c, tables.now()))
    if taken is None:
        return 0
    deal, instance, game, seat, secret = taken
    total = await _play(bots, strongest, game, seat, secret)
    here = (rows.pars.c.deal == deal) & (rows.pars.c.instance == instance)
    done = sa.update(rows.pars).where(here, rows.pars.c.total.is_(None)).values(total=total)
    await tables.store.write(lambda c: c.execute(done))
    return 1


async def some_unplayed(tables: LoadedTables) -> bool:
    """Is there a deal whose par nobody is working out? A quick look."""
    now = tables.now()
    return await tables.store.read(lambda c: c.execute(_missing(now)).first() is not None)


def _missing(now: int) -> sa.Select[Any]:
    """A par that nobody works out, of a daily deal that somebody has begun, and where that is."""
    attempts, pars = rows.attempts, rows.pars
    same = (attempts.c.deal == pars.c.deal) & (attempts.c.instance == pars.c.instance)
    return (
        sa.select(pars.c.deal, pars.c.instance, attempts.c.seat, attempts.c.table_id)
        .join_from(pars, attempts, same)
        .where(pars.c.total.is_(None), pars.c.taken_until <= now)
        .order_by(attempts.c.begun_at)
        .limit(1)
    )


def _take(connection: sa.Connection, now: int) -> tuple[str, int, Game, int, str] | None:
    row = connection.execute(_missing(now)).first()
    if row is None:
        return None
    pars = rows.pars
    free = (
        (pars.c.deal == row.deal) & (pars.c.instance == row.instance) & (pars.c.taken_until <= now)
    )
    mine = sa.update(pars).where(free, pars.c.total.is_(None)).values(taken_until=now + LEASE)
    if connection.execute(mine).rowcount == 0:
        return None  # another process was quicker
    chairs = sa.select(sa.func.count()).where(rows.chairs.c.table_id == row.table_id)
    seats = connection.execute(chairs).scalar_one()
    secret = secret_of(deals_key(connection), row.deal, row.instance)
    rules = sa.select(rows.tables.c.rules_version).where(rows.tables.c.id == row.table_id)
    edition = row.deal.split("/")[2]
    game = find_game(edition, None, seats, connection.execute(rules).scalar_one())
    return row.deal, row.instance, game, row.seat, secret


async def _play(bots: Bots, strongest: str, game: Game, seat: int, secret: str) -> int:
    key = make_key(bytes.fromhex(secret), [NO_NONCE] * game.seats)
    state = game.start(key=key)
    while not state.is_over:
        mover = state.waiting_for()[0]
        name = strongest if mover == seat else HOUSE_BOT
        await _step_aside(bots)
        legal, seed = state.legal_actions(mover), bot_seed(secret, mover)
        state.apply(await bots.choose(name, state.view(mover), legal, seed), mover)
        await asyncio.sleep(0)
    return int(state.score().to_dict()["seats"][seat]["total"])


async def _step_aside(bots: Bots) -> None:
    """Let bots at tables go first, for a while."""
    waited = 0.0
    while bots.is_busy and waited < STEP_ASIDE:
        await asyncio.sleep(0.05)
        waited += 0.05
