"""What somebody has played: the list with its filters, figures, and everything to take away."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import caboose
from caboose.server.people.figures import figures, figures_of, interval, streak, strongest_rival
from caboose.server.people.past_games import PastGame
from caboose.server.storage import rows
from tests.support.server.people import Person, begun, play_out
from tests.support.server.server_process import Running
from tests.support.server.server_thread import serving


def game(
    seat: int, totals: list[int], bots: list[str | None], edition: str = "usa", **line: Any
) -> PastGame:
    """A game that ended so."""
    best = max(totals)
    usual = {"tickets": [], "completed": 0, "path_length": 0}
    seats = [{**usual, "total": total} for total in totals]
    seats[seat] |= line
    winners = [n for n, total in enumerate(totals) if total == best]
    names = tuple(f"Player {n}" for n in range(len(totals)))
    score = {"seats": seats, "winners": winners}
    return PastGame(f"t{totals}", edition, 0, seat, names, tuple(bots), score)


def test_shares_of_wins_come_by_edition_seats_and_rival() -> None:
    games = [
        game(0, [90, 80], [None, "driver"]),
        game(1, [90, 80], ["driver", None]),
        game(0, [90, 80, 70], [None, "passenger", "stationmaster"]),
        game(0, [30, 20], [None, None], edition="london"),
    ]
    figures = figures_of(games, {"usa": Counter({"denver-omaha": 2})})
    assert (figures.all.games, figures.all.wins) == (4, 3)
    told = {
        name: {share.key: (share.wins, share.games) for share in getattr(figures, name)}
        for name in ("by_edition", "by_seats", "by_rival")
    }
    assert told["by_edition"] == {"usa": (2, 3), "london": (1, 1)}
    assert told["by_seats"] == {"2": (2, 3), "3": (1, 1)}
    assert told["by_rival"] == {"driver": (1, 2), "stationmaster": (1, 1), "person": (1, 1)}
    assert list(told["by_rival"]) == ["person", "stationmaster", "driver"], "the strongest first"
    assert list(told["by_edition"]) == ["usa", "london"], "the most games first"
    assert figures.routes == {"usa": {"denver-omaha": 2}}


def test_the_best_of_each_edition_names_its_game() -> None:
    games = [
        game(0, [90, 8], [None, "driver"], path_length=20),
        game(0, [120, 8], [None, "driver"]),
    ]
    figures = figures_of(games, {})
    assert [(best.n, best.table) for best in figures.best_scores] == [(120, "t[120, 8]")]
    assert [(best.n, best.table) for best in figures.longest_paths] == [(20, "t[90, 8]")]


def test_tickets_are_counted_over_all_games() -> None:
    held = [{"ticket": 1, "points": 9}, {"ticket": 2, "points": -5}]
    games = [game(0, [1, 0], [None, "driver"], tickets=held, completed=1)] * 2
    tickets = figures_of(games, {}).tickets
    assert (tickets.kept, tickets.completed, tickets.points) == (4, 2, 8)


@pytest.mark.parametrize(
    ("won", "now", "most"), [("", 0, 0), ("WWLW", 1, 2), ("LWWW", 3, 3), ("WWL", 0, 2)]
)
def test_a_streak_is_wins_in_a_row(won: str, now: int, most: int) -> None:
    told = streak([each == "W" for each in won])
    assert (told.now, told.most) == (now, most)


def test_the_interval_of_a_share_is_wilsons() -> None:
    """As published for 8 of 10 and 0 of 10."""
    assert interval(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)
    assert interval(0, 10) == pytest.approx((0, 0.278), abs=0.001)
    assert interval(0, 0) == (0, 1)


def test_a_person_counts_as_the_strongest_rival() -> None:
    assert strongest_rival(game(0, [1, 2, 3], [None, None, "stationmaster"])) == "person"
    assert strongest_rival(game(0, [1, 2, 3], [None, "driver", "passenger"])) == "driver"
    assert strongest_rival(game(0, [1, 2], [None, "express"])) == "express"


@pytest.fixture(scope="module")
def played(server: Running) -> tuple[Person, Person, list[str]]:
    """Two who have played London twice, against each other."""
    ann, ben, first = begun(server)
    play_out(ann, ben, first)
    ann.ask("PATCH", "/api/me", {"name": "Annabel"})
    opened = ann.open_table("london", [{"kind": "me"}, {"kind": "open"}], order="given")
    ben.accept(opened["invitations"]["1"])
    second = opened["table"]["id"]
    ann.ask("POST", f"/api/tables/{second}/start")
    play_out(ann, ben, second)
    return ann, ben, [second, first]


def test_every_finished_game_is_listed_newest_first(
    played: tuple[Person, Person, list[str]],
) -> None:
    ann, ben, tables = played
    for person, seat in ((ann, 0), (ben, 1)):
        listed = person.ask("GET", "/api/me/games")
        assert [line["table"] for line in listed["games"]] == tables
        assert [line["seat"] for line in listed["games"]] == [seat, seat]
        assert listed["found"] == 2
        for line in listed["games"]:
            best = max(line["totals"])
            assert line["won"] or line["totals"][seat] < best or line["totals"].count(best) > 1


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("edition=london", 2),
        ("edition=usa", 0),
        ("seats=2", 2),
        ("seats=3", 0),
        ("rivals=people", 2),
        ("rivals=bots", 0),
        ("search=annab", 1),
        ("search=nobody", 0),
        ("skip=1", 2),
    ],
)
def test_games_are_filtered(
    played: tuple[Person, Person, list[str]], asked: str, found: int
) -> None:
    listed = played[0].ask("GET", f"/api/me/games?{asked}")
    assert listed["found"] == found
    assert len(listed["games"]) == (1 if "skip" in asked else found)


def test_won_and_lost_games_are_all_games(played: tuple[Person, Person, list[str]]) -> None:
    ann = played[0]
    won, lost = (
        ann.ask("GET", f"/api/me/games?result={each}")["found"] for each in ("won", "lost")
    )
    assert won + lost == 2


def test_figures_are_those_of_the_stored_games(played: tuple[Person, Person, list[str]]) -> None:
    ann, ben, tables = played
    figures = ann.ask("GET", "/api/me/figures")
    scores = [ann.ask("GET", f"/api/tables/{table}/record.json") for table in tables]
    mine = [score["score"]["seats"][0] for score in scores]
    assert figures["all"]["games"] == 2
    assert figures["best_scores"][0]["n"] == max(line["total"] for line in mine)
    assert figures["tickets"]["kept"] == sum(len(line["tickets"]) for line in mine)
    claimed: Counter[str] = Counter()
    for score in scores:
        for step in score["actions"]:
            if step["seat"] == 0 and step["action"].startswith("claim "):
                claimed[step["action"].removeprefix("claim ")] += 1
    assert figures["routes"] == {"london": dict(claimed)}
    assert ben.ask("GET", "/api/me/figures")["routes"] != figures["routes"]


def test_everything_can_be_taken_away_as_records(
    played: tuple[Person, Person, list[str]],
) -> None:
    ann, _, tables = played
    packed = ann.http.get("/api/me/records.zip")
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        assert archive.namelist() == [f"caboose-{table}.txt" for table in tables]
        for name in archive.namelist():
            assert caboose.replay(archive.read(name).decode()).is_over


def test_everything_can_be_taken_away_as_parquet(
    played: tuple[Person, Person, list[str]],
) -> None:
    polars = pytest.importorskip("polars")
    ann, _, tables = played
    frame = polars.read_parquet(io.BytesIO(ann.http.get("/api/me/records.parquet").content))
    assert frame["table"].to_list() == tables
    assert frame["totals"].to_list() == [
        line["totals"] for line in ann.ask("GET", "/api/me/games")["games"]
    ]


def test_a_game_for_several_people_at_one_device_counts_for_nobody(server: Running) -> None:
    ann = Person(server, "Ann")
    me, amy = {"kind": "me"}, {"kind": "me", "name": "Amy"}
    ann.open_table("london", [me, amy], start="full")
    assert ann.ask("GET", "/api/me/games")["found"] == 0
    assert ann.ask("GET", "/api/me/figures")["all"]["games"] == 0


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_analyzed_games_are_told_with_accuracy_and_luck_of_ones_own_seat(
    database: str, new_database: Any, tmp_path: Path
) -> None:
    with serving(tmp_path, database=new_database(database, tmp_path)) as inside:
        ann, ben, table = begun(inside)
        play_out(ann, ben, table)
        assert ann.ask("GET", "/api/me/over-time") == {"steps": [], "worths": []}
        cards = [{"seat": seat, "accuracy": 60.5 + seat, "luck": seat - 0.5} for seat in (1, 0)]
        told = json.dumps({"pieces": [], "summaries": cards})
        values = {"made_by": "", "version": "", "depth": "", "asked_at": 0, "waited_until": 0}
        row = sa.insert(rows.analyses).values(table_id=table, told=told, **values)
        inside.run(inside.host.store.write(lambda c: c.execute(row).close()))
        for person in (ann, ben):
            seat = person.ask("GET", f"/api/tables/{table}")["you"]["seat"]
            (worth,) = person.ask("GET", "/api/me/over-time")["worths"]
            assert (worth["table"], worth["accuracy"]) == (table, 60.5 + seat)
            assert worth["luck"] == seat - 0.5


def test_a_game_that_goes_on_from_another_is_listed_and_not_counted() -> None:
    game_itself = game(0, [90, 80], [None, "driver"])
    assert game_itself.counts
    engine = sa.create_engine("sqlite://")
    rows.metadata.create_all(engine)
    with engine.begin() as connection:
        told = figures(connection, "nobody", [game_itself, replace(game_itself, counts=False)])
    assert told.all.games == 1
