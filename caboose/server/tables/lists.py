"""Lists of tables: the lobby, one guest's own, and finished games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from caboose.server.protocol.bodies import TableLine
from caboose.server.storage import rows
from caboose.server.tables.meta import find_edition, whose

LONGEST = 100

_TABLES = rows.tables


def lobby(connection: sa.Connection, asks: str | None = None) -> list[TableLine]:
    """Listed tables with open chairs, then running ones that may be watched; each newest first.

    Whoever asks does not see those whose host has blocked them.
    """
    chairs = rows.chairs
    free = (chairs.c.kind == "open") & chairs.c.reserved_for.is_(None)
    has_free = sa.exists().where(chairs.c.table_id == _TABLES.c.id, free)
    waits = (_TABLES.c.status == "waiting") & has_free
    watched = (_TABLES.c.status == "playing") & (_TABLES.c.options["watch"].as_string() == "anyone")
    chosen = sa.select(_TABLES).where(_TABLES.c.listed, waits | watched, ~_shut_out(asks))
    waiting_first = sa.case((_TABLES.c.status == "waiting", 0), else_=1)
    return _lines(
        connection, chosen.order_by(waiting_first, _TABLES.c.created_at.desc()).limit(LONGEST)
    )


def tables_of(connection: sa.Connection, guest: str) -> list[TableLine]:
    """The tables at which a guest may play or has played, or that it opened; newest first."""
    held = sa.select(rows.holders.c.table_id).where(rows.holders.c.guest_id == guest)
    mine = _TABLES.c.id.in_(held) | (_TABLES.c.owner_id == guest)
    was_a_game = (_TABLES.c.status != "closed") | _TABLES.c.started_at.is_not(None)
    chosen = sa.select(_TABLES).where(mine & was_a_game)
    return _lines(connection, chosen.order_by(_TABLES.c.created_at.desc()).limit(LONGEST))


def seen_with(
    connection: sa.Connection, members: Sequence[str], asks: str
) -> dict[str, list[TableLine]]:
    """Where members sit now, as far as the one who asks may know.

    Listed tables are for everybody. Of the others, those they host themselves, if they let those
    who follow them see that.
    """
    chairs = rows.chairs
    shows = rows.members.c.shows["tables"].as_boolean()
    hosted = (chairs.c.guest_id == _TABLES.c.owner_id) & shows & (_TABLES.c.status == "playing")
    sat = sa.select(chairs.c.guest_id, chairs.c.table_id).distinct()
    found = sat.join(_TABLES, _TABLES.c.id == chairs.c.table_id)
    found = found.join(rows.members, rows.members.c.guest_id == chairs.c.guest_id).where(
        chairs.c.guest_id.in_(members),
        _TABLES.c.status.in_(("waiting", "playing")),
        _TABLES.c.options["watch"].as_string() == "anyone",
        _TABLES.c.listed | hosted,
        ~_shut_out(asks),
    )
    pairs = list(connection.execute(found))
    lines = lines_of(connection, {pair.table_id for pair in pairs})
    seen: dict[str, list[TableLine]] = {}
    for pair in pairs:
        seen.setdefault(pair.guest_id, []).append(lines[pair.table_id])
    return seen


def _shut_out(asks: str | None) -> sa.ColumnElement[bool]:
    """Has the host of a table blocked the guest who asks?"""
    blocks = rows.blocks
    return sa.exists().where(blocks.c.guest_id == _TABLES.c.owner_id, blocks.c.blocked_id == asks)


def lines_of(connection: sa.Connection, tables: Iterable[str]) -> dict[str, TableLine]:
    """These tables, each as a line."""
    chosen = sa.select(_TABLES).where(_TABLES.c.id.in_(list(tables)))
    return {line.id: line for line in _lines(connection, chosen)}


def hosted_by(connection: sa.Connection, guest: str) -> set[str]:
    """The tables that a guest hosts and that wait or are played."""
    goes_on = _TABLES.c.status.in_(("waiting", "playing"))
    chosen = sa.select(_TABLES.c.id).where(_TABLES.c.owner_id == guest, goes_on)
    return set(connection.execute(chosen).scalars())


def running_with(connection: sa.Connection, guest: str) -> list[str]:
    """The tables that wait or are played, on whose chairs a guest sits."""
    chairs = rows.chairs
    seated = sa.select(chairs.c.table_id).where(chairs.c.guest_id == guest)
    running = _TABLES.c.status.in_(("waiting", "playing")) & _TABLES.c.id.in_(seated)
    return list(connection.execute(sa.select(_TABLES.c.id).where(running)).scalars())


def finished(
    connection: sa.Connection, edition: str | None, before: int | None, limit: int
) -> list[TableLine]:
    """Finished games that anybody may see, newest first."""
    chosen = sa.select(_TABLES).where(_TABLES.c.status == "over", _TABLES.c.listed)
    if edition is not None:
        chosen = chosen.where(_TABLES.c.edition == edition)
    if before is not None:
        chosen = chosen.where(_TABLES.c.ended_at < before)
    newest = chosen.order_by(_TABLES.c.ended_at.desc()).limit(min(limit, LONGEST))
    return _lines(connection, newest)


def _lines(connection: sa.Connection, chosen: sa.Select[Any]) -> list[TableLine]:
    tables = list(connection.execute(chosen))
    ids = [table.id for table in tables]
    people: dict[str, list[Any]] = {}
    chairs = sa.select(rows.chairs).where(rows.chairs.c.table_id.in_(ids))
    for chair in connection.execute(chairs.order_by(rows.chairs.c.seat, rows.chairs.c.chair)):
        people.setdefault(chair.table_id, []).append(chair)
    results = sa.select(rows.results.c.table_id, rows.results.c.score)
    scores = {
        row.table_id: row.score
        for row in connection.execute(results.where(rows.results.c.table_id.in_(ids)))
    }
    played = sa.select(rows.actions.c.table_id, sa.func.max(rows.actions.c.played_at).label("at"))
    played = played.where(rows.actions.c.table_id.in_(ids)).group_by(rows.actions.c.table_id)
    last = {row.table_id: row.at for row in connection.execute(played)}
    guests = sa.select(rows.guests.c.id, rows.guests.c.name)
    owners = guests.where(rows.guests.c.id.in_({table.owner_id for table in tables}))
    names = {row.id: row.name for row in connection.execute(owners)}
    lines = [
        _line(table, names.get(table.owner_id), people.get(table.id, []), scores.get(table.id))
        for table in tables
    ]
    for line, table in zip(lines, tables, strict=True):
        line.active_at = last.get(table.id) or table.started_at or table.created_at
    return lines


def _line(
    table: Any, owner_name: str | None, chairs: list[Any], score: dict[str, Any] | None
) -> TableLine:
    in_order = sorted(chairs, key=lambda chair: chair.chair)
    return TableLine(
        id=table.id,
        name=table.name,
        whose=whose(table.owner_id, owner_name, in_order),
        edition=table.edition,
        edition_name=find_edition(table.edition, table.board).name,
        status=table.status,
        players=[chair.name for chair in chairs],
        open_chairs=sum(c.kind == "open" and c.reserved_for is None for c in chairs),
        watch=table.options["watch"] == "anyone",
        clock=table.options.get("clock"),
        rated=bool(table.options.get("rated")),
        bots=[chair.bot for chair in in_order if chair.kind == "bot"],
        created_at=table.created_at,
        ended_at=table.ended_at,
        winners=score["winners"] if score and table.status == "over" else [],
        totals=[seat["total"] for seat in score["seats"]] if score else [],
    )
