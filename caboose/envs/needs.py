"""What to say when the package that an interface is made for is not installed."""

from __future__ import annotations

from importlib.util import find_spec

# Packages by the name under which they are imported.
NAMES = {"gymnasium": "Gymnasium", "pettingzoo": "PettingZoo", "pyspiel": "OpenSpiel"}


def need(package: str, interface: str) -> None:
    """Say in a sentence what to install, if it is missing."""
    if find_spec(package) is None:
        raise ModuleNotFoundError(
            f"{interface} needs {NAMES[package]}, which is not installed; install it with"
            " pip install 'caboose[envs]'.",
            name=package,
        )
