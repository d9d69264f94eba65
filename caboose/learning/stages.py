"""The stages of learning, one after the other, each kept in a file of its own."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from caboose.boards import editions, find
from caboose.learning.belief_rows import Row, rows_of
from caboose.learning.certificate import certificate
from caboose.learning.fit_belief import (
    card_rows,
    fit_cards,
    fit_styles,
    fit_tickets,
    lean_to_express,
    likely_styles,
)
from caboose.learning.judge_belief import can_predict, judge_likelihood, judge_predictions, predict
from caboose.learning.moments import GamePlan, Moment, play_moments
from caboose.learning.net_fitting import Net
from caboose.learning.tables import publish
from caboose.players.belief.card_evidence import CARD_EVIDENCE
from caboose.players.belief.fitted import FILE, from_numbers

SEED = 1
PERCENT = 100  # of the deals below, unless somebody wants more or fewer
LEARNED_FROM = ("express", "planner", "racer", "tourist", "hungry")
NEVER_SEEN = ("one_step", "long_route", "route_focused", "beginner")
DEALS = {2: 240, 3: 80, 4: 60, 5: 40}  # of every edition, by seats
JUDGED = {2: 100, 3: 30, 4: 30, 5: 20}
PREDICTED = {2: 40, 3: 16, 4: 16, 5: 12}
OF_MANY = 3  # so many more deals where only some movers are asked
SEARCHED = (("usa", 2, 8), ("london", 2, 16))  # tables of searching bots are dear
SEARCH = "signalman:rollouts=200"


def tables(deals: dict[int, int], bots: Iterable[str], percent: int) -> list[GamePlan]:
    """Tables of every edition with every number of seats."""
    return [
        GamePlan(edition, seats, max(1, count * percent // 100), tuple(bots))
        for edition in editions()
        for seats, count in deals.items()
        if seats <= most_seats(edition)
    ]


def most_seats(edition: str) -> int:
    """How many can play an edition."""
    return find(edition).max_seats


class Learning:
    """One run, from games to fitted numbers and what they are worth."""

    def __init__(self, folder: Path, percent: int = PERCENT) -> None:
        self.folder = folder
        self.percent = percent
        self.settings = {"seed": SEED, "percent": percent, "deals": DEALS, "bots": LEARNED_FROM}
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, is_kept: bool) -> None:
        """All stages; the bots that search are judged with the numbers that are kept."""
        self.numbers()
        if is_kept:
            self.install()
        figures = {
            "likelihood": self.stage("likelihood", self.judge_likelihood),
            "calibration": self.stage("calibration", self.judge_calibration),
        }
        if is_kept:
            publish(figures)

    def numbers(self) -> dict[str, Any]:
        """The fitted numbers."""
        return self.stage("numbers", self.fit)

    def stage(self, name: str, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """What a stage found; from its file if it was done before."""
        file, settings = self.folder / f"{name}.json", json.loads(json.dumps(self.settings))
        if file.exists():
            kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
            if kept["settings"] == settings:
                return dict(kept["found"])
        begin = time.process_time()
        found = work()
        seconds = round(time.process_time() - begin, 1)
        tell(f"{name}: {seconds} seconds of one core")
        whole = {"settings": settings, "core seconds": seconds, "found": found}
        file.write_text(json.dumps(whole, indent=1) + "\n", "utf-8")
        return found

    @cached_property
    def rows(self) -> list[Row]:
        """What the fits are made on."""
        found = list(rows_of(self.moments(DEALS, LEARNED_FROM, f"learning {SEED}")))
        tell(f"{len(found)} rows to learn from")
        return found

    def moments(self, deals: dict[int, int], bots: Iterable[str], seed: str) -> Iterable[Moment]:
        """Moments of every edition with every number of seats."""
        for table in tables(deals, bots, self.percent):
            yield from play_moments(table, seed)

    def fit(self) -> dict[str, Any]:
        """Styles first, then tickets given a style, then cards given both."""
        rng = np.random.default_rng(SEED)
        style = fit_styles(self.rows, rng)
        lean_to_express(style)
        ticket = fit_tickets(self.rows, likely_styles(self.rows, style, rng), rng, tell)
        card = fit_cards(self.cards(style, ticket), rng)
        return to_numbers(style, ticket, card)

    def cards(self, style: Net, ticket: Net) -> list[Any]:
        """What is known of hidden cards, given what the nets think of tickets."""
        without = from_numbers(to_numbers(style, ticket, np.zeros(len(CARD_EVIDENCE))))
        return card_rows(self.rows, without)

    def judge_likelihood(self) -> dict[str, Any]:
        """On deals that were not learned from: bots that were, and bots that were not."""
        numbers, judged = from_numbers(self.numbers()), {}
        for name, bots in (("known bots", LEARNED_FROM), ("bots never seen", NEVER_SEEN)):
            rows = list(rows_of(self.moments(JUDGED, bots, f"judging {SEED}")))
            judged[name] = judge_likelihood(rows, numbers)
        return judged

    def judge_calibration(self) -> dict[str, Any]:
        """What Express and the search predict of their wins: among each other, at mixed tables."""
        more, never_seen = OF_MANY * self.percent, ("express", *NEVER_SEEN)
        return {
            "express": self.predict(tables(PREDICTED, ["express"], self.percent)),
            "mixed": self.predict(tables(PREDICTED, LEARNED_FROM, more)),
            "never seen": self.predict(tables(PREDICTED, never_seen, more)),
            "itself": self.predict(
                [GamePlan(e, s, max(1, n * self.percent // 100), (SEARCH,)) for e, s, n in SEARCHED]
            ),
        }

    def predict(self, among: Iterable[GamePlan]) -> dict[str, Any]:
        """Predictions of all tables together, and of each."""
        numbers, judged, everything = from_numbers(self.numbers()), {}, []
        for table in among:
            moments = play_moments(table, f"predicting {SEED}")
            found = [predict(moment, numbers) for moment in moments if can_predict(moment)]
            if found:
                judged[str(table)] = judge_predictions(found)
            everything += found
        return {"all": judge_predictions(everything), "tables": judged}

    def install(self) -> None:
        """Put the numbers into the package, with their birth certificate."""
        whole = {"certificate": certificate(self), "numbers": self.numbers()}
        Path(str(files("caboose.players.belief").joinpath(FILE))).write_text(
            json.dumps(whole) + "\n", "utf-8"
        )


def to_numbers(style: Net, ticket: Net, card: np.ndarray[Any, Any]) -> dict[str, Any]:
    """All that was fitted, rounded, ready for JSON."""
    return {"style": style.to_dict(), "ticket": ticket.to_dict(), "card": card.round(4).tolist()}


def tell(text: str) -> None:
    """Say how far it is."""
    print(text, flush=True)
