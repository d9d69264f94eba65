"""Events, and who may see which part; steps, and the history they form."""

from __future__ import annotations

import pytest

import caboose
from caboose import Event
from caboose.engine.event import SECRET_PARTS, sweeps
from caboose.engine.history import History, Step, chain
from tests.support.games.largest_board import COLORS, largest_edition
from tests.support.games.styles import STYLES, any_action, final_state, hoard_colors, positions
from tests.support.games.sweeping import sweeping_edition

# Every kind of event with the facts that belong to it.
FACTS = {
    "drew_blind": {"color"},
    "took_face_up": {"color", "slot"},
    "laid": {"color", "slot"},
    "swept": set(),
    "swept_often": {"times"},
    "reshuffled": {"cards"},
    "draw_ended": set(),
    "claimed": {"route"},
    "paid": {"route", "color", "cards", "locomotives", "points"},
    "offered": {"count", "tickets"},
    "kept": {"count", "tickets"},
    "chose_first_tickets": {"count", "tickets"},
    "all_chose": {"counts"},
    "passed": set(),
    "final_round_began": set(),
    "game_ended": {"reason"},
}
NOBODYS = {"laid", "swept", "swept_often", "reshuffled", "all_chose", "game_ended"}


def all_events() -> list[Event]:
    """The events of a few games on the smallest deck, and of one deal with very many sweeps."""
    game = caboose.Game("london", 4)
    ends = [final_state(game, seed, style) for seed, style in enumerate(STYLES)]
    ends.append(caboose.Game(sweeping_edition(), 2).start(seed=5))
    return [event for end in ends for step in end.history or () for event in step.events]


def test_events_have_their_facts_and_their_seat() -> None:
    met = set()
    for event in all_events():
        met.add(event.kind)
        assert set(event.facts) == FACTS[event.kind]
        assert (event.seat is None) == (event.kind in NOBODYS)
        assert event.to_dict()["kind"] == event.kind
        assert event.to_dict().get("seat") == event.seat
    assert met >= set(FACTS) - {"passed"}


def test_a_pass_is_told() -> None:
    game = caboose.Game("usa", 2)
    *_, state = positions(game, 1, any_action, most=2)
    nothing = dict.fromkeys(state.to_dict()["deck"], 0)
    stuck = state.to_dict() | {
        "hands": [nothing, nothing],
        "deck": nothing,
        "face_up": [None] * 5,
        "ticket_deck": [],
    }
    del stuck["memory"]
    alone = game.from_dict(stuck)
    assert [str(action) for action in alone.legal_actions()] == ["pass"]
    assert alone.apply("pass") == [Event("passed", 0)]
    assert alone.apply("pass") == [
        Event("passed", 1),
        Event("game_ended", None, {"reason": "deadlock"}),
    ]


def test_only_its_own_seat_sees_the_secret_part() -> None:
    met = set()
    for event in all_events():
        secret = set(SECRET_PARTS.get(event.kind, ()))
        for viewer in (None, 0, 1, 2, 3):
            seen = event.seen_by(viewer)
            is_own = viewer is not None and viewer == event.seat
            assert (seen.kind, seen.seat) == (event.kind, event.seat)
            assert set(seen.facts) == set(event.facts) - (set() if is_own else secret)
        met.add(event.kind) if secret else None
    assert met == set(SECRET_PARTS) == {"drew_blind", "offered", "kept", "chose_first_tickets"}


def test_what_a_seat_keeps_is_told_by_number_and_first_tickets_not_at_all() -> None:
    kept = Event("kept", 1, {"count": 2, "tickets": [4, 9]})
    assert kept.seen_by(0).facts == {"count": 2}
    first = Event("chose_first_tickets", 1, {"count": 2, "tickets": [4, 9]})
    assert first.seen_by(0).facts == {}
    assert first.seen_by(1) == first
    step = Step(1, "keep 1 2", (kept,))
    assert step.seen_by(1) == step
    assert step.seen_by(0) == Step(1, "keep ?", (kept.seen_by(0),))
    assert step.seen_by(None) == step.seen_by(0)


def test_copies_share_their_past_and_not_their_future() -> None:
    state = caboose.Game("usa", 2).start(seed=1)
    state.apply("keep 1 2", 0)
    one, other = state.copy(), state.copy()
    one.apply("keep 1 2", 1)
    other.apply("keep 1 3", 1)
    assert state.history is not None
    assert one.history is not None
    assert other.history is not None
    assert [step.action for step in one.history] == [None, "keep 1 2", "keep 1 2"]
    assert [step.action for step in other.history] == [None, "keep 1 2", "keep 1 3"]
    assert one.history.before is other.history.before is state.history
    assert one.history.length == 3


def test_a_very_long_history_can_be_walked_and_dropped() -> None:
    history: History | None = None
    for n in range(50_000):
        history = History(history, Step(0, str(n), ()))
    assert history is not None
    assert sum(1 for _ in history) == 50_000
    assert chain(tuple(history)).length == 50_000


def test_events_come_in_the_order_of_the_rules() -> None:
    """R1: a sweep is told before the cards that are laid in its place."""
    swept = 0
    for seed in range(5):
        for state in positions(caboose.Game("london", 4), seed, hoard_colors):
            assert state.history is not None
            kinds = [event.kind for event in state.history.step.events]
            if "swept" in kinds:
                swept += 1
                place = kinds.index("swept")
                assert kinds[place + 1] in ("laid", "reshuffled")
                assert set(kinds[place + 1 :]) & {"drew_blind", "took_face_up", "paid"} == set()
    assert swept > 5


def test_a_very_long_run_of_sweeps_is_told_to_its_end() -> None:
    """Sixty locomotives and three other cards: thousands of rows are swept until all three lie."""
    game = caboose.Game(largest_edition(), 2)
    start = game.start(seed=3)
    for seat in (0, 1):
        start.apply("keep 1 2", seat)
    nothing = dict.fromkeys(start.to_dict()["deck"], 0)
    position = start.to_dict() | {
        "face_up": ["locomotive", "locomotive", *COLORS[:3]],
        "deck": nothing | {COLORS[3]: 1, "locomotive": 58},
        "hands": [
            nothing | dict.fromkeys(COLORS[4:], 60),
            nothing | dict.fromkeys(COLORS[:4], 59),
        ],
    }
    del position["memory"]
    state = game.from_dict(position)
    row = list(position["face_up"])
    events = state.apply(f"draw {COLORS[0]}")
    assert sweeps(events) == (state.to_dict()["chance"] - start.to_dict()["chance"] - 1) // 5
    assert sweeps(events) > 1000
    for event in events:
        if event.kind == "laid":
            row[event.facts["slot"]] = event.facts["color"]
    assert row == state.to_dict()["face_up"]


@pytest.mark.parametrize("name", ["kind", "seat", "facts"])
def test_an_event_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Event("swept"), name, None)
