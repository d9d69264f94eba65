"""The text of a playthrough, and its moves read back from the text.

At the left margin stands what was dealt and played, in the notation of records, except that two
actions of a turn may share a line. What is indented explains it.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

import caboose
from caboose.engine.record import step_line
from tests.playthroughs import words
from tests.playthroughs.playthrough import Moment, Move, Playthrough
from tests.playthroughs.score_sheet import score_sheet

WIDTH = 100
CLOSELY = 8  # decisions at both ends of a whole game that are told with all that was seen
REMARKABLE = {"swept", "reshuffled", "draw_ended", "passed", "final_round_began"}

WHOLE_GAME = (
    "The lines at the margin are the game's record, a line per turn. The first and last decisions,"
    " and those with a sweep, a reshuffle or the like, are told with what the seat saw and what it"
    " might do."
)
SCENE = "The lines at the margin are what was done; a line with ! was refused."
BRACKETS = (
    "What stands in [ ] only that seat sees. Seats count from 0, slots of the row and places in an"
    " offer from 1."
)

THEN = "; "  # between two actions of a turn

Part = list[str]


def tell(playthrough: Playthrough, start: caboose.State, moments: Sequence[Moment]) -> str:
    """The whole text."""
    is_whole = playthrough.is_whole_game
    parts = [
        _heading(playthrough),
        _position(start) if start.history is None else start.record().splitlines(),
        *(_game(moments) if is_whole else _scene(moments)),
        score_sheet(moments[-1].after),
    ]
    text = "\n\n".join("\n".join(part) for part in parts) + "\n"
    return text.replace(words.SOLID, " ")


def _heading(playthrough: Playthrough) -> Part:
    how = WHOLE_GAME if playthrough.is_whole_game else SCENE
    texts = [f"{playthrough.name}: {playthrough.title}", playthrough.why, f"{how} {BRACKETS}"]
    lines = [line for text in texts for line in (*textwrap.wrap(text, WIDTH - 2), "")]
    return [f"# {line}".rstrip() for line in lines[:-1]]


def _lines(indent: int, name: str, text: str) -> Part:
    """A text behind its name, wrapped below itself."""
    head = " " * indent + f"{name:<9}" * bool(name)
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,
        break_long_words=False,
    )


# --- where a scene begins ------------------------------------------------------------------------


def _position(state: caboose.State) -> Part:
    """Everything, secrets included."""
    game, position = state.game, state.to_dict()
    who = f"{game.edition.id}, {game.seats} seats: {position['phase']}, seat {position['seat']}"
    deck = f"{words.cards(position['deck'])}; discards {words.cards(position['discard'])}"
    lines = [
        f"position of {who}",
        *_lines(4, "row", words.row(position["face_up"])),
        *_lines(4, "deck", deck),
        *_lines(4, "tickets", f"top first: {_numbers(position['ticket_deck'])}"),
        *_lines(4, "key", position["key"]),
    ]
    if position["final_turns_left"] is not None:
        lines += _lines(4, "final", f"turns left {position['final_turns_left']}")
    for seat in range(game.seats):
        lines += _lines(4, f"seat {seat}", _seat(state, seat))
    return lines


def _seat(state: caboose.State, seat: int) -> str:
    game, position = state.game, state.to_dict()
    routes = [words.route(game, r) for r, owner in position["routes"].items() if owner == seat]
    parts = {
        "trains": str(position["trains"][seat]),
        "points": str(position["route_points"][seat]),
        "hand": words.cards(position["hands"][seat]),
        "tickets": words.few_tickets(game, position["tickets"][seat]),
        "offer": words.tickets(game, position["offers"][seat]),
        "routes": ", ".join(routes) or "none",
    }
    return "; ".join(f"{name} {text}" for name, text in parts.items() if text != "none")


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers)) or "none"


# --- moments -------------------------------------------------------------------------------------


def _game(moments: Sequence[Moment]) -> Iterator[Part]:
    """The first, the last and the remarkable decisions closely, the others in short."""
    brief: list[Moment] = []
    for place, moment in enumerate(moments):
        is_near_an_end = place < CLOSELY or place >= len(moments) - CLOSELY
        if not is_near_an_end and not REMARKABLE & {event.kind for event in moment.events}:
            brief.append(moment)
            continue
        if brief:
            yield _in_short(brief)
            brief = []
        yield _closely(moment)


def _number(moment: Moment) -> int:
    return 1 + int(moment.before.fields.actions)


def _closely(moment: Moment) -> Part:
    return [*_before(moment, in_full=False), *_move(moment)]


def _scene(moments: Sequence[Moment]) -> Iterator[Part]:
    """Every decision closely; what is refused stands with what was then done instead."""
    for _, tries in groupby(moments, key=lambda moment: (_number(moment), moment.move.seat)):
        first, *others = tries
        parts = [_before(first, in_full=True), _move(first), *map(_move, others)]
        yield [line for part in parts for line in part]


def _before(moment: Moment, in_full: bool) -> Part:
    """What the seat saw and what it might do."""
    state, seat = moment.before, moment.move.seat
    lines = [f"    {_number(moment)}. seat {seat}, {state.phase}"]
    for name, text in words.view_lines(state.view(seat), in_full):
        lines += _lines(8, name, text)
    return lines + _lines(8, "legal", words.legal(moment.legal))


def _move(moment: Moment) -> Part:
    """What the seat did, and what happened."""
    if moment.move.is_refused:
        return [str(moment.move), *_lines(8, "", f"refused: {moment.refusal}")]
    happened = words.events(moment.before.game, moment.events)
    return [step_line(moment.step), *_lines(8, "", happened)]


def _in_short(moments: Sequence[Moment]) -> Part:
    """A line per turn."""
    first, last = _number(moments[0]), _number(moments[-1])
    lines: Part = [f"    decisions {first} to {last}" if first < last else f"    decision {first}"]
    for place, moment in enumerate(moments):
        line = step_line(moment.step)
        if place > 0 and moment.before.phase in ("second_card", "payment", "keep_tickets"):
            lines[-1] += THEN + line.partition(" ")[2]
        else:
            lines.append(line)
    return lines


# --- and back ------------------------------------------------------------------------------------

MOVES = re.compile(r"(! )?\d \w.*")
CHANCE = re.compile(r" (?:=|>|sweep|reshuffle)( .*)?$")


def read_moves(text: str) -> list[tuple[int, Move]]:
    """Every move of a text, with the number of its line."""
    return [
        (number, move)
        for number, line in enumerate(text.splitlines(), start=1)
        if MOVES.fullmatch(line)
        for move in _moves(line)
    ]


def _moves(line: str) -> Iterator[Move]:
    seat, _, actions = line.removeprefix("! ").partition(" ")
    for action in actions.split(THEN):
        yield Move(int(seat), CHANCE.sub("", action), is_refused=line.startswith("! "))
