"""How much of chance stays the same when one decision differs.

A game is played by its bots; at a decision in its middle another legal action is played, and the
same bots go on. Told are the shares of what came later in both games that is the same color: the
n-th blind card of a seat, the n-th card laid in a slot, the n-th card laid anywhere in the row, and
the rows as they lay when as many turns had been played, compared as five cards in any order.

Then bots of other styles play pairs of games, each deal with the seats exchanged; told is how much
of the variance of the margin the pair saves against two games of different deals.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from random import Random

import numpy as np

import caboose
from caboose.engine.game import key_from_seed
from caboose.lab.bot_game import play_game
from caboose.players import ask, make_player

Cards = dict[tuple[str, int], list[str]]


class Told:
    """What chance brought in one game, and how the row lay after each turn."""

    def __init__(self) -> None:
        self.cards: Cards = defaultdict(list)
        self.rows: list[list[str | None]] = []
        self.begin: dict[str | tuple[str, int], int] = {}  # of each, how many were the same

    def part(self) -> None:
        """From here on another game is played."""
        self.begin = {lane: len(cards) for lane, cards in self.cards.items()}
        self.begin["row"] = len(self.rows)

    def hear(self, state: caboose.State, events: list[caboose.Event]) -> None:
        """One action's events, and the position after it."""
        for event in events:
            if event.kind == "drew_blind":
                self.cards["blind", event.seat or 0].append(event.facts["color"])
            elif event.kind == "laid":
                self.cards["laid", event.facts["slot"]].append(event.facts["color"])
                self.cards["order", 0].append(event.facts["color"])
        said = state.view(None).to_dict()
        while len(self.rows) < said["turns"]:
            self.rows.append(said["face_up"])


def play(game: caboose.Game, bots: list[str], seed: int, other: float | None) -> tuple[Told, int]:
    """A game to its end, with another decision from an action on; what was told, and its length."""
    rng = Random(f"alignment {seed}")
    players = [make_player(bot, seed + seat) for seat, bot in enumerate(bots)]
    state, told = game.start(seed=seed), Told()
    at = None if other is None else int(other)
    while not state.is_over:
        seat, legal = state.seat, state.legal_actions()
        action = ask(players[seat], state.view(seat), legal)
        if at is not None and state.phase == "turn" and int(state.fields.actions) >= at:
            different = [each for each in legal if each != action and each.kind != "pass"]
            if different:
                action, at = rng.choice(different), None
                told.part()
        told.hear(state, state.apply(action))
    return told, int(state.fields.actions)


def compare(game: caboose.Game, bots: list[str], seeds: range) -> dict[str, float]:
    """The shares over some games."""
    same, all_of = Counter[str](), Counter[str]()
    for seed in seeds:
        first, actions = play(game, bots, seed, None)
        second, _ = play(game, bots, seed, actions * Random(seed).uniform(0.2, 0.6))
        for kind, place in first.cards:
            begin = second.begin.get((kind, place), 0)
            one, other = first.cards[kind, place][begin:], second.cards[kind, place][begin:]
            later = list(zip(one, other, strict=False))
            same[kind] += sum(card == another for card, another in later)
            all_of[kind] += len(later)
        begin = second.begin["row"]
        for row, another_row in zip(first.rows[begin:], second.rows[begin:], strict=False):
            same["row"] += (Counter(row) & Counter(another_row)).total()
            all_of["row"] += 5
    return {kind: round(same[kind] / all_of[kind], 3) for kind in all_of}


def saved(game: caboose.Game, bots: list[str], deals: int) -> float:
    """The part of the variance that pairs of a deal save."""
    margins = np.zeros((2, deals))
    for deal in range(deals):
        for turned in range(2):
            players = [make_player(bots[seat - turned], 2 * deal + seat) for seat in range(2)]
            totals = play_game(game, players, key_from_seed(deal)).totals
            margins[turned, deal] = totals[turned] - totals[1 - turned]
    alone = margins.var(axis=1, ddof=1).mean() / 2
    return round(float(1 - margins.mean(axis=0).var(ddof=1) / alone), 3)


def main(games: int, deals: int) -> None:
    """All figures."""
    for edition in ("usa", "london"):
        game = caboose.Game(edition, 2)
        for other in ("express", "tourist"):
            shares = compare(game, ["express", other], range(games))
            print(edition, f"express - {other}: the same", shares, flush=True)
        for other in ("tourist", "racer"):
            part = saved(game, ["express", other], deals)
            print(edition, f"express - {other}: of the variance saved", part, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3] or (100, 2000)))
