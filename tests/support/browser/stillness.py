"""Does it stay where it is: how far pages move while they load, as browsers measure it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.support.browser.visitor import Visitor

GOOD = 0.1  # of the measure that browsers take of a page
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
# Whatever moves without having been acted on, summed up over the life of a page.
WATCH = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""


def watch(visitor: Visitor) -> None:
    """Measure whatever this visitor opens from now on."""
    visitor.page.add_init_script(f"({WATCH})()")


def shift(visitor: Visitor, path: str, shown: str) -> float:
    """How far a page moves from when it is opened until everything on it has come."""
    visitor.go(path)
    expect(visitor.page.locator(shown).first).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_timeout(600)  # pictures come one by one
    return float(visitor.page.evaluate("() => window.shifted"))


def shifts(visitor: Visitor) -> dict[str, float]:
    """How far every page moves, by its name; a game is begun and a table opened on the way."""
    moved = {
        "home": shift(visitor, "/", ".picture svg"),
        "games": shift(visitor, "/games", "main .sheet"),
        "introduction": shift(visitor, "/intro", "ol"),
        "rules": shift(visitor, "/help#london", "main h1"),
    }
    visitor.play_bots("london", bots=2)
    visitor.must_decide()
    table = visitor.page.url
    moved["table"] = shift(visitor, table, "[data-at] .map svg")
    moved["TV"] = shift(visitor, table.replace("/t/", "/tv/"), "[data-at] .map svg")
    moved["home with a game"] = shift(visitor, "/", "#running")
    moved["replay"] = shift(visitor, table.replace("/t/", "/g/") + "#0", "svg")
    visitor.open_table("london")
    invitation = visitor.invitation()
    moved["waiting"] = shift(visitor, visitor.page.url, ".block")
    visitor.page.context.clear_cookies()  # somebody else opens it
    moved["invitation"] = shift(visitor, invitation, "main h1")
    return moved


CLUB = ["daily", "duels", "find", "arenas", "ratings", "friends", "me", "me/games", "me/figures"]


def club_shifts(visitor: Visitor) -> dict[str, float]:
    """How far the pages of the club and its events move, by their addresses."""
    return {page: shift(visitor, f"/{page}", "main h1") for page in CLUB}
