"""What integrators are told of a conversation while it goes on. Pure."""

from __future__ import annotations

from datetime import datetime

from parley.domain.conversations.model import Conversation, HandoffRequested, LiveConversation
from parley.domain.webhooks.model import Announcement, EventType
from parley.kit.clock import iso


def conversation_started(conversation: Conversation) -> Announcement:
    c = conversation
    members = {
        "id": c.public_id,
        "account_id": c.account_id,
        "project_id": c.project_id,
        "environment": c.environment,
        "channel": c.channel,
        "variant_id": c.variant_id,
        "variant_name": c.variant_name,
        "language": c.language,
        "from_number": c.from_number,
        "to_number": c.to_number,
        "started_at": iso(c.started_at),
    }
    return Announcement(EventType.CONVERSATION_STARTED, c.started_at, {"conversation": members}, c.id)


def handoff_requested(
    conversation: Conversation | LiveConversation, handoff: HandoffRequested, at: datetime
) -> Announcement:
    members = {
        "conversation_id": handoff.public_id,
        "project_id": conversation.project_id,
        "environment": conversation.environment,
        "destination": handoff.destination,
        "reason": handoff.reason,
        "requested_at": iso(at),
    }
    return Announcement(EventType.HANDOFF_REQUESTED, at, {"handoff": members}, conversation.id)
