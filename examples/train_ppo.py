"""Learn to play London with two seats against a bot, from nothing, in about ten minutes.

    make train                                      # installs PyTorch beside the rest, and runs it
    python examples/train_ppo.py --help             # with caboose[train] installed
    python examples/train_ppo.py --resume           # goes on where the last run stopped

The run's folder holds `checkpoint.pt`, `results.json`, `plot.png` and `net.npz`, which plays
anywhere a net can.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import torch
from ppo.evaluation import as_numbers, evaluate, plot
from ppo.learning import Learner, Settings
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

FINAL_DEALS, DEALS = 2_000_000, 1_000_000  # seeds of evaluations, far from those of training


class Run:
    """A learner, what became of it so far, and the folder that it is kept in."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.learner, self.folder = Learner(settings), folder
        self.history: list[dict[str, Any]] = []
        self.seconds = self.core_seconds = 0.0  # on a busy machine, the cores' time says more

    @classmethod
    def resume(cls, folder: Path) -> Run:
        """The run as its last checkpoint has it; it goes on as if it had never stopped."""
        if not (folder / "checkpoint.pt").exists():
            raise SystemExit(f"{folder} holds no checkpoint; begin without --resume.")
        # A checkpoint holds the games under way, so it is a pickle: load only your own.
        saved = torch.load(folder / "checkpoint.pt", weights_only=False)
        run = cls(Settings(**saved["settings"]), folder)
        run.learner.restore(saved["learner"])
        run.history = saved["history"]
        run.seconds, run.core_seconds = saved["seconds"]
        return run

    def save(self) -> None:
        """Write the checkpoint; an interrupted write leaves the last one whole."""
        saved = {
            "settings": asdict(self.learner.settings),
            "learner": self.learner.saved(),
            "history": self.history,
            "seconds": (self.seconds, self.core_seconds),
        }
        torch.save(saved, self.folder / "checkpoint.tmp")
        (self.folder / "checkpoint.tmp").replace(self.folder / "checkpoint.pt")

    def train(self, every: int, games: int) -> None:
        """Learn to the end, with an evaluation and a checkpoint every so many updates."""
        settings = self.learner.settings
        with Progress(
            TextColumn("update {task.completed} of {task.total}"),
            BarColumn(),
            TextColumn("{task.fields[told]}"),
            TimeRemainingColumn(),
        ) as bar:
            task = bar.add_task("", total=settings.updates, completed=self.learner.updates, told="")
            while self.learner.updates < settings.updates:
                begin, core_begin = time.perf_counter(), time.process_time()
                told = self.learner.update()
                speed = settings.lanes * settings.steps / (time.perf_counter() - begin)
                words = f"won {100 * told['won']:.0f} % in training, {speed:,.0f} decisions/s"
                bar.update(task, advance=1, told=words)
                if self.learner.updates % every == 0 or self.learner.updates == settings.updates:
                    bar.console.print(self.evaluate(told["won"], games), highlight=False)
                    self.save()
                self.seconds += time.perf_counter() - begin
                self.core_seconds += time.process_time() - core_begin

    def evaluate(self, practice: float, games: int) -> str:
        """Note how good it is by now; the note in words."""
        settings, learner = self.learner.settings, self.learner
        result = evaluate(learner.network.best, settings.edition, settings.opponent, games, DEALS)
        decisions = learner.updates * settings.lanes * settings.steps
        note = {"update": learner.updates, "decisions": decisions, "minutes": self.seconds / 60}
        self.history.append({**note, "practice": practice, **as_numbers(result)})
        return f"{decisions / 1e6:.1f} million decisions, {self.seconds / 60:.1f} min, {result}"

    def finish(self, games: int, others: list[str]) -> None:
        """Evaluate on new deals, against other bots too; write the results and the plot."""
        settings, network = self.learner.settings, self.learner.network
        bots = [settings.opponent, *(bot for bot in others if bot != settings.opponent)]
        results = [
            evaluate(network.best, settings.edition, bot, games, FINAL_DEALS) for bot in bots
        ]
        for result in results:
            print(result)
        network.net().save(self.folder / "net.npz")
        written = {
            "settings": asdict(settings),
            "minutes": round(self.seconds / 60, 1),
            "core_minutes": round(self.core_seconds / 60, 1),
            "history": self.history,
            "final": [as_numbers(result) for result in results],
        }
        (self.folder / "results.json").write_text(json.dumps(written, indent=1) + "\n", "utf-8")
        edition = self.learner.batch.game.edition.name
        title = f"PPO against {settings.opponent}, {edition} with two seats"
        plot(self.history, title, self.folder / "plot.png")


def read_options() -> argparse.Namespace:
    """The command line: every setting of `ppo.learning.Settings`, and how to run it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for field in fields(Settings):
        kind, word = type(field.default), "NAME" if field.type == "str" else "N"
        says = f"{field.metadata['help']} (%(default)s)"
        parser.add_argument(
            f"--{field.name}", type=kind, default=field.default, metavar=word, help=says
        )
    parser.add_argument(
        "--out", type=Path, default=Path("ppo-run"), help="the run's folder (%(default)s)"
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on from the checkpoint of that folder"
    )
    parser.add_argument(
        "--every", type=int, default=10, help="updates between two evaluations (%(default)s)"
    )
    parser.add_argument(
        "--games", type=int, default=400, help="games of an evaluation (%(default)s)"
    )
    parser.add_argument(
        "--others",
        nargs="*",
        default=["racer", "express"],
        help="bots that are met at the end (%(default)s)",
    )
    parser.add_argument(
        "--threads", type=int, default=2, help="cores that PyTorch uses (%(default)s)"
    )
    return parser.parse_args()


def begin(options: argparse.Namespace) -> Run:
    """A new run; an edition or a bot that does not exist is refused in a sentence."""
    settings = Settings(**{field.name: getattr(options, field.name) for field in fields(Settings)})
    try:
        return Run(settings, options.out)
    except ValueError as error:
        raise SystemExit(str(error)) from error


def main() -> None:
    """Train, evaluate, plot."""
    options = read_options()
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    if options.resume:
        run = Run.resume(options.out)
    else:
        run = begin(options)
    try:
        run.train(options.every, options.games)
    except KeyboardInterrupt:
        raise SystemExit("stopped; with --resume it goes on from its last checkpoint.") from None
    run.finish(options.games, options.others)


if __name__ == "__main__":
    main()
