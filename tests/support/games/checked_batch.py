"""Whole games in compiled code, with every rule of bookkeeping checked between the actions.

All in one file: compiled code is renewed when its own file changes, not when another one does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_ROUTES, MAX_SEATS, MAX_TICKETS
from caboose.engine.compiled import bit, compiled, count_bits, lowest_bit, wide
from caboose.engine.dice import roll
from caboose.engine.fields import (
    BY_DEADLOCK,
    CARDS,
    FACE_UP,
    FIRST_TICKETS,
    KEEP_TICKETS,
    LOCOMOTIVE,
    NOBODY,
    OVER,
    PAYMENT,
    ROUTE_WORDS,
    SCORE,
    STATE,
    TICKET_WORDS,
)
from caboose.engine.game import Game, key_from_seed
from caboose.engine.happenings import (
    DRAW_ENDED,
    DREW_BLIND,
    LAID,
    PASSED,
    SWEPT,
    SWEPT_OFTEN,
    new_buffer,
)
from caboose.engine.keys import deal_batch_game
from caboose.engine.numbering import (
    ACTIONS,
    CLAIM,
    DRAW_DECK,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP,
    PASS,
    fewest_locomotives,
)
from caboose.engine.random_play import choose_tickets, choose_turn
from caboose.engine.rules.deck import must_sweep
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import legal_mask, play

# Ways to play.
UNIFORM, HOARD, HOARD_COLORS, ASK_FOR_TICKETS, BUILD_LONG = range(5)
POLICIES = ("uniform", "hoard", "hoard_colors", "ask_for_tickets", "build_long")

# What must hold between the actions.
INVARIANTS = (
    "cards of each color are all there",
    "piles are as large as what lies in them",
    "the row is full and the deck renewed while there are cards",
    "a row that must be swept does not lie there",
    "a route has one owner",
    "trains and points are those of the claimed routes",
    "open routes are those the twins leave open",
    "every ticket lies in one place",
    "tickets are as many as is said",
    "what everybody remembers of the deck adds up",
    "the phase fits what is under way",
    "somebody can act until the game is over",
    "every card that left the deck used one word of chance",
    "the score is the sum of its lines",
    "the game ends within the bound",
    "what is chosen is legal",
)
BROKEN_LINES = len(INVARIANTS)

# Rare things that the games must have met.
TWO_SWEEPS, STANDING_ROW, NO_SECOND_CARD, A_PASS, A_DEADLOCK, NO_TICKETS_LEFT, NO_CARDS_LEFT = (
    range(7)
)
RARE = (
    "two sweeps in one action",
    "a row that stands",
    "no second card",
    "a pass",
    "a deadlock",
    "no tickets left",
    "no cards left",
)


# ---- ways to play --------------------------------------------------------------------------------


@compiled
def any_of(mask: Any, first: int, end: int, dice: Any) -> int:
    """One of the legal actions from `first` to before `end`, or NOBODY."""
    options = 0
    for action in range(first, end):
        if mask[action]:
            options += 1
    if options == 0:
        return NOBODY
    choice = roll(dice, options)
    for action in range(first, end):
        if mask[action]:
            if choice == 0:
                return action
            choice -= 1
    return NOBODY


@compiled
def last_of(mask: Any, first: int, end: int) -> int:
    """The last legal action from `first` to before `end`, or NOBODY."""
    for action in range(end - 1, first - 1, -1):
        if mask[action]:
            return action
    return NOBODY


@compiled
def longest_claim(game: Any, mask: Any) -> int:
    """The claim of a longest route, or NOBODY."""
    best = NOBODY
    for route in range(game.routes):
        is_longer = best == NOBODY or game.route_length[route] > game.route_length[best - CLAIM]
        if mask[CLAIM + route] and is_longer:
            best = CLAIM + route
    return best


@compiled
def wish(game: Any, mask: Any, policy: int, dice: Any) -> int:
    """What a way to play would rather do, or NOBODY."""
    locomotive = DRAW_FACE_UP + LOCOMOTIVE
    if policy == HOARD and roll(dice, 100) < 97:
        return any_of(mask, DRAW_DECK, DRAW_TICKETS, dice)
    if policy == HOARD_COLORS and roll(dice, 100) < 95:
        return any_of(mask, DRAW_DECK, locomotive, dice)
    if policy == ASK_FOR_TICKETS and roll(dice, 100) < 70:
        keeps = last_of(mask, KEEP, PASS)
        return DRAW_TICKETS if mask[DRAW_TICKETS] else keeps
    if policy == BUILD_LONG:
        tickets = last_of(mask, DRAW_TICKETS, CLAIM)
        keeps = last_of(mask, KEEP, PASS)
        draws = any_of(mask, DRAW_DECK, DRAW_TICKETS, dice)
        return max(tickets, keeps, draws if tickets == NOBODY else NOBODY)
    return NOBODY


@compiled
def choose(game: Any, mask: Any, policy: int, dice: Any) -> int:
    """A legal action."""
    action = wish(game, mask, policy, dice)
    if action == NOBODY and policy == BUILD_LONG:
        action = longest_claim(game, mask)
    if action == NOBODY:
        action = any_of(mask, 0, ACTIONS, dice)
    return action


# ---- what must hold between the actions ----------------------------------------------------------


@compiled
def are_cards_all_there(game: Any, state: Any) -> bool:
    for color in range(CARDS):
        count = wide(state.deck[color]) + wide(state.discard[color])
        for slot in range(FACE_UP):
            if state.face_up[slot] == color:
                count += 1
        for seat in range(MAX_SEATS):
            if state.hand[seat, color] < 0:
                return False
            count += wide(state.hand[seat, color])
        if count != game.cards[color] or state.deck[color] < 0 or state.discard[color] < 0:
            return False
    return True


@compiled
def are_sizes_right(game: Any, state: Any) -> bool:
    deck, discard = 0, 0
    for color in range(CARDS):
        deck += wide(state.deck[color])
        discard += wide(state.discard[color])
    if deck != state.deck_size or discard != state.discard_size:
        return False
    for seat in range(MAX_SEATS):
        hand = 0
        for color in range(CARDS):
            hand += wide(state.hand[seat, color])
        if hand != state.hand_size[seat]:
            return False
    return True


@compiled
def is_row_full(state: Any) -> bool:
    if state.deck_size == 0 and state.discard_size > 0:
        return False
    for slot in range(FACE_UP):
        if state.face_up[slot] == NOBODY and state.deck_size > 0:
            return False
    return True


@compiled
def find_owners(game: Any, state: Any, owners: Any) -> bool:
    """Write each route's owner; False if a route has two, or does not exist."""
    owners[:] = NOBODY
    for seat in range(MAX_SEATS):
        for word in range(ROUTE_WORDS):
            owned = wide(state.owned[seat, word])
            while owned != 0:
                place = lowest_bit(owned)
                owned &= ~bit(place)
                route = 64 * word + place
                if route >= game.routes or owners[route] != NOBODY:
                    return False
                owners[route] = seat
    return True


@compiled
def are_trains_and_points_right(
    game: Any, state: Any, owners: Any, trains: Any, points: Any
) -> bool:
    """Trains on the board and trains left are all there; points are those of the claims."""
    trains[:] = 0
    points[:] = 0
    for route in range(game.routes):
        if owners[route] != NOBODY:
            length = wide(game.route_length[route])
            trains[owners[route]] += length
            points[owners[route]] += wide(game.route_points[length])
    for seat in range(game.seats):
        if state.trains[seat] < 0 or trains[seat] + wide(state.trains[seat]) != game.trains:
            return False
        if points[seat] != state.points[seat]:
            return False
    return True


@compiled
def are_open_routes_right(game: Any, state: Any, owners: Any, closed: Any) -> bool:
    """C1, C5, C6: a claim closes the route, and its twin for its owner or, with few seats, all."""
    closed[:, :] = 0
    everybody = MAX_SEATS
    for route in range(game.routes):
        owner, twin = owners[route], wide(game.route_twin[route])
        if owner != NOBODY:
            closed[everybody, route >> 6] |= bit(route & 63)
            if twin != NOBODY:
                closed[owner if game.doubles_open else everybody, twin >> 6] |= bit(twin & 63)
    for seat in range(game.seats):
        for route in range(0, game.routes, 64):
            word = route >> 6
            last = min(wide(game.routes) - route, 64)
            every = ~0 if last == 64 else bit(last) - 1
            expected = every & ~closed[everybody, word] & ~closed[seat, word]
            if expected != state.open[seat, word]:
                return False
    return True


@compiled
def are_tickets_in_one_place(game: Any, state: Any, places: Any) -> bool:
    places[:] = 0
    for i in range(state.ticket_deck_size):
        places[state.ticket_deck[(wide(state.ticket_top) + i) % MAX_TICKETS]] += 1
    for word in range(TICKET_WORDS):
        for owner in range(MAX_SEATS + 1):
            held = (
                wide(state.removed[word])
                if owner == MAX_SEATS
                else wide(state.tickets[owner, word])
            )
            while held != 0:
                place = lowest_bit(held)
                held &= ~bit(place)
                places[64 * word + place] += 1
    for seat in range(MAX_SEATS):
        for place in range(state.offer_size[seat]):
            places[state.offer[seat, place]] += 1
        for place in range(state.returned_size[seat]):
            places[state.returned[seat, place]] += 1
    for ticket in range(MAX_TICKETS):
        if places[ticket] != (1 if ticket < game.tickets else 0):
            return False
    return True


@compiled
def are_ticket_counts_right(game: Any, state: Any) -> bool:
    in_ring = 0
    for place in range(MAX_TICKETS):
        if state.ticket_deck[place] != NOBODY:
            in_ring += 1
    if in_ring != state.ticket_deck_size:
        return False
    for seat in range(MAX_SEATS):
        held = count_bits(state.tickets[seat, 0]) + count_bits(state.tickets[seat, 1])
        if held != state.ticket_count[seat]:
            return False
        for place in range(state.offer.shape[1]):
            if (state.offer[seat, place] != NOBODY) != (place < state.offer_size[seat]):
                return False
            if (state.returned[seat, place] != NOBODY) != (place < state.returned_size[seat]):
                return False
    return True


@compiled
def does_memory_add_up(game: Any, state: Any) -> bool:
    """The deck as it was shuffled is the deck now, what was laid and what was drawn blind."""
    for color in range(CARDS):
        count = wide(state.deck[color]) + wide(state.revealed[color])
        for seat in range(MAX_SEATS):
            unknown = wide(state.hand[seat, color]) - wide(state.seen[seat, color])
            old = unknown + wide(state.spent[seat, color]) - wide(state.fresh[seat, color])
            if unknown < 0 or old < 0 or state.seen[seat, color] < 0:
                return False
            count += wide(state.fresh[seat, color])
        if count != state.shuffled[color]:
            return False
    for seat in range(MAX_SEATS):
        blind = 0
        for color in range(CARDS):
            blind += wide(state.fresh[seat, color])
        if blind != state.blind[seat]:
            return False
    return True


@compiled
def does_phase_fit(game: Any, state: Any) -> bool:
    if (state.phase == PAYMENT) != (state.pending_route != NOBODY):
        return False
    if (state.phase == OVER) != (state.end_reason != 0):
        return False
    for seat in range(game.seats):
        is_choosing = state.phase == KEEP_TICKETS and seat == state.seat
        if state.phase != FIRST_TICKETS and is_choosing != (state.offer_size[seat] > 0):
            return False
        if state.phase != FIRST_TICKETS and state.returned_size[seat] > 0:
            return False
    return bool(state.final_turns_left <= game.seats and state.passes <= game.seats)


@compiled
def can_somebody_act(game: Any, state: Any, mask: Any) -> bool:
    legal_mask(game, state, wide(state.seat), mask)
    return (state.phase == OVER) == (any_of_all(mask) == NOBODY)


@compiled
def any_of_all(mask: Any) -> int:
    """The first legal action, or NOBODY."""
    for action in range(ACTIONS):
        if mask[action]:
            return action
    return NOBODY


@compiled
def new_sheets() -> Any:
    """Scratch paper: a place per route or ticket, trains and points per seat, closed routes."""
    return (
        np.zeros(max(MAX_ROUTES, MAX_TICKETS), np.int64),
        np.zeros(MAX_SEATS, np.int64),
        np.zeros(MAX_SEATS, np.int64),
        np.zeros((MAX_SEATS + 1, ROUTE_WORDS), np.int64),
    )


@compiled
def check_state(game: Any, state: Any, sheets: Any, mask: Any, broken: Any) -> None:
    """Count every invariant that does not hold."""
    places, trains, points, closed = sheets
    broken[0] += 0 if are_cards_all_there(game, state) else 1
    broken[1] += 0 if are_sizes_right(game, state) else 1
    broken[2] += 0 if is_row_full(state) else 1
    broken[3] += 1 if must_sweep(state) else 0
    broken[4] += 0 if find_owners(game, state, places) else 1
    if not are_trains_and_points_right(game, state, places, trains, points):
        broken[5] += 1
    broken[6] += 0 if are_open_routes_right(game, state, places, closed) else 1
    broken[7] += 0 if are_tickets_in_one_place(game, state, places) else 1
    broken[8] += 0 if are_ticket_counts_right(game, state) else 1
    broken[9] += 0 if does_memory_add_up(game, state) else 1
    broken[10] += 0 if does_phase_fit(game, state) else 1
    broken[11] += 0 if can_somebody_act(game, state, mask) else 1


@compiled
def check_score(game: Any, state: Any, score: Any, broken: Any) -> None:
    """Count totals that are not the sum of their lines, and games without a winner."""
    score_game(game, state, score)
    has_winner = False
    for seat in range(game.seats):
        total = wide(score.routes[seat]) + wide(score.tickets[seat])
        total += wide(score.longest_path[seat]) + wide(score.globetrotter[seat])
        total += wide(score.districts[seat]) + wide(score.attractions[seat])
        has_winner = has_winner or score.rank[seat] == 1
        if total != score.total[seat]:
            broken[13] += 1
    if not has_winner:
        broken[13] += 1


# ---- the games -----------------------------------------------------------------------------------


@compiled
def count_rare(state: Any, happenings: Any, rare: Any) -> int:
    """Note the rare things of one action; the cards that left the deck in it."""
    sweeps, left_deck = 0, 0
    for row in range(1, 1 + happenings[0, 0]):
        kind = happenings[row, 0]
        sweeps += 1 if kind == SWEPT else 0
        left_deck += 1 if kind in (LAID, DREW_BLIND) else 0
        left_deck += FACE_UP * happenings[row, 2] if kind == SWEPT_OFTEN else 0
        rare[NO_SECOND_CARD] += 1 if kind == DRAW_ENDED else 0
        rare[A_PASS] += 1 if kind == PASSED else 0
    rare[TWO_SWEEPS] += 1 if sweeps >= 2 else 0
    rare[A_DEADLOCK] += 1 if state.end_reason == BY_DEADLOCK else 0
    rare[NO_TICKETS_LEFT] += 1 if state.ticket_deck_size == 0 else 0
    rare[NO_CARDS_LEFT] += 1 if state.deck_size == 0 else 0
    locomotives = 0
    for slot in range(FACE_UP):
        locomotives += 1 if state.face_up[slot] == LOCOMOTIVE else 0
    rare[STANDING_ROW] += 1 if locomotives >= 3 else 0
    return left_deck


@compiled
def choose_uniform(game: Any, state: Any, dice: Any, counts: Any, due: Any) -> int:
    """The engine's own random player; `due` holds the payment that follows its claim."""
    if due[0] != NOBODY:
        payment = due[0]
        due[0] = NOBODY
        return payment
    if state.phase in (FIRST_TICKETS, KEEP_TICKETS):
        return choose_tickets(game, state, dice)
    action = choose_turn(game, state, dice, counts)
    if action < ACTIONS:
        return action
    route, color = (action - ACTIONS) // CARDS, (action - ACTIONS) % CARDS
    due[0] = fewest_locomotives(game, state, wide(state.seat), route, color)
    return CLAIM + route


@compiled
def check_batch(
    games: Any,
    states: Any,
    scores: Any,
    key: Any,
    plan: Any,
    happenings: Any,
    broken: Any,
    rare: Any,
) -> int:
    """Play games and check them; the number of actions.

    `plan` is policy, games, how many of them are checked after every action, after how many
    actions the others are, and the bound.
    """
    policy, n, throughout, every, bound = plan[0], plan[1], plan[2], plan[3], plan[4]
    game, state = games[0], states[0]
    dice, counts = np.zeros(2, np.int64), np.zeros(CARDS, np.int64)
    due = np.full(1, NOBODY, np.int64)
    mask = np.zeros(ACTIONS, np.bool_)
    sheets = new_sheets()
    actions = 0
    for i in range(n):
        deal_batch_game(state, key, i, dice)
        happenings[0, 0] = 0
        set_up(game, state, happenings)
        check_state(game, state, sheets, mask, broken)
        broken[12] += 0 if state.chance == count_rare(state, happenings, rare) else 1
        while state.phase != OVER and state.actions <= bound:
            words, seat = wide(state.chance), wide(state.seat)
            is_watched = i < throughout or actions % every == 0
            if is_watched or policy != UNIFORM:
                legal_mask(game, state, seat, mask)
            if policy == UNIFORM:
                action = choose_uniform(game, state, dice, counts, due)
            else:
                action = choose(game, mask, policy, dice)
            broken[15] += 1 if is_watched and not mask[action] else 0
            happenings[0, 0] = 0
            play(game, state, seat, action, happenings)
            actions += 1
            left_deck = count_rare(state, happenings, rare)
            broken[12] += 0 if left_deck == wide(state.chance) - words else 1
            if is_watched:
                check_state(game, state, sheets, mask, broken)
        check_state(game, state, sheets, mask, broken)
        check_score(game, state, scores[0], broken)
        broken[14] += 0 if state.phase == OVER else 1
    return actions


@compiled
def check_once(games: Any, states: Any, broken: Any) -> None:
    """Count every invariant that does not hold in one state."""
    mask = np.zeros(ACTIONS, np.bool_)
    sheets = new_sheets()
    check_state(games[0], states[0], sheets, mask, broken)


def broken_lines(game: Game, states: Any) -> list[str]:
    """The invariants that do not hold in a state."""
    broken = np.zeros(BROKEN_LINES, np.int64)
    check_once(game.tables, states, broken)
    return [line for line, count in zip(INVARIANTS, broken.tolist(), strict=True) if count]


def most_actions(game: Game) -> int:
    """No game can have more actions than this.

    Every draw moves a card into a hand, and only payments bring cards back; every claim takes a
    route, every look at tickets keeps one, and passes in a row are fewer than the seats.
    """
    edition = game.edition
    cards = len(edition.colors) * edition.cards_per_color + edition.locomotives
    paid = min(game.seats * edition.trains, sum(route.length for route in edition.board.routes))
    claims, tickets = 2 * len(edition.board.routes), 2 * len(edition.tickets)
    others = cards + paid + claims + tickets + game.seats
    return game.seats * (others + 1)


def play_and_check(
    game: Game, policy: int, n: int, throughout: int, every: int
) -> tuple[dict[str, int], dict[str, int], int]:
    """Play n games: how often each invariant was broken, what rare things happened, actions."""
    key = np.frombuffer(key_from_seed(1), "<u4").copy()
    states, scores = np.zeros(1, STATE), np.zeros(1, SCORE)
    broken, rare = np.zeros(BROKEN_LINES, np.int64), np.zeros(len(RARE), np.int64)
    plan = np.array([policy, n, throughout, every, most_actions(game)], np.int64)
    actions = check_batch(game.tables, states, scores, key, plan, new_buffer(), broken, rare)
    return (
        dict(zip(INVARIANTS, broken.tolist(), strict=True)),
        dict(zip(RARE, rare.tolist(), strict=True)),
        int(actions),
    )
