"""Reads a conversation that becomes a test case."""

from __future__ import annotations

from uuid import UUID

from parley.domain.conversations import store, turn_store
from parley.domain.conversations.model import ConversationsNotFound
from parley.domain.conversations.redaction import is_redacted
from parley.runtime.test_runs.recorded.conversation import RecordedConversation, RecordedTurn
from parley.runtime.turn.output import EndReason
from parley.storage.db import Connection, Database


async def read_conversation(
    db: Database | Connection, conversation_id: UUID, project_id: str | None = None
) -> RecordedConversation:
    """`project_id`: whose it has to be; None: anybody's."""
    summary = await store.find_summary(db, conversation_id)
    if summary is None or project_id not in (None, summary["project_id"]):
        raise ConversationsNotFound
    rows = await turn_store.list_played(db, conversation_id)
    cut = [bool(row["barge_in"]) for row in rows[1:]]
    turns = [
        RecordedTurn(
            number=row["number"],
            said=row["said"],
            keys=row["dtmf"] if row["said"] == row["dtmf"] and not is_redacted(row["dtmf"]) else "",
            reply=row["agent_response"],
            trace=row["trace"],
            was_cut=was_cut,
        )
        for row, was_cut in zip(rows, [*cut, False], strict=True)
    ]
    caller = summary["from_number"]
    opening = rows[0]["trace"].get("opening", {}) if rows else {}
    return RecordedConversation(
        public_id=summary["public_id"],
        channel=summary["channel"],
        variant=summary["variant_name"],
        language=summary["language"],
        started_at=summary["started_at"],
        caller_number="" if is_redacted(caller) else caller,
        turns=turns,
        handoff=summary["handoff_destination"] if summary["handoff"] else None,
        ended_by_agent=summary["end_reason"] in list(EndReason),
        attributes=opening.get("integration_attributes", {}),
        sip_headers=opening.get("sip_headers", {}),
    )
