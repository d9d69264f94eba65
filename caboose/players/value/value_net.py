"""The two nets of the value: from a ticket to its chance, and from all seats to what each is worth.

Each has one hidden layer; facts that are zero cost nothing. A seat is seen with the mean and the
greatest of each fact of its rivals, so that the order in which they sit makes no difference.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.engine.compiled import add_eight, compiled, wide
from caboose.engine.fields import GameRecord
from caboose.players.value import value_facts as fact
from caboose.players.value.sheet import Sheet
from caboose.players.value.value_facts import ANSWERS, SEAT_FACTS, TICKET_FACTS, TOLD

TICKET_CELLS, SEAT_CELLS = 24, 64  # cells of the hidden layers, multiples of eight
TICKET_INPUTS = TOLD + len(TICKET_FACTS)
SEAT_INPUTS = 3 * len(SEAT_FACTS)


class Layers(NamedTuple):
    """The numbers of a net."""

    first: Any  # by input and cell, in one row
    first_bias: Any
    second: Any  # by cell and answer
    second_bias: Any


class ValueNets(NamedTuple):
    """Both nets."""

    ticket: Layers
    seat: Layers


@compiled
def add_facts(layers: Layers, begin: int, facts: Any, count: int, cells: Any) -> None:
    """Add what some facts do to the cells; `begin` is the place of the first among all inputs."""
    size = wide(cells.shape[0])
    for i in range(count):
        if facts[i] != 0.0:
            for j in range(0, size, 8):
                add_eight(cells, j, layers.first, (begin + i) * size + j, facts[i])


@compiled
def answer(layers: Layers, cells: Any, k: int) -> float:
    """One answer of a net whose cells are filled."""
    total = layers.second_bias[k]
    for j in range(cells.shape[0]):
        total += max(cells[j], np.float32(0.0)) * layers.second[j, k]
    return total  # type: ignore[no-any-return]


@compiled
def foretell_tickets(game: GameRecord, seat: int, layers: Layers, sheet: Sheet) -> None:
    """The chance of each open ticket of a seat, and what its tickets come to by their chances."""
    facts, trains = sheet.seats[seat], wide(game.trains)
    own = layers.first_bias.copy()
    add_facts(layers, 0, facts, TOLD, own)
    cells = np.empty_like(own)
    expected, variance = facts[fact.DONE_POINTS] - facts[fact.OPEN_POINTS], 0.0
    for place in range(sheet.open[seat]):
        cells[:] = own
        add_facts(layers, TOLD, sheet.facts[seat, place], len(TICKET_FACTS), cells)
        chance = 1.0 / (1.0 + np.exp(-answer(layers, cells, 0)))
        ticket = wide(sheet.tickets[seat, place])
        sheet.chances[seat, ticket] = chance
        swing = 2 * wide(game.ticket_points[ticket]) / trains
        expected += chance * swing
        variance += chance * (1.0 - chance) * swing * swing
    facts[fact.EXPECTED] = expected
    facts[fact.SPREAD] = np.sqrt(variance)
    facts[fact.STANDING] = facts[fact.ROUTE_POINTS] + facts[fact.PLACE_POINTS] + expected


@compiled
def see_rivals(game: GameRecord, seat: int, sheet: Sheet, means: Any, most: Any) -> None:
    """The mean and the greatest of each fact of the rivals."""
    means[:] = 0.0
    most[:] = -np.inf
    for rival in range(game.seats):
        if rival != seat:
            for i in range(len(SEAT_FACTS)):
                means[i] += sheet.seats[rival, i] / (wide(game.seats) - 1)
                most[i] = max(most[i], sheet.seats[rival, i])


@compiled
def ask_nets(game: GameRecord, nets: ValueNets, sheet: Sheet) -> None:
    """Answer for all seats of a position whose facts are on the sheet."""
    for seat in range(game.seats):
        foretell_tickets(game, seat, nets.ticket, sheet)
    means, most = np.empty(len(SEAT_FACTS), np.float32), np.empty(len(SEAT_FACTS), np.float32)
    cells = np.empty_like(nets.seat.first_bias)
    for seat in range(game.seats):
        cells[:] = nets.seat.first_bias
        see_rivals(game, seat, sheet, means, most)
        add_facts(nets.seat, 0, sheet.seats[seat], len(SEAT_FACTS), cells)
        add_facts(nets.seat, len(SEAT_FACTS), means, len(SEAT_FACTS), cells)
        add_facts(nets.seat, 2 * len(SEAT_FACTS), most, len(SEAT_FACTS), cells)
        for k in range(len(ANSWERS)):
            sheet.answers[seat, k] = answer(nets.seat, cells, k)
