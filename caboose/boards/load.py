"""The built-in editions, and boards of your own read from a file."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from caboose.boards.board import GRAY, Board, City, District, Ticket, routes_between
from caboose.boards.checks import find_problems, tickets_of
from caboose.boards.draft import Draft, Entry, read_draft
from caboose.boards.edition import Edition, Words
from caboose.boards.limits import MAX_FILE_BYTES
from caboose.boards.problem import BoardError, Problem, did_you_mean

BoardSource = str | Path | Edition  # what a person may name as a board

_FILES = {
    "usa": "usa",
    "usa_anniversary": "usa",
    "usa_1910": "usa",
    "usa_mega": "usa",
    "usa_big_cities": "usa",
    "london": "london",
    "new_york": "new_york",
}


def editions() -> list[str]:
    """The names of the built-in editions."""
    return list(_FILES)


@cache
def _built_in(name: str) -> Edition:
    return _build(_built_in_text(name), name, f"{_FILES[name]}.toml")


def _built_in_text(name: str) -> str:
    """The board file of a built-in edition, with the other editions of that board."""
    if name not in _FILES:
        hint = did_you_mean(str(name), _FILES) or f"; there are {', '.join(_FILES)}."
        raise BoardError(
            [Problem("edition", f"there is no such built-in edition{hint}")], str(name)
        )
    return (files("caboose.boards") / "data" / f"{_FILES[name]}.toml").read_text("utf-8")


def edition(name: str) -> Edition:
    """A built-in edition by its name."""
    return _built_in(name)


def load(path: str | Path, edition: str | None = None) -> Edition:
    """An edition of a board file; it must be named only if the file has several."""
    return _build(_read_file(Path(path)), edition, str(path))


def read(text: str, edition: str | None = None, source: str = "the board") -> Edition:
    """An edition of a board that is at hand as text."""
    return _build(text, edition, source)


def read_text(path: str | Path) -> str:
    """The text of a board file; BoardError if it cannot be read."""
    return _read_file(Path(path))


def editions_in(text: str) -> list[str]:
    """The names of the editions of a board that is at hand as text, if it is a good board."""
    draft = read_draft(text)
    problems = find_problems(draft)
    if problems:
        raise BoardError(problems, "the board")
    return [edition.values["id"] for edition in draft.editions]


def find(board: BoardSource, edition: str | None = None) -> Edition:
    """What a person names as a board: a built-in edition, or the path of a board file."""
    if isinstance(board, Edition):
        return board
    is_path = isinstance(board, Path) or Path(board).suffix == ".toml" or "/" in str(board)
    if is_path:
        return load(board, edition)
    if edition not in (None, board):
        hint = f'the built-in "{board}" is one edition itself; leave "{edition}" away.'
        raise BoardError([Problem("edition", hint)], str(board))
    return _built_in(str(board))


def check(board: str | Path) -> list[Problem]:
    """Everything that is wrong with a board file, given its path or (with line ends) its text."""
    try:
        is_text = isinstance(board, str) and "\n" in board
        draft = read_draft(str(board) if is_text else _read_file(Path(board)))
    except BoardError as error:
        return error.problems
    return find_problems(draft)


def new_board(like: str | None = None) -> str:
    """The text of a board to start one's own from: that of a built-in edition, or a small one."""
    if like is not None:
        return _built_in_text(like)
    return (files("caboose.boards") / "new_board.toml").read_text("utf-8")


def _read_file(path: Path) -> str:
    content, wrong = _read_bytes(path)
    if len(content) > MAX_FILE_BYTES:
        wrong = f"is larger than {MAX_FILE_BYTES:,} bytes; a board is far smaller."
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = wrong or f"is not UTF-8 text (byte {error.start + 1}); save it as UTF-8."
    if wrong:
        raise BoardError([Problem("file", wrong)], str(path))
    return text


def _read_bytes(path: Path) -> tuple[bytes, str]:
    """The start of a file, or what is in the way."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1), ""
    except FileNotFoundError:
        return b"", "does not exist; check its name."
    except IsADirectoryError:
        return b"", "is a directory; name the board file itself."
    except OSError as error:
        return b"", f"cannot be read ({error.strerror}); check its name and your rights."
    except ValueError:  # a path with a null character
        return b"", "has an impossible name; check it."


def _build(toml: str, name: str | None, source: str) -> Edition:
    draft = read_draft(toml)
    problems = find_problems(draft)
    if problems:
        raise BoardError(problems, source)
    chosen = _choose(draft.editions, name, source)
    board = _board(draft)
    tickets = tuple(
        Ticket(t.values["cities"], t.values["points"]) for t in tickets_of(draft, chosen)
    )
    return Edition(board=board, tickets=tickets, **_rules(chosen.values, board))


def _choose(editions: list[Entry], name: str | None, source: str) -> Entry:
    names = [edition.values["id"] for edition in editions]
    if name is None and len(names) == 1:
        return editions[0]
    if name in names:
        return editions[names.index(name)]
    known = ", ".join(names)
    wrong = "has several editions" if name is None else f'has no edition "{name}"'
    hint = (did_you_mean(name, names) if name else "") or f"; name one of {known}."
    raise BoardError([Problem("edition", f"the file {wrong}{hint}")], source)


def _board(draft: Draft) -> Board:
    routes = [
        route
        for entry in draft.routes
        for route in routes_between(
            entry.values["cities"], entry.values["length"], entry.values["colors"]
        )
    ]
    return Board(
        draft.name,
        tuple(_city(entry.values) for entry in draft.cities),
        tuple(routes),
        tuple(District(**({"color": GRAY} | entry.values)) for entry in draft.districts),
    )


def _city(values: dict[str, Any]) -> City:
    renamed = {"big" if key == "big_city" else key: value for key, value in values.items()}
    return City(**renamed)


def _rules(values: dict[str, Any], board: Board) -> dict[str, Any]:
    """The numbers of an edition, with what the file may leave unsaid."""
    defaults = {
        "final_trains": 2,
        "returned_first_tickets_leave": False,
        "longest_path": 0,
        "globetrotter": 0,
        "districts": bool(board.districts),
        "attractions": any(city.attraction for city in board.cities),
        "tie_break": ("completed_tickets",),
    }
    silent = ("face_up", "sweep", "ticket_set")
    said = {key: value for key, value in values.items() if key not in silent}
    return defaults | said | {"words": Words(**values.get("words", {}))}
