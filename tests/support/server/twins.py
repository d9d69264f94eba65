"""A table on which any position can be put, and positions that a viewer cannot tell apart.

The game is played from the table's own key, which is injected. Its twin has other hidden cards and
tickets, another secret and another history of what was hidden; what the viewer saw is the same.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa

import caboose
from caboose import Event, State
from caboose.engine.history import Step, chain
from caboose.server.storage import rows
from caboose.server.tables.table import Table
from tests.support.games.scramble import scramble
from tests.support.games.styles import Style
from tests.support.server.members import claim
from tests.support.server.people import Person
from tests.support.server.server_thread import Inside

SECRET = "5ec2e7" + "0" * 58
NOW = 1_700_000_000_000


def fixed_time() -> int:
    return NOW


@dataclass(frozen=True)
class Position:
    """All that a table has of a game: put there, it is the game."""

    state: State
    steps: list[Step]
    earlier: Callable[[int], State]
    secret: str
    nonces: list[str]


class Stage:
    """A table of people, one to a chair and a spectator, on which positions are put."""

    def __init__(self, inside: Inside, edition: str, seats: int, watch: str = "anyone") -> None:
        self.inside = inside
        self.people = [Person(inside, f"Person {seat}") for seat in range(seats)]
        self.spectator = Person(inside, "Spectator")
        self.resume: list[str] = []
        self.pages: list[str] = []  # that tell of its table, beside those of every table
        self.id = self._open(edition, seats, watch)
        self.table: Table = inside.table(self.id)

    def _open(self, edition: str, seats: int, watch: str) -> str:
        owner = self.people[0]
        promised = sa.update(rows.guests).where(rows.guests.c.id == owner.me["guest"])
        self._write(promised.values(next_secret=SECRET))
        body = {
            "edition": edition,
            "chairs": [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)],
            "options": {"order": "given", "start": "full", "listed": True, "watch": watch},
            "nonce": "0" * 64,
        }
        opened = owner.ask("POST", "/api/tables", body)
        self.resume.append(opened["resume"])
        for chair, link in opened["invitations"].items():
            token = link.removeprefix("/join/")
            sit = {"nonce": chair * 64}
            taken = self.people[int(chair)].ask("POST", f"/api/invitations/{token}", sit)
            self.resume.append(taken["resume"])
        return str(opened["table"]["id"])

    def _write(self, statement: sa.Executable) -> None:
        self.inside.run(self.inside.host.store.write(lambda c: c.execute(statement)))

    def person(self, viewer: int | None) -> Person:
        return self.spectator if viewer is None else self.people[viewer]

    def put(self, position: Position) -> None:
        """Make a position the table's; nothing of what was played before is left."""
        self.inside.run(self._until_nobody_looks())
        self._write(sa.delete(rows.actions).where(rows.actions.c.table_id == self.id))
        self.inside.call(partial(self._put, position))

    async def _until_nobody_looks(self) -> None:
        while self.table.viewers:
            await asyncio.sleep(0.001)

    def _put(self, position: Position) -> None:
        table = self.table
        table.state, table.steps = position.state.copy(), list(position.steps)
        table.state_at = position.earlier  # type: ignore[method-assign,assignment]
        table._projection = None
        table.commands.clear()
        table.meta.secret = position.secret
        for chair, nonce in zip(table.meta.chairs, position.nonces, strict=True):
            chair.nonce = nonce


class ArenaStage(Stage):
    """The same for a game of a running arena."""

    def _open(self, edition: str, seats: int, watch: str) -> str:
        table = super()._open(edition, seats, watch)
        terms = {"edition": edition, "seats": seats, "minutes": 60, "starts_in": 1}
        terms |= {"name": "Friday", "clock": {"turn_seconds": 60, "bank_seconds": 60}}
        for person in self.people:
            claim(person)
        arena = self.people[0].ask("POST", "/api/arenas", terms)["arena"]["id"]
        for person in self.people:
            person.ask("POST", f"/api/arenas/{arena}/join")
        self.inside.run(
            self.inside.host.tables.change(partial(_put_in_arena, arena=arena, table=table), table)
        )
        assert self.inside.table(table).meta.arena == arena
        self.pages = ["/api/arenas", f"/api/arenas/{arena}"]
        return table


def _put_in_arena(connection: sa.Connection, arena: str, table: str) -> None:
    """Let an arena have begun, and have brought its players together at this table."""
    here, players = sa.update(rows.tables).where(rows.tables.c.id == table), rows.arena_players
    connection.execute(here.values(arena=arena))
    connection.execute(sa.update(players).where(players.c.arena_id == arena).values(table_id=table))
    begun = sa.update(rows.arenas).where(rows.arenas.c.id == arena)
    connection.execute(begun.values(starts_at=NOW))


class PlayedGame:
    """Every position of one game, from the key of a table."""

    def __init__(self, stage: Stage, style: Style, seed: int) -> None:
        self.game = stage.table.game
        self.rng = random.Random(f"{self.game!r} {seed} {style.__name__}")
        self._nonces = [str(chair.nonce) for chair in stage.table.meta.chairs]
        state = self.game.start(key=stage.table.meta.proof().key)
        self.states = [state.copy()]
        while not state.is_over:
            seat = self.rng.choice(state.waiting_for())
            legal = [str(action) for action in state.legal_actions(seat)]
            state.apply(style(self.rng, legal, self.game), seat)
            self.states.append(state.copy())
        assert state.history is not None
        self.steps = list(state.history)

    def sampled(self, per_phase: int) -> list[int]:
        """The numbers of some positions of each phase."""
        phases: dict[str, list[int]] = {}
        for n, state in enumerate(self.states):
            if not state.is_over:
                phases.setdefault(state.phase, []).append(n)
        return [
            n
            for numbers in phases.values()
            for n in self.rng.sample(numbers, min(per_phase, len(numbers)))
        ]

    def position(self, n: int) -> Position:
        """The true position after n actions."""
        return Position(self.states[n], self.steps[: n + 1], self._earlier, SECRET, self._nonces)

    def _earlier(self, n: int) -> State:
        return self.states[n].copy()

    def twin(self, n: int, viewer: int | None) -> Position:
        """What else it could be, for all that a viewer knows."""
        rng = random.Random(self.rng.random())
        nonces = [
            nonce if seat == viewer else rng.randbytes(32).hex()
            for seat, nonce in enumerate(self._nonces)
        ]
        steps = [falsified(step, viewer, self.game, rng) for step in self.steps[: n + 1]]
        return Position(
            State(self.game, self._scrambled(viewer, rng, n).array, chain(tuple(steps))),
            steps,
            partial(self._scrambled, viewer, rng),
            rng.randbytes(32).hex(),
            nonces,
        )

    def _scrambled(self, viewer: int | None, rng: random.Random, n: int) -> State:
        state = self.states[n]
        return self.game.from_dict(scramble(state.to_dict(), self.game, viewer, rng))


# ---- another history -----------------------------------------------------------------------------


def falsified(step: Step, viewer: int | None, game: caboose.Game, rng: random.Random) -> Step:
    """A step with other hidden facts; the viewer saw the same."""
    events = tuple(_false_event(event, viewer, game, rng) for event in step.events)
    action = step.action
    if action is not None and action.startswith("keep") and (step.seat != viewer):
        action = f"keep {rng.choice(('1', '2', '1 2', '1 3', '2 3', '1 2 3'))}"
    return Step(step.seat, action, events)


def _false_event(event: Event, viewer: int | None, game: caboose.Game, rng: random.Random) -> Event:
    if event.seat is None or event.seat == viewer:
        return event
    facts: dict[str, Any] = dict(event.facts)
    if event.kind == "drew_blind":
        facts["color"] = rng.choice((*game.edition.colors, "locomotive"))
    if event.kind == "chose_first_tickets":
        facts["count"] = rng.randint(game.edition.first_keep, game.edition.first_offer)
    if event.kind in ("offered", "kept", "chose_first_tickets"):
        facts["tickets"] = rng.sample(range(len(game.edition.tickets)), facts["count"])
    return Event(event.kind, event.seat, facts)
