"""Which page is asking: a browser's cookie counts only for pages of this server."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit


def is_same_origin(headers: Mapping[str, str], allowed: list[str]) -> bool:
    """Does a page of ours ask? Whoever sends no origin is no browser, or only reads."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host", "") or origin in allowed
    except ValueError:  # this is no address
        return False
