"""Members: claiming a name, coming back by a code, and what others see of them."""

from __future__ import annotations

import secrets
from typing import Any

from tests.support.server.people import Person

NOTHING = {"ratings": False, "figures": False, "games": False, "tables": False}


def some_name() -> str:
    """A name that no other test has claimed, and that looks like no other."""
    return "N" + "".join(secrets.choice("ABDEFKNPT") for _ in range(14))


def claim(person: Person, name: str | None = None) -> list[str]:
    """Claim a name; its recovery codes."""
    codes: list[str] = person.ask("POST", "/api/member", {"name": name or some_name()})["codes"]
    return codes


def sign_in(person: Person, code: str, way: str = "code") -> str:
    """Come back by a code; the guest one is then."""
    me: str = person.ask("POST", f"/api/sign-in/{way}", {"code": code})["guest"]
    return me


def profile(asks: Person, name: str, status: int | None = None) -> Any:
    return asks.ask("GET", f"/api/profile?name={name}", status=status)
