"""The score sheet has a line per rule and says what decided."""

import pytest

from caboose import Game
from caboose.engine.score import Score, SeatScore, TicketScore
from caboose.terminal.score_sheet import score_sheet_text, winners_line

NAMES = ["Ann", "You", "Cy"]


def seat(total: int, rank: int, *, completed: int = 0, path: int = 0, **bonuses: int) -> SeatScore:
    tickets = tuple(TicketScore(ticket, 5) for ticket in range(completed))
    return SeatScore(total, tickets, bonuses, completed, path, total, rank)


def score(*seats: SeatScore) -> Score:
    return Score(seats, tuple(i for i, seat in enumerate(seats) if seat.rank == 1))


def lines_of(edition: str, sheet: Score) -> dict[str, list[str]]:
    text = score_sheet_text(Game(edition, 3), sheet, NAMES)
    rows = [line for line in text.splitlines() if line.startswith(" ")]
    return {row[:24].strip(): row[24:].split() for row in rows}


@pytest.mark.parametrize(
    ("edition", "bonuses"),
    [
        ("usa", ["Longest path"]),
        ("usa_1910", ["Globetrotter"]),
        ("usa_mega", ["Longest path", "Globetrotter"]),
        ("london", ["Districts"]),
        ("new_york", ["Attractions"]),
    ],
)
def test_each_edition_has_a_line_for_each_of_its_rules(edition, bonuses):
    lines = lines_of(edition, score(seat(9, 1), seat(8, 2), seat(7, 3)))
    told = [line for line in lines if line and not line.startswith("─")]
    always = ["Routes", "Tickets completed", "Tickets not completed"]
    assert sorted(told) == sorted([*always, *bonuses, "Total", "Rank"])


def test_lines_show_what_was_won_and_lost():
    tickets = (TicketScore(0, 12), TicketScore(1, 5), TicketScore(2, -9))
    ann = SeatScore(41, tickets, {"longest_path": 10}, 2, 31, 59, 1)
    lines = lines_of("usa", score(ann, seat(8, 2, path=12), seat(-7, 3)))
    assert lines["Tickets completed"] == ["(2)", "+17", "-", "-"]
    assert lines["Tickets not completed"] == ["(1)", "-9", "-", "-"]
    assert lines["Longest path"] == ["(31)", "+10", "(12)", "-", "(0)", "-"]
    assert lines["Total"] == ["59", "8", "-7"]
    assert lines["Rank"] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("edition", "seats", "sentence"),
    [
        ("usa", [seat(9, 1), seat(8, 2), seat(7, 3)], "Ann wins with 9 points."),
        ("usa", [seat(8, 2), seat(9, 1), seat(7, 3)], "You win with 9 points."),
        (
            "usa",
            [seat(9, 2), seat(7, 3), seat(9, 1, completed=1)],
            "Cy wins: 9 points like Ann, but more completed tickets.",
        ),
        (
            "usa",
            [seat(9, 1, longest_path=10), seat(9, 2), seat(9, 2)],
            "Ann wins: 9 points like You and Cy, but the longest path.",
        ),
        (
            "london",
            [seat(9, 1), seat(9, 1), seat(7, 3)],
            "Ann and You share the victory with 9 points each.",
        ),
    ],
)
def test_the_last_line_says_who_wins_and_what_decided(edition, seats, sentence):
    assert winners_line(Game(edition, 3), score(*seats), NAMES) == sentence
