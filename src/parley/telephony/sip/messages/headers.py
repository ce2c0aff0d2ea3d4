"""SIP headers and addresses as text: what may be written, and how."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from urllib.parse import quote, unquote

_NAME = re.compile(r"[A-Za-z0-9!%*_+`'~.-]+")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_HOST = re.compile(r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]")
_URI_USER = re.compile(r"sips?:(?:([^@;?>]*)[^@>]*@)?", re.IGNORECASE)
_TEL_USER = re.compile(r"tel:([^;?>]+)", re.IGNORECASE)
LONGEST = 512
"""Of an address: what takes the square of its length to search must be short."""
_USER_SAFE = "-_.!~*'()&=+$,/"
"""What stands in the user part of an address as it is (RFC 3261, 25.1), but `;` and `?`, which readers misread."""


def check_headers(headers: Mapping[str, str]) -> list[tuple[str, str]]:
    """The headers, if none of them can become something else on the wire (an injected line). Raises `ValueError`."""
    for name, value in headers.items():
        if not _NAME.fullmatch(name):
            raise ValueError("A SIP header has a name that cannot be written.")
        if _CONTROL.search(value):
            raise ValueError("A SIP header has a value that cannot be written.")
    return list(headers.items())


def render_headers(headers: Mapping[str, str]) -> str:
    return "".join(f"{name}: {value}\r\n" for name, value in check_headers(headers))


def find_header(headers: Mapping[str, str], names: Iterable[str]) -> str:
    """The value of the first of these headers that is there, however it is capitalised; empty if none is."""
    values = {name.lower(): value for name, value in headers.items()}
    return next((values[name] for name in names if name in values), "")


def uri_user(address: str) -> str:
    """The user part of a SIP or tel address in angle brackets or not; empty if it has none."""
    address = address[:LONGEST]
    found = _URI_USER.search(address) or _TEL_USER.search(address)
    return unquote(found[1] or "") if found else ""


def sip_uri(user: str, host: str, port: int | None = None) -> str:
    """Raises `ValueError` for a host that is none."""
    if not _HOST.fullmatch(host):
        raise ValueError("This is not the name or address of a host.")
    return f"sip:{quote(user, safe=_USER_SAFE)}@{host}" + (f":{port}" if port else "")


def parse_ip(host: str) -> str | None:
    """The IP address that a host is written as, without brackets; None if it is a name."""
    try:
        return str(ip_address(host.strip("[]")))
    except ValueError:
        return None
