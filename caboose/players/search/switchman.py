"""Switchman: tries each first move with each way to go on, in worlds that could be true.

A world is a re-deal of what it cannot see: cards within all public bounds, tickets as the others'
networks suggest, a style for each of them (`hunch.py`). An arm is a first move and the style in
which it would go on itself. All arms are played out in the same worlds; the better half stays and
gets more worlds, until one is left (sequential halving). Payments and second cards are left to
Express.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caboose.engine.action import Action
from caboose.engine.compiled import compiled
from caboose.engine.dice import new_dice
from caboose.engine.fields import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    NOBODY,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import ACTIONS, CLAIM
from caboose.engine.rules.turn import legal_mask
from caboose.engine.view import View
from caboose.players.belief.styles import STYLES
from caboose.players.player import Player
from caboose.players.policies import POLICIES, decide
from caboose.players.policy_player import PolicyPlayer
from caboose.players.search.hunch import guess, new_hunch
from caboose.players.search.rollout import new_stage, try_arms
from caboose.players.search.worlds import Worlds, deal_worlds, new_worlds
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.kit import Kit, new_kit
from caboose.players.tools.route_worth import refresh_worth
from caboose.players.tools.scratch import Scratch, clear_scratch

MOST_CLAIMS = 8  # routes that are tried as a first move
MOST_WORLDS = 2000  # of one decision; more would not change it
PIECE = 4  # worlds between two looks at the clock
PRIOR = 300  # hundredths of a point for the move that a style would make itself
SHOWN = 8  # arms that an explanation lists
GIVEN_UP = (
    "An arm with fewer worlds was given up because others did better in the same ones; its mean is"
    " over those alone, and rougher."
)


@compiled
def best_claims(
    game: GameRecord,
    atlas: Atlas,
    view: StateRecord,
    seat: int,
    scratch: Scratch,
    mask: Any,
    moves: Any,
) -> int:
    """Write down the claims that Express thinks most of, and strike all claims from the mask."""
    clear_scratch(scratch)
    refresh_worth(game, atlas, view, seat, scratch)
    count = 0
    for _ in range(MOST_CLAIMS):
        best = NOBODY
        for route in range(game.routes):
            if mask[CLAIM + route] and (
                best == NOBODY or scratch.worth[route] > scratch.worth[best]
            ):
                best = route
        if best != NOBODY:
            mask[CLAIM + best] = False
            moves[count] = CLAIM + best
            count += 1
    for route in range(game.routes):
        mask[CLAIM + route] = False
    return count


@compiled
def propose(kit: Kit, views: Any, seat: int, moves: Any) -> int:
    """The first moves worth trying, and how many; the styles' own come first, in their order."""
    game, atlas, view, scratch = kit.games[0], kit.atlases[0], views[0], kit.scratches[0]
    dice = np.ones(2, np.int64)  # no style rolls them
    count = 0
    for style in STYLES:
        clear_scratch(scratch)
        moves[count] = decide(game, atlas, view, seat, style, scratch, dice)
        count += 1
    legal_mask(game, view, seat, kit.mask)
    if view.phase == TURN:
        count += best_claims(game, atlas, view, seat, scratch, kit.mask, moves[count:])
    for action in range(ACTIONS):
        if kit.mask[action]:
            moves[count] = action
            count += 1
    return count


@dataclass
class Arm:
    """A first move and a style to go on in, with what came of it."""

    move: int
    style: int  # the number of its policy
    prior: int
    total: int = 0
    worlds: int = 0
    pieces: list[tuple[int, int]] = field(default_factory=list)  # worlds tried together, and sums
    standing: float = 0.0  # what it is ranked by, where that is a blend of prior and outcomes

    def add(self, worlds: int, total: int) -> None:
        """Note what came of it in some more worlds."""
        self.worlds += worlds
        self.total += total
        self.pieces.append((worlds, total))

    @property
    def mean(self) -> float:
        """Its mean outcome and its prior, in hundredths of a point."""
        return self.prior + self.lead

    @property
    def lead(self) -> float:
        """Its mean outcome alone."""
        return self.total / max(1, self.worlds)

    @property
    def error(self) -> float | None:
        """The standard error of its mean outcome, from how its pieces differ; None of one piece."""
        if len(self.pieces) < 2:
            return None
        mean = self.total / self.worlds
        spread = sum(n * (total / n - mean) ** 2 for n, total in self.pieces)
        return float((spread / (len(self.pieces) - 1) / self.worlds) ** 0.5)


def is_given_up_above(arm: Arm, chosen: Arm) -> bool:
    """Does an arm that was tried in fewer worlds seem better than the chosen one?"""
    return arm.worlds < chosen.worlds and arm.lead > chosen.lead


class Switchman(Player):
    """The strongest bot without learning; stronger with more rollouts for a decision."""

    word = "switchman"
    columns = "lead expected with its standard error, worlds, move, then as"

    def __init__(self, seed: int, *, rollouts: int = 1000, seconds: float | None = None) -> None:
        super().__init__(seed)
        self.rollouts = rollouts
        self.seconds = seconds  # the search is cut short after about so long
        self.quick = PolicyPlayer(seed, "express")  # for what is not worth a search

    @property
    def quick_name(self) -> str:
        """Who decides what is not worth a search."""
        return POLICIES[self.quick.policy]

    def choose(self, view: View, legal: list[Action]) -> Action:
        """The first move of the arm that is left in the end."""
        if not self.is_worth_a_search(view, legal):
            return self.quick.choose(view, legal)
        best = self.search(view)[0].move
        return next((action for action in legal if action.number == best), legal[0])

    def is_worth_a_search(self, view: View, legal: list[Action]) -> bool:
        """Is there a choice, and does the turn depend on it?"""
        return len(legal) > 1 and view.fields.phase in (TURN, KEEP_TICKETS, FIRST_TICKETS)

    def begin(self, view: View) -> Search:
        """A search from what a view says."""
        return Search(view, self.seed)

    def search(self, view: View) -> list[Arm]:
        """All arms that were tried, the best first."""
        search = self.begin(view)
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
            return f"left to {self.quick_name.capitalize()}: {self.quick.explain(view, legal)}"
        actions = {action.number: action for action in legal}
        arms = self.search(view)
        lines = [f"{self.word}: {actions[arms[0].move]}", self.columns]
        lines += [
            f"{self.line(arm)} {actions[arm.move]}, {POLICIES[arm.style]}" for arm in arms[:SHOWN]
        ]
        return "\n".join(lines + self.remarks(arms[:SHOWN]))

    def line(self, arm: Arm) -> str:
        """The mean outcome of an arm in points with its standard error, and its worlds."""
        error = "   ?" if arm.error is None else f"{arm.error / 100:4.1f}"
        return f"{arm.lead / 100:+7.1f} ± {error} {arm.worlds:5}"

    def remarks(self, arms: list[Arm]) -> list[str]:
        """What is to be said below the arms."""
        return [GIVEN_UP] if any(is_given_up_above(arm, arms[0]) for arm in arms[1:]) else []

    def reasons(self, view: View, legal: list[Action]) -> dict[str, Any]:
        """The choice and every arm, in points; an error of None is one that cannot be told."""
        if not self.is_worth_a_search(view, legal):
            return {"choice": str(self.quick.choose(view, legal)), "left_to": self.quick_name}
        actions = {action.number: str(action) for action in legal}
        arms = self.search(view)
        told = [{"move": actions[arm.move], **self.figures(arm)} for arm in arms]
        return {"choice": actions[arms[0].move], "arms": told}

    def figures(self, arm: Arm) -> dict[str, Any]:
        """What is known of an arm, in points."""
        return {
            "then_as": POLICIES[arm.style],
            "lead": round(arm.lead / 100, 2),
            "error": None if arm.error is None else round(arm.error / 100, 2),
            "worlds": arm.worlds,
            "prior": arm.prior / 100,
        }


class Search:
    """The arms and worlds of one decision."""

    piece = PIECE

    def __init__(self, view: View, seed: int) -> None:
        self.view = view
        self.seat = view.own_seat()
        self.kit = new_kit(view.game, view.game.seats)
        self.worlds, self.dealt = new_worlds(MOST_WORLDS), 0
        self.stage = new_stage()
        self.dice = new_dice(f"{seed} {self.seat} {int(view.fields.actions)}")
        self.prior = PRIOR
        self.think()

    def think(self) -> None:
        """Make up its mind about the others."""
        self.hunch = new_hunch()
        guess(self.kit, self.view.array, self.seat, self.hunch)

    def deal(self, worlds: Worlds) -> None:
        """Deal worlds that could be true."""
        deal_worlds(self.kit, self.view.array, self.seat, self.hunch, worlds, self.dice)

    def arms(self) -> list[Arm]:
        """Every first move worth trying, with every style to go on in."""
        moves = np.zeros(ACTIONS, np.int64)
        count = propose(self.kit, self.view.array, self.seat, moves)
        arms: dict[tuple[int, int], Arm] = {}
        for place, style in enumerate(STYLES):
            for move in moves[:count].tolist():
                prior = self.prior if move == moves[place] else 0
                arms.setdefault((move, style), Arm(move, style, prior))
        return list(arms.values())

    def try_arms(self, arms: list[Arm], worlds: int, end: float) -> None:
        """Give each arm more worlds, the same for all, piece by piece until time is up."""
        last = min(self.dealt + worlds, MOST_WORLDS)
        while self.dealt < last:
            self.try_piece(arms, min(self.piece, last - self.dealt))
            if time.monotonic() > end:
                return

    def try_piece(self, arms: list[Arm], count: int) -> None:
        """Deal some worlds and try each arm in them."""
        worlds = self.worlds.some(self.dealt, count)
        self.dealt += count
        self.deal(worlds)
        tried = np.array([(arm.move, arm.style) for arm in arms], np.int64).reshape(-1, 2)
        totals = np.zeros(len(arms), np.int64)
        self.play_arms(worlds, tried, totals)
        for arm, total in zip(arms, totals.tolist(), strict=True):
            arm.add(count, total)

    def play_arms(self, worlds: Worlds, tried: Any, totals: Any) -> None:
        """Try arms in some worlds, each to its end; adds up what came of them."""
        try_arms(self.kit, worlds, self.stage, self.seat, tried, totals)
