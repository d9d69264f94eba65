"""My games and my figures in the browser: found again, filtered, and added up."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.axe import faults
from tests.support.browser.visitor import Visitor, play_unseen

Visit = Callable[..., Visitor]


def test_a_finished_game_is_found_again_and_adds_to_the_figures(visit: Visit) -> None:
    ann = visit()
    ann.go("/me/games")
    expect(ann.page.get_by_text("No finished games yet.")).to_be_visible()
    ann.play_bots("london")
    play_unseen(ann)
    ann.see_score()
    points = ann.totals()
    ann.go("/me/games")
    rows = ann.page.locator("main").get_by_role("listitem")
    expect(rows).to_have_count(1)
    for total in points:
        expect(rows).to_contain_text(str(total).replace("-", "\N{MINUS SIGN}"))
    assert faults(ann) == []
    ann.page.get_by_label("Edition").select_option("USA")
    expect(ann.page.get_by_text("No games match.")).to_be_visible()
    ann.page.get_by_label("Edition").select_option("all")
    ann.page.get_by_label("Player’s name").fill("passen")
    expect(rows).to_have_count(1)
    with ann.page.expect_download() as download:
        rows.get_by_role("link", name="Record").click()
    assert "edition london" in download.value.path().read_text("utf-8")
    ann.page.get_by_role("link", name="My figures").click()
    expect(ann.page.get_by_role("row", name=re.compile(r"^London .*of 1"))).to_be_visible()
    expect(ann.page.locator(".map svg rect:not(.cold)").first).to_be_visible()
    assert faults(ann) == []
    ann.is_well()
