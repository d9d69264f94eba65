"""Find the city or the route that somebody typed."""

from __future__ import annotations

import difflib
import re

from caboose.boards import Board, City, Route


class Places:
    """The cities and routes of a board, by what people call them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._cities = {_plain(city.name): city for city in board.cities}
        self._cities |= {_plain(city.id): city for city in board.cities}

    def city(self, text: str) -> City | None:
        """The city of that name or id; a beginning that fits one city alone is enough."""
        wanted = _plain(text)
        if wanted in self._cities:
            return self._cities[wanted]
        begun = {city.id: city for name, city in self._cities.items() if name.startswith(wanted)}
        return next(iter(begun.values())) if wanted and len(begun) == 1 else None

    def city_hint(self, text: str) -> str:
        """A city with a similar name, or nothing."""
        near = difflib.get_close_matches(_plain(text), self._cities, n=1)
        return self._cities[near[0]].name if near else ""

    def routes(self, words: list[str]) -> list[Route]:
        """The routes between two cities, named in any order, with or without a dash between them.

        `.1` or `.2` at the end picks one route of a double route.
        """
        text, dot, track = "_".join(words).replace("–", "-").partition(".")
        ends = next((ends for ends in self._ends(text) if all(ends)), None)
        if ends is None:
            return []
        ids = {city.id for city in ends if city is not None}
        found = [route for route in self.board.routes if set(route.cities) == ids]
        return [route for route in found if not dot or route.id.endswith(f".{track}")]

    def _ends(self, text: str) -> list[tuple[City | None, City | None]]:
        """Every way to read a text as two cities."""
        splits = [match.start() for match in re.finditer("-" if "-" in text else "_", text)]
        return [(self.city(text[:at]), self.city(text[at + 1 :])) for at in splits]


def _plain(text: str) -> str:
    """A name without capitals, marks and spaces: St Paul's and st_pauls are one."""
    text = text.lower().replace("&", "and")
    return re.sub(r"[\W_]+", "", text)
