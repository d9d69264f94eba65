"""Q: what each candidate was worth to a seat, given only what it could know; this grades decisions.

A cascade: all candidates in a few worlds, those that may be best in some more, and the played move
against the best one in many new worlds. The last look alone says how large an error is: worlds
that have chosen the best move would flatter it. For the same reason what would get a mark is
measured once more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from caboose.analysis.candidates import candidates, likeness, own_ways
from caboose.analysis.futures import REFERENCE
from caboose.analysis.kinds import begins_last_round, kind_of
from caboose.analysis.settings import (
    CLOSER,
    COUNTRY_TRUST,
    NEAR_EQUAL,
    SURE,
    TRUST,
    Depth,
    mark_of,
)
from caboose.analysis.tally import Arm, Comparison, Tally, compare, leads
from caboose.analysis.trials import Laboratory, Way
from caboose.engine.action import Action
from caboose.engine.view import View
from caboose.players.belief.styles import STYLES
from caboose.players.tools.express_weights import CITY_TRAINS


@dataclass(frozen=True)
class Candidate:
    """One move that was compared."""

    action: str
    share: float  # of the win, for the mover
    share_error: float  # its standard error
    score: float  # the mover's points at the end
    lead: float  # over the best other
    worlds: int
    tickets: list[list[float]] = field(default_factory=list)  # those kept, and how often completed


@dataclass(frozen=True)
class Grade:
    """What a decision was worth; nothing in it depends on what the seat could not see."""

    at: int  # actions before it
    seat: int
    phase: str
    played: str | None
    best: str
    error: float  # points of win share that were lost; 0 if within its error
    error_error: float  # standard error of the difference
    points: float  # points of lead that were lost; 0 if within its error
    points_error: float
    mark: str | None
    kind: str | None
    is_forced: bool
    is_counted: bool  # neither forced nor among equals, nor the same opportunity again
    reference: str  # what the reference player would have done
    worth_lead: float  # points of lead beyond what the reference player's move brings
    spread: float  # of the lead between worlds: what a point is worth in this game
    candidates: list[Candidate]  # the best first, the played one among them
    facts: dict[str, Any]  # what the sentences need
    turns_missed: int = 0  # at which the opportunity that is told here was missed
    same_as: int | None = None  # actions before the decision where this opportunity is told

    @property
    def margin_lost(self) -> float:
        """Points of lead that were lost, in hundredths of a usual margin."""
        return 100 * self.points / self.spread

    @property
    def margin_brought(self) -> float:
        """Points of lead beyond the reference player's, in hundredths of a usual margin."""
        return 100 * self.worth_lead / self.spread


def grade(
    view: View,
    legal: list[Action],
    played: int | None,
    depth: Depth,
    seed: int | str,
    worlds: Laboratory | None = None,
) -> Grade:
    """Grade a decision, or say what would be best if nothing was played yet."""
    if len(legal) == 1:
        return _forced(view, legal[0], played)
    return Cascade(view, legal, played, depth, worlds or Laboratory(view, seed)).grade()


def beyond_error(difference: float, error: float) -> float:
    """A difference, or nothing if it lies within its error."""
    return difference if difference > SURE * error else 0.0


def _forced(view: View, only: Action, played: int | None) -> Grade:
    text = only.text
    return Grade(
        at=int(view.fields.actions), seat=view.own_seat(), phase=view.phase,
        played=None if played is None else text, best=text,
        error=0.0, error_error=0.0, points=0.0, points_error=0.0, mark=None, kind=None,
        is_forced=True, is_counted=False, reference=text, worth_lead=0.0, spread=1.0,
        candidates=[], facts={},
    )  # fmt: skip


@dataclass(frozen=True)
class Compared:
    """The played move beside the best one."""

    found: Comparison
    seat: int
    trust: float  # points by which the best one must be better

    @property
    def share(self) -> float:
        """What the played move loses of the win."""
        return float(self.found.shares[self.seat])

    @property
    def error(self) -> float:
        """The standard error of that."""
        return self.found.error

    @property
    def lost(self) -> float:
        """The points that it loses, a win counting as some more of them."""
        return self.found.points_lost(self.seat)

    @property
    def is_trusted(self) -> bool:
        """Is it what a style does itself, and the other one not better by enough?"""
        return self.trust > 0 and self.lost <= self.trust

    @property
    def is_error(self) -> bool:
        """Does it surely lose something?"""
        return not self.is_trusted and beyond_error(self.share, self.error) > 0

    @property
    def is_surely_none(self) -> bool:
        """Would more worlds hardly make it an error: is too little lost, or is it even better?"""
        may_lose = self.lost + SURE * self.found.points_lost_error
        is_little = self.share + SURE * self.error <= NEAR_EQUAL / 100
        return is_little or may_lose <= self.trust

    @property
    def is_surely_marked(self) -> bool:
        """Does it lose so much that it will have to show itself again anyway?"""
        return not self.is_trusted and mark_of(100 * (self.share - SURE * self.error)) is not None


def speaks_most(ways: Iterable[Compared]) -> Compared:
    """The way of the played move by which it is judged: one that is trusted, or its best one.

    Trust excuses a way or it does not; it must not put a worse way in the place of a better one.
    """
    return min(ways, key=lambda way: (not way.is_trusted, way.lost))


class Cascade:
    """The looks at one decision. A way is a move and a style to go on in; a move is worth as much
    as its best way.
    """

    def __init__(
        self, view: View, legal: list[Action], played: int | None, depth: Depth, worlds: Laboratory
    ) -> None:
        self.view, self.played, self.depth, self.worlds = view, played, depth, worlds
        self.actions = {action.number: action for action in legal}
        self.moves = candidates(worlds.room.kit, view, played)
        board = view.game.edition.board
        self.likeness = {move: likeness(board, self.actions[move]) for move in self.moves}
        self.reference = self.moves[0]
        self.own = own_ways(worlds.room.kit, view)
        self.seat = view.own_seat()
        ways = [Way(move, style) for move in self.moves for style in STYLES]
        self.tally = Tally(ways, self.seat, view.game.seats)

    def grade(self) -> Grade:
        """Look three times, and write down what was seen."""
        self.look(list(self.tally.arms), self.depth.first_look)
        self.ways = self._best_ways(list(self.tally.arms))
        is_near_equal = self.is_near_equal()
        best = self.closer_look()
        move, compared = best.move, None
        if self.played is not None and self.is_same(move, self.played):
            move = self.played
        elif self.played is not None:
            compared = self.last_look(best, self.played_ways(self.played))
        graded = self._write(move, compared, is_near_equal)
        return replace(graded, worth_lead=self.beyond_reference())

    def look(self, ways: list[Way], worlds: int) -> None:
        """Try some ways in new worlds."""
        self.tally.add(ways, self.worlds.try_ways(ways, worlds))

    def _best_ways(self, ways: list[Way]) -> dict[int, Way]:
        """The best way of every move among some ways, the best move first."""
        best: dict[int, Way] = {}
        for way in self.tally.ranking(ways):
            best.setdefault(way.move, way)
        return best

    def is_near_equal(self) -> bool:
        """Is no candidate clearly behind the best?"""
        best, *others = self.ways.values()
        share = self.tally.arms[best].share - NEAR_EQUAL / 100
        return not any(
            self.tally.is_behind(way, best, SURE) and self.tally.arms[way].share < share
            for way in others
        )

    def closer_look(self) -> Way:
        """Try those again that may be the best; the one that then is."""
        ranking = self.tally.ranking(self.tally.arms)
        close = [way for way in ranking if not self.tally.is_behind(way, ranking[0], SURE)]
        close = close[:CLOSER]
        if self.played is not None:
            played = [way for way in ranking if way.move == self.played]
            close += [way for way in played[:2] if way not in close]
        if len(close) > 1:
            self.look(close, self.depth.closer_look)
        self.ways |= self._best_ways(close)
        return self.tally.ranking(close)[0]

    def is_same(self, one: int, other: int) -> bool:
        """Are two moves the same but in name?"""
        return self.likeness[one] == self.likeness[other]

    def played_ways(self, move: int) -> list[Way]:
        """The ways that speak for a move: its best one, and what a style does itself."""
        same = [other for other in self.moves if self.is_same(other, move)]
        own = [way for way in self.own if way.move in same]
        return list(dict.fromkeys([*(self.ways[other] for other in same), *own]))

    def last_look(self, best: Way, played: list[Way]) -> Compared:
        """Compare the played move with the best one in new worlds; in few, where those tell."""
        first = self.depth.last_look // 4
        self.look([best, *played], first)
        compared = self.compare(best, played, 1)
        is_clear = self.depth.confirm_look > 0 and compared.is_surely_marked
        if not compared.is_surely_none and not is_clear:
            self.look([best, *played], self.depth.last_look - first)
            compared = self.compare(best, played, 2)
        return self.confirm(best, played, compared)

    def confirm(self, best: Way, played: list[Way], found: Compared) -> Compared:
        """What would get a mark must show itself again, in new worlds, which alone then count.

        Of many decisions some look worse than they are; those are just the ones that get here.
        """
        if found.is_trusted or mark_of(100 * found.share) is None or not self.depth.confirm_look:
            return found
        self.look([best, *played], self.depth.confirm_look)
        return self.compare(best, played, 1)

    def compare(self, best: Way, played: list[Way], looks: int) -> Compared:
        """The best way against that way of the played move which speaks most for it."""
        arm = self.tally.arms[best]
        return speaks_most(
            Compared(compare(arm, self.tally.arms[way], looks), self.seat, self.trust_in(way, best))
            for way in played
        )

    def trust_in(self, way: Way, best: Way) -> float:
        """The points that another way must bring more than this one."""
        if not self.depth.is_trusting or way not in self.own or best in self.own:
            return 0.0
        is_city = self.view.game.edition.trains < CITY_TRAINS
        return TRUST if is_city else COUNTRY_TRUST

    def beyond_reference(self) -> float:
        """The lead that the played move brings beyond the reference player's, who then goes on."""
        if self.played is None or self.is_same(self.played, self.reference):
            return 0.0
        ways = [Way(self.played, REFERENCE), Way(self.reference, REFERENCE)]
        trials = self.worlds.try_against(ways, self.depth.reference_look, REFERENCE)
        ahead = leads(trials.points, self.seat)
        return float((ahead[:, 0] - ahead[:, 1]).mean())

    def arm(self, move: int) -> Arm:
        """What came of the best way of a move."""
        return self.tally.arms[self.ways[move]]

    def _write(self, best: int, compared: Compared | None, is_near_equal: bool) -> Grade:
        is_error = compared is not None and compared.is_error
        if compared is not None and compared.share <= 0:
            assert self.played is not None
            best = self.played  # what looked better was not
        found = compared.found if compared is not None else None
        error = 100 * compared.share if compared and is_error else 0.0
        kind = self._kind(best, found) if is_error else None
        return Grade(
            at=int(self.view.fields.actions),
            seat=self.seat,
            phase=self.view.phase,
            played=None if self.played is None else self.actions[self.played].text,
            best=self.actions[best].text,
            error=error,
            error_error=0.0 if found is None else 100 * found.error,
            points=self._points(compared),
            points_error=0.0 if found is None else found.lead_error,
            mark=mark_of(error),
            kind=kind,
            is_forced=False,
            is_counted=is_error or not is_near_equal,
            reference=self._as_told(self.reference, best),
            worth_lead=0.0,
            spread=self.tally.spread,
            candidates=self._candidates(best),
            facts=self._facts(best, found) if found and is_error else {},
        )

    @staticmethod
    def _points(compared: Compared | None) -> float:
        """Points of lead that were lost; 0 if within their error, or trusted."""
        if compared is None or compared.is_trusted:
            return 0.0
        return beyond_error(compared.found.lead, compared.found.lead_error)

    def _kind(self, best: int, compared: Comparison | None) -> str:
        assert self.played is not None
        assert compared is not None
        played, wanted = self.actions[self.played], self.actions[best]
        return kind_of(self.view, played, wanted, compared, self._taken(wanted.route))

    def _taken(self, route: str | None) -> float:
        """How often others take a route, or its twin, after the played move."""
        if route is None or self.played is None:
            return 0.0
        routes, arm = self.view.game.edition.board.routes, self.arm(self.played)
        either = [i for i, one in enumerate(routes) if route in (one.id, one.twin)]
        return max(float(arm.lost[i]) for i in either) / arm.worlds

    def _candidates(self, best: int) -> list[Candidate]:
        """The best first, then those with a closer look: few worlds flatter some of the rest."""
        told = [self._candidate(move, self.arm(best)) for move in self._told_moves(best)]

        def place(candidate: Candidate) -> tuple[bool, bool, float]:
            is_glanced_at = candidate.worlds <= self.depth.first_look
            return candidate.action != self.actions[best].text, is_glanced_at, -candidate.share

        return sorted(told, key=place)

    def _told_moves(self, best: int) -> list[int]:
        """All moves; of those that are alike one, the best or the played one if it is there."""
        told: dict[tuple[object, ...], int] = {}
        for move in (best, self.played, *self.ways):
            if move is not None:
                told.setdefault(self.likeness[move], move)
        return list(told.values())

    def _as_told(self, move: int, best: int) -> str:
        """A move by the name under which it is among the candidates."""
        same = next(told for told in self._told_moves(best) if self.is_same(told, move))
        return self.actions[same].text

    def _candidate(self, move: int, best: Arm) -> Candidate:
        """A move beside the best one: what it lost to it in their common worlds.

        Its own worlds alone may be friendlier to all moves than those the best one saw later.
        """
        arm, beside = self.arm(move), best.first(self.arm(move).worlds)
        kept = self._kept(move)
        return Candidate(
            action=self.actions[move].text,
            share=min(1.0, max(0.0, best.share - self._loses(move, best))),
            share_error=arm.share_error,
            score=best.score + arm.score - beside.score,
            lead=best.lead + arm.lead - beside.lead,
            worlds=arm.worlds,
            tickets=[[ticket, float(arm.done[ticket]) / arm.worlds] for ticket in kept],
        )

    def _kept(self, move: int) -> list[int]:
        """The tickets that a choice of an offer keeps."""
        action = self.actions[move]
        if action.kind != "keep":
            return []
        return [self.view.offer[place - 1] for place in action.places]

    def _facts(self, best: int, compared: Comparison) -> dict[str, Any]:
        """What may explain the difference: routes that others take, tickets that are completed."""
        assert self.played is not None
        facts: dict[str, Any] = {
            "odds": [
                [ticket, self._odds(self.played, ticket), self._odds(best, ticket)]
                for ticket in (*self.view.tickets, *self.view.offer)
            ],
            "points": compared.points.tolist(),
            "as_good": [self.actions[move].text for move in self._as_good(best)],
            "begins_last_round": [
                begins_last_round(self.view, self.actions[move]) for move in (self.played, best)
            ],
        }
        route = self.actions[best].route
        if route is not None:
            facts["taken"] = self._taken(route)
        return facts

    def _as_good(self, best: int) -> list[int]:
        """Other moves that a closer look found to be about as good as the best one."""
        return [
            move
            for move in self._told_moves(best)
            if move not in (best, self.played)
            and self.arm(move).worlds > self.depth.first_look
            and self._loses(move, self.arm(best)) <= NEAR_EQUAL / 100
        ]

    def _loses(self, move: int, best: Arm) -> float:
        """What a move lost to the best one in their common worlds."""
        arm = self.arm(move)
        return best.first(arm.worlds).share - arm.share

    def _odds(self, move: int, ticket: int) -> float | None:
        """How often a ticket is completed after a move; None if the move gives it back."""
        if ticket in self.view.offer and ticket not in self._kept(move):
            return None
        arm = self.arm(move)
        return float(arm.done[ticket]) / arm.worlds
