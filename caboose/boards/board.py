"""What is printed on a map: cities, routes, districts, and the tickets that name its cities."""

from dataclasses import dataclass

GRAY = "gray"
LOCOMOTIVE = "locomotive"


@dataclass(frozen=True, slots=True)
class City:
    """A city, where it lies on the globe, and what it is worth to reach it."""

    id: str
    name: str
    lat: float
    lon: float
    attraction: int = 0  # points for a route that ends here; 0 = no attraction
    big: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """One line of spaces. A double route is two of these, each the other's twin."""

    id: str
    cities: tuple[str, str]
    length: int
    color: str  # a color of the deck, or gray: any one color
    twin: str | None = None


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two cities to connect, for points; they are lost if that fails."""

    cities: tuple[str, str]
    points: int


@dataclass(frozen=True, slots=True)
class District:
    """Cities that score together once a seat's routes connect them all."""

    id: str | int
    points: int
    color: str
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """What is printed on a map."""

    name: str
    cities: tuple[City, ...]
    routes: tuple[Route, ...]  # in file order, twins side by side
    districts: tuple[District, ...] = ()


def routes_between(cities: tuple[str, str], length: int, colors: tuple[str, ...]) -> list[Route]:
    """The route of one entry of a board file, or the two routes of a double one."""
    name = "-".join(cities)
    if len(colors) == 1:
        return [Route(name, cities, length, colors[0])]
    first, second = f"{name}.1", f"{name}.2"
    return [
        Route(first, cities, length, colors[0], twin=second),
        Route(second, cities, length, colors[1], twin=first),
    ]
