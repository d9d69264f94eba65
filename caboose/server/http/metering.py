"""Which limit a request falls under: each is counted, and what changes something once more."""

from __future__ import annotations

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from caboose.server.host import Host
from caboose.server.http.caller import HostDep, address_of, guest_or_none
from caboose.server.http.lines import Doorkeeper
from caboose.server.http.safety import answer_of
from caboose.server.people.limits import Kind
from caboose.server.protocol.refusals import Refusal

READING = ("GET", "HEAD", "OPTIONS")
MOVES = "/api/tables/{table_id}/actions"  # as many as over a socket, see `unhurried_guest`
OPERATOR = "/api/operator/"  # for whoever has the token; without it each attempt is counted
KINDS: dict[str, Kind] = {
    "/api/guests": "guests",
    "/api/tokens": "guests",
    "/api/sign-in/code": "guests",
    "/api/sign-in/device": "guests",
    "/api/sign-in/device/whose": "guests",
    "/api/sign-in/passkey": "guests",
    "/api/sign-in/passkey/options": "guests",
    "/api/tables": "tables",
    "/api/play": "tables",
    "/api/tables/{table_id}/rematch": "tables",
    "/api/tables/{table_id}/continue": "tables",
    "/api/tables/{table_id}/analysis": "analyses",
    "/api/tables/{table_id}/analysis/try": "tries",
    "/api/daily/{day}/{edition}": "tables",
    "/api/duels": "tables",
    "/api/duels/{duel}/deals/{number}": "tables",
}

LONG_READS = (  # what goes through many rows: each counts as ten requests
    "/api/profile",
    "/api/me/games",
    "/api/me/figures",
    "/api/me/over-time",
    "/api/ratings/{pool}",
    "/api/ratings/of/{member}",
    "/api/daily",
    "/api/daily/{day}/{edition}",
    "/api/arenas/{arena}",
)


def kind_of(path: str, method: str) -> Kind | None:
    """The limit of a route; None if it needs none."""
    if method in READING or path == MOVES or path.startswith(OPERATOR):
        return None
    return KINDS.get(path, "changes")


async def metered(request: Request, host: HostDep) -> None:
    """Count a request, whatever becomes of it; 429 if it is too much."""
    guest, address = await guest_or_none(request), address_of(request)
    who = None if guest is None else guest.id
    kind = kind_of(request.scope["route"].path, request.method)
    if kind is not None:
        await host.limits.take(kind, who, address)
    elif request.method in READING:
        _meter_reading(host, request.scope["route"].path, who, address)
    meter_load(host, request.path_params.get("table_id"), who, address)


def _meter_reading(host: Host, path: str, guest: str | None, address: str) -> None:
    host.limits.take_here("requests", guest, None)
    if path in LONG_READS:
        host.limits.take_here("long_reads", guest, address)


def meter_load(host: Host, table: str | None, guest: str | None, address: str) -> None:
    """Count it if a table has to be read from the database; 429 if there are too many of them."""
    if table is not None and host.tables.peek(table) is None:
        host.limits.take_here("loads", guest, address)


class MeteredRequests:
    """Count every request by its address, before anything is looked up for it.

    To be refused costs time, too: an address that goes on nevertheless is cut off for a while.
    """

    def __init__(self, app: ASGIApp, host: Host, doorkeeper: Doorkeeper) -> None:
        self._app = app
        self._limits = host.limits
        self._doorkeeper = doorkeeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or let it pass."""
        refusal = None if scope["type"] == "lifespan" else self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})  # before it is accepted: status 403
        else:
            await answer_of(refusal)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Refusal | None:
        address = scope["client"][0] if scope["client"] else "unknown"
        try:
            self._limits.take_here("requests", None, address)
        except Refusal as refusal:
            self._doorkeeper.refused(address)
            return refusal
        return None
