"""Learn London against a bot with sb3-contrib's MaskablePPO, in about ten minutes on two cores.

    python examples/maskable_ppo.py                         # with caboose[train] installed
    python examples/maskable_ppo.py --help                  # what can be chosen

The run's folder holds `net.npz`, which plays anywhere a net can, `results.json` and `plot.png`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import torch
from ppo.evaluation import as_numbers, evaluate, plot
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from caboose.envs.sb3 import SB3Env, net_of

DEALS = 1_000_000  # the seed of evaluations, far from those of training


class Progress(BaseCallback):
    """Says how good the net is, every so many rounds, and keeps it."""

    def __init__(self, options: argparse.Namespace) -> None:
        super().__init__()
        self.options, self.history = options, list[dict[str, Any]]()
        self.begun, self.core_begun = time.perf_counter(), time.process_time()
        self.rounds, self.games, self.won = 0, 0, 0

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "ranks" in info:
                self.games += 1
                self.won += int(info["ranks"][info["seat"]] == 1)
        return True

    def _on_rollout_end(self) -> None:
        self.rounds += 1
        if self.rounds % self.options.every == 0:
            self.tell()

    def tell(self) -> None:
        """Play some games with the likeliest action, note the result and keep the net."""
        options, env = self.options, self.training_env
        net = net_of(self.model, env)
        net.save(options.out / "net.npz")
        result = evaluate(net, options.edition, options.opponent, options.games, DEALS)
        minutes = (time.perf_counter() - self.begun) / 60
        cores = (time.process_time() - self.core_begun) / 60
        told = {"decisions": self.num_timesteps, "minutes": minutes, "core_minutes": cores}
        practice = self.won / max(1, self.games)
        self.history.append({**told, "practice": practice, **as_numbers(result)})
        self.games = self.won = 0
        print(f"{self.num_timesteps / 1e6:.2f} million decisions, {cores:.1f} core min, {result}")


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--edition", default="london", help="the edition that is learned (%(default)s)")
    add("--opponent", default="tourist", help="the bot that is played against (%(default)s)")
    add("--decisions", type=int, default=3_000_000, help="to learn from (%(default)s)")
    add("--lanes", type=int, default=512, help="games side by side (%(default)s)")
    add("--steps", type=int, default=64, help="decisions of a lane between updates (%(default)s)")
    add("--every", type=int, default=5, help="updates between two evaluations (%(default)s)")
    add("--games", type=int, default=400, help="games of an evaluation (%(default)s)")
    add("--seed", type=int, default=1, help="another number, another run (%(default)s)")
    add("--threads", type=int, default=2, help="cores that PyTorch uses (%(default)s)")
    add("--device", default="cpu", help="where PyTorch learns: cpu, cuda, mps (%(default)s)")
    add("--out", type=Path, default=Path("maskable-run"), help="the run's folder (%(default)s)")
    return parser.parse_args()


def make_model(env: SB3Env, options: argparse.Namespace) -> MaskablePPO:
    """The settings with which it learns this game."""
    return MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=options.steps,
        batch_size=min(4096, options.steps * options.lanes),
        n_epochs=3,
        learning_rate=1e-3,
        gamma=1.0,
        gae_lambda=0.97,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256], "activation_fn": torch.nn.ReLU},
        seed=options.seed,
        device=options.device,
    )


def main() -> None:
    """Learn, and write down how it went."""
    options = read_options()
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    env = SB3Env(options.edition, options.lanes, options.opponent, seed=options.seed)
    model, progress = make_model(env, options), Progress(options)
    model.learn(options.decisions, callback=progress)
    progress.tell()
    told = {name: str(value) for name, value in vars(options).items() if name != "out"}
    results = {"settings": told, "history": progress.history}
    (options.out / "results.json").write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    title = f"MaskablePPO against {options.opponent}, {options.edition} with two seats"
    plot(progress.history, title, options.out / "plot.png")


if __name__ == "__main__":
    main()
