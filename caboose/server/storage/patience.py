"""A connection to PostgreSQL on which no answer is waited for without end.

A dead line says nothing: the packets of both sides are lost, and whoever waits for an answer waits
for ever. The system notices a silent network after a while, the database ends a statement that
takes too long (`line_options`), and what neither of them sees ends here: a line that takes our
bytes and never answers.
"""

from __future__ import annotations

import time
from typing import Any

import psycopg
import sqlalchemy as sa

FRESH = 2.0  # seconds after its use in which a connection is taken to be good


class NoAnswer(psycopg.OperationalError):
    """The database has not answered in time."""


class Patient(psycopg.Connection[Any]):
    """A connection that is given up when an answer takes longer than so many seconds."""

    answer_seconds: float | None = None

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer, but not for ever."""
        try:
            return super().wait(gen, interval, self.answer_seconds if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            self.close()  # whatever comes now is no answer to the next question
            raise NoAnswer(f"no answer within {self.answer_seconds:g} seconds") from None


def line_options(seconds: float) -> dict[str, Any]:
    """How the system and the database look after a line: each gives up after so many seconds."""
    milliseconds = int(seconds * 1000)
    limits = {
        "statement_timeout": milliseconds,
        "lock_timeout": milliseconds,
        # A process that is stopped in the middle of a transaction must not hold the others up.
        "idle_in_transaction_session_timeout": milliseconds // 2,
    }
    return {
        "options": " ".join(f"-c {name}={value}" for name, value in limits.items()),
        "connect_timeout": max(2, int(seconds / 2)),
        "keepalives_idle": max(1, int(seconds / 2)),
        "keepalives_interval": 1,
        "keepalives_count": 3,
        "tcp_user_timeout": milliseconds,
    }


def connect_patiently(engine: sa.Engine, seconds: float) -> None:
    """Let all connections of an engine wait no longer than so many seconds for an answer."""

    @sa.event.listens_for(engine, "do_connect")
    def connect(_: Any, __: Any, arguments: Any, options: Any) -> Patient:
        connection = Patient.connect(*arguments, **options)
        connection.answer_seconds = seconds
        return connection


def look_first(engine: sa.Engine) -> None:
    """Try a connection that has not been used for a moment before it is used again."""

    @sa.event.listens_for(engine, "checkout")
    def look(line: Any, record: Any, _: Any) -> None:
        if time.monotonic() - record.info.get("used_at", time.monotonic()) < FRESH:
            return
        try:
            engine.dialect.do_ping(line)
        except psycopg.Error:
            raise sa.exc.DisconnectionError from None  # the pool takes another

    @sa.event.listens_for(engine, "checkin")
    def note(_: Any, record: Any) -> None:
        record.info["used_at"] = time.monotonic()


def take_any_time(connection: sa.Connection) -> None:
    """Let this connection work for as long as it takes; it does not go back among the others."""
    for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
        connection.execute(sa.text(f"SET {limit} = 0"))
    driven: Any = connection.connection.driver_connection
    driven.answer_seconds = None
    connection.detach()
    connection.commit()  # or the limits would be back after a rollback
