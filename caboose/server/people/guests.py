"""Guests: people and bots without an account, known by a cookie or a bearer token.

Tokens are random; only their hashes are kept. The cookie is signed as well, so that a made-up one
costs no look into the database.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

import sqlalchemy as sa
from itsdangerous import BadSignature, Signer

from caboose.engine.commitment import promise
from caboose.server.people import members
from caboose.server.people.devices import new_session
from caboose.server.people.tokens import hashed
from caboose.server.protocol.refusals import nobody
from caboose.server.storage import rows
from caboose.server.storage.server_facts import find_or_make
from caboose.server.storage.store import Store

MOST_REMEMBERED = 20_000
REMEMBERED_SECONDS = 60.0  # another process may rename or forget a guest
SEEN_EVERY = 3_600_000  # milliseconds; how exactly a guest's last visit is kept


@dataclass(frozen=True)
class Guest:
    """Somebody who is known."""

    id: str
    name: str
    bot: bool
    member: bool = False  # has claimed the name
    browser: str | None = None  # the mark of the browser from which they ask now


def plain(text: str) -> str:
    """A name or a line of chat on one line, without what cannot be seen."""
    return " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())


class Guests:
    """Everybody who is known to this server."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._signer: Signer | None = None
        self._known: OrderedDict[tuple[str, str], tuple[Guest, float]] = OrderedDict()

    async def prepare(self) -> None:
        """Find or make the key that signs cookies; all processes share it."""
        key = await self._store.write(_signing_key)
        self._signer = Signer(key, salt="caboose session")

    def sign(self, token: str) -> str:
        """What stands in the cookie."""
        assert self._signer is not None
        return self._signer.sign(token).decode()

    async def of_cookie(self, cookie: str | None) -> Guest | None:
        """The guest of a cookie, None if it is not one of ours."""
        token = self.read_signed(cookie, 200)
        return None if token is None else await self.of_token(token, "cookie")

    def read_signed(self, cookie: str | None, longest: int) -> str | None:
        """What stands in a cookie of ours; None if it is not one."""
        assert self._signer is not None
        if not cookie or len(cookie) > longest:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    async def of_token(self, token: str, kind: str) -> Guest | None:
        """The guest of a token. It is looked up by its hash, which tells nothing by its timing."""
        digest = hashed(token)
        known, until = self._known.get((kind, digest), (None, 0.0))
        if known is not None and time.monotonic() < until:
            return known
        guest = await self._store.read(lambda connection: _guest_of(connection, digest, kind))
        if guest is not None:
            self._remember(kind, digest, guest)
            await self._store.write(lambda c: _seen(c, guest.id, digest, self._now()))
        return guest

    def _remember(self, kind: str, digest: str, guest: Guest) -> None:
        self._known[kind, digest] = (guest, time.monotonic() + REMEMBERED_SECONDS)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)

    async def welcome(self, name: str, *, bot: bool = False, device: str = "") -> tuple[Guest, str]:
        """A new guest with its token."""
        guest = Guest("g" + secrets.token_urlsafe(9), plain(name) or "Guest", bot)
        now, kind = self._now(), "bearer" if bot else "cookie"

        def keep(connection: sa.Connection) -> str:
            connection.execute(
                sa.insert(rows.guests).values(
                    id=guest.id,
                    name=guest.name,
                    bot=bot,
                    next_secret=secrets.token_hex(32),
                    created_at=now,
                    seen_at=now,
                )
            )
            return new_session(connection, guest.id, device, now, kind)

        token = await self._store.write(keep)
        self._remember(kind, hashed(token), guest)
        return guest, token

    async def rename(self, guest: Guest, name: str) -> Guest:
        """The guest is called otherwise from now on, at new tables; a member not too often."""
        new = replace(guest, name=plain(name) or guest.name)
        now = self._now()
        await self._store.write(lambda c: members.rename(c, guest.id, new.name, now))
        self.look_up_again(guest.id)
        return new

    async def promise_to(self, guest: Guest) -> str:
        """The commitment of the next table that a guest opens."""
        where = rows.guests.c.id == guest.id
        chosen = sa.select(rows.guests.c.next_secret).where(where)
        secret = await self._store.read(lambda connection: connection.execute(chosen).scalar())
        if secret is None:
            raise nobody()  # another process has forgotten them
        return promise(bytes.fromhex(secret))

    def look_up_again(self, guest: str) -> None:
        """A guest was renamed or forgotten."""
        for key, (known, _) in list(self._known.items()):
            if known.id == guest:
                del self._known[key]


def lock_guest(connection: sa.Connection, guest: Guest) -> str:
    """Keep a guest from being forgotten meanwhile; the secret of the next table it opens."""
    mine = sa.select(rows.guests.c.next_secret).where(rows.guests.c.id == guest.id)
    secret = connection.execute(mine.with_for_update()).scalar()
    if secret is None:
        raise nobody()
    return str(secret)


def _signing_key(connection: sa.Connection) -> str:
    return find_or_make(connection, "signing_key", lambda: secrets.token_hex(32))


def _guest_of(connection: sa.Connection, digest: str, kind: str) -> Guest | None:
    sessions, guests = rows.sessions, rows.guests
    claimed = members.is_member(guests.c.id).label("member")
    joined = sa.select(guests.c.id, guests.c.name, guests.c.bot, claimed)
    row = connection.execute(
        joined.join_from(sessions, guests).where(
            sessions.c.token_hash == digest, sessions.c.kind == kind
        )
    ).first()
    return None if row is None else Guest(row.id, row.name, bool(row.bot), bool(row.member))


def _seen(connection: sa.Connection, guest: str, digest: str, now: int) -> None:
    """Keep when a guest, and when this device of theirs, was here last."""
    guests, sessions = rows.guests, rows.sessions
    stale = (guests.c.id == guest) & (guests.c.seen_at < now - SEEN_EVERY)
    connection.execute(sa.update(guests).where(stale).values(seen_at=now))
    since = sa.func.coalesce(sessions.c.seen_at, sessions.c.created_at)
    stale = (sessions.c.token_hash == digest) & (since < now - SEEN_EVERY)
    connection.execute(sa.update(sessions).where(stale).values(seen_at=now))
