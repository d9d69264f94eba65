"""Keeping what a benchmark found: figures as JSON, a plot, and a table at the end of its page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "results" / "speed"
MARK = "<!-- figures -->"


def keep(name: str, figures: dict[str, Any], plot: str, table: str) -> None:
    """Write the three files of a benchmark; what its page says above the mark stays."""
    (FOLDER / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    (FOLDER / f"{name}.svg").write_text(plot, "utf-8")
    page = FOLDER / f"{name}.md"
    head = page.read_text("utf-8").partition(MARK)[0]
    page.write_text(f"{head}{MARK}\n\n{table}", "utf-8")
