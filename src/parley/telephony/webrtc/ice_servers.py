"""What clients are told of STUN and TURN servers. TURN takes credentials that end with the call (the "REST API" of
coturn and others): a shared secret signs the name of the user, which is a time. Pure."""

from __future__ import annotations

import hmac
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

RELAYS = ("turn:", "turns:")


def ice_servers(urls: Sequence[str], secret: str, until: int) -> dict[str, Any]:
    """The credentials are good until then, in seconds of the epoch."""
    stun = [url for url in urls if not url.startswith(RELAYS)]
    turn = [url for url in urls if url.startswith(RELAYS)]
    servers: list[dict[str, Any]] = [{"urls": stun}] if stun else []
    if turn:
        user = f"{until}:parley"
        signed = hmac.digest(secret.encode(), user.encode(), "sha1")  # what such servers expect
        servers.append({"urls": turn, "username": user, "credential": b64encode(signed).decode()})
    return {"iceServers": servers}
