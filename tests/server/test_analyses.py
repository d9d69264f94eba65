"""Finished games are analyzed beside everything else: once, behind bots, and nothing is lost."""

from __future__ import annotations

import asyncio
import itertools
import json
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from caboose.players import make_player
from caboose.server.analyses import analysts, queue
from caboose.server.analyses.analysts import played_at
from caboose.server.analyses.process import AnalysisProcess
from caboose.server.analyses.worker import Bench
from caboose.server.bots.bots import Bots
from caboose.server.host import Host
from caboose.server.people.guests import Guest
from caboose.server.protocol.analysis import GameAnalysis
from caboose.server.protocol.messages import Ack
from caboose.server.protocol.refusals import Refusal
from caboose.server.storage import rows
from caboose.server.tables.table import Table
from tests.support.server.bare_host import Time, inside, new_game, play
from tests.support.server.finished_game import finished_at
from tests.support.server.people import Person, begun, nonce
from tests.support.server.server_process import NewDatabase
from tests.support.server.server_thread import serving


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, new_database: NewDatabase, tmp_path: Path) -> str:
    return new_database(request.param, tmp_path)


async def finished_game(host: Host, **options: Any) -> tuple[Table, Guest]:
    """A game of two people who play as Express does, and one of them."""
    table, guests = await new_game(host, 2, **options)
    player = make_player("express", seed=1)
    while table.is_playing:
        assert table.state is not None
        seat = table.state.waiting_for()[0]
        legal = table.state.legal_actions(seat)
        answer = await play(host, table, seat, str(player.choose(table.state.view(seat), legal)))
        assert isinstance(answer, Ack)
    return table, guests[0]


async def ask(host: Host, table: Table, guest: Guest) -> str:
    settings, now = host.settings, host.now()
    asked = partial(queue.ask, table=table.id, guest=guest.id, settings=settings, now=now)
    progress = await host.store.write(asked)
    host.analysts.look()
    return progress.status


async def progress_of(host: Host, table: Table) -> Any:
    return await host.store.read(partial(queue.progress, table=table.id, now=host.now()))


async def until_done(host: Host, table: Table) -> GameAnalysis:
    async with asyncio.timeout(120):
        while (await progress_of(host, table)).status != "done":
            await asyncio.sleep(0.02)
    found = await host.store.read(partial(queue.stored, table=table.id))
    assert found is not None
    return GameAnalysis.model_validate_json(found[1])


async def until_found(host: Host, table: Table, pieces: int) -> None:
    async with asyncio.timeout(120):
        while (await progress_of(host, table)).done < pieces:
            await asyncio.sleep(0.005)


def unbroken(table: Table) -> GameAnalysis:
    """The analysis of a game, made in one go."""
    bench = Bench()
    for _ in range(bench.begin(played_at(table), "quick", [])):
        bench.piece()
    return GameAnalysis.model_validate_json(bench.told())


@pytest.fixture(autouse=True)
def kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every piece is stored as soon as it is found, so that a test can see it."""
    monkeypatch.setattr(analysts, "KEEP_EVERY", 0.0)


def test_a_finished_game_is_analysed_once_and_what_was_found_stays(address: str) -> None:
    async def run() -> None:
        async with inside(address, analysis_depth="quick") as host:
            table, guest = await finished_game(host)
            assert (await progress_of(host, table)).status == "none"
            assert await ask(host, table, guest) == "waiting"
            found = await until_done(host, table)
            assert len(found.pieces) == table.at + 1
            told = [p.action for p in found.pieces[1:]]
            assert told == [step.action for step in table.steps[1:]]
            for seat, end in enumerate(found.pieces[-1].shares):
                parts = found.sums[seat]
                luck = parts.start + parts.luck + parts.unknown
                assert luck - parts.own_errors + parts.others_errors == pytest.approx(end, abs=1e-3)
            assert await ask(host, table, guest) == "done"
        async with inside(address, analysis_workers=0) as host:
            assert await ask_stored(host, table) == found

    asyncio.run(run())


async def ask_stored(host: Host, table: Table) -> GameAnalysis:
    found = await host.store.read(partial(queue.stored, table=table.id))
    assert found is not None
    left = sa.select(sa.func.count()).select_from(rows.analysis_pieces)
    assert await host.store.read(lambda c: c.execute(left).scalar_one()) == 0
    return GameAnalysis.model_validate_json(found[1])


def test_a_killed_worker_loses_nothing(address: str) -> None:
    async def run() -> None:
        async with inside(address, analysis_depth="quick") as host:
            table, guest = await finished_game(host)
            await ask(host, table, guest)
            for pieces in (5, 20):
                await until_found(host, table, pieces)
                process = host.analysts.processes[0].process
                if process is not None:
                    process.kill()
                assert (await progress_of(host, table)).done >= pieces
            assert await until_done(host, table) == unbroken(table)

    asyncio.run(run())


def test_a_game_over_which_every_worker_is_lost_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(self: AnalysisProcess, what: str, *values: Any) -> Any:
        raise EOFError

    async def run() -> None:
        async with inside(f"sqlite:///{tmp_path}/a.db", analysis_depth="quick") as host:
            table, guest = await finished_game(host)
            monkeypatch.setattr(AnalysisProcess, "ask", lost)
            await ask(host, table, guest)
            async with asyncio.timeout(60):
                while (await progress_of(host, table)).status != "failed":
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_it_rests_when_nobody_waits_and_goes_on_where_it_was(tmp_path: Path) -> None:
    async def run() -> None:
        clock = Time()
        async with inside(f"sqlite:///{tmp_path}/a.db", clock, analysis_depth="quick") as host:
            table, guest = await finished_game(host)
            await ask(host, table, guest)
            await until_found(host, table, 10)
            clock.pass_by(queue.WAITING / 1000 + 1)
            async with asyncio.timeout(60):
                while (await free_again(host, table)) != 0:
                    await asyncio.sleep(0.01)
            rested = await progress_of(host, table)
            assert rested.status == "paused"
            assert 10 <= rested.done < rested.wanted
            assert await ask(host, table, guest) == "waiting"
            assert (await progress_of(host, table)).done >= rested.done
            assert await until_done(host, table) == unbroken(table)

    asyncio.run(run())


async def free_again(host: Host, table: Table) -> int:
    taken = sa.select(rows.analyses.c.taken_until).where(rows.analyses.c.table_id == table.id)
    return int(await host.store.read(lambda c: c.execute(taken).scalar_one()))


def test_bots_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While anybody waits for a bot that searches, nothing is begun."""
    busy, asked = [True], list[str]()
    plain_ask = AnalysisProcess.ask

    async def noted(self: AnalysisProcess, what: str, *values: Any) -> Any:
        asked.append(what)
        assert what != "piece" or not busy[0]
        return await plain_ask(self, what, *values)

    monkeypatch.setattr(Bots, "is_busy", property(lambda _: busy[0]))
    monkeypatch.setattr(AnalysisProcess, "ask", noted)
    monkeypatch.setattr(analysts, "GIVE_WAY", 1000.0)

    async def run() -> None:
        async with inside(f"sqlite:///{tmp_path}/a.db", analysis_depth="quick") as host:
            table, guest = await finished_game(host)
            await ask(host, table, guest)
            async with asyncio.timeout(30):
                while (await progress_of(host, table)).status != "working":
                    await asyncio.sleep(0.01)
            for _ in range(20):
                await asyncio.sleep(0)
            assert asked == []  # reading the game takes the processor, too
            busy[0] = False
            await until_done(host, table)
            assert asked.count("piece") == table.at + 1

    asyncio.run(run())


def test_what_a_process_leaves_another_goes_on_with(
    tmp_path: Path, new_database: NewDatabase
) -> None:
    async def run() -> None:
        address = new_database("postgres", tmp_path)
        async with inside(address, analysis_depth="quick") as host:
            table, guest = await finished_game(host)
            await ask(host, table, guest)
            await until_found(host, table, 10)
        async with (
            inside(address, analysis_depth="quick", analysis_workers=0) as watching,
            inside(address, analysis_depth="quick", analysis_workers=2) as working,
        ):
            assert (await progress_of(watching, table)).done >= 10
            here = await working.tables.find(table.id)
            assert await until_done(watching, table) == unbroken(here)

    asyncio.run(run())


def test_nobody_can_have_everything_analysed_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        address = f"sqlite:///{tmp_path}/a.db"
        async with inside(address, analyses_per_guest=2, analyses_at_once=3) as host:
            await host.analysts.stop()  # nothing gets done
            games = [await finished_game(host) for _ in range(4)]
            greedy = games[0][1]
            for table, _ in games[:2]:
                assert await ask(host, table, greedy) == "waiting"
            assert await ask(host, games[0][0], greedy) == "waiting", "that is no other one"
            with pytest.raises(Refusal) as refused:
                await ask(host, games[2][0], greedy)
            assert (refused.value.status, refused.value.code) == (429, "too_many_analyses")
            assert await ask(host, games[2][0], games[2][1]) == "waiting"
            assert (await progress_of(host, games[2][0])).ahead in (0, 2)  # the clock stands still
            with pytest.raises(Refusal) as refused:
                await ask(host, games[3][0], games[3][1])
            assert (refused.value.status, refused.value.code) == (503, "analyses_full")

    asyncio.run(run())


def test_everybody_has_their_first_game_analysed_before_anybody_a_second(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(f"sqlite:///{tmp_path}/a.db") as host:
            await host.analysts.stop()  # what comes next is taken by hand
            games = [await finished_game(host) for _ in range(4)]
            greedy, honest = games[0][1], games[3][1]
            for table, _ in games[:3]:
                assert await ask(host, table, greedy) == "waiting"
                host.now.pass_by(0.01)  # type: ignore[attr-defined]
            assert await ask(host, games[3][0], honest) == "waiting"
            turns = []
            for _ in games:
                taken = await host.store.write(partial(queue.take, now=host.now()))
                assert taken is not None
                turns.append(taken.table)
            first, *later = (table.id for table, _ in games)
            assert turns == [first, later[-1], *later[:-1]]

    asyncio.run(run())


def test_a_readers_moves_wait_their_turn_and_each_has_one(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(f"sqlite:///{tmp_path}/a.db") as host:
            (process,) = host.analysts.processes
            asked: list[str] = []
            going = asyncio.Event()

            async def answer(what: str, *_: Any) -> Any:
                asked.append(what)
                await going.wait()
                return {"begin": 3, "told": "{}", "try_move": {}}.get(what, {})

            process.ask = answer  # type: ignore[method-assign]
            table, guest = await finished_game(host)
            await ask(host, table, guest)
            async with asyncio.timeout(30):
                while not asked:
                    await asyncio.sleep(0.01)
            tries = [
                asyncio.create_task(host.analysts.try_move(table, f"guest {n}", 0, "keep 1"))
                for n in range(4)
            ]
            await asyncio.sleep(0)
            with pytest.raises(Refusal) as refused:
                await host.analysts.try_move(table, "guest 0", 0, "keep 1")
            assert (refused.value.status, refused.value.code) == (429, "one_try")
            tries[1].cancel()  # the person who asked has left
            going.set()
            await asyncio.gather(*tries, return_exceptions=True)
            async with asyncio.timeout(30):
                while "told" not in asked:
                    await asyncio.sleep(0.01)
            assert asked.count("try_move") == 3
            pairs = list(itertools.pairwise(asked))
            assert ("try_move", "try_move") not in pairs[: asked.index("told")]

    asyncio.run(run())


# ---- over HTTP -----------------------------------------------------------------------------------


def test_who_played_or_may_watch_may_ask_and_a_link_shows_it_to_all(tmp_path: Path) -> None:
    with serving(tmp_path, analysis_depth="quick") as server:
        ann, zoe = Person(server, "Ann"), Person(server, "Zoe")
        path = f"/api/tables/{finished_at(server, ann)}/analysis"
        nobody = httpx.Client(base_url=server.url, timeout=60)
        assert nobody.get(path).json()["progress"]["status"] == "none"
        assert nobody.post(path).status_code == 401
        assert zoe.ask("POST", path, {}, 202)["status"] == "waiting"
        with nobody.stream("GET", f"{path}/stream") as lines:
            told = [json.loads(line) for line in lines.iter_lines() if line.strip()]
        assert told[-1]["status"] == "done"
        steps = [line["done"] for line in told]
        assert steps == sorted(steps)
        answer = nobody.get(path).json()
        assert answer["version"]
        found = GameAnalysis.model_validate(answer["analysis"])

        marked = next(piece for piece in found.pieces if piece.grade)
        assert marked.grade is not None
        move = {"at": marked.at, "action": marked.grade.best}
        tried = ann.ask("POST", f"{path}/try", move)
        assert tried["played"] == marked.grade.best
        ann.ask("POST", f"{path}/try", {"at": marked.at, "action": "claim nowhere"}, 422)
        ann.ask("POST", f"{path}/try", {"at": 100_000, "action": "pass"}, 404)

        hidden = f"/api/tables/{finished_at(server, ann, watch='nobody')}/analysis"
        assert zoe.ask("POST", hidden, {}, 403)["code"] == "not_watched"
        assert zoe.ask("GET", hidden, None, 403)["code"] == "not_watched"
        assert zoe.ask("POST", f"{hidden}/try", move, 403)["code"] == "not_watched"
        ann.ask("POST", hidden, {}, 202)
        nobody.close()


def test_a_game_that_is_played_or_was_closed_is_never_analysed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, _, table = begun(server)
        path = f"/api/tables/{table}/analysis"
        move = {"at": 0, "action": "draw deck"}
        for method, where, body in (
            ("GET", path, None), ("POST", path, {}), ("GET", f"{path}/stream", None),
            ("POST", f"{path}/try", move),
        ):  # fmt: skip
            assert ann.ask(method, where, body, 409)["code"] == "not_over"
        ann.ask("POST", f"/api/tables/{table}/close")
        assert ann.ask("POST", path, {}, 409)["code"] == "not_finished"


def test_who_asks_without_end_is_told_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path, analyses_per_hour=6, analysis_depth="quick") as server:
        ann, zoe = Person(server, "Ann"), Person(server, "Zoe")
        table = finished_at(server, ann)
        path = f"/api/tables/{table}/analysis"
        statuses = [ann.http.post(path).status_code for _ in range(6)]
        assert statuses == [202, 202, 429, 429, 429, 429]
        zoe.ask("POST", path, {}, 202)
        game = {"edition": "london", "bots": ["passenger"], "nonce": nonce()}
        other = ann.ask("POST", "/api/play", game)["table"]["id"]
        ann.ask("GET", f"/api/tables/{other}")  # she plays on meanwhile


def test_many_guests_of_one_address_leave_room_for_others(tmp_path: Path) -> None:
    limits = {"analyses_at_once": 5, "analyses_per_address": 3}
    with serving(tmp_path, behind_proxy=True, bot_workers=0, **limits) as server:
        server.run(server.host.analysts.stop())  # nothing gets done
        games = [finished_at(server, Person(server, "Ann"), watch="anyone") for _ in range(7)]

        def ask_from(address: str, table: str) -> int:
            guest = Person(server, "Guest")
            guest.http.headers["x-forwarded-for"] = address
            return guest.http.post(f"/api/tables/{table}/analysis").status_code

        flood = [ask_from("203.0.113.7", table) for table in games[:-1]]
        assert flood.count(202) == server.settings.analyses_per_address
        assert set(flood) == {202, 429}
        assert ask_from("198.51.100.1", games[-1]) == 202
