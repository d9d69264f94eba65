"""Learning environments. `import caboose.envs` makes Gymnasium know them by name.

`caboose/USA-v0` and the others, one for each edition: `gymnasium.make` for one game,
`gymnasium.make_vec` for a batch. `caboose.envs.aec` has the PettingZoo environment, `sb3` the one
for Stable-Baselines3, `cleanrl` the one for loops in that style, and `Batch` is the raw interface,
which needs no framework.
"""

from __future__ import annotations

from importlib.util import find_spec

from caboose.boards import editions
from caboose.envs.batch import Batch
from caboose.envs.checkpoint import Net
from caboose.envs.features import Encoder, actions_of
from caboose.envs.observation import observation_of
from caboose.envs.observation_layout import FIELDS, layout_of, unpack
from caboose.envs.opponents import League

__all__ = [
    "Batch",
    "Encoder",
    "FIELDS",
    "League",
    "Net",
    "actions_of",
    "ids",
    "layout_of",
    "observation_of",
    "unpack",
]

VERSION = "v0"


def ids() -> dict[str, str]:
    """Gymnasium's name of each edition: usa is `caboose/USA-v0`."""
    return {edition: f"caboose/{_title(edition)}-{VERSION}" for edition in editions()}


def _title(edition: str) -> str:
    return "".join(word.upper() if word == "usa" else word.title() for word in edition.split("_"))


def _register() -> None:
    """Tell Gymnasium the names; the entry points are read when somebody makes one."""
    import gymnasium

    for edition, name in ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="caboose.envs.single:SingleEnv",
                vector_entry_point="caboose.envs.vector:BatchEnv",
                kwargs={"edition": edition},
                order_enforce=False,
            )


if find_spec("gymnasium") is not None:
    _register()
