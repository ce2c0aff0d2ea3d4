"""A URL, taken apart. Only what every HTTP implementation understands alike gets through."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from parley.kit.outbound.addresses import Address, parse_address

LONGEST = 2048
CHARACTERS = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+")
NAME = re.compile(r"(?=.{1,253}\Z)(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.)*[A-Za-z0-9-]{1,63}\.?")
LOOKS_LIKE_A_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0[xX][0-9A-Fa-f]*)\.?")
PORTS = {"http": 80, "https": 443}


class UnsoundUrl(ValueError):
    """The message says what is wrong, as it goes on after the name of the field."""


@dataclass(frozen=True, slots=True)
class Target:
    scheme: str
    host: str
    """A name or an address, without brackets."""
    port: int
    path: str
    """With the query; what the request line says."""

    @property
    def address(self) -> Address | None:
        """When the URL names an address and no name."""
        return parse_address(self.host)

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def parse_target(url: str) -> Target:
    """Raises `UnsoundUrl`."""
    if len(url) > LONGEST:
        raise UnsoundUrl(f"has more than {LONGEST} characters")
    # Stricter than `urlsplit`, which drops tabs and newlines: what was checked must be what is sent.
    if not CHARACTERS.fullmatch(url):
        raise UnsoundUrl("contains characters that a URL cannot have")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UnsoundUrl("is not a valid URL") from None
    if parts.scheme not in PORTS:
        raise UnsoundUrl("is not an HTTP URL")
    if "@" in parts.netloc:
        raise UnsoundUrl("contains credentials")
    host = parts.hostname or ""
    if not _is_host(host, in_brackets=parts.netloc.startswith("[")) or port == 0:
        raise UnsoundUrl("has no valid host")
    query = f"?{parts.query}" if parts.query else ""
    return Target(parts.scheme, host, PORTS[parts.scheme] if port is None else port, (parts.path or "/") + query)


def _is_host(host: str, *, in_brackets: bool) -> bool:
    address = parse_address(host)
    if in_brackets:
        return address is not None and address.version == 6 and "%" not in host
    if LOOKS_LIKE_A_NUMBER.fullmatch(host):  # some resolvers read `127.1` or `0x7f000001` as an address
        return address is not None
    return NAME.fullmatch(host) is not None
