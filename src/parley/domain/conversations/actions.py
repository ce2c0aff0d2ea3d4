"""What happens to a conversation. Each runs in the caller's transaction; a turn is written whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from parley.domain.conversations import external_events, handoffs, removal, store, turns
from parley.domain.conversations.external_events import Arrival, Delivery, ExternalEventIdNotValid
from parley.domain.conversations.model import (
    Conversation,
    ConversationBusy,
    ConversationRunning,
    ConversationsNotFound,
    Ending,
    LiveConversation,
    LiveState,
    OutboxMessage,
    TurnWrite,
    collected,
)
from parley.kit.ids import uuid7
from parley.storage import queue, signals
from parley.storage.db import Connection

EVENT_ID_LIFETIME = timedelta(hours=1)
EVENT_ARRIVED = "parley_external_events"
"""Signalled with the id of the conversation."""
FINISH = "conversations.finish"
FINISH_KEY = "finish:"
"""With the id of the conversation, the key of the job that will finish it."""
SEND_MESSAGE = "messages.send"
TAKE_IN_EVENTS = "conversations.deliver_events"
TAKE_OVER_AFTER = timedelta(seconds=5)
"""Whoever accepts an event, or waits for it, takes it in at once. A job looks after this time whether they did."""


async def start(tx: Connection, conversation: Conversation, opening: TurnWrite) -> None:
    """A new conversation with its opening turn; it may already have ended there."""
    at = opening.turn.agent_response_at
    await store.insert_conversation(tx, conversation)
    await store.insert_live(tx, conversation, opening.live, at, opening.ending is not None)
    await store.insert_turn(tx, conversation.id, opening.turn)
    await _write_rest(tx, conversation.id, conversation.project_id, opening)


async def end_turn(tx: Connection, claimed: LiveConversation, taken: TurnWrite) -> None:
    """A turn with more to write than itself, in one transaction. The claim is given back."""
    save = turns.Save(claimed, taken.turn, taken.live, ended=taken.ending is not None, keeps_lease=False)
    if claimed.id not in await turns.save(tx, [save]):
        raise ConversationBusy
    await _write_rest(tx, claimed.id, claimed.project_id, taken)


async def close(
    tx: Connection, claimed: LiveConversation, ending: Ending, at: datetime, metrics: Sequence[tuple[str, str]] = ()
) -> None:
    """Ends a conversation without a turn: the other side left, or nobody said anything for too long. `metrics` are what
    the door has to say about it."""
    if not await store.set_closed(tx, claimed):
        raise ConversationBusy
    await _end(tx, claimed.id, ending, at, metrics)


async def accept_event(tx: Connection, project_id: str, delivery: Delivery) -> Arrival:
    """An event from outside: written now, known to the conversation as soon as someone has taken it in."""
    arrival = await external_events.insert(tx, project_id, delivery)
    if arrival is None:
        raise ExternalEventIdNotValid
    conversation = str(arrival.conversation_id)
    await queue.defer(tx, TAKE_IN_EVENTS, {"conversation": conversation}, run_at=delivery.at + TAKE_OVER_AFTER)
    if arrival.is_attended:
        await signals.notify(tx, EVENT_ARRIVED, conversation)
    return arrival


async def take_in_events(tx: Connection, claimed: LiveConversation, live: LiveState, last_event: int) -> None:
    """A conversation has learnt of events that nobody has to say anything about. The claim is given back."""
    if not await store.save_dialog(tx, claimed, live):
        raise ConversationBusy
    await external_events.forget(tx, claimed.id, last_event)


async def finish(
    tx: Connection, conversation_id: UUID, state: Mapping[str, Any], last_metrics: Sequence[tuple[str, Any]]
) -> None:
    """After the end function: the header gets its sums, and what only a live conversation needs goes away."""
    await sum_up(tx, conversation_id, state, last_metrics)
    await store.delete_live(tx, conversation_id)


async def sum_up(
    tx: Connection, conversation_id: UUID, state: Mapping[str, Any], last_metrics: Sequence[tuple[str, Any]]
) -> None:
    metrics = [*await store.metrics_of(tx, conversation_id), *last_metrics]
    await store.set_finished(tx, conversation_id, state, collected(metrics))


async def remove(tx: Connection, conversation_id: UUID) -> None:
    """Takes away everything that was ever kept of a conversation that has ended."""
    found = await removal.find_removable(tx, conversation_id)
    if found is None:
        raise ConversationsNotFound
    if found["is_running"] or found["is_busy"]:
        raise ConversationRunning
    await removal.open_block(tx, conversation_id)
    await removal.delete(tx, [conversation_id])
    await removal.delete_kept_replies(tx, found["public_id"])


async def _write_rest(tx: Connection, conversation_id: UUID, project_id: str, taken: TurnWrite) -> None:
    """Messages to send, event ids to wait for, events that are known now, a new name, and the end."""
    at = taken.turn.agent_response_at
    if taken.event_ids:
        await external_events.announce(tx, project_id, conversation_id, taken.event_ids, at + EVENT_ID_LIFETIME)
    if taken.last_event is not None:
        await external_events.forget(tx, conversation_id, taken.last_event)
    await send_messages(tx, conversation_id, project_id, taken.messages)
    if taken.naming is not None:
        await handoffs.name(tx, conversation_id, project_id, taken.naming)
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


async def _end(
    tx: Connection, conversation_id: UUID, ending: Ending, at: datetime, metrics: Sequence[tuple[str, str]] = ()
) -> None:
    await store.set_ended(tx, conversation_id, ending, at)
    args = {"conversation": str(conversation_id), "metrics": [list(metric) for metric in metrics]}
    await queue.defer(tx, FINISH, args, key=f"{FINISH_KEY}{conversation_id}")
