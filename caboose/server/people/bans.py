"""Who may not come: guests, and whoever asks from a network, for a time or until it is lifted.

Everybody who asks for anything is looked up here, so all bans are kept in memory. Each process
reads them again when another tells it to, and now and then, since it may have missed that.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import sqlalchemy as sa

from caboose.server.people.addresses import network_of
from caboose.server.people.member_bots import bots_of
from caboose.server.protocol.refusals import Refusal, not_found
from caboose.server.storage import rows
from caboose.server.storage.notify import tell_all
from caboose.server.storage.store import NotStored, Store

READ_EVERY = 20.0  # seconds
CHANGED = "bans"  # the word for it on the line
WIDEST = {4: 8, 6: 16}  # bits; a wider network would be a continent

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Ban:
    """Somebody is kept away."""

    id: int
    guest: str | None
    name: str | None
    network: str | None
    until: int | None
    why: str
    created_at: int

    def holds_at(self, now: int) -> bool:
        """Is it not over yet?"""
        return self.until is None or now < self.until


class Bans:
    """All bans, as this process knows them."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._guests: dict[str, list[Ban]] = {}
        self._networks: list[tuple[Network, Ban]] = []
        self._all: list[Ban] = []
        self._bots: dict[str, list[str]] = {}  # of members who are banned: their bots go, too
        self.on_change: Callable[[], None] = lambda: None

    async def follow(self) -> None:
        """Read them again now and then: the line to the other processes may have been lost."""
        while True:
            with contextlib.suppress(NotStored):
                await self.read_again()
            await asyncio.sleep(READ_EVERY)

    async def hear(self, _: str, __: object) -> None:
        """Another process has banned somebody, or lets somebody come again."""
        with contextlib.suppress(NotStored):  # then it is read a little later
            await self.read_again()

    async def read_again(self) -> None:
        """Take over what is stored; guests who are new there are sent away."""
        found, bots = await self._store.read(lambda c: (all_bans(c), _bots_of_banned(c)))
        if (found, bots) == (self._all, self._bots):
            return
        self._all, self._bots, self._guests = found, bots, {}
        for ban in found:
            for guest in [ban.guest, *bots.get(ban.guest or "", [])]:
                if guest is not None:
                    self._guests.setdefault(guest, []).append(ban)
        named = [(ban.network, ban) for ban in found if ban.network is not None]
        self._networks = [(ipaddress.ip_network(network), ban) for network, ban in named]
        self.on_change()

    def of(self, guest: str | None, address: str) -> Ban | None:
        """The ban that keeps somebody away; None if there is none."""
        if not self._all:
            return None
        near = _address(address)
        bans = [ban for network, ban in self._networks if near is not None and near in network]
        bans += self._guests.get(guest or "", [])
        now = self._now()
        return next((ban for ban in bans if ban.holds_at(now)), None)

    def refuse(self, guest: str | None, address: str) -> None:
        """Refuse somebody who is kept away."""
        ban = self.of(guest, address)
        if ban is not None:
            raise banned(ban)


def banned(ban: Ban) -> Refusal:
    """What somebody who is kept away is told."""
    if ban.until is None:
        return Refusal(403, "banned", "You are banned from this server.", until=None)
    day = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(ban.until / 1000))
    return Refusal(403, "banned", f"You are banned from this server until {day}.", until=ban.until)


def all_bans(connection: sa.Connection) -> list[Ban]:
    """Every ban that is stored, newest first."""
    bans, guests = rows.bans, rows.guests
    joined = sa.select(bans, guests.c.name).join_from(bans, guests, isouter=True)
    found = connection.execute(joined.order_by(bans.c.id.desc()))
    return [
        Ban(row.id, row.guest_id, row.name, row.network, row.until, row.why, row.created_at)
        for row in found
    ]


def _bots_of_banned(connection: sa.Connection) -> dict[str, list[str]]:
    """The bots of members who are banned, by their owner."""
    banned_ones = sa.select(rows.bans.c.guest_id).where(rows.bans.c.guest_id.is_not(None))
    bots: dict[str, list[str]] = {}
    for bot in bots_of(connection, banned_ones):
        bots.setdefault(bot.owner_id, []).append(bot.guest_id)
    return bots


def add_ban(
    connection: sa.Connection,
    guest: str | None,
    network: str | None,
    until: int | None,
    why: str,
    now: int,
) -> int:
    """Keep somebody away; the ban's number."""
    if (guest is None) == (network is None):
        raise Refusal(422, "bad_ban", "Name a guest or a network, one of the two.")
    known = sa.select(rows.guests.c.id).where(rows.guests.c.id == guest)
    if guest is not None and connection.execute(known).first() is None:
        raise not_found("guest")
    values = {"guest_id": guest, "network": network and read_network(network), "until": until}
    stored = connection.execute(sa.insert(rows.bans).values(**values, why=why, created_at=now))
    tell_all(connection, CHANGED)
    assert stored.inserted_primary_key is not None
    return int(stored.inserted_primary_key[0])


def lift_ban(connection: sa.Connection, ban: int) -> None:
    """Let somebody come again."""
    if connection.execute(sa.delete(rows.bans).where(rows.bans.c.id == ban)).rowcount == 0:
        raise not_found("ban")
    tell_all(connection, CHANGED)


def read_network(said: str) -> str:
    """A network as it is kept; a single IPv6 address stands for its household."""
    try:
        network = ipaddress.ip_network(
            said.strip() if "/" in said else network_of(said.strip()), strict=False
        )
    except ValueError:
        raise Refusal(
            422, "bad_network", f"'{said}' is no address; write it as 203.0.113.0/24."
        ) from None
    if network.prefixlen < WIDEST[network.version]:
        raise Refusal(422, "bad_network", f"{network} is too wide; name a smaller network.")
    return str(network)


@lru_cache(maxsize=4096)
def _address(said: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address; one of IPv4 that comes as one of IPv6 is itself."""
    try:
        address = ipaddress.ip_address(said.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
