"""Learn the belief from nothing: play, fit, judge, and write the numbers down.

python -m caboose.learning [--out FOLDER] [--games PERCENT] [--install]

Every stage leaves a file in the folder; what is there with the same settings is not done again, so
a run that was interrupted goes on where it stopped. `--games` plays fewer games than usual, for a
trial. `--install` puts the numbers with their birth certificate into the package.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from caboose.learning.stages import Learning


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn."""
    parser = argparse.ArgumentParser("python -m caboose.learning", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("learned"), help="where stages are kept")
    parser.add_argument("--games", type=int, default=100, help="how many of the usual games, in %%")
    parser.add_argument("--install", action="store_true", help="put the numbers into the package")
    given = parser.parse_args(arguments)
    Learning(given.out, given.games).run(given.install)
    return 0


if __name__ == "__main__":
    sys.exit(main())
