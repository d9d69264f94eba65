"""The outlook of a seat before it decides: its best claim and goals, and the facts of the position.

What routes are worth is what Express makes of them (`route_worth.py`); a learned player judges for
itself what follows from that.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, count_bits, lowest_bit, wide
from caboose.engine.fields import (
    CARDS,
    FACE_UP,
    FIRST_TICKETS,
    GRAY,
    LOCOMOTIVE,
    NOBODY,
    ROUTE_WORDS,
    SECOND_CARD,
    GameRecord,
    StateRecord,
)
from caboose.players.tools import facts as fact
from caboose.players.tools.cards import clear_wishes, fullest_color, has_bit, is_last_turn, lacking
from caboose.players.tools.route_worth import NOTHING, claim_worth, goal_worth, has_worthy
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.tempo import plan_turns, turns_left, turns_of_seat

POINTS = 0.001  # ten points, in hundredths, are about one
TURNS = 0.0005  # so are twenty turns
WISH = 1 / 300  # and wishes of three points


@compiled
def add_option(scratch: Scratch, move: int) -> int:
    """A new option without facts; its place."""
    place = wide(scratch.option_count)
    scratch.moves[place] = move
    scratch.options[place] = 0.0
    scratch.option_count += 1
    return place


@compiled
def begin_survey(scratch: Scratch) -> None:
    """Forget what was found before."""
    clear_wishes(scratch)
    scratch.near[:] = 0
    scratch.planned[:] = 0
    scratch.need[:] = 0
    scratch.claim, scratch.claim_worth = NOBODY, NOTHING
    scratch.goal, scratch.goal_worth = NOBODY, NOTHING
    scratch.facts[:] = 0.0
    scratch.option_count = 0


@compiled
def survey(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> None:
    """Find the claims, the goals and what cards they wish for; writes all that into scratch.

    Routes that are worth no more than a turn are left out while there are others.
    """
    begin_survey(scratch)
    fullest = fullest_color(game, state, seat, 0)
    is_any = is_last_turn(state) or not has_worthy(state, seat, scratch)
    for word in range(ROUTE_WORDS):
        routes = wide(state.open[seat, word])
        if not is_any:
            routes &= wide(scratch.worthy[word]) | wide(scratch.plan[word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            if scratch.worth[route] != NOTHING:
                survey_route(game, state, seat, scratch, route, fullest)
    for color in range(game.colors):
        lacks = wide(scratch.planned[color]) - wide(state.hand[seat, color])
        scratch.need[color] = max(0, lacks)


@compiled
def survey_route(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, route: int, fullest: int
) -> None:
    """One route: a claim if it can be paid for, otherwise perhaps a goal."""
    color = wide(game.route_color[route])
    if has_bit(scratch.plan, route):
        scratch.planned[color] += wide(game.route_length[route])
    if color == GRAY:
        color = fullest
    lacks = lacking(game, state, seat, route, color)
    if lacks == 0:
        note_claim(scratch, route, claim_worth(game, state, seat, scratch, route, color))
    else:
        note_goal(scratch, route, color, lacks)


@compiled
def note_claim(scratch: Scratch, route: int, worth: int) -> None:
    """Keep a claim among the best: in `moves` by worth, the least worthy falling out."""
    if worth > 0:
        scratch.facts[fact.CLAIMS] += 0.125
    place, worths = wide(scratch.option_count), scratch.claim_worths
    if place < fact.MOST_CLAIMS:
        scratch.option_count += 1
    elif worths[place - 1] < worth:
        place -= 1
    else:
        return
    while place > 0 and worths[place - 1] < worth:
        worths[place], scratch.moves[place] = worths[place - 1], scratch.moves[place - 1]
        place -= 1
    worths[place], scratch.moves[place] = worth, route
    if place == 0:
        scratch.claim, scratch.claim_worth = route, worth


@compiled
def note_goal(scratch: Scratch, route: int, color: int, lacks: int) -> None:
    """A route that lacks cards wishes for them, and may be the best goal."""
    worth = goal_worth(scratch, route, lacks)
    if worth > 0:
        scratch.wish[color] += worth // (lacks + 1)
        if lacks <= 2 and worth > scratch.near[color, lacks - 1]:
            scratch.near[color, lacks - 1] = worth
    if worth > scratch.goal_worth:
        if scratch.goal != NOBODY:
            scratch.facts[fact.NEXT_GOAL] = POINTS * scratch.goal_worth
        scratch.goal, scratch.goal_worth = route, worth
        scratch.facts[fact.GOAL_LACKS] = 0.25 * lacks
    elif POINTS * worth > scratch.facts[fact.NEXT_GOAL]:
        scratch.facts[fact.NEXT_GOAL] = POINTS * worth


@compiled
def write_facts(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> None:
    """The facts of the position, after a survey."""
    facts, trains = scratch.facts, wide(game.trains)
    left, turns = turns_left(game, state, seat), plan_turns(state, seat, scratch)
    for word in range(ROUTE_WORDS):
        facts[fact.PLAN_ROUTES] += count_bits(wide(scratch.plan[word])) / 8
    facts[fact.SECOND_CARD] = 1.0 if state.phase == SECOND_CARD else 0.0
    facts[fact.LAST_TURN] = 1.0 if is_last_turn(state) else 0.0
    facts[fact.TRAINS] = wide(state.trains[seat]) / trains
    facts[fact.TURNS_LEFT] = TURNS * left
    facts[fact.OWN_TURNS] = TURNS * turns_of_seat(game, state, seat)
    facts[fact.PLAN_TRAINS] = wide(scratch.plan_trains) / trains
    facts[fact.PLAN_POINTS] = wide(scratch.plan_points) / 30
    facts[fact.PLAN_TURNS] = TURNS * turns
    facts[fact.SLACK] = bounded(0.001 * (left - turns), 2.0)
    facts[fact.HAND] = wide(state.hand_size[seat]) / 15
    facts[fact.LOCOMOTIVES] = wide(state.hand[seat, LOCOMOTIVE]) / 3
    facts[fact.OPEN_TICKETS] = wide(scratch.ways_count) / 4
    facts[fact.LOST_POINTS] = lost_points(game, scratch) / 20
    facts[fact.TICKETS] = wide(state.ticket_count[seat]) / 4
    facts[fact.BEST_CLAIM] = POINTS * max(-1000, wide(scratch.claim_worth))
    facts[fact.BEST_GOAL] = POINTS * max(-1000, wide(scratch.goal_worth))
    for color in range(game.colors):
        facts[fact.LACKS] += wide(scratch.need[color]) / 10
    facts[fact.SPARE] = spare_cards(game, state, seat, scratch) / 10
    facts[fact.ROW_WISH] = WISH * row_wish(state, scratch)
    facts[fact.DECK] = wide(state.deck_size) / 60
    write_rivals(game, state, seat, facts)
    write_edition(game, facts)


@compiled
def spare_cards(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> int:
    """Cards in its hand that no planned route takes; gray ones take what the others leave."""
    spare = -wide(scratch.planned[GRAY])
    for color in range(game.colors):
        spare += max(0, wide(state.hand[seat, color]) - wide(scratch.planned[color]))
    return max(0, spare)


@compiled
def bounded(number: float, most: float) -> float:
    """A number, cut off on both sides."""
    return min(most, max(-most, number))


@compiled
def row_wish(state: StateRecord, scratch: Scratch) -> int:
    """How much the best two cards of the row are wanted, each wish counted once a card."""
    best, second = 0, 0
    for slot in range(FACE_UP):
        card = wide(state.face_up[slot])
        if card != NOBODY and card != LOCOMOTIVE:
            wish = wide(scratch.wish[card])
            if wish > best:
                best, second = wish, best
            elif wish > second:
                second = wish
    return best + second


@compiled
def lost_points(game: GameRecord, scratch: Scratch) -> int:
    """The points of tickets that the plan has no way for."""
    points = 0
    for i in range(scratch.ways_count):
        if scratch.ways[i, 0] == NOBODY:
            points += wide(game.ticket_points[scratch.way_of[i]])
    return points


@compiled
def write_rivals(game: GameRecord, state: StateRecord, seat: int, facts: Any) -> None:
    """What everybody sees of the others."""
    trains, turns, points = wide(game.trains), 1 << 20, 0
    for rival in range(game.seats):
        if rival != seat:
            trains = min(trains, wide(state.trains[rival]))
            turns = min(turns, turns_of_seat(game, state, rival))
            points = max(points, wide(state.points[rival]))
            facts[fact.RIVAL_HAND] = max(facts[fact.RIVAL_HAND], wide(state.hand_size[rival]) / 15)
            if state.phase != FIRST_TICKETS:  # until all have chosen, that is hidden
                kept = wide(state.ticket_count[rival]) / 4
                facts[fact.RIVAL_TICKETS] = max(facts[fact.RIVAL_TICKETS], kept)
    facts[fact.RIVAL_TRAINS] = trains / wide(game.trains)
    facts[fact.RIVAL_TURNS] = TURNS * turns
    facts[fact.LEAD] = (wide(state.points[seat]) - points) / 50


@compiled
def write_edition(game: GameRecord, facts: Any) -> None:
    """What kind of game it is."""
    facts[fact.MORE_SEATS] = (wide(game.seats) - 2) / 3
    facts[fact.SIZE] = wide(game.trains) / 45
    facts[fact.DOUBLES] = 1.0 if game.doubles_open else 0.0
    facts[fact.LONGEST_PATH] = 1.0 if game.longest_path > 0 else 0.0
    facts[fact.GLOBETROTTER] = 1.0 if game.globetrotter > 0 else 0.0
    facts[fact.PLACES] = 1.0 if game.districts > 0 or game.attractions else 0.0


@compiled
def count_unseen(game: GameRecord, state: StateRecord, seat: int, unseen: Any) -> None:
    """The part of each color among the cards that a seat has not seen."""
    total = 0.0
    for color in range(CARDS):
        count = wide(game.cards[color]) - wide(state.discard[color]) - wide(state.hand[seat, color])
        for rival in range(game.seats):
            if rival != seat:
                count -= wide(state.seen[rival, color])
        unseen[color] = count
        total += count
    for slot in range(state.face_up.shape[0]):
        if state.face_up[slot] != NOBODY:
            unseen[state.face_up[slot]] -= 1.0
            total -= 1.0
    for color in range(CARDS):
        unseen[color] = max(0.0, unseen[color] / max(1.0, total))
