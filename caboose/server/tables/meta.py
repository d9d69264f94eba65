"""What a table is besides its game: its options, its chairs, and who may play for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from caboose.boards import Edition, edition, read
from caboose.engine.commitment import NO_NONCE, Commitment
from caboose.engine.game import RULES_VERSION, RULES_VERSIONS, Game
from caboose.server.protocol.messages import (
    Chair,
    Closing,
    Control,
    Options,
    Pledge,
    Spectator,
    Status,
    TableInfo,
    You,
)
from caboose.server.protocol.refusals import Refusal, forbidden, not_found, sealed
from caboose.server.storage import rows

OWN = "own:"  # before the name of an own board


@dataclass
class ChairMeta:
    """One chair, as the database has it."""

    chair: int
    seat: int | None
    kind: str
    name: str
    bot: str | None
    guest_id: str | None
    reserved_for: str | None
    nonce: str | None
    control: Control
    timeouts: int
    ready: bool
    consents: bool = False  # to closing the running game
    holders: set[str] = field(default_factory=set)
    program: bool = False  # is one of the holders a program, with a token?
    person: bool = False  # is one of them a person?

    @property
    def is_asked(self) -> bool:
        """Does it take a word of theirs to close a running game? A bot, once it plays, has none."""
        return self.kind == "person" and self.control == "person" and self.person


@dataclass
class TableMeta:
    """One table, as the database has it."""

    id: str
    name: str
    edition: str
    board: str | None
    rules_version: int
    status: Status
    why: str | None
    sentence: str | None
    options: Options
    owner_id: str | None
    owner_name: str | None
    secret: str
    commitment: str
    rematch_of: str | None
    rematch: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    continues: str | None = None  # the finished game from one of whose positions it goes on
    deal: str | None = None  # that others play, too
    sealed: bool = False  # others may still play the deal
    arena: str | None = None  # the arena in which it is played
    chairs: list[ChairMeta] = field(default_factory=list)
    removed: set[str] = field(default_factory=set)
    blocked: set[str] = field(default_factory=set)  # by the host

    @property
    def facts(self) -> Edition:
        """The edition that is played."""
        return find_edition(self.edition, self.board)

    def game(self) -> Game:
        """The game that is played here."""
        return find_game(self.edition, self.board, len(self.chairs), self.rules_version)

    def proof(self) -> Commitment:
        """All that the key is made from."""
        by_seat = sorted(self.chairs, key=lambda chair: chair.seat or 0)
        return Commitment(
            promised=self.commitment,
            secret=bytes.fromhex(self.secret),
            nonces=tuple(nonce_of(chair) for chair in self.chairs),
            chairs=tuple(chair.chair for chair in by_seat),
        )

    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [chair.name for chair in sorted(self.chairs, key=lambda chair: chair.seat or 0)]

    def names_but_of(self, guest: str | None) -> list[str]:
        """The names of everybody who sits here, except on a guest's own chairs."""
        return [c.name for c in self.chairs if c.kind != "open" and guest not in c.holders]

    def chairs_of(self, guest: str | None) -> list[int]:
        """The chairs that a guest may play for."""
        return [
            chair.chair for chair in self.chairs if guest is not None and guest in chair.holders
        ]

    def is_screen(self, guest: str) -> bool:
        """Is this guest the TV that was set up for the table, and no spectator?"""
        return self.options.tv and guest == self.owner_id

    def again(self) -> list[ChairMeta]:
        """The chairs in the order of a rematch: as they sat, moved on by one."""
        by_seat = sorted(self.chairs, key=lambda chair: (chair.seat or 0, chair.chair))
        return by_seat[1:] + by_seat[:1]

    def at_seat(self, seat: int) -> ChairMeta:
        """The chair in a seat."""
        for chair in self.chairs:  # asked several times a turn
            if chair.seat == seat:
                return chair
        raise LookupError(f"nobody sits in seat {seat}")

    def why_not_watch(self, guest: str | None) -> Refusal | None:
        """Why somebody who has no chair may not look on; None if they may.

        Somebody sent away could come back without a name, and nobody would see it. So from then on
        everybody gives one, until the game is over and there is nothing to disturb. A table's own
        screen, a TV, belongs to whoever opened it. A deal that others played is shown to all, once
        nobody can play it any more.
        """
        if self.deal is not None:
            return sealed() if self.sealed and not self.chairs_of(guest) else None
        if guest is not None and guest == self.owner_id:
            return None
        if self.options.watch != "anyone":
            return forbidden("not_watched", "This table allows no spectators.")
        if guest in self.removed or guest in self.blocked:
            return forbidden("sent_away", "The host removed you from this table.")
        if guest is None and self.removed and self.status in ("waiting", "playing"):
            return forbidden(
                "name_to_watch",
                "Someone was removed from this table; enter your name to watch it.",
            )
        return None

    def you(self, guest: str | None, chair: int | None) -> You:
        """What a guest is here, speaking for one of its chairs or for none."""
        mine = self.chairs_of(guest)
        others = [other for other in self.chairs if other.chair not in mine]
        return You(
            guest=guest,
            chair=chair,
            seat=None if chair is None else self.chairs[chair].seat,
            chairs=mine,
            owner=guest is not None and guest == self.owner_id,
            may_hint=len(mine) == 1
            and not self.options.rated
            and not self.sealed
            and all(other.kind == "bot" for other in others),
            devices={chair: len(self.chairs[chair].holders) for chair in mine},
        )

    def info(self, present: set[int], spectators: list[Spectator]) -> TableInfo:
        """What everybody may know of the table."""
        return TableInfo(
            id=self.id,
            name=self.name,
            whose=whose(self.owner_id, self.owner_name, self.chairs),
            edition=self.edition,
            edition_name=self.facts.name,
            own_board=self.board is not None,
            status=self.status,
            why=self.why,
            sentence=self.sentence,
            chairs=[self._chair(chair, present) for chair in self.chairs],
            spectators=spectators,
            options=self.options,
            promise=self.promise(),
            owner=self.owner_id,
            created_at=self.created_at,
            rematch_of=self.rematch_of,
            rematch=self.rematch,
            continues=self.continues,
            deal=self.deal,
            sealed=self.sealed,
            closing=self.closing(),
            arena=self.arena,
        )

    def _chair(self, chair: ChairMeta, present: set[int]) -> Chair:
        return Chair(
            chair=chair.chair,
            seat=chair.seat,
            kind=chair.kind,
            name=chair.name,
            guest=chair.guest_id,
            bot=chair.bot,
            program=chair.program,
            control=chair.control,
            present=chair.kind == "bot" or chair.chair in present,
            ready=chair.kind == "bot" or chair.ready,
        )

    @property
    def is_revealed(self) -> bool:
        """Has the game ended, by its rules or closed, so that all of it may be known?"""
        if self.sealed:
            return False
        return self.status == "over" or (self.status == "closed" and self.started_at is not None)

    @property
    def counts(self) -> bool:
        """Is more at stake than the game: ratings, an arena's points, a match?"""
        people = sum(chair.kind == "person" for chair in self.chairs)
        return (
            self.options.rated or self.arena is not None or (self.deal is not None and people > 1)
        )

    @property
    def must_be_played(self) -> bool:
        """Would somebody escape a loss that counts, if the running game could be closed?

        So it seems if nobody else has to agree, or if the one who would come last has already gone.
        """
        if not self.counts or self.status != "playing":
            return False
        has_left = any(chair.kind == "person" and chair.control == "bot" for chair in self.chairs)
        return has_left or sum(chair.is_asked for chair in self.chairs) < 2

    @property
    def all_consent(self) -> bool:
        """Do all who play, and there is somebody, want the game to be closed, and may they?"""
        asked = [chair for chair in self.chairs if chair.is_asked]
        agreed = bool(asked) and all(chair.consents for chair in asked)
        return agreed and not self.must_be_played

    def closing(self) -> Closing | None:
        """Who wants the running game to be closed, and who has not said so; None if nobody does."""
        asked = [chair for chair in self.chairs if chair.is_asked]
        agreed = [chair.chair for chair in asked if chair.consents]
        if self.status != "playing" or not agreed:
            return None
        missing = [chair.chair for chair in asked if not chair.consents]
        return Closing(agreed=agreed, missing=missing)

    def promise(self) -> Pledge:
        """The commitment; when the game has ended, also what it was about."""
        if not self.is_revealed:
            return Pledge(commitment=self.commitment)
        nonces = [nonce_of(chair).hex() for chair in self.chairs]
        return Pledge(commitment=self.commitment, secret=self.secret, nonces=nonces)


def whose(owner: str | None, owner_name: str | None, chairs: Sequence[Any]) -> str | None:
    """Whose table it is: its host's, as they are called there, or the first sitter's."""
    people = [chair for chair in chairs if chair.kind == "person" and chair.guest_id is not None]
    opened = [chair for chair in people if chair.guest_id == owner]
    if owner is not None and not opened:
        return owner_name
    return next((chair.name for chair in opened or people), None)


def nonce_of(chair: ChairMeta) -> bytes:
    """What a chair gave to the key; a bot gives nothing."""
    return NO_NONCE if chair.nonce is None else bytes.fromhex(chair.nonce)


@lru_cache(maxsize=64)
def find_edition(name: str, board: str | None) -> Edition:
    """A built-in edition, or one of an own board that is at hand as text."""
    if board is None:
        return edition(name)
    return read(board, name.partition("#")[2] or None, name)


@lru_cache(maxsize=256)
def find_game(name: str, board: str | None, seats: int, rules: int) -> Game:
    """A game; all tables that play it share its tables of numbers.

    Under rules that are not known any more it is tried with the present ones.
    """
    known = rules if rules in RULES_VERSIONS else RULES_VERSION
    return Game(name if board is None else find_edition(name, board), seats, rules=known)


def is_stored(connection: sa.Connection, table: str) -> bool:
    """Is there a table of this id?"""
    chosen = sa.select(rows.tables.c.id).where(rows.tables.c.id == table)
    return connection.execute(chosen).first() is not None


def load_meta(connection: sa.Connection, table: str) -> TableMeta | None:
    """Read a table with its chairs; None if there is no such table."""
    named = sa.select(rows.tables, rows.guests.c.name.label("owner_name"))
    owned = named.join_from(rows.tables, rows.guests, isouter=True)
    row = connection.execute(owned.where(rows.tables.c.id == table)).first()
    if row is None:
        return None
    facts = row._asdict()
    meta = TableMeta(
        **{
            name: facts[name]
            for name in TableMeta.__dataclass_fields__
            if name in facts and name != "options"
        },
        options=Options.model_validate(facts["options"]),
    )
    chairs = sa.select(rows.chairs).where(rows.chairs.c.table_id == table)
    meta.chairs = [
        _chair_meta(chair) for chair in connection.execute(chairs.order_by(rows.chairs.c.chair))
    ]
    holders = sa.select(rows.holders, rows.guests.c.bot).join_from(rows.holders, rows.guests)
    for holder in connection.execute(holders.where(rows.holders.c.table_id == table)):
        chair = meta.chairs[holder.chair]
        chair.holders.add(holder.guest_id)
        chair.program = chair.program or holder.bot
        chair.person = chair.person or not holder.bot
    removed = sa.select(rows.removed_spectators.c.guest_id)
    gone = removed.where(rows.removed_spectators.c.table_id == table)
    meta.removed = set(connection.execute(gone).scalars())
    shut_out = sa.select(rows.blocks.c.blocked_id).where(rows.blocks.c.guest_id == meta.owner_id)
    meta.blocked = set(connection.execute(shut_out).scalars())
    return meta


def lock_table(connection: sa.Connection, table: str) -> TableMeta:
    """Read a table for a change; others wait until it is done."""
    row = sa.select(rows.tables.c.id).where(rows.tables.c.id == table)
    connection.execute(row.with_for_update())
    meta = load_meta(connection, table)
    if meta is None:
        raise not_found("table")
    return meta


def this_chair(table: str, chair: int) -> sa.ColumnElement[bool]:
    """One chair's row."""
    return (rows.chairs.c.table_id == table) & (rows.chairs.c.chair == chair)


def _chair_meta(row: sa.Row[Any]) -> ChairMeta:
    facts = row._asdict()
    return ChairMeta(
        **{name: facts[name] for name in ChairMeta.__dataclass_fields__ if name in facts}
    )
