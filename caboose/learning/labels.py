"""Labels: what comes of each option of a decision when the game is played to its end.

Games are played by a mixed table, now and then with an option at random, so that all kinds of
positions occur. At some decisions every option is tried in the same futures of the true position:
its cards and tickets stay where they are, what is still to be drawn is dealt again. A seat cannot
know that position; a net that is told only what the seat sees learns the mean over all of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS
from caboose.engine.compiled import compiled, wide
from caboose.engine.dice import roll, roll_word
from caboose.engine.fields import OVER
from caboose.engine.keys import deal_batch_game
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import play
from caboose.learning.futures import deal_future
from caboose.players.bots.engineer import list_options
from caboose.players.policies import decide
from caboose.players.search.rollout import WIN, Stage, outcome, play_out
from caboose.players.tools.facts import FACTS, MOST_OPTIONS, OPTION_FACTS
from caboose.players.tools.kit import Kit
from caboose.players.tools.scratch import clear_scratch

FUTURES = 2  # in which every option is tried
EVERY = (24, 3, 6)  # one decision of so many is labelled, by net: turns, offers, payments
STRAY = 12  # one decision of so many is made at random


class Labels(NamedTuple):
    """Decisions, one a line: what was told, and what came of each option."""

    nets: Any  # which net weighs it
    counts: Any  # how many options there are
    facts: Any  # of the position
    options: Any  # facts of each option
    leads: Any  # mean lead in points, by option
    wins: Any  # how often it won

    def some(self, count: int) -> Labels:
        """The first lines."""
        return Labels(*(array[:count] for array in self))


def new_labels(count: int) -> Labels:
    """Room for labels."""
    return Labels(
        np.zeros(count, np.int8),
        np.zeros(count, np.int8),
        np.zeros((count, len(FACTS)), np.float32),
        np.zeros((count, MOST_OPTIONS, OPTION_FACTS), np.float32),
        np.zeros((count, MOST_OPTIONS), np.float32),
        np.zeros((count, MOST_OPTIONS), np.float32),
    )


@compiled
def write_label(
    kit: Kit, stage: Stage, state: Any, seated: Any, dice: Any, labels: Labels, line: int
) -> None:
    """Try every option of the mover in some futures; its scratch space holds them."""
    game, atlas, seat = kit.games[0], kit.atlases[0], wide(state.seat)
    scratch, own = kit.scratches[MAX_SEATS], np.zeros(2, np.int64)
    labels.counts[line] = scratch.option_count
    labels.facts[line] = scratch.facts
    labels.options[line] = scratch.options
    labels.leads[line] = 0.0
    labels.wins[line] = 0.0
    for _ in range(FUTURES):
        one, other = roll_word(dice), roll_word(dice)
        for option in range(scratch.option_count):
            stage.states[0] = state
            deal_future(stage.states[0], one, other, own)
            play(game, stage.states[0], seat, wide(scratch.moves[option]), stage.happenings)
            play_out(game, atlas, stage.states[0], seated, kit.scratches, own, stage.happenings)
            lead = outcome(game, stage.states[0], stage.scores[0], seat)
            if stage.scores[0].rank[seat] == 1:
                labels.wins[line, option] += 1 / FUTURES
                lead -= WIN
            labels.leads[line, option] += lead / 100 / FUTURES


@compiled
def label_game(
    kit: Kit, stage: Stage, states: Any, policies: Any, learner: int, dice: Any, labels: Labels
) -> int:
    """Play one game that is set up; writes labels, returns how many."""
    game, atlas, state = kit.games[0], kit.atlases[0], states[0]
    seated, lines = np.zeros(MAX_SEATS, np.int64), 0
    while state.phase != OVER:
        seat = wide(state.seat)
        scratch = kit.scratches[MAX_SEATS]
        clear_scratch(scratch)
        net = list_options(game, atlas, state, seat, scratch)
        count = wide(scratch.option_count)
        if count > 1 and roll(dice, EVERY[net]) == 0 and lines < labels.nets.shape[0]:
            seated[:] = policies
            seated[seat] = learner
            labels.nets[lines] = net
            write_label(kit, stage, state, seated, dice, labels, lines)
            lines += 1
        if count > 1 and roll(dice, STRAY) == 0:
            action = wide(scratch.moves[roll(dice, count)])
        else:
            clear_scratch(kit.scratches[seat])
            action = decide(
                game, atlas, state, seat, wide(policies[seat]), kit.scratches[seat], dice
            )
        play(game, state, seat, action, stage.happenings)
    return lines


@compiled
def label_games(
    kit: Kit, stage: Stage, states: Any, key: Any, tables: Any, learner: int, labels: Labels
) -> int:
    """Play a game for each row of policies; writes labels, returns how many."""
    dice, lines = np.zeros(2, np.int64), 0
    for deal in range(tables.shape[0]):
        deal_batch_game(states[0], key, deal, dice)
        set_up(kit.games[0], states[0], stage.happenings)
        room = Labels(
            labels.nets[lines:],
            labels.counts[lines:],
            labels.facts[lines:],
            labels.options[lines:],
            labels.leads[lines:],
            labels.wins[lines:],
        )
        lines += label_game(kit, stage, states, tables[deal], learner, dice, room)
    return lines
