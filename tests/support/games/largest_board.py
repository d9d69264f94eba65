"""The largest board within the limits: every set is full, up to the sign bit of every word."""

from __future__ import annotations

from caboose.boards import Edition, limits
from caboose.boards.board import Board, City, District, Route, Ticket, routes_between

COLORS = tuple(f"color{i}" for i in range(limits.MAX_COLORS))


def _cities() -> tuple[City, ...]:
    """An eight by eight grid, each city an attraction."""
    return tuple(
        City(f"c{i}", f"City {i}", lat=float(i // 8), lon=float(i % 8), attraction=1 + i % 3)
        for i in range(limits.MAX_CITIES)
    )


def _roads() -> list[tuple[int, int]]:
    """The lines of the grid and two diagonals: 114 pairs of cities, 14 of which are doubled."""
    across = [(i, i + 1) for i in range(limits.MAX_CITIES) if i % 8 < 7]
    down = [(i, i + 8) for i in range(limits.MAX_CITIES - 8)]
    diagonals = [(0, 9), (54, 63)]
    return [*across, *down, *diagonals]


def _routes() -> tuple[Route, ...]:
    """128 routes of every length and color; the last one is a twin, on bit 63 of its word."""
    roads = _roads()
    doubled = limits.MAX_ROUTES - len(roads)
    routes: list[Route] = []
    for n, (a, b) in enumerate(roads):
        # Short ones are common, so that games get somewhere.
        length = (1, 2, 1, 3, 2, 1, 4, 2, 9, 5, 1, 6, 2, 7, 3, 8)[n % 16]
        colors: tuple[str, ...] = (COLORS[n % len(COLORS)],) if n % 3 else ("gray",)
        if n >= len(roads) - doubled:
            colors = (COLORS[n % len(COLORS)], "gray")
        routes += routes_between((f"c{a}", f"c{b}"), length, colors)
    return tuple(routes)


def _tickets() -> tuple[Ticket, ...]:
    pairs = [(i, (i * 37 + 11) % 64) for i in range(64)] + [(i, (i + 9) % 64) for i in range(64)]
    return tuple(Ticket((f"c{a}", f"c{b}"), 1 + (a + b) % 20) for a, b in pairs)


def _districts() -> tuple[District, ...]:
    """Sixteen squares of four cities; the last one holds city 63."""
    corners = [8 * row + column for row in range(0, 8, 2) for column in range(0, 8, 2)]
    return tuple(
        District(n, 2 + n, COLORS[n % 10], tuple(f"c{i + step}" for step in (0, 1, 8, 9)))
        for n, i in enumerate(corners)
    )


def largest_edition() -> Edition:
    """As many of everything as is allowed."""
    return Edition(
        id="largest",
        name="Largest",
        board=Board("Largest", _cities(), _routes(), _districts()),
        min_seats=2,
        max_seats=limits.MAX_SEATS,
        trains=limits.MAX_TRAINS,
        starting_hand=9,
        colors=COLORS,
        cards_per_color=limits.MAX_CARDS_PER_COLOR,
        locomotives=limits.MAX_LOCOMOTIVES,
        route_points=(1, 2, 4, 7, 10, 15, 18, 21, 27),
        doubles_open_from=4,
        final_trains=2,
        tickets=_tickets(),
        first_offer=limits.MAX_OFFER,
        first_keep=2,
        offer=limits.MAX_OFFER,
        keep=1,
        returned_first_tickets_leave=False,
        longest_path=10,
        globetrotter=15,
        districts=True,
        attractions=True,
        tie_break=("completed_tickets", "longest_path_bonus", "longest_path"),
    )
