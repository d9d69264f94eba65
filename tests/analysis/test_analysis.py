"""A whole game: the sum closes, luck is fair, and an analysis can be stopped and gone on with."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import caboose
from caboose.analysis import Analysis, Cancelled, analyse
from caboose.analysis.accuracy import game_accuracy, level_of, move_accuracy
from caboose.analysis.luck import luck_of_game
from caboose.analysis.page import write_page
from caboose.analysis.sentences import CODES, Sentence, sentences
from caboose.analysis.words import Words
from caboose.cli.app import app
from caboose.players.policies import EXPRESS
from tests.support.games.bots_games import BLINK, GLANCE, bots_game
from tests.support.games.editions import EDITIONS_AND_SEATS

BOTS = ("tourist", "express", "biggest", "racer", "planner")


@pytest.mark.parametrize("edition", caboose.editions())
def test_the_sum_closes_for_every_seat(edition):
    seats = 2 + len(edition) % (caboose.Game(edition, 2).edition.max_seats - 1)
    check_sum(bots_game(edition, list(BOTS[:seats]), seats))


@pytest.mark.soak
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_the_sum_closes_with_every_number_of_seats(edition, seats):
    for seed in range(40):
        check_sum(bots_game(edition, [BOTS[(seed + n) % len(BOTS)] for n in range(seats)], seed))


def check_sum(state):
    """Every seat's terms add up to its result, and each term adds up over the seats."""
    analysis = analyse(state, BLINK)
    winners = state.score().winners
    for seat, told in enumerate(analysis.sums):
        assert abs(told.gap) < 1e-9
        assert told.result == (1 / len(winners) if seat in winners else 0)
    for column in ("luck", "unknown"):
        assert sum(getattr(told, column) for told in analysis.sums) == pytest.approx(0, abs=1e-9)
    assert sum(told.start for told in analysis.sums) == pytest.approx(1, abs=1e-9)


def test_luck_is_fair_over_many_games():
    """Short futures are enough: whatever the value says, chance brings its mean on average."""
    lucks = []
    for seed in range(60):
        state = bots_game("london", ["tourist", "express"], seed)
        lucks.append(luck_of_game(state, GLANCE, seed, [EXPRESS, None])[0])
    error = np.std(lucks) / np.sqrt(len(lucks))
    assert abs(np.mean(lucks)) < 3.5 * error


def test_who_keeps_to_a_style_that_is_known_brings_and_loses_nothing_more(london):
    """Once its moves have shown who plays, Express can only do what was to be expected."""
    analysis = analyse(bots_game("london", ["express", "express"], 2), GLANCE)
    late = [piece.play for piece in analysis.pieces[len(analysis.pieces) // 2 :]]
    early = [piece.play for piece in analysis.pieces[: len(analysis.pieces) // 2]]
    assert np.abs(late).sum() < np.abs(early).sum() / 2


def test_the_same_depth_and_seed_give_the_same_analysis(london, quick):
    again = analyse(london, "quick", names=["Ada", "Bo <b>"])
    assert json.dumps(again.to_dict()) == json.dumps(quick.to_dict())


def test_an_analysis_that_was_stopped_goes_on_with_its_pieces(london, quick):
    pieces: list = []
    with pytest.raises(Cancelled):
        analyse(london, "quick", pieces=pieces, is_cancelled=lambda: len(pieces) == 20)
    assert len(pieces) == 20
    stored = json.loads(json.dumps(pieces))
    seen: list = []
    analysis = analyse(
        london, "quick", names=["Ada", "Bo <b>"], pieces=stored,
        on_progress=lambda done, wanted: seen.append((done, wanted)),
    )  # fmt: skip
    assert seen[0] == (21, len(quick.pieces))
    assert analysis.to_dict() == quick.to_dict()


def test_an_analysis_survives_json(quick):
    assert Analysis.from_dict(json.loads(json.dumps(quick.to_dict()))).sums == quick.sums


def test_a_record_can_be_analysed_like_its_state(london):
    text = london.record(["Ada", "Bo"])
    analysis = analyse(text, GLANCE)
    assert analysis.names == ["Ada", "Bo"]
    assert analysis.pieces == analyse(london, GLANCE).pieces


def test_an_unfinished_game_is_refused():
    with pytest.raises(ValueError, match="only a finished game"):
        analyse(caboose.Game("london", 2).start(seed=1))


def test_an_unknown_depth_is_refused(london):
    with pytest.raises(ValueError, match="choose quick, standard, deep"):
        analyse(london, "abyss")


def test_every_code_can_be_said():
    words = Words(caboose.Game("london", 2).edition)
    values = {
        "mark": "mistake", "error": 11.0, "points": 3.0, "played": "draw deck", "best": "tickets",
        "offer": [], "route": words.edition.board.routes[0].id, "share": 0.4, "ticket": 0,
        "odds": 0.4, "worth": -2.0, "own": 3.0, "others": -2.0, "turns": 3, "at": 4,
        "moves": ["draw deck"],
    }  # fmt: skip
    for code in CODES:
        said = {**values, "played": 0.2, "best": 0.6} if code.startswith("ticket_") else values
        assert words.say(Sentence(code, said)).endswith(".")


def test_what_is_said_of_an_error_names_both_moves(quick):
    words = Words(caboose.Game("london", 2).edition)
    marked = [piece.grade for piece in quick.key_moments if piece.grade.phase == "turn"]
    assert marked
    for grade in marked:
        told = [words.say(sentence) for sentence in sentences(grade, [], words.edition)]
        assert words.action(grade.best)[1:].split()[-1] in told[1]


def test_accuracy_follows_the_published_formula():
    assert move_accuracy(0) == 100
    assert move_accuracy(10) == pytest.approx(103.1668 * np.exp(-0.4354) - 2.1669)
    assert move_accuracy(100) == 0
    assert game_accuracy([], []) is None
    assert game_accuracy([0.0, 0.0], [0.5, 0.5]) == 100
    assert 50 < (game_accuracy([0.0, 30.0], [0.5, 0.5]) or 0) < 65


def test_levels_go_down_with_what_is_brought():
    levels = [level_of([brought] * 10) for brought in (2, 0, -1, -4, -9)]
    assert levels == ["stationmaster", "dispatcher", "driver", "conductor", "passenger"]
    assert level_of([1.0] * 3) is None


def test_the_page_is_one_file_and_trusts_no_name(quick):
    page = write_page(quick)
    assert "Bo &lt;b&gt;" in page
    assert "Bo <b>" not in page
    assert page.count('<article class="moment"') >= len(quick.key_moments) > 0
    for address in ("http://", "https://", "<script", "url("):
        assert address not in page.replace("http://www.w3.org/2000/svg", "")


def test_figures_on_standard_output_leave_the_screen_to_the_error_stream(
    quick, tmp_path, monkeypatch
):
    record = tmp_path / "game.txt"
    record.write_text(quick.record, "utf-8")
    monkeypatch.setattr("caboose.analysis.analyse", lambda *_, **__: quick)
    done = CliRunner().invoke(app, ["analyse", str(record), "--json", "-"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == json.loads(json.dumps(quick.to_dict()))
    assert "Ada" in done.stderr
