"""Finished games, boards of one's own, and other languages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import run_server
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_finished_game_is_replayed_step_by_step(visit: Visit) -> None:
    ann = visit()
    ann.play_bots("new_york")
    ann.play_to_the_end()
    best = ann.totals()[0]
    ann.page.get_by_role("link", name="Review").click()
    slider = ann.page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_value("0")
    ann.page.get_by_role("button", name="One step on").click()
    expect(slider).to_have_value("1")
    assert ann.page.url.endswith("#1")
    slider.focus()
    ann.page.keyboard.press("End")
    last = slider.get_attribute("max")
    expect(slider).to_have_value(str(last))
    expect(ann.page.get_by_role("cell", name=str(best), exact=True).first).to_be_visible()
    ann.page.get_by_label("Through the eyes of").select_option(index=2)
    expect(ann.page.get_by_text("Hand", exact=True)).to_be_visible()
    ann.page.reload()
    expect(ann.page.get_by_role("slider")).to_have_value(str(last))
    ann.is_well()


def test_a_running_game_can_be_looked_back_at(visit: Visit) -> None:
    ann = visit()
    ann.play_bots("london")
    ann.must_decide()
    ann.decide()
    table = ann.page.url.rsplit("/", 1)[1]
    ann.go(f"/g/{table}#0")
    expect(ann.page.get_by_role("slider")).to_have_value("0")
    expect(ann.page.get_by_role("link", name="Back to the game")).to_be_visible()


def test_a_board_of_ones_own_is_played_in_the_browser(visit: Visit, tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    new = [sys.executable, "-m", "caboose.cli", "board", "new", str(boards / "mine.toml")]
    subprocess.run(new, check=True, capture_output=True)
    for server in run_server(Server(tmp_path, boards=boards)):
        ann = visit(server)
        ann.go()
        editions = ann.page.locator("input[name=edition]")
        expect(editions).to_have_count(8)
        ann.choose(editions.last.input_value())
        ann.button("Play").click()
        ann.play_to_the_end()
        ann.is_well()


def test_the_client_speaks_german_and_french(visit: Visit) -> None:
    anna = visit(locale="de-DE")
    anna.go()
    expect(anna.button("Spielen")).to_be_visible()
    assert anna.page.locator("html").get_attribute("lang") == "de"
    anne = visit(locale="fr-FR")
    anne.go()
    expect(anne.button("Jouer")).to_be_visible()
