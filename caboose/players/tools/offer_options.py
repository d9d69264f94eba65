"""Which tickets of an offer a seat may keep: each choice with its facts."""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, count_bits, wide
from caboose.engine.fields import FIRST_TICKETS, ROUTE_WORDS, GameRecord, StateRecord
from caboose.engine.numbering import KEEP, KEEP_MASKS, KEEP_SIZES
from caboose.engine.rules.draw_tickets import fewest_to_keep, may_keep
from caboose.players.tools import facts as fact
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.offers import worth_of_keeping
from caboose.players.tools.outlook import (
    POINTS,
    TURNS,
    add_option,
    begin_survey,
    bounded,
    lost_points,
    write_facts,
)
from caboose.players.tools.plan import plan_tickets
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.tempo import give_up_late, plan_turns, turns_left


@compiled
def list_keeps(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """Every choice of an offer. The facts of the position are those of the tickets held before."""
    plan_tickets(game, atlas, state, seat, scratch, state.tickets[seat])
    give_up_late(game, state, seat, scratch, 0)
    begin_survey(scratch)
    scratch.claim_worth, scratch.goal_worth = 0, 0
    write_facts(game, state, seat, scratch)
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep) and scratch.option_count < fact.MOST_OPTIONS:
            place = add_option(scratch, KEEP + keep)
            describe_keep(game, atlas, state, seat, scratch, keep, scratch.options[place])
    scratch.has_plan = 0


@compiled
def describe_keep(
    game: GameRecord,
    atlas: Atlas,
    state: StateRecord,
    seat: int,
    scratch: Scratch,
    keep: int,
    row: Any,
) -> None:
    """What a plan makes of keeping some tickets."""
    places = wide(KEEP_MASKS[keep])
    row[fact.KEPT_WORTH] = POINTS * worth_of_keeping(game, atlas, state, seat, scratch, places)
    turns = plan_turns(state, seat, scratch)
    row[fact.KEPT_TRAINS] = wide(scratch.plan_trains) / wide(game.trains)
    row[fact.KEPT_TURNS] = TURNS * turns
    row[fact.KEPT_SLACK] = bounded(0.001 * (turns_left(game, state, seat) - turns), 2.0)
    row[fact.KEPT] = wide(KEEP_SIZES[keep]) / 3
    row[fact.KEPT_LOST] = lost_points(game, scratch) / 20
    is_fewest = KEEP_SIZES[keep] == fewest_to_keep(game, state, seat)
    row[fact.KEPT_FEWEST] = 1.0 if is_fewest else 0.0
    row[fact.KEPT_FIRST] = 1.0 if state.phase == FIRST_TICKETS else 0.0
    for place in range(wide(state.offer_size[seat])):
        if places & bit(place) != 0:
            ticket = wide(state.offer[seat, place])
            row[fact.KEPT_POINTS] += wide(game.ticket_points[ticket]) / 20
            row[fact.KEPT_WAY] += wide(atlas.way[ticket]) / 20
    for word in range(ROUTE_WORDS):
        row[fact.KEPT_ROUTES] += count_bits(wide(scratch.plan[word])) / 10
