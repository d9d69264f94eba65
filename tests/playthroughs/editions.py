"""A whole game for every edition and number of seats."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import caboose
from caboose.boards import edition as built_in
from tests.playthroughs.playthrough import Move, Playthrough
from tests.playthroughs.traveler import Traveler
from tests.support.games.editions import EDITIONS_AND_SEATS


def whole_game(edition: str, seats: int, seed: int) -> Playthrough:
    game = caboose.Game(edition, seats)
    return Playthrough(
        name=f"{edition}_{seats}",
        title=f"{built_in(edition).name} with {seats} seats, a whole game from seed {seed}",
        why=_why(game),
        start=partial(game.start, seed=seed),
        moves=travel,
        proof=r"the game is over: final_round",
        is_whole_game=True,
    )


def travel(state: caboose.State) -> Iterator[Move]:
    """Every seat is played by a traveler; first tickets are chosen from the last seat on."""
    game = state.game
    travelers = [
        Traveler(game, seat, f"{game.edition.id} {game.seats} {seat}") for seat in range(game.seats)
    ]
    while waiting := state.waiting_for():
        seat = waiting[-1]
        legal = state.legal_actions(seat)
        choice = travelers[seat].choose(state, legal)
        yield Move(seat, choice.text, legal=tuple(legal))


def _why(game: caboose.Game) -> str:
    edition = game.edition
    doubles = "open" if game.seats >= edition.doubles_open_from else "closed"
    bonuses = [
        f"longest path {edition.longest_path}" * bool(edition.longest_path),
        f"globetrotter {edition.globetrotter}" * bool(edition.globetrotter),
        "districts" * edition.districts,
        "attractions" * edition.attractions,
    ]
    cards = len(edition.colors) * edition.cards_per_color + edition.locomotives
    return (
        f"{edition.trains} trains, {cards} cards, {len(edition.tickets)} tickets;"
        f" first tickets {edition.first_offer}, keep {edition.first_keep}; later {edition.offer},"
        f" keep {edition.keep}. The twin of a claimed route is {doubles}."
        f" Bonuses: {', '.join(bonus for bonus in bonuses if bonus)}."
    )


WHOLE_GAMES = [
    whole_game(edition, seats, seed)
    for seed, (edition, seats) in enumerate(EDITIONS_AND_SEATS, start=1)
]
