"""What somebody's games add up to: shares of wins, best scores, tickets, paths, streaks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import sqlalchemy as sa

from caboose.server.people.anchors import LEVELS
from caboose.server.people.past_games import PastGame, routes_of
from caboose.server.protocol.club import Best, Figures, GameLine, Streak, TicketFigures, WinShare

Z = 1.96  # standard deviations on either side of a share: 95 of 100 such intervals hold it


def figures(connection: sa.Connection, guest: str, games: Sequence[PastGame]) -> Figures:
    """What these games of somebody add up to, without those that do not count."""
    counted = [game for game in games if game.counts]
    return figures_of(counted, routes_of(connection, guest, counted))


def game_line(game: PastGame) -> GameLine:
    """A game as one line of a list."""
    return GameLine(
        table=game.table,
        edition=game.edition,
        ended_at=game.ended_at,
        seat=game.seat,
        players=list(game.names),
        bots=list(game.bots),
        totals=game.totals,
        won=game.is_won,
        rated=game.rated,
    )


def figures_of(games: Sequence[PastGame], routes: dict[str, Counter[str]]) -> Figures:
    """All figures of somebody's games, which come newest first."""
    return Figures(
        all=win_share("all", games),
        by_edition=_shares(games, lambda game: game.edition),
        by_seats=sorted(
            _shares(games, lambda game: str(len(game.names))), key=lambda share: share.key
        ),
        by_rival=sorted(
            _shares(games, strongest_rival), key=lambda share: _strength(share.key), reverse=True
        ),
        best_scores=_best(games, lambda game: int(game.mine["total"])),
        longest_paths=_best(games, lambda game: int(game.mine["path_length"])),
        tickets=_tickets(games),
        streak=streak([game.is_won for game in reversed(games)]),
        routes={edition: dict(counted) for edition, counted in routes.items()},
    )


def strongest_rival(game: PastGame) -> str:
    """Who was the strongest at the table: a person, or a level of bots."""
    return max(game.rivals, key=_strength)


def _strength(rival: str) -> int:
    """How strong a rival is thought to be: people first, then the levels, then other bots."""
    if rival == "person":
        return len(LEVELS)
    return LEVELS.index(rival) if rival in LEVELS else -1


def win_share(key: str, games: Iterable[PastGame]) -> WinShare:
    """How many of these were won, and within which bounds the true share lies (Wilson's)."""
    won = [game.is_won for game in games]
    low, high = interval(sum(won), len(won))
    return WinShare(key=key, games=len(won), wins=sum(won), low=low, high=high)


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's interval for a share; everything is possible as long as there is no game."""
    if games == 0:
        return 0.0, 1.0
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def streak(won: Sequence[bool]) -> Streak:
    """Wins in a row, from the first game to the last: at the end, and the most."""
    now = most = 0
    for is_won in won:
        now = now + 1 if is_won else 0
        most = max(most, now)
    return Streak(now=now, most=most)


def _shares(games: Sequence[PastGame], key: Callable[[PastGame], str]) -> list[WinShare]:
    """The share of each kind, the most played first."""
    kinds: dict[str, list[PastGame]] = {}
    for game in games:
        kinds.setdefault(key(game), []).append(game)
    return sorted(
        (win_share(kind, those) for kind, those in kinds.items()),
        key=lambda share: (-share.games, share.key),
    )


def _best(games: Sequence[PastGame], of: Callable[[PastGame], int]) -> list[Best]:
    """The game with the most of something, in each edition."""
    best: dict[str, PastGame] = {}
    for game in games:
        if game.edition not in best or of(game) >= of(best[game.edition]):
            best[game.edition] = game  # of equals the first
    return [Best(edition=name, n=of(best[name]), table=best[name].table) for name in sorted(best)]


def _tickets(games: Sequence[PastGame]) -> TicketFigures:
    lines = [game.mine for game in games]
    return TicketFigures(
        kept=sum(len(line["tickets"]) for line in lines),
        completed=sum(int(line["completed"]) for line in lines),
        points=sum(int(ticket["points"]) for line in lines for ticket in line["tickets"]),
    )
