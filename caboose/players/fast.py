"""A bot that is one compiled policy: a choice takes microseconds."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.action import Action
from caboose.engine.fields import NOBODY, PAYMENT
from caboose.engine.numbering import ACTIONS
from caboose.engine.sets import members
from caboose.engine.view import View
from caboose.players.atlas import atlas_of
from caboose.players.cards import color_for, lacking
from caboose.players.player import Player
from caboose.players.policies import POLICIES, choose_in, new_desks

SEED_BITS = (1 << 63) - 1


class PolicyPlayer(Player):
    """A bot that plays one of the policies."""

    def __init__(self, seed: int, policy: str) -> None:
        super().__init__(seed)
        self.policy = POLICIES.index(policy)

    def choose(self, view: View, legal: list[Action]) -> Action:
        """What the policy does."""
        return self._think(view, legal)[0]

    def explain(self, view: View, legal: list[Action]) -> str:
        """The choice, the plan and the route it collects for."""
        action, desk = self._think(view, legal)
        lines = [f"{POLICIES[self.policy]}: {action}"]
        if action.kind not in ("keep", "tickets", "pass"):
            lines += explain_desk(view, desk)
        return "\n".join(lines)

    def _think(self, view: View, legal: list[Action]) -> tuple[Action, Any]:
        desks = new_desks(view.game)
        number = choose_in(
            view.game.tables,
            atlas_of(view.game),
            view.array,
            0,
            view.own_seat(),
            self.policy,
            self.seed & SEED_BITS,
            desks,
            np.zeros(ACTIONS, np.bool_),
        )
        chosen = next((action for action in legal if action.number == number), legal[0])
        return chosen, desks[0]


def policy_of(player: Player) -> int | None:
    """The number of the policy that a bot plays, None if it is a bot of another kind."""
    return player.policy if type(player) is PolicyPlayer else None


def cards_missing(view: View, route: int) -> tuple[int, int]:
    """The color with which a bot would pay for a route, and how many cards it lacks for that."""
    game, state, seat = view.game.tables[0], view.fields, view.own_seat()
    color = color_for(game, state, seat, route)
    return int(color), int(lacking(game, state, seat, route, color))


def explain_desk(view: View, desk: Any) -> list[str]:
    """What lies on the desk after a choice, in words."""
    lines = []
    routes = view.game.edition.board.routes
    if desk.has_plan and desk.plan_trains:
        names = ", ".join(routes[number].id for number in members(desk.plan))
        lines.append(
            f"plan: {names} ({int(desk.plan_trains)} trains, for tickets worth"
            f" {int(desk.plan_points)} points)"
        )
    if desk.goal != NOBODY and view.fields.phase != PAYMENT:
        route = routes[int(desk.goal)]
        lines.append(f"next: {route.id}, {route.length} {route.color}")
    return lines
