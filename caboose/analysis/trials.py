"""Trials: candidate moves made in the same worlds, and what came of each for every seat.

The worlds are dealt from what one seat could know, by the fitted belief. Nothing here reads a true
position.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.analysis.futures import Room, new_room, roll_places, share_win
from caboose.analysis.shown_styles import NO_MOVE, Shown, styles_at
from caboose.boards.limits import MAX_ROUTES, MAX_SEATS, MAX_TICKETS
from caboose.engine.compiled import bit, compiled, wide
from caboose.engine.dice import new_dice
from caboose.engine.fields import ROUTE_WORDS, STATE, GameRecord, ScoreRecord, StateRecord
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.turn import play
from caboose.engine.view import View
from caboose.players.belief.belief import belief_of
from caboose.players.belief.dealing import deal_belief
from caboose.players.search.rollout import play_out


class Way(NamedTuple):
    """A move, and the style in which the mover goes on: a policy's number."""

    move: int
    style: int


class Worlds(NamedTuple):
    """Positions that could be true for a seat, and how the others are believed to go on there."""

    states: Any
    styles: Any  # by world and seat: a policy


class Trials(NamedTuple):
    """What came of ways in worlds."""

    shares: Any  # of the win, by world, way and seat
    points: Any  # at the end, by world, way and seat
    done: Any  # by way and ticket: in how many worlds the mover completed it
    lost: Any  # by way and route: in how many worlds another seat took it


def new_trials(worlds: int, ways: int, seats: int) -> Trials:
    """Room for what comes of ways."""
    return Trials(
        np.zeros((worlds, ways, seats)),
        np.zeros((worlds, ways, seats)),
        np.zeros((ways, MAX_TICKETS), np.int64),
        np.zeros((ways, MAX_ROUTES), np.int64),
    )


@compiled
def note_end(
    game: GameRecord, state: StateRecord, score: ScoreRecord, seat: int, done: Any, lost: Any
) -> None:
    """Count the tickets that a seat completed and the routes that others took."""
    for ticket in range(game.tickets):
        if (wide(score.done[seat, ticket >> 6]) & bit(ticket & 63)) != 0:
            done[ticket] += 1
    for word in range(ROUTE_WORDS):
        taken = 0
        for other in range(game.seats):
            if other != seat:
                taken |= wide(state.owned[other, word])
        for place in range(64):
            if (taken & bit(place)) != 0:
                lost[64 * word + place] += 1


@compiled
def try_ways(room: Room, states: Any, styles: Any, seat: int, ways: Any, trials: Trials) -> None:
    """Make moves in every world and play on; the mover in the style of its way.

    `ways` goes by world; where a world has NO_MOVE, nothing is tried.
    """
    game, atlas, state = room.kit.games[0], room.kit.atlases[0], room.stage.states[0]
    score, dice = room.stage.scores[0], np.ones(2, np.int64)
    seated = np.zeros(MAX_SEATS, np.int64)
    for i in range(states.shape[0]):
        seated[:] = styles[i]
        for j in range(ways.shape[1]):
            if ways[i, j, 0] == NO_MOVE:
                continue
            seated[seat] = ways[i, j, 1]
            room.stage.states[0] = states[i]
            play(game, state, seat, wide(ways[i, j, 0]), room.stage.happenings)
            play_out(game, atlas, state, seated, room.kit.scratches, dice, room.stage.happenings)
            score_game(game, state, score)
            share_win(game, score, trials.shares[i, j], trials.points[i, j])
            note_end(game, state, score, seat, trials.done[j], trials.lost[j])


class Laboratory:
    """Worlds for one decision: dealt from a view, the next ones whenever they are asked for."""

    def __init__(self, view: View, seed: int | str, room: Room | None = None) -> None:
        self.view, self.seat = view, view.own_seat()
        self.room = new_room(view.game) if room is None else room
        self.belief = belief_of(view)
        self.dice = new_dice(f"grade {seed} {self.seat} {int(view.fields.actions)}")
        self.dealt = self.deal(0)  # worlds that were dealt for a comparison, and serve another one

    def try_ways(self, ways: list[Way], worlds: int) -> Trials:
        """Try ways in so many new worlds, the same for all of them.

        The others go on as they are believed to.
        """
        dealt = self.deal(worlds)
        return self._try(_everywhere(ways, worlds), dealt.states, dealt.styles)

    def try_against(self, ways: list[Way], worlds: int, rivals: int) -> Trials:
        """Try ways in so many worlds in which all others go on by one policy."""
        seated = np.full((worlds, MAX_SEATS), rivals)
        return self._try(_everywhere(ways, worlds), self._dealt(worlds), seated)

    def try_shown(self, played: int, shown: Shown, worlds: int) -> Trials:
        """Try the played move in the styles that it shows, and what was to be expected before it.

        The others go on in the styles that they have shown, as in the values of true positions. A
        world in which both are the same is not played out: nothing is different there.
        """
        places = roll_places(worlds, self.dice)
        own = places[:, self.seat, None]
        before, after = (
            styles_at(chances[None], own)[:, 0] for chances in (shown.before, shown.after)
        )
        ways = np.empty((worlds, 2, 2), np.int64)
        ways[:, 0, 0], ways[:, 0, 1] = played, after
        ways[:, 1, 0], ways[:, 1, 1] = shown.moves[before], before
        ways[(ways[:, 0] == ways[:, 1]).all(axis=1), :, 0] = NO_MOVE
        return self._try(ways, self._dealt(worlds), styles_at(shown.table, places))

    def deal(self, worlds: int) -> Worlds:
        """So many new worlds."""
        dealt = Worlds(np.zeros(worlds, STATE), np.zeros((worlds, MAX_SEATS), np.int64))
        kit, array = self.room.kit, self.view.array
        deal_belief(kit, array, self.seat, self.belief, *dealt, self.dice)
        return dealt

    def _dealt(self, worlds: int) -> Any:
        """Positions in which the played move is compared with what was to be expected.

        Two such comparisons are never compared with each other, so both may look at the same ones.
        """
        if len(self.dealt.states) < worlds:
            self.dealt = self.deal(worlds)
        return self.dealt.states[:worlds]

    def _try(self, ways: Any, states: Any, styles: Any) -> Trials:
        """Try ways, by world, where the others go on in these styles."""
        trials = new_trials(len(ways), ways.shape[1], self.view.game.seats)
        try_ways(self.room, states, styles, self.seat, ways, trials)
        return trials


def _everywhere(ways: list[Way], worlds: int) -> Any:
    """The same ways in every world."""
    return np.tile(np.array(ways, np.int64), (worlds, 1, 1))
