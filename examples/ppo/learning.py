"""Playing, judging what was played, and learning from it: one update of PPO."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from caboose.envs import Batch, League
from ppo.evaluation import margins_of
from ppo.network import Network


def _set(default: Any, says: str) -> Any:
    """A setting, and what the command line says of it."""
    return field(default=default, metadata={"help": says})


@dataclass(frozen=True)
class Settings:
    """All that shapes a run."""

    edition: str = _set("london", "the edition that is learned")
    opponent: str = _set("tourist", "the opponent: a compiled bot, or a net.npz")
    league: int = _set(0, "let a past self in every so many updates, beside the panel; 0: never")
    seed: int = _set(1, "another number, another run")
    updates: int = _set(150, "updates in all")
    lanes: int = _set(512, "games side by side")
    steps: int = _set(64, "decisions of a lane between two updates")
    epochs: int = _set(3, "times that an update goes over them")
    minibatch: int = _set(4096, "decisions of one step of the optimizer")
    rate: float = _set(1e-3, "the learning rate at the beginning; it falls to none")
    clip: float = _set(0.2, "how far chances may move in one update")
    entropy: float = _set(0.01, "what trying many things is worth")
    fading: float = _set(0.97, "of credit, back through the decisions of a game")
    margin: float = _set(20.0, "points ahead that count as much as winning")
    device: str = _set("cpu", "where PyTorch learns: cpu, cuda, mps")


class Learner:
    """A network, its optimizer and a batch of games under way."""

    def __init__(self, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.league = League([settings.opponent]) if settings.league else None
        self.batch = Batch(
            settings.edition,
            2,
            settings.lanes,
            seed=settings.seed,
            opponents=self.league or settings.opponent,
            compact=True,
        )
        self.batch.reset()
        self.network = Network(self.batch.game, device=settings.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.rate, eps=1e-5)
        self.updates = 0

    def update(self) -> dict[str, float]:
        """Play, learn, and tell how it went."""
        played = self._play()
        self._learn(played)
        self.updates += 1
        if self.league is not None and self.updates % self.settings.league == 0:
            self.league.add(self.network.net())
        return played.told

    def saved(self) -> dict[str, Any]:
        """All that the next update depends on, the games under way included."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "batch": self.batch,
            "chance": torch.get_rng_state(),
            "updates": self.updates,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Go on from what was saved."""
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.batch, self.updates = saved["batch"], saved["updates"]
        self.league = self.batch.table.league
        torch.set_rng_state(saved["chance"])

    def _play(self) -> Played:
        """Let every lane play so many decisions."""
        batch, settings = self.batch, self.settings
        played = Played(settings, self.network.encoder.width, len(self.network.numbers))
        for step in range(settings.steps):
            self._decide(played, step)
            batch.step(self.network.numbers[played.actions[step].cpu().numpy()])
            ended = batch.terminations
            played.ends[step] = torch.from_numpy(ended)
            if ended.any():
                rewards = reward_of(batch, settings.margin)
                played.rewards[step] = torch.from_numpy(np.where(ended, rewards, 0))
                played.games += int(ended.sum())
                played.won += float((batch.rewards[ended] > 0).sum())
        _, worth = self._think()
        played.judge(worth, settings.fading)
        return played

    @torch.no_grad()
    def _think(self) -> tuple[Tensor, Tensor]:
        features = self.network.features(self.batch.observations)
        return self.network(features, self.network.masks(self.batch.masks))

    @torch.no_grad()
    def _decide(self, played: Played, step: int) -> None:
        """Choose an action in every lane, and write down what was known and thought."""
        played.masks[step] = self.network.masks(self.batch.masks)
        played.features[step] = self.network.features(self.batch.observations)
        chances, played.worth[step] = self.network(played.features[step], played.masks[step])
        # The largest of the logarithms, each with Gumbel noise added, is a fair draw.
        noise = torch.empty_like(chances).exponential_().log_()
        played.actions[step] = (chances - noise).argmax(1)
        played.chances[step] = chances.gather(1, played.actions[step][:, None])[:, 0]

    def _learn(self, played: Played) -> None:
        """Several rounds over all decisions, in random order."""
        settings = self.settings
        left = 1 - self.updates / settings.updates
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate * left
        lines = played.lines()
        for _ in range(settings.epochs):
            for chosen in torch.randperm(len(lines[0]), device=settings.device).split(
                settings.minibatch
            ):
                loss = self._loss(*(line[chosen] for line in lines))
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    def _loss(
        self,
        features: Tensor,
        masks: Tensor,
        actions: Tensor,
        before: Tensor,
        gains: Tensor,
        returns: Tensor,
    ) -> Tensor:
        """The clipped loss of PPO, with the error in worth and a little entropy."""
        clip = self.settings.clip
        chances, worth = self.network(features, masks)
        ratio = (chances.gather(1, actions[:, None])[:, 0] - before).exp()
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        gained = torch.minimum(ratio * gains, ratio.clamp(1 - clip, 1 + clip) * gains).mean()
        entropy = -(chances.exp() * chances).sum(1).mean()
        return (worth - returns).square().mean() - gained - self.settings.entropy * entropy


class Played:
    """The decisions of one update: steps by lanes."""

    def __init__(self, settings: Settings, width: int, actions: int) -> None:
        shape, on = (settings.steps, settings.lanes), {"device": settings.device}
        self.features = torch.zeros(*shape, width, **on)
        self.masks = torch.zeros(*shape, actions, dtype=torch.bool, **on)
        self.actions = torch.zeros(shape, dtype=torch.int64, **on)
        self.chances, self.worth = torch.zeros(shape, **on), torch.zeros(shape, **on)
        self.rewards = torch.zeros(shape, **on)
        self.ends = torch.zeros(shape, dtype=torch.bool, **on)
        self.gains = torch.zeros(shape, **on)
        self.games, self.won = 0, 0.0

    def judge(self, worth: Tensor, fading: float) -> None:
        """How much better each decision turned out than expected, from the last backwards.

        This is generalized advantage estimation.
        """
        gain = torch.zeros_like(worth)
        for step in reversed(range(len(self.gains))):
            goes_on = (~self.ends[step]).float()
            surprise = self.rewards[step] + goes_on * worth - self.worth[step]
            gain = surprise + goes_on * fading * gain
            self.gains[step], worth = gain, self.worth[step]

    def lines(self) -> list[Tensor]:
        """What there is to learn from, one line a decision."""
        returns = self.gains + self.worth
        parts = (self.features, self.masks, self.actions, self.chances, self.gains, returns)
        return [part.flatten(0, 1) for part in parts]

    @property
    def told(self) -> dict[str, float]:
        """Figures of the games that ended."""
        return {"games": self.games, "won": self.won / max(self.games, 1)}


def reward_of(batch: Batch, margin: float) -> Any:
    """Half for winning, half for how clearly; a narrow win is still a win."""
    return 0.5 * batch.rewards + 0.5 * np.clip(margins_of(batch) / margin, -1, 1)
