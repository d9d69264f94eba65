"""The longest trail through a block of loops: exact, and quick however the routes lie.

A choice of routes can be walked as one trail if and only if it hangs together and at most two
cities are odd, that is, touch an odd number of the chosen routes: there the trail ends. So this
looks for the longest such choice. It sweeps over the block, city after city, in an order in which
few cities are open at a time, that is, have routes both behind and before the sweep. At every step
one route is walked or left out, or a city with no more routes before it is closed.

Choices made so far are drafts. Drafts with the same open cities odd, the same ends used up and the
same open cities hanging together have the same future, and only the longest of them is kept. Three
things keep their number small:

- Hope. If the choice need not hang together, the longest rest is easily found for every pattern of
  odd cities, by the same sweep run backwards. A draft that falls short even so is dropped.
- A draft is dropped when another with the same pattern is as long and joins all that it joins.
- At first only a few drafts are kept at every step; these nearly always lead to a longest trail.
  More are kept until none that was left aside had hope of a longer one, which is the proof.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_CITIES, MAX_TRAINS
from caboose.engine.compiled import bit, compiled, count_bits, lowest_bit

# The rows of a network, the seat's routes numbered from 0. Sets are bits.
ROUTES_AT = 0  # by city: the set of routes there
BRIDGES_AT = 1  # by city: the set of bridges there, once they are set aside
ARM = 2  # by city: the longest arm
SECOND_ARM = 3  # by city: the longest arm but one
ACROSS = 4  # by route: one end ^ the other
LENGTH = 5  # by route: its spaces
TRAIL = 6  # by depth: the route walked
CHOICES = 7  # by depth: the set of routes to try yet
NETWORK_ROWS = 8

# The columns of a plan, a row for each step of the sweep. Open cities sit in slots.
SLOT = 0  # the slot of a route's one end, or of the city to close
OTHER_SLOT = 1  # the slot of its other end, or CLOSE
GAIN = 2  # the route's length, or the city's arm
SECOND_GAIN = 3  # the city's second arm
PLAN_COLUMNS = 4
MAX_STEPS = MAX_TRAINS + MAX_CITIES
CLOSE = -1

# A draft in one word. Bits 0-1: ends used up. From ODD: a bit for each slot, whether its city is
# odd. From JOINED: 4 bits for each slot, 0 if no chosen route is there, else 1 + the lowest slot
# that hangs together with it.
ONE_END = 1
BOTH_ENDS = 2
ODD = 2
MAX_SLOTS = 12  # no block of 60 routes is known to need more than 11
JOINED = ODD + MAX_SLOTS
ALL_SLOTS = sum(1 << 4 * slot for slot in range(MAX_SLOTS))
TOO_WIDE = -1  # instead of a trail: the block needs more slots
REFUSED = -1  # instead of a draft: no trail
FINISHED = -2  # instead of a draft: a whole trail, with no open city left

ANY_COST = 1e30
FEW = 32  # drafts kept at every step at first
MORE = 4  # times as many in the next attempt
HOPELESS = -100

# An arm longer than any trail, so that the longest trail must end with it. MOST fits in 8 bits.
FORCED = MAX_TRAINS + 1
MOST = FORCED + MAX_TRAINS

# The rows of a table of drafts.
DRAFT = 0
SPACES = 1
NEXT = 2  # the place of another draft with the same pattern, or NONE
DRAFT_ROWS = 3
NONE = -1


@compiled
def search_block(network: Any, block: int, longest: int) -> int:
    """The longest trail with a route in the block, arms included, if it beats the longest."""
    plan = np.empty((MAX_STEPS, PLAN_COLUMNS), np.int64)
    steps, slots = plan_sweep(network, block, plan)
    if slots > MAX_SLOTS:
        return TOO_WIDE
    hope = hope_for_the_rest(plan, steps, slots)
    first = np.zeros(hope.shape[1], np.int64)
    bar = max(longest, int(hope[0, 0]) - 1)  # only longer trails are looked for
    width = FEW
    while True:
        drafts = np.empty((2, DRAFT_ROWS, 2 * width), np.int64)
        found, missed = sweep(plan[:steps], hope, drafts, first, bar)
        if found > bar:
            longest = found
        if missed <= longest:
            return longest
        bar = longest
        width *= MORE


@compiled
def plan_sweep(network: Any, block: int, plan: Any) -> tuple[int, int]:
    """Write the steps of the sweep; give their number and how many slots they need."""
    order = np.empty(MAX_CITIES, np.int64)
    order_cities(network, block, order)
    slot_of = np.full(MAX_CITIES, NONE, np.int64)
    taken = 0  # the set of slots in use
    planned = 0  # the set of routes that have their step
    step = 0
    slots = 0
    for place in range(count_bits(block)):
        city = int(order[place])
        taken = open_city(slot_of, city, taken)
        routes = int(network[ROUTES_AT, city]) & ~planned
        planned |= routes
        while routes != 0:
            route = lowest_bit(routes)
            routes ^= bit(route)
            other = city ^ int(network[ACROSS, route])
            taken = open_city(slot_of, other, taken)
            plan[step, SLOT] = slot_of[city]
            plan[step, OTHER_SLOT] = slot_of[other]
            plan[step, GAIN] = network[LENGTH, route]
            step += 1
        slots = max(slots, count_bits(taken))
        plan[step, SLOT] = slot_of[city]
        plan[step, OTHER_SLOT] = CLOSE
        plan[step, GAIN] = network[ARM, city]
        plan[step, SECOND_GAIN] = network[SECOND_ARM, city]
        step += 1
        taken ^= bit(int(slot_of[city]))
    return step, slots


@compiled
def open_city(slot_of: Any, city: int, taken: int) -> int:
    """Give a city the lowest free slot unless it has one; give the slots taken then."""
    if slot_of[city] == NONE:
        slot_of[city] = lowest_bit(~taken)
        taken |= bit(int(slot_of[city]))
    return taken


@compiled
def order_cities(network: Any, block: int, order: Any) -> None:
    """Find an order of the block's cities in which few of them are open at a time."""
    neighbors = np.zeros(MAX_CITIES, np.int64)
    note_neighbors(network, block, neighbors)
    best = lowest_bit(block)
    least = order_from(neighbors, block, best, order, ANY_COST)
    starts = block ^ bit(best)
    while starts != 0:
        start = lowest_bit(starts)
        starts ^= bit(start)
        cost = order_from(neighbors, block, start, order, least)
        if cost < least:
            least = cost
            best = start
    order_from(neighbors, block, best, order, ANY_COST)


@compiled
def note_neighbors(network: Any, block: int, neighbors: Any) -> None:
    """Write the set of cities that are one route away from each city of the block."""
    cities = block
    while cities != 0:
        city = lowest_bit(cities)
        cities ^= bit(city)
        routes = int(network[ROUTES_AT, city])
        while routes != 0:
            route = lowest_bit(routes)
            routes ^= bit(route)
            neighbors[city] |= bit(city ^ int(network[ACROSS, route]))


@compiled
def order_from(neighbors: Any, block: int, city: int, order: Any, limit: float) -> float:
    """Order the cities greedily from one of them; give the cost, or stop where it meets a limit.

    The cost is the drafts to expect: each open city makes them about three times as many.
    """
    cost = 0.0
    place = 0
    opened = 0
    left = block ^ bit(city)
    while True:
        order[place] = city
        place += 1
        opened = (opened | int(neighbors[city])) & left
        cost += 3.0 ** count_bits(opened)
        if left == 0 or cost >= limit:
            return cost
        city = next_city(neighbors, opened, left)
        left ^= bit(city)


@compiled
def next_city(neighbors: Any, opened: int, left: int) -> int:
    """The city to close next: fewest are open then, and most of its neighbors were before."""
    best = NONE
    least = 1 << 30
    cities = left
    while cities != 0:
        city = lowest_bit(cities)
        cities ^= bit(city)
        around = int(neighbors[city])
        score = MAX_CITIES * count_bits((opened | around) & left & ~bit(city))
        score -= count_bits(around & (opened | ~left))
        if score < least:
            least = score
            best = city
    return best


@compiled
def hope_for_the_rest(plan: Any, steps: int, slots: int) -> Any:
    """The most spaces that steps from each on can add to each pattern, joined or not.

    A pattern is what a draft's lowest bits say: the ends used up and the odd cities.
    """
    patterns = 1 << (ODD + slots)
    hope = np.full((steps + 1, patterns), HOPELESS, np.int8)
    hope[steps, 0] = 0
    hope[steps, BOTH_ENDS] = 0
    for step in range(steps - 1, -1, -1):
        if plan[step, OTHER_SLOT] == CLOSE:
            hope_at_city(plan[step], hope[step], hope[step + 1])
        else:
            hope_at_route(plan[step], hope[step], hope[step + 1])
    return hope


@compiled
def hope_at_route(step: Any, hope: Any, after: Any) -> None:
    """A route is walked or not."""
    change = odd_bits(int(step[SLOT]), int(step[OTHER_SLOT]))
    for pattern in range(len(hope)):
        walked = int(after[pattern ^ change]) + int(step[GAIN])
        hope[pattern] = max(int(after[pattern]), walked)


@compiled
def hope_at_city(step: Any, hope: Any, after: Any) -> None:
    """At an odd city the trail ends; at an even one both ends may meet."""
    odd = bit(ODD + int(step[SLOT]))
    for pattern in range(len(hope)):
        ends = pattern & 3
        if pattern & odd == 0:
            hope[pattern] = after[pattern]
            if ends == 0:
                both = int(after[pattern + BOTH_ENDS]) + int(step[GAIN]) + int(step[SECOND_GAIN])
                hope[pattern] = max(int(after[pattern]), both)
        elif ends < BOTH_ENDS:
            hope[pattern] = int(after[(pattern ^ odd) + ONE_END]) + int(step[GAIN])


@compiled
def odd_bits(one: int, other: int) -> int:
    """What walking a route changes in a pattern."""
    return bit(ODD + one) | bit(ODD + other)


@compiled
def sweep(plan: Any, hope: Any, drafts: Any, first: Any, longest: int) -> tuple[int, int]:
    """Carry drafts through all steps, at most half as many as there is room for.

    Gives the longest trail found, if it beats the longest, and the most that any draft which was
    left aside had hope of.
    """
    missed = 0
    width = drafts.shape[2] // 2
    patterns = hope.shape[1] - 1
    drafts[0, DRAFT, 0] = 0
    drafts[0, SPACES, 0] = 0
    count = 1
    for step in range(len(plan)):
        now = drafts[step & 1]
        then = drafts[(step & 1) ^ 1]
        kept = 0
        for place in range(count):
            for option in range(2):
                draft, spaces = follow(
                    plan[step], option, int(now[DRAFT, place]), int(now[SPACES, place])
                )
                if draft == FINISHED:
                    longest = max(longest, spaces)
                if draft < 0:
                    continue
                most = spaces + int(hope[step + 1, draft & patterns])
                if most > longest:
                    kept = keep_draft(then, first, kept, patterns, draft, spaces)
                else:
                    missed = max(missed, most)
        count = kept
        if count > width:
            missed = max(missed, keep_most_hopeful(then, count, hope[step + 1], width))
            count = width
    return longest, missed


@compiled
def keep_most_hopeful(drafts: Any, count: int, hope: Any, width: int) -> int:
    """Move the drafts with most hope to the front, as many as stay; give the most of the others."""
    patterns = len(hope) - 1
    by_hope = np.zeros(MOST + 1, np.int64)
    for place in range(count):
        by_hope[drafts[SPACES, place] + hope[drafts[DRAFT, place] & patterns]] += 1
    room = width
    cut = MOST
    while by_hope[cut] <= room:
        room -= int(by_hope[cut])
        cut -= 1
    kept = 0
    for place in range(count):
        most = drafts[SPACES, place] + hope[drafts[DRAFT, place] & patterns]
        if most > cut or (most == cut and room > 0):
            if most == cut:
                room -= 1
            drafts[DRAFT, kept] = drafts[DRAFT, place]
            drafts[SPACES, kept] = drafts[SPACES, place]
            kept += 1
    return cut


@compiled
def follow(step: Any, option: int, draft: int, spaces: int) -> tuple[int, int]:
    """What becomes of a draft and its spaces when one of a step's two options is chosen."""
    slot = int(step[SLOT])
    gain = int(step[GAIN])
    if step[OTHER_SLOT] != CLOSE:
        if option == 0:
            return draft, spaces
        return walk_route(draft, slot, int(step[OTHER_SLOT])), spaces + gain
    if draft & bit(ODD + slot) != 0:  # the trail ends here
        if option == 1 or draft & 3 == BOTH_ENDS:
            return REFUSED, spaces
        draft += ONE_END
    elif option == 0:
        gain = 0
    else:  # the trail begins and ends here
        if draft & 3 != 0 or gain == 0 or joined(draft, slot) == 0:
            return REFUSED, spaces
        draft += BOTH_ENDS
        gain += int(step[SECOND_GAIN])
    return close_city(draft, slot), spaces + gain


@compiled
def joined(draft: int, slot: int) -> int:
    """Which piece of the draft an open city belongs to: 1 + its lowest slot, or 0."""
    return (draft >> (JOINED + 4 * slot)) & 15


@compiled
def piece_at(piece: int, slot: int) -> int:
    """The bits that put an open city into a piece."""
    return piece << (JOINED + 4 * slot)


@compiled
def rename_piece(draft: int, old: int, new: int) -> int:
    """Put all open cities of one piece into another."""
    left = draft >> JOINED
    slot = 0
    while left != 0:
        if left & 15 == old:
            draft += piece_at(new - old, slot)
        left >>= 4
        slot += 1
    return draft


@compiled
def walk_route(draft: int, slot: int, other: int) -> int:
    """Choose a route: both ends change between odd and even, and hang together from now on."""
    draft ^= odd_bits(slot, other)
    one_piece = joined(draft, slot)
    other_piece = joined(draft, other)
    if one_piece == 0:
        draft |= piece_at(slot + 1, slot)
        one_piece = slot + 1
    if other_piece == 0:
        draft |= piece_at(other + 1, other)
        other_piece = other + 1
    if one_piece == other_piece:
        return draft
    return rename_piece(draft, max(one_piece, other_piece), min(one_piece, other_piece))


@compiled
def close_city(draft: int, slot: int) -> int:
    """Take a city out of the open ones; a piece without an open city must be the whole trail."""
    piece = joined(draft, slot)
    if piece == 0:
        return draft
    draft &= ~(piece_at(15, slot) | bit(ODD + slot))
    left = draft >> JOINED
    if left == 0:
        return FINISHED
    heir = 0
    while left & 15 != piece:
        left >>= 4
        heir += 1
        if left == 0:
            return REFUSED
    if piece == slot + 1:
        draft = rename_piece(draft, piece, heir + 1)
    return draft


@compiled
def keep_draft(drafts: Any, first: Any, kept: int, patterns: int, draft: int, spaces: int) -> int:
    """Keep a draft unless one like it is better; give how many are kept.

    `first` leads to the latest draft of each pattern. It is never cleared: an entry counts only
    if the draft it leads to is kept at this step and has that pattern.
    """
    pattern = draft & patterns
    place = int(first[pattern])
    if place >= kept or drafts[DRAFT, place] & patterns != pattern:
        place = NONE
    latest = place
    while place != NONE:
        rival = int(drafts[DRAFT, place])
        if drafts[SPACES, place] >= spaces:
            if joins_all_of(rival, draft):
                return kept
        elif joins_all_of(draft, rival):
            drafts[DRAFT, place] = draft
            drafts[SPACES, place] = spaces
            return kept
        place = int(drafts[NEXT, place])
    drafts[DRAFT, kept] = draft
    drafts[SPACES, kept] = spaces
    drafts[NEXT, kept] = latest
    first[pattern] = kept
    return kept + 1


@compiled
def joins_all_of(draft: int, other: int) -> bool:
    """Whether a draft joins all that another joins, and has no piece apart from it.

    Whatever completes the other to a trail then completes this one too.
    """
    mine = draft >> JOINED
    theirs = other >> JOINED
    if slots_in_use(theirs) & ~slots_in_use(mine) != 0:
        return False
    pieces = bit(0)
    shared = pieces
    while mine != 0:
        piece = bit(mine & 15)
        pieces |= piece
        if theirs & 15 != 0:
            if joined(draft, (theirs & 15) - 1) != mine & 15:
                return False
            shared |= piece
        mine >>= 4
        theirs >>= 4
    return pieces == shared


@compiled
def slots_in_use(pieces: int) -> int:
    """A bit for each slot whose city belongs to a piece."""
    return (pieces | pieces >> 1 | pieces >> 2 | pieces >> 3) & ALL_SLOTS
