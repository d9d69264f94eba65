"""The measurements in a real Chromium: first paint, the redraw after a claim, moving the map."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from benchmarks import web_trace
from tests.support.browser.visitor import Visitor

SIZE: ViewportSize = {"width": 1440, "height": 900}
SLOW = 4  # times slower than this machine
AFTER = 900  # milliseconds after a claim's first frame: its pieces drop, and the rest follows
SETTLING = 200  # milliseconds until a trace holds the mark that its page has told of
HOME = "button.primary.big:enabled"
TABLE = "[data-at][data-mine=true] .lane"

# When something is there and has been painted, in milliseconds since the address was opened. It is
# told on the console, since asking the page would put work of our own into what is measured.
WATCH = """(wanted) => {
  const painted = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      performance.mark("usable");
      console.log(`usable ${performance.now()}`);
    };
    port2.postMessage(0);
  };
  new MutationObserver((_, watch) => {
    if (!document.querySelector(wanted)) return;
    watch.disconnect();
    requestAnimationFrame(painted);
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""
# Marks for the trace: a claim comes in while the map is seen; its frame has been painted.
MARK = """() => {
  const painted = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => performance.mark("painted");
    port2.postMessage(0);
  };
  window.WebSocket = class extends WebSocket {
    constructor(...about) {
      super(...about);
      this.addEventListener("message", ({ data }) => {
        if (!data.includes('"kind":"paid"') || !document.querySelector(".lane")) return;
        performance.mark("claim");
        requestAnimationFrame(painted);
      });
    }
  };
}"""


@dataclass
class Moves:
    """What moving the map took, per frame and altogether."""

    script: list[float]  # milliseconds of script in each frame
    busy: list[float]  # milliseconds of the main thread in each frame
    per_second: float  # frames as seen


def first_paint(browser: Browser, address: str, wanted: str, known: Path | None = None) -> float:
    """From opening an address to usable, with nothing cached and a slow processor."""
    context = browser.new_context(viewport=SIZE, storage_state=known)
    page = context.new_page()
    slow_down(page)
    page.add_init_script(f"({WATCH})({wanted!r})")
    took = open_until_usable(page, address)
    context.close()
    return took


def open_until_usable(page: Page, address: str) -> float:
    """Open an address, and wait until the page says that it can be used: when that was."""
    with page.expect_console_message(lambda said: said.text.startswith("usable ")) as told:
        page.goto(address)
    return float(told.value.text.split()[1])


def first_work(browser: Browser, address: str, wanted: str, known: Path | None = None) -> float:
    """What the main thread works until then, at full speed."""
    context = browser.new_context(viewport=SIZE, storage_state=known)
    page = context.new_page()
    page.add_init_script(f"({WATCH})({wanted!r})")
    browser.start_tracing(page=page, categories=web_trace.CATEGORIES)
    open_until_usable(page, address)
    page.wait_for_timeout(SETTLING)
    trace = web_trace.read(browser.stop_tracing())
    context.close()
    return trace.busy(0, max(at for name, at in trace.marks if name == "usable"))


def slow_down(page: Page, times: float = SLOW) -> None:
    """Pretend to be a slower machine."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})


def sit_down(context: BrowserContext, decisions: int) -> Visitor:
    """A game on the USA board against a bot, after some decisions."""
    visitor = Visitor(context.new_page())
    visitor.play_bots("usa")
    play(visitor, decisions)
    return visitor


def play(visitor: Visitor, decisions: int, rest: int = 0) -> None:
    """Decide so often, or to the end; look so long at what came first (milliseconds)."""
    left = decisions
    while visitor.must_decide() and left:
        visitor.page.wait_for_timeout(rest)
        visitor.decide()
        left -= 1


def redraws(browser: Browser, address: str, decisions: int) -> dict[str, list[float]]:
    """From the message of a bot's claim to painted: the work, and the time as it is seen.

    One's own claims are made in the text board, where there is no map to be redrawn; they wait
    until what follows a bot's claim has been counted.
    """
    context = browser.new_context(base_url=address, viewport=SIZE)
    page = context.new_page()
    page.add_init_script(f"({MARK})()")
    visitor = Visitor(page)
    visitor.play_bots("usa")
    play(visitor, 2)
    browser.start_tracing(page=page, categories=web_trace.CATEGORIES)
    play(visitor, decisions, rest=AFTER + 100)
    trace = web_trace.read(browser.stop_tracing())
    context.close()
    spans = trace.spans("claim", "painted")
    return {
        "work": [trace.busy(start, end) for start, end in spans],
        "script": [trace.script(start, end) for start, end in spans],
        "seen": [end - start for start, end in spans],
        "after": [trace.busy(end, end + AFTER) for _, end in spans],
    }


def moves(browser: Browser, visitor: Visitor, gesture: str) -> Moves:
    """Move the map with a finger, or pinch it; the browser makes the gesture itself."""
    page = visitor.page
    session = page.context.new_cdp_session(page)
    box = page.locator(".board").bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    browser.start_tracing(page=page, categories=web_trace.CATEGORIES)
    page.evaluate("performance.mark('begin')")
    for way in (1, -1):
        session.send(f"Input.synthesize{gesture}Gesture", at | GESTURES[gesture](way))
    page.evaluate("performance.mark('end')")
    trace = web_trace.read(browser.stop_tracing())
    ((begin, end),) = trace.spans("begin", "end")
    frames = [begin, *trace.between(trace.frames, begin, end)]
    pairs = list(itertools.pairwise(frames))
    return Moves(
        script=[trace.script(start, stop) for start, stop in pairs],
        busy=[trace.busy(start, stop) for start, stop in pairs],
        per_second=1000 * len(pairs) / (end - begin),
    )


def _scroll(way: int) -> dict[str, object]:
    return {
        "xDistance": -300 * way,
        "yDistance": -120 * way,
        "speed": 300,
        "gestureSourceType": "touch",
        "preventFling": True,
    }


def _pinch(way: int) -> dict[str, object]:
    return {"scaleFactor": 2.0**way, "relativeSpeed": 200, "gestureSourceType": "touch"}


GESTURES: dict[str, Callable[[int], dict[str, object]]] = {"Scroll": _scroll, "Pinch": _pinch}
