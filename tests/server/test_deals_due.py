"""What is due for deals is found without reading all that was ever played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from caboose.server.events import duels, par, sealing, suspicion
from caboose.server.events.attempts import name_deal
from caboose.server.events.deals import DAY, Deal
from caboose.server.storage import rows
from caboose.server.storage.database import Database

NOW = 2_000_000_000_000
LOOKS: dict[str, Callable[[sa.Connection], object]] = {
    "duels that are over": lambda c: duels.done(c, NOW, NOW - 60_000),
    "attempts to examine": suspicion.examine,
    "pars to work out": lambda c: c.execute(par._missing(NOW)).first(),
    "seals to open": lambda c: sealing._due(c, NOW),
}


class Past:
    """A SQLite database in which as much was played as a test wants."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(f"sqlite:///{folder / 'games.db'}")
        self.database.make_ready()
        self._played = 0

    def play(self, deals: list[str], *, ended_at: int, **more: Any) -> None:
        """One attempt for each of these names of deals, at a table of its own."""
        numbers = range(self._played, self._played + len(deals))
        self._played += len(deals)
        table = {"name": "", "edition": "london", "board_digest": "", "rules_version": 1}
        table |= {"status": "over", "options": {}, "listed": False, "secret": "", "commitment": ""}
        attempt = {"instance": 0, "seat": 0, "until": ended_at, "examined": True} | more
        score = {"seats": [{"total": 30}]}
        result = {"ended_at": ended_at, "finished": True, "score": score, "record": ""}
        guest = {"name": "", "bot": False, "next_secret": "", "created_at": 0, "seen_at": 0}
        times = {"created_at": 0, "ended_at": ended_at}
        with self.database.begin() as connection:
            _insert(connection, rows.guests, [{"id": f"g{n}", **guest} for n in numbers])
            tables = [
                {"id": f"t{n}", "deal": deal, **table, **times}
                for n, deal in zip(numbers, deals, strict=True)
            ]
            _insert(connection, rows.tables, tables)
            attempts = [
                {"table_id": f"t{n}", "deal": deal, "guest_id": f"g{n}", "begun_at": n, **attempt}
                | {"network": f"network {n}", "device": f"device {n}"}
                for n, deal in zip(numbers, deals, strict=True)
            ]
            _insert(connection, rows.attempts, attempts)
            _insert(connection, rows.results, [{"table_id": f"t{n}", **result} for n in numbers])

    def steps(self, work: Callable[[sa.Connection], object]) -> int:
        """How many steps SQLite takes for something: it reads at most a row in each."""
        taken = 0

        def step() -> None:
            nonlocal taken
            taken += 1

        with self.database.reading.connect() as connection:
            work(connection)  # what is prepared once is not counted
            driven: Any = connection.connection.driver_connection
            driven.set_progress_handler(step, 1)
            work(connection)
            driven.set_progress_handler(None, 1)
        return taken


def _insert(connection: sa.Connection, table: sa.Table, given: list[dict[str, Any]]) -> None:
    connection.execute(sa.insert(table), given)


@pytest.fixture
def past(tmp_path: Path) -> Iterator[Past]:
    made = Past(tmp_path)
    yield made
    made.database.close()


def years(past: Past, number: int) -> None:
    """Daily deals and duels, all over long ago, each of them played by a few."""
    names = [f"daily/day {n % 99}/london" for n in range(number)]
    names += [f"duel/{n // 10}/{1 + n % 5}" for n in range(number)]
    past.play(names, ended_at=NOW - 30 * DAY)


@pytest.mark.parametrize("look", LOOKS)
def test_a_look_costs_the_same_however_much_was_played_before(past: Past, look: str) -> None:
    years(past, 100)
    before = past.steps(LOOKS[look])
    years(past, 4000)
    assert past.steps(LOOKS[look]) <= before + 50


def test_an_attempt_is_examined_without_reading_the_whole_day(past: Past) -> None:
    today = "daily/today/london"
    past.play([today] * 3, ended_at=NOW - 1, examined=False)
    with past.database.begin() as connection:
        assert suspicion.examine(connection) == dict.fromkeys(["t0", "t1", "t2"])
    before = past.steps(suspicion.examine)
    past.play([today] * 4000, ended_at=NOW - 1)
    assert past.steps(suspicion.examine) <= 2 * before + 200


def test_what_is_examined_is_so_in_small_steps_and_keeps_an_older_flag(past: Past) -> None:
    past.play(["daily/today/london"] * 50, ended_at=NOW, examined=False)
    past.play(["daily/today/london"], ended_at=NOW, examined=False, flag="twice")
    flagged: dict[str, str | None] = {}
    steps = 0
    while True:
        with past.database.reading.connect() as connection:
            found = suspicion.examine(connection)
        if not found:
            break
        assert len(found) <= suspicion.AT_A_TIME
        with past.database.begin() as connection:
            suspicion.keep(connection, found)
        flagged |= found
        steps += 1
    assert steps == 3
    assert {table for table, flag in flagged.items() if flag} == {"t50"}


def test_whoever_plays_a_deal_later_plays_it_under_the_same_rules(past: Past) -> None:
    """Also if a newer version of the server comes while the deal is open."""
    past.play(["daily/today/london", "none"], ended_at=NOW)
    tables = rows.tables
    with past.database.begin() as connection:
        connection.execute(sa.update(tables).where(tables.c.id == "t1").values(rules_version=2))
        name_deal(connection, "t1", Deal("daily/tomorrow/london", "london", 1), is_sealed=True)
        versions = sa.select(tables.c.rules_version).where(tables.c.id == "t1")
        assert connection.execute(versions).scalar() == 2
        name_deal(connection, "t1", Deal("daily/today/london", "london", 1), is_sealed=True)
        assert connection.execute(versions).scalar() == 1
