"""All playthroughs: a game for every edition and number of seats, and the scenes."""

from __future__ import annotations

from tests.playthroughs import scenes_of_cards, scenes_of_scoring, scenes_of_turns
from tests.playthroughs.editions import WHOLE_GAMES

SCENES = [*scenes_of_cards.SCENES, *scenes_of_turns.SCENES, *scenes_of_scoring.SCENES]
PLAYTHROUGHS = [*WHOLE_GAMES, *SCENES]
