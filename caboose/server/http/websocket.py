"""The socket of a table: parse what comes, find the seat of this session, and play."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from caboose.server.host import Host
from caboose.server.http.caller import (
    COOKIE,
    address_of,
    bearer_token,
    chair_for,
    find_table,
    unknown_token,
)
from caboose.server.http.metering import meter_load
from caboose.server.http.origins import is_same_origin
from caboose.server.http.sessions import look
from caboose.server.live.answers import (
    hint_answer,
    refusal_bytes,
    route_answer,
    standing_answer,
    tickets_answer,
    why_no_hint,
)
from caboose.server.live.viewer import Viewer
from caboose.server.people.guests import Guest
from caboose.server.people.token_bucket import Rate
from caboose.server.protocol.commands import (
    CLIENT_MESSAGE,
    AskHint,
    AskRoute,
    AskStanding,
    AskTickets,
    ClientMessage,
    Mute,
    Ping,
    Play,
    React,
    Say,
    TakeBack,
)
from caboose.server.protocol.messages import Ack, Pong, Refused
from caboose.server.protocol.refusals import Refusal, refused
from caboose.server.storage.store import NotStored
from caboose.server.tables.playing import Attempt, play, take_seat_back
from caboose.server.tables.table import Table

router = APIRouter()

NO_SESSION, NOT_ALLOWED, NO_TABLE, DISMISSED, GOING_AWAY = 4401, 4403, 4404, 4408, 1001
TRY_LATER = 1013
LAST_WORDS = 3.0  # seconds


async def _guest(socket: WebSocket, host: Host) -> Guest | None:
    token = bearer_token(socket)
    if token is not None:
        return await host.guests.of_token(token, "bearer")
    if "origin" not in socket.headers:
        return None  # a cookie counts only from a page of ours
    return await host.guests.of_cookie(socket.cookies.get(COOKIE))


@router.websocket("/ws/tables/{table_id}")
async def table_socket(
    socket: WebSocket, table_id: str, chair: int | None = None, seen: int = 0
) -> None:
    """One connection to one table."""
    host: Host = socket.app.state.host
    if not is_same_origin(socket.headers, host.settings.origins):
        await socket.close(NOT_ALLOWED)  # before it is accepted: the browser sees status 403
        return
    guest = await _guest(socket, host)
    await socket.accept()
    if guest is None and "authorization" in socket.headers:
        await socket.close(NO_SESSION, unknown_token().code)
        return
    try:
        host.bans.refuse(None if guest is None else guest.id, address_of(socket))
        meter_load(host, table_id, None if guest is None else guest.id, address_of(socket))
        table = await find_table(host, table_id)
        speaking = chair_for(table, guest, chair)
    except Refusal as refusal:
        code = {404: NO_TABLE, 429: TRY_LATER, 503: GOING_AWAY}.get(refusal.status, NOT_ALLOWED)
        await socket.close(code, refusal.code)
        return
    try:
        address = address_of(socket)
        async with look(host, table, guest, speaking, max(0, seen), address) as viewer:
            await _converse(host, socket, table, viewer)
    except Refusal as refusal:
        await socket.close(DISMISSED, refusal.code)


async def _converse(host: Host, socket: WebSocket, table: Table, viewer: Viewer) -> None:
    """Send and receive until either side ends it."""
    sending = asyncio.create_task(_send(socket, viewer))
    receiving = asyncio.create_task(_receive(host, socket, table, viewer))
    leaving = asyncio.create_task(_give_up(viewer))
    done, rest = await asyncio.wait(
        (sending, receiving, leaving), return_when=asyncio.FIRST_COMPLETED
    )
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    for task in done:
        task.result()  # if it has failed, that must be known


async def _give_up(viewer: Viewer) -> None:
    """Whoever was dismissed has a moment to hear it; one who reads nothing never would."""
    await viewer.is_dismissed.wait()
    await asyncio.sleep(LAST_WORDS)


_GONE = (WebSocketDisconnect, OSError, RuntimeError)  # the other side is not there any more


async def _send(socket: WebSocket, viewer: Viewer) -> None:
    async for message in viewer.messages():
        try:
            await socket.send_text(message.decode())
        except _GONE:
            return
    with contextlib.suppress(*_GONE):
        await socket.close(GOING_AWAY if viewer.is_stopping else DISMISSED)


async def _next_frame(socket: WebSocket) -> str | bytes | None:
    """What was sent to us next; None if nobody sends any more."""
    try:
        frame = await socket.receive()
    except _GONE:
        return None
    if frame["type"] == "websocket.disconnect":
        return None
    return frame.get("text") or frame.get("bytes") or b""


async def _receive(host: Host, socket: WebSocket, table: Table, viewer: Viewer) -> None:
    per_second = host.settings.messages_per_second
    rate = Rate(per_second, burst=4 * per_second)
    patience = Rate(0.1, burst=20)  # of somebody who goes on too fast
    while (frame := await _next_frame(socket)) is not None:
        if rate.allow():
            await _take(host, table, viewer, frame)
        elif patience.allow():
            sentence = "too many messages; wait a second."
            viewer.answer(refused(_command_in(frame), "too_fast", sentence))
        else:
            viewer.dismiss("too_fast", "too many messages.")
            await asyncio.sleep(5)
            return


async def _take(host: Host, table: Table, viewer: Viewer, text: str | bytes) -> None:
    """Read one message and answer it."""
    try:
        message = CLIENT_MESSAGE.validate_json(text)
    except ValidationError as error:
        viewer.answer(refused(None, "bad_message", _what_is_wrong(error)))
        return
    try:
        await _do(host, table, viewer, message)
    except NotStored as error:
        viewer.answer(refused(_id_of(message), "not_stored", str(error)))
    except Refusal as refusal:
        viewer.answer(refused(_id_of(message), refusal.code, refusal.sentence, refusal.values))


def _command_in(text: str | bytes) -> str | None:
    """Which message is refused unread, so that its sender can send it again."""
    try:
        return _id_of(CLIENT_MESSAGE.validate_json(text))
    except ValidationError:
        return None


def _id_of(message: ClientMessage) -> str | None:
    match message:
        case Play():
            return message.cmd_id
        case AskRoute() | AskTickets() | AskStanding() | AskHint():
            return message.id
    return None


async def _do(host: Host, table: Table, viewer: Viewer, message: ClientMessage) -> None:
    match message:
        case Play():
            await _play(host, table, viewer, message)
        case Say() | React():
            await _talk(host, viewer, message)
        case Mute():
            if viewer.guest is not None:
                await host.limits.take("changes", viewer.guest, viewer.address)
                await host.chat.mute(viewer.guest, message.guest, message.muted)
        case TakeBack():
            if viewer.seat is not None:
                await host.limits.take("changes", viewer.guest, viewer.address)
                await take_seat_back(host.tables, table, viewer.seat)
        case Ping():
            viewer.answer(Pong(now=host.now()))
        case AskRoute() | AskTickets() | AskStanding() | AskHint():
            _answer(host, table, viewer, message)


async def _talk(host: Host, viewer: Viewer, message: Say | React) -> None:
    answer = (
        await host.chat.say(viewer, message.room, message.text)
        if isinstance(message, Say)
        else await host.reactions.react(viewer, message.reaction)
    )
    if isinstance(answer, Refused):
        viewer.answer(answer)


def _what_is_wrong(error: ValidationError) -> str:
    """The first thing that is wrong with a message, without repeating what was sent."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part)[:40] for part in first["loc"][:3])
    return f"this is not a message of the protocol: {where or 'it'}: {first['msg'][:120]}"


async def _play(host: Host, table: Table, viewer: Viewer, message: Play) -> None:
    seat = viewer.seat
    if viewer.chair is None:
        viewer.answer(
            refused(message.cmd_id, "spectator", "you are a spectator; only players decide.")
        )
        return
    if seat is None:
        viewer.answer(refused(message.cmd_id, "not_started", "the game has not begun."))
        return
    attempt = Attempt(seat, message.action, message.at, "person", message.cmd_id)
    answer = await play(host.tables, table, attempt, tell=viewer.acknowledge)
    if not isinstance(answer, Ack):
        viewer.answer(refusal_bytes(table, seat, answer, message.at, host.now()))


def _answer(
    host: Host,
    table: Table,
    viewer: Viewer,
    message: AskRoute | AskTickets | AskStanding | AskHint,
) -> None:
    seat, question = viewer.seat, message.id
    if table.state is not None and isinstance(message, AskStanding):
        viewer.answer(standing_answer(table, question))
        return
    if seat is None or table.state is None:
        sentence = "only players of a running game may ask that."
        viewer.answer(refused(question, "spectator", sentence))
        return
    match message:
        case AskRoute():
            viewer.answer(route_answer(table, seat, question, message.route))
        case AskTickets():
            viewer.answer(tickets_answer(table, seat, question))
        case AskHint():
            if no := why_no_hint(table, seat, question):
                viewer.answer(no)
            elif viewer.thinking is None:  # else the answer is on its way
                thinking = _think(host, table, viewer, seat, question)
                viewer.thinking = asyncio.create_task(thinking)


async def _think(host: Host, table: Table, viewer: Viewer, seat: int, question: str) -> None:
    """Find a hint beside what else is said: nobody has to wait for it to play on."""
    try:
        viewer.answer(await hint_answer(table, seat, question, host.bots))
    finally:
        viewer.thinking = None
