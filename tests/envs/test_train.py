"""The example that learns runs, goes on exactly where it stopped, and learns.

PyTorch is in no lock; `make test` installs it, and `make test WITHOUT_TORCH=1` leaves these out.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
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


@pytest.fixture
def train(
    learning: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any
) -> Callable[..., str]:
    """Run the example as the command line does; importing PyTorch again would take longer."""

    def run(*options: str) -> str:
        words = ["train_ppo.py", "--out", str(tmp_path), "--threads", "1", *options]
        monkeypatch.setattr(sys, "argv", words)
        import_module("train_ppo").main()
        return str(capsys.readouterr().out)

    return run


@pytest.mark.filterwarnings("default")
def test_a_few_updates_leave_a_checkpoint_results_and_a_plot(
    train: Callable[..., str], tmp_path: Path
) -> None:
    options = [word for name, value in SMALL.items() for word in (f"--{name}", str(value))]
    said = train(*options, "--every", "2", "--games", "20", "--others", "random")
    assert "tourist: won" in said
    assert "random: won" in said
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert [point["update"] for point in results["history"]] == [2, 4]
    assert [final["games"] for final in results["final"]] == [20, 20]
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    assert "random: won" in train("--resume", "--games", "20", "--others", "random")


def test_without_a_checkpoint_there_is_nothing_to_resume(train: Callable[..., str]) -> None:
    with pytest.raises(SystemExit, match="holds no checkpoint; begin without --resume"):
        train("--resume")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--opponent", "switchman"), "'switchman' is not a compiled bot"),
        (("--edition", "mars"), "there is no such built-in edition"),
    ],
)
def test_a_run_that_cannot_be_is_refused(
    train: Callable[..., str], options: tuple[str, ...], said: str
) -> None:
    with pytest.raises(SystemExit, match=said):
        train(*options)


def test_other_editions_can_be_learned(learning: Any) -> None:
    settings = learning.Settings(**{**SMALL, "edition": "usa_mega", "lanes": 4, "steps": 4})
    learner = learning.Learner(settings)
    learner.update()
    assert learner.updates == 1


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
    masks = learner.network.masks(learner.batch.masks)
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
def test_the_pages_example_learns_with_maskable_ppo() -> None:
    page = (ROOT / "docs" / "envs.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n([^`]*sb3_contrib.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    small = code.replace("2_000_000", "64").replace("512", "8").replace("4096", "64")
    small = small.replace("n_steps=64", "n_steps=8")
    exec(compile(small, "page", "exec"), names)  # a masked action raises
    assert names["model"].num_timesteps == 64


def test_every_setting_explains_itself(learning: Any) -> None:
    for field in fields(learning.Settings):
        assert field.metadata["help"], field.name


def test_past_selves_are_met_in_a_league(learning: Any) -> None:
    learner = learning.Learner(learning.Settings(**{**SMALL, "league": 1, "steps": 64}))
    for _ in range(4):
        learner.update()
    assert len(learner.league.past) == 4
    assert (learner.batch._yard.lanes["policies"][:, 0] < 0).any()
    paper = io.BytesIO()
    torch.save(learner.saved(), paper)
    paper.seek(0)
    told = learner.update()
    again = learning.Learner(learner.settings)
    again.restore(torch.load(paper, weights_only=False))
    assert again.update() == told


@pytest.mark.filterwarnings("default")
def test_the_notebook_prints_what_is_kept_in_it(
    learning: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["run_notebook.py", "--check"])
    assert import_module("run_notebook").main() == 0, capsys.readouterr().out


@pytest.mark.soak
def test_a_minute_of_learning_beats_a_random_player(tmp_path: Path) -> None:
    options = ("--updates", "20", "--steps", "32", "--every", "10", "--threads", "1")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--out", str(tmp_path), *options, "--others", "random"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    tourist, chance = results["final"]
    assert chance["low"] > 0.9
    assert tourist["low"] > 0.05
    assert results["history"][-1]["margin"] > results["history"][0]["margin"]
