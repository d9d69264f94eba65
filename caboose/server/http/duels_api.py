"""Duels over HTTP: challenge, accept, play, and see who won."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from caboose.server.events import duel_pages, duels
from caboose.server.http.caller import HostDep, KnownGuest, MaybeGuest
from caboose.server.http.daily_api import entry_of, sit_down
from caboose.server.protocol.deals import DealTable, Duel, Duels, NewDuel

router = APIRouter(prefix="/api/duels", tags=["duels"])

DuelId = Annotated[str, Path(max_length=40, pattern=r"^[\w-]+$")]
Number = Annotated[int, Path(ge=1, le=duels.DEALS)]
Place = Annotated[int, Path(ge=0, le=7)]


@router.get("")
async def my_duels(host: HostDep, guest: KnownGuest) -> Duels:
    """One's own duels, and those one is challenged to."""
    found = await host.store.read(lambda c: duel_pages.duels_of(c, guest.id, host.now()))
    return Duels(duels=found)


@router.post("", status_code=201)
async def challenge(body: NewDuel, host: HostDep, guest: KnownGuest) -> Duel:
    """Challenge a member, or anybody or a team by the duel's link: five deals in three days."""
    duel = await host.store.write(lambda c: duels.challenge(c, guest, body, host.now()))
    return await host.store.read(lambda c: duel_pages.show(c, duel, guest.id, host.now()))


@router.get("/{duel}")
async def show(duel: DuelId, host: HostDep, guest: MaybeGuest) -> Duel:
    """How a duel stands; the other's results when it is over."""
    who = None if guest is None else guest.id
    return await host.store.read(partial(duel_pages.show, duel=duel, guest=who, now=host.now()))


@router.post("/{duel}/accept")
async def accept(duel: DuelId, host: HostDep, guest: KnownGuest) -> Duel:
    """Accept a duel."""
    await host.store.write(lambda c: duels.accept(c, guest, duel, host.now()))
    return await host.store.read(lambda c: duel_pages.show(c, duel, guest.id, host.now()))


@router.delete("/{duel}", status_code=204)
async def decline(duel: DuelId, host: HostDep, guest: KnownGuest) -> None:
    """Decline a duel, or take back one's own that nobody has accepted."""
    await host.store.write(lambda c: duels.decline(c, guest, duel, host.now()))


@router.post("/{duel}/places/{place}")
async def take_place(duel: DuelId, place: Place, host: HostDep, guest: KnownGuest) -> Duel:
    """Take a place in one of the teams, or until the first deal another."""
    await host.store.write(lambda c: duels.take_place(c, guest, duel, place, host.now()))
    return await host.store.read(lambda c: duel_pages.show(c, duel, guest.id, host.now()))


@router.post("/{duel}/deals/{number}", status_code=201)
async def play(
    duel: DuelId,
    number: Number,
    host: HostDep,
    guest: KnownGuest,
    request: Request,
    response: Response,
) -> DealTable:
    """Play one of a duel's deals, or come back to it."""
    until = await host.store.read(lambda c: duels.until(c, duel))
    entry = entry_of(host, guest, request, response, until)
    seated = await host.store.write(partial(duels.play, duel=duel, number=number, entry=entry))
    return await sit_down(host, seated)
