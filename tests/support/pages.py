"""Reading the pages of the documentation."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]


def section(page: str, heading: str) -> str:
    """The text of a page under a heading."""
    _, _, rest = (ROOT / page).read_text("utf-8").partition(f"\n## {heading}\n")
    assert rest, f"{page} has no heading {heading}"
    return rest.partition("\n## ")[0]
