"""What the value is told of each seat and of each of its open tickets, all about the size of one.

A seat's facts are those of a learned player (`tools.facts`), as if the seat were about to decide,
and some more that only the whole truth gives. Numbers of points are shares of the edition's
trains, so that small and large boards look alike.
"""

from __future__ import annotations

from caboose.players.tools.facts import FACTS

SEAT_FACTS = (
    *FACTS,
    "decides",  # 1: it decides now
    "wait",  # turns of others before its next one, by seats
    "final_round",  # 1: it has begun
    "last_turns",  # turns that it still has in the final round
    "route_points",  # for routes
    "place_points",  # for districts and attractions, if the game ended now
    "path",  # spaces of its longest path
    "path_lead",  # over the longest of a rival, for the bonus alone
    "completed",  # tickets
    "completed_lead",  # over the most of a rival, for the bonus alone
    "done_points",  # of the completed tickets
    "open_points",  # of the others
    "offered",  # tickets that it chooses from
    "offered_points",  # of these
    "contested",  # the part of its plan that is on the plan of a rival
    "as_engineer",  # 1: it is known to go on as Engineer
    "as_express",
    "as_planner",
    "as_racer",
    "expected",  # points of its tickets, by their chances
    "spread",  # standard deviation of these points
    "standing",  # points that it has, with its tickets by their chances
)
(
    DECIDES,
    WAIT,
    FINAL_ROUND,
    LAST_TURNS,
    ROUTE_POINTS,
    PLACE_POINTS,
    PATH,
    PATH_LEAD,
    COMPLETED,
    COMPLETED_LEAD,
    DONE_POINTS,
    OPEN_POINTS,
    OFFERED,
    OFFERED_POINTS,
    CONTESTED,
    AS_ENGINEER,
    AS_EXPRESS,
    AS_PLANNER,
    AS_RACER,
    EXPECTED,
    SPREAD,
    STANDING,
) = range(len(FACTS), len(SEAT_FACTS))
TOLD = EXPECTED  # facts before this one do not need the chances of tickets

TICKET_FACTS = (
    "points",
    "way_trains",  # trains that its way still takes
    "alone_trains",  # those that no other planned way takes
    "way_routes",  # routes of its way that are to be claimed
    "way_left",  # trains of its way beside those of the shortest on an empty board
    "of_trains",  # trains of its way beside those that the seat has
    "of_turns",  # turns of its way beside those that are left
    "given_up",  # 1: it has a way but no place in the plan
    "way_contested",  # the part of its way that is on the plan of a rival
    "way_payable",  # the part of its way that a rival can pay for now
    "way_bridges",  # the greatest detour around one of its routes
    "way_lacks",  # cards that are lacking for its way, color by color
    "way_payable_now",  # the part of its way that the seat can pay for now
)
(
    POINTS,
    WAY_TRAINS,
    ALONE_TRAINS,
    WAY_ROUTES,
    WAY_LEFT,
    OF_TRAINS,
    OF_TURNS,
    GIVEN_UP,
    WAY_CONTESTED,
    WAY_PAYABLE,
    WAY_BRIDGES,
    WAY_LACKS,
    WAY_PAYABLE_NOW,
) = range(len(TICKET_FACTS))

ANSWERS = ("score", "lead", "turns", "strength", "path")  # what the net says of a seat
SCORE, LEAD, TURNS, STRENGTH, PATH_CHANCE = range(len(ANSWERS))
MOST_OPEN = 24  # open tickets of a seat; more are taken for lost
