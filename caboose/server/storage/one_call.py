"""Storing actions in one call, on PostgreSQL: one round trip for each commit.

A process that carries a part of the load makes smaller commits than one that carries all of it, so
what a commit costs must be little. The statements are those of `statements.py` and `notify.py`, in
a function that every connection brings with it: nothing of it is kept in the database, and versions
that share one do not share it. Each statement in it sees what was committed before it began, also
while it waited for the tables' rows; a single statement would not.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from caboose.server.storage.notify import TELL
from caboose.server.storage.statements import (
    DELETE_DUE,
    INSERT_ACTIONS,
    LOCK_TABLES,
    UPSERT_DUE,
    Rows,
)

TOO_LATE = "CB001"  # what the function raises, so that nothing of it is stored

_FUNCTION = f"""
CREATE FUNCTION pg_temp.append_actions(new_actions json, due json, not_due json, words json)
RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    stored integer;
BEGIN
    PERFORM {LOCK_TABLES.given_as("new_actions").removeprefix("SELECT ")};
    {INSERT_ACTIONS.given_as("new_actions")};
    GET DIAGNOSTICS stored = ROW_COUNT;
    IF stored < json_array_length(new_actions) THEN
        RAISE EXCEPTION 'another was first' USING ERRCODE = '{TOO_LATE}';
    END IF;
    {DELETE_DUE.given_as("not_due")};
    {UPSERT_DUE.given_as("due")};
    PERFORM {TELL.replace(":given", "words").removeprefix("SELECT ")};
END $$
"""
_CALL = sa.text("SELECT pg_temp.append_actions(:actions, :due, :not_due, :words)")


def define_on(engine: sa.Engine) -> None:
    """Let every connection of an engine know the function."""

    @sa.event.listens_for(engine, "connect")
    def define(connection: Any, _: Any) -> None:
        connection.execute(_FUNCTION)
        connection.commit()


def append_in_one_call(
    connection: sa.Connection, actions: Rows, due: Rows, not_due: Rows, words: Rows
) -> bool:
    """Store these and tell those who look; False if one of the actions comes too late."""
    given = {"actions": actions, "due": due, "not_due": not_due, "words": words}
    try:
        connection.execute(_CALL, {name: json.dumps(rows) for name, rows in given.items()})
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) == TOO_LATE:
            return False
        raise
    return True
