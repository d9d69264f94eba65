"""Boards and editions: the facts of each map and the numbers of each rulebook."""

from caboose.boards.board import GRAY, LOCOMOTIVE, Board, City, District, Route, Ticket
from caboose.boards.edition import Edition, Words
from caboose.boards.load import BoardSource, check, edition, editions, find, load, new_board
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
    "find",
    "load",
    "new_board",
]
