"""What integrators are told when a conversation is over and its record complete. Pure."""

from __future__ import annotations

from parley.domain.records.model import Header
from parley.domain.webhooks.model import Announcement, EventType
from parley.kit.clock import iso

LARGEST_TOLD = 1 << 20
"""Bytes of a record that is sent along. Of a larger one there is the link alone."""


def conversation_ended(header: Header, turns: int) -> Announcement:
    ended_at = header.ended_at or header.started_at
    members = {
        "id": header.public_id,
        "account_id": header.account_id,
        "project_id": header.project_id,
        "environment": header.environment,
        "channel": header.channel,
        "variant_id": header.variant_id,
        "variant_name": header.variant_name,
        "started_at": iso(header.started_at),
        "ended_at": iso(ended_at),
        "num_turns": turns,
        "handoff": header.handoff,
        "handoff_destination": header.handoff_destination,
        "handoff_reason": header.handoff_reason,
        "record_path": f"/v1/agents/{header.project_id}/conversations/{header.public_id}",
    }
    return Announcement(EventType.CONVERSATION_ENDED, ended_at, {"conversation": members}, header.id)
