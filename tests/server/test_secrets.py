"""Nothing hidden leaves the server: on the wire, a position and its twin are the same bytes."""

from __future__ import annotations

import asyncio
import random
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic_core import to_json

from caboose import State
from caboose.engine.history import Step
from caboose.server.live import answers
from caboose.server.people.tokens import hashed
from caboose.server.protocol.messages import TicketsAnswer
from caboose.server.tables.meta import TableMeta
from caboose.server.tables.projection import Projection
from caboose.server.tables.table import Table
from tests.support.games import looks
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.styles import STYLES, Style
from tests.support.server.people import Person, nonce, play_to_the_end
from tests.support.server.server_thread import Inside, serving
from tests.support.server.traffic import differences, sent, sent_after
from tests.support.server.twins import ArenaStage, PlayedGame, Position, Stage, fixed_time

SHORT = [(Stage, "usa_anniversary", 3, 4), (ArenaStage, "london", 2, 2)]
LONG = [(edition, seats, (seats + len(edition)) % 6) for edition, seats in EDITIONS_AND_SEATS]
WHOLE = [("london", 2, 2), ("new_york", 3, 1)]


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving(tmp_path_factory.mktemp("inside"), now=fixed_time) as server:
        yield server


def viewers(seats: int) -> list[int | None]:
    return [None, *range(seats)]


async def leaks(
    stage: Stage, game: PlayedGame, n: int, viewer: int | None, every: int = 4
) -> list[str]:
    """The answers by which a viewer can tell a position from its twin."""
    true = await sent(stage, game.position(n), viewer, every)
    false = await sent(stage, game.twin(n, viewer), viewer, every)
    return differences(true, false)


async def leaks_of_an_action(
    stage: Stage, game: PlayedGame, n: int, viewer: int | None
) -> list[str] | None:
    """What a viewer is sent of an action that looks the same to it; None if there is none."""
    true, twin = game.position(n), game.twin(n, viewer)
    seat = game.rng.choice(true.state.waiting_for())
    legal = [str(action) for action in true.state.legal_actions(seat)]
    kind = game.rng.choice(sorted({text.split(maxsplit=1)[0] for text in legal}))
    action = game.rng.choice([text for text in legal if text.startswith(kind)])
    other = lookalike(true.state, twin, seat, viewer, action, game.rng)
    if other is None:
        return None
    told = await sent_after(stage, true, viewer, seat, action)
    return differences(told, await sent_after(stage, twin, viewer, seat, other))


def lookalike(
    state: State, twin: Position, seat: int, viewer: int | None, action: str, rng: random.Random
) -> str | None:
    """An action in the twin that looks to a viewer like the true one; its chance is made to fit."""
    texts = [
        str(each)
        for each in twin.state.legal_actions(seat)
        if looks._looks_like(state, seat, viewer, action, str(each))
    ]
    if not texts:
        return None
    text, after = rng.choice(texts), state.copy()
    wanted = looks.happened(after.apply(action, seat), viewer)
    same = looks._play_to_the_same_end(twin.state, seat, viewer, text, wanted, rng)
    return None if same is None or after.is_over else text


def search(
    stage: Stage, seats: int, style: Style, per_phase: int = 1, every: int = 4
) -> tuple[list[str], int]:
    """All leaks of a game, and how many actions looked the same."""
    game = PlayedGame(stage, style, seats)
    found: list[str] = []
    alike = 0

    async def look() -> None:
        nonlocal alike
        for n in game.sampled(per_phase):
            for viewer in viewers(seats):
                found.extend(await leaks(stage, game, n, viewer, every))
                of_action = await leaks_of_an_action(stage, game, n, viewer)
                found.extend(of_action or [])
                alike += of_action is not None

    asyncio.run(look())
    return found, alike


@pytest.mark.parametrize(("laid", "edition", "seats", "style"), SHORT)
def test_nobody_can_tell_a_position_from_its_twin_on_the_wire(
    inside: Inside, laid: type[Stage], edition: str, seats: int, style: int
) -> None:
    """At somebody's own table, and at one of a running arena."""
    found, alike = search(laid(inside, edition, seats), seats, STYLES[style])
    assert found == []
    assert alike > seats


def test_a_players_own_tv_is_sent_the_bytes_of_any_spectator(inside: Inside) -> None:
    """A screen that looks on with a player's cookie: the same, whatever anybody holds."""
    stage = Stage(inside, "london", 2)
    game = PlayedGame(stage, STYLES[2], 3)

    async def look() -> None:
        for n in game.sampled(1):
            true, twin = game.position(n), game.twin(n, None)
            shown = [await on_a_tv(stage, each, stage.people[0]) for each in (true, twin)]
            assert shown[0] == shown[1] == await on_a_tv(stage, true, stage.spectator)

    asyncio.run(look())


async def on_a_tv(stage: Stage, position: Position, host: Person) -> list[str]:
    """What a TV hears of a position, and what it is answered if it asks like a seat."""
    stage.put(position)
    async with host.look(stage.id, -1) as tv:
        await tv.until("view")
        for question in ({"t": "ask_tickets", "id": "t"}, {"t": "ask_hint", "id": "h"}):
            await tv.send(question)
            await tv.until("refused")
        frames = [frame for frame in tv.frames if '"t":"table"' not in frame]
    assert len(frames) == 3
    return frames


@pytest.mark.soak
@pytest.mark.parametrize(("edition", "seats", "style"), LONG)
def test_nobody_can_tell_any_position_from_its_twin_on_the_wire(
    inside: Inside, edition: str, seats: int, style: int
) -> None:
    found, _ = search(Stage(inside, edition, seats), seats, STYLES[style], per_phase=4, every=1)
    assert found == []


@pytest.mark.soak
@pytest.mark.parametrize(("edition", "seats", "style"), WHOLE)
def test_nobody_can_tell_any_position_of_a_whole_game_from_its_twin_on_the_wire(
    inside: Inside, edition: str, seats: int, style: int
) -> None:
    found, _ = search(Stage(inside, edition, seats), seats, STYLES[style], per_phase=1_000_000)
    assert found == []


# ---- the search finds what is planted ------------------------------------------------------------


def _hands(state: State) -> Any:
    return state.to_dict()["hands"]


def _next_legal(projection: Projection, viewer: int | None) -> bytes:
    state = projection._state
    return to_json([str(action) for action in state.legal_actions(state.seat)])


def _whole_step(projection: Projection, n: int, _viewer: int | None) -> bytes:
    return to_json(projection._steps[n].to_dict())


def _named_hands(projection: Projection) -> bytes:
    said = projection._state.view(None).public_part()
    return to_json({**said, "all": _hands(projection._state)})


def _telling_clock(table: Table, now: int) -> dict[str, Any]:
    assert table.state is not None
    return {"now": now + zlib.crc32(repr(_hands(table.state)).encode()), "seats": []}


def _telling_info(meta: TableMeta, *asked: Any) -> Any:
    said = _INFO(meta, *asked)
    said.promise.nonces = [chair.nonce or "" for chair in meta.chairs]
    return said


def _others_tickets(table: Table, seat: int, question: str) -> TicketsAnswer:
    assert table.state is not None
    return _TICKETS(table, (seat + 1) % table.state.game.seats, question)


_INFO, _TICKETS = TableMeta.info, answers.tickets_answer

PLANTED: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "all hands": (Projection, "public", property(_named_hands), "view"),  # type: ignore[dict-item]
    "another's legal actions": (Projection, "legal", _next_legal, "view"),
    "hidden parts of steps": (Projection, "_step", _whole_step, "view"),
    "a clock that knows the hands": (Table, "clock_at", _telling_clock, "view"),
    "the nonces": (TableMeta, "info", _telling_info, "/api/tables/"),
}


@pytest.fixture(scope="module")
def played(inside: Inside) -> tuple[Stage, PlayedGame]:
    stage = Stage(inside, "london", 2)
    return stage, PlayedGame(stage, STYLES[0], 1)


@pytest.mark.parametrize("planted", PLANTED)
def test_a_leak_planted_on_purpose_is_found(
    planted: str, played: tuple[Stage, PlayedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, leaking, where = PLANTED[planted]
    monkeypatch.setattr(owner, name, leaking)
    assert any(where in leak for leak in all_leaks(played)), planted


def all_leaks(played: tuple[Stage, PlayedGame]) -> list[str]:
    stage, game = played
    numbers = [n for n, state in enumerate(game.states) if state.phase == "turn"]
    n = numbers[len(numbers) // 2]

    async def look() -> list[str]:
        return [name for viewer in (None, 1) for name in await leaks(stage, game, n, viewer)]

    return asyncio.run(look())


def test_without_a_planted_leak_none_is_found(played: tuple[Stage, PlayedGame]) -> None:
    assert all_leaks(played) == []


def test_an_answer_about_another_seat_is_found(
    played: tuple[Stage, PlayedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caboose.server.http.websocket.tickets_answer", _others_tickets)
    assert any("ask_tickets" in leak for leak in all_leaks(played))


def test_a_choice_shown_after_an_action_is_found(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(inside, "usa", 2)
    game = PlayedGame(stage, STYLES[3], 5)
    monkeypatch.setattr(Step, "seen_by", lambda step, _: step)
    keeping = [n for n, state in enumerate(game.states) if state.phase == "keep_tickets"]

    async def look() -> list[str]:
        found: list[str] = []
        for n in keeping[:6]:
            found += await leaks_of_an_action(stage, game, n, None) or []
        return found

    assert "frames" in asyncio.run(look())


# ---- where nobody looks at a game ----------------------------------------------------------------


async def _play_and_fail(people: list[Person], table: str) -> list[str]:
    """A whole game, and everything that is refused on the way; all secrets that passed by."""
    async with people[0].look(table) as one, people[1].look(table) as other:
        await one.until("view")
        await other.until("view")
        for bad in ("claim nowhere", "fly", "keep 9"):
            assert (await one.play(bad))["t"] == "refused"
        await one.send("{")
        await one.until("refused")
        await play_to_the_end([one, other], random.Random(7))
        assert one.view is not None
        state = one.view["public"]["state"]
    return [state["key"]]


def test_logs_and_metrics_hold_no_secret(inside: Inside) -> None:
    people = [Person(inside, "Ann"), Person(inside, "Ben")]
    nonces = [nonce(), nonce()]
    chairs = [{"kind": "me"}, {"kind": "open"}]
    body = {"edition": "london", "chairs": chairs, "nonce": nonces[0]}
    opened = people[0].ask("POST", "/api/tables", body)
    token = opened["invitations"]["1"].removeprefix("/join/")
    taken = people[1].ask("POST", f"/api/invitations/{token}", {"nonce": nonces[1]})
    table = opened["table"]["id"]
    people[0].ask("POST", f"/api/tables/{table}/start")
    bot = people[0].ask("POST", "/api/tokens", {"name": "Bot"})
    secret = inside.table(table).meta.secret
    keys = asyncio.run(_play_and_fail(people, table))
    resumes = [each["resume"].removeprefix("/resume/") for each in (opened, taken)]
    cookies = [str(person.http.cookies["caboose"]) for person in people]
    secrets = [*keys, secret, *nonces, token, *resumes, bot["token"], *cookies]
    secrets += [hashed(each) for each in (token, *resumes, bot["token"])]
    metrics = people[0].ask("GET", "/metrics")
    assert "caboose_actions_stored_total" in metrics
    said = inside.log.getvalue() + metrics
    assert '"event": "started"' in said
    for each in secrets:
        assert each not in said


def test_a_record_is_shown_when_the_game_is_over_and_not_before(inside: Inside) -> None:
    stage = Stage(inside, "london", 2)
    for viewer in (None, 0, 1):
        for path in ("record", "record.json"):
            said = stage.person(viewer).ask("GET", f"/api/tables/{stage.id}/{path}", status=409)
            assert said == {
                "code": "not_over",
                "sentence": "The game is not over; its record is shown when it is.",
                "values": {},
            }
        info = stage.person(viewer).ask("GET", f"/api/tables/{stage.id}")["table"]
        assert info["promise"]["secret"] is None
        assert info["promise"]["nonces"] is None


def test_a_failing_database_puts_no_stored_value_into_the_log(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of the database must not repeat what was to be stored."""
    person, other = Person(inside, "Ann"), Person(inside, "Ben")
    hidden = {"nonce": nonce()}
    opened = person.open_table("london", [{"kind": "me"}, {"kind": "open"}])
    token = opened["invitations"]["1"].removeprefix("/join/")
    drop = "CREATE TRIGGER no BEFORE UPDATE ON chairs BEGIN SELECT RAISE(ABORT, 'no'); END"
    _execute(inside, drop)
    try:
        other.ask("POST", f"/api/invitations/{token}", hidden, status=503)
    finally:
        _execute(inside, "DROP TRIGGER no")
    for each in (hidden["nonce"], token, hashed(token)):
        assert each not in inside.log.getvalue()
    with pytest.raises(Exception, match="no") as caught:
        _execute(inside, "INSERT INTO facts (name, value) VALUES (:a, :b)", a="x", b=None)
    assert "None" not in str(caught.value.__cause__)


def _execute(inside: Inside, statement: str, **values: Any) -> None:
    store = inside.host.store
    inside.run(store.write(lambda c: c.execute(sa.text(statement), values).close()))
