"""How long a game can last and how much it can be worth, at the very most."""

from __future__ import annotations

import numpy as np

from caboose.engine.game import Game


def most_actions(game: Game) -> int:
    """More actions than any game of this kind has.

    Every card drawn was in the deck or has been paid, every claim takes a train, every draw of
    tickets keeps one; and when nobody can do any of these, all seats pass in a row and it ends.
    """
    tables, seats = game.tables[0], game.seats
    trains = seats * int(tables.trains)
    draws = int(tables.cards.sum()) + trains
    return seats * (1 + seats + draws + 2 * trains + 2 * int(tables.tickets))


def least_and_most(game: Game, reward: str) -> tuple[float, float]:
    """Bounds of what a seat can get."""
    if reward in ("rank", "mixed"):
        return -1.0, 1.0
    tables = game.tables[0]
    lengths = np.arange(1, len(tables.route_points))
    each = float((tables.route_points[1:] / lengths).max())
    tickets = float(tables.ticket_points.sum())
    bonuses = int(tables.longest_path) + int(tables.globetrotter)
    bonuses += int(tables.district_points.sum()) + int(tables.attraction.sum())
    most = int(tables.trains) * each + tickets + bonuses
    return (-tickets, most) if reward == "score" else (-tickets - most, tickets + most)
