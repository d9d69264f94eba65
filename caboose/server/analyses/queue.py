"""Asking for the analysis of a game, and waiting for it: each one transaction.

There is one analysis of a game, whoever asks. It is worked on as long as somebody waits for it;
what was found by then stays, and whoever asks next goes on with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa

import caboose
from caboose.engine.compiled import sources_digest
from caboose.server.protocol.analysis import AnalysisProgress
from caboose.server.protocol.refusals import Refusal
from caboose.server.settings import Settings
from caboose.server.storage.notify import tell_all
from caboose.server.storage.rows import analyses, analysis_pieces
from caboose.server.storage.statements import insert_unless_there

WAITING = 20_000  # milliseconds for which a question, or a look at how far it is, keeps it going
LEASE = 30_000  # milliseconds until another process may take on what this one has
ASKED = "analyze"  # the word on the line for something that may be taken on
MOST_LOSSES = 3  # processes lost over a game; then it is given up


@dataclass(frozen=True)
class Taken:
    """An analysis that this process has taken on, with what was found before."""

    table: str
    depth: str
    pieces: list[str]


@cache
def made_by() -> str:
    """One name for everything that decides a value here."""
    return sources_digest("analysis")


def ask(
    connection: sa.Connection,
    table: str,
    guest: str,
    settings: Settings,
    now: int,
    from_here: Collection[str] = (),
) -> AnalysisProgress:
    """Ask for an analysis, or wait on for one; a Refusal if too many are being worked on.

    Others have been asked for from the same address.
    """
    if not settings.analysis_workers:
        raise Refusal(503, "no_analysis", "This server does not analyze games.")
    row = _row(connection, table)
    if row is not None and (row.told is not None or row.waited_until >= now):
        return wait_on(connection, table, now)
    _refuse_too_many(connection, guest, settings, now, from_here)
    fresh = {
        "made_by": made_by(), "version": caboose.__version__, "depth": settings.analysis_depth,
        "asked_by": guest, "asked_at": now, "waited_until": now + WAITING,
    }  # fmt: skip
    insert_unless_there(connection, analyses, {"table_id": table, **_NEW, **fresh})
    if row is not None:
        is_stale = (row.made_by, row.depth) != (fresh["made_by"], fresh["depth"])
        connection.execute(
            sa.update(analyses)
            .where(analyses.c.table_id == table)
            .values({**fresh, "losses": 0, **({"done": 0} if is_stale else {})})
        )
        if is_stale:  # other rules of thumb would not fit what was found
            connection.execute(_pieces_of(table))
    tell_all(connection, ASKED)
    return progress(connection, table, now)


_NEW = {"taken_until": 0, "done": 0, "wanted": 0, "losses": 0}


def _refuse_too_many(
    connection: sa.Connection,
    guest: str,
    settings: Settings,
    now: int,
    from_here: Collection[str],
) -> None:
    open_ones = sa.select(analyses.c.table_id, analyses.c.asked_by).where(
        analyses.c.waited_until >= now, analyses.c.told.is_(None)
    )
    found = list(connection.execute(open_ones))
    askers = [row.asked_by for row in found]
    near = sum(row.table_id in from_here for row in found)
    if askers.count(guest) >= settings.analyses_per_guest or near >= settings.analyses_per_address:
        raise Refusal(
            429,
            "too_many_analyses",
            "Other games of yours, or from your address, are being analyzed; wait until one is"
            " done.",
        )
    if len(askers) >= settings.analyses_at_once:
        raise Refusal(503, "analyses_full", "Many games are being analyzed; try again later.")


def wait_on(connection: sa.Connection, table: str, now: int) -> AnalysisProgress:
    """Say that somebody still waits for an analysis that is being worked on."""
    here = (analyses.c.table_id == table) & (analyses.c.waited_until >= now)
    connection.execute(sa.update(analyses).where(here).values(waited_until=now + WAITING))
    return progress(connection, table, now)


def fades(connection: sa.Connection, table: str, now: int) -> bool:
    """Is it time to say again that somebody waits? Not at every look: that is a commit."""
    row = _row(connection, table)
    return row is not None and now <= row.waited_until < now + WAITING // 2


def progress(connection: sa.Connection, table: str, now: int) -> AnalysisProgress:
    """How far the analysis of a game is."""
    row = _row(connection, table)
    if row is None:
        return AnalysisProgress(status="none")
    if row.told is not None:
        return AnalysisProgress(status="done", done=row.wanted, wanted=row.wanted)
    known = {"done": row.done, "wanted": row.wanted}
    if row.losses >= MOST_LOSSES:
        return AnalysisProgress(status="failed", **known)
    if row.waited_until < now:
        return AnalysisProgress(status="paused", **known)
    if row.taken_until >= now:
        return AnalysisProgress(status="working", **known)
    before = sa.select(sa.func.count()).where(_is_open(now), analyses.c.asked_at < row.asked_at)
    return AnalysisProgress(
        status="waiting", ahead=connection.execute(before).scalar_one(), **known
    )


def stored(connection: sa.Connection, table: str) -> tuple[str, str] | None:
    """An analysis that is done: the version that made it, and the whole as JSON."""
    row = _row(connection, table)
    return None if row is None or row.told is None else (row.version, row.told)


def is_any_free(connection: sa.Connection, now: int) -> bool:
    """Is there something to be taken on?"""
    return connection.execute(_free(now)).first() is not None


def take(connection: sa.Connection, now: int) -> Taken | None:
    """Take on the analysis that has waited longest and that nobody works on."""
    free = _free(now).with_for_update(skip_locked=True)
    row = connection.execute(free).first()
    if row is None:
        return None
    pieces = sa.select(analysis_pieces.c.piece).where(analysis_pieces.c.table_id == row.table_id)
    found = list(connection.execute(pieces.order_by(analysis_pieces.c.n)).scalars())
    _update(connection, row.table_id, taken_until=now + LEASE, done=len(found))
    return Taken(row.table_id, row.depth, found)


def keep(
    connection: sa.Connection, table: str, first: int, found: Sequence[str], wanted: int, now: int
) -> bool:
    """Keep pieces that were found; does anybody still wait for more?"""
    for n, piece in enumerate(found, first):
        row = {"table_id": table, "n": n, "piece": piece}
        insert_unless_there(connection, analysis_pieces, row)
    _update(connection, table, taken_until=now + LEASE, done=first + len(found), wanted=wanted)
    row = _row(connection, table)
    return row is not None and row.waited_until >= now


def finish(connection: sa.Connection, table: str, told: str, wanted: int) -> None:
    """Keep the whole, in place of its pieces."""
    _update(connection, table, told=told, taken_until=0, done=wanted, wanted=wanted)
    connection.execute(_pieces_of(table))


def let_go(connection: sa.Connection, table: str, losses: int = 0) -> None:
    """Leave an analysis to whoever takes it on next; so many processes were lost over it."""
    _update(connection, table, taken_until=0, losses=analyses.c.losses + losses)
    tell_all(connection, ASKED)


def _row(connection: sa.Connection, table: str) -> Any:
    here = sa.select(analyses).where(analyses.c.table_id == table)
    return connection.execute(here).first()


def _update(connection: sa.Connection, table: str, **values: Any) -> None:
    connection.execute(sa.update(analyses).where(analyses.c.table_id == table).values(values))


def _pieces_of(table: str) -> sa.Delete:
    return sa.delete(analysis_pieces).where(analysis_pieces.c.table_id == table)


def _is_open(now: int) -> sa.ColumnElement[bool]:
    """Does somebody wait, and can it be done?"""
    return sa.and_(
        analyses.c.waited_until >= now,
        analyses.c.told.is_(None),
        analyses.c.losses < MOST_LOSSES,
    )


def _free(now: int) -> sa.Select[Any]:
    free = sa.select(analyses.c.table_id, analyses.c.depth).where(
        _is_open(now), analyses.c.taken_until < now, analyses.c.made_by == made_by()
    )
    return free.order_by(_turn(now), analyses.c.asked_at).limit(1)


def _turn(now: int) -> sa.ScalarSelect[int]:
    """How many games their asker has before this one: everybody's first comes before all others."""
    others = analyses.alias()
    earlier = (others.c.asked_by == analyses.c.asked_by) & (
        (others.c.asked_at < analyses.c.asked_at)
        | ((others.c.asked_at == analyses.c.asked_at) & (others.c.table_id < analyses.c.table_id))
    )
    is_open = (others.c.waited_until >= now) & others.c.told.is_(None)
    return sa.select(sa.func.count()).where(earlier, is_open).scalar_subquery()
