"""The daily deal over HTTP: a day's deals, playing them, and what everybody made of them."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from caboose.server.events import daily
from caboose.server.events.attempts import Entry, Whence, begin, practise
from caboose.server.events.deals import HOUSE_BOT, day_of, end_of
from caboose.server.host import Host
from caboose.server.http.browser_mark import keep_mark
from caboose.server.http.caller import HostDep, KnownGuest, MaybeGuest, address_of, find_table
from caboose.server.people.addresses import network_of
from caboose.server.people.guests import Guest
from caboose.server.protocol.deals import Daily, DealResults, DealTable
from caboose.server.tables.seating import Seated

router = APIRouter(prefix="/api/daily", tags=["daily"])

Day = Annotated[str, Path(max_length=10, pattern=r"^\d{4}-\d{2}-\d{2}$")]
Edition = Annotated[str, Path(max_length=20, pattern=r"^[a-z0-9_]+$")]


@router.get("")
async def today(host: HostDep, guest: MaybeGuest) -> Daily:
    """Today's deals."""
    return await day(day_of(host.now()), host, guest)


@router.get("/{day}")
async def day(day: Day, host: HostDep, guest: MaybeGuest) -> Daily:
    """A day's deals, and how far one is with them."""
    who = None if guest is None else guest.id
    return await host.store.read_long(partial(daily.show_day, day=day, guest=who, now=host.now()))


@router.get("/{day}/{edition}")
async def results(day: Day, edition: Edition, host: HostDep, guest: MaybeGuest) -> DealResults:
    """What everybody made of a deal; while it is open, for those who have played it."""
    now, who = host.now(), None if guest is None else guest.id
    deal = daily.find_deal(day, edition, now)
    show = partial(daily.show_results, deal=deal, day=day, guest=who, now=now)
    return await host.store.read_long(show)


@router.post("/{day}/{edition}", status_code=201)
async def play(
    day: Day,
    edition: Edition,
    host: HostDep,
    guest: KnownGuest,
    request: Request,
    response: Response,
    instance: Annotated[int, Query(ge=0, le=15)] = 0,
) -> DealTable:
    """Play a deal, or come back to it. One of an earlier day counts for nothing."""
    deal = daily.find_deal(day, edition, host.now())
    entry = entry_of(host, guest, request, response, end_of(day))
    if daily.is_open(day, entry.now):
        work = partial(begin, deal=deal, house_bot=HOUSE_BOT, entry=entry)
    else:
        work = partial(practise, deal=deal, house_bot=HOUSE_BOT, entry=entry, instance=instance)
    return await sit_down(host, await host.store.write(work))


def entry_of(host: Host, guest: Guest, request: Request, response: Response, until: int) -> Entry:
    """What it takes to begin a deal, and a mark for the browser that has none."""
    mark = keep_mark(host.guests, request, response)
    return Entry(
        guest=guest,
        whence=Whence(mark, network_of(address_of(request))),
        now=host.now(),
        until=until,
        most_open=host.settings.tables_per_guest,
        most_instances=host.settings.daily_instances,
    )


async def sit_down(host: Host, seated: Seated) -> DealTable:
    """Where somebody plays a deal; its bots are woken."""
    table = await find_table(host, seated.table)
    host.attendant.attend_if_due(table)
    return DealTable(table=seated.table)
