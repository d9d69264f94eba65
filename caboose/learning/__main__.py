"""Learn: play, fit, judge, and write the numbers down.

python -m caboose.learning [--only belief|engineer|value] [--out FOLDER] [--games PERCENT]
    [--rounds N] [--from-package] [--install]

The belief is what bots believe about each other, `engineer` the learned player, the value what true
positions are worth. Every stage leaves a file in the folder; what is there with the same settings
is not done again, so a run that was interrupted goes on where it stopped. What was made with other
settings or by other sources is refused. `--games` plays fewer games than usual, for a trial, or
more. All is learned from nothing; only with `--from-package` `engineer` goes on from the numbers in
the package. `--install` puts the numbers with their birth certificates into the package.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from caboose.learning import school, stages, value_school
from caboose.learning.run_folder import NotLearned
from caboose.learning.school import School
from caboose.learning.stages import Learning
from caboose.learning.value_school import ValueSchool

SUBJECTS = ("belief", "engineer", "value")


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn."""
    parser = argparse.ArgumentParser("python -m caboose.learning", description=__doc__)
    parser.add_argument("--only", choices=SUBJECTS, help="one of them, instead of all")
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
    failed = False
    for subject in [given.only] if given.only else SUBJECTS:
        try:
            learn(subject, given)
        except NotLearned as reason:
            print(reason, file=sys.stderr)
            failed = True
    return int(failed)


def learn(subject: str, given: argparse.Namespace) -> None:
    """Learn one of the subjects."""
    if subject == "belief":
        Learning(given.out, given.games or stages.PERCENT).run(given.install)
    elif subject == "engineer":
        percent = given.games or school.PERCENT
        School(given.out, percent, given.rounds, given.from_package).run(given.install)
    else:
        ValueSchool(given.out, given.games or value_school.PERCENT).run(given.install)


if __name__ == "__main__":
    sys.exit(main())
