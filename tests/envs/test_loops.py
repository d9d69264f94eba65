"""What trains elsewhere finds here what it looks for: Stable-Baselines3, CleanRL, TorchRL."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from caboose.envs import Batch, Encoder
from caboose.envs.cleanrl import LoopEnv

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    "options", [{"mask_in_obs": True}, {"features": True, "mask_in_obs": True}]
)
def test_a_mask_in_the_observation_passes_gymnasiums_check(options: dict[str, Any]) -> None:
    check_env(gymnasium.make("caboose/London-v0", **options).unwrapped)


def test_a_mask_in_the_observation_is_the_mask() -> None:
    env: Any = gymnasium.make("caboose/London-v0", mask_in_obs=True).unwrapped
    seen, info = env.reset(seed=1)
    for _ in range(200):
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        assert env.observation_space.contains(seen)
        seen, _, is_over, _, info = env.step(int(seen["action_mask"].argmax()))
        if is_over:
            assert not seen["action_mask"].any()
            seen, info = env.reset()


def test_many_games_carry_masks_and_features_too() -> None:
    envs: Any = gymnasium.make_vec(
        "caboose/London-v0", num_envs=4, mask_in_obs=True, features=True, opponents="racer"
    )
    seen, infos = envs.reset(seed=1)
    encoder, ends = Encoder(envs.batch.game), 0
    for _ in range(120):
        assert envs.observation_space.contains(seen)
        assert np.array_equal(seen["observation"], encoder(envs.batch.observations))
        assert np.array_equal(seen["action_mask"], infos["action_mask"])
        seen, _, ended, _, infos = envs.step(seen["action_mask"].argmax(axis=1))
        for env in np.flatnonzero(ended):
            ends += 1
            assert not infos["final_obs"][env]["action_mask"].any()
    assert ends > 0


def test_torchrl_finds_the_autoreset_mode_where_it_looks() -> None:
    envs: Any = gymnasium.make_vec("caboose/London-v0", num_envs=2)
    assert envs.autoreset_mode == envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


def test_a_loop_gets_features_masks_and_episodes() -> None:
    envs = LoopEnv(num_envs=8, edition="london", opponents="tourist")
    features, infos = envs.reset(seed=1)
    returns, lengths = np.zeros(8), np.zeros(8, int)
    games = 0
    for _ in range(150):
        assert features.dtype == np.float32
        assert infos["action_mask"].shape == (8, len(envs.numbers))
        actions = infos["action_mask"].argmax(axis=1)
        assert envs.batch.masks[np.arange(8), envs.numbers[actions]].all()
        features, rewards, ended, cut, infos = envs.step(actions)
        returns, lengths = returns + rewards, lengths + 1
        if ended.any():
            games += int(ended.sum())
            assert np.allclose(infos["episode"]["r"][ended], returns[ended])
            assert infos["episode"]["l"][ended].tolist() == lengths[ended].tolist()
            assert np.array_equal(infos["_episode"], ended)
        returns[ended], lengths[ended] = 0, 0
        assert not cut.any()
    assert games > 0


def test_the_mixed_reward_is_half_for_winning_and_half_for_how_clearly() -> None:
    batch = Batch("london", 2, 32, seed=1, opponents="tourist", reward="mixed", compact=True)
    batch.reset()
    ends = 0
    for _ in range(120):
        batch.step(batch.advise("racer"))
        for lane in np.flatnonzero(batch.terminations):
            learner = int(batch.final_observations[lane, 0])
            mine, theirs = batch.totals[lane][learner], batch.totals[lane][1 - learner]
            ranks = batch.ranks[lane]
            won = 0 if ranks[0] == ranks[1] else 1 if ranks[learner] == 1 else -1
            clearly = np.clip((mine - theirs) / batch.game.edition.trains, -1, 1)
            assert batch.rewards[lane] == pytest.approx(0.5 * won + 0.5 * clearly)
            ends += 1
    assert ends > 10


# --- what needs PyTorch ---------------------------------------------------------------------------

if find_spec("torch") is None and not os.environ.get("CABOOSE_WITHOUT_TORCH"):
    raise ModuleNotFoundError("PyTorch is not installed; run `make .venv/.train`.")

with_torch = pytest.mark.skipif(
    bool(os.environ.get("CABOOSE_WITHOUT_TORCH")), reason="CABOOSE_WITHOUT_TORCH is set"
)


@with_torch
def test_stable_baselines_finds_all_that_it_asks_a_vecenv_for() -> None:
    sb3 = import_module("caboose.envs.sb3")
    masking = import_module("sb3_contrib.common.maskable.utils")
    env = sb3.SB3Env("london", 8, "tourist", seed=2)
    features = env.reset()
    assert masking.is_masking_supported(env)
    ends = 0
    for _ in range(150):
        assert env.observation_space.contains(features[0])
        masks = masking.get_action_masks(env)
        assert masks.shape == (8, env.action_space.n)
        features, rewards, ended, infos = env.step(masks.argmax(axis=1))
        assert ["episode" in info for info in infos] == ended.tolist()
        for lane in np.flatnonzero(ended):
            ends += 1
            assert infos[lane]["episode"]["r"] == pytest.approx(float(rewards[lane]))
            assert infos[lane]["terminal_observation"].shape == features[lane].shape
            assert (rewards[lane] > 0) == (infos[lane]["ranks"][infos[lane]["seat"]] == 1)
    assert ends > 0


@with_torch
@pytest.mark.filterwarnings("default")
def test_the_example_learns_on_the_device_that_is_named_and_keeps_a_net_that_plays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    words = "--decisions 128 --lanes 8 --steps 8 --every 1 --games 6 --threads 1 --device cpu"
    monkeypatch.setattr("sys.argv", ["maskable_ppo.py", *words.split(), "--out", str(tmp_path)])
    import_module("maskable_ppo").main()
    assert "0.00 million decisions" in capsys.readouterr().out
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    batch = Batch("london", 2, 4, opponents=str(tmp_path / "net.npz"))
    batch.reset()
    batch.step(batch.masks.argmax(axis=1))


@with_torch
@pytest.mark.filterwarnings("default")
def test_a_net_without_pytorch_chooses_what_the_model_does() -> None:
    sb3, contrib = import_module("caboose.envs.sb3"), import_module("sb3_contrib")
    env = sb3.SB3Env("london", 8, "racer")
    model = contrib.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=32, seed=1, device="cpu")
    model.learn(64)
    net, features = sb3.net_of(model, env), env.reset()
    for _ in range(30):
        masks = env.action_masks()
        chosen, _ = model.predict(features, action_masks=masks, deterministic=True)
        assert np.array_equal(env.numbers[chosen], net(env.batch.observations, env.batch.masks))
        features, *_ = env.step(chosen)
