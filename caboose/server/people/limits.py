"""How much may be written and read, by a guest and by an address: one policy for all but moves.

A move costs what the rules allow: one at a time, in turn. Everything else leaves rows for long, or
lets the database work, and is metered here. Each process looks at its own buckets first, which
costs nothing; where several processes share a PostgreSQL, its bucket has the last word.

Reading leaves nothing behind, but it takes time: every request is counted, and every table that has
to be read from the database, in the memory of the process alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

import sqlalchemy as sa

from caboose.server.people.addresses import network_of
from caboose.server.people.token_bucket import Rates
from caboose.server.protocol.refusals import Refusal
from caboose.server.settings import Settings
from caboose.server.storage.statements import is_postgres
from caboose.server.storage.store import Store

Kind = Literal[
    "guests", "tables", "changes", "chat", "analyses", "tries", "requests", "long_reads", "loads"
]

SENTENCES: dict[Kind, str] = {
    "guests": "Too many new guests or sign-ins from your address; wait a minute.",
    "tables": "You have opened many tables in a short time; wait a while.",
    "changes": "Too many changes at once; wait a minute.",
    "analyses": "You have asked for many analyses in a short time; wait a while.",
    "tries": "You try many moves in a short time; wait a moment.",
    "requests": "Too many requests at once; wait a moment.",
    "long_reads": "Too many long lists at once; wait a moment.",
    "loads": "You look at many tables in a short time; wait a moment.",
    "chat": "you are writing too fast; wait a few seconds.",
}


@dataclass(frozen=True)
class Bucket:
    """So many per second come back, and so many can be taken at once."""

    per_second: float
    burst: float

    def times(self, many: float) -> Bucket:
        """As large as so many of it."""
        return Bucket(self.per_second * many, self.burst * many)


@dataclass(frozen=True)
class Share:
    """What is to be taken: one, out of the bucket of a name."""

    name: str
    bucket: Bucket


class Limits:
    """All buckets of this process, and the way to those that all processes share."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._of_guest: dict[Kind, Bucket] = {
            "tables": Bucket(settings.tables_per_hour / 3600, settings.tables_per_hour / 3),
            "changes": Bucket(settings.changes_per_minute / 60, settings.changes_per_minute),
            "analyses": Bucket(settings.analyses_per_hour / 3600, settings.analyses_per_hour / 3),
            "tries": Bucket(settings.changes_per_minute / 60, settings.changes_per_minute / 3),
            "chat": Bucket(settings.chat_per_minute / 60, 5),
            "requests": Bucket(settings.requests_per_second, settings.requests_per_second * 10),
            "long_reads": Bucket(settings.requests_per_second / 10, settings.requests_per_second),
            "loads": Bucket(settings.loads_per_minute / 60, settings.loads_per_minute / 2),
        }
        self._of_address: dict[Kind, Bucket] = {
            kind: bucket.times(settings.guests_per_address)
            for kind, bucket in self._of_guest.items()
        }
        per_minute = settings.guests_per_minute
        self._of_address["guests"] = Bucket(per_minute / 60, per_minute)
        self._rates: dict[Bucket, Rates] = {}

    async def take(self, kind: Kind, guest: str | None, address: str) -> None:
        """Do something once; a Refusal if it is too much."""
        self.take_here(kind, guest, address)
        if self._store.database.is_postgres:
            await self._store.write(lambda c: self.take_shared(c, kind, guest, address))

    def take_here(self, kind: Kind, guest: str | None, address: str | None) -> None:
        """Do something once, as far as this process knows; a Refusal if it is too much.

        Without an address it is counted for the guest alone: for the address it is already.
        """
        for share in self._shares(kind, guest, address):
            if not self._rate(share.bucket).allow(share.name):
                raise _too_much(kind, share.bucket)

    def take_shared(
        self, connection: sa.Connection, kind: Kind, guest: str | None, address: str
    ) -> None:
        """The same over all processes, in a transaction that a Refusal takes back."""
        if not is_postgres(connection):
            return  # there is no other process
        for share in sorted(self._shares(kind, guest, address), key=attrgetter("name")):
            one = 1000 / share.bucket.per_second
            values = {"name": share.name, "one": one, "most": one * max(1, share.bucket.burst)}
            if connection.execute(_TAKE, values).rowcount == 0:
                raise _too_much(kind, share.bucket)

    def _shares(self, kind: Kind, guest: str | None, address: str | None) -> list[Share]:
        shares = []
        if guest is not None and kind in self._of_guest:
            shares.append(Share(f"{kind} {guest}", self._of_guest[kind]))
        if address is not None:
            shares.append(Share(f"{kind} {network_of(address)}", self._of_address[kind]))
        return shares

    def _rate(self, bucket: Bucket) -> Rates:
        if bucket not in self._rates:
            self._rates[bucket] = Rates(bucket.per_second, max(1, bucket.burst))
        return self._rates[bucket]


def _too_much(kind: Kind, bucket: Bucket) -> Refusal:
    seconds = math.ceil(1 / bucket.per_second)
    return Refusal(429, "too_fast", SENTENCES[kind], seconds=seconds)


# A bucket is kept as the time at which it is full again, by the database's clock: the processes'
# own may differ. One more is taken unless that time would be too far away.
_NOW = "CAST(EXTRACT(EPOCH FROM now()) * 1000 AS double precision)"
_TAKE = sa.text(
    f"INSERT INTO limits (name, full_at) VALUES (:name, {_NOW} + :one) ON CONFLICT (name)"
    f" DO UPDATE SET full_at = GREATEST(limits.full_at, {_NOW}) + :one"
    f" WHERE GREATEST(limits.full_at, {_NOW}) + :one <= {_NOW} + :most"
)
