"""A bot that is one compiled policy: a choice takes microseconds."""

from __future__ import annotations

from typing import Any

from caboose.engine.action import Action
from caboose.engine.fields import NOBODY, PAYMENT
from caboose.engine.sets import members
from caboose.engine.view import View
from caboose.players.player import Player
from caboose.players.policies import POLICIES, choose_in
from caboose.players.tools.cards import color_for, lacking
from caboose.players.tools.kit import new_kit

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
        action, scratch = self._think(view, legal)
        lines = [f"{POLICIES[self.policy]}: {action}"]
        if action.kind not in ("keep", "tickets", "pass"):
            lines += explain_scratch(view, scratch)
        return "\n".join(lines)

    def _think(self, view: View, legal: list[Action]) -> tuple[Action, Any]:
        kit, seed = new_kit(view.game), self.seed & SEED_BITS
        number = choose_in(kit, view.array, 0, view.own_seat(), self.policy, seed)
        chosen = next((action for action in legal if action.number == number), legal[0])
        return chosen, kit.scratches[0]


def policy_of(player: Player) -> int | None:
    """The number of the policy that a bot plays, None if it is a bot of another kind."""
    return player.policy if type(player) is PolicyPlayer else None


def cards_missing(view: View, route: int) -> tuple[int, int]:
    """The color with which a bot would pay for a route, and how many cards it lacks for that."""
    game, state, seat = view.game.tables[0], view.fields, view.own_seat()
    color = color_for(game, state, seat, route)
    return int(color), int(lacking(game, state, seat, route, color))


def explain_scratch(view: View, scratch: Any) -> list[str]:
    """What a choice has left in scratch, in words."""
    lines = []
    routes = view.game.edition.board.routes
    if scratch.has_plan and scratch.plan_trains:
        names = ", ".join(routes[number].id for number in members(scratch.plan))
        lines.append(
            f"plan: {names} ({int(scratch.plan_trains)} trains, for tickets worth"
            f" {int(scratch.plan_points)} points)"
        )
    if scratch.goal != NOBODY and view.fields.phase != PAYMENT:
        route = routes[int(scratch.goal)]
        lines.append(f"next: {route.id}, {route.length} {route.color}")
    return lines
