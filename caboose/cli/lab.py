"""Measuring: `bench`, `match`, `ladder`, `report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from caboose.cli.app import (
    STOPPED,
    UserError,
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


@app.command()
def bench(
    signature: Annotated[
        bool, typer.Option("--signature", help="Print the behavior signature instead.")
    ] = False,
    games: Annotated[int, typer.Option(min=1, help="Games per edition.")] = 20_000,
    json_file: Annotated[Path | None, typer.Option("--json", help="Also write figures.")] = None,
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
    edition: Annotated[str, typer.Option(help="An edition, or a board file.")] = "usa",
    games: Annotated[int, typer.Option(min=1, help="At most; whole deals are played.")] = 400,
    seats: Annotated[
        int | None, typer.Option(help="More seats than bots: copies of the last one sit there.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another number, other deals.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one per core.")] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="Stop when sure which one holds.")
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster, or: local.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The folder to keep it in.")] = None,
    records: Annotated[int, typer.Option(min=0, help="Games to write as text, too.")] = 1000,
    publish: Annotated[Path | None, typer.Option(help="Store figures and games here.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Also write figures.")] = None,
) -> None:
    """Let bots play many deals, every deal from every seat. Run it again to go on."""
    from caboose.lab.match import Match, run_match
    from caboose.lab.match_screen import match_bar, show_match
    from caboose.lab.published import publish_match

    with user_errors():
        wanted = Match.between(bots, edition, games, seats=seats, seed=seed, sprt=sprt)
        warm_up()
        with match_bar(errors) as on_progress:
            result = run_match(
                wanted, out, workers=workers, ray=ray, records=records, on_progress=on_progress
            )
    show_match(result, console)
    write_figures(json_file, result.to_dict())
    if result.interrupted:
        raise typer.Exit(STOPPED)
    if publish is not None:
        publish_match(result, publish)


@app.command()
def ladder(
    edition: Annotated[str, typer.Option(help="An edition, or a board file.")] = "usa",
    seats: Annotated[int, typer.Option(help="How many play at a table.")] = 2,
    bot: Annotated[list[str] | None, typer.Option(help="A bot of the panel.")] = None,
    games: Annotated[int, typer.Option(help="Of every pair; from 3 seats, of every bot.")] = 40,
    guest: Annotated[list[str] | None, typer.Option(help="A slow bot that plays less.")] = None,
    guest_games: Annotated[int, typer.Option(help="Of every guest, in all.")] = 100,
    seed: Annotated[int, typer.Option(help="Another number, other deals.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one per core.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder of its games.")] = None,
    publish: Annotated[Path | None, typer.Option(help="Store figures and games here.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw it as .svg or .png.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Also write figures.")] = None,
) -> None:
    """Let a panel of bots meet, and rate them on one scale."""
    from caboose.lab import ladder as lab
    from caboose.lab.ladder_tables import circles, print_tables
    from caboose.lab.picture import write_picture

    warm_up()
    with user_errors():
        wanted = lab.Ladder.named(
            edition, seats, bot or (), games=games, guests=guest or (), guest_games=guest_games,
            seed=seed,
        )  # fmt: skip
        with progress("Playing") as show:
            result = lab.run_ladder(wanted, out, workers=workers, on_progress=show)
        if not result.games:
            raise UserError("no game was finished; the same command goes on.")
        figures = result.figures()
        console.print(*print_tables(figures))
        console.print(f"{figures['played']} games. {circles(figures)}", highlight=False)
        write_figures(json_file, figures)
        if picture is not None:
            write_picture(picture, figures, f"{wanted.game.edition.name}, {seats} seats")
        if result.is_complete and publish is not None:
            lab.publish(result, publish)
    if not result.is_complete:
        played = f"{len(result.games)} of {result.wanted} games were played"
        errors.print(f"Stopped: {played}; the same command goes on.")
        raise typer.Exit(STOPPED)


@app.command()
def report(
    board: Annotated[str, typer.Argument(help="An edition, or a board file.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The page.")] = Path("report.html"),
    seats: Annotated[int | None, typer.Option(help="How many play; 3 if the board allows.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 400,
    bot: Annotated[str | None, typer.Option(help="Who plays; the strongest quick bot.")] = None,
    edition: Annotated[str | None, typer.Option(help="Which edition of a board file.")] = None,
    seed: Annotated[int, typer.Option(help="Another number, other deals.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one per core.")] = None,
    picture: Annotated[Path | None, typer.Option(help="The heat map alone, .svg or .png.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Also write figures.")] = None,
) -> None:
    """Tell a map designer what a board plays like: a page with figures and heat maps."""
    from caboose.engine.game import Game
    from caboose.lab.remarks import remarks
    from caboose.lab.report import make_report
    from caboose.lab.report_maps import draw_picture
    from caboose.lab.report_page import write_page
    from caboose.lab.workers import usual_workers

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
