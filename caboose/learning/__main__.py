"""Learn: play, fit, judge, and write the numbers down.

python -m caboose.learning [--only belief|engineer] [--out FOLDER] [--games PERCENT]
    [--rounds N] [--from-package] [--install]

The belief is what bots believe about each other, `engineer` the learned player. Every stage leaves
a file in the folder; what is there with the same settings is not done again, so a run that was
interrupted goes on where it stopped. What was made with other settings or by other sources is
refused. `--games` plays fewer games than usual, for a trial, or more. All is learned from nothing;
only with `--from-package` `engineer` goes on from the numbers in the package.
`--install` puts the numbers with their birth certificates into the package.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from caboose.learning import school, stages
from caboose.learning.school import NotLearned, School
from caboose.learning.stages import Learning

SUBJECTS = ("belief", "engineer")


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn."""
    parser = argparse.ArgumentParser("python -m caboose.learning", description=__doc__)
    parser.add_argument("--only", choices=SUBJECTS, help="one of the two, instead of both")
    parser.add_argument("--out", type=Path, default=Path("learned"), help="where stages are kept")
    parser.add_argument("--games", type=int, help="how many of the games, in %%")
    parser.add_argument(
        "--rounds", type=int, default=school.ROUNDS, help="of the learned player, at most"
    )
    parser.add_argument(
        "--from-package", action="store_true", help="go on from the learned player in the package"
    )
    parser.add_argument("--install", action="store_true", help="put the numbers into the package")
    given = parser.parse_args(arguments)
    if given.only != "engineer":
        Learning(given.out, given.games or stages.PERCENT).run(given.install)
    if given.only != "belief":
        try:
            percent = given.games or school.PERCENT
            School(given.out, percent, given.rounds, given.from_package).run(given.install)
        except NotLearned as reason:
            print(reason, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
