"""The pictures of docs/web, taken from real games in a real Chromium: `make pictures`.

    python -m checks.pictures            all of them (some five minutes)
    python -m checks.pictures table tv   only these

The visitor plays by hints, so that the pictures show sensible games; look at them before they are
kept.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.chromium import chromium
from tests.support.browser.fitting import PHONE
from tests.support.browser.server import Server
from tests.support.browser.visitor import LONG, Visitor

FOLDER = Path(__file__).parent.parent / "docs" / "web"
COLORS = 256  # enough for drawings; a third of the bytes
CALM = 4200  # milliseconds until nothing is lit any more and no note is shown
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SMALL_DESK: dict[str, Any] = {"viewport": {"width": 1200, "height": 800}}
NIGHT: dict[str, Any] = {"color_scheme": "dark"}
FINE_PHONE: dict[str, Any] = PHONE | {"device_scale_factor": 1.5}


class Photographer:
    """Somebody who plays at one server and takes pictures."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server

    def visitor(self, **screen: Any) -> Visitor:
        """A new visitor, who prefers still pictures."""
        usual = {"base_url": self.server.address, "locale": "en-US", "reduced_motion": "reduce"}
        context = self.browser.new_context(**usual | screen)
        context.set_default_timeout(LONG)
        return Visitor(context.new_page())

    def playing(self, edition: str, bots: int, turns: int, **screen: Any) -> Visitor:
        """A visitor in the middle of a game against bots, on turn."""
        visitor = self.visitor(**screen)
        visitor.play_bots(edition, bots=bots, level="conductor")
        while visitor.must_decide() and rounds(visitor) < turns:
            follow_hint(visitor)
        return visitor

    def table(self) -> Page:
        """The USA, with the ways of the tickets."""
        visitor = self.playing("usa", 3, 22, **DESK)
        visitor.page.keyboard.press("g")
        return visitor.page

    def phone(self) -> Page:
        """London on a phone at night."""
        return self.playing("london", 2, 9, **FINE_PHONE, **NIGHT).page

    def route(self) -> Page:
        """A route of the USA and how to pay for it, on a phone."""
        visitor = self.playing("usa", 2, 18, **FINE_PHONE)
        while visitor.must_decide() and not visitor.page.locator(".band.claimable").count():
            follow_hint(visitor)
        visitor.page.keyboard.press("b")
        rows = visitor.page.locator("tr.payable")
        expect(rows.first).to_be_visible()
        lengths = [int(text) for text in rows.locator("td:nth-child(3)").all_inner_texts()]
        rows.nth(lengths.index(max(lengths))).get_by_role("button").tap()
        visitor.page.keyboard.press("b")
        expect(visitor.button("Claim this route")).to_be_visible()
        return visitor.page

    def score(self) -> Page:
        """The score sheet of a game in New York."""
        visitor = self.playing("new_york", 3, 99, **SMALL_DESK)
        visitor.see_score()
        return visitor.page

    def replay(self) -> Page:
        """The replay of a game in London at night."""
        visitor = self.playing("london", 2, 99, **SMALL_DESK, **NIGHT)
        moment = visitor.at * 2 // 3
        visitor.go(visitor.page.url.replace("/t/", "/g/") + f"#{moment}")
        expect(visitor.page.locator(".lane").first).to_be_visible()
        return visitor.page

    def tv(self) -> Page:
        """A TV that shows a game in London."""
        visitor = self.playing("london", 3, 9, **DESK)
        tv = Visitor(visitor.page.context.new_page())
        tv.page.set_viewport_size({"width": 1280, "height": 720})
        tv.go(visitor.page.url.replace("/t/", "/tv/"))
        tv.wait_for_table()
        return tv.page


PICTURES: dict[str, Callable[[Photographer], Page]] = {
    "table": Photographer.table,
    "phone": Photographer.phone,
    "route": Photographer.route,
    "score": Photographer.score,
    "replay": Photographer.replay,
    "tv": Photographer.tv,
}


def rounds(visitor: Visitor) -> int:
    """How many rounds were played."""
    public = visitor.last_view()["public"]
    return int(public["turns"]) // int(public["seats"])


def follow_hint(visitor: Visitor) -> None:
    """Take one decision as the hint says."""
    at = visitor.at
    visitor.page.keyboard.press("h")
    follow = visitor.button("Play this")
    follow.click()
    claim = visitor.button("Claim this route")
    expect(follow).to_be_hidden()
    if visitor.page.locator("#route-title").count():
        claim.click()
    visitor.wait_for_change(at)


def take(page: Page, path: Path) -> None:
    """Take a picture of what is seen when it has come to rest, in few colors."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(CALM)
    page.screenshot(path=path)
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    """Take the pictures that are asked for, or all."""
    wanted = sys.argv[1:] or list(PICTURES)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder))
        server.start()
        try:
            for name in wanted:
                path = FOLDER / f"{name}.png"
                take(PICTURES[name](Photographer(browser, server)), path)
                print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
