"""Random play in the raw batch: a thousand games at once against racer."""

import numpy as np

from caboose.envs import Batch

LANES, STEPS = 1000, 300


def main() -> None:
    """Play, and print how often chance wins."""
    rng = np.random.default_rng(1)
    batch = Batch("london", seats=2, n=LANES, seed=1, opponents="racer")
    batch.reset()
    wins = games = 0
    for _ in range(STEPS):
        tickets = rng.random(batch.masks.shape) * batch.masks
        _, rewards, ended, *_ = batch.step(tickets.argmax(axis=1))
        games += int(ended.sum())
        wins += int((rewards[ended] > 0).sum())
    print(f"random play won {wins} of {games} games against racer.")


if __name__ == "__main__":
    main()
