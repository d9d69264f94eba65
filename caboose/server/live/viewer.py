"""Somebody who looks at a table, over a socket or a stream, and what is still to be sent.

A slow connection gets the newest view and the steps since its last one: what waits for it never
grows with the game. Only answers are queued, and those who leave too many bytes of them unread are
let go.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable

from caboose.server.metrics import MESSAGES
from caboose.server.people.similar_names import told_apart
from caboose.server.protocol.messages import Ack, Bye, ChatLine
from caboose.server.protocol.views import Message
from caboose.server.tables.table import Table

MOST_UNREAD = 256 * 1024  # bytes of answers
REMEMBERED = 200  # lines of chat that are told once, though they may be heard twice
_TABLES_SENT, _ANSWERS_SENT, _VIEWS_SENT = map(MESSAGES.labels, ("table", "answer", "view"))


class Viewer:
    """One connection to one table."""

    def __init__(
        self,
        table: Table,
        guest: str | None,
        name: str,
        chair: int | None,
        seen: int,
        now: Callable[[], int],
    ) -> None:
        self.table = table
        self.guest = guest
        self.name = name
        self.chair = chair
        self.muted: set[str] = set()
        self.address = ""  # where they ask from
        self.thinking: asyncio.Task[None] | None = None  # about a hint for this connection
        self._seen = seen  # steps that were sent
        self._shown_at = -1  # the number of actions of the last view sent
        self._shown_version = -1
        self._answers: deque[bytes] = deque()
        self._acks: deque[bytes] = deque()
        self.unread = 0  # bytes of answers that wait to be sent
        self._early: list[ChatLine] | None = []  # said before what was said lately was told
        # Lines that were told. SQLite gives the number of a line that is gone to another one.
        self._told: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)
        self._news = asyncio.Event()
        self.is_dismissed = asyncio.Event()
        self._now = now
        self._bye: Bye | None = None

    @property
    def seat(self) -> int | None:
        """The seat this connection speaks for; a spectator has none."""
        return None if self.chair is None else self.table.meta.chairs[self.chair].seat

    @property
    def is_stopping(self) -> bool:
        """Does the connection end because the server stops?"""
        return self._bye is not None and self._bye.code == "stopping"

    def wake(self) -> None:
        """Something is new."""
        self._news.set()

    def answer(self, message: Message | bytes) -> None:
        """Send something to this connection alone."""
        sent = message if isinstance(message, bytes) else message.model_dump_json().encode()
        self._put(self._answers, sent)

    def hear(self, line: ChatLine) -> None:
        """Somebody says something; whoever has just come is told first what was said before."""
        if self._early is not None:
            self._early.append(line)
        elif line.guest not in self.muted and (line.id, line.at) not in self._told:
            self._told.append((line.id, line.at))
            self.answer(line)

    def hear_lately(self, lines: list[ChatLine]) -> None:
        """What was said lately, and then what was said while that was read."""
        early, self._early = self._early or [], None
        for line in [*lines, *early]:
            self.hear(line)

    def acknowledge(self, ack: Ack) -> None:
        """Say that a command is stored; whoever hears it has been shown its outcome."""
        self._put(self._acks, ack.model_dump_json().encode())

    def _put(self, queue: deque[bytes], sent: bytes) -> None:
        """Let something wait to be sent, unless too much waits already."""
        if self.unread and self.unread + len(sent) > MOST_UNREAD:
            self.dismiss("too_slow", "this connection does not read what it is sent.")
            return
        queue.append(sent)
        self.unread += len(sent)
        self.wake()

    def _next(self, queue: deque[bytes]) -> bytes:
        sent = queue.popleft()
        self.unread -= len(sent)
        _ANSWERS_SENT.inc()
        return sent

    def dismiss(self, code: str, sentence: str) -> None:
        """End this connection, and say why."""
        self._bye = self._bye or Bye(code=code, sentence=sentence)
        self.is_dismissed.set()
        self.wake()

    def look_again(self) -> None:
        """Who sits where has changed; one whose chair is another's now only looks on, if at all."""
        meta = self.table.meta
        if self.chair is not None and self.guest not in meta.chairs[self.chair].holders:
            self.chair = None
        if self.chair is None:  # nobody poses as a player who has just sat down
            self.name = told_apart(self.name, meta.names_but_of(self.guest))
        why_not = meta.why_not_watch(self.guest)
        if self.chair is None and not meta.chairs_of(self.guest) and why_not is not None:
            self.dismiss(why_not.code, why_not.sentence)

    def look_at_the_clock(self) -> None:
        """The view is to be sent again: its clock is another."""
        self._shown_at = -1
        self.wake()

    def view(self) -> bytes:
        """The present view, with all steps that were not sent; it counts as sent."""
        view = self.table.view(self.seat, self._seen, self._now())
        self._seen, self._shown_at = len(self.table.steps), self.table.at
        return view

    async def messages(self, idle: float | None = None) -> AsyncIterator[bytes]:
        """What to send, as it comes; an empty line after so many idle seconds."""
        while True:
            if self._shown_version != self.table.version:
                _TABLES_SENT.inc()
                yield self._table_message()
            elif self._answers:
                yield self._next(self._answers)
            elif self.table.state is not None and self._shown_at != self.table.at:
                _VIEWS_SENT.inc()
                yield self.view()
            elif self._acks:
                yield self._next(self._acks)
            elif self._bye is not None:
                yield self._bye.model_dump_json().encode()
                return
            elif not self._news.is_set() and not await self._wait(idle):
                yield b""
            else:
                self._news.clear()

    async def _wait(self, idle: float | None) -> bool:
        if idle is None:  # a socket's; a timeout that never comes would be paid for all the same
            return await self._news.wait()
        try:
            async with asyncio.timeout(idle):
                await self._news.wait()
        except TimeoutError:
            return False
        return True

    def _table_message(self) -> bytes:
        """How the table stands, the same for everybody, and what this connection is there."""
        self._shown_version = self.table.version
        you = self.table.meta.you(self.guest, self.chair).model_dump_json().encode()
        return b'{"t":"table","table":%b,"you":%b}' % (self.table.info_json(), you)
