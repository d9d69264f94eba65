"""What a rated table asks of its host and of everybody who sits down there."""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.people.anchors import LEVELS, pool_of
from caboose.server.people.guests import Guest
from caboose.server.people.member_bots import households
from caboose.server.people.members import not_member
from caboose.server.protocol.bodies import NewTable
from caboose.server.protocol.messages import Options
from caboose.server.protocol.refusals import Refusal, forbidden
from caboose.server.tables.meta import TableMeta


def refuse_unfair(guest: Guest, new: NewTable, edition: str) -> None:
    """Refuse a rated table that could not be rated."""
    if not new.options.rated:
        return
    if not guest.member:
        raise not_member()
    if new.options.clock is None:
        raise Refusal(422, "no_clock", "A rated table needs a clock.")
    if pool_of(edition, len(new.chairs)) is None:
        raise Refusal(422, "own_board", "Custom boards are not rated.")
    for chair in new.chairs:
        if chair.kind == "bot":
            refuse_bot(new.options, str(chair.bot))
    if sum(chair.kind == "me" for chair in new.chairs) > 1:
        raise Refusal(422, "one_seat_each", "At a rated table everyone plays one seat.")


def refuse_at_rated(meta: TableMeta, guest: Guest, chair: int | None = None) -> None:
    """Refuse whoever may not play for a rated seat: guests, and all but the one who sat down."""
    if not meta.options.rated:
        return
    if not guest.member:
        raise not_member()
    if chair is not None and meta.chairs[chair].guest_id != guest.id:
        raise forbidden("rated_seat", "At a rated table only the member who sat down plays.")


def refuse_household(connection: sa.Connection, meta: TableMeta, guest: Guest) -> None:
    """Refuse a member and their own bots, or two bots of theirs, at one rated table."""
    there = [str(chair.guest_id) for chair in meta.chairs if chair.guest_id is not None]
    owners = households(connection, [*there, guest.id])
    if meta.options.rated and owners[guest.id] in [owners[one] for one in there]:
        raise forbidden("own_bot", "A member and their own bots cannot meet in a rated game.")


def refuse_bot(options: Options, bot: str) -> None:
    """Refuse a bot whose strength nobody has fixed."""
    if options.rated and bot not in LEVELS:
        raise Refusal(422, "unrated_bot", "At a rated table, bots must be house bots.")
