"""Bots at a table: they see what a person sees, and nobody ever waits long for one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from caboose.engine.action import Action
from caboose.engine.game import Game
from caboose.engine.view import View
from caboose.players import BotFailed, make_player
from caboose.players.search.switchman import Switchman
from caboose.server.bots import bots as server_bots
from caboose.server.bots import workers
from caboose.server.bots.bots import SEARCHING, Bots, is_bot, quick_bot
from caboose.server.bots.workers import Job, Worker
from caboose.server.host import Host
from caboose.server.tables.table import Table
from tests.support.games.table import KEY
from tests.support.server.bare_host import inside, new_game, until
from tests.support.server.forked_server import Nursery, forked
from tests.support.server.people import ME, PATIENCE, Looking, Person, bot
from tests.support.server.server_thread import serving

STRONGEST = "stationmaster"


def address(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.db'}"


async def bots_play(host: Host, bots: tuple[str, ...], edition: str = "london") -> Table:
    """A table whose only person has left, so that bots play at every seat."""
    table, _ = await new_game(host, people=1, bots=bots, edition=edition)
    table.meta.chairs[0].control = "bot"
    host.attendant.attend_if_due(table)
    return table


def test_bots_at_every_seat_see_what_a_person_in_that_seat_sees(tmp_path: Path) -> None:
    seen: list[tuple[int | None, bytes]] = []

    async def scene() -> None:
        async with inside(address(tmp_path), stand_in="beginner") as host:
            choose = host.bots.choose

            async def note_and_choose(name: str, view: View, legal: Any, seed: int) -> Action:
                assert view.viewer is not None
                seen.append((view.viewer, view.array.tobytes()))
                assert table.state is not None
                assert view.array.tobytes() == table.state.view(view.viewer).array.tobytes()
                assert legal == table.state.legal_actions(view.viewer)
                return await choose(name, view, legal, seed)

            table, _ = await new_game(host, people=1, bots=("beginner", "tourist"))
            host.bots.choose = note_and_choose  # type: ignore[method-assign]
            table.meta.chairs[0].control = "bot"
            host.attendant.attend_if_due(table)
            await until(lambda: table.at > 30)

    asyncio.run(scene())
    assert {seat for seat, _ in seen} == {0, 1, 2}


@pytest.mark.parametrize("name", SEARCHING)
def test_what_is_not_searched_is_answered_as_the_bot_itself_would(name: str) -> None:
    player = make_player(name, 1)
    assert isinstance(player, Switchman)
    assert quick_bot(name) == player.quick_name


def test_who_does_not_search_answers_for_itself() -> None:
    assert quick_bot("racer") == "racer"
    assert quick_bot("conductor") == "conductor"


def test_unknown_bots_and_bots_with_options_or_files_are_refused(
    nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    assert is_bot(STRONGEST)
    assert is_bot("express")
    bad = (
        "",
        "nobody",
        "express:x=1",
        "switchman:seconds=100",
        "./mybot.py",
        "mybot.py:MyBot",
        "/",
    )
    assert not any(is_bot(name) for name in bad)
    with forked(nursery, tmp_path, new_database("sqlite", tmp_path)) as server:
        anna = Person(server, "Anna")
        for name in bad:
            body = {"edition": "london", "bots": [name], "nonce": "0" * 64}
            problem = anna.ask("POST", "/api/play", body, status=422)
            assert problem["code"] == "unknown_bot"


async def one_search(host: Host) -> int:
    """The process id of a worker, once it has answered."""
    table = await bots_play(host, (STRONGEST,))
    await until(lambda: host.bots.processes and table.at > 2)
    return host.bots.processes[0].pid


def test_a_worker_that_is_killed_is_replaced_and_the_game_goes_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(address(tmp_path), bot_workers=1, stand_in="beginner") as host:
            first = await one_search(host)
            (table,) = host.tables.loaded()
            os.kill(first, signal.SIGKILL)
            at = table.at
            await until(lambda: host.bots.processes[0].pid != first)
            await until(lambda: table.at > at + 4)

    asyncio.run(scene())


def test_a_worker_that_cannot_be_started_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When the machine has no room for one more process, it may have some later."""
    start = asyncio.create_subprocess_exec
    failures = [BlockingIOError(11, "no room"), RuntimeError("whatever else")]

    async def start_later(*arguments: Any, **options: Any) -> Any:
        if failures:
            raise failures.pop(0)
        return await start(*arguments, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_later)
    monkeypatch.setattr(workers, "AGAIN", 0.1)

    async def scene() -> None:
        async with inside(address(tmp_path), bot_workers=1, stand_in="beginner") as host:
            await one_search(host)

    asyncio.run(scene())
    assert not failures
    failed = [record for record in caplog.records if record.getMessage() == "bot_worker_failed"]
    assert len(failed) == 2


def test_for_a_worker_that_hangs_a_quick_bot_answers(tmp_path: Path) -> None:
    async def scene() -> None:
        settings: dict[str, Any] = {"bot_workers": 1, "bot_seconds": 0.5, "stand_in": "beginner"}
        async with inside(address(tmp_path), **settings) as host:
            worker = await one_search(host)
            (table,) = host.tables.loaded()
            os.kill(worker, signal.SIGSTOP)
            try:
                at = table.at
                await until(lambda: table.at > at + 4)
            finally:
                os.kill(worker, signal.SIGCONT)

    asyncio.run(scene())


def test_the_server_answers_while_bots_search(tmp_path: Path) -> None:
    """The bot's search ends when this test says so; until then everybody else is served."""

    async def play_meanwhile(looking: Looking, worker: int) -> None:
        async with looking:
            await looking.until_at(0)
            at = (await looking.play("keep 1"))["n"]
            await looking.send({"t": "ping"})
            await looking.until("pong")
            await looking.send({"t": "say", "text": "Think on"})  # is stored, as actions are
            await looking.until("chat")
            assert looking.view is not None
            assert looking.view["at"] == at == 1  # the bot has not chosen yet
            os.kill(worker, signal.SIGCONT)
            await looking.until_at(at + 1)

    with serving(tmp_path, bot_workers=1, bot_seconds=10 * PATIENCE) as server:
        asyncio.run(until(lambda: server.host.bots.processes))
        worker = server.host.bots.processes[0].pid
        os.kill(worker, signal.SIGSTOP)
        try:
            anna = Person(server, "Anna")
            opened = anna.open_table("london", [ME, bot(STRONGEST)], start="full", order="given")
            asyncio.run(play_meanwhile(anna.look(opened["table"]["id"]), worker))
        finally:
            with contextlib.suppress(ProcessLookupError):  # it was stopped too long: replaced
                os.kill(worker, signal.SIGCONT)


def test_when_many_ask_at_once_everybody_gets_a_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few of many are asked in earnest, and each is answered."""
    given: list[float] = []
    choose = Worker.choose

    async def note(worker: Worker, job: Job, seconds: float) -> int:
        given.append(seconds)
        return await choose(worker, job, seconds)

    monkeypatch.setattr(Worker, "choose", note)

    async def scene() -> None:
        bots = Bots(workers=2, longest=2.5, pace=0)
        await bots.start()
        try:
            state = Game("london", 2).start(key=KEY)
            legal = state.legal_actions(0)
            view = state.view(0)
            await bots.choose(STRONGEST, view, legal, 0)
            await until(lambda: given)
            given.clear()
            chosen = await asyncio.gather(
                *(bots.choose(STRONGEST, view, legal, seed) for seed in range(12))
            )
            assert all(action in legal for action in chosen)
        finally:
            await bots.stop()

    began = time.monotonic()
    asyncio.run(scene())
    print(f"13 questions: {time.monotonic() - began:.1f} s, seconds given: {given}")
    assert max(given[:2]) < 0.5  # those who are asked first leave something to the others


def test_a_search_that_fails_costs_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker cannot answer is said to be so, and it goes on with the next question."""

    def fail(*_: Any) -> Any:
        raise BotFailed("it has no idea")

    state = Game("london", 2).start(key=KEY)
    legal = state.legal_actions(0)
    monkeypatch.setattr("caboose.server.bots.bots.ask", fail)
    assert server_bots._chosen("racer", 1, state.view(0), legal) == workers.NO_ANSWER


def test_a_question_that_costs_two_workers_is_not_asked_again() -> None:
    async def scene() -> None:
        pool = workers.Workers(1, "caboose.server.bots.bots")
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        game = Game("london", 2)
        job = Job("switchman", 1.0, time.monotonic() + 9, 1, game, 0, b"", [], future)

        class Lost(Worker):
            async def choose(self, *_: object) -> int:
                raise EOFError

        for _ in range(2):
            with pytest.raises(EOFError):
                await pool._put(job, Lost(None))  # type: ignore[arg-type]
        assert pool._jobs.qsize() == 1  # it was asked once more
        assert await future == workers.NO_ANSWER

    asyncio.run(scene())
