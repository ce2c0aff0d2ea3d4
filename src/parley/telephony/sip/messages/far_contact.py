"""Where requests within a call go to, when the other side names an address of its own that nobody outside can reach."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network

LONGEST = 1024
"""Of a Contact: the pattern takes the square of its length."""
_FIRST_VIA = re.compile(
    rb"\r\n(?:via|v)[ \t]*:[ \t]*SIP/2\.0/[A-Za-z]+[ \t]+(\[[0-9A-Fa-f:.]+\]|[^:;,\s]+)(?::([0-9]{1,5}))?([^\r\n,]*)",
    re.IGNORECASE,
)
_RECORD_ROUTE = re.compile(rb"\r\nrecord-route[ \t]*:", re.IGNORECASE)
_CONTACT = re.compile(
    r"^(.*?sips?:(?:[^@<>]*@)?)(\[[0-9A-Fa-f:.]+\]|[0-9.]+)(?::([0-9]{1,5}))?(?=[;>?\s,]|$)", re.IGNORECASE
)
_PRIVATE = tuple(
    ip_network(text) for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7")
)


def reachable_contact(contact: str, packet: bytes, source: str, port: int) -> str | None:
    """The Contact with the address that the message came from (RFC 3581, RFC 5626) in the place of one that a router
    translated; None when it is right as it is.

    Of a request it is known by its Via: whoever names in both the same address, which is not the one that it came from,
    does not know better. Of a response, by an address that is private where the source is not. With Record-Route,
    requests go to the proxy, which knows its own.
    """
    if len(contact) > LONGEST:
        return None
    head = packet.partition(b"\r\n\r\n")[0]
    found = _CONTACT.match(contact)
    if found is None or "," in contact or _RECORD_ROUTE.search(head):
        return None
    host = found[2].strip("[]")
    if head.startswith(b"SIP/"):
        is_translated = is_private(host) and not is_private(source)
    else:
        is_translated = _is_sender_translated(head, host, int(found[3] or 5060), source, port)
    if not is_translated:
        return None
    shown = f"[{source}]" if ":" in source else source
    return f"{found[1]}{shown}:{port}{contact[found.end() :]}"


def _is_sender_translated(head: bytes, host: str, contact_port: int, source: str, port: int) -> bool:
    via = _FIRST_VIA.search(head)
    if via is None or via[1].decode(errors="replace").strip("[]") != host:
        return False
    if not _same(host, source):
        return True
    # At the same address another port may be where it listens, unless it asks for answers where it sent from.
    via_port = int(via[2] or 5060)
    return via_port != port and contact_port == via_port and b";rport" in via[3].lower()


def is_private(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in _PRIVATE)


def _same(host: str, source: str) -> bool:
    try:
        return ip_address(host) == ip_address(source)
    except ValueError:
        return False
