"""What a browser's main thread did, read from a trace of Chromium.

Work is counted in processor time, so that what else the machine does matters less.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

CATEGORIES = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "blink.user_timing",
]
# Whole events are counted, so that layout forced by a script counts as the script's.
SCRIPT = {
    *("EventDispatch", "FunctionCall", "EvaluateScript", "RunMicrotasks"),
    *("TimerFire", "FireAnimationFrame", "MinorGC", "MajorGC"),
}
TASK = "RunTask"
FRAME = "Commit"  # the main thread hands a frame to the compositor

Span = tuple[float, float]


@dataclass
class Work:
    """Something the main thread did without a break."""

    start: float
    end: float
    processor: float


@dataclass
class Trace:
    """Times in milliseconds."""

    tasks: list[Work]
    scripts: list[Work]
    frames: list[float]
    marks: list[tuple[str, float]]

    def busy(self, start: float, end: float) -> float:
        """How long the main thread worked between two moments."""
        return _sum(self.tasks, start, end)

    def script(self, start: float, end: float) -> float:
        """How much of that was scripts."""
        return _sum(self.scripts, start, end)

    def spans(self, begin: str, end: str) -> list[Span]:
        """From each mark of one name to the next of the other."""
        found = []
        for name, at in self.marks:
            if name == begin:
                later = [when for other, when in self.marks if other == end and when > at]
                found += [(at, min(later))] if later else []
        return found

    def between(self, moments: list[float], start: float, end: float) -> list[float]:
        """Those of some moments that lie between two."""
        return [moment for moment in moments if start <= moment <= end]


def read(data: bytes) -> Trace:
    """The trace of the page that was marked; of several, of the one that did most."""
    events: list[dict[str, Any]] = json.loads(data)["traceEvents"]
    main = _main_thread(events)
    mine = [event for event in events if (event["pid"], event["tid"]) == main]
    marks = [e for e in mine if "blink.user_timing" in e["cat"]]
    return Trace(
        tasks=_outermost(_work(event) for event in mine if event["name"] == TASK),
        scripts=_outermost(_work(event) for event in mine if event["name"] in SCRIPT),
        frames=sorted(event["ts"] / 1000 for event in mine if event["name"] == FRAME),
        marks=sorted(((e["name"], e["ts"] / 1000) for e in marks), key=lambda mark: mark[1]),
    )


def _main_thread(events: list[dict[str, Any]]) -> tuple[int, int]:
    names = [e for e in events if e["name"] == "thread_name"]
    mains = [(e["pid"], e["tid"]) for e in names if e["args"]["name"] == "CrRendererMain"]
    scripts, marks = dict.fromkeys(mains, 0), dict.fromkeys(mains, 0)
    for event in events:
        thread = (event["pid"], event["tid"])
        if thread in scripts:
            scripts[thread] += event["name"] in SCRIPT
            marks[thread] += "blink.user_timing" in event["cat"]
    return max(mains, key=lambda thread: (marks[thread] > 0, scripts[thread]))


def _work(event: dict[str, Any]) -> Work:
    start, length = event["ts"] / 1000, event.get("dur", 0) / 1000
    return Work(start, start + length, event.get("tdur", event.get("dur", 0)) / 1000)


def _outermost(works: Iterable[Work]) -> list[Work]:
    """Without what happened within something else, so that nothing is counted twice."""
    kept: list[Work] = []
    for work in sorted(works, key=lambda work: (work.start, -work.end)):
        if not kept or work.start >= kept[-1].end:
            kept.append(work)
    return kept


def _sum(works: list[Work], start: float, end: float) -> float:
    """Of all that overlaps with a time, the share that lies in it."""
    total = 0.0
    for work in works:
        share = min(end, work.end) - max(start, work.start)
        if share > 0:
            total += work.processor * share / (work.end - work.start)
    return total
