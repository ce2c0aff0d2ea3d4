"""Every endpoint of the platform service."""

from __future__ import annotations

from starlette.routing import Route

from parley.platform_api import (
    chat,
    concurrency,
    conversations,
    dni,
    external_events,
    handoff,
    outbound,
    outbound_sms,
    text_webhooks,
)
from parley.resources import Resources
from parley.web.endpoint import Endpoint
from parley.web.groups import CONVERSATIONS, DNI, OUTBOUND, OUTBOUND_SMS, Group

ENDPOINTS: tuple[Endpoint, ...] = (
    *chat.ENDPOINTS,
    *conversations.ENDPOINTS,
    *concurrency.ENDPOINTS,
    *handoff.ENDPOINTS,
    *external_events.ENDPOINTS,
    *outbound.ENDPOINTS,
    *outbound_sms.ENDPOINTS,
    *dni.ENDPOINTS,
)


def routes(resources: Resources) -> list[Route]:
    """What carriers reach: signed by them, and in no document."""
    return text_webhooks.text_routes(resources)


def group_of(path: str) -> Group:
    """Whose envelope an error gets where no endpoint is."""
    if path.startswith("/v1/outbound-calling"):
        return OUTBOUND
    if path.startswith("/v1/outbound-sms"):
        return OUTBOUND_SMS
    return DNI if path.startswith("/v1/conversations/dni-reservation") else CONVERSATIONS
