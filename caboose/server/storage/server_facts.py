"""The server's own facts, by name: keys that all processes share, and when one was last alive."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from caboose.server.storage import rows
from caboose.server.storage.statements import Given, insert_unless_there


def read_fact(connection: sa.Connection, name: str) -> str | None:
    """A fact, None if there is none of that name."""
    return connection.execute(sa.select(rows.facts.c.value).where(_here(name))).scalar()


def lock_fact(connection: sa.Connection, name: str) -> str | None:
    """A fact that nobody else reads so, or changes, before this transaction is over."""
    fact = sa.select(rows.facts.c.value).where(_here(name))
    return connection.execute(fact.with_for_update()).scalar()


def keep_fact(connection: sa.Connection, name: str, value: str) -> None:
    """Keep a fact, in place of an older one."""
    changed = connection.execute(sa.update(rows.facts).where(_here(name)).values(value=value))
    if changed.rowcount == 0:
        insert_unless_there(connection, rows.facts, {"name": name, "value": value})


def keep_facts(connection: sa.Connection, facts: dict[str, str]) -> None:
    """Keep several facts in place of older ones, in one statement."""
    given = [{"name": name, "value": value} for name, value in sorted(facts.items())]
    _KEEP.execute(connection, given)


def find_or_make(connection: sa.Connection, name: str, make: Callable[[], str]) -> str:
    """A fact that is made once; another process may make it in the same moment."""
    found = read_fact(connection, name)
    if found is None:
        insert_unless_there(connection, rows.facts, {"name": name, "value": make()})
        found = read_fact(connection, name)
    assert found is not None
    return found


def _here(name: str) -> sa.ColumnElement[bool]:
    return rows.facts.c.name == name


_KEEP = Given(
    rows.facts,
    "INSERT INTO facts ({names}) {rows} ON CONFLICT (name) DO UPDATE SET value = excluded.value",
)
