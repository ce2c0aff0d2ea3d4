"""What happens to a conversation. Each runs in the caller's transaction; a turn is written whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from parley.domain.conversations import store, turns
from parley.domain.conversations.model import (
    Claimed,
    Conversation,
    ConversationBusy,
    Ending,
    OutboxMessage,
    Taken,
    collected,
)
from parley.kit.ids import uuid7
from parley.storage import queue
from parley.storage.db import Connection

EVENT_ID_LIFETIME = timedelta(hours=1)
FINISH = "conversations.finish"
SEND_MESSAGE = "messages.send"


async def start(tx: Connection, conversation: Conversation, opening: Taken) -> None:
    """A new conversation with its opening turn; it may already have ended there."""
    at = opening.turn.agent_response_at
    await store.insert_conversation(tx, conversation)
    await store.insert_live(tx, conversation, opening.live, at, opening.ending is not None)
    await store.insert_turn(tx, conversation.id, opening.turn)
    await _write_rest(tx, conversation.id, conversation.project_id, opening)


async def end_turn(tx: Connection, claimed: Claimed, taken: Taken) -> None:
    """A turn with more to write than itself, in one transaction. The claim is given back."""
    save = turns.Save(claimed, taken.turn, taken.live, ended=taken.ending is not None, keeps_claim=False)
    if claimed.id not in await turns.save(tx, [save]):
        raise ConversationBusy
    await _write_rest(tx, claimed.id, claimed.project_id, taken)


async def close(tx: Connection, claimed: Claimed, ending: Ending, at: datetime) -> None:
    """Ends a conversation without a turn: the client closed it, or nobody said anything for too long."""
    if not await store.set_closed(tx, claimed):
        raise ConversationBusy
    await _end(tx, claimed.id, ending, at)


async def finish(tx: Connection, conversation_id: UUID, state: Mapping[str, Any], last_metrics: list[Any]) -> None:
    """After the end function: the header gets its sums, and what only a live conversation needs goes away."""
    metrics = [*await store.metrics_of(tx, conversation_id), *last_metrics]
    await store.set_finished(tx, conversation_id, state, collected(metrics))
    await store.delete_live(tx, conversation_id)


async def _write_rest(tx: Connection, conversation_id: UUID, project_id: str, taken: Taken) -> None:
    """Messages to send, event ids to wait for, and the end."""
    at = taken.turn.agent_response_at
    if taken.event_ids:
        await store.insert_event_ids(tx, project_id, conversation_id, taken.event_ids, at + EVENT_ID_LIFETIME)
    await send_messages(tx, conversation_id, project_id, taken.messages)
    if taken.ending is not None:
        await _end(tx, conversation_id, taken.ending, at)


async def send_messages(
    tx: Connection, conversation_id: UUID, project_id: str, messages: Sequence[OutboxMessage]
) -> None:
    """Written now, delivered by a job: a message is sent if and only if its turn was kept."""
    for message in messages:
        message_id = uuid7()
        await store.insert_message(tx, message_id, project_id, conversation_id, message)
        await queue.defer(tx, SEND_MESSAGE, {"message": str(message_id)})


async def _end(tx: Connection, conversation_id: UUID, ending: Ending, at: datetime) -> None:
    await store.set_ended(tx, conversation_id, ending, at)
    await queue.defer(tx, FINISH, {"conversation": str(conversation_id)}, key=f"finish:{conversation_id}")
