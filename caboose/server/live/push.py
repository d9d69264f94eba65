"""Telling people that it is their turn while the page is closed: web push, for turns days apart.

A push carries nothing but the fact that there is something to look at; the browser's own service
delivers it, and the page asks the server what it is. Each push is signed with this server's key
(VAPID), which browsers are given when they subscribe.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import sqlalchemy as sa
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

from caboose.server.logs import say
from caboose.server.protocol.messages import ClockOptions
from caboose.server.settings import Settings
from caboose.server.storage import rows
from caboose.server.storage.server_facts import find_or_make
from caboose.server.storage.statements import insert_unless_there
from caboose.server.storage.store import NotStored, Store
from caboose.server.tables.table import Table

DAY = 86_400  # seconds
MOST_AT_ONCE = 4  # pushes on their way
PATIENCE = 10.0  # seconds for a push service to answer
MOST_TABLES = 10_000  # whose last announcement is remembered
MOST_BROWSERS = 10  # that one guest may have told of turns
GONE = (404, 410)  # the browser does not want it any more
LOOPBACK = ("127.0.0.1", "localhost")


class Push:
    """Subscriptions of browsers, and the pushes to them."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], int]) -> None:
        self._store = store
        self._settings = settings
        self._now = now
        self._key: ec.EllipticCurvePrivateKey | None = None
        self._announced: dict[str, set[tuple[int, int]]] = {}  # table: seats and turns
        self._sending: set[asyncio.Task[None]] = set()
        # Threads of its own: a service that does not answer holds up nothing but pushes.
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, "push")

    async def prepare(self) -> None:
        """Find or make the key that signs; all processes share it."""
        number = await self._store.write(_signing_number)
        self._key = ec.derive_private_key(number, ec.SECP256R1())

    @property
    def public_key(self) -> str:
        """What a browser subscribes with."""
        assert self._key is not None
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return _base64(point)

    def may_push_to(self, endpoint: str) -> bool:
        """Is it a push service we know? A made-up address must not send us anywhere."""
        try:
            parts = urlsplit(endpoint)
            host = parts.hostname or ""
        except ValueError:
            return False
        if parts.scheme != "https" and not (parts.scheme == "http" and host in LOOPBACK):
            return False
        services = self._settings.push_services
        return any(host == service or host.endswith(f".{service}") for service in services)

    async def subscribe(self, guest: str, endpoint: str) -> None:
        """A browser wants to be told."""
        row = {"endpoint": endpoint, "guest_id": guest, "created_at": self._now()}

        def keep(connection: sa.Connection) -> None:
            _forget(connection, endpoint)
            insert_unless_there(connection, rows.subscriptions, row)
            _forget_oldest(connection, guest)

        await self._store.write(keep)

    async def unsubscribe(self, guest: str, endpoint: str) -> None:
        """A browser does not want to be told any more."""
        subscriptions = rows.subscriptions
        mine = (subscriptions.c.endpoint == endpoint) & (subscriptions.c.guest_id == guest)
        gone = sa.delete(subscriptions).where(mine)
        await self._store.write(lambda connection: connection.execute(gone))

    def announce(self, table: Table) -> None:
        """Tell those whose turn it is, once for each turn, if they are not there."""
        if not table.is_playing or not turns_are_far_apart(table.meta.options.clock):
            self._announced.pop(table.id, None)
            return
        assert table.state is not None
        turn = int(table.state.fields.turns)
        waiting = {(seat, turn) for seat in table.state.waiting_for()}
        new = waiting - self._announced.get(table.id, set())
        self._note(table.id, waiting)
        present = table.present()
        chairs = [table.meta.at_seat(seat) for seat, _ in new]
        guests = {
            g for c in chairs if c.kind == "person" and c.chair not in present for g in c.holders
        }
        if guests:
            task = asyncio.create_task(self._tell(guests))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    def close(self) -> None:
        """Send nothing more; what is on its way may arrive."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _note(self, table: str, waiting: set[tuple[int, int]]) -> None:
        """These turns are announced. Tables that end elsewhere are not heard of: the oldest go."""
        self._announced.pop(table, None)
        self._announced[table] = waiting
        if len(self._announced) > MOST_TABLES:
            del self._announced[next(iter(self._announced))]

    async def _tell(self, guests: set[str]) -> None:
        chosen = sa.select(rows.subscriptions.c.endpoint).where(
            rows.subscriptions.c.guest_id.in_(guests)
        )
        try:
            endpoints = await self._store.read(lambda c: list(c.execute(chosen).scalars()))
            for endpoint in endpoints:
                loop = asyncio.get_running_loop()
                status = await loop.run_in_executor(self._threads, self._send, endpoint)
                if status in GONE:
                    await self._store.write(partial(_forget, endpoint=endpoint))
        except NotStored:
            say("push_not_sent")

    def _send(self, endpoint: str) -> int:
        """Send one push; the status of the answer, 0 if there was none."""
        headers = {"Authorization": self._signed(endpoint), "TTL": str(DAY), "Urgency": "normal"}
        try:
            with urlopen(Request(endpoint, b"", headers), timeout=PATIENCE) as answer:
                return int(answer.status)
        except HTTPError as error:
            return error.code
        except (URLError, OSError):
            return 0

    def _signed(self, endpoint: str) -> str:
        """That this push comes from the server a browser subscribed at (RFC 8292)."""
        assert self._key is not None
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": self._now() // 1000 + DAY // 2,
            "sub": self._settings.contact,
        }
        head = _base64(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
        body = f"{head}.{_base64(json.dumps(claims).encode())}"
        one, other = utils.decode_dss_signature(
            self._key.sign(body.encode(), ec.ECDSA(hashes.SHA256()))
        )
        signature = _base64(one.to_bytes(32) + other.to_bytes(32))
        return f"vapid t={body}.{signature}, k={self.public_key}"


def turns_are_far_apart(clock: ClockOptions | None) -> bool:
    """Is a turn a matter of days?"""
    return clock is not None and not clock.is_live


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _forget(connection: sa.Connection, endpoint: str) -> None:
    subscriptions = rows.subscriptions
    connection.execute(sa.delete(subscriptions).where(subscriptions.c.endpoint == endpoint))


def _forget_oldest(connection: sa.Connection, guest: str) -> None:
    """Keep a guest's newest subscriptions: nobody uses more browsers than that."""
    subscriptions = rows.subscriptions
    mine = subscriptions.c.guest_id == guest
    newest = sa.select(subscriptions.c.endpoint).where(mine)
    newest = newest.order_by(subscriptions.c.created_at.desc(), subscriptions.c.endpoint)
    kept = list(connection.execute(newest.limit(MOST_BROWSERS)).scalars())
    connection.execute(sa.delete(subscriptions).where(mine, subscriptions.c.endpoint.not_in(kept)))


def _signing_number(connection: sa.Connection) -> int:
    return int(find_or_make(connection, "push_key", _new_number), 16)


def _new_number() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    return f"{key.private_numbers().private_value:064x}"
