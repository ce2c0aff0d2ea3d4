"""How much of a server a client may use before anybody knows who it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from ipaddress import IPv4Network, IPv6Network, ip_network

Network = IPv4Network | IPv6Network

LOOPBACK: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


@dataclass(frozen=True, slots=True)
class HttpLimits:
    headers: int = 100
    header_bytes: int = 32 << 10
    url_bytes: int = 8 << 10
    head_seconds: float = 10.0
    """From the first byte of a request, or from connecting, to the end of its headers."""
    body_seconds: float = 30.0
    """For a body of any size; each `bytes_per_second` of it give a second more."""
    bytes_per_second: int = 4096
    """Slower than this, a client neither sends a long body nor receives a long answer."""
    idle_seconds: float = 75.0
    write_seconds: float = 30.0
    """How long a client that does not take its answer is waited for."""
    requests_per_connection: int = 100_000
    pipelined: int = 16
    """Requests that wait for the answer to an earlier one on the same connection."""
    connections: int = 10_000
    connections_per_address: int = 1_000
    trusted_proxies: tuple[Network, ...] = LOOPBACK
    """Connections from here are not counted by address. Requests on them are, by what `X-Forwarded-For` says."""
    body_memory: int = 256 << 20
    """Bytes that all bodies which are still coming in may take together."""

    def for_operations(self) -> HttpLimits:
        """Probes and scrapers are few, ask for little and send no bodies."""
        return replace(
            self,
            headers=min(self.headers, 50),
            header_bytes=min(self.header_bytes, 8 << 10),
            url_bytes=min(self.url_bytes, 1 << 10),
            body_seconds=min(self.body_seconds, 5.0),
            connections=min(self.connections, 256),
            connections_per_address=min(self.connections_per_address, 64),
            pipelined=min(self.pipelined, 4),
        )


LIMITS = HttpLimits()
