"""Reports: the figures add up, troubles are seen, and the page stands on its own."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from caboose.boards import edition, find, new_board
from caboose.boards.drawing import RISING, Heat, Scale, draw_heat_map
from caboose.engine.action import Action
from caboose.engine.game import Game
from caboose.engine.view import View
from caboose.lab.bot_game import play_game
from caboose.lab.game_summary import TROUBLES, GameSummary, summarize_game
from caboose.lab.played_game import replay_game
from caboose.lab.remarks import remarks, route_names
from caboose.lab.report import make_report, mean, share, strongest_bot
from caboose.lab.report_maps import claimed_map, draw_picture, signed, worth_map
from caboose.lab.report_page import write_page
from caboose.players import PLAYERS, Player, UnknownPlayer, make_player

GAMES = 24
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(name="figures", scope="module")
def _figures() -> dict[str, Any]:
    return make_report(Game("london", 3), GAMES, bot="racer")


class Hoarder(Player):
    """Draws as long as it can, and claims only when nothing else is left."""

    def choose(self, view: View, legal: list[Action]) -> Action:  # noqa: ARG002
        return legal[0]


def tale_of(game: Game, players: list[Player], seed: int = 0) -> GameSummary:
    key = bytes([seed]) * 32
    return summarize_game(replay_game(play_game(game, players, key), game))


# --- one game -------------------------------------------------------------------------------------


def test_a_tale_knows_who_claimed_what() -> None:
    game = Game("london", 2)
    played = play_game(game, [make_player("racer", 1), make_player("biggest", 2)], bytes(32))
    summary = summarize_game(replay_game(played, game))
    for seat in (0, 1):
        lengths = [
            game.edition.board.routes[r].length for r in summary.owners if summary.owners[r] == seat
        ]
        points = sum(game.edition.route_points[length - 1] for length in lengths)
        assert points == played.routes[seat]
    assert (summary.totals, summary.ranks, summary.turns) == (
        played.totals,
        played.ranks,
        played.turns,
    )


def test_a_tale_knows_every_offered_ticket_and_what_became_of_it() -> None:
    game = Game("london", 3)
    players = [make_player("random", seed) for seed in (1, 2, 3)]
    played = play_game(game, players, bytes(32))
    summary = summarize_game(replay_game(played, game))
    for seat in (0, 1, 2):
        kept = [each for each in summary.tickets if each.seat == seat and each.is_kept]
        assert len(kept) == played.kept[seat]
        assert sum(each.points for each in kept) == played.tickets[seat]
        assert sum(each.points > 0 for each in kept) == played.completed[seat]
    assert all(each.points == 0 for each in summary.tickets if not each.is_kept)
    assert len(summary.tickets) >= 3 * game.edition.first_offer


def test_hoarders_run_out_of_cards_and_tickets() -> None:
    summary = tale_of(Game("london", 4), [Hoarder(seed) for seed in range(4)])
    assert summary.troubles >= {"empty_slot", "no_second_card", "no_tickets"}
    assert summary.troubles <= set(TROUBLES)


def test_where_trains_outlast_routes_the_game_ends_in_a_deadlock() -> None:
    game = Game(replace(edition("london"), trains=60), 2)
    summary = tale_of(game, [Hoarder(seed) for seed in range(2)])
    assert summary.troubles >= {"deadlock", "pass"}


def test_a_row_that_cannot_be_swept_is_seen() -> None:
    game = Game("usa", 5)
    assert "row_stands" in tale_of(game, [Hoarder(seed) for seed in range(5)]).troubles


def test_an_ordinary_game_has_no_trouble() -> None:
    players = [make_player("racer", seed) for seed in range(2)]
    assert tale_of(Game("usa", 2), players).troubles <= {"swept_again"}


# --- figures --------------------------------------------------------------------------------------


def test_the_figures_add_up(figures: dict[str, Any]) -> None:
    facts = edition("london")
    assert len(figures["routes"]) == len(facts.board.routes)
    assert len(figures["tickets"]) == len(facts.tickets)
    assert sum(row["wins"]["mean"] for row in figures["by_seat"]) == pytest.approx(1)
    assert sum(figures["scores"]["counts"].values()) == 3 * GAMES
    assert sum(figures["turns"]["counts"].values()) == GAMES
    for row in figures["routes"]:
        assert row["claimed"]["count"] == row["worth"]["n"] <= GAMES
    for row in figures["tickets"]:
        assert row["completed"]["count"] <= row["kept"]["count"] <= row["offered"]
        if row["kept"]["count"]:
            done = 2 * row["completed"]["count"] - row["kept"]["count"]
            expected = row["points"] * done / row["kept"]["count"]
            assert row["expected"]["mean"] == pytest.approx(expected)
    assert json.loads(json.dumps(figures)) == figures


def test_with_few_seats_a_double_route_is_claimed_once() -> None:
    figures = make_report(Game("london", 2), 10, bot="racer")
    claimed = {row["route"]: row["claimed"]["count"] for row in figures["routes"]}
    for route in edition("london").board.routes:
        if route.twin:
            assert claimed[route.id] + claimed[route.twin] <= 10


def test_worths_of_all_owners_cancel_where_everybody_owns_a_route() -> None:
    assert mean([3.0, -3.0])["mean"] == 0
    assert mean([])["mean"] is None
    assert mean([2.0]) == {"n": 1, "mean": 2.0, "error": None}
    assert mean([1.0, 3.0])["error"] == pytest.approx(1)


def test_a_share_of_all_or_nothing_is_not_certain() -> None:
    assert share(0, 10)["share"] == 0
    assert share(0, 10)["error"] > 0.05
    assert share(0, 0)["share"] is None
    assert share(500, 1000)["error"] == pytest.approx(0.0158, abs=1e-4)


@pytest.mark.soak
def test_more_workers_give_the_same_figures(figures: dict[str, Any]) -> None:
    assert make_report(Game("london", 3), GAMES, bot="racer", workers=2) == figures


def test_an_own_board_gets_a_report_and_its_names_cannot_break_the_page(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    text = new_board().replace('name = "Harbor"', "name = '<b>Harbor & \"Co\"</b>'")
    assert text != new_board()
    file.write_text(text, "utf-8")
    game = Game(str(file), 2)
    figures = make_report(game, 4, bot="biggest")
    page = write_page(game.edition, figures)
    assert "<b>Harbor" not in page
    assert "&lt;b&gt;Harbor &amp; " in page
    assert_well_formed(page)


def test_the_strongest_bot_there_is_plays_unless_one_is_named() -> None:
    assert strongest_bot() in PLAYERS
    with pytest.raises(UnknownPlayer):
        make_report(Game("london", 2), 1, bot="godzilla")


# --- the page -------------------------------------------------------------------------------------


class Checker(HTMLParser):
    """Wants every tag closed, in order, and collects what a browser would fetch."""

    EMPTY = ("meta", "rect", "path", "circle", "polygon")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [f"{name}={value}" for name, value in attrs if name in ("src", "href")]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


def assert_well_formed(page: str) -> None:
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert checker.fetched == []


def test_the_page_is_well_formed_and_asks_nobody_for_anything(figures: dict[str, Any]) -> None:
    page = write_page(edition("london"), figures)
    assert_well_formed(page)
    addresses = set(re.findall(r"https?://[^\"' )]*", page))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert "@import" not in page
    assert "url(" not in page


def test_the_page_is_made_for_phones_and_for_dark_screens(figures: dict[str, Any]) -> None:
    page = write_page(edition("london"), figures)
    assert 'name="viewport"' in page
    assert page.count("prefers-color-scheme: dark") == 2
    for color in RISING:
        assert f'[fill="{color}"]' in page


def test_the_page_names_every_route_ticket_and_trouble(figures: dict[str, Any]) -> None:
    page = write_page(edition("london"), figures)
    rows = page.count("<tr>")
    tables = 4
    wanted = len(figures["routes"]) + len(figures["tickets"]) + 3 + len(TROUBLES) + tables
    assert rows == wanted
    assert "caboose report london --seats 3 --games 24 --bot racer --seed 0" in page


def test_remarks_point_at_what_is_wrong(figures: dict[str, Any]) -> None:
    broken = json.loads(json.dumps(figures))
    broken["routes"][0]["claimed"]["share"] = 0.0
    broken["troubles"]["deadlock"] = 7
    broken["by_seat"][0]["wins"] = {"n": GAMES, "mean": 0.9, "error": 0.02}
    told = " ".join(remarks(edition("london"), broken))
    assert "Regent's Park – Baker Street" in told
    assert f"In 7 of {GAMES} games the game ended because every seat passed." in told
    assert "Seat 0 wins 90 ± 2 %" in told


def test_the_two_routes_of_a_double_route_have_different_names() -> None:
    for board in ("usa", "london", "new_york"):
        names = route_names(find(board))
        assert len(set(names.values())) == len(names)


# --- the maps -------------------------------------------------------------------------------------


def test_a_heat_map_fills_every_space_of_a_route_and_writes_its_number(
    figures: dict[str, Any],
) -> None:
    facts = edition("london")
    svg = ET.fromstring(claimed_map(facts, figures))
    groups = {g.get("data-route"): g for g in svg.iter(f"{SVG}g") if g.get("data-route")}
    assert set(groups) == {route.id for route in facts.board.routes}
    for route in facts.board.routes:
        fills = [rect.get("fill") for rect in groups[route.id].iter(f"{SVG}rect")]
        assert len(fills) == route.length
        assert len(set(fills)) == 1
        assert fills[0] in RISING
    numbers = [text for text in svg.iter(f"{SVG}text") if text.get("class") == "number"]
    assert len(numbers) == len(facts.board.routes)
    assert all(0 <= int(number.text or "") <= 100 for number in numbers)


def test_a_route_that_was_hardly_claimed_has_no_worth_on_the_map(figures: dict[str, Any]) -> None:
    svg = ET.fromstring(worth_map(edition("london"), figures))
    numbers = [text for text in svg.iter(f"{SVG}text") if text.get("class") == "number"]
    assert len(numbers) == sum(row["worth"]["n"] >= 10 for row in figures["routes"])


def test_a_heat_map_of_nothing_is_a_map_and_an_unknown_route_is_refused() -> None:
    scale = Scale("nothing", ("#ffffff",), ("0",))
    ET.fromstring(draw_heat_map(edition("new_york"), {}, scale))
    with pytest.raises(ValueError, match="has no route 'atlantis'"):
        draw_heat_map(edition("new_york"), {"atlantis": Heat(0, "1", "")}, scale)


def test_a_map_of_a_board_with_a_long_name_is_still_drawn(figures: dict[str, Any]) -> None:
    facts = replace(edition("london"), name="An exceedingly long name for a rather small town")
    assert "An exceedingly long name" in claimed_map(facts, figures)


def test_the_map_alone_is_a_picture_of_either_kind(figures: dict[str, Any]) -> None:
    facts = edition("london")
    svg = draw_picture(Path("map.svg"))(facts, figures)
    assert svg == claimed_map(facts, figures)
    png = draw_picture(Path("map.PNG"))(facts, figures)
    assert isinstance(png, bytes)
    assert png.startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"must end in \.svg or \.png"):
        draw_picture(Path("map.gif"))


def test_numbers_carry_their_sign_but_zero_has_none() -> None:
    assert (signed(2.34), signed(-2.34), signed(0.04), signed(-0.4, 0)) == (
        "+2.3", "\N{MINUS SIGN}2.3", "0.0", "0",
    )  # fmt: skip
