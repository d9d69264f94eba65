"""Boards and editions: the facts of each map and the numbers of each rulebook."""

from caboose.boards.board import GRAY, LOCOMOTIVE, Board, City, District, Route, Ticket
from caboose.boards.edition import Edition, Words
from caboose.boards.load import (
    BoardSource,
    check,
    edition,
    editions,
    editions_in,
    find,
    load,
    new_board,
    read,
    read_text,
)
from caboose.boards.problem import BoardError, Problem

__all__ = [
    "GRAY",
    "LOCOMOTIVE",
    "Board",
    "BoardError",
    "BoardSource",
    "City",
    "District",
    "Edition",
    "Problem",
    "Route",
    "Ticket",
    "Words",
    "check",
    "edition",
    "editions",
    "editions_in",
    "find",
    "load",
    "new_board",
    "read",
    "read_text",
]
