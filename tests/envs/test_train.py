"""The example that learns runs, goes on exactly where it stopped, and learns.

PyTorch is in no lock; `make test` installs it, and `make test WITHOUT_TORCH=1` leaves these out.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

if find_spec("torch") is None:
    if not os.environ.get("CABOOSE_WITHOUT_TORCH"):
        raise ModuleNotFoundError("PyTorch is not installed; run `make .venv/.train`.")
    pytest.skip("CABOOSE_WITHOUT_TORCH is set", allow_module_level=True)

torch: Any = import_module("torch")
torch.set_num_threads(1)  # networks this small gain nothing from more

ROOT = Path(__file__).parent.parent.parent
SCRIPT = ROOT / "examples" / "train_ppo.py"
SMALL = {"updates": 4, "lanes": 16, "steps": 16, "minibatch": 64}


@pytest.fixture
def learning(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    return import_module("ppo.learning")


def train(folder: Path, *options: str) -> str:
    """Run the example in a process of its own."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--out", str(folder), "--threads", "1", *options],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_few_updates_leave_a_checkpoint_results_and_a_plot(tmp_path: Path) -> None:
    options = [word for name, value in SMALL.items() for word in (f"--{name}", str(value))]
    said = train(tmp_path, *options, "--every", "2", "--games", "20", "--others", "random")
    assert "tourist: won" in said
    assert "random: won" in said
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert [point["update"] for point in results["history"]] == [2, 4]
    assert [final["games"] for final in results["final"]] == [20, 20]
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    assert "random: won" in train(tmp_path, "--resume", "--games", "20", "--others", "random")


def test_without_a_checkpoint_there_is_nothing_to_resume(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--resume", "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 1
    assert "holds no checkpoint; begin without --resume" in done.stderr


def test_a_run_that_stops_and_goes_on_is_the_run_that_never_stopped(learning: Any) -> None:
    settings = learning.Settings(**SMALL)
    whole = learning.Learner(settings)
    told = [whole.update() for _ in range(4)]
    first = learning.Learner(settings)
    again = [first.update() for _ in range(2)]
    paper = io.BytesIO()
    torch.save(first.saved(), paper)
    paper.seek(0)
    second = learning.Learner(settings)
    second.restore(torch.load(paper, weights_only=False))
    again += [second.update() for _ in range(2)]
    assert told == again
    for mine, theirs in zip(whole.network.parameters(), second.network.parameters(), strict=True):
        assert torch.equal(mine, theirs)


def test_masked_actions_have_no_chance(learning: Any) -> None:
    learner = learning.Learner(learning.Settings(**SMALL))
    played = learner._play()
    chosen = played.masks.gather(2, played.actions[..., None])
    assert chosen.all()
    chances, _ = learner._think()
    masks = torch.from_numpy(learner.batch.masks.copy())
    assert torch.allclose((chances.exp() * masks).sum(1), torch.ones(SMALL["lanes"]))


def test_credit_goes_back_to_the_beginning_of_a_game_and_no_further(learning: Any) -> None:
    played = learning.Played(learning.Settings(lanes=1, steps=4), 1, 1)
    played.rewards[2], played.ends[2] = 1.0, True
    played.judge(torch.zeros(1), fading=0.5)
    assert played.gains[:, 0].tolist() == [0.25, 0.5, 1.0, 0.0]


def test_an_interval_holds_the_share(learning: Any) -> None:
    interval = import_module("ppo.evaluation").interval
    for share in (0.0, 0.3, 0.5, 1.0):
        low, high = interval(share, 400)
        assert -1e-9 <= low <= share + 1e-9
        assert share - 1e-9 <= high <= 1 + 1e-9
    assert np.allclose(interval(0.5, 400), (0.451, 0.549), atol=1e-3)


@pytest.mark.filterwarnings("default")
def test_maskable_ppo_learns_in_the_single_environment() -> None:
    import gymnasium

    import caboose.envs  # noqa: F401 - makes Gymnasium know the names

    maskable: Any = import_module("sb3_contrib").MaskablePPO
    env = gymnasium.make("caboose/London-v0", opponents="random", compact=True, illegal="raise")
    model = maskable("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1, device="cpu")
    model.learn(192)  # a masked action would raise
    assert model.num_timesteps == 192
    observation, _ = env.reset(seed=2)
    masks = env.unwrapped.action_masks()  # type: ignore[attr-defined]
    action, _ = model.predict(observation, action_masks=masks, deterministic=True)
    assert masks[int(action)]


def test_the_notebook_prints_what_is_kept_in_it() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "run_notebook.py"), "--check"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.soak
def test_a_minute_of_learning_beats_a_random_player(tmp_path: Path) -> None:
    options = ("--updates", "20", "--lanes", "512", "--steps", "32", "--every", "10")
    train(tmp_path, *options, "--others", "random")
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    tourist, chance = results["final"]
    assert chance["low"] > 0.9
    assert tourist["low"] > 0.05
    assert results["history"][-1]["margin"] > results["history"][0]["margin"]
