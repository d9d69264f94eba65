"""Where somebody asks from, as it counts: one household is one address."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

HOUSEHOLD = (
    64  # bits of an IPv6 address that a provider gives to one customer; they choose the rest
)


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """The network that an address counts as: an IPv4 address itself, an IPv6 address its /64."""
    try:
        said = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(said, ipaddress.IPv4Address):
        return str(said)
    if said.ipv4_mapped is not None:
        return str(said.ipv4_mapped)
    return str(ipaddress.ip_network((said, HOUSEHOLD), strict=False))
