"""Which limit a request falls under: every one that changes something has one."""

from __future__ import annotations

from fastapi import Request

from caboose.server.http.caller import HostDep, address_of, guest_or_none
from caboose.server.people.write_limits import Kind

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
    "/api/daily/{day}/{edition}": "tables",
    "/api/duels": "tables",
    "/api/duels/{duel}/deals/{number}": "tables",
}


def kind_of(path: str, method: str) -> Kind | None:
    """The limit of a route; None if it needs none."""
    if method in READING or path == MOVES or path.startswith(OPERATOR):
        return None
    return KINDS.get(path, "changes")


async def metered(request: Request, host: HostDep) -> None:
    """Count a request that changes something, whatever becomes of it; 429 if it is too much."""
    kind = kind_of(request.scope["route"].path, request.method)
    if kind is not None:
        guest = await guest_or_none(request)
        who = None if guest is None else guest.id
        await host.limits.take(kind, who, address_of(request))
