"""A club whose server is killed at any moment: nothing is dealt twice, lost, or counted twice.

Members and guests play daily deals, duels, an arena and rated tables meanwhile. Afterwards every
number that the club shows must follow from the games as they are stored.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from caboose.engine.record import verify
from caboose.server.events.pairing import points
from caboose.server.host import clock_time
from caboose.server.people import ratings
from caboose.server.storage import rows
from tests.support.server.forked_server import Forked, Nursery, several
from tests.support.server.members import some_name
from tests.support.server.people import PATIENCE, nonce
from tests.support.server.retrying_player import (
    Hardy,
    Player,
    new_client,
    new_person,
    player_at,
    sit_down,
)
from tests.support.server.stored_games import Stored, check_game
from tests.support.server.storm import Storm

CLOCK = {"turn_seconds": 600, "bank_seconds": 600}
ARENA = {"name": "Storm", "edition": "london", "seats": 2, "clock": CLOCK, "rated": True}
IN_THE_ARENA = 3  # so that somebody waits, and is paired with whoever comes free
NEAR_MIDNIGHT = 120_000  # milliseconds before a day's end in which no deal is begun any more


class Club(Storm):
    """What members do while their server is killed, and all that they were told."""

    longest_lull = 2.0  # so that games end, and are counted, in the middle of it

    def __init__(self, servers: list[Forked], kills: int, seed: int) -> None:
        super().__init__(servers, kills, seed)
        self.players: list[Player] = []
        self.arena = ""
        self.arena_games = 0
        self.members: list[Hardy] = []
        self.dealt: dict[tuple[str, str], set[str]] = defaultdict(set)  # by path and guest: tables
        self.boards: list[tuple[Hardy, str]] = []  # whose results stand where
        self.duels: list[tuple[Hardy, Hardy, str]] = []

    async def open(self, client: httpx.AsyncClient) -> None:
        """Before the storm: members, and an arena."""
        for _ in range(IN_THE_ARENA + 2):
            member = await new_person(client, self.servers, "Member")
            claimed = await member.ask("POST", "/api/member", {"name": some_name()})
            assert claimed.status_code == 201, claimed.text
            self.members.append(member)
        opened = await self.members[0].ask("POST", "/api/arenas", ARENA | {"minutes": 600})
        self.arena = f"/api/arenas/{opened.json()['arena']['id']}"

    def scenes(self, client: httpx.AsyncClient) -> list[Coroutine[Any, Any, None]]:
        def dice() -> random.Random:
            return random.Random(self.rng.random())

        arena = [self._play_in_the_arena(each, dice()) for each in self.members[:IN_THE_ARENA]]
        deals = [play(client, dice()) for play in (self._play_daily_deals, self._play_duels)]
        return [*arena, *deals, self._play_rated_games(dice())]

    async def _play(self, players: Iterable[Player]) -> None:
        async with asyncio.TaskGroup() as tasks:
            for player in players:
                player.pause = 0.03
                self.players.append(player)
                tasks.create_task(player.play_over_socket())

    # ---- deals -----------------------------------------------------------------------------------

    async def _begin(self, person: Hardy, path: str, rng: random.Random) -> Player:
        """Ask for a deal's table from two devices at once."""
        answers = await asyncio.gather(*(person.ask("POST", path) for _ in range(2)))
        for answer in answers:
            assert answer.status_code == 201, answer.text
            self.dealt[path, person.guest].add(answer.json()["table"])
        return await player_at(person, answers[0].json()["table"], rng)

    async def _play_daily_deals(self, client: httpx.AsyncClient, rng: random.Random) -> None:
        while True:
            person = await new_person(client, self.servers, "Guest")
            day = (await person.ask("GET", "/api/daily")).json()
            if day["ends_at"] - day["now"] < NEAR_MIDNIGHT:
                await asyncio.sleep(1)
                continue
            city = day["deals"][1]  # which is played more quickly than the USA
            path = f"/api/daily/{day['day']}/{city['edition']}"
            await self._play([await self._begin(person, path, rng)])
            await self._begin(person, path, rng)
            self.boards.append((person, path))
            if not self.is_raging:
                return

    async def _play_duels(self, client: httpx.AsyncClient, rng: random.Random) -> None:
        while True:
            two = [await new_person(client, self.servers, name) for name in ("Ann", "Ben")]
            said = await two[0].ask("POST", "/api/duels", {"edition": "london"})
            duel = f"/api/duels/{said.json()['id']}"
            await two[1].ask("POST", f"{duel}/accept")
            deals = [(person, f"{duel}/deals/{n}") for n in range(1, 6) for person in two]
            await self._play([await self._begin(person, deal, rng) for person, deal in deals])
            self.duels.append((two[0], two[1], duel))
            if not self.is_raging:
                return

    # ---- games that count ------------------------------------------------------------------------

    async def _play_rated_games(self, rng: random.Random) -> None:
        two = self.members[IN_THE_ARENA:]
        while True:
            options = {"order": "given", "rated": True, "clock": CLOCK}
            bots = rng.choice(([], ["driver"]))
            await self._play(await sit_down(two, "london", bots, rng, **options))
            if not self.is_raging:
                return

    async def _play_in_the_arena(self, person: Hardy, rng: random.Random) -> None:
        while True:
            is_done = self.arena_games and not self.is_raging
            way = "pause" if is_done else "join"
            you = (await person.ask("POST", f"{self.arena}/{way}")).json()["you"]
            if you["status"] == "found":  # whatever is answered: the arena says what became of it
                sit = {"nonce": nonce(), "commitment": you["commitment"]}
                await person.ask("POST", f"/api/tables/{you['table']}/chairs", sit)
            elif you["status"] == "playing":
                await self._play([await player_at(person, you["table"], rng)])
                self.arena_games += 1
            elif is_done:
                return
            await asyncio.sleep(0.1)

    async def said(self, person: Hardy, path: str) -> Any:
        answer = await person.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()


# ---- what must be so afterwards ------------------------------------------------------------------


def wait_until_counted(stored: Stored) -> None:
    """Until the server that lives has done what is due for all that was played."""
    deadline = time.monotonic() + PATIENCE
    while left := uncounted(stored):
        assert time.monotonic() < deadline, f"never counted: {left}"
        time.sleep(0.1)


def uncounted(stored: Stored) -> list[str]:
    """What has still to be rated, ended, examined, or counted in the arena."""
    tables, attempts, players = rows.tables, rows.attempts, rows.arena_players
    over, is_rated = tables.c.status == "over", tables.c.options["rated"].as_boolean()
    rated = sa.select(rows.rating_steps.c.table_id)
    due = (
        sa.select(tables.c.id).where(over, is_rated, tables.c.id.not_in(rated)),
        sa.select(tables.c.deal).where(over, tables.c.deal.like("duel/%"), tables.c.sealed),
        sa.select(attempts.c.deal).where(~attempts.c.examined),
        sa.select(players.c.table_id).where(players.c.table_id.is_not(None)),
    )
    return [str(row[0]) for each in due for row in stored.all(each)]


def check_attempts(stored: Stored, club: Club) -> None:
    """Everybody was given one table for a deal, and there is no other."""
    for (path, guest), given in club.dealt.items():
        deal = path.removeprefix("/api/").replace("duels/", "duel/").replace("/deals/", "/")
        attempts = rows.attempts
        mine = sa.select(attempts).where(attempts.c.deal == deal, attempts.c.guest_id == guest)
        assert {row.table_id for row in stored.all(mine)} == given, path
        assert len(given) == 1
    dealt = stored.all(sa.select(rows.tables.c.id).where(rows.tables.c.deal.is_not(None)))
    attempted = stored.all(sa.select(rows.attempts.c.table_id))
    assert Counter(row.id for row in dealt) == Counter(row.table_id for row in attempted)


def total_at(stored: Stored, table: str, guest: str) -> int:
    """What somebody made at a table, by the record of its game."""
    mine = rows.chairs.c.table_id == table, rows.chairs.c.guest_id == guest
    (chair,) = stored.all(sa.select(rows.chairs).where(*mine))
    return int(verify(stored.record(table)).score().to_dict()["seats"][chair.seat]["total"])


async def check_boards(stored: Stored, club: Club) -> None:
    """The boards of days and duels show every game once, as it was played."""
    played = Counter(path for _, path in club.boards)
    for person, path in club.boards:
        board = await club.said(person, path)
        (mine,) = (line for line in board["results"] if line["you"])
        (table,) = club.dealt[path, person.guest]
        assert mine["total"] == total_at(stored, table, person.guest)
        assert board["players"] == played[path]
    for one, other, duel in club.duels:
        shown = await club.said(one, duel)
        assert shown["status"] == "over"
        for person, points_of in ((one, "me"), (other, "rival")):
            tables = [min(club.dealt[f"{duel}/deals/{n}", person.guest]) for n in range(1, 6)]
            made = sum(total_at(stored, table, person.guest) for table in tables)
            assert shown[points_of]["points"] == made


async def check_arena(stored: Stored, club: Club) -> int:
    """The standings are what the arena's games add up to; how many games those were."""
    arena = club.arena.rpartition("/")[2]
    expected: dict[str, Counter[str]] = defaultdict(Counter)
    games = rows.tables.c.arena == arena, rows.tables.c.status == "over"
    over = stored.all(sa.select(rows.tables.c.id).where(*games))
    for (table,) in over:
        score = verify(stored.record(table)).score().to_dict()["seats"]
        chairs = sa.select(rows.chairs).where(rows.chairs.c.table_id == table)
        seated = sorted(stored.all(chairs), key=lambda chair: int(chair.seat))
        ranks = [score[chair.seat]["rank"] for chair in seated]
        for chair, won, rank in zip(seated, points(ranks), ranks, strict=True):
            expected[chair.guest_id] += Counter(score=won, games=1, wins=int(rank == min(ranks)))
    standings = (await club.said(club.members[0], club.arena))["standings"]
    assert {line["guest"] for line in standings} == {one.guest for one in club.members[:3]}
    for line in standings:
        told = {name: line[name] for name in ("score", "games", "wins")}
        assert told == {name: expected[line["guest"]][name] for name in told}
    return len(over)


def check_ratings(stored: Stored) -> int:
    """Each rated game has its steps once, and all are the same when worked out again."""
    tables, steps = rows.tables, rows.rating_steps
    rated = sa.select(tables.c.id).where(
        tables.c.status == "over", tables.c.options["rated"].as_boolean()
    )
    games = {row.id for row in stored.all(rated)}
    seats = Counter(row.table_id for row in stored.all(sa.select(steps.c.table_id)))
    chairs = stored.all(sa.select(rows.chairs.c.table_id))
    assert seats == Counter(row.table_id for row in chairs if row.table_id in games)

    def kept() -> list[list[Any]]:
        both = (rows.ratings, steps)
        return [sorted(map(tuple, stored.all(sa.select(each))), key=repr) for each in both]

    before = kept()
    again = stored.work(lambda c: ratings.recompute(c, clock_time() + 60_000))
    assert again == len(games)
    assert kept() == before
    return len(games)


async def weather(club: Club, address: str) -> str:
    """The storm, and a look at everything that it has left."""
    async with new_client() as client:
        await club.open(client)
        await club.rage(club.scenes(client))
        with Stored(address) as stored:
            await asyncio.to_thread(wait_until_counted, stored)
            actions = sum(check_game(stored, [player]) for player in club.players)
            check_attempts(stored, club)
            await check_boards(stored, club)
            arena, rated = await check_arena(stored, club), check_ratings(stored)
    return (
        f"{club.kills} kills, {len(club.boards)} daily deals, {len(club.duels)} duels,"
        f" {arena} games of an arena, {rated} rated games, {actions} actions"
    )


def survive(nursery: Nursery, folder: Path, address: str, kills: int, seed: int) -> None:
    """One process over SQLite, two over PostgreSQL, of which one is killed at a time."""
    processes = 2 if address.startswith("postgres") else 1
    settings = {"tables_per_guest": 10_000, "messages_per_second": 1000}
    with several(processes, nursery, folder, address, **settings) as servers:
        club = Club(servers, kills, seed)
        print(asyncio.run(weather(club, address)))
        assert not [line for server in servers for line in server.lines if "Traceback" in line]


def test_a_club_survives_five_kills(nursery: Nursery, tmp_path: Path) -> None:
    survive(nursery, tmp_path, f"sqlite:///{tmp_path / 'club.db'}", 5, seed=6)


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_club_survives_a_hundred_kills(
    kind: str, nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    survive(nursery, tmp_path, new_database(kind, tmp_path), 100, seed=7)
