"""For which sites and apps the token of a connector is good. The token stands in every page and is no secret: what
keeps others from using it is that a browser says where a page comes from. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from parley.kit.errors import ParleyError

MOST_HOSTS = 20
# A name with or without a port, an address, or the id of an app, such as com.example.App.
HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


class HostInvalid(ParleyError):
    """A host is the name of a site, such as www.example.com, or the id of an app."""

    status = 400


def host_of(given: str) -> str | None:
    """The host of an origin (`https://shop.example:8443`) or of a bare name, without its port; None for neither. All
    names of this machine are one."""
    text = given.strip()
    if re.search(r"\s", text):
        return None
    if "://" in text:
        try:
            parts = urlsplit(text)
        except ValueError:
            return None
        if parts.scheme not in ("http", "https"):
            return None
        text = parts.netloc.rpartition("@")[2]
    if not HOST.fullmatch(text):
        return None
    name = re.sub(r":[0-9]+$", "", text).lower()
    return "localhost" if name in LOOPBACK else name


def is_allowed(given: str, registered: Sequence[str]) -> bool:
    """Whether it is one of the registered hosts, or below one."""
    host = host_of(given)
    return host is not None and any(host == each or host.endswith(f".{each}") for each in registered)


def checked_hosts(given: Sequence[str]) -> list[str]:
    """As they are kept, for whoever registers them."""
    found = [host_of(each) for each in given]
    if not found or None in found or len(found) > MOST_HOSTS:
        raise HostInvalid
    return list(dict.fromkeys(each for each in found if each))
