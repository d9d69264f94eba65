"""Guests over HTTP: give a name, change it, be forgotten; tokens for bots."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from fastapi import APIRouter, Request, Response

from caboose.server.host import Host
from caboose.server.http.browser_mark import keep_mark
from caboose.server.http.caller import COOKIE, HostDep, KnownGuest, MaybeGuest
from caboose.server.people.devices import device_name
from caboose.server.people.forgetting import forget_guests
from caboose.server.people.guests import Guest
from caboose.server.protocol.bodies import (
    Me,
    NewGuest,
    NewToken,
    PushKey,
    Subscription,
    TableList,
    Token,
)
from caboose.server.protocol.refusals import Refusal
from caboose.server.tables import lists, seating
from caboose.server.tables.leaving import leave_everywhere
from caboose.server.tables.loaded import NoSuchTable
from caboose.server.tables.running import running

router = APIRouter(prefix="/api", tags=["guests"])

YEAR, MONTH = 365 * 86_400, 31 * 86_400  # seconds
AWAY = "caboose_away"
MOST_AWAY, LONGEST_AWAY = 20, 1000  # tables that this cookie names, and its letters


async def me_of(host: Host, guest: Guest) -> Me:
    """Somebody, as they are told who they are."""
    promised = await host.guests.promise_to(guest)
    return Me(
        guest=guest.id,
        name=guest.name,
        bot=guest.bot,
        member=guest.member,
        commitment=promised,
    )


@router.post("/guests", status_code=201)
async def new_guest(
    body: NewGuest, host: HostDep, request: Request, response: Response, known: MaybeGuest
) -> Me:
    """Give a name; a cookie remembers it. A browser has one guest: it only gets another name."""
    if known is not None and not known.bot:
        return await me_of(host, await host.guests.rename(known, body.name))
    device = device_name(request.headers.get("user-agent", ""))
    guest, token = await host.guests.welcome(body.name, device=device)
    for table in _sent_away_from(request, host):
        with suppress(Refusal):  # it was deleted meanwhile
            await host.tables.change(partial(seating.send_away, table=table, guest=guest.id), table)
    remember(host, request, response, host.guests.sign(token))
    return await me_of(host, guest)


def _sent_away_from(request: Request, host: Host) -> list[str]:
    """The tables from which this browser was sent away, under a name that is forgotten."""
    said = host.guests.read_signed(request.cookies.get(AWAY), LONGEST_AWAY) or ""
    first, *tables = said.split("~")
    return tables if first == "away" else []


def _stay_away(request: Request, response: Response, host: Host, tables: list[str]) -> None:
    """Let a browser keep, without a name, from which tables it was sent away."""
    if tables:
        said = host.guests.sign("~".join(["away", *tables[:MOST_AWAY]]))
        response.set_cookie(
            AWAY,
            said,
            max_age=MONTH,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )


def remember(host: Host, request: Request, response: Response, cookie: str) -> None:
    """Let the browser keep a cookie for a year from now; if it came over https, for that alone."""
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    keep_mark(host.guests, request, response)


@router.post("/tokens", status_code=201)
async def new_token(body: NewToken, host: HostDep) -> Token:
    """A bot gets a bearer token. It is shown once."""
    guest, token = await host.guests.welcome(body.name, bot=True)
    return Token(token=token, guest=guest.id, name=guest.name)


@router.get("/me")
async def me(host: HostDep, guest: KnownGuest, request: Request, response: Response) -> Me:
    """Who is asking, and the promise for the next table. Coming again keeps the cookie longer."""
    if not guest.bot:
        remember(host, request, response, request.cookies[COOKIE])
    return await me_of(host, guest)


@router.patch("/me")
async def rename(body: NewGuest, host: HostDep, guest: KnownGuest) -> Me:
    """Be called otherwise, at new tables."""
    return await me_of(host, await host.guests.rename(guest, body.name))


@router.delete("/me", status_code=204)
async def forget_me(host: HostDep, guest: KnownGuest, request: Request, response: Response) -> None:
    """Delete what is known of the guest; games that were played stay, without the name."""
    now = host.now()
    away = await host.store.read(lambda c: seating.sent_away_from(c, guest.id))
    await leave_everywhere(host.tables, guest, now)
    tables = await host.store.write(lambda c: forget_guests(c, [guest.id], now))
    host.guests.look_up_again(guest.id)
    for loaded in host.tables.loaded():
        if loaded.id in tables or guest.id in loaded.people():
            await host.tables.reload(loaded)
    response.delete_cookie(COOKIE)
    _stay_away(request, response, host, away)


@router.get("/push")
async def push_key(host: HostDep) -> PushKey:
    """The key with which a browser subscribes."""
    return PushKey(key=host.push.public_key)


@router.post("/me/push", status_code=204)
async def subscribe(body: Subscription, host: HostDep, guest: KnownGuest) -> None:
    """Be told of one's turn at tables whose turns are days apart."""
    if not host.push.may_push_to(body.endpoint):
        raise Refusal(422, "unknown_push_service", "This push service is not known here.")
    await host.push.subscribe(guest.id, body.endpoint)


@router.delete("/me/push", status_code=204)
async def unsubscribe(body: Subscription, host: HostDep, guest: KnownGuest) -> None:
    """Be told no more."""
    await host.push.unsubscribe(guest.id, body.endpoint)


@router.get("/me/tables")
async def my_tables(host: HostDep, guest: KnownGuest) -> TableList:
    """The guest's tables, newest first."""
    lines = await host.store.read(lambda connection: lists.tables_of(connection, guest.id))
    for line in [line for line in lines if line.status == "playing"]:
        try:
            line.running = running(await host.tables.find(line.id), guest.id)
        except NoSuchTable:  # it was deleted meanwhile
            lines.remove(line)
        else:
            line.your_turn = line.running is not None and line.running.your_turn
    return TableList(tables=lines)
