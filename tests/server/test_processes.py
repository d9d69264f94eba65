"""Several server processes over one PostgreSQL: nobody owns a table, and nothing is doubled."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from caboose.server.storage import rows
from tests.support.server.forked_server import Forked, Nursery, several
from tests.support.server.people import PATIENCE, Looking, Person, nonce
from tests.support.server.retrying_player import Player, new_client, new_person, sit_down
from tests.support.server.stored_games import Stored, check_game


@pytest.fixture(scope="module")
def processes(
    nursery: Nursery,
    new_database: Callable[[str, Path], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[list[Forked]]:
    """Three processes over one database."""
    folder = tmp_path_factory.mktemp("processes")
    address = new_database("postgres", folder)
    with several(3, nursery, folder, address, messages_per_second=1000) as servers:
        yield servers


@pytest.fixture
def stored(processes: list[Forked]) -> Iterator[Stored]:
    with Stored(processes[0].database) as database:
        yield database


def two_people(
    processes: list[Forked], bots: tuple[str, ...] = (), **options: Any
) -> tuple[Person, Person, str]:
    """Two people at one table, each connected to another process; they sit in seats 0 and 1."""
    anna, bert = Person(processes[0], "Anna"), Person(processes[1], "Bert")
    chairs = [{"kind": "me"}, {"kind": "open"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    opened = anna.open_table("london", chairs, order="given", start="full", **options)
    bert.accept(opened["invitations"]["1"])
    return anna, bert, opened["table"]["id"]


@contextlib.asynccontextmanager
async def looking(*sockets: Looking) -> Any:
    async with contextlib.AsyncExitStack() as stack:
        for socket in sockets:
            await stack.enter_async_context(socket)
            await socket.until_at(0)
        yield sockets


def test_first_tickets_are_chosen_in_one_instant_through_two_processes(
    processes: list[Forked], stored: Stored
) -> None:
    async def choose(anna: Looking, bert: Looking) -> None:
        async with looking(anna, bert):
            answers = await asyncio.gather(anna.play("keep 1"), bert.play("keep 1 2"))
            assert sorted(answer["n"] for answer in answers) == [1, 2]
            await asyncio.gather(anna.until_at(2), bert.until_at(2))

    for _ in range(5):
        anna, bert, table = two_people(processes)
        asyncio.run(choose(anna.look(table), bert.look(table)))
        assert {row.seat for row in stored.actions(table)} == {0, 1}


def test_one_turn_sent_to_two_processes_is_played_once(
    processes: list[Forked], stored: Stored
) -> None:
    """Under one name it is acknowledged twice; under two names one of them is stale."""

    async def play_twice(first: Looking, second: Looking, other: Looking, same: bool) -> None:
        async with looking(first, second, other):
            await asyncio.gather(first.play("keep 1"), other.play("keep 1"))
            await asyncio.gather(first.until_at(2), second.until_at(2))
            command = {"t": "play", "at": 2, "action": "draw deck"}
            names = ["same", "same"] if same else ["one", "two"]
            answers = await asyncio.gather(
                first.give({**command, "cmd_id": names[0]}),
                second.give({**command, "cmd_id": names[1]}),
            )
            if same:
                assert [answer["n"] for answer in answers] == [3, 3]
            else:
                assert sorted(answer["t"] for answer in answers) == ["ack", "refused"]
                assert {answer.get("code") for answer in answers} == {None, "stale"}
            await asyncio.gather(*(each.until_at(3) for each in (first, second, other)))

    for same in (True, False, True, False):
        anna, bert, table = two_people(processes)
        elsewhere = Person.__new__(Person)
        elsewhere.__dict__.update(anna.__dict__, server=processes[2])
        asyncio.run(play_twice(anna.look(table), elsewhere.look(table), bert.look(table), same))
        assert len(stored.actions(table)) == 3


def test_a_guest_who_is_forgotten_by_one_process_is_forgotten_by_all(
    processes: list[Forked],
) -> None:
    anna, bert, table = two_people(processes)
    link = bert.open_table("london", [{"kind": "me"}, {"kind": "open"}])["invitations"]["1"]
    elsewhere = Person.__new__(Person)
    elsewhere.__dict__.update(anna.__dict__, server=processes[1])
    elsewhere.http = httpx.Client(base_url=processes[1].url, cookies=anna.http.cookies)
    elsewhere.ask("GET", "/api/me")  # now that process knows her, too

    async def forget(watching: Looking) -> None:
        async with looking(watching):
            assert anna.http.delete("/api/me").status_code == 204
            while not watching.info or watching.info["table"]["chairs"][0]["name"] != "Somebody":
                await watching.receive()

    asyncio.run(forget(bert.look(table)))
    elsewhere.ask("GET", "/api/me", status=401)
    token = link.removeprefix("/join/")
    elsewhere.ask("POST", f"/api/invitations/{token}", {"nonce": nonce()}, status=401)
    elsewhere.http.close()


def test_chat_and_presence_cross_processes(processes: list[Forked]) -> None:
    async def talk(anna: Looking, bert: Looking) -> None:
        async with looking(anna, bert):
            await bert.send({"t": "say", "text": "Hello over there"})
            line = await anna.until("chat")
            assert (line["name"], line["text"]) == ("Bert", "Hello over there")
            while not (anna.info and anna.info["table"]["chairs"][1]["present"]):
                await anna.receive()
            await bert.send({"t": "react", "reaction": "thanks"})
            said = await anna.until("reaction")
            assert (said["guest"], said["reaction"]) == (line["guest"], "thanks")
            await bert._socket.close()
            while anna.info["table"]["chairs"][1]["present"]:
                await anna.receive()

    anna, bert, table = two_people(processes)
    asyncio.run(talk(anna.look(table), bert.look(table)))


def test_a_rematch_is_offered_in_every_process(processes: list[Forked]) -> None:
    def sit_again(person: Person) -> str:
        sit = {"nonce": nonce()}
        return str(person.ask("POST", f"/api/tables/{table}/rematch", sit)["table"]["id"])

    async def play_again(anna: Looking, bert: Looking) -> str:
        async with looking(anna, bert):
            anna.person.ask("POST", f"/api/tables/{table}/close")
            again = await asyncio.to_thread(sit_again, anna.person)
            while not bert.info or bert.info["table"]["rematch"] is None:
                await bert.receive()
            assert bert.info["table"]["rematch"] == again
            return again

    async def wait_for_bert(waiting: Looking) -> None:
        async with waiting:
            assert sit_again(bert) == again
            while not waiting.info or waiting.info["table"]["status"] != "playing":
                await waiting.receive()

    anna, bert, table = two_people(processes)
    again = asyncio.run(play_again(anna.look(table), bert.look(table)))
    asyncio.run(wait_for_bert(anna.look(again)))


def test_who_takes_a_seat_back_keeps_it_in_every_process(
    processes: list[Forked], stored: Stored
) -> None:
    def control(seen: Looking) -> Any:
        return seen.info and seen.info["table"]["chairs"][1]["control"]

    async def take_back(anna: Looking, bert: Looking, leave: Callable[[], Any]) -> int:
        async with looking(anna, bert):
            await asyncio.gather(anna.play("keep 1"), bert.play("keep 1"))
            await asyncio.gather(anna.until_at(2), bert.until_at(2))
            await asyncio.to_thread(leave)
            while control(anna) != "bot":
                await anna.receive()
            assert (await anna.play("draw deck"))["t"] == "ack"
            await anna.play("draw deck")
            await asyncio.gather(anna.until_at(5), bert.until_at(5))  # a bot plays for Bert
            while anna.view is None or not anna.view["legal"]:
                await anna.receive()
            for _ in range(2):
                await anna.play("draw deck")
            await bert.play("draw deck")  # in time or, as the bot is quick, refused: both count
            for each in (anna, bert):
                while control(each) != "person":
                    await each.receive()
            kept_since = len(stored.actions(table))
            await asyncio.gather(anna.until_at(kept_since), bert.until_at(kept_since))
            await play_in_turn(anna, bert)
            return kept_since

    async def play_in_turn(*people: Looking) -> None:
        """Everybody plays for themselves; if a bot did for Bert, he would come too late."""
        for _ in range(8):
            views = [(each, each.view["legal"]) for each in people if each.view]
            ((socket, legal),) = [(each, legal) for each, legal in views if legal]
            answer = await socket.play(legal[0])
            assert answer["t"] == "ack", answer
            await asyncio.gather(*(each.until_at(answer["n"]) for each in people))

    anna, bert, table = two_people(processes)
    kept_since = asyncio.run(
        take_back(
            anna.look(table),
            bert.look(table),
            lambda: bert.ask("POST", f"/api/tables/{table}/leave"),
        )
    )
    by_bot = [row for row in stored.actions(table) if row.control == "bot"]
    assert by_bot
    assert {row.seat for row in by_bot} == {1}
    assert max(row.n for row in by_bot) <= kept_since
    kept = [row for row in stored.actions(table) if row.n > kept_since]
    assert {row.seat for row in kept} == {0, 1}


def test_a_lost_line_between_processes_heals(processes: list[Forked], stored: Stored) -> None:
    cut = sa.text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )

    async def play_on(anna: Looking, bert: Looking) -> None:
        async with looking(anna, bert):
            stored.all(cut)  # all connections of all processes to the database
            for n, (socket, other) in enumerate([(anna, bert), (bert, anna)], start=1):
                answer = await socket.insist("keep 1")
                assert (answer["t"], answer["n"]) == ("ack", n)
                await other.until_at(n)

    anna, bert, table = two_people(processes)
    asyncio.run(play_on(anna.look(table), bert.look(table)))
    assert [row.seat for row in stored.actions(table)] == [0, 1]


def test_what_is_said_while_a_process_hears_nobody_is_told_when_it_does_again(
    processes: list[Forked], stored: Stored
) -> None:
    """Once: what was said before the line was lost is not told again."""
    deafen = sa.text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name LIKE '% hears'"
    )

    async def talk(anna: Looking, bert: Looking) -> None:
        async with looking(anna, bert):
            await bert.send({"t": "say", "text": "one"})
            await anna.until("chat")
            stored.all(deafen)
            await bert.send({"t": "say", "text": "two"})
            await anna.until("chat")
        assert [line["text"] for line in anna.chat] == ["one", "two"]

    anna, bert, table = two_people(processes)
    asyncio.run(talk(anna.look(table), bert.look(table)))


def test_what_the_database_does_not_take_is_refused_and_the_connection_stays(
    processes: list[Forked], stored: Stored
) -> None:
    async def say(anna: Looking) -> None:
        async with looking(anna):
            await anna.send({"t": "say", "text": "no"})
            assert (await anna.until("refused"))["code"] == "not_stored"
            await anna.send({"t": "say", "text": "yes"})
            assert (await anna.until("chat"))["text"] == "yes"

    anna, _, table = two_people(processes)
    stored.change(sa.text("ALTER TABLE chat ADD CONSTRAINT wordy CHECK (text <> 'no')"))
    try:
        asyncio.run(say(anna.look(table)))
    finally:
        stored.change(sa.text("ALTER TABLE chat DROP CONSTRAINT wordy"))
    assert not [line for server in processes for line in server.lines if "Traceback" in line]


# PostgreSQL keeps no text with this letter in it. Each of these is answered before it gets there.
NO_LETTER: list[tuple[dict[str, Any], str]] = [
    ({"t": "mute", "guest": "\0"}, "bad_message"),
    ({"t": "play", "cmd_id": "\0", "at": 0, "action": "keep 1"}, "bad_message"),
    ({"t": "play", "cmd_id": "c", "at": 0, "action": "keep 1\0"}, "bad_places"),
    ({"t": "say", "text": "\0"}, "nothing_said"),
]


@pytest.mark.parametrize(("message", "code"), NO_LETTER)
def test_a_letter_that_the_database_cannot_keep_never_reaches_it(
    processes: list[Forked], message: dict[str, Any], code: str
) -> None:
    async def send(anna: Looking) -> None:
        async with looking(anna):
            await anna.send(message)
            assert (await anna.until("refused"))["code"] == code
            await anna.send({"t": "say", "text": "a\0b"})
            assert (await anna.until("chat"))["text"] == "ab"

    anna, _, table = two_people(processes)
    asyncio.run(send(anna.look(table)))
    assert Person(processes[0], "An\0na").me["name"] == "Anna"


# ---- processes that die or stand still -----------------------------------------------------------


async def play_through(
    processes: list[Forked], meanwhile: Callable[[], Any], tables: int = 4
) -> list[list[Player]]:
    """Games whose people are spread over the processes, and something that happens meanwhile."""
    games: list[list[Player]] = []
    rng = random.Random(7)
    async with new_client() as client:
        for number in range(tables):
            servers = list(itertools.islice(itertools.cycle(processes), number, number + 3))
            orders = [servers, servers[1:] + servers[:1]]
            people = [await new_person(client, list(order), "Person") for order in orders]
            bots = ["express"] if number % 2 else []
            games.append(await sit_down(people, "london", bots, rng, order="given"))
        async with asyncio.TaskGroup() as tasks:
            for player in itertools.chain(*games):
                player.pause = 0.03
                tasks.create_task(player.play_over_socket())
            tasks.create_task(meanwhile())
    return games


def test_play_goes_on_when_a_process_is_killed(processes: list[Forked], stored: Stored) -> None:
    async def kill_and_start() -> None:
        for victim in (processes[1], processes[2]):
            await asyncio.sleep(0.5)
            victim.kill()
            await asyncio.sleep(0.5)
            await asyncio.to_thread(victim.start)

    for players in asyncio.run(play_through(processes, kill_and_start)):
        check_game(stored, players)


def test_play_goes_on_when_a_process_stands_still_and_nothing_is_doubled_when_it_wakes(
    processes: list[Forked], stored: Stored
) -> None:
    """A stopped process may hold a lease on a bot's turn, or be in the middle of writing."""
    sleeper, awake = processes[0], processes[1:]

    async def stop_and_wake() -> None:
        for _ in range(2):
            await asyncio.sleep(0.3)
            sleeper.pause()
            await asyncio.sleep(1.5)
            sleeper.go_on()

    for players in asyncio.run(play_through(processes, stop_and_wake)):
        check_game(stored, players)
    assert all(server.is_alive for server in (sleeper, *awake))


def test_a_bot_turn_that_a_stopped_process_has_taken_on_is_played_by_another(
    processes: list[Forked], stored: Stored
) -> None:
    async def scene() -> list[Player]:
        rng = random.Random(1)
        async with new_client() as client:
            person = await new_person(client, [processes[0]], "Anna")
            players = await sit_down([person], "london", ["express"], rng, order="given")
            table = players[0].table
            while not stored.actions(table):  # the bot has chosen its tickets
                await asyncio.sleep(0.02)
            processes[0].pause()
            far = sa.update(rows.due).where(rows.due.c.table_id == table)
            stored.change(far.values(at=0, taken_until=sa.func.greatest(rows.due.c.taken_until, 1)))
            person.servers = [processes[1]]
            await asyncio.wait_for(players[0].play_over_socket(), 4 * PATIENCE)
            processes[0].go_on()
            return players

    check_game(stored, asyncio.run(scene()))


def test_what_a_killed_process_has_taken_on_is_free_as_soon_as_its_line_is_gone(
    processes: list[Forked], stored: Stored
) -> None:
    """However long it had taken that on for."""

    async def scene() -> list[Player]:
        async with new_client() as client:
            person = await new_person(client, [processes[0]], "Anna")
            players = await sit_down(
                [person], "london", ["express"], random.Random(2), order="given"
            )
            table = players[0].table
            while not stored.actions(table):  # the bot has chosen its tickets
                await asyncio.sleep(0.02)
            processes[0].kill()
            held = {"table_id": table, "at": 0, "taken_until": 2**52}
            stored.change(sa.delete(rows.due).where(rows.due.c.table_id == table))
            stored.change(sa.insert(rows.due).values(**held))
            # Whoever noticed already that it is gone has not seen that yet.
            stored.change(sa.insert(rows.looking).values(table_id=table, line="caboose gone"))
            person.servers = [processes[1]]
            async with asyncio.timeout(4 * PATIENCE):
                await players[0].play_over_socket()
            return players

    try:
        check_game(stored, asyncio.run(scene()))
    finally:
        processes[0].start()


def test_a_process_stopped_in_the_middle_of_writing_holds_nobody_up(
    processes: list[Forked], stored: Stored
) -> None:
    """Its transaction is ended for it; what it had not finished is not there."""
    anna, bert, table = two_people(processes)
    hold = stored._database.writing.connect()
    with contextlib.closing(hold):
        lock = sa.select(rows.tables.c.id).where(rows.tables.c.id == table).with_for_update()
        hold.execute(lock)  # as a stopped process would, which never commits

        async def play_on(bert: Looking) -> None:
            async with looking(bert):
                answer = await bert.insist("keep 1")
                assert (answer["t"], answer["n"]) == ("ack", 1)

        asyncio.run(play_on(bert.look(table)))
        with contextlib.suppress(sa.exc.SQLAlchemyError):
            hold.rollback()
    assert [row.seat for row in stored.actions(table)] == [1]
    anna.ask("POST", f"/api/tables/{table}/close")


def test_processes_started_in_one_instant_share_an_empty_database(
    nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    address = new_database("postgres", tmp_path)
    servers = [Forked(nursery, tmp_path, address) for _ in range(3)]

    async def start() -> None:
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))

    try:
        asyncio.run(start())
        anna = Person(servers[0], "Anna")
        for server in servers:
            anna.http.base_url = server.url
            assert anna.ask("GET", "/api/me")["name"] == "Anna"
            anna.ask("POST", "/api/play", {"bots": ["express"], "nonce": nonce()})
    finally:
        for server in servers:
            server.end()
