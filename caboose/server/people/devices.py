"""A member's devices: the browsers that are signed in, how another comes in, signing one out."""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.people.passing_words import keep_word, use_word, whose_word
from caboose.server.people.tokens import hashed, new_code, new_token, read_code
from caboose.server.protocol.refusals import Refusal, not_found
from caboose.server.storage import rows

SHOWN = 16  # letters of a session's hash by which it is named to its owner
GROUPS, LETTERS = 2, 5  # of the code for another device

# The first that fits: what others pretend to be as well comes last.
_BROWSERS = {
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
    "FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
_SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "CrOS": "ChromeOS",
    "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux",
}  # fmt: skip


def device_name(user_agent: str) -> str:
    """What kind of browser it is, as `Firefox on Linux`; empty if it does not say."""
    known = [
        next((name for sign, name in names.items() if sign in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return " on ".join(name for name in known if name)


def new_session(
    connection: sa.Connection, guest: str, device: str, now: int, kind: str = "cookie"
) -> str:
    """Let a browser, or a program, be a guest; the token by which it is known."""
    token = new_token()
    values = {"token_hash": hashed(token), "guest_id": guest, "kind": kind, "created_at": now}
    connection.execute(sa.insert(rows.sessions).values(**values, device=device, seen_at=now))
    return token


def devices_of(connection: sa.Connection, guest: str) -> list[sa.Row[tuple[str, str, int, int]]]:
    """A member's browsers, the one that was here last first."""
    sessions = rows.sessions
    seen = sa.func.coalesce(sessions.c.seen_at, sessions.c.created_at).label("seen_at")
    shown = sa.func.substr(sessions.c.token_hash, 1, SHOWN).label("id")
    device = sa.func.coalesce(sessions.c.device, "").label("device")
    chosen = sa.select(shown, device, sessions.c.created_at, seen)
    mine = chosen.where(sessions.c.guest_id == guest, sessions.c.kind == "cookie")
    return list(connection.execute(mine.order_by(seen.desc(), sessions.c.created_at.desc())))


def shown_id(token: str) -> str:
    """How a session is named to its owner."""
    return hashed(token)[:SHOWN]


def sign_out(connection: sa.Connection, guest: str, device: str) -> None:
    """Let one of a member's browsers be nobody again."""
    sessions = rows.sessions
    here = (sessions.c.guest_id == guest) & (sessions.c.kind == "cookie")
    named = sa.func.substr(sessions.c.token_hash, 1, SHOWN) == device
    if connection.execute(sa.delete(sessions).where(here & named)).rowcount == 0:
        raise not_found("device")


def end_session(connection: sa.Connection, token: str) -> None:
    """Let the browser of a token be nobody again."""
    here = rows.sessions.c.token_hash == hashed(token)
    connection.execute(sa.delete(rows.sessions).where(here))


# ---- another device ------------------------------------------------------------------------------


def code_for_device(connection: sa.Connection, guest: str, now: int) -> tuple[str, int]:
    """A code by which another device comes in as this member, and until when."""
    code = new_code(GROUPS, LETTERS)
    return code, keep_word(connection, read_code(code), "device", guest, now)


def whose_code(connection: sa.Connection, said: str, now: int) -> str:
    """The name of the member whose code it is; looking takes nothing."""
    guest = whose_word(connection, read_code(said), "device", now)
    named = sa.select(rows.guests.c.name).where(rows.guests.c.id == guest)
    name = connection.execute(named).scalar()
    if name is None:
        raise _over()
    return str(name)


def use_device_code(connection: sa.Connection, said: str, now: int) -> str:
    """Use a code for another device up; the member whose it was."""
    try:
        guest = use_word(connection, read_code(said), "device", now)
    except LookupError:
        raise _over() from None
    assert guest is not None
    return guest


def _over() -> Refusal:
    return Refusal(
        410, "device_code_over", "This code no longer works; get a new one on the other device."
    )
