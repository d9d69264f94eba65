"""The facts of each seat of a true position."""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled, count_bits, wide
from caboose.engine.fields import NOBODY, ROUTE_WORDS, GameRecord, StateRecord
from caboose.engine.rules.claim_route import claimable
from caboose.engine.rules.scoring import score_game
from caboose.players.policies import ENGINEER, EXPRESS, PLANNER, RACER
from caboose.players.tools import facts as quick_fact
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.facts import FACTS
from caboose.players.tools.kit import Kit
from caboose.players.tools.outlook import survey, write_facts
from caboose.players.tools.route_worth import refresh_worth
from caboose.players.tools.scratch import Scratch
from caboose.players.value import value_facts as fact
from caboose.players.value.sheet import Sheet
from caboose.players.value.ticket_facts import note_tickets


@compiled
def note_position(kit: Kit, state: StateRecord, styles: Any, sheet: Sheet) -> None:
    """Write down the facts of all seats; plans are made, or found, in the kit's scratch spaces."""
    game, atlas, scratches = kit.games[0], kit.atlases[0], kit.scratches
    score_game(game, state, sheet.scores[0])
    for seat in range(game.seats):
        sheet.seats[seat] = 0.0
        note_outlook(game, atlas, state, seat, scratches[seat], sheet)
        for word in range(ROUTE_WORDS):
            sheet.payable[seat, word] = claimable(game, state, seat, word)
    for seat in range(game.seats):
        note_rivals(game, state, seat, scratches, sheet)
        note_tickets(game, atlas, state, seat, scratches[seat], sheet)
        note_turns(game, state, seat, sheet.seats[seat])
        note_points(game, state, seat, sheet)
        note_offer(game, state, seat, sheet.seats[seat])
        note_style(wide(styles[seat]), sheet.seats[seat])


@compiled
def note_outlook(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, sheet: Sheet
) -> None:
    """What a learned player would be told in this seat."""
    refresh_worth(game, atlas, state, seat, scratch)
    survey(game, state, seat, scratch)
    write_facts(game, state, seat, scratch)
    facts = sheet.seats[seat]
    for i in range(len(FACTS)):
        facts[i] = scratch.facts[i]
    if state.seat != seat:
        facts[quick_fact.SECOND_CARD] = 0.0


@compiled
def note_rivals(
    game: GameRecord, state: StateRecord, seat: int, scratches: Any, sheet: Sheet
) -> None:
    """What rivals plan and can pay for, of what is still open to a seat."""
    planned, contested = 0, 0
    for word in range(ROUTE_WORDS):
        wanted, threatened = 0, 0
        for rival in range(game.seats):
            if rival != seat:
                wanted |= wide(scratches[rival].plan[word])
                threatened |= wide(sheet.payable[rival, word])
        sheet.wanted[seat, word] = wanted
        sheet.threatened[seat, word] = threatened
        plan = wide(scratches[seat].plan[word])
        planned += count_bits(plan)
        contested += count_bits(plan & wanted)
    sheet.seats[seat, fact.CONTESTED] = contested / max(1, planned)


@compiled
def note_turns(game: GameRecord, state: StateRecord, seat: int, facts: Any) -> None:
    """When it is its turn, and how many it still has for certain."""
    wait = (seat - wide(state.seat)) % wide(game.seats)
    facts[fact.DECIDES] = 1.0 if wait == 0 else 0.0
    facts[fact.WAIT] = wait / wide(game.seats)
    if state.final_turns_left != NOBODY:
        facts[fact.FINAL_ROUND] = 1.0
        facts[fact.LAST_TURNS] = 1.0 if wait < state.final_turns_left else 0.0


@compiled
def note_points(game: GameRecord, state: StateRecord, seat: int, sheet: Sheet) -> None:
    """What it would have if the game ended now."""
    facts, score, trains = sheet.seats[seat], sheet.scores[0], wide(game.trains)
    facts[fact.ROUTE_POINTS] = wide(score.routes[seat]) / trains
    facts[fact.PLACE_POINTS] = (
        wide(score.districts[seat]) + wide(score.attractions[seat])
    ) / trains
    facts[fact.PATH] = wide(score.path_length[seat]) / trains
    facts[fact.COMPLETED] = wide(score.completed[seat]) / 4
    path, completed = 0, 0
    for rival in range(game.seats):
        if rival != seat:
            path = max(path, wide(score.path_length[rival]))
            completed = max(completed, wide(score.completed[rival]))
    if game.longest_path > 0:
        facts[fact.PATH_LEAD] = (wide(score.path_length[seat]) - path) / 10
    if game.globetrotter > 0:
        facts[fact.COMPLETED_LEAD] = (wide(score.completed[seat]) - completed) / 3


@compiled
def note_offer(game: GameRecord, state: StateRecord, seat: int, facts: Any) -> None:
    """Tickets that it has been shown and has not chosen from yet."""
    count = wide(state.offer_size[seat])
    facts[fact.OFFERED] = count / 3
    for i in range(count):
        points = wide(game.ticket_points[state.offer[seat, i]])
        facts[fact.OFFERED_POINTS] += points / wide(game.trains)


@compiled
def note_style(style: int, facts: Any) -> None:
    """Who is known to go on in this seat; nothing for others."""
    if style == ENGINEER:
        facts[fact.AS_ENGINEER] = 1.0
    elif style == EXPRESS:
        facts[fact.AS_EXPRESS] = 1.0
    elif style == PLANNER:
        facts[fact.AS_PLANNER] = 1.0
    elif style == RACER:
        facts[fact.AS_RACER] = 1.0
