"""Every endpoint of the messaging service."""

from __future__ import annotations

from parley.messaging import access, desk
from parley.web.endpoint import Endpoint
from parley.web.groups import DESK, MESSAGING, Group

ENDPOINTS: tuple[Endpoint, ...] = (*access.ENDPOINTS, *desk.ENDPOINTS)


def group_of(path: str) -> Group:
    return DESK if path.startswith("/api/v1/desk/") else MESSAGING
