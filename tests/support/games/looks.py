"""Everything a viewer is shown, and the search for differences that give a secret away."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import caboose
from caboose import Event, State, View
from caboose.engine.history import History, Step
from tests.support.games.scramble import scramble

Look = Callable[[State, int | None], View]
ROUTES_ASKED = 4  # of all routes; asking costs more than everything else
OTHER_KEYS = 60  # tried until chance lays the same cards twice


def look(state: State, viewer: int | None) -> View:
    """The engine's own way to make a view; a test may hand in one that leaks."""
    return state.view(viewer)


def shown(state: State, viewer: int | None, look: Look = look) -> dict[str, Any]:
    """All that a view says at one moment, by name."""
    view = look(state, viewer)
    record = view.array[0]
    answers = {f"field {name}": record[name].tobytes() for name in view.array.dtype.names or ()}
    answers |= {f"view {name}": said for name, said in view.to_dict().items()}
    answers["bytes"] = view.array.tobytes()
    answers["waiting for"] = view.waiting_for()
    answers["history"] = view.history
    answers["re-deal"] = caboose.redeal(view, 1).to_bytes()
    return answers


def asked(state: State, viewer: int | None, look: Look = look) -> dict[str, Any]:
    """What a seat is told when it asks; a spectator may ask only for what lies open."""
    view = look(state, viewer)
    if viewer is None:
        return {"standing": view.standing()}
    rng = random.Random(int(view.fields.actions))
    routes = rng.sample(view.game.notation.routes, ROUTES_ASKED)
    return {
        "legal actions": [str(action) for action in state.legal_actions(viewer)],
        "own hand": view.hand,
        "own tickets": view.tickets,
        "own offer": view.offer,
        "ticket progress": view.ticket_progress(),
        "why not": [str(view.why_not(route)) for route in routes],
        "payments": [[str(payment) for payment in view.payments(route)] for route in routes],
        "standing": view.standing(),
        "claim effects": [view.claim_effects(route) for route in routes],
        "ticket effects": [view.ticket_effects(route) for route in routes],
        "refusals": [_refusal(state, viewer, f"claim {route}") for route in routes],
    }


def _refusal(state: State, viewer: int, text: str) -> str:
    try:
        state.copy().apply(text, seat=viewer)
    except caboose.IllegalAction as error:
        return f"{error} {error.code} {error.values}"
    return "played"


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The names of the answers that are not the same."""
    return [name for name in one if one[name] != other[name]] + [
        name for name in other if name not in one
    ]


def find_leaks(
    state: State, viewer: int | None, rng: random.Random, look: Look = look
) -> list[str]:
    """What tells a viewer the position from a scrambled one, now or one step later."""
    twin = state.game.from_dict(scramble(state.to_dict(), state.game, viewer, rng))
    state = _with_new_history(state)
    twin = _with_new_history(twin)
    leaks = differences(shown(state, viewer, look), shown(twin, viewer, look))
    leaks += differences(asked(state, viewer, look), asked(twin, viewer, look))
    if not state.is_over:
        leaks += _leaks_of_a_step(state, twin, viewer, rng, look)
    return leaks


def _with_new_history(state: State) -> State:
    """The same position at the beginning of what is told."""
    return State(state.game, state.copy().array, History(None, Step(None, None, ())))


def _leaks_of_a_step(
    state: State, twin: State, viewer: int | None, rng: random.Random, look: Look
) -> list[str]:
    """Play what looks the same to the viewer in both, and compare what it saw of that."""
    seat = rng.choice(state.waiting_for())
    mine = [str(action) for action in state.legal_actions(seat)]
    theirs = [str(action) for action in twin.legal_actions(seat)]
    kind = rng.choice(sorted({text.split(maxsplit=1)[0] for text in mine}))
    action = rng.choice([text for text in mine if text.startswith(kind)])
    lookalikes = [text for text in theirs if _looks_like(state, seat, viewer, action, text)]
    if not lookalikes:
        return []
    events = state.apply(action, seat)
    text = rng.choice(lookalikes)
    same = _play_to_the_same_end(twin, seat, viewer, text, happened(events, viewer), rng)
    if same is None or state.is_over:
        return []
    twin, twin_events = same
    told = [event.seen_by(viewer).to_dict() for event in events]
    twin_told = [event.seen_by(viewer).to_dict() for event in twin_events]
    leaks = [f"event of {action}"] if told != twin_told else []
    after = differences(shown(state, viewer, look), shown(twin, viewer, look))
    return leaks + [f"{name} after {action}" for name in after]


def _looks_like(state: State, seat: int, viewer: int | None, action: str, text: str) -> bool:
    """May another action of a seat be what the viewer saw?

    Of a choice of tickets the others see how many were kept, of first tickets not even that.
    """
    if seat == viewer or not action.startswith("keep"):
        return text == action
    return state.phase == "first_tickets" or len(text) == len(action)


def _play_to_the_same_end(
    twin: State,
    seat: int,
    viewer: int | None,
    text: str,
    wanted: list[Any],
    rng: random.Random,
) -> tuple[State, list[Event]] | None:
    """Play under one key after the other until chance does what the viewer saw it do."""
    for _ in range(OTHER_KEYS):
        trial = twin.copy()
        events = trial.apply(text, seat)
        if happened(events, viewer) == wanted:
            return trial, events
        twin.array["key"][0] = [rng.getrandbits(32) for _ in range(8)]
    return None


def happened(events: list[Event], viewer: int | None) -> list[Any]:
    """What a person at the table sees of a step, put together from the rules alone.

    A blind draw shows its card, and an offer its tickets, to their own seat; how many first
    tickets a seat keeps is shown to nobody else; all other things happen face up.
    """
    saw: list[Any] = []
    for event in events:
        facts = dict(event.facts)
        if event.seat != viewer or viewer is None:
            if event.kind in ("offered", "kept", "chose_first_tickets"):
                del facts["tickets"]
            if event.kind == "drew_blind":
                del facts["color"]
            if event.kind == "chose_first_tickets":
                del facts["count"]
        saw.append((event.kind, event.seat, sorted(facts.items())))
    return saw
