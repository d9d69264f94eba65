"""The time to a bot's action says nothing about its hand: nobody can read cards from a clock.

Time is told by a watch that stands still: it goes on only while a bot thinks, by as much as the
test says, and while the server lets others wait.
"""

from __future__ import annotations

import asyncio
import random
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from caboose.engine.action import Action
from caboose.engine.view import View
from caboose.server.bots import attendant
from caboose.server.bots.bots import searches, seconds_of
from caboose.server.host import Host
from caboose.server.tables.table import Table
from tests.support.games.styles import any_action
from tests.support.server.bare_host import inside, new_game, until
from tests.support.server.server_thread import serving
from tests.support.server.twins import PlayedGame, Position, Stage, fixed_time

STRONGEST = "stationmaster"
PACE, LONGEST = 0.7, 2.5  # seconds


class Watch:
    """What the attendant takes for `time` and `asyncio`; it counts for one task alone."""

    def __init__(self, thinking: Callable[[View], float]) -> None:
        self.now = 0.0
        self._thinking = thinking
        self._watched: asyncio.Task[Any] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        if asyncio.current_task() is self._watched:
            self.now += seconds
        else:
            await asyncio.sleep(seconds)

    async def time_to_action(self, host: Host, table: Table, seat: int) -> float:
        """How long everybody waits for a bot's next action, from the moment it is due."""
        choose, at = host.bots.choose, table.at

        async def think(name: str, view: View, legal: list[Action], seed: int) -> Action:
            self.now += self._thinking(view)
            return legal[seed % len(legal)]

        await until(lambda: not table.attended)
        table.attended = True  # by this test, and by nobody else
        table.meta.at_seat(seat).control = "bot"
        self._watched, self.now = asyncio.current_task(), 0.0
        setattr(host.bots, "choose", think)  # noqa: B010 - in place of a method
        try:
            await host.attendant._play_bot(table, seat)
        finally:
            host.bots.choose = choose  # type: ignore[method-assign]
            table.meta.at_seat(seat).control = "person"
            table.attended = False
        assert table.at == at + 1
        return self.now


Watching = Callable[[Callable[[View], float]], Watch]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watching:
    """A watch that the attendant looks at."""

    def watch(thinking: Callable[[View], float]) -> Watch:
        made = Watch(thinking)
        monkeypatch.setattr(attendant, "time", made)
        monkeypatch.setattr(attendant, "asyncio", made)
        return made

    return watch


def by_its_hand(view: View) -> float:
    """A bot that thinks longer about some hands than about others, but never too long."""
    return zlib.crc32(view.array.tobytes()) % 1000 / 1000 * 0.3


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with serving(tmp_path_factory.mktemp("pace"), now=fixed_time, bot_pace=PACE) as server:
        yield Stage(server, "usa", 2)


def test_the_time_to_a_bots_action_says_nothing_about_its_hand(
    stage: Stage, watched: Watching
) -> None:
    """For whoever sees the same, it is the same whatever the bot holds and however it thinks."""
    game, watch, host = PlayedGame(stage, any_action, 1), watched(by_its_hand), stage.inside.host

    def time_to_action(position: Position, seat: int) -> float:
        stage.put(position)
        return stage.inside.run(watch.time_to_action(host, stage.table, seat))

    seen: set[tuple[str, bool]] = set()
    for n in game.sampled(6):
        state = game.states[n]
        seat = random.Random(n).choice(state.waiting_for())
        viewer = None if n % 2 else 1 - seat
        twin = game.twin(n, viewer)
        times = [time_to_action(position, seat) for position in (game.position(n), twin)]
        assert times[0] == pytest.approx(times[1]), (n, state.phase)
        legal = [len(each.legal_actions(seat)) for each in (state, twin.state)]
        seen.add((state.phase, legal[0] == legal[1]))
    assert {phase for phase, _ in seen} >= {"turn", "second_card", "payment", "keep_tickets"}
    assert ("turn", False) in seen  # with other hands, other things could be done


@pytest.mark.parametrize("bot", ["express", STRONGEST])
def test_a_bot_that_knows_at_once_is_shown_no_sooner_than_one_that_thinks(
    bot: str, watched: Watching, tmp_path: Path
) -> None:
    async def time_to_action(host: Host, thinking: float) -> float:
        table, _ = await new_game(host, people=2)
        table.meta.at_seat(0).bot = bot
        return await watched(lambda _: thinking).time_to_action(host, table, 0)

    async def scene() -> None:
        settings: dict[str, Any] = {"bot_pace": PACE, "bot_workers": 1, "bot_seconds": LONGEST}
        async with inside(f"sqlite:///{tmp_path / 'games.db'}", **settings) as host:
            at_once = await time_to_action(host, 0.0)
            for thinking in (0.2, 0.6):
                assert await time_to_action(host, thinking) == pytest.approx(at_once)
            assert max(PACE, seconds_of(bot) if searches(bot) else 0) <= at_once <= LONGEST

    asyncio.run(scene())
