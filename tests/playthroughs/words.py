"""Positions, actions and events in short lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import caboose
from caboose.engine.progress import TicketProgress

SHOWN_CLAIMS = 3  # before the rest is only counted
SHOWN_OTHERS = 6
MANY_TICKETS = 4
SOLID = "\N{NO-BREAK SPACE}"  # a space at which no line ends; plain in the finished text


def solid(text: str) -> str:
    """A text that stays on one line."""
    return text.replace(" ", SOLID)


def cards(counts: Mapping[str, int]) -> str:
    """blue 3, locomotive 1"""
    held = [solid(f"{color} {count}") for color, count in counts.items() if count]
    return ", ".join(held) or "none"


def row(face_up: Sequence[str | None]) -> str:
    return ", ".join(color or "-" for color in face_up)


def ticket(game: caboose.Game, number: int) -> str:
    """7 denver-pittsburgh 11"""
    card = game.edition.tickets[number]
    return solid(f"{number} {'-'.join(card.cities)} {card.points}")


def tickets(game: caboose.Game, numbers: Iterable[int]) -> str:
    return ", ".join(ticket(game, number) for number in numbers) or "none"


def few_tickets(game: caboose.Game, numbers: Sequence[int]) -> str:
    """Tickets in words, many only by their numbers."""
    if len(numbers) <= MANY_TICKETS:
        return tickets(game, numbers)
    return " ".join(map(str, numbers))


def _first(things: Sequence[str], shown: int) -> str:
    rest = len(things) - shown
    return ", ".join(things[:shown]) + (f" and {rest} more" if rest > 0 else "")


# --- a view --------------------------------------------------------------------------------------


def view_lines(view: caboose.View, in_full: bool) -> list[tuple[str, str]]:
    """What a seat sees before it decides, each line with its heading."""
    said = view.to_dict()
    lines = _remembered(view.game, said) if in_full else []
    if said["own"]["offer"]:
        lines.append(("offer", _progress(view, said["own"]["offer"])))
    if said["pending_route"]:
        lines.append(("route", route(view.game, said["pending_route"])))
    if said["phase"] in ("turn", "second_card"):
        piles = f"deck {said['deck']}, discards {sum(said['discard'].values())}"
        lines.append(("row", f"{row(said['face_up'])}; {piles}, tickets {said['ticket_deck']}"))
    if said["phase"] == "turn":
        lines.append(("seats", _seats(said)))
    lines.append(("hand", cards(said["own"]["hand"])))
    if said["phase"] == "turn" and said["own"]["tickets"]:
        lines.append(("tickets", _progress(view, said["own"]["tickets"])))
    return lines


def _remembered(game: caboose.Game, said: dict[str, Any]) -> list[tuple[str, str]]:
    """What a seat knows without seeing it now: others' cards, its own returned tickets."""
    own, viewer = said["own"], said["viewer"]
    known = [
        f"seat {seat} has {cards(held)}"
        for seat, held in enumerate(said["seen"])
        if seat != viewer and any(held.values())
    ]
    lies = [f"{ticket(game, t['ticket'])} at place {t['place']}" for t in own["in_ticket_deck"]]
    lines = {
        "known": "; ".join(known),
        "returned": tickets(game, own["returned"]) if own["returned"] else "",
        "returned ": f"to the ticket deck {', '.join(lies)}" if lies else "",
        "removed": tickets(game, own["removed"]) if own["removed"] else "",
    }
    return [(name.strip(), text) for name, text in lines.items() if text]


def _seats(said: dict[str, Any]) -> str:
    """What lies open of every seat, by seat."""
    parts = {
        "trains": said["trains"],
        "points": said["route_points"],
        "cards": said["hands"],
        "tickets": said["tickets"],
    }
    words = [f"{name} {' '.join(map(str, numbers))}" for name, numbers in parts.items()]
    if said["final_turns_left"] is not None:
        words.append(f"turns left {said['final_turns_left']}")
    return "; ".join(words)


def _progress(view: caboose.View, numbers: list[int]) -> str:
    progress = [ticket for ticket in view.ticket_progress() if ticket.ticket in numbers]
    if len(progress) <= MANY_TICKETS or view.offer:
        told = [f"{ticket(view.game, p.ticket)} {_how_far(p)}" for p in progress]
        return ", ".join(map(solid, told))
    done, cut_off = sum(p.done for p in progress), sum(p.cut_off for p in progress)
    return f"{len(progress)}, of them {done} done and {cut_off} cut off"


def _how_far(progress: TicketProgress) -> str:
    if progress.done:
        return "(done)"
    return "(cut off)" if progress.cut_off else f"(needs {progress.trains})"


def route(game: caboose.Game, name: str) -> str:
    """denver-omaha (purple 4)"""
    facts = next(route for route in game.edition.board.routes if route.id == name)
    return solid(f"{name} ({facts.color} {facts.length})")


# --- legal actions -------------------------------------------------------------------------------


def legal(actions: Sequence[caboose.Action]) -> str:
    """How many there are, then what they are, kind by kind."""
    if not actions:
        return "none"
    kinds = [(kind, list(group)) for kind, group in groupby(actions, key=lambda a: a.kind)]
    return f"{len(actions)}: " + "; ".join(_of_a_kind(kind, group) for kind, group in kinds)


def _of_a_kind(kind: str, actions: list[caboose.Action]) -> str:
    objects = [action.text.removeprefix(kind).strip() for action in actions]
    return kind if objects == [""] else f"{kind} {_all_or_first(kind, objects)}"


def _all_or_first(kind: str, objects: list[str]) -> str:
    if kind == "draw":
        return ", ".join(objects)
    if kind == "claim":
        return f"{len(objects)} routes: {_first(objects, SHOWN_CLAIMS)}"
    return _first(objects, SHOWN_OTHERS)


# --- events --------------------------------------------------------------------------------------


def events(game: caboose.Game, happened: Sequence[caboose.Event]) -> str:
    """What the table sees happen; in brackets what only the seat itself sees."""
    sentences = []
    for kind, group in groupby(happened, key=lambda event: event.kind):
        if kind == "laid":
            facts = [event.facts for event in group]
            laid = [solid(f"{fact['color']} {fact['slot'] + 1}") for fact in facts]
            sentences.append(f"laid {', '.join(laid)}")
        else:
            sentences += [_event(game, event) for event in group]
    return "; ".join(sentences)


SENTENCES = {
    "drew_blind": "seat {seat} drew from the deck {color}",
    "took_face_up": "seat {seat} took {color} from slot {slot}",
    "swept": "the row was swept",
    "swept_often": "the row was swept {times} times more",
    "reshuffled": "{cards} discards became the deck",
    "draw_ended": "seat {seat} could draw no second card",
    "claimed": "seat {seat} claimed {route}",
    "paid": "seat {seat} paid {payment} for {points}",
    "offered": "seat {seat} was offered {count} {tickets}",
    "kept": "seat {seat} kept {count} {tickets}",
    "chose_first_tickets": "seat {seat} chose {tickets}",
    "all_chose": "all have chosen and hold {counts} tickets",
    "passed": "seat {seat} passed",
    "final_round_began": "seat {seat} began the final round",
    "game_ended": "the game is over: {reason}",
}
ON_ONE_LINE = {"all_chose", "final_round_began", "game_ended"}


def _event(game: caboose.Game, event: caboose.Event) -> str:
    told = SENTENCES[event.kind].format(seat=event.seat, **_facts(game, event))
    return solid(told) if event.kind in ON_ONE_LINE else told


def _facts(game: caboose.Game, event: caboose.Event) -> dict[str, str]:
    """The facts of an event in words, secret ones in brackets."""
    facts, public = event.facts, event.seen_by(None).facts
    told = {name: str(fact) for name, fact in facts.items()}
    if "slot" in facts:
        told["slot"] = str(facts["slot"] + 1)
    if "tickets" in facts:
        told["tickets"] = tickets(game, facts["tickets"])
    if "counts" in facts:
        told["counts"] = " ".join(map(str, facts["counts"]))
    if "route" in facts:
        told["route"] = route(game, facts["route"])
    if "points" in facts:
        told["points"] = "1 point" if facts["points"] == 1 else f"{facts['points']} points"
        told["payment"] = cards(_paid(facts))
    return {
        name: f"[{fact}]" if name in facts.keys() - public else fact for name, fact in told.items()
    }


def _paid(facts: dict[str, Any]) -> dict[str, int]:
    if facts["color"] == "locomotive":
        return {"locomotive": facts["locomotives"]}
    return {facts["color"]: facts["cards"], "locomotive": facts["locomotives"]}
