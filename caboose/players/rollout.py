"""Rollouts: worlds played to their end by policies, and what came of them for one seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_SEATS
from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import NOBODY, OVER, GameRecord, ScoreRecord, StateRecord
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.turn import play
from caboose.players.atlas import Atlas
from caboose.players.desk import Desk, clear_desk
from caboose.players.express import decide_express
from caboose.players.planner import decide_planner
from caboose.players.racer import decide_racer

# The policies that people and bots are thought to play by: the styles.
STYLES = ("express", "planner", "racer")
AS_EXPRESS, AS_PLANNER, AS_RACER = range(len(STYLES))

WIN = 1000  # hundredths of a point that a win counts beside the lead


@compiled
def decide_by_style(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, style: int, desk: Desk, dice: Any
) -> int:
    """The action of a style."""
    if style == AS_RACER:
        return decide_racer(game, atlas, state, seat, desk, dice)
    if style == AS_PLANNER:
        return decide_planner(game, atlas, state, seat, desk, dice)
    return decide_express(game, atlas, state, seat, desk, dice)


@compiled
def play_out(
    game: GameRecord,
    atlas: Atlas,
    state: StateRecord,
    styles: Any,
    desks: Any,
    dice: Any,
    happenings: Any,
) -> None:
    """Play a state to its end, each seat in its style at its own desk."""
    for seat in range(game.seats):
        clear_desk(desks[seat])
    while state.phase != OVER:
        seat = wide(state.seat)
        style = wide(styles[seat])
        action = decide_by_style(game, atlas, state, seat, style, desks[seat], dice)
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
def try_move(
    games: Any,
    atlases: Any,
    worlds: Any,
    styles: Any,
    first: int,
    count: int,
    seat: int,
    action: int,
    style: int,
    states: Any,
    scores: Any,
    desks: Any,
    happenings: Any,
) -> int:
    """Make a move in some worlds and go on in a style; the sum of the outcomes."""
    dice = np.ones(2, np.int64)  # no style rolls them
    seated = np.zeros(MAX_SEATS, np.int64)
    total = 0
    for i in range(first, first + count):
        states[0] = worlds[i]
        for rival in range(games[0].seats):
            seated[rival] = styles[i, rival]
        seated[seat] = style
        play(games[0], states[0], seat, action, happenings)
        play_out(games[0], atlases[0], states[0], seated, desks, dice, happenings)
        total += outcome(games[0], states[0], scores[0], seat)
    return total
