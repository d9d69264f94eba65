"""Everything a viewer can get out of a server about one position, byte by byte."""

from __future__ import annotations

import asyncio
from typing import Any

import caboose
from caboose import State
from tests.support.server.people import Looking
from tests.support.server.twins import Position, Stage

AT_ONCE = 60  # questions sent before their answers are read
Bytes = dict[str, Any]


async def sent(stage: Stage, position: Position, viewer: int | None, every: int) -> Bytes:
    """All answers to a viewer while a position stands, by name; of routes, one of so many."""
    stage.put(position)
    answers = asked_over_http(stage, position.state, viewer)
    answers["stream"] = streamed(stage, viewer)
    stage.inside.run(stage._until_nobody_looks())
    async with stage.person(viewer).look(stage.id, _chair(viewer)) as looking:
        await looking.until("view")
        answers["socket"] = list(looking.frames)
        asked = questions(position.state, viewer, every)
        for first in range(0, len(asked), AT_ONCE):
            some = asked[first : first + AT_ONCE]
            await asyncio.gather(*(looking.send(each) for each in some))
            for each in some:
                answers[f"socket {each}"] = await frame(looking)
    return answers


def _chair(viewer: int | None) -> int:
    return -1 if viewer is None else viewer


async def frame(looking: Looking) -> str:
    """The next answer; news of who has come is told in between, whenever it was gathered."""
    while (await looking.receive())["t"] == "table":
        pass
    return looking.frames[-1]


# ---- over HTTP -----------------------------------------------------------------------------------


def asked_over_http(stage: Stage, state: State, viewer: int | None) -> Bytes:
    """Every address that says something about a table, its lists and its refusals."""
    at, here = int(state.fields.actions), f"/api/tables/{stage.id}"
    paths = [
        here,
        f"{here}/view",
        f"{here}/view?chair=-1",
        f"{here}/view?seen={at}",
        *(f"{here}/view?at={n}" for n in sorted({0, at // 2, at})),
        f"{here}/view?at={at + 1}",
        f"{here}/view?at={at}&chair={_chair(viewer)}",
        f"{here}/view?chair={((viewer or 0) + 1) % state.game.seats}",
        f"{here}/tickets",
        f"{here}/route?route={state.game.notation.routes[0]}",
        f"{here}/record",
        f"{here}/record.json",
        "/api/lobby",
        "/api/me/tables",
        "/api/games",
        f"/api{stage.resume[0]}",
        *stage.pages,
    ]
    answers = {path: fetched(stage, viewer, "GET", path) for path in paths}
    answers["POST links"] = fetched(stage, viewer, "POST", f"{here}/links")
    illegal = [*illegal_actions(state, viewer)][:3]
    for n, (action, seen) in enumerate([*((text, at) for text in illegal), ("pass", at - 1)]):
        command = {"cmd_id": f"http{n}", "at": max(0, seen), "action": action}
        path = f"{here}/actions"
        if is_refused(state, viewer, action) or (state.phase != "first_tickets" and seen < at):
            answers[f"POST {action}"] = fetched(stage, viewer, "POST", path, command)
    return answers


def fetched(
    stage: Stage, viewer: int | None, method: str, path: str, body: Any = None
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body; when it was sent is not part of it."""
    answer = stage.person(viewer).http.request(method, path, json=body)
    assert answer.status_code < 500, f"{path}: {answer.text}"
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    return answer.status_code, headers, answer.content


def streamed(stage: Stage, viewer: int | None) -> list[str]:
    """The lines of a stream up to the view; who is there is told once, when it was gathered."""
    lines: list[str] = []
    path = f"/api/tables/{stage.id}/stream?chair={_chair(viewer)}"
    with stage.person(viewer).http.stream("GET", path) as answer:
        for line in answer.iter_lines():
            if not (lines and '"t":"table"' in line):
                lines.append(line)
            if '"t":"view"' in line:
                return lines
    raise AssertionError(f"no view in {lines}")


# ---- over the socket -----------------------------------------------------------------------------


def questions(state: State, viewer: int | None, every: int) -> list[dict[str, Any]]:
    """Every question of the protocol, and every kind of command that is refused."""
    at = int(state.fields.actions)
    first = (at + (viewer or 0)) % every
    asked: list[dict[str, Any]] = [
        {"t": "ask_route", "id": f"r{n}", "route": route}
        for n, route in enumerate(state.game.notation.routes[first::every])
    ]
    asked += [{"t": "ask_route", "id": "r", "route": "nowhere"}, {"t": "ask_tickets", "id": "t"}]
    asked += [{"t": "ask_hint", "id": "h"}, {"t": "ask_standing", "id": "p"}]
    asked += [{"t": "ping"}, {"t": "fly"}]
    for n, action in enumerate(illegal_actions(state, viewer)):
        asked.append({"t": "play", "cmd_id": f"c{n}", "at": at, "action": action})
    if state.phase != "first_tickets":
        for n, other in enumerate({at - 1, at + 1, 0} - {at}):
            asked.append({"t": "play", "cmd_id": f"s{n}", "at": max(0, other), "action": "pass"})
    return asked


def illegal_actions(state: State, viewer: int | None) -> list[str]:
    """What a seat may not play now, of every form that an action has."""
    cards, routes = state.game.notation.cards, state.game.notation.routes
    texts = ["draw deck", "tickets", "pass", "fly", "keep 0", "keep 9", "pay red", "claim nowhere"]
    texts += [f"draw {card}" for card in cards]
    texts += [f"claim {route}" for route in routes[::4]]
    texts += [f"claim {route} {card} 2+1" for route in routes[:6] for card in cards[:3]]
    texts += [f"pay {card} {n}" for card in cards for n in (1, 3, 6)]
    texts += [f"pay {card} {n}+{m}" for card in cards[:-1] for n, m in ((1, 1), (2, 2))]
    texts += [f"keep {places}" for places in ("1", "2", "1 2", "1 2 3", "1 2 3 4 5")]
    return [text for text in texts if is_refused(state, viewer, text)]


def is_refused(state: State, viewer: int | None, text: str) -> bool:
    if viewer is None:
        return True
    try:
        trial = state.copy()
        for action in state.game.notation.parse(text):
            trial.apply(action, viewer)
    except caboose.IllegalAction:
        return True
    return False


# ---- one action ----------------------------------------------------------------------------------


async def sent_after(
    stage: Stage, position: Position, viewer: int | None, seat: int, action: str
) -> Bytes:
    """All that a viewer is sent while a seat plays an action."""
    stage.put(position)
    at = int(position.state.fields.actions)
    async with stage.person(viewer).look(stage.id, _chair(viewer)) as looking:
        await looking.until("view")
        command = {"t": "play", "cmd_id": "step", "at": at, "action": action}
        if seat == viewer:
            await looking.send(command)
        else:
            async with stage.person(seat).look(stage.id, seat) as actor:
                await actor.until("view")
                answer = await actor.give(command)
                assert answer["t"] == "ack", answer
        await looking.until_at(at + 1)
        await looking.send({"t": "ping"})
        await looking.until("pong")
        frames = [each for each in looking.frames if '"t":"table"' not in each]
    stage.inside.run(stage._until_nobody_looks())
    return {
        "frames": frames,
        "view": fetched(stage, viewer, "GET", f"/api/tables/{stage.id}/view"),
        "lists": fetched(stage, viewer, "GET", "/api/me/tables"),
    }


def differences(one: Bytes, other: Bytes) -> list[str]:
    """The names of the answers that are not the same."""
    return [name for name in {**one, **other} if one.get(name) != other.get(name)]
