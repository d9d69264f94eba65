"""What to say when the package that an interface is made for is not installed."""

from __future__ import annotations

# Packages by the name under which they are imported.
NAMES = {
    "gymnasium": "Gymnasium",
    "pettingzoo": "PettingZoo",
    "pyspiel": "OpenSpiel",
    "stable_baselines3": "Stable-Baselines3",
}
TRAIN = ("stable_baselines3",)  # in the extra `train`; the others are in `envs`


def missing(error: ModuleNotFoundError, interface: str) -> ModuleNotFoundError:
    """The same error with a sentence that says what to install."""
    package = (error.name or "").partition(".")[0]
    extra = "envs,train" if package in TRAIN else "envs"
    return ModuleNotFoundError(
        f"{interface} needs {NAMES.get(package, package)}, which is not installed; install it with"
        f" pip install 'caboose[{extra}]'.",
        name=error.name,
    )
