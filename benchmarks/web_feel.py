"""How the client feels in a real Chromium: what a click or a key takes, and how far pages move."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser

from benchmarks import web_trace
from benchmarks.web_browser import SIZE, play
from tests.support.browser.fitting import PHONE
from tests.support.browser.stillness import LAPTOP, shifts, watch
from tests.support.browser.visitor import Visitor

REST = 400  # milliseconds between two inputs, so that each is painted by itself
# Marks for the trace: something was pressed; the frame that shows it has been painted. What the
# browser itself says of an event, from the press to the picture, is kept beside them.
MARK = """() => {
  window.events = [];
  const painted = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => performance.mark("answered");
    port2.postMessage(0);
  };
  const heard = () => {
    performance.mark("input");
    requestAnimationFrame(painted);
  };
  for (const kind of ["pointerdown", "click", "keydown"]) addEventListener(kind, heard, true);
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.events.push(duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}"""


def inputs(browser: Browser, address: str, rounds: int) -> dict[str, list[float]]:
    """Clicks and keys in a running game: the work until each is painted, and the time as seen."""
    context = browser.new_context(base_url=address, viewport=SIZE)
    page = context.new_page()
    page.add_init_script(f"({MARK})()")
    visitor = Visitor(page)
    visitor.play_bots("usa", bots=4)
    play(visitor, 12)
    visitor.must_decide()
    page.evaluate("() => { window.events = [] }")
    browser.start_tracing(page=page, categories=web_trace.CATEGORIES)
    for _ in range(rounds):
        for act in gestures(visitor):
            act()
            page.wait_for_timeout(REST)
    trace = web_trace.read(browser.stop_tracing())
    seen = [float(took) for took in page.evaluate("() => window.events")]
    context.close()
    work = [trace.busy(start, end) for start, end in trace.spans("input", "answered")]
    return {"work": work, "seen": seen}


def gestures(visitor: Visitor) -> list[Callable[[], None]]:
    """What people do at a table between two moves."""
    page = visitor.page
    seats = page.locator("aside li[data-seat]")

    def press(key: str) -> Callable[[], None]:
        return lambda: page.keyboard.press(key)

    def click_a_route() -> None:
        """In the middle of a space, where the map listens itself."""
        box = page.locator(".lane").nth(20).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    return [
        *(click_a_route, press("Escape")),
        *(press("g"), press("g"), press("b"), press("b")),
        *(seats.nth(1).get_by_role("button").first.click, press("Escape")),
        *(visitor.button("Bonuses").click, visitor.button("Chat").click),
        *(visitor.button("Log").click, press("+"), press("0")),
        *(page.locator("[data-hand] button").first.click, press("Escape")),
        *(press("?"), press("Escape"), press("/"), press("Escape")),
    ]


def stillness(browser: Browser, address: str) -> list[float]:
    """How far each page moves while it loads, on a laptop and on a phone."""
    moved: list[float] = []
    for screen in (LAPTOP, PHONE):
        context = browser.new_context(base_url=address, locale="en-US", **screen)
        visitor = Visitor(context.new_page())
        watch(visitor)
        moved += shifts(visitor).values()
        context.close()
    return moved
