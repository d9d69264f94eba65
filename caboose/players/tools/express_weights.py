"""The weights of Express, in hundredths of a point unless said otherwise.

Found by `python -m caboose.lab.tune country --generations 50 --blocks 60` and
`... city --generations 50 --blocks 80`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

NAMES = (
    "turn_cost",  # what a turn is worth
    "card_turns",  # turns until a card of a wanted color comes, in hundredths of a turn
    "train",  # what a train is worth elsewhere
    "plan_share",  # the part of planned tickets' points that their routes get, in hundredths
    "choke",  # for a route, by the detour around it
    "touch",  # for each end of a route that touches the network
    "bonus_share",  # the part of attractions and districts, in hundredths
    "patience",  # how much better a goal must be than a claim to wait for it
    "slack",  # turns by which a plan may exceed the time, in hundredths
    "ticket_time",  # turns that must be left to draw tickets, in hundredths
    "keep_train",  # what a train costs when tickets are kept
    "keep_turn",  # what a turn costs when tickets are kept
    "spent_locomotive",  # what a locomotive is worth in a payment
    "spent_card",  # how much wishes for other routes count in a payment
    "locomotive_wish",  # how much a face-up locomotive is worth, in hundredths of the best wish
    "wish_floor",  # how much more than the average a blind card is worth, in hundredths
)
(
    TURN_COST,
    CARD_TURNS,
    TRAIN,
    PLAN_SHARE,
    CHOKE,
    TOUCH,
    BONUS_SHARE,
    PATIENCE,
    SLACK,
    TICKET_TIME,
    KEEP_TRAIN,
    KEEP_TURN,
    SPENT_LOCOMOTIVE,
    SPENT_CARD,
    LOCOMOTIVE_WISH,
    WISH_FLOOR,
) = range(len(NAMES))

# One set for boards with many trains, one for the small city boards.
WEIGHTS = {
    "country": np.array(
        [315, 67, 65, 65, 58, 146, 73, 459, 98, 6877, 96, 5, 116, 124, 89, 47], np.int32
    ),
    "city": np.array(
        [227, 62, 46, 65, 73, 71, 86, 181, 113, 1073, 43, 1, 56, 62, 80, 55], np.int32
    ),
}
CITY_TRAINS = 25  # an edition with fewer trains is a city


def weights_for(trains: int) -> np.ndarray[Any, Any]:
    """The weights for an edition with this many trains."""
    return WEIGHTS["city" if trains < CITY_TRAINS else "country"]
