"""The numbers of one rulebook, played on one board."""

import json
from dataclasses import asdict, dataclass, field
from hashlib import sha256

from caboose.boards.board import Board, Ticket


@dataclass(frozen=True, slots=True)
class Words:
    """What a screen calls the pieces; the code says train and locomotive everywhere."""

    train: str = "train"
    trains: str = "trains"
    locomotive: str = "locomotive"
    locomotives: str = "locomotives"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The numbers of one rulebook with its tickets, and the board that it is played on."""

    id: str
    name: str
    board: Board
    min_seats: int
    max_seats: int
    trains: int  # pieces of each seat
    starting_hand: int
    colors: tuple[str, ...]  # in deck order, without the locomotive
    cards_per_color: int
    locomotives: int
    route_points: tuple[int, ...]  # index 0 = a route of length 1
    doubles_open_from: int  # seats from which both routes of a double route may be claimed
    final_trains: int  # so many trains left, or fewer, begin the final round
    tickets: tuple[Ticket, ...]  # a ticket's id is its place here
    first_offer: int
    first_keep: int
    offer: int
    keep: int
    returned_first_tickets_leave: bool
    longest_path: int  # points of the card; 0 = no such card
    globetrotter: int  # points of the card; 0 = no such card
    districts: bool  # does this edition score them?
    attractions: bool
    tie_break: tuple[str, ...]  # of TIE_BREAKS; who is still level shares the victory
    words: Words = Words()
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", _digest(self))


TIE_BREAKS = ("completed_tickets", "longest_path_bonus", "longest_path")

_ONLY_FOR_THE_EYE = {"name", "lat", "lon", "big", "words", "digest"}


def _digest(edition: Edition) -> str:
    """A number for everything that decides a game, so that a record can name its board.

    Names, places on the map and words are left out: improving a drawing must not
    make old records unreadable.
    """
    facts = {name: getattr(edition, name) for name in Edition.__slots__ if name != "digest"}
    facts |= {"board": asdict(edition.board), "tickets": [asdict(t) for t in edition.tickets]}
    text = json.dumps(_without(facts), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def _without(value: object) -> object:
    if isinstance(value, dict):
        return {k: _without(v) for k, v in value.items() if k not in _ONLY_FOR_THE_EYE}
    if isinstance(value, list | tuple):
        return [_without(v) for v in value]
    return value
