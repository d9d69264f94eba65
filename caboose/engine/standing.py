"""Where the seats stand for the bonuses, and what a claim would bring.

The standing lies open on the table: it is read from routes and trains, which everybody sees. What a
claim brings also counts the claiming seat's own tickets. Both ask the rules of scoring, of a
blanked record as it is and of a copy with the trains already placed; no rule is written here again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from caboose.boards.limits import MAX_CITIES, MAX_DISTRICTS, MAX_SEATS
from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import FIRST_TICKETS, OVER, GameRecord, StateRecord, copy_records
from caboose.engine.rules.attractions import cities_reached
from caboose.engine.rules.claim_route import place_trains
from caboose.engine.rules.connection import connect_cities, part_of
from caboose.engine.rules.final_round import begins_final_round, is_final_round
from caboose.engine.score import Score
from caboose.engine.sets import members
from caboose.engine.trails import longest_paths

if TYPE_CHECKING:
    from caboose.engine.game import Game
    from caboose.engine.view import View

Records = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Standing:
    """What everybody could count on the board: a row for each seat, in the order of the seats."""

    paths: list[list[str]]  # the routes of one longest path, as one walks along it
    path_lengths: list[int]
    path_holders: list[int]  # the seats that the card would go to now
    districts: list[list[int]]  # of each district, the most of its cities in one network
    attractions: list[list[str]]  # the attractions that are reached
    near_end: list[int]  # the seats that can begin the final round with one claim


@dataclass(frozen=True, slots=True)
class PathEffect:
    """How long the own longest path is now, how long after a claim, and who else has how much."""

    before: int
    length: int
    others: int  # the longest of the other seats
    seats: list[int]  # those that have it; nobody if no other seat has a route


@dataclass(frozen=True, slots=True)
class GlobetrotterEffect:
    """How many own tickets are completed now, and after a claim; and what others could have."""

    before: int
    completed: int
    others: int  # the most tickets that another seat keeps, completed or not


@dataclass(frozen=True, slots=True)
class ClaimEffects:
    """What a claim would bring besides the tickets; None where the edition gives no such bonus."""

    points: int
    trains: int  # left after it
    last_round: bool  # it would begin the final round
    districts: list[int]  # places in the board's list of those that it would complete
    attractions: list[str]  # those that it would reach
    path: PathEffect | None
    globetrotter: GlobetrotterEffect | None


def standing(view: View) -> Standing:
    """Where all seats stand, as far as everybody can see."""
    game, score = view.game, Score.of(view.game, view.array)
    joined, reached = _survey(game, view.array)
    return Standing(
        paths=longest_paths(view),
        path_lengths=[seat.path_length for seat in score.seats],
        path_holders=[n for n, seat in enumerate(score.seats) if "longest_path" in seat.bonuses],
        districts=joined,
        attractions=reached,
        near_end=[seat for seat in range(game.seats) if _is_near_end(game, view.fields, seat)],
    )


def claim_effects(view: View, route: int) -> ClaimEffects | None:
    """What it would bring to claim a route; None if it is not open, or trains are lacking."""
    game, seat, state = view.game, view.own_seat(), view.fields
    length = game.edition.board.routes[route].length
    if route not in members(state.open[seat]) or int(state.trains[seat]) < length:
        return None
    after = copy_records(view.array)
    place_in(game.tables, after, 0, seat, route)
    then, now = Score.of(game, after), Score.of(game, view.array)
    (joined, reached), (joined_now, reached_now) = _survey(game, after), _survey(game, view.array)
    sizes = [len(each.cities) for each in game.edition.board.districts]
    return ClaimEffects(
        points=then.seats[seat].routes - now.seats[seat].routes,
        trains=int(after["trains"][0][seat]),
        last_round=bool(begins_final_round(game.tables[0], after[0], seat)),
        districts=[
            n
            for n, (was, is_) in enumerate(zip(joined_now[seat], joined[seat], strict=True))
            if is_ == sizes[n] > was
        ],
        attractions=[city for city in reached[seat] if city not in reached_now[seat]],
        path=_path_effect(game, seat, now, then),
        globetrotter=_globetrotter_effect(view, seat, now, then),
    )


def _path_effect(game: Game, seat: int, now: Score, then: Score) -> PathEffect | None:
    if not game.edition.longest_path:
        return None
    lengths = {n: each.path_length for n, each in enumerate(then.seats) if n != seat}
    most = max(lengths.values())
    return PathEffect(
        before=now.seats[seat].path_length,
        length=then.seats[seat].path_length,
        others=most,
        seats=[n for n, length in lengths.items() if length == most > 0],
    )


def _globetrotter_effect(
    view: View, seat: int, now: Score, then: Score
) -> GlobetrotterEffect | None:
    if not view.game.edition.globetrotter:
        return None
    kept = [int(n) for n in view.fields.ticket_count[: view.game.seats]]
    return GlobetrotterEffect(
        before=now.seats[seat].completed,
        completed=then.seats[seat].completed,
        others=max(kept[:seat] + kept[seat + 1 :]),
    )


def _is_near_end(game: Game, state: Any, seat: int) -> bool:
    """E1: could a seat, whatever its cards are, begin the final round with its next claim?"""
    if state.phase in (FIRST_TICKETS, OVER) or is_final_round(state):
        return False
    routes, trains = game.edition.board.routes, int(state.trains[seat])
    lengths = (routes[number].length for number in members(state.open[seat]))
    longest = max((length for length in lengths if length <= trains), default=0)
    return trains - longest <= game.edition.final_trains


def _survey(game: Game, array: Records) -> tuple[list[list[int]], list[list[str]]]:
    """Of each seat: how much of each district it has joined, and the attractions it reaches."""
    joined = np.zeros((MAX_SEATS, MAX_DISTRICTS), np.int64)
    reached = np.zeros((MAX_SEATS, 1), np.int64)
    survey_in(game.tables, array, 0, joined, reached)
    districts, cities = int(game.tables[0].districts), game.edition.board.cities
    scored = game.edition.attractions
    return (
        joined[: game.seats, :districts].tolist(),
        [
            [cities[n].id for n in members(row) if scored and cities[n].attraction]
            for row in reached[: game.seats]
        ],
    )


@compiled
def place_in(games: Any, states: Any, i: int, seat: int, route: int) -> None:
    """Place a seat's trains on a route in state i, as if it had been paid for."""
    place_trains(games[0], states[i], seat, route)


@compiled
def survey_in(games: Any, states: Any, i: int, joined: Any, reached: Any) -> None:
    """Fill in for each seat of state i what it has joined of districts, and the cities reached."""
    parts = np.empty(MAX_CITIES, np.int8)
    for seat in range(games[0].seats):
        connect_cities(games[0], states[i], seat, parts)
        for district in range(games[0].districts):
            joined[seat, district] = most_joined(games[0], states[i], seat, parts, district)
        reached[seat, 0] = cities_reached(games[0], states[i], seat)


@compiled
def most_joined(game: GameRecord, state: StateRecord, seat: int, parts: Any, district: int) -> int:
    """P3: the most cities of a district in one connected part; a city without a route is none."""
    counts = np.zeros(MAX_CITIES, np.int64)
    cities = wide(game.district_cities[district]) & cities_reached(game, state, seat)
    most = 0
    while cities != 0:
        city = lowest_bit(cities)
        cities &= ~bit(city)
        part = part_of(parts, city)
        counts[part] += 1
        most = max(most, wide(counts[part]))
    return most
