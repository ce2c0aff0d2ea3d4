"""Who sent a request and how, as far as proxies that the operator trusts say so."""

from __future__ import annotations

from starlette.types import Scope

from parley.kit.http_limits import Network
from parley.web.server.connection_limits import forwarded_for, is_within, owner_of


def client_of(scope: Scope, trusted: tuple[Network, ...]) -> str:
    """The address, or the network of an IPv6 address, that limits count by."""
    address = _peer(scope)
    if is_within(address, trusted):
        address = forwarded_for(_sent(scope, b"x-forwarded-for"), trusted) or address
    return owner_of(address)


def is_https(scope: Scope, trusted: tuple[Network, ...]) -> bool:
    """Whether the client's own connection is encrypted."""
    if not is_within(_peer(scope), trusted):
        return bool(scope["scheme"] == "https")
    said = _sent(scope, b"x-forwarded-proto").rpartition(",")[2].strip().lower()
    return (said or scope["scheme"]) == "https"


def _peer(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else ""


def _sent(scope: Scope, name: bytes) -> str:
    """All values of a header: each proxy may have written a line of its own."""
    return b",".join(value for known, value in scope["headers"] if known == name).decode("latin-1")
