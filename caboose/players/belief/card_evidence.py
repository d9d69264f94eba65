"""Which colors a seat is likely to hold among the cards that nobody saw it take.

Blind cards are not kept as they came: sets are spent, and what a plan needs is hoarded. Each color
has a weight for each seat; how many cards there are of it is exact and counts besides.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import CARDS, FACE_UP, LOCOMOTIVE, GameRecord, StateRecord
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import is_open

CARD_EVIDENCE = (
    "locomotive",  # 1: the color is none
    "seen",  # cards of it that everybody saw the seat take and that it still holds
    "spent",  # cards of it that it has paid since the last shuffle and nobody knew of
    "face_up",  # cards of it in the row, which the seat left there
    "longest",  # the longest open route of that color
    "needed",  # spaces of it on the ways of the tickets that it may hold
    "face_up_locomotives",
)
IS_LOCOMOTIVE, SEEN, SPENT, IN_ROW, LONGEST, NEEDED, LOCOMOTIVES_IN_ROW = range(len(CARD_EVIDENCE))


@compiled
def in_row(state: StateRecord, color: int) -> int:
    """How many cards of a color lie face up."""
    count = 0
    for slot in range(FACE_UP):
        if state.face_up[slot] == color:
            count += 1
    return count


@compiled
def longest_open(game: GameRecord, state: StateRecord, seat: int, color: int) -> int:
    """The length of the longest route of a color that a seat may still claim."""
    longest = 0
    for route in range(game.routes):
        if game.route_color[route] == color and is_open(state, seat, route):
            longest = max(longest, wide(game.route_length[route]))
    return longest


@compiled
def spaces_needed(game: GameRecord, needs: Any, held: Any, color: int) -> float:
    """The spaces of a color that a seat's tickets need, each as far as it is likely held."""
    spaces = 0.0
    for ticket in range(game.tickets):
        spaces += held[ticket] * needs[ticket, color]
    return spaces


@compiled
def card_evidence(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, needs: Any, held: Any, rows: Any
) -> None:
    """Evidence for every color, given how likely each ticket is held and what it needs."""
    for color in range(CARDS):
        row, is_wild = rows[color], color == LOCOMOTIVE
        longest = 0 if is_wild else longest_open(game, state, seat, color)
        row[IS_LOCOMOTIVE] = 1.0 if is_wild else 0.0
        row[SEEN] = 0.3 * wide(state.seen[seat, color])
        row[SPENT] = 0.3 * wide(state.spent[seat, color])
        row[IN_ROW] = 0.5 * in_row(state, color)
        row[LONGEST] = longest / max(1, wide(atlas.longest))
        row[NEEDED] = 0.0 if is_wild else 0.2 * spaces_needed(game, needs, held, color)
        row[LOCOMOTIVES_IN_ROW] = row[IN_ROW] if is_wild else 0.0
