"""Keeping what a benchmark found: figures as JSON, a plot, and a table at the end of its page."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "results" / "speed"
MARK = "<!-- figures -->"


def circumstances() -> dict[str, Any]:
    """What a benchmark is of, and beside how much other work: ask before it begins."""
    said = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    commit = subprocess.run(said, cwd=FOLDER, capture_output=True, text=True, check=True).stdout
    return {
        "date": time.strftime("%Y-%m-%d"),
        "commit": commit.strip(),
        "load": [round(each, 1) for each in os.getloadavg()],
        "load_is_of": f"the last 1, 5 and 15 minutes on {os.cpu_count()} cores",
    }


def in_words(figures: dict[str, Any]) -> str:
    """The same for people."""
    load = ", ".join(map(str, figures["load"]))
    when = f"{figures['date']} at {figures['commit']}"
    return f"{when}; load before it {load} ({figures['load_is_of']})"


def keep(name: str, figures: dict[str, Any], plot: str, table: str) -> None:
    """Write the three files of a benchmark; what its page says above the mark stays."""
    (FOLDER / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    (FOLDER / f"{name}.svg").write_text(plot, "utf-8")
    page = FOLDER / f"{name}.md"
    head = page.read_text("utf-8").partition(MARK)[0]
    page.write_text(f"{head}{MARK}\n\n{table}", "utf-8")
