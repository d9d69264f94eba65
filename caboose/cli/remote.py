"""A Python bot that plays on a server, near or far: `bot run`."""

from __future__ import annotations

import secrets
import time
from http.client import HTTPException
from typing import Annotated, Any

import typer

from caboose.boards import BoardError
from caboose.cli.app import UserError, console, user_errors, warm_up
from caboose.cli.bots import bot_app
from caboose.cli.server_line import Refused, Server
from caboose.engine.game import Game
from caboose.players import Player, ask, make_player

TRIES, WAIT = 30, 1.0  # how often, and how many seconds apart, an action is sent again


@bot_app.command("run")
def bot_run(
    bot: Annotated[str, typer.Argument(help="A bot, such as racer or ./mybot.py:MyBot.")],
    server: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The server's address.")
    ] = "http://127.0.0.1:8000",
    join: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="An invitation, or the id of a listed table."),
    ] = None,
    arena: Annotated[
        str | None,
        typer.Option(
            metavar="ARENA", help="An arena to play in until it is over; its address or id."
        ),
    ] = None,
    edition: Annotated[
        str, typer.Option(metavar="EDITION", help="What to play, against bots.")
    ] = "usa",
    against: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="A level or bot for each other seat.")
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many games, one after the other.")
    ] = 1,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="CABOOSE_TOKEN", metavar="TOKEN", help="The bot's token, if it has one."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The bot's own seed.")] = 0,
) -> None:
    """Let a bot play on a server as people do: invited, in the lobby, in an arena, against bots."""
    with user_errors():
        player = make_player(bot, seed)
    line = Server(server, token, name=bot.rpartition("/")[2])
    warm_up()
    if arena is not None:
        with user_errors():
            _play_arena(line, arena.rstrip("/").rpartition("/")[2], player)
        return
    for _ in range(1 if join else games):
        table = _sit_down(line, join, edition, against or ["driver"])
        console.print(f"Playing at {line.url}/t/{table}", highlight=False, markup=False)
        with user_errors():
            _tell_result(_play(line, table, player))


def _play_arena(line: Server, arena: str, player: Player) -> None:
    """Play in an arena until it is over, and in those that follow it."""
    following: str | None = arena
    while following is not None:
        arena = following
        console.print(f"In the arena {line.url}/arenas/{arena}", highlight=False, markup=False)
        while (stands := _arena_game(line, arena, player)) is None:
            pass
        following = stands["arena"]["next"]


def _arena_game(line: Server, arena: str, player: Player) -> Any:
    """Play the next game of an arena; how it stands, once it is over."""
    try:
        stands = _next_game(line, arena)
        if stands["you"]["status"] != "playing":
            return stands
        console.print(f"Playing at {line.url}/t/{stands['you']['table']}", markup=False)
        _tell_result(_play(line, stands["you"]["table"], player))
    # The server will be back; and an arena whose end has just come says so when it is asked again.
    except (UserError, OSError, HTTPException) as why:
        if isinstance(why, Refused) and why.is_final:
            raise
        console.print(str(why), highlight=False, markup=False)
        time.sleep(WAIT)
    return None


def _next_game(line: Server, arena: str) -> Any:
    """Wait in an arena until we sit at a table, or until it is over and what follows is known."""
    stands = line.get(f"/api/arenas/{arena}")
    if stands["arena"]["status"] != "over":
        line.post(f"/api/arenas/{arena}/join", {})
    for stands in line.stream(f"/api/arenas/{arena}/stream"):
        you, told = stands["you"], stands["arena"]
        if you["status"] == "found":
            _take_offered(line, you)
        elif you["status"] == "playing" or (
            told["status"] == "over" and (told["next"] or not told["repeats"])
        ):
            return stands
        elif you["status"] == "away" and told["status"] != "over":
            line.post(f"/api/arenas/{arena}/join", {})
    raise UserError("The server has closed the line.")  # it was stopped, and will be back


def _take_offered(line: Server, you: dict[str, Any]) -> None:
    """Sit down at the table that was laid for us; if it is gone, another one comes."""
    sit = {"nonce": secrets.token_hex(32), "commitment": you["commitment"]}
    try:
        line.post(f"/api/tables/{you['table']}/chairs", sit)
    except Refused as refusal:
        if refusal.code not in ("already_seated", "not_found", "no_open_chair"):
            raise


def _sit_down(line: Server, join: str | None, edition: str, against: list[str]) -> str:
    nonce = {"nonce": secrets.token_hex(32)}
    if join is None:
        taken = line.post("/api/play", {"edition": edition, "bots": against, **nonce})
    elif "/join/" in join:
        token = join.rpartition("/")[2]
        taken = line.post(f"/api/invitations/{token}", nonce)
    else:
        taken = line.post(f"/api/tables/{join.rpartition('/')[2]}/chairs", nonce)
    return str(taken["table"]["id"])


def _play(line: Server, table: str, player: Player) -> dict[str, Any]:
    """Play one game to its end; the last view."""
    game: Game | None = None
    steps: list[Any] = []
    seat: int | None = None
    played = 0  # lines from before our last action may still be on their way
    why = "the server has closed the line."
    for message in line.stream(f"/api/tables/{table}/stream"):
        if message["t"] == "table":
            seat = message["you"]["seat"]
            game = game or _game(line, message["table"])
        if message["t"] == "bye":
            why = message["sentence"]
        if message["t"] != "view":
            continue
        steps[message["since"] :] = message["steps"]
        if "score" in message["public"]:
            return dict(message)
        if message["legal"] and message["at"] >= played:
            assert game is not None
            action = _choose(game, player, message, seat, steps)
            played = _act(line, table, {"at": message["at"], "action": action}, played)
    raise UserError(f"the game has ended early: {why}")


def _act(line: Server, table: str, action: dict[str, Any], played: int) -> int:
    """Send an action until it is stored; how many actions there are then, as far as we know."""
    command = {"cmd_id": secrets.token_hex(8), **action}
    for _ in range(TRIES):
        try:
            return int(line.post(f"/api/tables/{table}/actions", command)["n"])
        except Refused as refusal:
            if refusal.code == "stale":
                return played  # its time was up; the stream tells what was played instead
            if refusal.code not in ("not_stored", "too_fast"):
                raise
            time.sleep(WAIT)
    raise UserError("the server cannot store anything just now; try again later.")


def _game(line: Server, table: dict[str, Any]) -> Game:
    """The game of a table; its board must be the one we know."""
    try:
        game = Game(table["edition"], len(table["chairs"]))
    except BoardError:
        raise UserError("this table plays an own board; only built-in editions work so.") from None
    theirs = line.get(f"/api/editions/{table['edition']}")["digest"]
    if theirs != game.edition.digest:
        raise UserError("the server has another version of this board; use the same Caboose.")
    return game


def _choose(
    game: Game, player: Player, message: dict[str, Any], seat: int | None, steps: list[Any]
) -> str:
    said = {**message["public"], "viewer": seat, "own": message["own"]}
    view = game.view_from_dict(said, steps)
    legal = [_action(game, text) for text in message["legal"]]
    return str(ask(player, view, legal))


def _action(game: Game, text: str) -> Any:
    return game.notation.parse(text)[0]


def _tell_result(view: dict[str, Any]) -> None:
    score = view["public"]["score"]
    totals = ", ".join(str(seat["total"]) for seat in score["seats"])
    winners = " and ".join(str(seat) for seat in score["winners"])
    console.print(f"Points {totals}; won by seat {winners}.", highlight=False)
