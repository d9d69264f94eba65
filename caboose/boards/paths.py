"""Shortest paths, for the checks of a board."""

import heapq
from collections.abc import Iterable


class Roads:
    """The cities of a board and how many trains lie between them."""

    def __init__(self, routes: Iterable[tuple[tuple[str, str], int]]) -> None:
        self._neighbors: dict[str, dict[str, int]] = {}
        self._known: dict[str, dict[str, int]] = {}
        for (one, other), length in routes:
            self._neighbors.setdefault(one, {})[other] = length
            self._neighbors.setdefault(other, {})[one] = length

    @property
    def cities(self) -> set[str]:
        return set(self._neighbors)

    def distances(self, start: str) -> dict[str, int]:
        """The fewest trains from a city to every city that can be reached."""
        if start not in self._known:
            self._known[start] = self._measure(start)
        return self._known[start]

    def _measure(self, start: str) -> dict[str, int]:
        nearest: dict[str, int] = {}
        waiting = [(0, start)]
        while waiting:
            distance, city = heapq.heappop(waiting)
            if city in nearest:
                continue
            nearest[city] = distance
            for neighbor, length in self._neighbors.get(city, {}).items():
                heapq.heappush(waiting, (distance + length, neighbor))
        return nearest
