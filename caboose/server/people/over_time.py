"""Somebody's games over time: every step of their ratings, and what analyzed games were worth."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from caboose.server.people import ratings
from caboose.server.people.past_games import seats_of
from caboose.server.protocol.club import GameWorth, OverTime
from caboose.server.storage import rows
from caboose.server.storage.statements import is_postgres

MOST = 500  # analyzed games, the newest


def over_time(connection: sa.Connection, guest: str) -> OverTime:
    """Everything of somebody that has a date, oldest first."""
    steps = ratings.history(connection, guest, asks=guest)
    return OverTime(steps=steps, worths=worths_of(connection, guest))


def worths_of(connection: sa.Connection, guest: str) -> list[GameWorth]:
    """What somebody's analyzed games were worth to them, oldest first."""
    mine, tables, analyses = seats_of(guest).subquery(), rows.tables, rows.analyses
    chosen = (
        sa.select(tables.c.id, tables.c.edition, tables.c.ended_at, mine.c.seat, _cards(connection))
        .join_from(tables, mine, mine.c.table_id == tables.c.id)
        .join(analyses, analyses.c.table_id == tables.c.id)
        .where(tables.c.status == "over", analyses.c.told.is_not(None))
    )
    newest = connection.execute(chosen.order_by(tables.c.ended_at.desc()).limit(MOST))
    return [_worth(row) for row in newest][::-1]


def _cards(connection: sa.Connection) -> sa.ColumnElement[str]:
    """Of a long analysis the short part alone: one card for each seat, as text."""
    told = rows.analyses.c.told
    if is_postgres(connection):
        return sa.cast(sa.cast(told, sa.JSON)["summaries"], sa.Text).label("cards")
    return sa.func.json_extract(told, "$.summaries").label("cards")


def _worth(row: sa.Row[Any]) -> GameWorth:
    card = next(card for card in json.loads(row.cards) if card["seat"] == row.seat)
    return GameWorth(
        table=row.id,
        edition=row.edition,
        ended_at=row.ended_at,
        accuracy=card["accuracy"],
        luck=card["luck"],
    )
