"""What axe-core finds on a page against WCAG 2.2 AA."""

from __future__ import annotations

from pathlib import Path

from tests.support.browser.visitor import Visitor

AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """levels => axe.run(document, {runOnly: {type: 'tag', values: levels}})
  .then(found => found.violations.map(({id, help, nodes}) =>
    [id, help, ...nodes.slice(0, 3).map(node => node.html.slice(0, 160))].join(' | ')))"""


def faults(visitor: Visitor) -> list[str]:
    """What axe finds on the page as it is now."""
    visitor.page.get_by_role("main").first.wait_for()  # before that, nothing of it has come
    # The page's own policy forbids scripts that are put in; the browser's door does not.
    visitor.page.evaluate(AXE.read_text("utf-8") + "; null")
    found: list[str] = visitor.page.evaluate(RUN, LEVELS)
    return found
