"""Measuring: `bench`, `match`, `report`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from caboose.cli.app import (
    STOPPED,
    FiguresFile,
    app,
    console,
    errors,
    progress,
    user_errors,
    usual_seats,
    warm_up,
    write,
    write_figures,
)

if TYPE_CHECKING:
    from caboose.lab.match import MatchResult


@app.command()
def bench(
    signature: Annotated[
        bool, typer.Option("--signature", help="Print the behavior signature instead.")
    ] = False,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Games per edition.")] = 20_000,
    json_file: FiguresFile = None,
) -> None:
    """Measure how fast the engine plays, on one core."""
    warm_up()
    if signature:
        from caboose.lab.signature import signature as number

        console.print(number(), highlight=False)
        return
    from caboose.envs import bench as envs
    from caboose.lab.bench import measure

    figures = {**measure(games), "envs": envs.measure()}
    _print_figures(figures)
    write_figures(json_file, figures)


def _print_figures(figures: dict[str, Any]) -> None:
    games = Table("edition", "seats", "games/s", "decisions/s", "decisions/game", "rolls/decision")
    for row in figures["games"]:
        games.add_row(
            row["edition"],
            str(row["seats"]),
            f"{row['games_per_second']:,.0f}",
            f"{row['decisions_per_second']:,.0f}",
            f"{row['decisions_per_game']:.1f}",
            f"{row['relative']:.0f}",
        )
    rollouts = Table("rollouts, two seats", "games/s", "rolls/game")
    for row in figures["rollouts"]:
        speed = f"{row['games_per_second']:,.0f}"
        rollouts.add_row(row["style"], speed, f"{row['relative']:,.0f}")
    costs = Table("operation", "ns", "rolls")
    for row in figures["costs"]:
        costs.add_row(row["name"], f"{row['nanoseconds']:,.0f}", f"{row['relative']:,.0f}")
    batches = Table("batches of games", "edition", "seats", "decisions/s")
    for row in figures["envs"]["batches"]:
        speed = f"{row['decisions_per_second']:,.0f}"
        batches.add_row(row["name"], row["edition"], str(row["seats"]), speed)
    steps = Table("one step of an environment", "µs")
    for row in figures["envs"]["steps"]:
        steps.add_row(row["name"], f"{row['microseconds']:.1f}")
    others = Table("others, gin rummy", "steps/s", "a batch is", "one game (AEC) is")
    for row in figures["envs"]["others"]:
        ratios = (f"{row[name]:,.1f} × as fast" for name in ("batch_ratio", "single_ratio"))
        others.add_row(row["name"], f"{row['decisions_per_second']:,.0f}", *ratios)
    console.print(games, rollouts, costs, batches, steps)
    if others.row_count:
        console.print(others)
    console.print(
        f"A game takes {figures['bytes_per_game']} bytes. One roll of the dice, the unit of"
        f" comparison between machines: {figures['calibration_nanoseconds']:.2f} ns.",
        highlight=False,
    )


@app.command()
def match(
    bots: Annotated[list[str], typer.Argument(help="Bots, by name or as ./file.py:Class.")],
    edition: Annotated[
        str, typer.Option(metavar="EDITION", help="An edition, or a board file.")
    ] = "usa",
    games: Annotated[
        int, typer.Option(min=1, metavar="N", help="At most; whole deals are played.")
    ] = 400,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", help="More seats than bots: copies of the last one sit there."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Another number, other deals.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes; one per core.")
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="Stop when sure which one holds.")
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster, or: local.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="PATH", help="The folder to keep it in.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="That a decision may take; see the docs.")
    ] = None,
    records: Annotated[
        int, typer.Option(min=0, metavar="N", help="Games to write as text, too.")
    ] = 1000,
    publish: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Store figures and games here.")
    ] = None,
    luck_adjusted: Annotated[
        bool, typer.Option("--luck-adjusted", help="Also say it with luck taken away.")
    ] = False,
    json_file: FiguresFile = None,
) -> None:
    """Let bots play many deals, every deal from every seat. Run it again to go on."""
    from caboose.lab.extras import need
    from caboose.lab.match import Match, run_match
    from caboose.lab.match_screen import match_bar, show_match
    from caboose.lab.published_matches import publish_match

    if luck_adjusted:
        from caboose.analysis.analysis import value_hash

        console.print(f"Luck by the value {value_hash()}.", highlight=False)
    with user_errors():
        need("polars", "lab", "a match")
        wanted = Match.between(
            bots, edition, games, seats=seats, seed=seed, sprt=sprt, seconds=seconds
        )
        warm_up()
        with match_bar(errors) as on_progress:
            result = run_match(
                wanted, out, workers=workers, ray=ray, records=records, on_progress=on_progress
            )
    show_match(result, console)
    figures = result.to_dict()
    if luck_adjusted and not result.interrupted:
        figures["luck_adjusted"] = _take_luck_out(result, workers)
    write_figures(json_file, figures)
    if result.interrupted:
        raise typer.Exit(STOPPED)
    if publish is not None:
        publish_match(result, publish)


def _take_luck_out(result: MatchResult, workers: int | None) -> dict[str, Any]:
    """Say how the first bot did without its luck."""
    from caboose.lab.luck_adjusted import adjust

    with user_errors(), progress("Taking luck out") as show:
        adjusted = adjust(result.match.game, result.games, workers, show)
    console.print(str(adjusted), highlight=False)
    return adjusted.to_dict()


@app.command()
def report(
    board: Annotated[str, typer.Argument(help="An edition, or a board file.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="PATH", help="The page.")] = Path(
        "report.html"
    ),
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; 3 if the board allows.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 400,
    bot: Annotated[
        str | None, typer.Option(metavar="BOT", help="Who plays; the strongest quick bot.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option(metavar="EDITION", help="Which edition of a board file.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Another number, other deals.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes; one per core.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="PATH", help="The heat map alone, .svg or .png.")
    ] = None,
    json_file: FiguresFile = None,
) -> None:
    """Tell a map designer what a board plays like: a page with figures and heat maps."""
    from caboose.engine.game import Game
    from caboose.lab.parallel_play import usual_workers
    from caboose.lab.remarks import remarks
    from caboose.lab.report import make_report
    from caboose.lab.report_maps import draw_picture
    from caboose.lab.report_page import write_page

    with user_errors():
        game = Game(board, seats or usual_seats(board, edition), edition=edition)
        drawing = None if picture is None else draw_picture(picture)
        warm_up()
        with progress("Playing") as show:
            figures = make_report(
                game, games, bot=bot, seed=seed, workers=workers or usual_workers(),
                on_progress=lambda done: show(done, games),
            )  # fmt: skip
    write(out, write_page(game.edition, figures))
    if picture is not None and drawing is not None:
        write(picture, drawing(game.edition, figures))
    write_figures(json_file, figures)
    for sentence in remarks(game.edition, figures):
        console.print(f"- {sentence}", markup=False, highlight=False, soft_wrap=True)
    console.print(f"{out} is ready.", markup=False, highlight=False)
