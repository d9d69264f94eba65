"""Keeping what a benchmark found: figures as JSON, a plot, and a table at the end of its page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
MARK = "<!-- figures -->"


def keep(name: str, figures: dict[str, Any], plot: str, table: str) -> None:
    """Write the three files of a benchmark; what its page says above the mark stays."""
    (HERE / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    (HERE / f"{name}.svg").write_text(plot, "utf-8")
    page = HERE / f"{name}.md"
    head = page.read_text("utf-8").partition(MARK)[0]
    page.write_text(f"{head}{MARK}\n\n{table}", "utf-8")
