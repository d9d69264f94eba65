"""Games and analyses that several tests look at; made once."""

import pytest

from caboose.analysis import Analysis, analyse
from caboose.engine.state import State
from tests.support.games.bots_games import bots_game


@pytest.fixture(scope="session")
def london() -> State:
    """A short game: a tourist beats Express."""
    return bots_game("london", ["tourist", "express"], 3)


@pytest.fixture(scope="session")
def quick(london) -> Analysis:
    """Its analysis."""
    return analyse(london, "quick", names=["Ada", "Bo <b>"])
