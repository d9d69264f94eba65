"""The commands as a person types them, in a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def run(
    *arguments: str, folder: Path, feed: str = "", interpreted: str = "1"
) -> subprocess.CompletedProcess[str]:
    """Run `caboose` in a folder; without Numba, which starts quicker, unless told otherwise."""
    return subprocess.run(
        [sys.executable, "-m", "caboose.cli", *arguments],
        cwd=folder,
        input=feed,
        env=os.environ | {"CABOOSE_INTERPRETED": interpreted, "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
