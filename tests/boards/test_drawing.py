"""Pictures of boards: complete, and drawn so that everything can be read."""

import re
from dataclasses import replace
from functools import cache
from math import cos, dist, radians, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from caboose.boards import City, Edition, edition, editions, load, new_board
from caboose.boards.drawing import draw_png, draw_svg
from caboose.boards.drawing.city_names import Label
from caboose.boards.drawing.layout import Space, lay_out, project
from caboose.boards.drawing.palette import marks
from caboose.boards.drawing.sheet import RADIUS, WIDTH

SVG = "{http://www.w3.org/2000/svg}"
MAPS = ["usa", "london", "new_york", "island"]


@cache
def drawn(name: str) -> Edition:
    if name in editions():
        return edition(name)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "island.toml"
        path.write_text(new_board(), "utf-8")
        return load(path)


def routes_in(svg: str) -> dict[str, ET.Element]:
    root = ET.fromstring(svg)
    groups = root.iterfind(f".//{SVG}g[@class='route']")
    return {group.attrib["data-route"]: group for group in groups}


@pytest.mark.parametrize("name", [*editions(), "island"])
def test_every_route_is_drawn_with_its_spaces(name: str) -> None:
    e = drawn(name)
    groups = routes_in(draw_svg(e))
    assert list(groups) == [route.id for route in e.board.routes]
    for route in e.board.routes:
        assert len(groups[route.id].findall(f".//{SVG}rect[@class='space']")) == route.length


@pytest.mark.parametrize("name", MAPS)
def test_every_city_is_named(name: str) -> None:
    root = ET.fromstring(draw_svg(drawn(name)))
    labels = root.iterfind(f".//{SVG}g[@class='label']")
    names = [" ".join(text.text or "" for text in label) for label in labels]
    assert names == [city.name for city in drawn(name).board.cities]


def test_a_claimed_route_shows_the_color_and_the_number_of_its_seat() -> None:
    e = edition("london")
    groups = routes_in(draw_svg(e, {"big_ben-waterloo": 2}))
    claimed, free = groups["big_ben-waterloo"], groups["waterloo-globe_theatre"]
    assert claimed.attrib["data-seat"] == "2"
    assert [text.text for text in claimed.iter(f"{SVG}text")] == ["2"]
    assert "data-seat" not in free.attrib
    assert not [*free.iter(f"{SVG}text")]


def test_a_claim_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="has no route 'a-b'"):
        draw_svg(edition("london"), {"a-b": 0})
    with pytest.raises(ValueError, match="has no seat 4"):
        draw_svg(edition("london"), {"big_ben-waterloo": 4})


@pytest.mark.parametrize("name", editions())
def test_every_color_has_a_mark_of_its_own_and_gray_has_none(name: str) -> None:
    shapes = marks(edition(name))
    assert set(shapes) == set(edition(name).colors)
    assert len(set(shapes.values())) == len(shapes)


def test_ten_colors_of_ones_own_have_ten_marks() -> None:
    colors = (*(f"shade_{n}" for n in range(8)), "pink", "purple")
    assert len(set(marks(replace(edition("usa"), colors=colors)).values())) == 10


def test_colors_and_districts_of_ones_own_are_drawn(tmp_path: Path) -> None:
    text = new_board().replace('"blue"', '"sea"').replace('"red"', '"coral"')
    line = 'district = [{ id = 7, points = 2, color = "moss", cities = ["harbor", "market"] }]'
    path = tmp_path / "own.toml"
    path.write_text(text.replace("[rules]", f"{line}\n[rules]"), "utf-8")
    svg = draw_svg(load(path))
    fills = {
        name: {rect.attrib["fill"] for rect in group.iter(f"{SVG}rect")}
        for name, group in routes_in(svg).items()
    }
    assert len(fills["lighthouse-north_cove"] | fills["lighthouse-old_mill"]) == 2
    dots = ET.fromstring(svg).iterfind(f".//{SVG}g[@class='city']/{SVG}text")
    assert [dot.text for dot in dots] == ["2", "2"]


def test_names_cannot_break_the_picture() -> None:
    e = drawn("island")
    cities = (replace(e.board.cities[0], name="<b>\"&amp;'</b>"), *e.board.cities[1:])
    svg = draw_svg(replace(e, name="</svg> & Co", board=replace(e.board, cities=cities)))
    assert ET.fromstring(svg).findtext(f"{SVG}title") == "</svg> & Co"


def test_a_png_has_the_width_asked_for_and_its_text() -> None:
    e = drawn("island")
    png = draw_png(e, width=400)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(png[16:20], "big") == 400
    assert len(png) > 1.2 * len(_without_text(e))


def _without_text(e: Edition) -> bytes:
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=re.sub("<text.*?</text>", "", draw_svg(e)), width=400))


@pytest.mark.parametrize("name", MAPS)
def test_no_space_lies_on_a_city_and_no_name_on_a_space_or_a_name(name: str) -> None:
    layout = lay_out(drawn(name).board)
    dots = [spot for spaces in layout.spaces.values() for s in spaces for spot in spots(s)]
    for city, place in layout.cities.items():
        assert min(dist(place, dot) for dot in dots) > RADIUS, city
        box = Box.of(layout.labels[city], place)
        assert not [dot for dot in dots if box.holds(dot)], city
        for other, there in layout.cities.items():
            if other != city:
                assert not box.meets(Box.of(layout.labels[other], there)), (city, other)
                assert not box.holds(there), (city, other)


@pytest.mark.parametrize("name", MAPS)
def test_spaces_of_different_routes_hardly_touch(name: str) -> None:
    e = drawn(name)
    layout = lay_out(e.board)
    middles = {route.id: [(s.x, s.y) for s in layout.spaces[route.id]] for route in e.board.routes}
    for route in e.board.routes:
        for other in e.board.routes:
            if route.id < other.id:
                near = min(dist(a, b) for a in middles[route.id] for b in middles[other.id])
                assert near > WIDTH, (route.id, other.id)


@pytest.mark.parametrize("name", MAPS)
def test_spaces_keep_a_size_one_can_put_a_piece_on(name: str) -> None:
    lengths = [s.length for spaces in lay_out(drawn(name).board).spaces.values() for s in spaces]
    assert min(lengths) > 1.5 * WIDTH
    assert max(lengths) < 6 * WIDTH


@pytest.mark.parametrize("name", MAPS)
def test_the_map_keeps_the_directions_of_the_world(name: str) -> None:
    """Where two cities are far apart on the globe, the drawing has them the same way round."""
    board = drawn(name).board
    layout = lay_out(board)
    plane = project(board.cities)
    far = np.ptp(plane, axis=0) / 3
    for one, here in zip(board.cities, plane, strict=True):
        for other, there in zip(board.cities, plane, strict=True):
            for axis in (0, 1):
                if there[axis] - here[axis] > far[axis]:
                    assert layout.cities[other.id][axis] > layout.cities[one.id][axis]


def test_cities_on_one_spot_and_across_the_date_line_can_be_drawn() -> None:
    e = drawn("island")
    same = tuple(replace(city, lat=5.0, lon=5.0) for city in e.board.cities)
    routes_in(draw_svg(replace(e, board=replace(e.board, cities=same))))
    fiji, samoa = City("fiji", "Fiji", -18.0, 178.0), City("samoa", "Samoa", -14.0, -172.0)
    (west, _), (east, _) = project((fiji, samoa))
    assert 0 < east - west < 0.3


def spots(space: Space) -> list[tuple[float, float]]:
    """Points all over a space, its edges included."""
    ahead = cos(radians(space.angle)), sin(radians(space.angle))
    return [
        (
            space.x + along * space.length * ahead[0] - across * WIDTH * ahead[1],
            space.y + along * space.length * ahead[1] + across * WIDTH * ahead[0],
        )
        for along in np.linspace(-0.5, 0.5, 9)
        for across in (-0.5, 0.0, 0.5)
    ]


class Box:
    """The letters of a label, without the little room around them."""

    def __init__(self, x: float, y: float, width: float, height: float) -> None:
        self.x, self.y, self.width, self.height = x, y, width, height

    @classmethod
    def of(cls, label: Label, place: tuple[float, float]) -> "Box":
        return cls(place[0] + label.x, place[1] + label.y, label.width - 4, label.height - 5)

    def holds(self, spot: tuple[float, float]) -> bool:
        return abs(spot[0] - self.x) < self.width / 2 and abs(spot[1] - self.y) < self.height / 2

    def meets(self, other: "Box") -> bool:
        return (
            abs(other.x - self.x) < (self.width + other.width) / 2
            and abs(other.y - self.y) < (self.height + other.height) / 2
        )
