"""Rollouts: worlds played to their end by policies, and what came of them for one seat."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS
from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import (
    NOBODY,
    OVER,
    SCORE,
    STATE,
    GameRecord,
    ScoreRecord,
    StateRecord,
)
from caboose.engine.happenings import no_buffer
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.turn import play
from caboose.players.policies import decide
from caboose.players.search.worlds import Worlds
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.kit import Kit
from caboose.players.tools.scratch import clear_scratch

WIN = 1000  # hundredths of a point that a win counts beside the lead


class Stage(NamedTuple):
    """Where worlds are played out, one after the other."""

    states: Any  # the copy that is played on, an array of one
    scores: Any  # its score, an array of one
    happenings: Any  # a buffer that notes nothing


def new_stage() -> Stage:
    """An empty stage."""
    return Stage(np.zeros(1, STATE), np.zeros(1, SCORE), no_buffer())


@compiled
def play_out(
    game: GameRecord,
    atlas: Atlas,
    state: StateRecord,
    policies: Any,
    scratches: Any,
    dice: Any,
    happenings: Any,
) -> None:
    """Play a state to its end, each seat by its policy, in scratch space of its own."""
    for seat in range(game.seats):
        clear_scratch(scratches[seat])
    while state.phase != OVER:
        seat = wide(state.seat)
        policy = wide(policies[seat])
        action = decide(game, atlas, state, seat, policy, scratches[seat], dice)
        play(game, state, seat, action, happenings)


@compiled
def outcome(game: GameRecord, state: StateRecord, score: ScoreRecord, seat: int) -> int:
    """A finished game for one seat, in hundredths of a point: its lead, and something for a win."""
    score_game(game, state, score)
    best = NOBODY
    for other in range(game.seats):
        if other != seat and (best == NOBODY or score.total[other] > score.total[best]):
            best = other
    lead = 100 * (wide(score.total[seat]) - wide(score.total[best]))
    return lead + WIN if score.rank[seat] == 1 else lead


@compiled
def win_share(game: GameRecord, state: StateRecord, score: ScoreRecord, seat: int) -> float:
    """What a seat has of the win of a finished game: all, nothing, or its part of a shared one."""
    score_game(game, state, score)
    winners = 0
    for other in range(game.seats):
        if score.rank[other] == 1:
            winners += 1
    return 1.0 / winners if score.rank[seat] == 1 else 0.0


@compiled
def predict_win(kit: Kit, worlds: Worlds, stage: Stage, seat: int, style: int) -> float:
    """The share of the wins that a seat has in some worlds if it goes on in a style."""
    game, atlas, state = kit.games[0], kit.atlases[0], stage.states[0]
    dice = np.ones(2, np.int64)  # no style rolls them
    seated = np.zeros(MAX_SEATS, np.int64)
    total = 0.0
    for i in range(worlds.states.shape[0]):
        stage.states[0] = worlds.states[i]
        seated[:] = worlds.styles[i]
        seated[seat] = style
        play_out(game, atlas, state, seated, kit.scratches, dice, stage.happenings)
        total += win_share(game, state, stage.scores[0], seat)
    return total / len(worlds.styles)


@compiled
def try_move(kit: Kit, worlds: Worlds, stage: Stage, seat: int, move: int, style: int) -> int:
    """Make a move in some worlds and go on in a style; the sum of the outcomes."""
    game, atlas, state = kit.games[0], kit.atlases[0], stage.states[0]
    dice = np.ones(2, np.int64)  # no style rolls them
    seated = np.zeros(MAX_SEATS, np.int64)
    total = 0
    for i in range(worlds.states.shape[0]):
        stage.states[0] = worlds.states[i]
        for rival in range(game.seats):
            seated[rival] = worlds.styles[i, rival]
        seated[seat] = style
        play(game, state, seat, move, stage.happenings)
        play_out(game, atlas, state, seated, kit.scratches, dice, stage.happenings)
        total += outcome(game, state, stage.scores[0], seat)
    return total


@compiled
def try_arms(kit: Kit, worlds: Worlds, stage: Stage, seat: int, arms: Any, totals: Any) -> None:
    """Try arms, each a move and a style, in the same worlds; adds up what comes of them."""
    for i in range(arms.shape[0]):
        move, style = wide(arms[i, 0]), wide(arms[i, 1])
        totals[i] += try_move(kit, worlds, stage, seat, move, style)
