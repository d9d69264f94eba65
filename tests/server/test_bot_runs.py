"""Programs that play over HTTP: the example in thirty lines, and `caboose bot run`."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from caboose.cli import remote
from caboose.cli.server_line import Refused
from caboose.players import make_player
from caboose.server.host import clock_time
from caboose.server.storage import rows
from caboose.server.storage.store import NotStored
from tests.support.server.forked_server import Nursery, forked
from tests.support.server.people import ME, OPEN, Person
from tests.support.server.server_process import Running
from tests.support.server.server_thread import Inside, serving
from tests.support.server.stored_games import Stored

ROOT = Path(__file__).parents[2]
MY_BOT = """
from caboose.players import Player

class MyBot(Player):
    def choose(self, view, legal):
        return legal[-1]
"""


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving(tmp_path_factory.mktemp("bots")) as server:
        yield server


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, without Numba, which starts quicker."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"CABOOSE_INTERPRETED": "1", "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def bot_run(folder: Path, server: Inside, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "-m", "caboose.cli", "bot", "run", *arguments, "--server", server.url)


class Meanwhile:
    """A bot that runs while the test goes on."""

    def __init__(self, folder: Path, server: Inside, *arguments: str) -> None:
        self._outcome: list[subprocess.CompletedProcess[str]] = []
        self._thread = threading.Thread(
            target=lambda: self._outcome.append(bot_run(folder, server, *arguments))
        )
        self._thread.start()

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so, as long as the bot runs."""
        while not condition():
            self._thread.join(0.05)
            assert self._thread.is_alive(), self._outcome

    def end(self) -> subprocess.CompletedProcess[str]:
        self._thread.join()
        return self._outcome[0]


def test_the_example_plays_a_whole_game_with_nothing_but_python(
    inside: Inside, tmp_path: Path
) -> None:
    played = run(tmp_path, str(ROOT / "examples" / "http_bot.py"), inside.url)
    assert played.returncode == 0, played.stderr
    watch, totals = played.stdout.splitlines()
    assert watch.startswith(f"Watch it: {inside.url}/t/")
    assert len(ast.literal_eval(totals)) == 2
    table = watch.rpartition("/")[2]
    assert Person(inside, "Ann").ask("GET", f"/api/tables/{table}")["table"]["status"] == "over"


def test_a_bot_of_ones_own_plays_on_a_server(inside: Inside, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(MY_BOT, "utf-8")
    played = bot_run(tmp_path, inside, "./mybot.py:MyBot", "--edition", "london", "--games", "2")
    assert played.returncode == 0, played.stderr
    assert played.stdout.count("won by seat") == 2


def test_a_bot_comes_by_invitation_and_waits_for_others(inside: Inside, tmp_path: Path) -> None:
    ann = Person(inside, "Ann")
    opened = ann.open_table("london", [ME, OPEN], order="given", start="full")
    link = inside.url + opened["invitations"]["1"]
    here = f"/api/tables/{opened['table']['id']}"
    bot = Meanwhile(tmp_path, inside, "racer", "--join", link)
    bot.until(lambda: bool(ann.ask("GET", here)["table"]["status"] == "playing"))
    ann.ask("POST", f"{here}/leave")  # a bot plays on for her
    played = bot.end()
    assert played.returncode == 0, played.stderr
    assert "won by seat" in played.stdout


def test_a_bot_sends_an_action_again_until_it_is_stored(inside: Inside, tmp_path: Path) -> None:
    append, failures = inside.host.store.append, iter(range(2))

    async def fail_at_first(entry: Any) -> bool:
        if next(failures, None) is not None:
            raise NotStored("the database is busy.")
        return await append(entry)

    inside.host.store.append = fail_at_first  # type: ignore[method-assign]
    try:
        played = bot_run(tmp_path, inside, "racer", "--edition", "london")
    finally:
        inside.host.store.append = append  # type: ignore[method-assign]
    assert played.returncode == 0, played.stderr
    assert next(failures, None) is None
    assert "won by seat" in played.stdout


def test_a_bot_tells_why_its_game_has_ended_early(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Person(server, "Ann")
        opened = ann.open_table("london", [ME, OPEN], order="given", start="full")
        table = opened["table"]["id"]
        link = server.url + opened["invitations"]["1"]
        bot = Meanwhile(tmp_path, server, "racer", "--join", link)
        bot.until(lambda: any(one.chair == 1 for one in server.table(table).viewers))
        server.run(server.host.say_goodbye())
        told = bot.end()
        assert told.returncode == 2
        assert "the server stops" in told.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nobody",), "nobody"),
        (("racer", "--join", "no-such-table"), "There is no such table"),
        (("racer", "--edition", "atlantis"), "atlantis"),
        (("racer", "--token", "made-up"), "This token is not known"),
    ],
)
def test_what_a_bot_cannot_do_is_said_in_a_sentence(
    inside: Inside, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    told = bot_run(tmp_path, inside, *arguments)
    assert told.returncode == 2
    assert sentence in told.stderr
    assert "Traceback" not in told.stderr


# ---- in an arena ---------------------------------------------------------------------------------


class Line:
    """A server as a bot sees it, whose arena ends between a look and the bot's joining."""

    url = "http://caboose"

    def __init__(self) -> None:
        self.is_over = False

    def get(self, _: str) -> Any:
        return stands("over" if self.is_over else "running", "away")

    def post(self, path: str, _: Any) -> Any:
        assert path.endswith("/join")
        self.is_over = True
        raise Refused("This arena is over.", "arena_over", 409)

    def stream(self, _: str) -> Iterator[Any]:
        yield stands("over", "away")


def stands(status: str, mine: str) -> Any:
    return {"arena": {"status": status, "next": None, "repeats": False}, "you": {"status": mine}}


def test_an_arena_that_ends_while_a_bot_joins_is_over_and_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remote, "WAIT", 0.0)
    line: Any = Line()
    remote._play_arena(line, "friday", make_player("passenger", 0))
    assert line.is_over


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_bot_that_may_not_play_in_an_arena_is_told_so(status: int) -> None:
    line: Any = Line()
    line.get = lambda _: (_ for _ in ()).throw(Refused("No.", "people_only", status))
    with pytest.raises(Refused):
        remote._play_arena(line, "friday", make_player("passenger", 0))


def test_bots_play_on_in_the_next_arenas_also_when_the_server_was_killed(
    nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    """Two processes, an arena that begins again twice, and one kill between."""
    with forked(nursery, tmp_path, new_database("sqlite", tmp_path)) as server:
        ann = Person(server, "Ann")
        ann.ask("POST", "/api/member", {"name": f"Ann {os.getpid()}"})
        asked = {"name": "Ladder", "edition": "london", "seats": 2, "minutes": 60, "entry": "bots"}
        clock = {"turn_seconds": 60, "bank_seconds": 60}
        asked |= {"clock": clock, "rated": False, "repeats": True}
        arena = ann.ask("POST", "/api/arenas", asked)["arena"]["id"]
        bots = [
            start_bot(server, ann.ask("POST", "/api/member/bots", {"name": name})["token"], arena)
            for name in (f"One {os.getpid()}", f"Two {os.getpid()}")
        ]
        try:
            with Stored(server.database) as stored:
                for round_ in range(3):
                    until(partial(has_played, stored, round_ + 1), bots)
                    if round_ == 1:
                        server.kill()
                        server.start()
                    here = rows.arenas.c.next_id.is_(None)
                    if round_ < 2:
                        ended = clock_time() - 1
                        over = {"ends_at": ended, "starts_at": ended - 3_600_000}
                        stored.change(sa.update(rows.arenas).where(here).values(over))
                assert len(stored.all(sa.select(rows.arenas))) == 3
        finally:
            for bot in bots:
                bot.kill()
                bot.wait()


def start_bot(server: Running, token: str, arena: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "caboose.cli", "bot", "run", "passenger", "--arena", arena]
    environment = os.environ | {"CABOOSE_INTERPRETED": "1", "CABOOSE_TOKEN": token}
    return subprocess.Popen([*command, "--server", server.url], env=environment)


def has_played(stored: Stored, arenas: int) -> bool:
    return len(played_in(stored)) >= arenas


def played_in(stored: Stored) -> set[str]:
    """The arenas in which a game was played to its end."""
    tables = rows.tables
    chosen = sa.select(tables.c.arena).where(tables.c.status == "over")
    return {row.arena for row in stored.all(chosen)}


def until(condition: Callable[[], bool], bots: list[subprocess.Popen[bytes]]) -> None:
    """Wait until something is so, as long as all bots run."""
    deadline = time.monotonic() + 300
    while not condition():
        assert all(bot.poll() is None for bot in bots), "a bot has stopped"
        assert time.monotonic() < deadline
        time.sleep(0.1)
