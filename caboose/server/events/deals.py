"""Deals that several people play, each at a table of their own: their names and their secrets.

A deal's secret is a keyed hash of its name, so no deal has to be stored before somebody plays it,
every process deals the same, and nobody without the server's key knows it beforehand.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import secrets
from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from caboose.server.storage.server_facts import find_or_make

DAY = 86_400_000  # milliseconds
HOUSE_BOT = "dispatcher"  # the strongest that does not search: it answers alike on every machine
PEOPLE_AN_INSTANCE = 6  # so many have begun before another instance is dealt, too
CITIES = ("london", "new_york")


@dataclass(frozen=True)
class Deal:
    """What is dealt: a name, an edition, and how many house bots play."""

    name: str
    edition: str
    bots: int

    @property
    def is_daily(self) -> bool:
        """Is it a deal of a day, which everybody plays, and not a duel's?"""
        return self.name.startswith("daily/")

    @property
    def seat(self) -> int:
        """Where everybody who plays it sits; no secret."""
        return hashlib.sha256(self.name.encode()).digest()[0] % (self.bots + 1)


def day_of(now: int) -> str:
    """The day of a time, as it is called wherever people go by Greenwich."""
    return dt.datetime.fromtimestamp(now / 1000, dt.UTC).date().isoformat()


def end_of(day: str) -> int:
    """When a day is over."""
    midnight = dt.datetime.fromisoformat(day).replace(tzinfo=dt.UTC)
    return int(midnight.timestamp() * 1000) + DAY


def is_day(day: str) -> bool:
    """Is this how a day is written?"""
    try:
        return dt.date.fromisoformat(day).isoformat() == day
    except ValueError:
        return False


def day_before(day: str, days: int = 1) -> str:
    """Another day, so many before."""
    return (dt.date.fromisoformat(day) - dt.timedelta(days)).isoformat()


def deals_of(day: str) -> list[Deal]:
    """A day's deals: the USA, and one of the cities in turn."""
    city = CITIES[dt.date.fromisoformat(day).toordinal() % len(CITIES)]
    return [Deal(f"daily/{day}/{edition}", edition, 3) for edition in ("usa", city)]


def deal_of(day: str, edition: str) -> Deal | None:
    """One of a day's deals; None if that edition is not dealt then."""
    return next((deal for deal in deals_of(day) if deal.edition == edition), None)


def deals_key(connection: sa.Connection) -> bytes:
    """The server's key, from which all deals follow; it is never shown."""
    return bytes.fromhex(find_or_make(connection, "deals_key", lambda: secrets.token_hex(32)))


def secret_of(key: bytes, deal: str, instance: int) -> str:
    """The secret of one instance of a deal, in hexadecimal."""
    return keyed(key, f"deal {instance} {deal}")


def instance_of(
    key: bytes, deal: str, guest: str, begun: int, most: int, known: Collection[int] = ()
) -> int:
    """Which instance somebody gets after so many others: nobody can choose, or foresee it.

    Not one that is known where they come from, as long as there is another.
    """
    instances = range(min(most, 1 + begun // PEOPLE_AN_INSTANCE))
    fresh = [each for each in instances if each not in known] or instances
    return fresh[int(keyed(key, f"instance {deal} {guest}")[:8], 16) % len(fresh)]


def keyed(key: bytes, words: str) -> str:
    """A hash that only the holder of the key can make."""
    return hmac.new(key, words.encode(), hashlib.sha256).hexdigest()
