"""How quick the browser client is: `make bench-web`.

A real Chromium opens pages of a real server on this machine. What is measured, and how, is said in
results/speed/web.md, into which the figures go, too.

    python -m benchmarks.web                 everything (some three minutes)
    python -m benchmarks.web --runs 1        quicker, and nothing is written
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from benchmarks.results import keep
from benchmarks.web_browser import (
    AFTER,
    HOME,
    SIZE,
    SLOW,
    TABLE,
    first_paint,
    first_work,
    moves,
    redraws,
    sit_down,
    slow_down,
)
from benchmarks.web_feel import inputs, stillness
from benchmarks.web_plot import plot
from tests.support.browser.chromium import chromium
from tests.support.browser.server import Server

WEB = Path(__file__).parent.parent / "web"
SIZE_LINE = re.compile(r"^(.+): ([\d.]+) of (\d+) kB gzipped$", re.MULTILINE)
RUNS = 5
PACE = 1.0  # seconds between what bots do, so that each claim is drawn by itself


@dataclass
class Figure:
    """One thing that was measured several times."""

    name: str
    unit: str
    median: float
    worst: float
    count: int
    goal: float | None = None
    more_is_better: bool = False


def figure(name: str, unit: str, values: list[float], goal: float | None = None) -> Figure:
    """The middle and the worst of some values."""
    more = unit == "frames/s"
    worst = min(values) if more else max(values)
    median = statistics.median(values)
    return Figure(name, unit, round(median, 3), round(worst, 3), len(values), goal, more)


def sizes() -> Iterator[Figure]:
    """What a browser must fetch, compressed, as the check of the sizes counts it."""
    told = subprocess.run(
        ["node", "checks/sizes.mjs"],
        cwd=WEB,
        env=os.environ | {"SIZES": "1"},
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    for name, size, most in SIZE_LINE.findall(told):
        yield figure(f"JavaScript: {name}", "kB gzipped", [float(size)], float(most))


def paints(browser: Browser, address: str, runs: int) -> Iterator[Figure]:
    """How long until a page can be used, on a slow machine with nothing cached."""
    first_paint(browser, address, HOME)  # the server's own first time
    yield from _paint(browser, "home page", (address, HOME), runs)
    with tempfile.TemporaryDirectory() as folder:
        known = Path(folder) / "known.json"
        context = browser.new_context(base_url=address, viewport=SIZE)
        table = sit_down(context, 12).page.url
        context.storage_state(path=known)
        context.close()
        yield from _paint(browser, "running game", (table, TABLE, known), runs)


def _paint(
    browser: Browser, name: str, page: tuple[str, str] | tuple[str, str, Path], runs: int
) -> Iterator[Figure]:
    times = [first_paint(browser, *page) for _ in range(runs)]
    yield figure(f"{name}: usable, processor {SLOW} times slower", "ms", times, 1500)
    work = [SLOW * first_work(browser, *page) for _ in range(runs)]
    yield figure(f"{name}: main thread until then, times {SLOW}", "ms", work, 1500)


def claims(browser: Browser, address: str, runs: int) -> Iterator[Figure]:
    """The redraw after somebody's claim."""
    found = redraws(browser, address, 6 * runs)
    yield figure("a claim: work from message to painted", "ms", found["work"], 16)
    yield figure("a claim: of that, script", "ms", found["script"])
    yield figure("a claim: as seen, with the wait for the frame", "ms", found["seen"])
    yield figure(f"a claim: work in the {AFTER} ms after that", "ms", found["after"])


def feel(browser: Browser, address: str, runs: int) -> Iterator[Figure]:
    """What clicks and keys take, and whether pages stay where they are."""
    found = inputs(browser, address, runs)
    yield figure("a click or key: work until it is painted", "ms", found["work"], 90)
    yield figure("a click or key: as seen", "ms", found["seen"], 90)
    yield figure("layout shift of a page", "share", stillness(browser, address), 0.1)


def movement(browser: Browser, address: str, runs: int) -> Iterator[Figure]:
    """Panning and zooming the USA board."""
    context = browser.new_context(base_url=address, viewport=SIZE)
    visitor = sit_down(context, 12)
    for _ in range(3):
        visitor.page.get_by_role("button", name="Zoom in").click()
    for gesture, name in (("Scroll", "panning"), ("Pinch", "zooming")):
        seen = [moves(browser, visitor, gesture) for _ in range(runs)]
        script = [time for one in seen for time in one.script]
        busy = [time for one in seen for time in one.busy]
        yield figure(f"{name}: script per frame", "ms", script, 4)
        yield figure(f"{name}: main thread per frame", "ms", busy, 16)
        per_second = [one.per_second for one in seen]
        yield figure(f"{name}: frames as seen", "frames/s", per_second, 60)
    slow_down(visitor.page)
    script = [time for _ in range(runs) for time in moves(browser, visitor, "Scroll").script]
    yield figure("panning: script per frame, processor 4 times slower", "ms", script)
    context.close()


def measure(runs: int) -> Iterator[Figure]:
    """Everything, on a fresh server."""
    yield from sizes()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for kind, pace in ((paints, 0.0), (feel, 0.0), (movement, 0.0), (claims, PACE)):
            server = Server(Path(folder), bot_pace=pace)
            server.start()
            try:
                yield from kind(browser, server.address, runs)
            finally:
                server.stop()


def write(figures: list[Figure], load: float) -> None:
    """Keep the figures, the plot and the page."""
    kept: dict[str, Any] = {
        "machine": f"{os.cpu_count()} cores, {platform.system()}, no graphics processor",
        "date": time.strftime("%Y-%m-%d"),
        "load": round(load, 1),
        "figures": [asdict(each) for each in figures],
    }
    keep("web", kept, plot(kept["figures"]), table(kept))


def table(kept: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [
        f"{kept['date']}, {kept['machine']}; load before the start: {kept['load']}.",
        "",
        "| what | goal | median | worst | of |",
        "|---|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {f['name']} ({f['unit']}) | {goal(f)} | {short(f['median'])} | {short(f['worst'])} |"
        f" {f['count']} |"
        for f in kept["figures"]
    ]
    return "\n".join(lines) + "\n"


def goal(figure: dict[str, Any]) -> str:
    """What is wanted of a figure."""
    if figure["goal"] is None:
        return ""
    wanted = f"{figure['goal']:,g}"
    return wanted if figure["more_is_better"] else f"< {wanted}"


def short(value: float) -> str:
    """A value with as many digits as tell something."""
    return f"{value:,.1f}" if value >= 1 or value == 0 else f"{value:.2f}"


def main() -> None:
    """Measure; write only a whole measurement."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--runs", type=int, default=RUNS)
    asked = said.parse_args()
    load = os.getloadavg()[0]
    figures = []
    for each in measure(asked.runs):
        print(f"{each.name}: {each.median} {each.unit}, worst {each.worst}", flush=True)
        figures.append(each)
    if asked.runs >= RUNS:
        write(figures, load)


if __name__ == "__main__":
    main()
