"""Guests over HTTP: give a name, change it, be forgotten; tokens for bots."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from fastapi import APIRouter, Request, Response

from caboose.server import lists, starting
from caboose.server.asking import COOKIE, HostDep, KnownGuest, address_of
from caboose.server.bodies import Me, NewGuest, NewToken, PushKey, Subscription, Tables, Token
from caboose.server.forgetting import forget_guests
from caboose.server.guests import Guest
from caboose.server.host import Host
from caboose.server.refusals import Refusal
from caboose.server.table import Table
from caboose.server.tables import NoSuchTable

router = APIRouter(prefix="/api", tags=["guests"])

YEAR = 365 * 86_400


async def _me(host: Host, guest: Guest) -> Me:
    promised = await host.guests.promise_to(guest)
    return Me(guest=guest.id, name=guest.name, bot=guest.bot, commitment=promised)


def _limit(host: Host, request: Request) -> None:
    if not host.new_guests.allow(address_of(request)):
        raise Refusal(429, "too_fast", "Too many new guests from your address; wait a minute.")


@router.post("/guests", status_code=201)
async def new_guest(body: NewGuest, host: HostDep, request: Request, response: Response) -> Me:
    """Give a name; a cookie remembers it."""
    _limit(host, request)
    guest, token = await host.guests.welcome(body.name)
    _remember(host, response, host.guests.sign(token))
    return await _me(host, guest)


def _remember(host: Host, response: Response, cookie: str) -> None:
    """Let the browser keep a cookie for a year from now."""
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=host.settings.secure_cookies,
    )


@router.post("/tokens", status_code=201)
async def new_token(body: NewToken, host: HostDep, request: Request) -> Token:
    """A bot gets a bearer token. It is shown once."""
    _limit(host, request)
    guest, token = await host.guests.welcome(body.name, bot=True)
    return Token(token=token, guest=guest.id, name=guest.name)


@router.get("/me")
async def me(host: HostDep, guest: KnownGuest, request: Request, response: Response) -> Me:
    """Who is asking, and the promise for the next table. Who comes again is remembered longer."""
    if not guest.bot:
        _remember(host, response, request.cookies[COOKIE])
    return await _me(host, guest)


@router.patch("/me")
async def rename(body: NewGuest, host: HostDep, guest: KnownGuest) -> Me:
    """Be called otherwise, at new tables."""
    return await _me(host, await host.guests.rename(guest, body.name))


@router.delete("/me", status_code=204)
async def forget_me(host: HostDep, guest: KnownGuest, response: Response) -> None:
    """Delete what is known of the guest; games that were played stay, without the name."""
    now = host.now()
    for table in await host.store.read(lambda c: lists.running_with(c, guest.id)):
        leave = partial(starting.leave, guest=guest, table=table, now=now)
        with suppress(Refusal):  # its game has ended meanwhile
            await host.tables.change(leave, table)
    tables = await host.store.write(lambda c: forget_guests(c, [guest.id], now))
    host.guests.look_up_again(guest.id)
    for loaded in host.tables.loaded():
        if loaded.id in tables or guest.id in loaded.people():
            await host.tables.reload(loaded)
    response.delete_cookie(COOKIE)


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
async def my_tables(host: HostDep, guest: KnownGuest) -> Tables:
    """The guest's tables, newest first."""
    lines = await host.store.read(lambda connection: lists.tables_of(connection, guest.id))
    for line in [line for line in lines if line.status == "playing"]:
        try:
            line.your_turn = _decides(await host.tables.find(line.id), guest)
        except NoSuchTable:  # it was deleted meanwhile
            lines.remove(line)
    return Tables(tables=lines)


def _decides(table: Table, guest: Guest) -> bool:
    """Does the game wait for one of the guest's seats?"""
    if table.state is None:
        return False
    seats = {table.meta.chairs[chair].seat for chair in table.meta.chairs_of(guest.id)}
    return any(seat in seats for seat in table.state.waiting_for())
