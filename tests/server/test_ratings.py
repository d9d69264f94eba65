"""Ratings: a known order is found, house bots stand still, and all can be worked out again."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest
import sqlalchemy as sa

from caboose.server.host import clock_time
from caboose.server.people import ratings
from caboose.server.people.anchors import BOTS, FAMILIES, LEVELS, POOLS, SEATS, Pool, pool_of
from caboose.server.people.plackett_luce import after_game, orders_of
from caboose.server.people.rating_change import Entrant, Rating, bot_rating, rate
from caboose.server.storage import rows
from tests.support.server.finished_game import play_quickly
from tests.support.server.members import claim
from tests.support.server.people import ME, OPEN, Person, nonce
from tests.support.server.server_process import Running
from tests.support.server.server_thread import Inside, serving

CLOCK = {"turn_seconds": 600, "bank_seconds": 600}
ELO = math.log(10) / 400
PEOPLE = 1200  # of a simulated population; half as many where the seconds count

# ---- one game ------------------------------------------------------------------------------------


def entrants(*mus: float, places: list[int] | None = None) -> list[Entrant]:
    took = places or list(range(len(mus)))
    return [Entrant(Rating(mu, 200), None, place) for mu, place in zip(mus, took, strict=True)]


def test_who_wins_goes_up_and_who_loses_goes_down() -> None:
    winner, loser = rate("usa_2", entrants(1500, 1500))
    assert winner.mu > 1500 > loser.mu
    assert max(winner.sigma, loser.sigma) < 200


def test_a_surprise_moves_ratings_more_than_what_was_expected() -> None:
    surprise, expected = (rate("usa_2", entrants(a, b)) for a, b in ((1300, 1700), (1700, 1300)))
    assert surprise[0].mu - 1300 > 3 * (expected[0].mu - 1700) > 0


def test_a_tie_brings_two_ratings_together_and_equals_keep_theirs() -> None:
    high, low = rate("usa_2", entrants(1681, 1319, places=[0, 0]))
    assert high.mu < 1681
    assert low.mu > 1319
    equals, middle = after_game([1500.0] * 3, [200.0] * 3, [0, 0, 0])
    assert equals == pytest.approx([1500.0] * 3)
    assert max(middle) < 200


def test_after_a_game_the_most_likely_strengths_are_found() -> None:
    """Of a game of two: no other strengths fit what was believed and what happened better."""

    def likely(one: float, other: float) -> float:
        believed = ((one - 1400) / 300) ** 2 / 2 + ((other - 1700) / 150) ** 2 / 2
        return -math.log1p(math.exp((other - one) * ELO)) - believed

    (one, other), _ = after_game([1400.0, 1700.0], [300.0, 150.0], [0, 1])
    near = [likely(one + x, other + y) for x in (-5, 0, 5) for y in (-5, 0, 5)]
    assert max(near) == likely(one, other)


def test_a_result_with_ties_stands_for_every_order_of_those_who_tie() -> None:
    assert orders_of([2, 0, 1]) == [(1, 2, 0)]
    assert orders_of([1, 0, 1]) == [(1, 0, 2), (1, 2, 0)]


def test_house_bots_stand_still() -> None:
    bot = Entrant(bot_rating("london_more", "driver"), "driver", 0)
    after = rate("london_more", [bot, *entrants(1500, 1500, places=[1, 2])])
    assert after[0] == bot.before
    assert after[1].mu > after[2].mu


def test_going_first_is_worth_something() -> None:
    """Two equals: the one who wins from the better seat gains less."""
    first = rate("new_york_2", entrants(1500, 1500, places=[0, 1]))[0].mu
    second = rate("new_york_2", entrants(1500, 1500, places=[1, 0]))[1].mu
    assert second > first


def test_every_edition_and_number_of_seats_has_a_pool_with_bots_and_seats() -> None:
    assert {pool_of(edition, 2) for edition in FAMILIES} == {"usa_2", "london_2", "new_york_2"}
    assert pool_of("usa_1910", 5) == "usa_more"
    assert pool_of("own:islands", 2) is None
    for (_, seats), worth in SEATS.items():
        assert (len(worth), abs(sum(worth)) <= 1) == (seats, True)
    assert all(list(BOTS[pool]) == sorted(BOTS[pool]) and len(BOTS[pool]) == 5 for pool in POOLS)


def test_the_page_about_players_tells_the_steps_between_levels() -> None:
    page = Path("docs/players.md").read_text("utf-8")
    boards = {"usa": "USA", "london": "London", "new_york": "New York"}
    for pool in POOLS:
        family, seats = pool.rsplit("_", 1)
        steps = [str(above - below) for below, above in pairwise(BOTS[pool])]
        table = f"{boards[family]}, {'two' if seats == '2' else 'more'}"
        assert f"| {table} | {' | '.join(steps)} |" in page


# ---- a known order is found ----------------------------------------------------------------------


def rank_correlation(one: list[float], other: list[float]) -> float:
    """Spearman's."""

    def ranks(values: list[float]) -> list[int]:
        order = sorted(range(len(values)), key=values.__getitem__)
        return sorted(range(len(values)), key=order.__getitem__)

    middle = (len(one) - 1) / 2
    products = [(a - middle) * (b - middle) for a, b in zip(ranks(one), ranks(other), strict=True)]
    return sum(products) / sum((n - middle) ** 2 for n in range(len(one)))


def recovered(
    pool: Pool, people: int, bots: int, games: int, seed: int, population: int = PEOPLE
) -> float:
    """How well an order is known after so many games of everybody, seated by nearness."""
    true, known = after_games(pool, people, bots, games, seed, population)
    return rank_correlation(true, [rating.mu for rating in known])


def after_games(
    pool: Pool, people: int, bots: int, games: int, seed: int, population: int = PEOPLE
) -> tuple[list[float], list[Rating]]:
    """How strong everybody is, and seems after so many games, seated by nearness."""
    rng = random.Random(seed)
    true = [rng.uniform(500, 2500) for _ in range(population)]
    known = [Rating() for _ in true]
    worth = SEATS[pool.rpartition("_")[0], people + bots]
    for _ in range(games):
        near = {n: known[n].mu + rng.gauss(0, 150) for n in range(len(true))}
        queue = sorted(near, key=near.__getitem__)
        for first in range(0, len(queue), people):
            table = queue[first : first + people]
            middle = mean(known[n].mu for n in table)
            by_nearness = sorted(LEVELS, key=lambda level: abs(bot_rating(pool, level).mu - middle))
            levels = by_nearness[:bots]
            strengths = [true[n] for n in table] + [bot_rating(pool, each).mu for each in levels]
            luck = [
                (each + worth[seat]) * ELO - math.log(-math.log(rng.random()))
                for seat, each in enumerate(strengths)
            ]
            places = [sum(other > mine for other in luck) for mine in luck]
            earlier = [known[n] for n in table] + [bot_rating(pool, each) for each in levels]
            names: list[str | None] = [None] * people + list(levels)
            after = rate(pool, list(map(Entrant, earlier, names, places)))
            for n, new in zip(table, after, strict=False):
                known[n] = new
    return true, known


def test_twelve_games_of_two_recover_a_known_order() -> None:
    assert recovered("usa_2", people=2, bots=0, games=12, seed=1, population=PEOPLE // 2) > 0.95


def test_five_games_of_four_recover_a_known_order() -> None:
    assert recovered("usa_more", people=4, bots=0, games=5, seed=1, population=PEOPLE // 2) > 0.95


@pytest.mark.parametrize(("pool", "people", "games"), [("usa_2", 2, 12), ("usa_more", 4, 5)])
def test_a_rating_is_sure_after_about_twelve_games_of_two_or_five_of_four(
    pool: Pool, people: int, games: int
) -> None:
    def sure(played: int) -> float:
        _, known = after_games(pool, people, 0, played, seed=1, population=240)
        return mean(not rating.is_provisional for rating in known)

    assert sure(games) > 0.5
    assert sure(games * 2 // 3) == 0.0


@pytest.mark.parametrize("level", LEVELS)
def test_one_game_against_a_bot_says_too_little(level: str) -> None:
    bot = Entrant(bot_rating("usa_2", level), level, 1)
    assert rate("usa_2", [Entrant(Rating(), None, 0), bot])[0].is_provisional


@pytest.mark.soak
@pytest.mark.parametrize(
    ("pool", "people", "games", "populations"), [("usa_2", 2, 12, 14), ("usa_more", 4, 5, 67)]
)
def test_a_hundred_thousand_games_recover_a_known_order(
    pool: Pool, people: int, games: int, populations: int
) -> None:
    assert populations * PEOPLE // people * games > 100_000
    found = [recovered(pool, people, 0, games, seed) for seed in range(populations)]
    middle, beside = mean(found), 1.96 * stdev(found) / math.sqrt(populations)
    print(f"{pool}: {middle:.4f} +- {beside:.4f}, lowest population {min(found):.4f}")
    assert middle - beside > 0.95  # surely, and not by the luck of these populations


# ---- at tables -----------------------------------------------------------------------------------


def rated_table(ann: Person, ben: Person) -> str:
    """A rated table at which two members play, seated as listed."""
    opened = ann.open_table("london", [ME, OPEN], rated=True, clock=CLOCK, order="given")
    ben.accept(opened["invitations"]["1"])
    table: str = opened["table"]["id"]
    ann.ask("POST", f"/api/tables/{table}/start")
    return table


def play_rated_game(inside: Inside, ann: Person, ben: Person) -> str:
    """A rated game from the first to the last turn; its table."""
    table = rated_table(ann, ben)
    play_quickly(inside, table, {0, 1})
    return table


def two_members(server: Running | Inside) -> tuple[Person, Person]:
    people = Person(server, "Ann"), Person(server, "Ben")
    for each in people:
        claim(each)
    return people


def stored_ratings(inside: Inside) -> list[Any]:
    def read(connection: sa.Connection) -> list[Any]:
        tables = (rows.ratings, rows.rating_steps)
        return [
            sorted(map(tuple, connection.execute(sa.select(each))), key=repr) for each in tables
        ]

    return inside.run(inside.host.store.read(read))


def rate_now(inside: Inside) -> None:
    """Rate what has ended, as if some seconds had passed."""
    later = clock_time() + 10_000
    inside.run(inside.host.store.write(lambda c: ratings.rate_ended(c, later)))


SHOWS_RATINGS = {"ratings": True, "figures": False, "games": False, "tables": False}


@pytest.mark.parametrize(
    ("chairs", "options", "code"),
    [
        ([ME, OPEN], {"clock": None}, "no_clock"),
        ([ME, ME], {}, "one_seat_each"),
        ([ME, {"kind": "bot", "bot": "express"}], {}, "unrated_bot"),
    ],
)
def test_a_table_that_could_not_be_rated_fairly_is_refused(
    server: Running, chairs: list[Any], options: dict[str, Any], code: str
) -> None:
    ann = Person(server, "Ann")
    claim(ann)
    said = {"rated": True, "clock": CLOCK, **options}
    body = {"edition": "london", "chairs": chairs, "options": said, "nonce": nonce()}
    assert ann.ask("POST", "/api/tables", body, status=422)["code"] == code


def test_guests_and_other_devices_of_others_do_not_play_at_rated_tables(server: Running) -> None:
    ann, ben = two_members(server)
    guest = Person(server, "Guest")
    opened = ann.open_table("london", [ME, OPEN], rated=True, clock=CLOCK)
    token = opened["invitations"]["1"].removeprefix("/join/")
    said = guest.ask("POST", f"/api/invitations/{token}", {"nonce": nonce()}, status=403)
    assert said["code"] == "not_member"
    said = ben.ask("POST", f"/api{opened['resume']}", status=403)
    assert said["code"] == "rated_seat"
    body = {"edition": "london", "chairs": [ME, OPEN], "nonce": nonce()}
    options = {"rated": True, "clock": CLOCK}
    guest.ask("POST", "/api/tables", {**body, "options": options}, status=403)


def test_a_rated_game_against_bots_has_no_hints(server: Running) -> None:
    ann = Person(server, "Ann")
    claim(ann)
    options = {"rated": True, "clock": CLOCK, "start": "full"}
    body = {"edition": "london", "bots": ["driver"], "options": options, "nonce": nonce()}
    assert ann.ask("POST", "/api/play", body)["you"]["may_hint"] is False


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def club(
    request: pytest.FixtureRequest,
    new_database: Callable[[str, Path], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Any:
    """A server whose parts can be reached, with two members who have played two rated games."""
    folder = tmp_path_factory.mktemp("club")
    with serving(folder, database=new_database(request.param, folder)) as inside:
        ann, ben = two_members(inside)
        tables = [play_rated_game(inside, ann, ben) for _ in range(2)]
        rate_now(inside)
        yield inside, ann, ben, tables


def test_each_rated_game_counts_once(club: Any) -> None:
    inside, ann, ben, tables = club
    before = stored_ratings(inside)
    rate_now(inside)
    assert stored_ratings(inside) == before
    board = ann.ask("GET", "/api/ratings/london_2")
    mine = {line["guest"]: line for line in board["members"]}
    assert {line["games"] for line in mine.values()} == {2}
    assert set(mine) == {ann.me["guest"], ben.me["guest"]}
    assert [line["name"] for line in board["bots"]] == list(LEVELS)
    steps = ann.ask("GET", f"/api/ratings/of/{ann.me['guest']}")["steps"]
    assert [step["table"] for step in steps] == tables
    assert steps[-1]["rating"] == mine[ann.me["guest"]]["rating"]


def test_a_game_that_was_not_listed_is_named_to_those_who_played_it_alone(club: Any) -> None:
    inside, ann, ben, tables = club
    ann.ask("PUT", "/api/member/shown", SHOWS_RATINGS)
    path = f"/api/ratings/of/{ann.me['guest']}"

    def named(asks: Person) -> list[str | None]:
        return [step["table"] for step in asks.ask("GET", path)["steps"]]

    assert named(ann) == named(ben) == tables
    cleo = Person(inside, "Cleo")
    assert named(cleo) == [None, None]
    listed = {**inside.table(tables[0]).meta.options.model_dump(), "listed": True}
    first = sa.update(rows.tables).where(rows.tables.c.id == tables[0]).values(options=listed)
    inside.run(inside.host.store.write(lambda c: c.execute(first)))
    assert named(cleo) == [tables[0], None]


def test_who_wins_a_rated_game_is_rated_higher(club: Any) -> None:
    _, ann, ben, tables = club
    first = ann.ask("GET", f"/api/tables/{tables[0]}/record.json")["score"]
    steps = [
        person.ask("GET", f"/api/ratings/of/{person.me['guest']}")["steps"][0]
        for person in (ann, ben)
    ]
    ranks = [line["rank"] for line in first["seats"]]
    assert [step["place"] for step in steps] == ranks
    if ranks[0] != ranks[1]:
        assert (steps[0]["rating"] > steps[1]["rating"]) == (ranks[0] < ranks[1])


def test_everything_can_be_worked_out_again_from_the_stored_games(club: Any) -> None:
    inside, *_ = club
    before = stored_ratings(inside)

    def spoil_and_mend(connection: sa.Connection) -> int:
        connection.execute(sa.update(rows.ratings).values(mu=1.0))
        return ratings.recompute(connection, clock_time() + 10_000)

    assert inside.run(inside.host.store.write(spoil_and_mend)) == 2
    assert stored_ratings(inside) == before


def test_a_game_between_two_names_of_one_browser_does_not_count(tmp_path: Path) -> None:
    with serving(tmp_path) as inside:
        ann, ben = two_members(inside)
        ben.http.cookies.delete("caboose_device")
        ben.http.cookies.set("caboose_device", ann.http.cookies["caboose_device"])
        play_rated_game(inside, ann, ben)
        rate_now(inside)
        steps = ann.ask("GET", f"/api/ratings/of/{ann.me['guest']}")["steps"]
        assert [(step["counts"], step["rating"]) for step in steps] == [(False, 1500)]


def command(inside: Inside, *more: str) -> subprocess.CompletedProcess[str]:
    """What `caboose ratings` says about the server's database."""
    address = ["--database", inside.settings.database]
    said = [sys.executable, "-m", "caboose.cli", "ratings", *more, *address]
    return subprocess.run(said, capture_output=True, text=True, check=True)


def test_the_command_works_ratings_out_again_and_writes_them_as_figures(tmp_path: Path) -> None:
    with serving(tmp_path) as inside:
        ann, ben = two_members(inside)
        copy_games(inside, play_rated_game(inside, ann, ben), 2)
        earlier = rows.tables.c.ended_at - ratings.DAY  # the command waits for no latecomers then
        past = sa.update(rows.tables).values(ended_at=earlier)
        inside.run(inside.host.store.write(lambda c: c.execute(past).close()))
        rate_now(inside)
        before = stored_ratings(inside)
        spoil = sa.update(rows.ratings).values(mu=1.0, games=0)
        inside.run(inside.host.store.write(lambda c: c.execute(spoil).close()))
        said = command(inside, "--recompute")
        assert said.stdout.startswith("3 rated games were rated again.")
        assert stored_ratings(inside) == before
        told = ann.ask("GET", f"/api/ratings/of/{ann.me['guest']}")
        written = command(inside, "--json", "-")
    rated = json.loads(written.stdout)["pools"]["london_2"]
    assert {each["games"] for each in rated} == {3}
    assert told["steps"][-1]["rating"] in {round(each["rating"]) for each in rated}
    assert all(each["name"] in written.stderr for each in rated)


def test_ratings_come_out_the_same_after_somebody_of_six_games_is_forgotten(
    tmp_path: Path,
) -> None:
    """The sixth did not count, and must not look now like a game alone with bots."""
    with serving(tmp_path) as inside:
        ann, ben = two_members(inside)
        table = play_rated_game(inside, ann, ben)
        copy_games(inside, table, 5)
        rate_now(inside)
        anns = f"/api/ratings/of/{ann.me['guest']}"
        steps = ann.ask("GET", anns)["steps"]
        ben.ask("DELETE", "/api/me")
        later = clock_time() + 10_000
        assert inside.run(inside.host.store.write(lambda c: ratings.recompute(c, later))) == 6
        assert ann.ask("GET", anns)["steps"] == steps
        assert [step["counts"] for step in steps] == [True] * 5 + [False]


def test_a_game_that_cannot_be_rated_does_not_keep_the_others_waiting(tmp_path: Path) -> None:
    with serving(tmp_path) as inside:
        table = played_by_two(inside)
        (broken,) = copy_games(inside, table, 1)
        here = sa.update(rows.results).where(rows.results.c.table_id == broken)
        inside.run(inside.host.store.write(lambda c: c.execute(here.values(score={})).close()))
        later = clock_time() + 10_000
        rated = inside.host.store.write(lambda c: ratings.rate_ended(c, later))
        assert inside.run(rated) == 1
        assert {step[0] for step in stored_ratings(inside)[1]} == {table}


def test_what_a_seat_keeps_of_a_browser_tells_nothing_of_other_tables(tmp_path: Path) -> None:
    with serving(tmp_path) as inside:
        ann, ben = two_members(inside)
        for _ in range(2):
            rated_table(ann, ben)
        kept = sa.select(rows.chairs.c.browser_hash)
        hashes = inside.run(inside.host.store.read(lambda c: list(c.execute(kept).scalars())))
        assert len(set(hashes)) == 4


def played_by_two(inside: Inside) -> str:
    """A rated game of two members, played to its end."""
    ann, ben = two_members(inside)
    return play_rated_game(inside, ann, ben)


def copy_games(inside: Inside, table: str, count: int) -> list[str]:
    """Games of the same people with the same result, each a moment later."""
    names = [f"{table[:9]}{n}" for n in range(count)]

    def copy(connection: sa.Connection) -> None:
        for n, name in enumerate(names, 1):
            for kept in (rows.tables, rows.chairs, rows.results):
                here = kept.c.id if kept is rows.tables else kept.c.table_id
                for row in list(connection.execute(sa.select(kept).where(here == table))):
                    values = {**row._mapping, here.name: name}
                    if "ended_at" in values:
                        values["ended_at"] += n
                    values |= {"resume_hash": None} if kept is rows.chairs else {}
                    connection.execute(sa.insert(kept).values(values))

    inside.run(inside.host.store.write(copy))
    return names


def test_who_left_comes_last_and_who_is_forgotten_stays_a_number(tmp_path: Path) -> None:
    with serving(tmp_path) as inside:
        ann, ben = two_members(inside)
        play_rated_game(inside, ann, ben)
        gone = sa.update(rows.chairs).where(rows.chairs.c.guest_id == ann.me["guest"])
        inside.run(inside.host.store.write(lambda c: c.execute(gone.values(control="bot")).close()))
        rate_now(inside)
        step = ann.ask("GET", f"/api/ratings/of/{ann.me['guest']}")["steps"][0]
        assert step["place"] == 3
        bens = ben.ask("GET", "/api/ratings/london_2")["members"][0]
        assert bens["guest"] == ben.me["guest"]
        ann.ask("DELETE", "/api/me")
        later = clock_time() + 10_000
        again = inside.host.store.write(lambda c: ratings.recompute(c, later))
        assert inside.run(again) == 1
        assert ben.ask("GET", "/api/ratings/london_2")["members"] == [bens]


def test_the_same_people_do_not_rate_each_other_without_end(tmp_path: Path) -> None:
    """Six games of the same two within a day: the sixth counts for nothing."""
    with serving(tmp_path) as inside:
        ann, ben = two_members(inside)
        table = play_rated_game(inside, ann, ben)
        copy_games(inside, table, 5)
        rate_now(inside)
        steps = ann.ask("GET", f"/api/ratings/of/{ann.me['guest']}")["steps"]
        assert [step["counts"] for step in steps] == [True] * 5 + [False]
        assert steps[5]["rating"] == steps[4]["rating"]
