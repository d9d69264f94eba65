"""What every route of the API needs: the host, and who is asking."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import Depends, Path, Request
from starlette.requests import HTTPConnection

from caboose.server.host import Host
from caboose.server.http.browser_mark import mark_of
from caboose.server.people.guests import Guest, Guests
from caboose.server.protocol.refusals import Refusal, forbidden, nobody, not_found
from caboose.server.tables.loaded import NewerRules, NoSuchTable
from caboose.server.tables.table import Table

COOKIE = "caboose"
MOST_DELAY = 1.0  # seconds that a command which comes too soon waits for its turn


def host_of(request: Request) -> Host:
    """The server's parts."""
    host: Host = request.app.state.host
    return host


def address_of(asking: HTTPConnection) -> str:
    """Where somebody asks from."""
    return asking.client.host if asking.client else "unknown"


async def guest_or_none(request: Request) -> Guest | None:
    """Who is asking, if that is known; 403 if they may not come."""
    host = host_of(request)
    guest = await _guest_of(request, host.guests)
    host.bans.refuse(None if guest is None else guest.id, address_of(request))
    return guest


async def _guest_of(request: Request, guests: Guests) -> Guest | None:
    token = bearer_token(request)
    if token is None:
        guest = await guests.of_cookie(request.cookies.get(COOKIE))
        return guest and replace(guest, browser=mark_of(guests, request))
    guest = await guests.of_token(token, "bearer")
    if guest is None:
        raise unknown_token()
    return guest


def bearer_token(asking: HTTPConnection) -> str | None:
    """The token a program sends; a browser sends none."""
    scheme, _, token = asking.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def unknown_token() -> Refusal:
    """A token was sent that is not one of ours."""
    return Refusal(401, "bad_token", "This token is not known; ask for a new one.")


async def known_guest(guest: Annotated[Guest | None, Depends(guest_or_none)]) -> Guest:
    """Who is asking; 401 if nobody has given a name."""
    if guest is None:
        raise nobody()
    return guest


async def unhurried_guest(
    guest: Annotated[Guest, Depends(known_guest)], host: Annotated[Host, Depends(host_of)]
) -> Guest:
    """Who is asking, not more often than by a socket: too soon waits a little, too many get 429."""
    delay = host.commands.delay(guest.id, MOST_DELAY)
    if delay is None:
        raise Refusal(429, "too_fast", "Too many commands at once; wait a second.")
    await asyncio.sleep(delay)
    return guest


TableId = Annotated[str, Path(max_length=40)]
HostDep = Annotated[Host, Depends(host_of)]
MaybeGuest = Annotated[Guest | None, Depends(guest_or_none)]
KnownGuest = Annotated[Guest, Depends(known_guest)]
UnhurriedGuest = Annotated[Guest, Depends(unhurried_guest)]


async def find_table(host: Host, table: str) -> Table:
    """A table, or 404."""
    try:
        return await host.tables.find(table)
    except NewerRules:
        raise Refusal(
            503,
            "newer_rules",
            "A newer server is taking over; try again in a moment.",
        ) from None
    except NoSuchTable:
        raise not_found("table") from None


def chair_for(table: Table, guest: Guest | None, chair: int | None) -> int | None:
    """The chair that somebody speaks for: the one asked for, the first held, or None to look on.

    A chair of -1 asks to look on, though one is held.
    """
    mine = table.meta.chairs_of(None if guest is None else guest.id)
    if chair is not None and chair >= 0:
        if chair not in mine:
            raise forbidden("not_your_chair", "This seat is not yours.")
        return chair
    if chair is None and mine:
        return mine[0]
    why_not = table.meta.why_not_watch(None if guest is None else guest.id)
    if not mine and why_not is not None:
        raise why_not
    return None


def own_seat(table: Table, guest: Guest, chair: int | None) -> int:
    """The seat somebody plays for; 403 if they only look on."""
    speaking = chair_for(table, guest, chair)
    if speaking is None:
        raise forbidden("spectator", "You are a spectator; only players decide.")
    seat = table.meta.chairs[speaking].seat
    if seat is None:
        raise Refusal(409, "not_started", "The game has not begun.")
    return seat
