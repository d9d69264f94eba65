"""Play the ladders published in results/ladder: every edition with every number of seats."""

import subprocess
import sys

from caboose.lab.signature import all_games

GAMES = 40  # of every pair, with two seats
TABLE_GAMES = 200  # of every bot, with more
GUEST = ["--guest", "switchman:rollouts=250", "--guest-games", "100"]
GUEST_EDITIONS = ("usa", "london", "new_york")
GUEST_SEATS = (2, 4)


def options(edition: str, seats: int) -> list[str]:
    """How one ladder is played."""
    games = GAMES if seats == 2 else TABLE_GAMES
    told = ["--edition", edition, "--seats", str(seats), "--games", str(games)]
    has_guest = edition in GUEST_EDITIONS and seats in GUEST_SEATS
    return [*told, *(GUEST if has_guest else []), "--publish", "results/ladder"]


def main() -> None:
    """Play them all; those that were played before are only counted again."""
    for game in all_games():
        command = [sys.executable, "-m", "caboose.cli", "ladder"]
        subprocess.run([*command, *options(game.edition.id, game.seats)], check=True)


if __name__ == "__main__":
    main()
