"""Switchman: tries each first move with each way to go on, in worlds that could be true.

A world is a re-deal of what it cannot see: cards within all public bounds, tickets as the others'
networks suggest, a style for each of them (`belief.py`). An arm is a first move and the style in
which it would go on itself. All arms are played out in the same worlds; the better half stays and
gets more worlds, until one is left (sequential halving). Payments and second cards are left to
Express.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from caboose.boards.limits import MAX_SEATS, MAX_TICKETS
from caboose.engine.action import Action
from caboose.engine.compiled import compiled
from caboose.engine.dice import new_dice
from caboose.engine.fields import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    NOBODY,
    SCORE,
    STATE,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.happenings import no_buffer
from caboose.engine.numbering import ACTIONS, CLAIM
from caboose.engine.rules.turn import legal_mask
from caboose.engine.view import View
from caboose.players.atlas import Atlas, atlas_of
from caboose.players.belief import believe, deal_worlds
from caboose.players.desk import Desk, clear_desk
from caboose.players.express import refresh
from caboose.players.fast import PolicyPlayer
from caboose.players.player import Player
from caboose.players.policies import new_desks
from caboose.players.rollout import STYLES, decide_by_style, try_move

MOST_CLAIMS = 8  # routes that are tried as a first move
MOST_WORLDS = 2000  # of one decision; more would not change it
PIECE = 4  # worlds between two looks at the clock
PRIOR = 300  # hundredths of a point for the move that a style would make itself
SHOWN = 8  # arms that an explanation lists


@compiled
def best_claims(
    game: GameRecord, atlas: Atlas, view: StateRecord, seat: int, desk: Desk, mask: Any, moves: Any
) -> int:
    """Write down the claims that Express thinks most of, and strike all claims from the mask."""
    clear_desk(desk)
    refresh(game, atlas, view, seat, desk)
    count = 0
    for _ in range(MOST_CLAIMS):
        best = NOBODY
        for route in range(game.routes):
            if mask[CLAIM + route] and (best == NOBODY or desk.worth[route] > desk.worth[best]):
                best = route
        if best != NOBODY:
            mask[CLAIM + best] = False
            moves[count] = CLAIM + best
            count += 1
    for route in range(game.routes):
        mask[CLAIM + route] = False
    return count


@compiled
def propose(
    games: Any, atlases: Any, views: Any, seat: int, desks: Any, moves: Any, mask: Any
) -> int:
    """The first moves worth trying, and how many; the styles' own come first, in their order."""
    game, atlas, view, desk = games[0], atlases[0], views[0], desks[0]
    dice = np.ones(2, np.int64)  # no style rolls them
    count = 0
    for style in range(len(STYLES)):
        clear_desk(desk)
        moves[count] = decide_by_style(game, atlas, view, seat, style, desk, dice)
        count += 1
    legal_mask(game, view, seat, mask)
    if view.phase == TURN:
        count += best_claims(game, atlas, view, seat, desk, mask, moves[count:])
    for action in range(ACTIONS):
        if mask[action]:
            moves[count] = action
            count += 1
    return count


@dataclass
class Arm:
    """A first move and a style to go on in, with what came of it."""

    move: int
    style: int
    prior: int
    total: int = 0
    worlds: int = 0

    @property
    def mean(self) -> float:
        """Its mean outcome and its prior, in hundredths of a point."""
        return self.prior + self.total / max(1, self.worlds)


class Switchman(Player):
    """The strongest bot without learning; stronger with more rollouts for a decision."""

    def __init__(self, seed: int, *, rollouts: int = 1000, seconds: float | None = None) -> None:
        super().__init__(seed)
        self.rollouts = rollouts
        self.seconds = seconds  # the search is cut short after about so long
        self.express = PolicyPlayer(seed, "express")

    def choose(self, view: View, legal: list[Action]) -> Action:
        """The first move of the arm that is left in the end."""
        if not self.is_worth_a_search(view, legal):
            return self.express.choose(view, legal)
        best = self.search(view)[0].move
        return next((action for action in legal if action.number == best), legal[0])

    def is_worth_a_search(self, view: View, legal: list[Action]) -> bool:
        """Is there a choice, and does the turn depend on it?"""
        return len(legal) > 1 and view.fields.phase in (TURN, KEEP_TICKETS, FIRST_TICKETS)

    def search(self, view: View) -> list[Arm]:
        """All arms that were tried, the best first."""
        search = Search(view, self.seed)
        arms = search.arms()
        rounds = max(1, (len(arms) - 1).bit_length())
        begin, seconds = time.monotonic(), self.seconds or float("inf")
        left, out = arms, list[Arm]()
        for number in range(1, rounds + 1):
            worlds = max(1, self.rollouts // (rounds * len(left)))
            search.try_arms(left, worlds, begin + seconds * number / rounds)
            left.sort(key=lambda arm: -arm.mean)
            half = (len(left) + 1) // 2
            left, out = left[:half], left[half:] + out
        return left + out

    def explain(self, view: View, legal: list[Action]) -> str:
        """The choice, and the arms that came nearest."""
        if not self.is_worth_a_search(view, legal):
            return f"left to Express: {self.express.explain(view, legal)}"
        actions = {action.number: action for action in legal}
        arms = self.search(view)
        lines = [f"switchman: {actions[arms[0].move]}", "lead expected, worlds, move, then as"]
        for arm in arms[:SHOWN]:
            lead = (arm.mean - arm.prior) / 100
            lines.append(f"{lead:+7.1f} {arm.worlds:5} {actions[arm.move]}, {STYLES[arm.style]}")
        return "\n".join(lines)


class Search:
    """The arms and worlds of one decision."""

    def __init__(self, view: View, seed: int) -> None:
        self.view = view
        self.seat = view.own_seat()
        self.tables = view.game.tables
        self.atlases = atlas_of(view.game)
        self.desks = new_desks(view.game, view.game.seats)
        self.worlds = np.zeros(MOST_WORLDS, STATE)
        self.styles = np.zeros((MOST_WORLDS, MAX_SEATS), np.int64)
        self.dealt = 0
        self.states, self.scores = np.zeros(1, STATE), np.zeros(1, SCORE)
        self.dice = new_dice(f"{seed} {self.seat} {int(view.fields.actions)}")
        self.buffer = no_buffer()
        self.likely = np.zeros((MAX_SEATS, len(STYLES)), np.int64)
        self.tickets = np.zeros((MAX_SEATS, MAX_TICKETS), np.int64)
        believe(
            self.tables,
            self.atlases,
            view.array,
            self.seat,
            self.desks,
            self.likely,
            self.tickets,
        )

    def arms(self) -> list[Arm]:
        """Every first move worth trying, with every style to go on in."""
        moves, mask = np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS, np.bool_)
        count = propose(
            self.tables, self.atlases, self.view.array, self.seat, self.desks, moves, mask
        )
        arms: dict[tuple[int, int], Arm] = {}
        for style in range(len(STYLES)):
            for move in moves[:count].tolist():
                prior = PRIOR if move == moves[style] else 0
                arms.setdefault((move, style), Arm(move, style, prior))
        return list(arms.values())

    def try_arms(self, arms: list[Arm], worlds: int, end: float) -> None:
        """Give each arm more worlds, the same for all, piece by piece until time is up."""
        last = min(self.dealt + worlds, MOST_WORLDS)
        while self.dealt < last:
            self.try_piece(arms, min(PIECE, last - self.dealt))
            if time.monotonic() > end:
                return

    def try_piece(self, arms: list[Arm], count: int) -> None:
        """Deal some worlds and try each arm in them."""
        first = self.dealt
        self.dealt += count
        deal_worlds(
            self.tables,
            self.view.array,
            self.seat,
            self.likely,
            self.tickets,
            self.worlds,
            self.styles,
            first,
            count,
            self.dice,
        )
        for arm in arms:
            arm.worlds += count
            arm.total += try_move(
                self.tables,
                self.atlases,
                self.worlds,
                self.styles,
                first,
                count,
                self.seat,
                arm.move,
                arm.style,
                self.states,
                self.scores,
                self.desks,
                self.buffer,
            )
