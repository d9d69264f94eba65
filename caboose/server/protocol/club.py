"""What goes over HTTP about members: claiming a name, coming back, devices."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from caboose.server.protocol.bodies import Name
from caboose.server.protocol.views import Message

Code = Annotated[str, Field(min_length=1, max_length=60)]
# What the browser's own functions take and give; see WebAuthn.
Credential = dict[str, Any]


class Claim(Message):
    """The name that a guest wants to keep."""

    name: Name


class RecoveryCodes(Message):
    """Codes by which a member comes back; each works once. They are shown this once."""

    codes: list[str]


class Device(Message):
    """A browser that is signed in."""

    id: str
    device: str  # as `Firefox on Linux`; empty if it does not say
    here: bool  # the one that asks
    since: int
    seen_at: int


class Passkey(Message):
    """A key that a device keeps for a member."""

    id: str
    device: str
    created_at: int
    used_at: int | None


class Membership(Message):
    """What a member has, for themselves alone."""

    name: str
    since: int
    rename_at: int  # from when on the name may change
    codes_left: int
    may_have_passkeys: bool  # at this address
    passkeys: list[Passkey]
    devices: list[Device]


class DeviceCode(Message):
    """A code by which another device comes in as this member: once, and soon."""

    code: str
    path: str  # of the page that takes it; what stands behind # is sent to nobody
    until: int


class SaidCode(Message):
    """A code as somebody has typed it."""

    code: Code


class CodeOwner(Message):
    """Whose code it is."""

    name: str


class PasskeyOptions(Message):
    """What the browser is asked for."""

    options: Credential


class ShownPasskey(Message):
    """What the browser answered."""

    credential: Credential
