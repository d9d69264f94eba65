"""Replays: of a finished game, and of one that is still played, as everybody saw it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import ViewportSize, expect

from tests.support.browser.visitor import LONG, Visitor, play_unseen_to_the_last_round

Visit = Callable[..., Visitor]

THREE_LINES = 54
DESK: ViewportSize = {"width": 1280, "height": 800}
SMALL_DESK: ViewportSize = {"width": 1024, "height": 768}


def test_a_whole_game_is_replayed_step_by_step_and_played_again(visit: Visit) -> None:
    ann = visit(reduced_motion="no-preference")
    ann.play_bots("new_york", bots=2)
    table = ann.page.url
    play_unseen_to_the_last_round(ann)
    while ann.must_decide():
        ann.decide()
    points_are_revealed_one_after_the_other(ann)
    best = ann.totals()[0]
    ann.page.get_by_role("link", name="Review").click()
    slider = ann.page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_value("0")
    ann.page.get_by_role("button", name="One step forward").click()
    expect(slider).to_have_value("1")
    assert ann.page.url.endswith("#1")
    lines = ann.page.get_by_role("list", name="Log").get_by_role("button")
    lines.nth(5).click()
    expect(lines.nth(5)).to_have_attribute("aria-current", "step")
    expect(slider).not_to_have_value("1")
    slider.focus()
    ann.page.keyboard.press("End")
    last = slider.get_attribute("max")
    expect(slider).to_have_value(str(last))
    expect(ann.page.get_by_role("cell", name=str(best), exact=True).first).to_be_visible()
    path = ann.page.get_by_role("button", name=re.compile("show .+ path")).first
    path.click()
    expect(path).to_have_attribute("aria-pressed", "true")
    names_stay_whole_on_a_small_laptop(ann)
    here = table.rsplit("/", 1)[1]
    end = ann.page.request.get(f"/api/tables/{here}/view").json()["public"]
    expect(ann.page.locator(".edge.lit")).to_have_count(len(end["longest_paths"][0]))
    ann.page.get_by_label("As seen by").select_option(index=2)
    expect(ann.page.get_by_text("Hand", exact=True)).to_be_visible()
    ann.page.reload()
    expect(ann.page.get_by_role("slider")).to_have_value(str(last))
    ann.go(table)
    ann.see_score()
    ann.button("Play again").click()
    ann.page.wait_for_url(lambda url: "/t/" in url and url != table)
    expect(ann.page.get_by_role("heading", name="Seats").or_(ann.table)).to_be_visible()
    ann.is_well()


def points_are_revealed_one_after_the_other(ann: Visitor) -> None:
    """Nobody skips: it goes on by itself, step by step, to the score."""
    expect(ann.page.get_by_role("heading", name="Counting points")).to_be_visible()
    seen = {tuple(ann.totals())}
    titles: set[str] = set()
    again = ann.button("Play again")
    until = time.monotonic() + LONG / 1000
    while not again.count() and time.monotonic() < until:
        ann.page.wait_for_timeout(200)
        seen.add(tuple(ann.totals()))
        titles.add(ann.page.locator("#score-title").inner_text())
    expect(again).to_be_visible()
    assert {"Counting points", "And the winner is …"} <= titles, "the winner comes last"
    expect(ann.page.get_by_role("table", name="The game in figures")).to_be_visible()
    score = ann.last_view()["public"]["score"]["seats"]
    assert sorted(ann.totals()) == sorted(seat["total"] for seat in score)
    assert len(seen) > len(score)
    ann.page.set_viewport_size(SMALL_DESK)
    sheet = ann.page.locator(".wide")
    assert sheet.evaluate("box => box.scrollWidth - box.clientWidth") == 0, "all columns are seen"
    ann.page.set_viewport_size(DESK)


def names_stay_whole_on_a_small_laptop(ann: Visitor) -> None:
    """They break between words, not between letters."""
    ann.page.set_viewport_size(SMALL_DESK)
    assert ann.page.locator("aside").evaluate("box => box.scrollWidth - box.clientWidth") == 0
    heights = ann.page.locator("th .who").evaluate_all("all => all.map(one => one.clientHeight)")
    assert max(heights) < THREE_LINES
    ann.page.set_viewport_size(DESK)


def test_the_last_moment_follows_the_game_and_an_earlier_one_stays(visit: Visit) -> None:
    ann, bob = visit(), visit()
    asked: list[str] = []
    ann.reach_own_turn()
    table = ann.page.url.rsplit("/", 1)[1]
    bob.go(f"/g/{table}#{ann.at}")
    slider = bob.page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_value(str(ann.at))
    bob.page.on("request", lambda request: asked.append(request.url))
    before = ann.at
    ann.decide()
    expect(slider).not_to_have_value(str(before), timeout=LONG)
    assert slider.get_attribute("max") == slider.input_value()

    slider.focus()
    bob.page.keyboard.press("Home")
    last = slider.get_attribute("max")
    ann.must_decide()
    ann.decide()
    expect(slider).not_to_have_attribute("max", str(last), timeout=LONG)
    expect(slider).to_have_value("0")
    again = [url for url in asked if "/api/" in url and "at=" not in url]
    assert again == [], "it is told what is new, and need not ask"
    bob.is_well()


def test_looking_back_shows_ones_own_cards_to_nobody(visit: Visit) -> None:
    """At one device the next one may look back, too."""
    ann = visit()
    ann.reach_own_turn()
    at = ann.at
    ann.page.keyboard.press("d")
    ann.wait_for_change(at)
    ann.page.get_by_role("link", name="Replay so far").first.click()
    happened = ann.page.locator(".happened")
    expect(happened).to_contain_text("took a card from the deck")
    expect(ann.page.get_by_label("As seen by")).to_have_count(0)
    ann.page.get_by_role("link", name="Back to the game").click()
    ann.wait_for_table()
    ann.is_well()
