"""A game as text: header, set-up, then one line per action with what chance did.

Replay plays the actions again under the game's key and compares every card that is written with
the one that the key gives, so a record that does not fit says where and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from caboose.boards import BoardError, editions
from caboose.engine.commitment import Commitment
from caboose.engine.errors import BadRecord, IllegalAction
from caboose.engine.event import Event
from caboose.engine.game import RULES_VERSION, RULES_VERSIONS, Game
from caboose.engine.history import Step
from caboose.engine.state import State

FORMAT = "caboose record 1"

_GAME_WORDS = ("edition", "board", "seats", "key", "rules", "names")
_PROMISE_WORDS = ("commitment", "secret", "nonces", "chairs")


def write_record(
    state: State, names: list[str] | None = None, commitment: Commitment | None = None
) -> str:
    """The record of a state that was played from its start."""
    if state.history is None:
        raise ValueError("a position that was written by hand has no record; only a game has one.")
    set_up, *steps = state.history
    header = [*_header(state, names), *_promise_lines(commitment)]
    lines = [*header, *set_up_lines(set_up), *map(step_line, steps)]
    if state.is_over:
        lines.append(_result(state))
    return "\n".join(lines) + "\n"


def _header(state: State, names: list[str] | None) -> list[str]:
    lines = [FORMAT, f"edition {state.game.name}"]
    if state.game.name not in editions():
        lines.append(f"board {state.game.edition.digest}")
    lines.append(f"seats {state.game.seats}")
    lines.append(f"key {state.fields.key.astype('<u4').tobytes().hex()}")
    lines.append(f"rules {state.game.rules}")
    if names:
        lines.append("names " + " | ".join(_plain_name(name) for name in names))
    return lines


def _promise_lines(commitment: Commitment | None) -> list[str]:
    """How the key came about, where nobody was to choose it."""
    if commitment is None:
        return []
    return [
        f"commitment {commitment.promised}",
        f"secret {commitment.secret.hex()}",
        f"nonces {' '.join(nonce.hex() for nonce in commitment.nonces)}",
        f"chairs {_numbers(commitment.chairs)}",
    ]


def _plain_name(name: str) -> str:
    """A name that cannot break a line or look like another one."""
    return " ".join(name.replace("|", "/").split()) or "-"


def _result(state: State) -> str:
    score = state.score()
    totals = " ".join(str(seat.total) for seat in score.seats)
    winners = " ".join(str(seat) for seat in score.winners)
    reason = state.to_dict()["end_reason"]
    return f"# over by {reason}, points {totals}, won by seat {winners}"


def set_up_lines(step: Step) -> list[str]:
    """The lines that say what set-up dealt."""
    hands: dict[int, list[str]] = {}
    offers: list[str] = []
    row: list[Event] = []
    for event in step.events:
        if event.kind == "drew_blind":
            assert event.seat is not None
            hands.setdefault(event.seat, []).append(event.facts["color"])
        elif event.kind == "offered":
            offers.append(f"offer {event.seat} = {_numbers(event.facts['tickets'])}")
        else:
            row.append(event)
    deals = [f"deal {seat} = {' '.join(cards)}" for seat, cards in hands.items()]
    return [*deals, "row = " + _laid_words(row, is_row=True), *offers]


def step_line(step: Step) -> str:
    """The line of one action."""
    words = [f"{step.seat} {step.action}"]
    for event in step.events:
        if event.kind == "drew_blind":
            words.append(f"= {event.facts['color']}")
        elif event.kind == "offered":
            words.append(f"= {_numbers(event.facts['tickets'])}")
    laid = _laid_words(step.events, is_row=False)
    return " ".join([*words, laid]) if laid else " ".join(words)


def _laid_words(events: Iterable[Event], is_row: bool) -> str:
    """Cards laid, sweeps and reshuffles in their order; after a sweep the cards form a row."""
    words: list[str] = []
    for event in events:
        if event.kind == "laid":
            words.append(event.facts["color"] if is_row else f"> {event.facts['color']}")
        elif event.kind == "swept":
            words.append("sweep")
            is_row = True
        elif event.kind == "swept_often":
            words.append(f"sweeps {event.facts['times']}")
        elif event.kind == "reshuffled":
            words.append(f"reshuffle {event.facts['cards']}")
    return " ".join(words)


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)


@dataclass
class Record:
    """A record that has been read but not yet played."""

    header: dict[str, str] = field(default_factory=dict)
    set_up: list[tuple[int, str]] = field(default_factory=list)  # line number and text
    actions: list[tuple[int, str]] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The players' names, in seat order; empty if the record has none."""
        return self.header["names"].split(" | ") if "names" in self.header else []

    @property
    def has_promise(self) -> bool:
        """Does the record show how its key was promised before the game?"""
        return "commitment" in self.header


def read_record(text: str) -> Record:
    """Take a record apart; BadRecord if it is none."""
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), start=1)]
    lines = [(n, line) for n, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != FORMAT:
        raise BadRecord(f"this is not a record: the first line must be '{FORMAT}'.")
    record = Record()
    for n, line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word.isdigit():
            record.actions.append((n, line))
        elif word in ("deal", "row", "offer"):
            record.set_up.append((n, line))
        elif word in _GAME_WORDS + _PROMISE_WORDS:
            record.header[word] = rest.strip()
        else:
            raise BadRecord(f"line {n}: '{line[:60]}' is neither header, set-up nor action.")
    return record


def replay(text: str, game: Game | None = None) -> State:
    """Play a record again and check everything it says.

    An own board is read from where the record says it lies, unless its game is handed in.
    """
    return _replay(read_record(text), game, must_be_whole=False)


def verify(text: str, game: Game | None = None) -> State:
    """Replay a record that must also say, for every card and ticket, what chance brought.

    If it says how its key was promised, that is checked too.
    """
    record = read_record(text)
    _check_promise(record)
    return _replay(record, game, must_be_whole=True)


def _check_promise(record: Record) -> None:
    if not record.has_promise:
        return
    try:
        commitment = Commitment(
            promised=_header_value(record, "commitment"),
            secret=bytes.fromhex(_header_value(record, "secret")),
            nonces=tuple(bytes.fromhex(word) for word in _header_value(record, "nonces").split()),
            chairs=tuple(int(word) for word in _header_value(record, "chairs").split()),
        )
        problem = commitment.problem(bytes.fromhex(_header_value(record, "key")))
    except ValueError as error:
        raise BadRecord(f"the record does not show how its key was promised: {error}") from None
    if problem is not None:
        raise BadRecord(problem)


def _replay(record: Record, game: Game | None, must_be_whole: bool) -> State:
    rules = _rules_version(record)
    state = _start(record, (game or _find_game(record)).under(rules))
    assert state.history is not None
    _replay_set_up(record, set_up_lines(state.history.step), must_be_whole)
    for n, line in record.actions:
        _replay_line(state, n, line, must_be_whole)
    return state


def _replay_set_up(record: Record, dealt: list[str], must_be_whole: bool) -> None:
    expected = {line.partition(" = ")[0]: line for line in dealt}
    for n, line in record.set_up:
        _compare(n, line, expected.pop(line.partition(" = ")[0], "nothing of the kind"))
    if must_be_whole and expected:
        raise BadRecord(f"the record does not say what set-up dealt: '{next(iter(expected))}'.")


def _rules_version(record: Record) -> int:
    version = _header_value(record, "rules")
    if version not in map(str, RULES_VERSIONS):
        raise BadRecord(
            f"the record was played under rules version {version}; this is version {RULES_VERSION}."
        )
    return int(version)


def _header_value(record: Record, name: str) -> str:
    if name not in record.header:
        raise BadRecord(f"the record lacks its line '{name}'.")
    return record.header[name]


def _find_game(record: Record) -> Game:
    source, _, edition = _header_value(record, "edition").partition("#")
    seats = _header_value(record, "seats")
    if not seats.isdigit():
        raise BadRecord(f"'seats {seats}' does not say how many seats there are.")
    try:
        return Game(source, int(seats), edition=edition or None)
    except BoardError as error:
        raise BadRecord(f"the record's board cannot be used. {error}") from None
    except ValueError as error:
        raise BadRecord(f"the record does not fit its board: {error}") from None


def _start(record: Record, game: Game) -> State:
    board = record.header.get("board", game.edition.digest)
    if board != game.edition.digest:
        raise BadRecord("the board has changed since this record was written.")
    if _header_value(record, "seats") != str(game.seats):
        raise BadRecord(f"the record has {record.header['seats']} seats, the game {game.seats}.")
    digits = _header_value(record, "key")
    try:
        key = bytes.fromhex(digits)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise BadRecord("the record's key must be 64 hexadecimal digits.")
    return game.start(key=key)


def _replay_line(state: State, n: int, line: str, must_be_whole: bool) -> None:
    seat, _, rest = line.partition(" ")
    action = _action_part(rest)
    try:
        state.apply(action, seat=int(seat))
    except (IllegalAction, ValueError) as error:
        raise BadRecord(f"line {n}: '{seat} {action}' cannot be played: {error}") from None
    assert state.history is not None
    if must_be_whole or rest != action:
        _compare(n, line, step_line(state.history.step))


def _action_part(rest: str) -> str:
    """The action of a line, without what chance did."""
    words = rest.split()
    for place, word in enumerate(words):
        if word in ("=", ">", "sweep", "sweeps", "reshuffle"):
            return " ".join(words[:place])
    return rest


def _compare(n: int, line: str, wanted: str) -> None:
    if line.split() != wanted.split():
        raise BadRecord(f"line {n} says '{line}', but the key gives '{wanted}'.")
