"""The folder of a run: what lies there must have been made with the same settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class NotLearned(Exception):
    """A run that ends without numbers, and why."""


def check_settings(folder: Path, settings: dict[str, Any]) -> None:
    """Refuse a folder whose files were made with other settings or by other sources."""
    file = folder / "settings.json"
    if not file.exists():
        if any(folder.iterdir()):
            raise NotLearned(f"{folder} holds files, but nothing says how they were made.")
        file.write_text(json.dumps(settings, indent=1) + "\n", "utf-8")
    kept = json.loads(file.read_text("utf-8"))
    if others := sorted(name for name in settings if kept.get(name) != settings[name]):
        raise NotLearned(
            f"What is in {folder} was made with other {' and '.join(others)}:"
            " delete it, or name another folder with --out."
        )
