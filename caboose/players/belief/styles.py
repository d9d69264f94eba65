"""The styles: the policies that people and bots are thought to play by."""

from __future__ import annotations

from caboose.players.policies import EXPRESS, PLANNER, RACER

STYLES = (EXPRESS, PLANNER, RACER)
AS_EXPRESS, AS_PLANNER, AS_RACER = range(len(STYLES))  # their places
