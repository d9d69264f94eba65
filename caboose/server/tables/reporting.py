"""Reports: what somebody did at a table, with the chat and the game as everybody saw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from caboose.server.people.addresses import network_of
from caboose.server.people.guests import Guest, plain
from caboose.server.protocol.moderation import Report
from caboose.server.protocol.refusals import conflict, not_found
from caboose.server.storage import rows
from caboose.server.tables.table import Table

LINES_KEPT = 100  # of chat, with a report
MOST_SHOWN = 200


@dataclass(frozen=True)
class Scene:
    """A table as it is when somebody is reported: people come and go while that is stored."""

    table: str
    edition: str
    n: int
    people: dict[str, str]  # their names
    networks: dict[str, str]  # from where those ask who are there through this process
    players: list[dict[str, Any]]
    actions: list[str]


def scene_at(table: Table) -> Scene:
    """What is known of a table now; for the thread that changes it."""
    return Scene(
        table=table.id,
        edition=table.meta.facts.name,
        n=table.at,
        people=_people_at(table),
        networks={
            viewer.guest: network_of(viewer.address)
            for viewer in table.viewers
            if viewer.guest is not None and viewer.address
        },
        players=_players(table),
        actions=_seen_actions(table),
    )


def file_report(
    connection: sa.Connection, scene: Scene, guest: Guest, about: str, words: str, now: int
) -> None:
    """Keep what a guest says of another who is at the table, or has spoken there."""
    chat = _chat(connection, scene.table)
    names = {line["guest"]: line["name"] for line in chat if line["guest"] is not None}
    names |= scene.people
    if about == guest.id or about not in names:
        raise not_found("guest")
    _refuse_twice(connection, scene.table, guest.id, about)
    attached = {
        "edition": scene.edition,
        "by": {"guest": guest.id, "name": names.get(guest.id, guest.name)},
        "about": {"guest": about, "name": names[about]},
        "players": scene.players,
        "chat": chat,
        "actions": scene.actions,
    }
    report = {"at": now, "table_id": scene.table, "n": scene.n, "by_id": guest.id}
    report |= {"about_id": about, "network": scene.networks.get(about), "words": plain(words)}
    connection.execute(sa.insert(rows.reports).values(report | {"attached": attached}))


def _refuse_twice(connection: sa.Connection, table: str, guest: str, about: str) -> None:
    reports = rows.reports
    same = (reports.c.table_id == table) & (reports.c.by_id == guest)
    waits = sa.select(reports.c.id).where(same, reports.c.about_id == about)
    if connection.execute(waits.where(reports.c.done_at.is_(None))).first() is not None:
        raise conflict("reported", "You have reported this person already; it will be looked at.")


def _chat(connection: sa.Connection, table: str) -> list[dict[str, Any]]:
    chat = rows.chat
    chosen = sa.select(
        chat.c.at, chat.c.room, chat.c.guest_id.label("guest"), chat.c.name, chat.c.text
    )
    newest = chosen.where(chat.c.table_id == table).order_by(chat.c.id.desc()).limit(LINES_KEPT)
    return [dict(row._mapping) for row in reversed(list(connection.execute(newest)))]


def _people_at(table: Table) -> dict[str, str]:
    """Everybody who is there, as they are called."""
    names = {spectator.guest: spectator.name for spectator in table.spectators()}
    for chair in table.meta.chairs:
        names |= dict.fromkeys(chair.holders, chair.name)
    return names


def _players(table: Table) -> list[dict[str, Any]]:
    in_order = sorted(table.meta.chairs, key=lambda chair: (chair.seat or 0, chair.chair))
    return [{"guest": chair.guest_id, "name": chair.name} for chair in in_order]


def _seen_actions(table: Table) -> list[str]:
    """The game so far, as a spectator saw it: a report tells no hand."""
    seen = (step.seen_by(None) for step in table.steps[1:])
    return [f"{step.seat} {step.action}" for step in seen]


def read_reports(connection: sa.Connection) -> list[Report]:
    """Reports that wait, then those that are done; each newest first."""
    reports = rows.reports
    waiting_first = sa.case((reports.c.done_at.is_(None), 0), else_=1)
    chosen = sa.select(reports).order_by(waiting_first, reports.c.id.desc()).limit(MOST_SHOWN)
    return [
        Report(
            id=row.id,
            at=row.at,
            table=row.table_id,
            n=row.n,
            network=row.network,
            words=row.words,
            done=row.done_at,
            outcome=row.outcome,
            **row.attached,
        )
        for row in connection.execute(chosen)
    ]


def finish_report(connection: sa.Connection, report: int, outcome: str, now: int) -> None:
    """Note down what became of a report."""
    here = sa.update(rows.reports).where(rows.reports.c.id == report)
    if connection.execute(here.values(done_at=now, outcome=outcome)).rowcount == 0:
        raise not_found("report")
