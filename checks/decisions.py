"""Do the quick bots still play the same games? For changes that may only make them quicker.

`python -m checks.decisions` prints a digest for each table: of whole games in which each decision
is made from clean scratch space, and of rollouts, in which plans last. With a commit behind it
(`python -m checks.decisions main`) it plays the same with the sources of that commit, too, in a
process of its own, and says where they differ.
"""

import argparse
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from caboose.engine.game import Game, key_from_seed
from caboose.engine.states import States
from caboose.lab.signature import all_games
from caboose.players import rollout
from caboose.players.policies import play_policies, policy_number

ROOT = Path(__file__).parent.parent
BOTS = ("engineer", "express", "planner", "racer")


def digests(games: int) -> Iterator[str]:
    """A line for each table, of all editions and seats, with each bot in the first seat."""
    for game in all_games():
        for turn in range(len(BOTS)):
            seated = [BOTS[(turn + seat) % len(BOTS)] for seat in range(game.seats)]
            yield f"{game.name} {' '.join(seated)}: {digest_of(game, seated, games)}"


def digest_of(game: Game, seated: list[str], games: int) -> str:
    """Of all actions of some games, and of how as many rollouts end."""
    digest, policies = hashlib.sha256(), [policy_number(name) for name in seated]
    for seed in range(games):
        actions, _ = play_policies(game, key_from_seed(seed), policies, range(game.seats))
        digest.update(actions.tobytes())
    ends = rollout(States.deal(game, range(games, 2 * games)), seated)
    digest.update(ends.states.array.tobytes())
    return digest.hexdigest()[:16]


def digests_at(commit: str, games: int) -> list[str]:
    """The same lines from the sources of a commit."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as sources:
            sources.extractall(folder, filter="data")
        command = [sys.executable, "-P", __file__, "--games", str(games)]
        settings = {**os.environ, "PYTHONPATH": folder}
        told = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
    return told.stdout.splitlines()


def main() -> None:
    """Print the digests, or compare them with those of a commit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commit", nargs="?", help="whose sources must play the same")
    parser.add_argument("--games", type=int, default=10, help="games, and rollouts, at each table")
    asked = parser.parse_args()
    kept = digests_at(asked.commit, asked.games) if asked.commit else []
    differing = []
    for n, line in enumerate(digests(asked.games)):
        if not kept:
            print(line, flush=True)
        elif line != kept[n]:
            differing.append(line.partition(":")[0])
    if differing:
        sys.exit(f"Other decisions than at {asked.commit}: {'; '.join(differing)}.")
    if kept:
        print(f"The same decisions as at {asked.commit}, at {len(kept)} tables.")


if __name__ == "__main__":
    main()
