"""The mark that a browser keeps whoever uses it: it tells two people from two names of one."""

from __future__ import annotations

import secrets

from fastapi import Request, Response

from caboose.server.people.guests import Guests

COOKIE = "caboose_device"
YEAR = 365 * 86_400  # seconds


def mark_of(guests: Guests, request: Request) -> str | None:
    """The mark of the browser that asks; None if it has none."""
    return guests.read_signed(request.cookies.get(COOKIE), 200)


def keep_mark(guests: Guests, request: Request, response: Response) -> str:
    """The mark of the browser that asks; one that has none gets one to keep."""
    mark = mark_of(guests, request)
    if mark is None:
        mark = "device " + secrets.token_urlsafe(12)
        response.set_cookie(
            COOKIE,
            guests.sign(mark),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return mark
