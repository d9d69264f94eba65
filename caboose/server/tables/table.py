"""A table in memory: the game as stored so far, and who is looking at it.

Nothing here is true before it is stored: `try_action` works on copies, and `advance` takes them
over once the database has what led to them.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caboose.engine.action import Action
from caboose.engine.errors import IllegalAction
from caboose.engine.game import RULES_VERSIONS, Game
from caboose.engine.history import Step
from caboose.engine.state import State
from caboose.server.protocol.messages import Spectator, TableInfo
from caboose.server.storage.append import StoredAction
from caboose.server.tables.added_time import AddedTime
from caboose.server.tables.clock import GameClock
from caboose.server.tables.meta import TableMeta
from caboose.server.tables.projection import Projection

if TYPE_CHECKING:
    from caboose.server.live.viewer import Viewer

KEPT_EVERY = 16  # actions; an earlier position takes a kilobyte
HEARD_AFTER = 3.0  # seconds in which other processes say who is at a table through them


class DoesNotReplay(Exception):
    """The stored actions do not lead to the stored digests under these rules."""


@dataclass(frozen=True)
class Advance:
    """An action, and what is true once it is stored."""

    stored: StoredAction
    state: State
    clock: GameClock | None


class Table:
    """One table that this process has loaded."""

    def __init__(self, meta: TableMeta, is_shared: bool = False) -> None:
        self.id = meta.id
        self.meta = meta
        self.game: Game = meta.game()
        self.state: State | None = None
        self.steps: list[Step] = []
        self.commands: dict[tuple[int, str], int] = {}  # who sent which command: its number
        self.clock: GameClock | None = None
        self.added = AddedTime()
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.elsewhere: dict[str, tuple[float, list[int], list[Spectator]]] = {}  # by process
        self.version = 0  # grows whenever something besides the game changes
        self.attended = False  # somebody in this process is acting for it
        self.by_clock: set[int] = set()  # the numbers of actions played for whoever was out of time
        self.timed_out: tuple[int, bool, int] | None = None  # the turn that last timed out
        self._kept: dict[int, State] = {}  # earlier positions that somebody has asked for
        self._projection: Projection | None = None
        self._info: bytes | None = None
        self._known_at = time.monotonic() + (HEARD_AFTER if is_shared else 0.0)

    # ---- the game --------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """How many actions have been played."""
        return max(0, len(self.steps) - 1)

    @property
    def is_playing(self) -> bool:
        """Is there something to decide?"""
        return self.meta.status == "playing" and self.state is not None

    @property
    def has_ended(self) -> bool:
        """Will nothing happen here any more?"""
        return self.meta.status not in ("waiting", "playing")

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
        self._kept = {0: self.state.copy()}
        self.commands = {}
        self.added = AddedTime()
        self.by_clock = set()
        self._projection = None
        options = self.meta.options.clock
        self.clock = GameClock(options, self.state, self.meta.started_at) if options else None

    def try_action(
        self, seat: int, action: str, *, cmd_id: str | None, control: str, now: int
    ) -> tuple[Advance, ...]:
        """What an action would lead to; IllegalAction if the rules refuse it.

        A claim and its payment on one line are two actions, under the name of the first.
        """
        tried: list[Advance] = []
        assert self.state is not None
        state, clock = self.state, self.clock
        for part in self.game.notation.parse(action):
            state, clock = _play(state, clock, part, seat, now)
            n, name = self.at + len(tried) + 1, None if tried else cmd_id
            stored = StoredAction(
                self.id, n, seat, part.text, name, state.digest(), control, played_at=now
            )
            tried.append(Advance(stored, state, clock))
        return tuple(tried)

    def replay(self, stored: StoredAction) -> None:
        """Play a stored action; DoesNotReplay if it leads somewhere else than it did."""
        assert self.state is not None
        try:
            state, clock = _play(
                self.state, self.clock, stored.action, stored.seat, stored.played_at
            )
        except (IllegalAction, ValueError):
            # Everybody is told this: why it is refused may tell of a hand.
            raise DoesNotReplay(f"action {stored.n} is refused.") from None
        if state.digest() != stored.digest:
            raise DoesNotReplay(f"action {stored.n} leads to another position than it did.")
        self.advance(Advance(stored, state, clock))

    def advance(self, played: Advance) -> None:
        """An action is stored, by this process or another: now what it leads to is true."""
        stored = played.stored
        if stored.control == "clock":
            self.timed_out = self.turn_of(stored.seat)
            self.by_clock.add(stored.n)
        if stored.cmd_id is not None:
            self.commands[stored.seat, stored.cmd_id] = stored.n
        self.state, self.clock = played.state, played.clock
        assert self.state.history is not None
        self.steps.append(self.state.history.step)
        self._projection = None

    def fits_these_rules(self) -> bool:
        """Was the game begun under rules that this version knows?"""
        return self.meta.rules_version in RULES_VERSIONS

    # ---- what is shown ---------------------------------------------------------------------------

    @property
    def projection(self) -> Projection:
        """The messages of the present position."""
        revealed = self.meta.is_revealed
        if self._projection is None or (revealed and not self._projection.is_revealed):
            assert self.state is not None
            self._projection = Projection(
                self.state, self.steps, self.by_clock, revealed, self.meta.sealed
            )
        return self._projection

    def clock_at(self, now: int) -> dict[str, Any]:
        """The clock, as a message shows it."""
        running = self.clock is not None and self.is_playing
        return {"now": now, "seats": self.clock.to_dict(now) if running and self.clock else []}

    def view(self, viewer: int | None, since: int, now: int) -> bytes:
        """The present view for a seat, or for a spectator."""
        return self.projection.view(viewer, since, self.clock_at(now))

    def state_at(self, n: int) -> State:
        """The position after n actions, played again from the last one that was kept.

        Whoever steps through a game asks for all of them, and each must not take a whole game.
        """
        first = n - n % KEPT_EVERY
        while first not in self._kept:
            first -= KEPT_EVERY
        state = self._kept[first].copy()
        for at, step in enumerate(self.steps[first + 1 : n + 1], first + 1):
            assert step.action is not None
            state.apply(step.action, step.seat)
            if at % KEPT_EVERY == 0:
                self._kept[at] = state.copy()
        return state

    def show(self) -> None:
        """Let everybody who looks at this table see what is new."""
        for viewer in self.viewers:
            viewer.wake()

    def show_clock(self) -> None:
        """Let everybody see that the clock is another, though nothing was played."""
        for viewer in self.viewers:
            viewer.look_at_the_clock()

    def changed(self) -> None:
        """Something besides the game has changed."""
        self.version += 1
        self._info = None
        self.show()

    # ---- who is there ----------------------------------------------------------------------------

    def come(self, viewer: Viewer) -> None:
        """Somebody looks at the table; the others hear of it when they are told who is there."""
        self.viewers.add(viewer)
        self._info = None

    def go(self, viewer: Viewer) -> None:
        """Somebody looks at it no longer."""
        self.viewers.discard(viewer)
        self._info = None

    def seated_here(self) -> set[int]:
        """The chairs whose people are connected to this process."""
        return {viewer.chair for viewer in self.viewers if viewer.chair is not None}

    def present(self) -> set[int]:
        """The chairs whose people are connected, here or to another process."""
        return self.seated_here().union(*(chairs for _, chairs, _ in self.elsewhere.values()))

    @property
    def is_known(self) -> bool:
        """Have other processes had time to say who is there?"""
        return time.monotonic() > self._known_at

    def people(self) -> set[str | None]:
        """Everybody who has a chair here, opened the table, or looks at it through this process."""
        seated = {guest for chair in self.meta.chairs for guest in (chair.guest_id, *chair.holders)}
        return seated | {viewer.guest for viewer in self.viewers} | {self.meta.owner_id}

    def info(self) -> TableInfo:
        """How the table stands, as everybody may know it."""
        return self.meta.info(self.present(), self.spectators())

    def info_json(self) -> bytes:
        """The same as a message has it, encoded once for everybody."""
        if self._info is None:
            self._info = self.info().model_dump_json().encode()
        return self._info

    def spectators_here(self) -> list[Spectator]:
        """Who looks on through this process, each once; not players who look back at their game."""
        named = {
            viewer.guest: viewer.name
            for viewer in self.viewers
            if viewer.chair is None
            and viewer.guest is not None
            and not self.meta.chairs_of(viewer.guest)
            and not self.meta.is_screen(viewer.guest)
        }
        return [Spectator(guest=guest, name=name) for guest, name in named.items()]

    def spectators(self) -> list[Spectator]:
        """Who looks on."""
        named = {each.guest: each for each in self.spectators_here()}
        for _, _, others in self.elsewhere.values():
            named.update((each.guest, each) for each in others)
        return sorted(named.values(), key=lambda each: each.name)


def _play(
    state: State, clock: GameClock | None, action: Action | str, seat: int, now: int
) -> tuple[State, GameClock | None]:
    """The game and its clock after an action, as copies."""
    after = state.copy()
    after.apply(action, seat)
    if clock is None:
        return after, None
    then = clock.copy()
    then.acted(seat, now, after)
    return after, then
