"""Teams: two tables play the same deals, and the teams have exchanged seats between them.

The places of a duel are numbered through, twice as many as sit at a table. Even ones are of the
first team, odd ones of the second; the first half of them is the company of one table, the second
half that of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from caboose.server.events.attempts import ALONE, NO_NONCE, Entry, name_deal
from caboose.server.events.deals import Deal, deals_key, secret_of
from caboose.server.people.guests import Guest, lock_guest
from caboose.server.protocol.bodies import NewChair, NewTable
from caboose.server.protocol.refusals import conflict, forbidden, not_found
from caboose.server.storage import rows
from caboose.server.tables.opening import BoardText, lay_table
from caboose.server.tables.seating import Seated, take_chair
from caboose.server.tables.starting import start_if_full

Pair = tuple[int, int]


def company_of(place: int, size: int) -> int:
    """At which of the two tables a place is."""
    return place // size


def seating(company: int, number: int, size: int) -> list[int]:
    """A company's places by seat. What one team has here, the other has at the other table.

    From deal to deal they exchange seats, too, so that both go first as often as can be.
    """
    first = company * size
    shift = (company + number + 1) % 2
    return [first + (seat + shift) % size for seat in range(size)]


def team_totals(tables: Sequence[Sequence[int] | None], number: int) -> Pair | None:
    """What both teams made of a deal at both tables; None if one was not played to its end."""
    sums = [0, 0]
    for company, totals in enumerate(tables):
        if totals is None:
            return None
        for place, total in zip(seating(company, number, len(totals)), totals, strict=True):
            sums[place % 2] += total
    return sums[0], sums[1]


# ---- as they are kept ----------------------------------------------------------------------------


def make_places(connection: sa.Connection, duel: str, size: int, guest: str) -> None:
    """Make the places of both teams; whoever challenges has the first."""
    places = [{"duel_id": duel, "place": n, "guest_id": None} for n in range(2 * size)]
    places[0]["guest_id"] = guest
    connection.execute(sa.insert(rows.duel_places), places)


def places_of(connection: sa.Connection, duel: str) -> list[sa.Row[Any]]:
    """Who has which place, with their names; in order."""
    places, guests = rows.duel_places, rows.guests
    named = sa.select(places, guests.c.name).outerjoin(guests, guests.c.id == places.c.guest_id)
    mine = named.where(places.c.duel_id == duel).order_by(places.c.place)
    return list(connection.execute(mine))


def place_of(places: Sequence[Any], guest: str | None) -> int | None:
    """Somebody's place; None if they have none."""
    return next((row.place for row in places if guest and row.guest_id == guest), None)


def take_place(connection: sa.Connection, duel: Any, guest: Guest, place: int) -> None:
    """Play in a place that is open. Until the first deal one may take another."""
    places = places_of(connection, duel.id)
    if not 0 <= place < len(places):
        raise not_found("place")
    mine = place_of(places, guest.id)
    if mine == place:
        return
    if places[place].guest_id is not None:
        raise conflict("place_taken", "Somebody else has this place; take another.")
    if mine is not None:
        if _has_begun(connection, duel.id):
            raise conflict("duel_begun", "The duel has begun; you keep your place.")
        _put(connection, duel.id, mine, None)
    _put(connection, duel.id, place, guest.id)


def play_together(
    connection: sa.Connection, duel: Any, deal: Deal, number: int, entry: Entry
) -> Seated:
    """Play a deal at the table of one's company, or come back to it; the first to come lays it."""
    places = places_of(connection, duel.id)
    place = place_of(places, entry.guest.id)
    if place is None:
        raise forbidden("not_your_duel", "Take a place in a team first.")
    if any(row.guest_id is None for row in places):
        raise conflict("places_open", "The deals begin when both teams are complete.")
    company = company_of(place, duel.team_of)
    order = seating(company, number, duel.team_of)
    attempts = rows.attempts
    laid = sa.select(attempts.c.table_id).where(
        attempts.c.deal == deal.name, attempts.c.instance == company
    )
    table = connection.execute(laid).scalar()
    if table is None:
        people = [Guest(places[n].guest_id, places[n].name, bot=False) for n in order]
        table = _lay(connection, deal, company, people, entry)
    return Seated(table, order.index(place))


def _lay(
    connection: sa.Connection, deal: Deal, company: int, people: Sequence[Guest], entry: Entry
) -> str:
    """A sealed table at which everybody sits: all at once, since nobody's nonce changes the key."""
    for guest in sorted(people, key=lambda guest: guest.id):  # in one order, whoever else locks
        lock_guest(connection, guest)
    chairs = [NewChair(kind="open") for _ in people]
    new = NewTable(edition=deal.edition, chairs=chairs, options=ALONE, nonce=NO_NONCE)
    secret = secret_of(deals_key(connection), deal.name, 0)
    table = lay_table(connection, new, BoardText(deal.edition, None), secret, entry.now)
    name_deal(connection, table, deal, is_sealed=True)
    for seat, guest in enumerate(people):
        take_chair(connection, guest, table, seat, NO_NONCE, entry.now)
    start_if_full(connection, table, entry.now)
    row = {"table_id": table, "deal": deal.name, "instance": company, "seat": 0, "examined": True}
    times = {"begun_at": entry.now, "until": entry.until}
    connection.execute(sa.insert(rows.attempts).values(row | times))
    return table


def _has_begun(connection: sa.Connection, duel: str) -> bool:
    begun = sa.exists().where(rows.attempts.c.deal.like(f"duel/{duel}/%"))
    return bool(connection.execute(sa.select(begun)).scalar())


def _put(connection: sa.Connection, duel: str, place: int, guest: str | None) -> None:
    places = rows.duel_places
    here = sa.update(places).where(places.c.duel_id == duel, places.c.place == place)
    connection.execute(here.values(guest_id=guest))
