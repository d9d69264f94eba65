"""A table in memory: the game as stored so far, and who is looking at it.

Nothing here is true before it is stored: `try_action` works on a copy, and `accept` takes the
copy over once the database has it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caboose.engine.errors import IllegalAction
from caboose.engine.game import Game
from caboose.engine.history import Step
from caboose.engine.record import RULES_VERSION
from caboose.engine.state import State
from caboose.server.clock import GameClock
from caboose.server.messages import Onlooker, TableInfo
from caboose.server.meta import TableMeta
from caboose.server.projection import Projection

if TYPE_CHECKING:
    from caboose.server.viewer import Viewer

HEARD_AFTER = 3.0  # seconds in which other processes say who is at a table through them


class DoesNotReplay(Exception):
    """The stored actions do not lead to the stored digests under these rules."""


@dataclass(frozen=True)
class Trial:
    """What would be true if an action were stored."""

    state: State
    steps: list[Step]  # the new ones
    rows: tuple[dict[str, Any], ...]
    clock: GameClock | None


class Table:
    """One table that this process has loaded."""

    def __init__(self, meta: TableMeta) -> None:
        self.id = meta.id
        self.meta = meta
        self.game: Game = meta.game()
        self.state: State | None = None
        self.steps: list[Step] = []
        self.commands: dict[tuple[int, str], int] = {}  # who sent which command: its number
        self.clock: GameClock | None = None
        self.added: dict[int, int] = {}  # milliseconds given to the clock, by number of actions
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.elsewhere: dict[str, tuple[float, list[int], list[Onlooker]]] = {}  # by process
        self.version = 0  # grows whenever something besides the game changes
        self.attended = False  # somebody in this process is acting for it
        self.by_clock: set[int] = set()  # the numbers of actions played for who was out of time
        self.timed_out: tuple[int, bool, int] | None = None  # the turn that last timed out
        self._projection: Projection | None = None
        self._loaded_at = time.monotonic()

    # ---- the game --------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """How many actions have been played."""
        return max(0, len(self.steps) - 1)

    @property
    def is_playing(self) -> bool:
        """Is there something to decide?"""
        return self.meta.status == "playing" and self.state is not None

    def turn_of(self, seat: int) -> tuple[int, bool, int]:
        """A name for what a seat has to decide now: its first tickets, or a turn of the game."""
        assert self.state is not None
        return seat, self.state.phase == "first_tickets", int(self.state.fields.turns)

    def deal(self) -> None:
        """The start of the game, from the promised key."""
        assert self.meta.started_at is not None
        self.state = self.game.start(key=self.meta.proof().key)
        assert self.state.history is not None
        self.steps = [self.state.history.step]
        self.commands = {}
        self.added = {}
        self.by_clock = set()
        self._projection = None
        options = self.meta.options.clock
        self.clock = GameClock(options, self.state, self.meta.started_at) if options else None

    def try_action(self, seat: int, action: str, facts: dict[str, Any]) -> Trial:
        """What an action would lead to; IllegalAction if the rules refuse it."""
        assert self.state is not None
        trial = self.state.copy()
        clock = None if self.clock is None else self.clock.copy()
        steps: list[Step] = []
        written: list[dict[str, Any]] = []
        for part in self.game.notation.parse(action):
            trial.apply(part, seat)
            assert trial.history is not None
            steps.append(trial.history.step)
            if clock is not None:
                clock.acted(seat, facts["played_at"], trial)
            written.append(
                {
                    "table_id": self.id,
                    "n": self.at + len(steps),
                    "seat": seat,
                    "action": part.text,
                    "digest": trial.digest(),
                    **facts,
                    "cmd_id": facts["cmd_id"] if len(steps) == 1 else None,
                }
            )
        return Trial(trial, steps, tuple(written), clock)

    def accept(self, trial: Trial) -> None:
        """The trial is stored: now it is true."""
        self.state, self.clock = trial.state, trial.clock
        self.steps.extend(trial.steps)
        self._projection = None
        for row in trial.rows:
            if row["control"] == "clock":
                self.by_clock.add(row["n"])
            if row["cmd_id"] is not None:
                self.commands[row["seat"], row["cmd_id"]] = row["n"]

    def follow(self, row: Any) -> None:
        """Play a stored action; DoesNotReplay if it leads somewhere else than it did."""
        assert self.state is not None
        trial = self.state.copy()
        try:
            trial.apply(row.action, row.seat)
        except (IllegalAction, ValueError):
            # Everybody is told this: why it is refused may tell of a hand.
            raise DoesNotReplay(f"action {row.n} is refused.") from None
        if trial.digest() != row.digest:
            raise DoesNotReplay(f"action {row.n} leads to another position than it did.")
        assert trial.history is not None
        if row.control == "clock":
            self.timed_out = self.turn_of(row.seat)
            self.by_clock.add(row.n)
        self.state = trial
        self.steps.append(trial.history.step)
        self._projection = None
        if row.cmd_id is not None:
            self.commands[row.seat, row.cmd_id] = row.n
        if self.clock is not None:
            self.clock.acted(row.seat, row.played_at, trial)

    def add_time(self, added: Mapping[int, int]) -> None:
        """Give the clock what was added after the actions so far, and was not given to it yet."""
        total = added.get(self.at, 0)
        if self.clock is not None:
            self.clock.add(total - self.added.get(self.at, 0))
            self.added[self.at] = total

    def fits_these_rules(self) -> bool:
        """Was the game begun under the rules of this version?"""
        return self.meta.rules_version == RULES_VERSION

    # ---- what is shown ---------------------------------------------------------------------------

    @property
    def projection(self) -> Projection:
        """The messages of the present position."""
        if self._projection is None:
            assert self.state is not None
            self._projection = Projection(self.state, self.steps, self.by_clock)
        return self._projection

    def clock_at(self, now: int) -> dict[str, Any]:
        """The clock, as a message shows it."""
        running = self.clock is not None and self.is_playing
        return {"now": now, "seats": self.clock.to_dict(now) if running and self.clock else []}

    def view(self, viewer: int | None, since: int, now: int) -> bytes:
        """The present view for a seat, or for an onlooker."""
        return self.projection.view(viewer, since, self.clock_at(now))

    def state_at(self, n: int) -> State:
        """The position after n actions, played again from the start."""
        assert self.state is not None
        state = self.game.start(key=self.meta.proof().key)
        for step in self.steps[1 : n + 1]:
            assert step.action is not None
            state.apply(step.action, step.seat)
        return state

    def show(self) -> None:
        """Let everybody who looks at this table see what is new."""
        for viewer in self.viewers:
            viewer.wake()

    def changed(self) -> None:
        """Something besides the game has changed."""
        self.version += 1
        self.show()

    # ---- who is there ----------------------------------------------------------------------------

    def present(self) -> set[int]:
        """The chairs whose people are connected, here or to another process."""
        here = {viewer.chair for viewer in self.viewers if viewer.chair is not None}
        return here.union(*(chairs for _, chairs, _ in self.elsewhere.values()))

    @property
    def is_known(self) -> bool:
        """Have other processes had time to say who is there?"""
        return time.monotonic() - self._loaded_at > HEARD_AFTER

    def people(self) -> set[str | None]:
        """Everybody who has a chair here, opened the table, or looks at it through this process."""
        seated = {guest for chair in self.meta.chairs for guest in (chair.guest_id, *chair.holders)}
        return seated | {viewer.guest for viewer in self.viewers} | {self.meta.owner_id}

    def info(self) -> TableInfo:
        """How the table stands, as everybody may know it."""
        return self.meta.info(self.present(), self.onlookers())

    def onlookers_here(self) -> list[Onlooker]:
        """Who looks on through this process, each once; not players who look back at their game."""
        named = {
            viewer.guest: viewer.name
            for viewer in self.viewers
            if viewer.chair is None
            and viewer.guest is not None
            and not self.meta.chairs_of(viewer.guest)
        }
        return [Onlooker(guest=guest, name=name) for guest, name in named.items()]

    def onlookers(self) -> list[Onlooker]:
        """Who looks on."""
        named = {each.guest: each for each in self.onlookers_here()}
        for _, _, others in self.elsewhere.values():
            named.update((each.guest, each) for each in others)
        return sorted(named.values(), key=lambda each: each.name)
