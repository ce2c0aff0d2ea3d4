"""Who is connected to one server, and for how long anything may take. All connections are looked at once a second, so
that no request needs a timer of its own."""

from __future__ import annotations

import resource
import time
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Protocol

from parley.kit.http_limits import HttpLimits, Network
from parley.web.ops import requests

FILES_KEPT_FREE = 256
"""Of those that a process may open: for the database, agent hosts, logs."""
LONGEST_ADDRESS = 64
"""Characters. What is longer is none, and must not be remembered as if it were."""
SUBNET = 64
"""Bits of an IPv6 address that say whose it is: the rest a client chooses by itself."""


class TimedConnection(Protocol):
    """A connection, as far as time matters to it."""

    deadline: float

    def on_deadline(self) -> None: ...


class ConnectionLimiter:
    def __init__(self, limits: HttpLimits) -> None:
        self.limits = limits
        self.now = time.monotonic()
        """A tenth of a second old at most while the server runs: a request reads it several times."""
        self.open = 0
        self.by_address: Counter[str] = Counter()
        self._most = min(limits.connections, max(16, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - FILES_KEPT_FREE))

    def tick(self) -> None:
        self.now = time.monotonic()

    def close_overdue(self, connections: Iterable[TimedConnection]) -> None:
        now = self.now
        for connection in [each for each in connections if each.deadline < now]:
            connection.on_deadline()

    def count_connection(self) -> bool:
        """Whether there is room for one more connection; `release_connection` has to follow in any case."""
        self.open += 1
        requests.connections += 1
        return self.open <= self._most

    def release_connection(self) -> None:
        self.open -= 1
        requests.connections -= 1

    def count_refusal(self, reason: str) -> None:
        requests.refused[reason] += 1

    def is_trusted(self, address: str) -> bool:
        return is_within(address, self.limits.trusted_proxies)

    def count_client(self, address: str) -> bool:
        """Whether one more from there is allowed; if so, `release_client` has to follow."""
        owner = owner_of(address)
        if self.by_address[owner] >= self.limits.connections_per_address:
            return False
        self.by_address[owner] += 1
        return True

    def release_client(self, address: str) -> None:
        owner = owner_of(address)
        self.by_address[owner] -= 1
        # An entry at zero would stay for every address that ever came.
        if self.by_address[owner] <= 0:
            del self.by_address[owner]

    def forwarded_for(self, header: str) -> str | None:
        """The client that the proxies nearest to us speak for: what is further left anybody may have written."""
        return forwarded_for(header, self.limits.trusted_proxies)


class Place:
    """What one connection takes of the limits. Apart from the connection: one that has become a WebSocket keeps its
    place, and nothing else of the request that it began with."""

    __slots__ = ("_address", "_limiter", "_proxied_client", "is_proxied")

    def __init__(self, limiter: ConnectionLimiter) -> None:
        self._limiter = limiter
        self._address: str | None = None
        """Where the connection comes from, if that is counted."""
        self._proxied_client: str | None = None
        """Whom the proxy at the other end speaks for at the moment."""
        self.is_proxied = False

    def take(self, address: str) -> bool:
        """Whether there is room; `leave` has to follow in any case."""
        has_room = self._limiter.count_connection()
        self.is_proxied = not address or self._limiter.is_trusted(address)
        if not self.is_proxied and self._limiter.count_client(address):
            self._address = address
        return has_room and (self.is_proxied or self._address is not None)

    def take_for(self, client: str | None) -> bool:
        """The same for the client that a proxy speaks for, for as long as its request is being answered."""
        self.release_client()
        if client is not None and self._limiter.count_client(client):
            self._proxied_client = client
        return client is None or self._proxied_client is not None

    def release_client(self) -> None:
        if self._proxied_client is not None:
            self._limiter.release_client(self._proxied_client)
            self._proxied_client = None

    def leave(self) -> None:
        self._limiter.release_connection()
        if self._address is not None:
            self._limiter.release_client(self._address)
            self._address = None
        self.release_client()


def forwarded_for(header: str, trusted: tuple[Network, ...]) -> str | None:
    for part in reversed(header.split(",")):
        address = _bare(part)
        if len(address) > LONGEST_ADDRESS or _parsed(address) is None:
            return None
        if not is_within(address, trusted):
            return address
    return None


def _bare(part: str) -> str:
    """An address without port and brackets."""
    part = part.strip()
    if part.startswith("["):
        return part[1:].partition("]")[0]
    return part.partition(":")[0] if part.count(":") == 1 else part


@lru_cache(maxsize=4096)
def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    # On a socket for both protocols IPv4 clients have mapped addresses, which would all be in one IPv6 network.
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


@lru_cache(maxsize=4096)
def is_within(address: str, networks: tuple[Network, ...]) -> bool:
    found = _parsed(address)
    return found is not None and any(found.version == network.version and found in network for network in networks)


@lru_cache(maxsize=4096)
def owner_of(address: str) -> str:
    found = _parsed(address)
    if isinstance(found, IPv6Address):
        return f"{IPv6Address(int(found) >> SUBNET << SUBNET)}/{SUBNET}"
    return str(found or address)
