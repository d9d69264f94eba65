"""Packages that only some commands need: asked for when they are used, and named when missing."""

from __future__ import annotations

import importlib
from typing import Any


class MissingPackage(ValueError):
    """A package of an extra is not installed."""


def need(package: str, extra: str, purpose: str) -> Any:
    """A module of an optional package, or a sentence that says how to get it."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        if error.name != package:
            raise  # it is there, and broken
        raise MissingPackage(
            f"{purpose} needs the package {package}: install caboose with its extra,"
            f" caboose[{extra}]."
        ) from None
