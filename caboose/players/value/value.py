"""V by nets: what a true position is worth to every seat, in some microseconds.

value = value_of(state)
value.shares                      # of the win, one number a seat; they add up to one

Nobody at the table could know it: it is for analysis, and for worlds in which a bot searches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caboose.boards.limits import MAX_SEATS
from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import NOBODY, OVER, TICKET_WORDS, GameRecord, StateRecord
from caboose.engine.game import Game
from caboose.engine.rules.scoring import score_game
from caboose.engine.state import State
from caboose.players.policies import policy_number
from caboose.players.tools.kit import Kit, new_kit
from caboose.players.tools.scratch import clear_scratch
from caboose.players.value import value_facts as fact
from caboose.players.value.seat_facts import note_position
from caboose.players.value.sheet import Sheet, new_sheet
from caboose.players.value.value_net import ValueNets, ask_nets
from caboose.players.value.value_weights import value_nets

TURNS = 20.0  # that an answer of one means


@dataclass(frozen=True)
class LearnedValue:
    """What a position is worth, a number for each seat."""

    shares: tuple[float, ...]  # of the win; they add up to one
    points: tuple[float, ...]  # expected at the end
    turns: tuple[float, ...]  # still to come, the present one included
    tickets: tuple[dict[int, float], ...]  # the chance of each ticket held, by its id
    paths: tuple[float, ...]  # the chance of the bonus for the longest path; 0 where there is none


@compiled
def value_position(
    kit: Kit, state: StateRecord, styles: Any, nets: ValueNets, sheet: Sheet
) -> None:
    """Value a position for all seats; a finished game is worth what came of it.

    Styles are the policies that seats are known to go on with, NOBODY for others. Plans that
    stand in the kit's scratch spaces, one for each seat, are used.
    """
    game = kit.games[0]
    if state.phase == OVER:
        value_end(game, state, sheet)
        return
    note_position(kit, state, styles, sheet)
    ask_nets(game, nets, sheet)
    share_win(game, sheet)
    best, second = best_standings(game, sheet)
    trains = wide(game.trains)
    for seat in range(game.seats):
        facts, answers = sheet.seats[seat], sheet.answers[seat]
        standing = facts[fact.STANDING]
        ahead = second if standing == best else best
        sheet.points[seat] = trains * (standing + answers[fact.SCORE])
        sheet.leads[seat] = trains * (standing - ahead + answers[fact.LEAD])
        sheet.turns[seat] = facts[fact.LAST_TURNS]
        if state.final_turns_left == NOBODY:
            sheet.turns[seat] = max(0.0, TURNS * answers[fact.TURNS])
        sheet.paths[seat] = 0.0
        if game.longest_path > 0:
            sheet.paths[seat] = 1.0 / (1.0 + np.exp(-answers[fact.PATH_CHANCE]))


@compiled
def share_win(game: GameRecord, sheet: Sheet) -> None:
    """Shares of the win from the strengths of all seats."""
    most, total = sheet.answers[0, fact.STRENGTH], 0.0
    for seat in range(game.seats):
        most = max(most, sheet.answers[seat, fact.STRENGTH])
    for seat in range(game.seats):
        sheet.shares[seat] = np.exp(sheet.answers[seat, fact.STRENGTH] - most)
        total += sheet.shares[seat]
    for seat in range(game.seats):
        sheet.shares[seat] /= total


@compiled
def best_standings(game: GameRecord, sheet: Sheet) -> tuple[float, float]:
    """The best standing and the second best; both are the same if two seats share it."""
    best, second = -1e9, -1e9
    for seat in range(game.seats):
        standing = sheet.seats[seat, fact.STANDING]
        if standing > best:
            best, second = standing, best
        elif standing > second:
            second = standing
    return best, second


@compiled
def value_end(game: GameRecord, state: StateRecord, sheet: Sheet) -> None:
    """What came of a finished game."""
    score, winners = sheet.scores[0], 0
    score_game(game, state, score)
    for seat in range(game.seats):
        if score.rank[seat] == 1:
            winners += 1
    for seat in range(game.seats):
        sheet.shares[seat] = 1.0 / winners if score.rank[seat] == 1 else 0.0
        sheet.points[seat] = score.total[seat]
        sheet.turns[seat] = 0.0
        sheet.paths[seat] = 1.0 if score.longest_path[seat] > 0 else 0.0
        best = -1 << 30
        for rival in range(game.seats):
            if rival != seat:
                best = max(best, wide(score.total[rival]))
        sheet.leads[seat] = wide(score.total[seat]) - best
        sheet.chances[seat] = 0.0
        for word in range(TICKET_WORDS):
            done = wide(score.done[seat, word])
            while done != 0:
                place = lowest_bit(done)
                done &= ~bit(place)
                sheet.chances[seat, 64 * word + place] = 1.0


@compiled
def value_one(kit: Kit, states: Any, styles: Any, nets: ValueNets, sheet: Sheet) -> None:
    """Value the first of some states, from clean scratch space."""
    for seat in range(kit.games[0].seats):
        clear_scratch(kit.scratches[seat])
    value_position(kit, states[0], styles, nets, sheet)


def seated_styles(game: Game, styles: Sequence[str | None] | None) -> np.ndarray[Any, Any]:
    """The numbers of the policies that seats are known to go on with."""
    seated = np.full(MAX_SEATS, NOBODY, np.int64)
    if styles is not None:
        if len(styles) != game.seats:
            raise ValueError(f"name a style or None for each of {game.seats} seats.")
        seated[: game.seats] = [NOBODY if name is None else policy_number(name) for name in styles]
    return seated


def value_of(state: State, styles: Sequence[str | None] | None = None) -> LearnedValue:
    """What a true position is worth to every seat, with the future unknown.

    `styles` may name a compiled policy for each seat that is known to go on so; the value tells
    `engineer`, `express`, `planner` and `racer` apart from others.
    """
    game, sheet = state.game, new_sheet()
    kit, seated = new_kit(game, game.seats), seated_styles(game, styles)
    value_one(kit, state.array, seated, value_nets(), sheet)
    return LearnedValue(
        shares=_numbers(sheet.shares, game),
        points=_numbers(sheet.points, game),
        turns=_numbers(sheet.turns, game),
        tickets=tuple(_chances(state, seat, sheet) for seat in range(game.seats)),
        paths=_numbers(sheet.paths, game),
    )


def _numbers(line: Any, game: Game) -> tuple[float, ...]:
    return tuple(float(number) for number in line[: game.seats])


def _chances(state: State, seat: int, sheet: Sheet) -> dict[int, float]:
    """The chance of each ticket that a seat keeps."""
    words, count = state.array["tickets"][0, seat], len(state.game.edition.tickets)
    held = [ticket for ticket in range(count) if int(words[ticket // 64]) >> ticket % 64 & 1]
    return {ticket: float(sheet.chances[seat, ticket]) for ticket in held}
