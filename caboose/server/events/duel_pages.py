"""Duels as they are shown: one's own side's results, and the other's when the duel is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from caboose.server.events.duel_scores import score_deal
from caboose.server.events.duels import DEALS, deal_of_duel, role_of
from caboose.server.events.results import Attempt, attempts_at
from caboose.server.events.teams import company_of, place_of, places_of, team_totals
from caboose.server.people.forgetting import NOBODY
from caboose.server.protocol.deals import Duel, DuelDeal, DuelPlace, DuelPlayer
from caboose.server.protocol.refusals import not_found
from caboose.server.storage import rows

Totals = tuple[int | None, int | None]


@dataclass(frozen=True)
class PlayedDeal:
    """What was made of one deal: where, by one's own side and by the other, and both totals."""

    own: Attempt | None
    other: Attempt | None
    totals: Totals


@dataclass(frozen=True)
class Sides:
    """A duel from its reader's side; a side that has no name yet waits for somebody."""

    role: str
    names: tuple[str | None, str | None]
    deals: list[PlayedDeal]
    places: list[DuelPlace]
    is_full: bool

    @property
    def is_mine(self) -> bool:
        """Does the one who looks at it play?"""
        return self.role in ("challenger", "rival")


def duels_of(connection: sa.Connection, guest: str, now: int) -> list[Duel]:
    """Somebody's duels, and those they are challenged to; newest first."""
    duels, places = rows.duels, rows.duel_places
    placed = sa.select(places.c.duel_id).where(places.c.guest_id == guest)
    named = (duels.c.challenger_id, duels.c.rival_id, duels.c.asked_id)
    theirs = sa.or_(*(column == guest for column in named), duels.c.id.in_(placed))
    newest = sa.select(duels.c.id).where(theirs).order_by(duels.c.created_at.desc()).limit(20)
    return [show(connection, name, guest, now) for name in connection.execute(newest).scalars()]


def show(connection: sa.Connection, duel: str, guest: str | None, now: int) -> Duel:
    """A duel, as somebody may see it."""
    row = connection.execute(sa.select(rows.duels).where(rows.duels.c.id == duel)).first()
    if row is None:
        raise not_found("duel")
    names = [deal_of_duel(row, n).name for n in range(1, DEALS + 1)]
    found = attempts_at(connection, names)
    by_deal = [[each for each in found if each.deal == name] for name in names]
    sides = (_teams if row.team_of > 1 else _two)(connection, row, by_deal, guest)
    is_over = row.until <= now
    lines = [_deal(n, row, sides, is_over) for n in range(1, DEALS + 1)]
    mine, theirs = (_player(sides, lines, side) for side in (0, 1))
    return Duel(
        id=row.id,
        edition=row.edition,
        scoring=row.scoring,
        team_of=row.team_of,
        places=sides.places,
        status="over" if is_over else "running" if sides.is_full else "offered",
        role=sides.role,
        now=now,
        ends_at=row.until,
        me=mine or DuelPlayer(name=NOBODY, done=0, points=None),
        rival=theirs,
        deals=lines,
    )


def _two(
    connection: sa.Connection, row: Any, by_deal: Sequence[list[Attempt]], guest: str | None
) -> Sides:
    """A duel of two: each has a table of their own."""
    role = role_of(row, guest)
    who = [row.challenger_id, row.rival_id]
    if role == "rival":
        who.reverse()
    named = sa.select(rows.guests.c.id, rows.guests.c.name).where(rows.guests.c.id.in_(who))
    names = {found.id: found.name for found in connection.execute(named)}
    deals = []
    for attempts in by_deal:
        of = {each.guest: each for each in attempts if each.guest is not None}
        own, other = of.get(who[0]), of.get(who[1])
        totals = own.total if own else None, other.total if other else None
        deals.append(PlayedDeal(own, other, totals))
    return Sides(role, (names.get(who[0]), names.get(who[1])), deals, [], None not in who)


def _teams(
    connection: sa.Connection, row: Any, by_deal: Sequence[list[Attempt]], guest: str | None
) -> Sides:
    """A duel of teams: each company has a table, at which both teams sit."""
    places = places_of(connection, row.id)
    mine = place_of(places, guest)
    team = 0 if mine is None else mine % 2
    company = 0 if mine is None else company_of(mine, row.team_of)
    deals = []
    for number, attempts in enumerate(by_deal, 1):
        of = {each.instance: each for each in attempts}
        tables = [of[n].totals if n in of else None for n in (0, 1)]
        sums = team_totals(tables, number) or (None, None)
        totals = sums[team], sums[1 - team]
        deals.append(PlayedDeal(of.get(company), of.get(1 - company), totals))
    names = [[p.name for p in places if p.place % 2 == each and p.name] for each in (0, 1)]
    return Sides(
        role="other" if mine is None else ("challenger", "rival")[team],
        names=(_together(names[team]), _together(names[1 - team])),
        deals=deals,
        places=[_place(each, row.team_of, guest) for each in places],
        is_full=all(each.guest_id is not None for each in places),
    )


def _together(names: list[str]) -> str | None:
    return ", ".join(names) or None


def _place(row: Any, size: int, guest: str | None) -> DuelPlace:
    return DuelPlace(
        place=row.place,
        team=row.place % 2 + 1,
        table=company_of(row.place, size) + 1,
        name=row.name,
        you=guest is not None and row.guest_id == guest,
    )


def _deal(n: int, row: Any, sides: Sides, is_over: bool) -> DuelDeal:
    """What is told of a deal: of one's own table at once, of the other when the duel is over."""
    played, knows = sides.deals[n - 1], is_over or sides.is_mine
    points = score_deal(row.scoring, *played.totals) if is_over else (None, None)
    alone = row.team_of == 1  # what a team has made is known from both tables only
    return DuelDeal(
        number=n,
        table=played.own.table if played.own and knows else None,
        status=_status(played.own) if knows else "open",
        total=played.totals[0] if is_over or (knows and alone) else None,
        rival_table=played.other.table if played.other and is_over else None,
        rival_total=played.totals[1] if is_over else None,
        points=points[0],
        rival_points=points[1],
    )


def _status(own: Attempt | None) -> str:
    if own is None:
        return "open"
    if own.total is not None:
        return "over"
    return "playing" if own.status == "playing" else "unfinished"


def _player(sides: Sides, lines: list[DuelDeal], side: int) -> DuelPlayer | None:
    """One of the sides; None if nobody is there."""
    name = sides.names[side]
    if name is None:
        return None
    attempts = [(played.own, played.other)[side] for played in sides.deals]
    done = sum(each is not None and each.total is not None for each in attempts)
    told = [line.rival_points if side else line.points for line in lines]
    points = [each for each in told if each is not None]
    return DuelPlayer(name=name, done=done, points=sum(points) if points else None)
