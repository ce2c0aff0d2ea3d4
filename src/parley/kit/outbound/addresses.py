"""Which addresses may be connected to: those of the public internet, and networks that the operator has named.

Written out instead of left to `ipaddress.is_global`, whose answers differ between versions of Python, and which knows
nothing of addresses that carry another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

RESERVED_V4 = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # shared by carriers, and by some clouds for what machines are told about themselves
        "127.0.0.0/8",
        "168.63.129.16/32",  # looks public, but is the host beneath a virtual machine in Azure
        "169.254.0.0/16",  # link-local, and what machines are told about themselves in most clouds
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
# All that is assigned to the public internet so far: whatever lies outside is closed without being listed.
UNICAST_V6 = IPv6Network("2000::/3")
RESERVED_V6 = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23",  # protocols, Teredo among them, which carries an IPv4 address
        "2001:db8::/32",
        "2002::/16",  # 6to4, which carries an IPv4 address
        "3fff::/20",
    )
)
NAT64 = IPv6Network("64:ff9b::/96")
LAST_32_BITS = 0xFFFF_FFFF
MOST_ADDRESSES = 4
"""Of one host; each gets its share of the time."""


@dataclass(frozen=True, slots=True)
class Rules:
    networks: tuple[Network, ...] = ()
    """Open besides the public internet."""
    plain_http: bool = False

    def allow(self, address: Address) -> bool:
        real = effective_address(address)
        return any(real in network for network in self.networks) or is_public(real)

    def allowed_among(self, found: Iterable[str]) -> list[str]:
        """Of a host's addresses those that may be connected to, no more than make sense to try."""
        known = ((text, parse_address(text)) for text in found)
        return [text for text, address in known if address is not None and self.allow(address)][:MOST_ADDRESSES]


def parse_address(text: str) -> Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def effective_address(address: Address) -> Address:
    """The IPv4 address that packets to this one end up at, for the two forms in which the system gives such."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in NAT64:
            return IPv4Address(int(address) & LAST_32_BITS)
    return address


def is_public(address: Address) -> bool:
    if isinstance(address, IPv4Address):
        return not any(address in network for network in RESERVED_V4)
    return address in UNICAST_V6 and not any(address in network for network in RESERVED_V6)
