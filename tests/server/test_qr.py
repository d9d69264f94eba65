"""Links as QR codes: drawn for guests alone, links alone, and read back as a phone reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.support.server.people import ME, OPEN, Person
from tests.support.server.server_thread import Inside, serving

EYE = [True, False, True, True, True, False, True]  # through the middle of a corner's mark
MASKS = (
    lambda r, c: (r + c) % 2,
    lambda r, _: r % 2,
    lambda _, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
)
Grid = list[list[bool]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving(tmp_path_factory.mktemp("qr")) as inside:
        yield inside


def test_a_code_is_read_back_as_its_link(server: Inside) -> None:
    grid = _drawn(Person(server, "Ann"), "http://a.b/join/xyz")
    assert _text_in(grid) == "http://a.b/join/xyz"


def test_the_code_of_an_invitation_has_its_three_eyes(server: Inside) -> None:
    ann = Person(server, "Ann")
    opened = ann.open_table("london", [ME, OPEN])
    grid = _drawn(ann, f"{server.url}{opened['invitations']['1']}")
    assert (grid[3][:7], grid[3][-7:], grid[-4][:7]) == (EYE, EYE, EYE)


def test_a_code_grows_with_its_link(server: Inside) -> None:
    ann = Person(server, "Ann")
    sizes = [len(_drawn(ann, f"http://a.b/join/{'x' * n}")) for n in (1, 30, 90)]
    assert sizes == [21, 29, 37]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "hello",
        "/join/abc",
        "javascript:/join/abc",
        "http://a.b/t/abc",
        "http://a.b/join/<b>",
        f"http://a.b/resume/{'x' * 101}",
    ],
)
def test_nothing_but_links_to_chairs_is_drawn(server: Inside, address: str) -> None:
    Person(server, "Ann").ask("POST", "/api/qr", {"address": address}, status=422)


def test_only_guests_have_links_drawn(server: Inside) -> None:
    answer = httpx.post(f"{server.url}/api/qr", json={"address": "http://a.b/join/abc"})
    assert answer.status_code == 401


def _drawn(person: Person, address: str) -> Grid:
    """The code of a link, as rows of dark and light squares."""
    code: dict[str, Any] = person.ask("POST", "/api/qr", {"address": address})
    places = re.findall(r"M(\d+) (\d+)h1v1h-1z", code["dark"])
    assert "".join(f"M{x} {y}h1v1h-1z" for x, y in places) == code["dark"]
    dark = {(int(y), int(x)) for x, y in places}
    side = range(code["size"])
    return [[(row, column) in dark for column in side] for row in side]


def _text_in(grid: Grid) -> str:
    """Read a code of one block: take the mask off, walk, and collect the bytes."""
    mask = sum(2 ** (4 - at) * grid[8][at] for at in (2, 3, 4)) ^ 0b101
    bits = "".join(
        str(int(grid[row][column] != (MASKS[mask](row, column) == 0)))
        for row, column in _walk(len(grid))
    )
    length = int(bits[4:12], 2)
    return bytes(int(bits[12 + 8 * at : 20 + 8 * at], 2) for at in range(length)).decode()


def _walk(size: int) -> Iterator[tuple[int, int]]:
    """The squares that hold data: up and down by two columns, from the right."""
    rights = [right if right > 6 else right - 1 for right in range(size - 1, 0, -2)]
    for turn, right in enumerate(rights):
        rows = range(size) if turn % 2 else reversed(range(size))
        for row in rows:
            for column in (right, right - 1):
                if not _is_pattern(row, column, size):
                    yield row, column


def _is_pattern(row: int, column: int, size: int) -> bool:
    """Does a square belong to the marks by which a code is found and straightened?"""
    is_corner = (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9)
    is_small_mark = size > 21 and max(abs(row - size + 7), abs(column - size + 7)) <= 2
    return row == 6 or column == 6 or is_corner or is_small_mark
