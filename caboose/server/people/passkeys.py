"""Passkeys: keys that a member's device keeps and shows by a finger, a face or a PIN (WebAuthn).

They need https or localhost, and an address in numbers can never be their home: elsewhere recovery
codes are the way in. What proves something is a challenge that we gave, which works once.
"""

from __future__ import annotations

import ipaddress
import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
import webauthn
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from caboose.server.people.passing_words import Purpose, keep_word, use_word
from caboose.server.people.tokens import hashed
from caboose.server.protocol.refusals import Refusal, conflict, not_found
from caboose.server.storage import rows

MOST = 20  # of one member


@dataclass(frozen=True)
class Home:
    """The site that passkeys belong to: its name, and the address of its pages."""

    name: str
    origin: str

    @property
    def may_have_passkeys(self) -> bool:
        """Do browsers allow them here? Only over https, or on the machine itself by its name."""
        try:
            ipaddress.ip_address(self.name.strip("[]"))
        except ValueError:
            return self.origin.startswith("https:") or self.name == "localhost"
        return False


def refuse_elsewhere(home: Home) -> None:
    """Refuse passkeys where no browser allows them."""
    if not home.may_have_passkeys:
        raise conflict(
            "no_passkeys", "Passkeys work only over https or on localhost; use a recovery code."
        )


def options_for_new(
    connection: sa.Connection, guest: str, name: str, home: Home, now: int
) -> dict[str, Any]:
    """What a browser needs to make a passkey for a member."""
    refuse_elsewhere(home)
    mine = list(connection.execute(_of(guest)))
    if len(mine) >= MOST:
        raise conflict("too_many_passkeys", f"You have {MOST} passkeys; remove one first.")
    options = webauthn.generate_registration_options(
        rp_id=home.name,
        rp_name="Caboose",
        user_id=guest.encode(),
        user_name=name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential)) for key in mine
        ],
    )
    challenge = bytes_to_base64url(options.challenge)
    keep_word(connection, challenge, "new_passkey", guest, now)
    return dict(json.loads(webauthn.options_to_json(options)))


def keep_passkey(
    connection: sa.Connection,
    guest: str,
    said: dict[str, Any],
    device: str,
    home: Home,
    now: int,
) -> None:
    """Keep a passkey that a browser has made for a member."""
    try:
        credential = parse_registration_credential_json(said)
        challenge = _challenge(connection, credential, "new_passkey", guest, now)
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=home.name,
            expected_origin=home.origin,
        )
    except (WebAuthnException, LookupError, ValueError) as error:
        raise _unknown_passkey() from error
    credential_id = bytes_to_base64url(made.credential_id)
    values = {
        "id": hashed(credential_id),
        "guest_id": guest,
        "credential": credential_id,
        "public_key": bytes_to_base64url(made.credential_public_key),
        "sign_count": made.sign_count,
        "device": device,
        "created_at": now,
    }
    connection.execute(sa.insert(rows.passkeys).values(values))


def options_for_sign_in(connection: sa.Connection, home: Home, now: int) -> dict[str, Any]:
    """What a browser needs to show a passkey; it knows itself which it has."""
    refuse_elsewhere(home)
    options = webauthn.generate_authentication_options(rp_id=home.name)
    keep_word(connection, bytes_to_base64url(options.challenge), "passkey", None, now)
    return dict(json.loads(webauthn.options_to_json(options)))


def use_passkey(connection: sa.Connection, said: dict[str, Any], home: Home, now: int) -> str:
    """The member whose passkey was shown."""
    keys = rows.passkeys
    try:
        credential = parse_authentication_credential_json(said)
        here = keys.c.id == hashed(bytes_to_base64url(credential.raw_id))
        kept = connection.execute(sa.select(keys).where(here).with_for_update()).first()
        if kept is None:
            raise LookupError("a passkey that is not known")
        shown = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=_challenge(connection, credential, "passkey", None, now),
            expected_rp_id=home.name,
            expected_origin=home.origin,
            credential_public_key=base64url_to_bytes(kept.public_key),
            credential_current_sign_count=kept.sign_count,
        )
    except (WebAuthnException, LookupError, ValueError) as error:
        raise _unknown_passkey() from error
    used = sa.update(keys).where(here)
    connection.execute(used.values(sign_count=shown.new_sign_count, used_at=now))
    return str(kept.guest_id)


def passkeys_of(connection: sa.Connection, guest: str) -> list[sa.Row[Any]]:
    """A member's passkeys, newest first."""
    return list(connection.execute(_of(guest)))


def remove_passkey(connection: sa.Connection, guest: str, passkey: str) -> None:
    """Let a passkey work no more."""
    keys = rows.passkeys
    here = (keys.c.guest_id == guest) & (keys.c.id == passkey)
    if connection.execute(sa.delete(keys).where(here)).rowcount == 0:
        raise not_found("passkey")


def _of(guest: str) -> sa.Select[Any]:
    keys = rows.passkeys
    return sa.select(keys).where(keys.c.guest_id == guest).order_by(keys.c.created_at.desc())


def _challenge(
    connection: sa.Connection, credential: Any, purpose: Purpose, guest: str | None, now: int
) -> bytes:
    """The challenge that was answered, if it is one of ours; it is used up."""
    answered = parse_client_data_json(credential.response.client_data_json).challenge
    if use_word(connection, bytes_to_base64url(answered), purpose, now) != guest:
        raise LookupError("a challenge for somebody else")
    return answered


def _unknown_passkey() -> Refusal:
    return Refusal(403, "bad_passkey", "This passkey is not known here.")
