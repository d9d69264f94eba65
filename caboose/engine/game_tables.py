"""Turn an edition with its board into the flat tables that rules read."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards import Edition
from caboose.engine.compiled import bit
from caboose.engine.fields import GAME, GRAY, LOCOMOTIVE, NOBODY, TIE_BREAKS


def build_tables(edition: Edition, seats: int, numbering: int) -> np.ndarray[Any, Any]:
    """The tables of one game: an array of one record."""
    tables = np.zeros(1, GAME)
    game = tables[0]
    game.numbering = numbering
    _write_numbers(game, edition, seats)
    _write_deck(game, edition)
    _write_routes(game, edition)
    _write_tickets(game, edition)
    _write_districts(game, edition)
    _write_attractions(game, edition)
    tables.flags.writeable = False
    return tables


def _write_numbers(game: Any, edition: Edition, seats: int) -> None:
    game.seats = seats
    game.trains = edition.trains
    game.starting_hand = edition.starting_hand
    game.final_trains = edition.final_trains
    game.first_offer = edition.first_offer
    game.first_keep = edition.first_keep
    game.offer = edition.offer
    game.keep = edition.keep
    game.first_tickets_leave = edition.returned_first_tickets_leave
    game.doubles_open = seats >= edition.doubles_open_from
    game.longest_path = edition.longest_path
    game.globetrotter = edition.globetrotter
    for place, tie_break in enumerate(edition.tie_break):
        game.tie_breaks[place] = TIE_BREAKS.index(tie_break)


def _write_deck(game: Any, edition: Edition) -> None:
    game.colors = len(edition.colors)
    game.cards[: len(edition.colors)] = edition.cards_per_color
    game.cards[LOCOMOTIVE] = edition.locomotives


def _write_routes(game: Any, edition: Edition) -> None:
    city_number = {city.id: i for i, city in enumerate(edition.board.cities)}
    route_number = {route.id: i for i, route in enumerate(edition.board.routes)}
    game.cities = len(city_number)
    game.routes = len(route_number)
    game.route_points[1 : 1 + len(edition.route_points)] = edition.route_points
    game.route_twin[:] = NOBODY
    for i, route in enumerate(edition.board.routes):
        color = GRAY if route.color == "gray" else edition.colors.index(route.color)
        game.route_a[i], game.route_b[i] = (city_number[city] for city in route.cities)
        game.route_length[i] = route.length
        game.route_color[i] = color
        if route.twin is not None:
            game.route_twin[i] = route_number[route.twin]
        payable = slice(None) if color == GRAY else color
        game.routes_up_to[payable, route.length :, i // 64] |= bit(i % 64)


def _write_tickets(game: Any, edition: Edition) -> None:
    city_number = {city.id: i for i, city in enumerate(edition.board.cities)}
    game.tickets = len(edition.tickets)
    for i, ticket in enumerate(edition.tickets):
        game.ticket_a[i], game.ticket_b[i] = (city_number[city] for city in ticket.cities)
        game.ticket_points[i] = ticket.points


def _write_districts(game: Any, edition: Edition) -> None:
    if not edition.districts:
        return
    city_number = {city.id: i for i, city in enumerate(edition.board.cities)}
    game.districts = len(edition.board.districts)
    for i, district in enumerate(edition.board.districts):
        game.district_points[i] = district.points
        for city in district.cities:
            game.district_cities[i] |= bit(city_number[city])


def _write_attractions(game: Any, edition: Edition) -> None:
    game.attractions = edition.attractions
    for i, city in enumerate(edition.board.cities):
        game.attraction[i] = city.attraction
