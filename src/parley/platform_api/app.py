"""Every endpoint of the platform service."""

from __future__ import annotations

from parley.platform_api import chat, concurrency, conversations, dni, external_events, handoff, outbound
from parley.web.endpoint import Endpoint
from parley.web.groups import CONVERSATIONS, DNI, OUTBOUND, Group

ENDPOINTS: tuple[Endpoint, ...] = (
    *chat.ENDPOINTS,
    *conversations.ENDPOINTS,
    *concurrency.ENDPOINTS,
    *handoff.ENDPOINTS,
    *external_events.ENDPOINTS,
    *outbound.ENDPOINTS,
    *dni.ENDPOINTS,
)


def group_of(path: str) -> Group:
    """Whose envelope an error gets where no endpoint is."""
    if path.startswith("/v1/outbound-calling"):
        return OUTBOUND
    return DNI if path.startswith("/v1/conversations/dni-reservation") else CONVERSATIONS
