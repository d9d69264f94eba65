"""The daily deal, as it is shown: to each what they may know, before and after its day."""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.events.deals import (
    HOUSE_BOT,
    Deal,
    day_before,
    day_of,
    deal_of,
    deals_of,
    end_of,
    is_day,
)
from caboose.server.events.ranking import middle
from caboose.server.events.results import Attempt, Standings, attempts_at, pars_of, standings
from caboose.server.protocol.deals import (
    Daily,
    DealLine,
    DealResult,
    DealResults,
    InstanceLine,
    OwnAttempt,
)
from caboose.server.protocol.refusals import forbidden, not_found
from caboose.server.storage import rows

MOST_SHOWN = 200  # results of a deal
FIRST_DAY = "2026-01-01"  # no deal is older


def find_deal(day: str, edition: str, now: int) -> Deal:
    """One of a day's deals; a refusal if there is none, or not yet."""
    _refuse_other_days(day, now)
    deal = deal_of(day, edition)
    if deal is None:
        raise not_found("deal")
    return deal


def _refuse_other_days(day: str, now: int) -> None:
    if not is_day(day) or not FIRST_DAY <= day <= day_of(now):
        raise not_found("deal")


def is_open(day: str, now: int) -> bool:
    """May a day's deals be played so that it counts?"""
    return day == day_of(now)


def show_day(connection: sa.Connection, day: str, guest: str | None, now: int) -> Daily:
    """A day's deals, and how far somebody is with them."""
    _refuse_other_days(day, now)
    streak, longest = streaks(connection, guest, day_of(now))
    deals = deals_of(day)
    found = attempts_at(connection, [deal.name for deal in deals])
    return Daily(
        day=day,
        today=day_of(now),
        now=now,
        ends_at=end_of(day),
        is_open=is_open(day, now),
        deals=[_line(deal, [a for a in found if a.deal == deal.name], guest) for deal in deals],
        streak=streak,
        longest_streak=longest,
    )


def _line(deal: Deal, attempts: list[Attempt], guest: str | None) -> DealLine:
    known = standings(attempts)
    mine = next((each for each in attempts if guest is not None and each.guest == guest), None)
    return DealLine(
        edition=deal.edition,
        seat=deal.seat,
        bots=[HOUSE_BOT] * deal.bots,
        players=len(known.attempts),
        mine=None if mine is None else _own(mine, known),
    )


def _own(mine: Attempt, known: Standings) -> OwnAttempt:
    return OwnAttempt(
        table=mine.table,
        status=_status(mine),
        total=mine.total,
        share=known.shares.get(mine.table),
        place=known.places.get(mine.table),
        ranked=len(known.places),
        compared_with=_compared_with(mine, known),
        instance=mine.instance,
        flag=mine.flag,
    )


def _compared_with(mine: Attempt, known: Standings) -> int:
    """How many others somebody is compared with; nobody who is not ranked is."""
    return len(known.totals(mine.instance)) - 1 if mine.table in known.shares else 0


def _status(mine: Attempt) -> str:
    if mine.total is not None:
        return "over"
    return "playing" if mine.status == "playing" else "unfinished"


def show_results(
    connection: sa.Connection, deal: Deal, day: str, guest: str | None, now: int
) -> DealResults:
    """Everybody's results; while the deal is open, for those whose own is in."""
    attempts, open_still = attempts_at(connection, [deal.name]), is_open(day, now)
    known = standings(attempts)
    done = {each.guest for each in known.attempts}
    if open_still and (guest is None or guest not in done):
        raise forbidden("not_played", "Play this deal first; then you see what others made of it.")
    pars = pars_of(connection, deal.name)
    in_order = sorted(known.attempts, key=lambda each: _order(each, known))
    return DealResults(
        day=day,
        edition=deal.edition,
        is_open=open_still,
        ends_at=end_of(day),
        players=len(in_order),
        results=[_result(each, known, guest, open_still) for each in _shown(in_order, guest)],
        instances=[
            _instance(n, known, pars.get(n), open_still)
            for n in sorted({each.instance for each in known.attempts})
        ],
    )


def _shown(in_order: list[Attempt], guest: str | None) -> list[Attempt]:
    """The best, and one's own wherever it stands."""
    mine = [each for each in in_order[MOST_SHOWN:] if guest is not None and each.guest == guest]
    return in_order[:MOST_SHOWN] + mine


def _order(each: Attempt, known: Standings) -> tuple[float, int, str]:
    """The best first; those who are not ranked come last."""
    return -known.shares.get(each.table, -1.0), -(each.total or 0), each.name


def _result(each: Attempt, known: Standings, guest: str | None, open_still: bool) -> DealResult:
    assert each.total is not None
    return DealResult(
        name=each.name,
        member=each.guest if each.is_member else None,
        you=guest is not None and each.guest == guest,
        instance=each.instance,
        total=each.total,
        share=known.shares.get(each.table),
        place=known.places.get(each.table),
        flag=each.flag,
        table=None if open_still else each.table,
    )


def _instance(n: int, known: Standings, par: int | None, open_still: bool) -> InstanceLine:
    here = [each for each in known.attempts if each.instance == n and each.flag is None]
    best = max(here, key=lambda each: each.total or 0, default=None)
    return InstanceLine(
        instance=n,
        players=len(here),
        median=middle(known.totals(n)),
        par=par,
        best=None if open_still or best is None else best.table,
    )


def streaks(connection: sa.Connection, guest: str | None, today: str) -> tuple[int, int]:
    """Days in a row on which somebody played a deal to its end: up to now, and the most ever."""
    if guest is None:
        return 0, 0
    attempts, results = rows.attempts, rows.results
    played = (
        sa.select(attempts.c.deal)
        .join_from(attempts, results, results.c.table_id == attempts.c.table_id)
        .where(attempts.c.guest_id == guest, results.c.finished, attempts.c.deal.like("daily/%"))
    )
    days = {deal.split("/")[1] for deal in connection.execute(played).scalars()}
    last = today if today in days else day_before(today)
    return _row_up_to(last, days), max((_row_up_to(day, days) for day in days), default=0)


def _row_up_to(day: str, days: set[str]) -> int:
    count = 0
    while day in days:
        day, count = day_before(day), count + 1
    return count
