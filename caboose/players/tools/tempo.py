"""How long the game will last, and how long a plan takes. All in hundredths of a turn."""

from __future__ import annotations

from caboose.engine.compiled import compiled, count_bits, wide
from caboose.engine.fields import NOBODY, ROUTE_WORDS, GameRecord, StateRecord
from caboose.players.tools.plan import give_up, least_loss
from caboose.players.tools.scratch import Scratch

CARD = 53  # a turn of drawing brings 1.9 cards
LENGTH = 4  # spaces of the routes that fast players claim


@compiled
def turns_of_seat(game: GameRecord, state: StateRecord, seat: int) -> int:
    """The turns a seat needs to use up its trains: a card for each, and a turn for each claim."""
    trains = max(0, wide(state.trains[seat]) - wide(game.final_trains))
    cards = max(0, trains - wide(state.hand_size[seat]))
    return CARD * cards + 100 * trains // LENGTH


@compiled
def turns_left(game: GameRecord, state: StateRecord, seat: int) -> int:
    """The turns that a seat can count on, the present one included."""
    if state.final_turns_left != NOBODY:
        return 100
    fewest = 1 << 20
    for other in range(game.seats):
        fewest = min(fewest, turns_of_seat(game, state, other))
    return fewest + 200  # the turn that begins the final round, and the last one


@compiled
def turns_for_plan(state: StateRecord, seat: int, trains: int, routes: int) -> int:
    """The turns that claiming some routes takes; half of the hand is thought to fit."""
    cards = max(0, trains - wide(state.hand_size[seat]) // 2)
    return CARD * cards + 100 * routes


@compiled
def plan_turns(state: StateRecord, seat: int, scratch: Scratch) -> int:
    """The turns that the plan in scratch takes."""
    routes = 0
    for word in range(ROUTE_WORDS):
        routes += count_bits(wide(scratch.plan[word]))
    return turns_for_plan(state, seat, wide(scratch.plan_trains), routes)


@compiled
def give_up_late(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, slack: int
) -> bool:
    """Give tickets up, the least loss first, until the plan fits the turns left; was one?"""
    left = turns_left(game, state, seat) + slack
    is_late = False
    while scratch.plan_trains > 0 and plan_turns(state, seat, scratch) > left:
        give_up(game, scratch, least_loss(game, scratch))
        is_late = True
    return is_late
