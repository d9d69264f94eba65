"""Rows to learn values from: true positions of games between bots, and how the games ended."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from caboose.boards import Edition
from caboose.boards.limits import MAX_SEATS
from caboose.engine.compiled import bit, compiled, wide
from caboose.engine.dice import roll
from caboose.engine.fields import OVER, STATE, GameRecord, StateRecord, copy_records
from caboose.engine.game import Game
from caboose.engine.happenings import no_buffer
from caboose.engine.keys import deal_batch_game
from caboose.engine.numbering import ACTIONS
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import legal_mask, play
from caboose.engine.states import States
from caboose.players.policies import POLICIES, decide
from caboose.players.tools.kit import Kit, new_kit
from caboose.players.tools.scratch import clear_scratch
from caboose.players.value.seat_facts import note_position
from caboose.players.value.sheet import Sheet, new_sheet
from caboose.players.value.value_facts import SEAT_FACTS, TICKET_FACTS

Array = np.ndarray[Any, Any]

EVERY = 20  # one decision of so many is kept
STRAY = 8  # one decision of so many is made at random, as long as a game is wild
WILD = 2  # one game of so many is wild for a while before anything is kept
MOST_WILD = 150  # actions
ALIKE = 3  # at one table of so many all seats are played alike
LINES, TICKETS = 8, 5  # room for so many positions of a game and seat, and tickets of each seat


class Rows(NamedTuple):
    """Positions, one a line, and their open tickets; most have an entry for every seat."""

    facts: Any
    totals: Any  # points at the end
    shares: Any  # of the win
    turns: Any  # that were still to come, the present one included
    paths: Any  # 1: it got the bonus for the longest path
    tickets: Any  # facts of each open ticket
    holders: Any  # whose it is: the line times the number of seats, and the seat
    places: Any  # where it stands in its edition's list
    done: Any  # 1: it was completed

    def some(self, lines: int, tickets: int) -> Rows:
        """The first lines, and the first tickets."""
        kept = (*(array[:lines] for array in self[:5]), *(array[:tickets] for array in self[5:]))
        return Rows(*kept)

    def save(self, file: Path) -> None:
        """Write them to a file, whole or not at all; half precision is enough for facts."""
        part = file.with_suffix(".part.npz")
        facts, tickets = self.facts.astype(np.float16), self.tickets.astype(np.float16)
        np.savez(part, **self._replace(facts=facts, tickets=tickets)._asdict())
        part.replace(file)


def load_rows(file: Path) -> Rows:
    """The rows of a file."""
    with np.load(file) as kept:
        return Rows(*(kept[name] for name in Rows._fields))


def new_rows(lines: int, tickets: int, seats: int) -> Rows:
    """Room for rows."""
    totals, shares, turns, paths = (np.zeros((lines, seats), np.float32) for _ in range(4))
    return Rows(
        np.zeros((lines, seats, len(SEAT_FACTS)), np.float32),
        totals,
        shares,
        turns,
        paths,
        np.zeros((tickets, len(TICKET_FACTS)), np.float32),
        np.zeros(tickets, np.int32),
        np.zeros(tickets, np.int16),
        np.zeros(tickets, np.float32),
    )


class Room(NamedTuple):
    """Where positions are looked at while a game goes on."""

    kit: Kit  # with scratch space of its own, so that nobody's plan is disturbed
    sheet: Sheet
    taken: Any  # turns that each seat has finished
    states: Any  # positions that are kept whole, as far as there is room
    happenings: Any  # a buffer that notes nothing


def new_room(game: Game, kept: int = 0) -> Room:
    """An empty room."""
    taken, states = np.zeros(MAX_SEATS, np.int64), np.zeros(kept, STATE)
    return Room(new_kit(game, game.seats), new_sheet(), taken, states, no_buffer())


@compiled
def write_row(room: Room, rows: Rows, counts: Any) -> None:
    """Keep the facts that are on the sheet."""
    sheet, line, seats = room.sheet, wide(counts[0]), wide(room.kit.games[0].seats)
    for seat in range(seats):
        rows.facts[line, seat] = sheet.seats[seat]
        rows.turns[line, seat] = -room.taken[seat]
        for place in range(sheet.open[seat]):
            ticket = wide(counts[1])
            if ticket < rows.places.shape[0]:
                rows.tickets[ticket] = sheet.facts[seat, place]
                rows.holders[ticket] = line * seats + seat
                rows.places[ticket] = sheet.tickets[seat, place]
                counts[1] += 1
    counts[0] += 1


@compiled
def write_results(
    game: GameRecord, room: Room, rows: Rows, first: int, begin: int, counts: Any
) -> None:
    """How the game ended, in all rows that were kept of it."""
    score, seats, winners = room.sheet.scores[0], wide(game.seats), 0
    for seat in range(seats):
        if score.rank[seat] == 1:
            winners += 1
    for line in range(first, counts[0]):
        for seat in range(seats):
            rows.totals[line, seat] = score.total[seat]
            rows.shares[line, seat] = 1.0 / winners if score.rank[seat] == 1 else 0.0
            rows.turns[line, seat] += room.taken[seat]
            rows.paths[line, seat] = 1.0 if score.longest_path[seat] > 0 else 0.0
    for ticket in range(begin, counts[1]):
        seat, place = wide(rows.holders[ticket]) % seats, wide(rows.places[ticket])
        is_done = wide(score.done[seat, place >> 6]) & bit(place & 63) != 0
        rows.done[ticket] = 1.0 if is_done else 0.0


@compiled
def any_action(kit: Kit, state: StateRecord, dice: Any) -> int:
    """A legal action at random."""
    legal_mask(kit.games[0], state, wide(state.seat), kit.mask)
    count = 0
    for action in range(ACTIONS):
        if kit.mask[action]:
            count += 1
    left = roll(dice, count)
    for action in range(ACTIONS):
        if kit.mask[action]:
            if left == 0:
                return action
            left -= 1
    return ACTIONS


@compiled
def keep_game(
    kit: Kit, room: Room, state: StateRecord, seated: Any, dice: Any, rows: Rows, counts: Any
) -> None:
    """Play a game that is set up to its end, and keep some of its positions."""
    game, atlas = kit.games[0], kit.atlases[0]
    wild = roll(dice, MOST_WILD) if roll(dice, WILD) == 0 else 0
    first, begin = wide(counts[0]), wide(counts[1])
    room.taken[:] = 0
    for seat in range(game.seats):
        clear_scratch(kit.scratches[seat])
    while state.phase != OVER:
        seat, turns, is_wild = wide(state.seat), wide(state.turns), state.actions < wild
        if not is_wild and counts[0] < rows.facts.shape[0] and roll(dice, EVERY) == 0:
            keep_position(room, state, seated, rows, counts)
        if is_wild and roll(dice, STRAY) == 0:
            action = any_action(kit, state, dice)
        else:
            policy = wide(seated[seat])
            action = decide(game, atlas, state, seat, policy, kit.scratches[seat], dice)
        play(game, state, seat, action, room.happenings)
        if state.turns != turns:
            room.taken[seat] += 1
    score_game(game, state, room.sheet.scores[0])
    write_results(game, room, rows, first, begin, counts)


@compiled
def keep_position(room: Room, state: StateRecord, seated: Any, rows: Rows, counts: Any) -> None:
    """Keep the facts of a position, seen with fresh plans."""
    for seat in range(room.kit.games[0].seats):
        clear_scratch(room.kit.scratches[seat])
    note_position(room.kit, state, seated, room.sheet)
    if counts[0] < room.states.shape[0]:
        room.states[counts[0]] = state
    write_row(room, rows, counts)


@compiled
def keep_games(
    kit: Kit, room: Room, states: Any, key: Any, tables: Any, rows: Rows, counts: Any
) -> None:
    """Play a game for each row of policies and keep positions; counts them, and their tickets."""
    dice = np.zeros(2, np.int64)
    for deal in range(tables.shape[0]):
        deal_batch_game(states[0], key, deal, dice)
        set_up(kit.games[0], states[0], room.happenings)
        keep_game(kit, room, states[0], tables[deal], dice, rows, counts)


@dataclass(frozen=True)
class Tables:
    """Which games are played: an edition, a number of seats, how many deals, and by whom."""

    edition: str | Edition
    seats: int
    deals: int
    bots: tuple[str, ...]  # whoever plays a seat is drawn from these

    @property
    def game(self) -> Game:
        """What is played."""
        return Game(self.edition, self.seats)

    def __str__(self) -> str:
        return f"{self.game.edition.id}, {self.seats} seats"


def play_rows(tables: Tables, seed: str, kept: int = 0) -> tuple[Rows, States]:
    """Play the games of some tables; `kept` positions of them are given whole."""
    digest = hashlib.sha256(f"caboose values {seed} {tables}".encode()).digest()
    game, key = tables.game, np.frombuffer(digest, "<u4").copy()
    seated = draw_seats(tables, np.random.default_rng(list(digest)))
    lines = tables.deals * LINES * tables.seats
    rows = new_rows(lines, lines * TICKETS * tables.seats, tables.seats)
    room, counts = new_room(game, kept), np.zeros(2, np.int64)
    keep_games(new_kit(game, game.seats), room, np.zeros(1, STATE), key, seated, rows, counts)
    whole = States(game, copy_records(room.states[: min(kept, counts[0])]))
    return rows.some(int(counts[0]), int(counts[1])), whole


def draw_seats(tables: Tables, rng: np.random.Generator) -> Array:
    """The policies of all seats, by deal; at some tables all play alike."""
    policies = np.array([POLICIES.index(bot) for bot in tables.bots])
    seated = np.zeros((tables.deals, MAX_SEATS), np.int64)
    seated[:, : tables.seats] = rng.choice(policies, (tables.deals, tables.seats))
    alike = rng.integers(ALIKE, size=tables.deals) == 0
    seated[alike, : tables.seats] = seated[alike, :1]
    return seated
