"""Birth certificates: where fitted numbers come from, so that anybody can make them again."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caboose.engine.compiled import sources_digest
from caboose.players.belief.fitted import digest_of

if TYPE_CHECKING:
    from caboose.learning.stages import Learning


def certificate(learning: Learning) -> dict[str, Any]:
    """What made the numbers, from what, and their hash."""
    return {
        "command": f"python -m caboose.learning --games {learning.percent} --install",
        **learning.settings,
        "rows": len(learning.rows),
        "commit": commit(),
        "hash": digest_of(learning.numbers()),
    }


def commit() -> str:
    """The commit that the sources are at, "unknown" where there is no repository."""
    asked = ["git", "rev-parse", "--short=12", "HEAD"]
    try:
        told = subprocess.run(asked, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return told.stdout.strip()


def sources_hash(modules: Iterable[str]) -> str:
    """One name for the sources that numbers are made by: these modules, and all that plays."""
    digest = hashlib.sha256(sources_digest("players").encode())
    for module in modules:
        digest.update(Path(__file__).with_name(f"{module}.py").read_bytes())
    return digest.hexdigest()[:16]
