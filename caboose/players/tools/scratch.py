"""Scratch space: where a policy works on one seat's plan.

A policy remembers nothing between two decisions, so clean scratch space must always do. Rollouts
leave the plan there until somebody breaks it, because planning is what costs time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_CITIES, MAX_ROUTES
from caboose.engine.compiled import compiled
from caboose.engine.fields import CARDS, NOBODY, ROUTE_WORDS, TICKET_WORDS
from caboose.players.tools.facts import (
    CARD_FACTS,
    FACTS,
    MOST_CLAIMS,
    MOST_OPTIONS,
    OPTION_FACTS,
)
from caboose.players.tools.learned_net import NET_NUMBERS, NETS

Scratch = Any  # one element of an array of SCRATCH, opaque to the type checker

MAX_PLANNED = 12  # tickets in one plan; more are left to luck
WEIGHTS = 16  # numbers by which a policy can be tuned

SCRATCH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("plan", np.int64, (ROUTE_WORDS,)),  # the set of routes it means to claim
                ("worthy", np.int64, (ROUTE_WORDS,)),  # the set of routes worth more than a turn
                ("planned_for", np.int64, (TICKET_WORDS,)),  # the tickets it held when it planned
                ("ways", np.int64, (MAX_PLANNED, ROUTE_WORDS)),  # each planned ticket's routes
                ("has_plan", np.int64),  # 1: the plan is there
                ("plan_trains", np.int64),  # the trains that the plan takes
                (
                    "plan_left",
                    np.int64,
                ),  # the trains the seat had when it planned, less those laid on it
                ("plan_points", np.int64),  # what the planned tickets are worth
                (
                    "weighed_at",
                    np.int64,
                ),  # the trains the seat had when routes were weighed, or NOBODY
                ("ways_count", np.int64),  # planned tickets
                ("cities", np.int64),  # the set of cities that its own routes reached then
                ("claim", np.int64),  # the best route that it can pay for, or NOBODY
                ("claim_worth", np.int64),  # what claiming it now is worth
                ("goal", np.int64),  # the route it collects cards for, or NOBODY
                ("goal_worth", np.int64),  # what claiming that later is worth
                ("price", np.int32, (MAX_ROUTES,)),  # what each route costs on a way
                ("worth", np.int32, (MAX_ROUTES,)),  # what claiming each route is worth
                ("far", np.int32, (MAX_CITIES,)),  # how far each city is
                ("weights", np.int32, (WEIGHTS,)),  # by which a policy is tuned
                ("wish", np.int32, (CARDS,)),  # how much it wants a card of each color
                ("via", np.int16, (MAX_CITIES,)),  # the last route on the way there
                ("way_of", np.int16, (MAX_PLANNED,)),  # the ticket of each way
                ("parts", np.int8, (MAX_CITIES,)),  # which cities its own routes connect
                ("facts", np.float32, (len(FACTS),)),  # of the position, for a learned player
                ("options", np.float32, (MOST_OPTIONS, OPTION_FACTS)),  # facts of each option
                ("answers", np.float32, (MOST_OPTIONS,)),  # what each is worth beside the others
                ("moves", np.int64, (MOST_OPTIONS,)),  # their actions
                ("option_count", np.int64),  # how many there are
                ("claim_worths", np.int64, (MOST_CLAIMS,)),  # what the best claims are worth
                ("cards", np.float32, (CARDS, CARD_FACTS)),  # facts of a card of each color
                ("unseen", np.float32, (CARDS,)),  # the part of each color among unseen cards
                ("near", np.int32, (CARDS, 2)),  # the best route that lacks one or two of a color
                ("planned", np.int32, (CARDS,)),  # cards of each color that planned routes take
                ("need", np.int32, (CARDS,)),  # cards of each color that planned routes lack
                ("learned", np.float32, (NETS, NET_NUMBERS)),  # what a learned player has learned
            ],
            align=True,
        ),
    )
)


@compiled
def clear_scratch(scratch: Scratch) -> None:
    """Forget the plan."""
    scratch.has_plan = 0
    scratch.weighed_at = NOBODY
