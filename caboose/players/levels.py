"""Levels for people: five opponents by name, from a first game to a hard one.

A level's name can be given wherever a bot can.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """An opponent: what to expect of it, the bot that it is, and how strong that is."""

    name: str
    sentence: str
    bot: str
    wins: float  # the share of games it wins against racer: USA, two seats, measured by the lab


LEVELS = (
    Level("passenger", "New to the game: travels, but is easily led astray.", "beginner", 0.02),
    Level("conductor", "Travels ticket by ticket and blocks nobody on purpose.", "tourist", 0.46),
    Level("driver", "Plans all its tickets together, bottlenecks first.", "planner", 0.65),
    Level("dispatcher", "Weighs tickets, long routes and the turns left.", "express", 0.90),
    Level(
        "stationmaster",
        "Plays many games in its head before each move.",
        "switchman:rollouts=2000,seconds=1",
        0.99,
    ),
)


def level_of(name: str) -> Level | None:
    """The level of a name, None if there is none."""
    return next((level for level in LEVELS if level.name == name), None)
