"""What a learned player is told: facts of the position, and facts of each of its options.

All are numbers of about the size of one. None names a city, a color or a route, so that what was
learned on one board serves on every other.
"""

from __future__ import annotations

FACTS = (  # of the position
    "second_card",  # 1: one card is drawn, and another follows
    "last_turn",  # 1: no turn of its own comes after this one
    "trains",  # its trains
    "rival_trains",  # the fewest of a rival
    "turns_left",  # turns it can count on
    "own_turns",  # turns until its own trains are used up
    "rival_turns",  # the same of the quickest rival
    "plan_trains",  # trains that its plan takes
    "plan_points",  # points of the tickets in it
    "plan_routes",  # routes of it that are not claimed yet
    "plan_turns",  # turns that it takes
    "slack",  # turns left beyond those
    "hand",  # cards in its hand
    "locomotives",  # in its hand
    "lead",  # in points for routes, over the best rival
    "open_tickets",  # tickets that were not complete when it planned
    "lost_points",  # points of tickets that it has given up
    "tickets",  # it holds
    "rival_tickets",  # the most that a rival holds
    "rival_hand",  # the most cards of a rival
    "claims",  # worthy routes that it can pay for
    "best_claim",  # what the best of them is worth
    "best_goal",  # what the best route is worth that it must collect for
    "goal_lacks",  # cards that it lacks for that one
    "next_goal",  # what the next best is worth
    "lacks",  # cards that it lacks for all planned routes of a color
    "spare",  # cards in its hand that no planned route takes
    "row_wish",  # how much it wants the best two cards of the row
    "deck",  # cards in the deck
    "more_seats",  # than two
    "size",  # trains of the edition
    "doubles",  # 1: both routes of a double are used
    "longest_path",  # 1: there is a bonus for it
    "globetrotter",  # 1: there is a bonus for most tickets
    "places",  # 1: districts or attractions score
)
(
    SECOND_CARD,
    LAST_TURN,
    TRAINS,
    RIVAL_TRAINS,
    TURNS_LEFT,
    OWN_TURNS,
    RIVAL_TURNS,
    PLAN_TRAINS,
    PLAN_POINTS,
    PLAN_ROUTES,
    PLAN_TURNS,
    SLACK,
    HAND,
    LOCOMOTIVES,
    LEAD,
    OPEN_TICKETS,
    LOST_POINTS,
    TICKETS,
    RIVAL_TICKETS,
    RIVAL_HAND,
    CLAIMS,
    BEST_CLAIM,
    BEST_GOAL,
    GOAL_LACKS,
    NEXT_GOAL,
    LACKS,
    SPARE,
    ROW_WISH,
    DECK,
    MORE_SEATS,
    SIZE,
    DOUBLES,
    LONGEST_PATH,
    GLOBETROTTER,
    PLACES,
) = range(len(FACTS))

# Of an option: what to do with a turn or its second card, which tickets to keep, how to pay.
TURN_FACTS = (
    "is_deck",  # 1: a blind card
    "is_color",  # 1: a card of the row
    "is_locomotive",  # 1: a locomotive of the row
    "is_tickets",  # 1: new tickets
    "is_claim",  # 1: a route
    "wish",  # how much it wants the card; a blind one, what it may be
    "need",  # cards of that color that planned routes lack
    "held",  # cards of that color in its hand
    "near",  # the best route that the card would make payable
    "next_near",  # the best that would then lack one more
    "is_goal",  # 1: the color of the best goal
    "in_row",  # cards of that color in the row
    "rival_seen",  # cards of that color that a rival is known to hold
    "gain",  # how much more it wants the card than a blind one
    "unseen",  # the part of that color among unseen cards
    "worth",  # what the claim is worth
    "over_goal",  # how much more than the best goal
    "under_best",  # how much less than the best claim
    "length",  # spaces of the route
    "points",  # for the route
    "planned",  # 1: it is in the plan
    "spent",  # locomotives that it takes
    "left",  # cards of the color that stay in hand
    "missed",  # how much other routes want that color
    "robs",  # cards that it takes from planned routes, which then lack them
    "gray_route",  # 1: any color does
    "detour",  # around a planned route
    "ends",  # of the route that its network touches
    "joins",  # 1: it joins two parts of the network
    "rival_ends",  # of the route that a rival's network touches
    "twin",  # 1: the other route of the double is open
    "trains_after",  # that it has left
    "ends_game",  # 1: it begins the final round
    "plan_after",  # trains that its plan then takes
    "plan_done",  # 1: it completes the plan
    "served",  # points of the tickets whose ways it is on
    "completes",  # points of the planned tickets that it completes
    "at_once",  # points that it brings at once, for its length, for tickets and for places
)
(
    IS_DECK,
    IS_COLOR,
    IS_LOCOMOTIVE,
    IS_TICKETS,
    IS_CLAIM,
    WISH,
    NEED,
    HELD,
    NEAR,
    NEXT_NEAR,
    IS_GOAL,
    IN_ROW,
    RIVAL_SEEN,
    GAIN,
    UNSEEN,
    WORTH,
    OVER_GOAL,
    UNDER_BEST,
    LENGTH,
    POINTS,
    PLANNED,
    SPENT,
    LEFT,
    MISSED,
    ROBS,
    GRAY_ROUTE,
    DETOUR,
    ENDS,
    JOINS,
    RIVAL_ENDS,
    TWIN,
    TRAINS_AFTER,
    ENDS_GAME,
    PLAN_AFTER,
    PLAN_DONE,
    SERVED,
    COMPLETES,
    AT_ONCE,
) = range(len(TURN_FACTS))

KEEP_FACTS = (
    "kept_worth",  # points of tickets that a plan completes, less the others'
    "kept_trains",  # trains of that plan
    "kept_turns",  # turns of that plan
    "kept_slack",  # turns left beyond those
    "kept",  # tickets
    "kept_points",  # of these tickets
    "kept_lost",  # points of tickets that no plan completes
    "kept_fewest",  # 1: no fewer may be kept
    "kept_first",  # 1: before the game
    "kept_way",  # spaces of their shortest ways
    "kept_routes",  # routes of the plan
)
(
    KEPT_WORTH,
    KEPT_TRAINS,
    KEPT_TURNS,
    KEPT_SLACK,
    KEPT,
    KEPT_POINTS,
    KEPT_LOST,
    KEPT_FEWEST,
    KEPT_FIRST,
    KEPT_WAY,
    KEPT_ROUTES,
) = range(len(KEEP_FACTS))

PAY_FACTS = (
    "paid_locomotives",  # locomotives that it takes
    "paid_cards",  # cards of the color
    "paid_wish",  # how much other routes want the color
    "paid_all",  # 1: none of the color is left
    "paid_left",  # cards of the color that stay in hand
    "paid_need",  # cards of the color that planned routes lack
    "paid_most",  # 1: the color it holds most of
    "paid_unseen",  # the part of the color among unseen cards
)
(
    PAID_LOCOMOTIVES,
    PAID_CARDS,
    PAID_WISH,
    PAID_ALL,
    PAID_LEFT,
    PAID_NEED,
    PAID_MOST,
    PAID_UNSEEN,
) = range(len(PAY_FACTS))

OPTION_FACTS = max(len(TURN_FACTS), len(KEEP_FACTS), len(PAY_FACTS))
MOST_OPTIONS = 32  # that are weighed against each other
CARD_FACTS = GAIN - WISH  # those that say what a card of a color is good for
MOST_CLAIMS = 8  # of them routes
