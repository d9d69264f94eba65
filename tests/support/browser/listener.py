"""Somebody who does not see the page: they act by roles and names, and hear what is announced."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute

from tests.support.browser.visitor import LONG, Visitor

CLAIMABLE = re.compile("claimable")

# Every change of a live region, in the order in which it is read out.
HEAR = """() => {
  window.heard = [];
  const say = (region, text) => {
    if (text.trim()) window.heard.push([region.getAttribute("aria-live"), text.trim()]);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const region = (target.closest ? target : target.parentElement)?.closest("[data-announced]");
      if (!region) continue;
      if (addedNodes.length) for (const node of addedNodes) say(region, node.textContent);
      else if (target.nodeType === Node.TEXT_NODE) say(region, target.textContent);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


class Gate:
    """Stands between a page and its table, and can keep back what happens after some action.

    So that another's turn lasts until it has been looked at.
    """

    def __init__(self, page: Page) -> None:
        self._last: int | None = None
        self._kept: list[str] = []
        self._page: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/ws"), self._join)

    def _join(self, page: WebSocketRoute) -> None:
        self._page = page
        server = page.connect_to_server()
        server.on_message(self._pass_on)

    def _pass_on(self, message: str | bytes) -> None:
        said: dict[str, Any] = json.loads(message)
        is_later = said["t"] == "view" and self._last is not None and said["at"] > self._last
        is_answer = said["t"] == "tickets"  # asked because of what is shown
        if is_later or (self._kept and not is_answer):
            self._kept.append(str(message))
        else:
            self._say(str(message))

    def _say(self, message: str) -> None:
        assert self._page is not None
        self._page.send(message)

    def close_after(self, at: int) -> None:
        """Show nothing of what is played after so many actions."""
        self._last = at

    def open(self) -> None:
        """Show what was kept back, and all that follows."""
        self._last = None
        kept, self._kept = self._kept, []
        for message in kept:
            self._say(message)


class Listener(Visitor):
    """One person with a screen reader."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        page.add_init_script(f"({HEAR})()")
        self.gate = Gate(page)

    def heard(self) -> list[tuple[str, str]]:
        """All that was announced: how urgently, and what."""
        return [(how, text) for how, text in self.page.evaluate("window.heard")]

    def read(self) -> str:
        """The table as assistive technology is given it, without its own address."""
        table = self.page.url.rsplit("/", 1)[1].partition("?")[0]
        return self.table.aria_snapshot().replace(table, "TABLE") + "\n"

    # --- what can be done, by roles and names -----------------------------------------------------

    def named(self, role: Any, name: str) -> Locator:
        """One thing by its role and how its name begins."""
        return self.page.get_by_role(role, name=re.compile(f"^{re.escape(name)}"))

    def open_text_board(self) -> None:
        """Lists instead of the map."""
        self.button("Text view").click()
        self.page.get_by_role("region", name="Text view").wait_for()

    def list_only_claimable(self) -> None:
        """Of the routes, those that can be claimed now."""
        self.page.get_by_role("combobox", name="Show").select_option(label="claimable")

    def payable(self) -> Locator:
        """The rows of routes that can be claimed now."""
        return self.page.get_by_role("row", name=CLAIMABLE)

    def open_longest(self) -> None:
        """The sheet of the longest route that can be claimed now."""
        rows = self.payable()
        lengths = [int(row.get_by_role("cell").nth(2).inner_text()) for row in rows.all()]
        rows.nth(lengths.index(max(lengths))).get_by_role("button").click()
        self.button("Claim this route").wait_for()

    def claim(self) -> None:
        """Claim the route whose sheet is open, as it is offered."""
        at = self.at
        self.button("Claim this route").click()
        self.wait_for_change(at)

    def take_one(self) -> None:
        """One card from the deck."""
        at = self.at
        self.button("Draw").click()
        self.wait_for_change(at)

    def ask_for_tickets(self) -> None:
        """Draw tickets, and be asked which to keep."""
        at = self.at
        self.named("button", "Tickets").click()
        self.button("Draw tickets").click()
        self.wait_for_change(at)
        self.page.get_by_role("heading", name="Choose tickets").wait_for(timeout=LONG)

    def keep(self, count: int) -> None:
        """Keep the first so many tickets of an offer."""
        at = self.at
        boxes = self.page.get_by_role("checkbox", name=re.compile("–"))
        for place in range(count):
            boxes.nth(place).click()
        self.named("button", f"Keep {count}").click()
        self.wait_for_change(at)
