"""An exam for searches: what their choices are worth, and how well their worlds foretell it.

python -m caboose.learning.exam [--edition usa] [--seats 2] [--positions 300] [BOT ...]

Positions come from games between Engineers. What an option is worth is its lead, and ten points
for a win, in futures of the true position that Engineer plays to their ends in all seats. A bot is
told only its view. Its choice is compared with Engineer's own in the same futures, which says in
minutes what would take a thousand games. The table of blends says which part what Engineer thinks
of an option, and what came of it in worlds dealt from the belief, should have in judging it; where
rollouts are cut after some turns of each seat, the value of the position is what came of it.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS
from caboose.engine.compiled import compiled
from caboose.engine.dice import roll_word, set_dice
from caboose.engine.game import Game
from caboose.engine.rules.turn import play
from caboose.engine.state import State
from caboose.learning.practice import WIN_WORTH
from caboose.learning.true_futures import deal_future
from caboose.players import make_player
from caboose.players.policies import ENGINEER, EXPRESS
from caboose.players.search.cut_rollout import new_horizon, try_arms_so_far
from caboose.players.search.rollout import WIN, Stage, new_stage, outcome, play_out, try_arms
from caboose.players.search.signalman import BelievingSearch
from caboose.players.search.switchman import Search
from caboose.players.search.worlds import Worlds
from caboose.players.search.yardmaster import LearnedSearch
from caboose.players.tools.kit import Kit, new_kit

Array = np.ndarray[Any, Any]

FUTURES = 96  # of a position, the same for all of its options
WORLDS = (8, 24, 96)  # how many foretell
EVERY = {"first_tickets": 2, "keep_tickets": 2, "turn": 12, "second_card": 12}  # one of so many


class Way(NamedTuple):
    """How rollouts go on."""

    own: int  # the policy of the seat that asks
    rivals: int  # of rivals that seem to play well
    turns: int  # of each seat, after which the position is valued; 0: to the end


BLENDS = {
    "engineer": Way(ENGINEER, ENGINEER, 0),
    "engineer, 2 turns": Way(ENGINEER, ENGINEER, 2),
    "engineer, 4 turns": Way(ENGINEER, ENGINEER, 4),
    "engineer, 8 turns": Way(ENGINEER, ENGINEER, 8),
    "express": Way(EXPRESS, EXPRESS, 0),
}


@compiled
def try_futures(
    kit: Kit, stage: Stage, states: Any, seat: int, move: int, policies: Any, found: Any
) -> None:
    """Make a move in futures of a true position; adds up leads in hundredths, and wins."""
    game, dice, own = kit.games[0], np.zeros(2, np.int64), np.zeros(2, np.int64)
    set_dice(dice, states[0].actions, seat)
    for _ in range(FUTURES):
        stage.states[0] = states[0]
        deal_future(stage.states[0], roll_word(dice), roll_word(dice), own)
        play(game, stage.states[0], seat, move, stage.happenings)
        play_out(
            game, kit.atlases[0], stage.states[0], policies, kit.scratches, own, stage.happenings
        )
        found[0] += outcome(game, stage.states[0], stage.scores[0], seat)
        if stage.scores[0].rank[seat] == 1:
            found[0] -= WIN
            found[1] += 1


class Foretold(NamedTuple):
    """Options of a decision, all in points."""

    moves: list[int]
    opinion: Array  # what Engineer thinks of each, less the best
    outcomes: Array  # by option and world
    seconds: float  # of one core that a rollout took


@dataclass
class Question:
    """A decision of a game, and what its options are worth as far as anybody asked."""

    state: State
    known: dict[int, tuple[float, float]] = field(default_factory=dict)

    def worth(self, move: int) -> tuple[float, float]:
        """The mean lead of a move in points, and its share of the wins."""
        if move not in self.known:
            game, found = self.state.game, np.zeros(2)
            policies = np.full(MAX_SEATS, ENGINEER, np.int64)
            kit, seat = new_kit(game, game.seats), self.state.seat
            try_futures(kit, new_stage(), self.state.array, seat, move, policies, found)
            self.known[move] = (found[0] / 100 / FUTURES, found[1] / FUTURES)
        return self.known[move]

    def foretell(self, way: Way) -> Foretold:
        """What Engineer thinks of its best options, and what comes of them in worlds."""
        search = LearnedSearch(self.state.view(self.state.seat), 1)
        arms, worlds = search.arms(), search.worlds.some(0, max(WORLDS))
        BelievingSearch.deal(search, worlds)
        worlds.styles[worlds.styles == EXPRESS] = way.rivals
        moves, before = [arm.move for arm in arms], time.process_time()
        outcomes = try_each(search, worlds, moves, way)
        seconds = (time.process_time() - before) / outcomes.size
        opinion = np.array([arm.prior for arm in arms])
        return Foretold(moves, opinion / 100, outcomes / 100, seconds)


def try_each(search: Search, worlds: Worlds, moves: Sequence[int], way: Way) -> Array:
    """The outcome of every move in each world."""
    kit, stage, seat = search.kit, search.stage, search.seat
    arms, horizon = np.array([(move, way.own) for move in moves], np.int64), new_horizon(way.turns)
    outcomes = np.zeros((len(worlds.states), len(moves)), np.int64)
    for i, totals in enumerate(outcomes):
        if way.turns:
            try_arms_so_far(kit, worlds.some(i, 1), stage, seat, arms, horizon, totals)
        else:
            try_arms(kit, worlds.some(i, 1), stage, seat, arms, totals)
    return outcomes.T


def questions(game: Game, count: int, seed: int) -> list[Question]:
    """Decisions with a choice, from games between Engineers."""
    rng, found, deal = np.random.default_rng(seed), list[Question](), 0
    player = make_player("engineer", 1)
    while len(found) < count:
        name = f"caboose exam {seed} {game.name} {game.seats} {deal}"
        state, deal = game.start(key=hashlib.sha256(name.encode()).digest()), deal + 1
        while not state.is_over:
            legal, every = state.legal_actions(), EVERY.get(state.phase)
            if every and len(legal) > 1 and rng.integers(every * game.seats) == 0:
                found.append(Question(state.copy()))
            state.apply(player.choose(state.view(state.seat), legal))
    return found[:count]


def sit(bot: str, asked: Sequence[Question]) -> str:
    """How much more a bot's choices are worth than Engineer's, and what they take."""
    gains, spent, quick = [], 0.0, make_player("engineer", 1)
    for number, question in enumerate(asked):
        view, legal = question.state.view(question.state.seat), question.state.legal_actions()
        player, before = make_player(bot, number), time.process_time()
        chosen = player.choose(view, legal).number
        spent += time.process_time() - before
        one, other = question.worth(chosen), question.worth(quick.choose(view, legal).number)
        gains.append(np.subtract(one, other))
    means, errors = np.mean(gains, axis=0), np.std(gains, axis=0) / len(gains) ** 0.5
    return (
        f"| `{bot}` | {means[0]:+.2f} ± {errors[0]:.2f} | {100 * means[1]:+.1f} ±"
        f" {100 * errors[1]:.1f} % | {1000 * spent / len(gains):.0f} ms |"
    )


def blends(asked: Sequence[Question]) -> Iterator[str]:
    """Which part opinion and worlds should have, and how much of the truth they then say."""
    for name, way in BLENDS.items():
        told = [question.foretell(way) for question in asked]
        rollout = 1e6 * np.mean([one.seconds for one in told])
        pairs = zip(asked, told, strict=True)
        truth = np.concatenate([_centered(_worths(question, one.moves)) for question, one in pairs])
        for count in WORLDS:
            rows = [
                (_centered(one.opinion), _centered(one.outcomes[:, :count].mean(axis=1)))
                for one in told
            ]
            inputs = np.concatenate([np.stack(row, axis=1) for row in rows])
            parts = np.linalg.lstsq(inputs, truth, rcond=None)[0]
            said = 1 - ((truth - inputs @ parts) ** 2).sum() / (truth**2).sum()
            figures = f"{parts[0]:.2f} | {parts[1]:.2f} | {said:.2f}"
            yield f"| {name} | {count} | {figures} | {rollout:.0f} µs |"


def _worths(question: Question, moves: list[int]) -> Array:
    found = [question.worth(move) for move in moves]
    return np.array([lead + WIN_WORTH * wins for lead, wins in found])


def _centered(values: Array) -> Array:
    return np.asarray(values - values.mean())


def main(arguments: Sequence[str] | None = None) -> int:
    """Set the exam."""
    parser = argparse.ArgumentParser("python -m caboose.learning.exam", description=__doc__)
    parser.add_argument("bots", nargs="*", help="whose choices are judged")
    parser.add_argument("--edition", default="usa")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    asked = questions(Game(given.edition, given.seats), given.positions, given.seed)
    print("| goes on as | worlds | opinion | worlds' part | said | a rollout |")
    print("|---|--:|--:|--:|--:|--:|")
    for line in blends(asked):
        print(line, flush=True)
    print("\n| bot | lead | wins | a decision |\n|---|--:|--:|--:|")
    for bot in given.bots:
        print(sit(bot, asked), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
