"""What a game was worth, in the browser: beside the replay, after the game, and played on."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.axe import faults
from tests.support.browser.fitting import sticks_out
from tests.support.browser.server import Server, run_server
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]
ZEROS = "0" * 64


@pytest.fixture(scope="module", name="quick_server")
def _quick_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that analyzes quickly."""
    folder: Path = tmp_path_factory.mktemp("analysis")
    yield from run_server(Server(folder, analysis_depth="quick"))


def finished_game(visitor: Visitor, seed: int) -> str:
    """A game against a bot in which the visitor plays anything, to its end; the table."""
    visitor.go("/")
    visitor.ask("/api/guests", {"name": "Ann"})
    play = {"edition": "london", "bots": ["driver"], "nonce": ZEROS}
    path = f"/api/tables/{visitor.ask('/api/play', play)['table']['id']}"
    rng = random.Random(seed)
    number = 0
    while (view := visitor.ask(f"{path}/view"))["public"]["phase"] != "over":
        if view["legal"]:
            number += 1
            move = {"cmd_id": f"c{number}", "at": view["at"], "action": rng.choice(view["legal"])}
            visitor.ask(f"{path}/actions", move)
    return path.rsplit("/", 1)[1]


def test_a_game_is_analysed_read_and_played_on(visit: Visit, quick_server: Server) -> None:
    ann = visit(quick_server)
    table = finished_game(ann, 3)
    page = ann.page
    ann.go(f"/t/{table}")
    ann.button("Analyze this game").click()
    expect(page.get_by_role("heading", name="The costliest decisions")).to_be_visible()
    page.get_by_role("link", name="Open the analysis").click()

    expect(page.get_by_role("heading", name="Game analysis")).to_be_visible()
    slider = page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_value("0")
    moments = page.get_by_role("list", name="Key moments").get_by_role("button")
    expect(moments).not_to_have_count(0)
    count = moments.count()
    assert count <= 8
    page.locator("h2").first.click()
    page.keyboard.press("n")
    expect(moments.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("Shift+N")
    expect(moments.nth(count - 1)).to_have_attribute("aria-current", "step")
    page.get_by_label("Player", exact=True).select_option(label="All players")
    assert moments.count() >= count

    decision = page.get_by_role("region", name="Ann to decide")
    expect(decision.get_by_role("row").filter(has_text="best")).to_have_count(1)
    expect(decision.get_by_role("row").filter(has_text="played")).to_have_count(1)
    expect(decision.get_by_text("Hand", exact=True)).to_have_count(1)
    decision.get_by_label("Show everyone’s cards").check()
    expect(decision.get_by_text("Hand", exact=True)).to_have_count(2)
    page.get_by_label("Show", exact=True).select_option(label="Ann: luck and play apart")
    expect(page.get_by_text("Luck is the deal", exact=False)).to_be_visible()

    decision.get_by_role("button", name="Try again").click()
    expect(page.locator(".board .best")).to_have_count(0)  # nothing is given away
    trying = page.get_by_role("region", name="Try again")
    trying.get_by_role("button").first.click()
    expect(trying.get_by_text(re.compile("played|good move|loses"))).not_to_have_count(0)
    trying.get_by_role("button").last.click()

    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a picture").first.click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    address = page.url
    assert "?analysis#" in address
    decision.get_by_text("Play on from here").click()
    decision.get_by_role("button", name="Play on").click()
    page.wait_for_url(lambda url: "/t/" in url and table not in url)
    ann.must_decide()

    ann.go(address)  # a link shows it, also to whoever did not ask
    zoe = visit(quick_server)
    zoe.go(address)
    expect(zoe.page.get_by_role("heading", name="How everyone played")).to_be_visible()
    assert zoe.page.get_by_role("list", name="Key moments").get_by_role("button").count() > 0
    ann.is_well()


@pytest.mark.parametrize(("size", "theme"), [("wide", "dark"), ("phone", "light")])
def test_the_analysis_is_free_of_faults_and_fits(
    visit: Visit, quick_server: Server, size: str, theme: str
) -> None:
    shape = {"width": 1280, "height": 800} if size == "wide" else {"width": 360, "height": 740}
    ann = visit(quick_server, color_scheme=theme, viewport=shape, locale="fr-FR")
    table = finished_game(ann, 4)
    ann.go(f"/g/{table}?analysis")
    page = ann.page
    page.get_by_role("button", name="Analyser cette partie").click()
    expect(page.get_by_role("heading", name="Moments clés")).to_be_visible()
    page.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    page.get_by_role("list", name="Moments clés").get_by_role("button").first.click()
    expect(page.get_by_role("region", name="de décider")).to_be_in_viewport(ratio=0.3)
    assert faults(ann) == []
    wide = page.locator("aside").evaluate("one => one.scrollWidth - one.clientWidth")
    assert wide <= 0, "nothing is cut at the side"
    assert sticks_out(page) == []
    ann.go("/me/figures")
    expect(page.get_by_role("img", name=re.compile("^Chance sur 1 partie"))).to_be_visible()
    page.get_by_text("En tableau").click()
    assert faults(ann) == []
    assert sticks_out(page) == []
