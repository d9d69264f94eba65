"""What the learner thinks with: features of the package's encoder, and a small network."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from caboose.envs.checkpoint import Net
from caboose.envs.features import Encoder, actions_of


class Network(nn.Module):
    """Two hidden layers, then a number for each action and one for the expected reward."""

    def __init__(self, game: Any, hidden: int = 256, device: str = "cpu") -> None:
        super().__init__()
        self.game, self.device = game, torch.device(device)
        self.encoder, self.numbers = Encoder(game), actions_of(game)
        self.body = nn.Sequential(
            nn.Linear(self.encoder.width, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.action, self.worth = nn.Linear(hidden, len(self.numbers)), nn.Linear(hidden, 1)
        for layer, gain in ((self.body[0], 1.4), (self.body[2], 1.4), (self.action, 0.01)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)
        self.to(self.device)

    def forward(self, features: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the chances of its actions, masked ones at none, and the worth."""
        thought = self.body(features)
        chances = self.action(thought).masked_fill(~masks, -1e9).log_softmax(1)
        return chances, self.worth(thought)[:, 0]

    def features(self, observations: np.ndarray[Any, Any]) -> Tensor:
        """What it makes of observations."""
        return torch.from_numpy(self.encoder(observations)).to(self.device)

    def masks(self, masks: np.ndarray[Any, Any]) -> Tensor:
        """The masks of its own actions."""
        return torch.from_numpy(masks[:, self.numbers]).to(self.device)

    @torch.no_grad()
    def best(self, observations: np.ndarray[Any, Any], masks: np.ndarray[Any, Any]) -> Any:
        """The number of the likeliest action of each observation."""
        chances, _ = self(self.features(observations), self.masks(masks))
        return self.numbers[chances.argmax(1).cpu().numpy()]

    def net(self) -> Net:
        """The same net without PyTorch, for a file or as an opponent."""
        layers = (self.body[0], self.body[2], self.action)
        return Net(self.game, [(_array(each.weight), _array(each.bias)) for each in layers])


def _array(parameter: Tensor) -> np.ndarray[Any, Any]:
    return parameter.detach().cpu().numpy()
