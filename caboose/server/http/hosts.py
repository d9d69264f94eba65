"""Under which names this server answers: a name that somebody else owns may only borrow it.

The owner of a name can let it point to anybody's machine (DNS rebinding), and a page under that
name would then be taken for one of ours. An address made of numbers, and a name that nobody on the
internet can own, always lead where they seem to; any other name is answered if the settings say so.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

ANY = "*"
# Kept free for this machine or the network around it (RFC 6761, 6762, 8375), or by custom.
NOBODYS = (".localhost", ".local", ".test", ".home.arpa", ".internal", ".lan")


class Hosts:
    """The names of one server, besides those that are always safe."""

    def __init__(self, names: Iterable[str], origins: Iterable[str]) -> None:
        others = (urlsplit(origin).hostname or "" for origin in origins)
        self._names = {name.lower() for name in (*names, *others)}

    def answers(self, host: str | None) -> bool:
        """Is this one of our names? A browser always sends one."""
        if not host or ANY in self._names:
            return True
        name = _name_in(host)
        return name in self._names or _is_nobodys(name) or _is_address(name)


def _name_in(host: str) -> str:
    """The name alone, without a port and the dot that may end it; empty if it is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_nobodys(name: str) -> bool:
    """Is it a name that the internet does not know?"""
    return name.endswith(NOBODYS) or (name != "" and "." not in name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
