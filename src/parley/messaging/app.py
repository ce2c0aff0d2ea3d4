"""Every endpoint of the messaging service."""

from __future__ import annotations

from parley.messaging import access
from parley.web.endpoint import Endpoint
from parley.web.groups import MESSAGING, Group

ENDPOINTS: tuple[Endpoint, ...] = (*access.ENDPOINTS,)


def group_of(_path: str) -> Group:
    return MESSAGING
