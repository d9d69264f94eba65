"""Time for a turn and a bank: every decision ends, safely, and nobody's time is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from caboose.engine.game import Game
from caboose.engine.state import State
from caboose.server.host import Host
from caboose.server.http.sessions import look
from caboose.server.live.viewer import Viewer
from caboose.server.people.guests import Guest
from caboose.server.protocol.messages import Ack, ClockOptions
from caboose.server.storage import rows
from caboose.server.tables import playing
from caboose.server.tables.clock import GameClock, safe_action
from caboose.server.tables.playing import Attempt
from caboose.server.tables.table import Table
from tests.support.games.table import KEY
from tests.support.server.bare_host import Time, inside, new_game, play, until
from tests.support.server.forked_server import Nursery, forked
from tests.support.server.people import Looking, Person
from tests.support.server.stored_games import Stored

NewDatabase = Callable[[str, Path], str]

LIVE = {"turn_seconds": 30, "bank_seconds": 60}


def address(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.db'}"


def somebody_is_there(host: Host, table: Table, guest: Guest, chair: int | None = 0) -> None:
    table.viewers.add(Viewer(table, guest.id, guest.name, chair, 0, host.now))


async def two_at_a_clock(host: Host, **clock: int) -> Table:
    table, guests = await new_game(host, people=2, clock={**LIVE, **clock})
    somebody_is_there(host, table, guests[0])
    return table


async def first_tickets(host: Host, table: Table) -> None:
    for seat in (0, 1):
        assert isinstance(await play(host, table, seat), Ack)


def left(table: Table, now: int, seat: int) -> tuple[int, int]:
    shown = table.clock_at(now)["seats"][seat]
    return shown["turn"], shown["bank"]


def late_steps(table: Table, now: int) -> set[int]:
    """The steps of which a spectator is told that the clock brought them about."""
    steps = json.loads(table.view(None, 0, now))["steps"]
    return {n for n, step in enumerate(steps) if step["timed_out"]}


# ---- the clock alone -----------------------------------------------------------------------------


def started(seats: int = 2) -> State:
    return Game("london", seats).start(key=KEY)


def test_the_turn_runs_first_and_then_the_bank() -> None:
    clock = GameClock(ClockOptions(turn_seconds=30, bank_seconds=60), started(), 0)
    assert clock.to_dict(10_000)[0] == {"seat": 0, "running": True, "turn": 20_000, "bank": 60_000}
    assert clock.to_dict(50_000)[0] == {"seat": 0, "running": True, "turn": 0, "bank": 40_000}
    assert clock.deadline(0) == clock.next_deadline() == 90_000


def test_in_first_tickets_everybodys_time_runs_and_stops_with_their_choice() -> None:
    state = started()
    clock = GameClock(ClockOptions(turn_seconds=30), state, 0)
    state.apply("keep 1", 0)
    clock.acted(0, 5_000, state)
    shown = clock.to_dict(20_000)
    assert [each["running"] for each in shown] == [False, True]
    assert [each["turn"] for each in shown] == [25_000, 10_000]
    assert clock.deadline(0) is None


def test_both_cards_are_drawn_in_the_time_of_one_turn_and_the_next_turn_has_its_own() -> None:
    state = started()
    clock = GameClock(ClockOptions(turn_seconds=30), state, 0)
    for seat, action, at in (
        (0, "keep 1", 0),
        (1, "keep 1", 0),
        (0, "draw deck", 10_000),
    ):
        state.apply(action, seat)
        clock.acted(seat, at, state)
    assert clock.to_dict(15_000)[0]["turn"] == 15_000
    state.apply("draw deck", 0)
    clock.acted(0, 20_000, state)
    assert [each["running"] for each in clock.to_dict(20_000)] == [False, True]
    assert clock.to_dict(20_000)[1]["turn"] == 30_000


def test_a_first_turn_has_its_whole_time_whoever_chose_tickets_last() -> None:
    state = started()
    clock = GameClock(ClockOptions(turn_seconds=30), state, 0)
    for seat, at in ((1, 0), (0, 20_000)):
        state.apply("keep 1", seat)
        clock.acted(seat, at, state)
    assert clock.to_dict(20_000)[0]["turn"] == 30_000


# ---- what is done at zero ------------------------------------------------------------------------


def test_tickets_are_kept_as_few_and_as_cheap_as_may_be() -> None:
    for name, seats in (("london", 2), ("usa", 3), ("usa_mega", 2), ("usa_big_cities", 2)):
        state = Game(name, seats).start(key=KEY)
        tickets = state.game.edition.tickets
        for seat in range(seats):
            offer = state.view(seat).offer
            choices = [
                [tickets[offer[place - 1]].points for place in action.places]
                for action in state.legal_actions(seat)
            ]
            fewest = min(len(points) for points in choices)
            cheapest = min(sum(points) for points in choices if len(points) == fewest)
            kept = [tickets[offer[p - 1]].points for p in safe_action(state, seat).places]
            assert (len(kept), sum(kept)) == (fewest, cheapest)


def test_at_zero_every_phase_is_finished_safely(tmp_path: Path) -> None:
    """First tickets, a turn, its second card, a payment and a ticket choice."""

    async def time_out(host: Host, table: Table, time: Time) -> str:
        assert table.state is not None
        phase, at = table.state.phase, table.at
        time.pass_by(200)
        await until(lambda: table.at > at)
        await until(lambda: not table.attended)
        assert table.steps[at + 1].seat is not None
        return phase

    async def scene() -> None:
        time = Time()
        async with inside(address(tmp_path), time, timeouts_to_bot=1000) as host:
            table = await two_at_a_clock(host)
            phases = [await time_out(host, table, time)]
            assert table.at == 2  # both had run out
            phases.append(await time_out(host, table, time))
            assert [str(step.action) for step in table.steps[3:5]] == ["draw deck"] * 2
            assert table.state is not None
            await play(host, table, table.state.seat, "draw deck")
            phases.append(await time_out(host, table, time))
            await play(host, table, table.state.seat, "tickets")
            phases.append(await time_out(host, table, time))
            assert len(str(table.steps[-1].action).split()) == 2  # one ticket, the fewest
            await until_a_claim(host, table)
            phases.append(await time_out(host, table, time))
            wanted = ["first_tickets", "turn", "second_card", "keep_tickets", "payment"]
            assert phases == wanted
            assert late_steps(table, time.at) == table.by_clock == {1, 2, 3, 4, 6, 8, table.at}
            host.tables.forget(table.id)
            again = await host.tables.find(table.id)
            assert late_steps(again, time.at) == table.by_clock, "also when it is read again"

    async def until_a_claim(host: Host, table: Table) -> None:
        """Draw until a route can be claimed, and claim it without paying yet."""
        while True:
            assert table.state is not None
            seat = table.state.waiting_for()[0]
            legal = [str(action) for action in table.state.legal_actions(seat)]
            claims = [word for word in legal if word.startswith("claim")]
            await play(host, table, seat, claims[0] if claims else "draw deck")
            if claims:
                return

    asyncio.run(scene())


def test_after_three_turns_in_a_row_a_bot_plays_until_the_person_acts(tmp_path: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with inside(address(tmp_path), time) as host:
            table = await two_at_a_clock(host)
            await first_tickets(host, table)
            for turn in range(3):
                assert table.meta.at_seat(0).control == "person"
                assert table.meta.at_seat(0).timeouts == turn
                time.pass_by(200)
                await until(lambda: table.state.waiting_for() == [1])  # type: ignore[union-attr]
                await until(lambda: not table.attended)
                await play_turn(host, table, 1)
            await until(lambda: table.meta.at_seat(0).control == "bot")
            await until(lambda: table.state.waiting_for() == [1])  # type: ignore[union-attr]
            at = table.at
            assert table.steps[at].seat == 0  # the bot has played
            table.meta.at_seat(1)
            await give_turn_to_the_person(host, table)
            assert table.meta.at_seat(0).control == "person"
            assert table.meta.at_seat(0).timeouts == 0
        with Stored(address(tmp_path)) as stored:
            kinds = [len(stored.log(table.id, k)) for k in ("timed_out", "bot_took_over")]
            assert kinds == [2, 1]
            assert len(stored.log(table.id, "took_back")) == 1

    async def play_turn(host: Host, table: Table, seat: int) -> None:
        for _ in range(2):
            await play(host, table, seat, "draw deck")

    async def give_turn_to_the_person(host: Host, table: Table) -> None:
        """The person is quicker than the bot that plays for it."""
        host.bots.pace = lambda *_: 3.0  # type: ignore[method-assign]
        await play_turn(host, table, 1)
        assert isinstance(await play(host, table, 0, "draw deck"), Ack)

    asyncio.run(scene())


def test_first_tickets_and_the_first_turn_are_timed_out_each(tmp_path: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with inside(address(tmp_path), time) as host:
            table = await two_at_a_clock(host)
            for timeouts in (1, 2):
                time.pass_by(200)
                await until(lambda wanted=timeouts: table.meta.at_seat(0).timeouts == wanted)  # type: ignore[misc]
                await until(lambda: not table.attended)
                assert table.at == (2 if timeouts == 1 else 4)

    asyncio.run(scene())


def test_a_turn_of_two_decisions_times_out_once_also_in_two_processes(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path)) as host:
            table = await two_at_a_clock(host)
            await first_tickets(host, table)
            for _ in range(2):
                host.tables.forget(table.id)  # as another process would read it
                table = await host.tables.find(table.id)
                await playing.play(host.tables, table, Attempt(0, "draw deck", table.at, "clock"))
            assert table.meta.at_seat(0).timeouts == 1

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("kind", "away"), [("sqlite", 3600), ("sqlite", 3), ("postgres", 3600), ("postgres", 3)]
)
def test_a_restart_adds_time_and_takes_none(
    tmp_path: Path, new_database: NewDatabase, kind: str, away: float
) -> None:
    database = new_database(kind, tmp_path)

    async def before(time: Time) -> tuple[str, tuple[int, int]]:
        async with inside(database, time) as host:
            table = await two_at_a_clock(host)
            await first_tickets(host, table)
            time.pass_by(12)
            await host.note_alive()
            return table.id, left(table, time.at, 0)

    async def after(time: Time, table_id: str) -> tuple[int, int]:
        async with inside(database, time) as host:
            table = await host.tables.find(table_id)
            shown = left(table, time.at + 20_000, 0)
            host.tables.forget(table_id)
            again = await host.tables.find(table_id)
            assert left(again, time.at + 20_000, 0) == shown
            return shown

    time = Time()
    table, shown = asyncio.run(before(time))
    assert shown == (18_000, 60_000)
    time.pass_by(away)
    # Twenty seconds are added: the same is left twenty seconds after the start.
    assert asyncio.run(after(time, table)) == shown


def test_a_second_process_adds_no_time_while_the_first_is_there(
    tmp_path: Path, new_database: NewDatabase
) -> None:
    async def scene() -> None:
        time = Time()
        database = new_database("postgres", tmp_path)
        async with inside(database, time) as first:
            table = await two_at_a_clock(first)
            await first_tickets(first, table)
            time.pass_by(3)
            async with inside(database, time) as second:
                again = await second.tables.find(table.id)
                assert left(again, time.at, 0) == left(table, time.at, 0) == (27_000, 60_000)

    asyncio.run(scene())


def test_a_process_that_loads_a_table_asks_the_others_who_is_there(
    tmp_path: Path, new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would take the table for deserted, and its clock would wait."""
    monkeypatch.setattr("caboose.server.live.bus.PRESENCE_EVERY", 1000.0)

    async def scene() -> None:
        database = new_database("postgres", tmp_path)
        async with inside(database) as first, inside(database) as second:
            table = await two_at_a_clock(first)
            again = await second.tables.find(table.id)
            somebody_is_there(second, again, Guest("spectator", "Sue", bot=False), chair=None)
            await until(lambda: again.present() == {0})  # nobody forgets where somebody looks

    asyncio.run(scene())


def test_the_time_left_is_the_same_after_the_table_is_read_again(tmp_path: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with inside(address(tmp_path), time) as host:
            table = await two_at_a_clock(host)
            await first_tickets(host, table)
            for _ in range(7):
                time.pass_by(7.5)
                assert table.state is not None
                await play(host, table, table.state.waiting_for()[0], "draw deck")
            time.pass_by(3)
            shown = table.clock_at(time.at)
            host.tables.forget(table.id)
            assert (await host.tables.find(table.id)).clock_at(time.at) == shown

    asyncio.run(scene())


@pytest.mark.parametrize("days", [0, 3])
def test_the_clock_waits_while_nobody_is_there_but_not_in_correspondence(
    tmp_path: Path, days: int
) -> None:
    async def scene() -> None:
        time = Time()
        async with inside(address(tmp_path), time) as host:
            clock: dict[str, Any] = {"turn_seconds": days * 86_400 or 30}
            table, guests = await new_game(host, people=2, clock=clock)
            time.pass_by(days * 86_400 + 31)
            if days:
                await until(lambda: table.at == 2)  # nobody is there, nor needs to be
                return
            for _ in range(5):  # deserted for hours, and nothing is written down about it
                await until(partial(_looked_at_later, tmp_path, time))
                time.pass_by(3600)
            assert (table.at, table.added.given) == (0, {0: 0})
            async with look(host, table, guests[1], 1, 0):
                assert left(table, time.at, 0)[0] == 30_000
                time.pass_by(31)
                await until(lambda: table.at == 2)
            with Stored(address(tmp_path)) as stored:
                assert len(stored.log(table.id, "time_added")) == 1

    asyncio.run(scene())


def test_who_comes_back_has_their_time_before_anybody_looks_whether_it_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading what was said lately takes a moment, in which the table is looked at many times."""

    async def scene() -> None:
        time = Time()
        async with inside(address(tmp_path), time) as host:
            table, guests = await new_game(host, people=2, clock={"turn_seconds": 30})

            async def read_slowly(_: str) -> list[Any]:
                await asyncio.sleep(20 * host.attendant.look_every)
                return []

            monkeypatch.setattr(host.chat, "recent", read_slowly)
            time.pass_by(3600)
            async with look(host, table, guests[1], 1, 0):
                assert table.at == 0
                assert left(table, time.at, 0)[0] == 30_000

    asyncio.run(scene())


def _looked_at_later(folder: Path, time: Time) -> bool:
    """Is the table next due in a while?"""
    with Stored(address(folder)) as stored:
        ((at,),) = stored.all(sa.select(rows.due.c.at))
        return bool(at > time.at)


def test_a_real_clock_of_a_real_server_runs_out(
    nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    async def wait(looking: Looking) -> Any:
        async with looking:
            return await looking.until_at(1)

    with forked(nursery, tmp_path, new_database("sqlite", tmp_path)) as server:
        anna = Person(server, "Anna")
        chairs = [{"kind": "me"}, {"kind": "me", "name": "Also Anna"}]
        opened = anna.open_table("london", chairs, clock={"turn_seconds": 5}, start="full")
        view = asyncio.run(wait(anna.look(opened["table"]["id"])))
        assert view["at"] >= 1
        with Stored(server.database) as stored:
            assert {row.control for row in stored.actions(opened["table"]["id"])} == {"clock"}
