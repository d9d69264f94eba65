"""Does it fit: what sticks out of a small screen, and what is too small for a finger."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SMALLEST: dict[str, Any] = PHONE | {"viewport": {"width": 360, "height": 640}}
LYING: dict[str, Any] = PHONE | {"viewport": {"width": 740, "height": 360}}
LOCALES = [  # French has the longest words on most screens; the others follow in the soak
    "fr-FR",
    pytest.param("en-US", marks=pytest.mark.soak),
    pytest.param("de-DE", marks=pytest.mark.soak),
]

# A phone makes its window as wide as what is in it, so that innerWidth would always do.
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll('dialog[open] .inside')]
  .filter(one => one.scrollWidth > one.clientWidth)
  .map(one => `${one.tagName} ${one.scrollWidth} > ${one.clientWidth}`)
  .concat([...document.querySelectorAll('.table, .replay')]
    .map(one => [document.documentElement.scrollHeight, one.offsetHeight])
    .filter(([page, table]) => page > Math.max(table, innerHeight) + 1)
    .map(([page, table]) => `a page ${page} high for a table of ${table}`))"""
# Links within a sentence are as high as its lines. A line of the log shows a route, which is as
# well tapped on the map. Nine colors of a hand share the width of a phone, so that all are seen.
TARGETS = """() => {
  const all = `button, select, textarea, summary, a[href], label:has(input),
    input:not([type=radio]):not([type=checkbox])`;
  const excepted = 'p a, li a, .skip, .log ol button';
  const least = (one) => (one.matches('[data-hand] button') ? 36 : 43.5);
  return [...document.querySelectorAll(all)]
    .filter(one => one.checkVisibility() && !one.closest('.hidden') && !one.matches(excepted))
    .map(one => [one.getBoundingClientRect(), one])
    .filter(([box, one]) => box.height > 0 && (box.height < 43.5 || box.width < least(one)))
    .map(([box, one]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`);
}"""


def sticks_out(page: Page) -> list[str]:
    """What would have to be scrolled sideways; or down, beyond a table or a replay."""
    found: list[str] = page.evaluate(SIDEWAYS)
    return found


def too_small(page: Page) -> list[str]:
    """What a finger would miss."""
    found: list[str] = page.evaluate(TARGETS)
    return found
