"""Yardmaster: a race between the options that Engineer thinks most of, going on as Engineer.

What Engineer thinks of each option is the prior. Worlds are dealt from the belief, as Signalman
deals them; rivals that seem to play as Express does are thought to play as well as Engineer. An
option drops out as soon as it is behind (`race.py`), so that time goes to decisions that are
close. Second cards are searched, too.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from caboose.engine.action import Action
from caboose.engine.compiled import compiled
from caboose.engine.fields import SECOND_CARD
from caboose.engine.view import View
from caboose.players.bots.engineer import weigh_options
from caboose.players.policies import ENGINEER, EXPRESS
from caboose.players.policy_player import PolicyPlayer
from caboose.players.search.cut_rollout import new_horizon, try_arms_so_far
from caboose.players.search.race import CITY_TRUST, COUNTRY_TRUST, CUT_TRUST, FEWEST
from caboose.players.search.signalman import BelievingSearch, Signalman
from caboose.players.search.switchman import MOST_WORLDS, Arm
from caboose.players.search.worlds import Worlds
from caboose.players.tools.express_weights import CITY_TRAINS
from caboose.players.tools.facts import MOST_OPTIONS
from caboose.players.tools.kit import Kit
from caboose.players.tools.scratch import clear_scratch

MOST_ARMS = 8
BLENDED = (
    "It goes by what an option stands at: what Engineer thinks of it beside the best, and its lead"
    " in worlds, which counts the more, the more worlds there are."
)
ANSWER = 1900  # hundredths of a point that an answer of one means in the USA
USA_TRAINS = 45


@compiled
def weigh_in(kit: Kit, views: Any, seat: int, answers: Any) -> int:
    """What a seat's options are worth to Engineer; the kit's scratch space holds them."""
    clear_scratch(kit.scratches[0])
    return weigh_options(kit.games[0], kit.atlases[0], views[0], seat, kit.scratches[0], answers)


class Yardmaster(Signalman):
    """Signalman with a learned player in its head; stronger with more doubt and more rollouts."""

    word = "yardmaster"
    columns = "stands at, opinion, lead expected with its standard error, worlds, move, then as"

    def __init__(
        self,
        seed: int,
        *,
        rollouts: int = 1000,
        seconds: float | None = None,
        doubt: float = 1.0,
        horizon: int = 0,
    ) -> None:
        super().__init__(seed, rollouts=rollouts, seconds=seconds)
        self.doubt = doubt  # standard errors by which an arm may be behind and still run
        self.horizon = horizon  # turns of each seat after which a rollout is valued; 0: at its end
        self.quick = PolicyPlayer(seed, "engineer")

    def is_worth_a_search(self, view: View, legal: list[Action]) -> bool:
        """Is there a choice, and does the turn depend on it? A second card is half a turn."""
        is_second = view.fields.phase == SECOND_CARD
        return (is_second and len(legal) > 1) or super().is_worth_a_search(view, legal)

    def begin(self, view: View) -> LearnedSearch:
        """A search from what a view says, what it makes one believe, and what was learned."""
        if self.horizon:
            return CutSearch(view, self.seed, self.horizon)
        return LearnedSearch(view, self.seed)

    def search(self, view: View) -> list[Arm]:
        """All arms that were tried, the best first, those that dropped out early last."""
        search = self.begin(view)
        left, out, tried = search.arms(), list[Arm](), 0
        end = time.monotonic() + (self.seconds or float("inf"))
        while len(left) > 1 and tried < self.rollouts and search.dealt < MOST_WORLDS:
            search.try_arms(left, FEWEST, end)
            tried += FEWEST * len(left)
            running = search.trust.still_running(left, self.doubt)
            out = [arm for arm in left if arm not in running] + out
            left = running
            if time.monotonic() > end:
                break
        for arm in left + out:
            arm.standing = search.trust.standing(arm)
        return left + out

    def line(self, arm: Arm) -> str:
        """The blend that an arm is ranked by, and both that are in it."""
        return f"{arm.standing / 100:+7.1f} {arm.prior / 100:+7.1f} {super().line(arm)}"

    def remarks(self, arms: list[Arm]) -> list[str]:
        """Why an arm with a higher lead may not be the one chosen."""
        return [BLENDED] if any(arm.lead > arms[0].lead for arm in arms[1:]) else []

    def figures(self, arm: Arm) -> dict[str, Any]:
        """What is known of an arm, in points; the prior is what Engineer thinks of it."""
        return {"standing": round(arm.standing / 100, 2), **super().figures(arm)}


class LearnedSearch(BelievingSearch):
    """A search among the options that a learned player thinks most of."""

    piece = 1  # each world is counted by itself, so that two arms can be compared world by world

    def think(self) -> None:
        """Make up its mind about the others, and how far to trust worlds."""
        super().think()
        is_city = self.view.game.edition.trains < CITY_TRAINS
        self.trust = CITY_TRUST if is_city else COUNTRY_TRUST

    def arms(self) -> list[Arm]:
        """The options that are worth most, with their worth less the best one's as a prior."""
        answers = np.zeros(MOST_OPTIONS, np.float32)
        count = weigh_in(self.kit, self.view.array, self.seat, answers)
        moves = self.kit.scratches[0].moves
        best_first = np.argsort(-answers[:count], kind="stable")[:MOST_ARMS].tolist()
        top = float(answers[best_first[0]])
        unit = ANSWER * self.view.game.edition.trains / USA_TRAINS
        return [
            Arm(int(moves[i]), ENGINEER, round(unit * (float(answers[i]) - top)))
            for i in best_first
        ]

    def deal(self, worlds: Worlds) -> None:
        """Deal worlds that could be true; good rivals play as well as it does itself."""
        super().deal(worlds)
        worlds.styles[worlds.styles == EXPRESS] = ENGINEER


class CutSearch(LearnedSearch):
    """The same with rollouts that are cut short and valued by what was learned."""

    def __init__(self, view: View, seed: int, turns: int) -> None:
        self.horizon = new_horizon(turns)
        super().__init__(view, seed)

    def think(self) -> None:
        """Make up its mind about the others, and how far to trust cut rollouts."""
        super().think()
        self.trust = CUT_TRUST

    def play_arms(self, worlds: Worlds, tried: Any, totals: Any) -> None:
        """Try arms in some worlds, up to the horizon."""
        seat, horizon = self.seat, self.horizon
        try_arms_so_far(self.kit, worlds, self.stage, seat, tried, horizon, totals)
