"""What happens to a conversation. Each runs in the caller's transaction; a turn is written whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from parley.domain.conversations import (
    external_event_store,
    handoff_store,
    message_store,
    removal_store,
    store,
    turn_store,
)
from parley.domain.conversations.external_events import AcceptedEvent, ExternalEventIdNotValid, IncomingEvent
from parley.domain.conversations.model import (
    Conversation,
    ConversationBusy,
    ConversationRunning,
    ConversationsNotFound,
    Ending,
    HandoffRequested,
    LiveConversation,
    LiveState,
    OutboxMessage,
    TurnRow,
    TurnWrite,
    collect_metrics,
)
from parley.domain.recordings import actions as recordings
from parley.domain.webhooks import actions as webhooks
from parley.domain.webhooks.model import Announcement, EventType
from parley.kit.clock import iso
from parley.kit.ids import uuid7
from parley.storage import queue, signals
from parley.storage.db import Connection
from parley.storage.queue import Job

EVENT_ID_LIFETIME = timedelta(hours=1)
EVENT_ARRIVED = "parley_external_events"
"""Signalled with the id of the conversation."""
FINISH = "conversations.finish"
FINISH_KEY = "finish:"
"""With the id of the conversation, the key of the job that will finish it."""
SEND_MESSAGE = "messages.send"
CLOSE_IDLE = "conversations.close_idle"
FORGET_OLD = "conversations.forget_old"
DELIVER_EVENTS = "conversations.deliver_events"
DELIVER_EVENTS_AFTER = timedelta(seconds=5)
"""Whoever accepts an event, or attends the conversation, delivers it at once. A job looks after this time whether they
did: either of them may have died."""


async def start(tx: Connection, conversation: Conversation, opening: TurnWrite) -> None:
    """A new conversation with its opening turn; it may already have ended there."""
    at = opening.turn.agent_response_at
    is_told = await store.insert_conversation(tx, conversation)
    await store.insert_live(tx, conversation, opening.live, at, opening.ending is not None)
    await turn_store.insert_turn(tx, conversation.id, opening.turn)
    if is_told:
        await webhooks.announce(tx, conversation.project_id, conversation_started(conversation))
    await _write_rest(tx, conversation, opening)


async def end_turn(tx: Connection, conversation: LiveConversation, write: TurnWrite) -> None:
    """A turn with more to write than itself, in one transaction. The lease is released."""
    row = TurnRow(conversation, write.turn, write.live, ended=write.ending is not None, keeps_lease=False)
    # The lease is another's by now. Nothing of the turn was written, and what goes with it must not be either.
    if conversation.id not in await turn_store.save_turns(tx, [row]):
        raise ConversationBusy
    await _write_rest(tx, conversation, write)


async def close(
    tx: Connection,
    conversation: LiveConversation,
    ending: Ending,
    at: datetime,
    metrics: Sequence[tuple[str, str]] = (),
) -> None:
    """Ends a conversation without a turn: the other side left, or nobody said anything for too long. `metrics` are what
    the door has to say about it."""
    if not await store.set_closed(tx, conversation):
        raise ConversationBusy
    await _end(tx, conversation.id, ending, at, metrics)


async def accept_event(tx: Connection, project_id: str, event: IncomingEvent) -> AcceptedEvent:
    """An event from outside: written now, known to the conversation as soon as someone has delivered it."""
    accepted = await external_event_store.insert_event(tx, project_id, event)
    if accepted is None:
        raise ExternalEventIdNotValid
    conversation = str(accepted.conversation_id)
    await queue.defer(tx, DELIVER_EVENTS, {"conversation": conversation}, run_at=event.at + DELIVER_EVENTS_AFTER)
    # Where nobody attends, nobody has to be woken: the process that accepted the event delivers it.
    if accepted.is_attended:
        await signals.notify(tx, EVENT_ARRIVED, conversation)
    return accepted


async def deliver_events(tx: Connection, conversation: LiveConversation, live: LiveState, last_event: int) -> None:
    """A conversation has learnt of events that nobody has to say anything about. The lease is released."""
    if not await store.save_dialog(tx, conversation, live):
        raise ConversationBusy
    await external_event_store.delete_events(tx, conversation.id, last_event)


async def cut_reply(tx: Connection, conversation: LiveConversation, live: LiveState, heard: str) -> None:
    """Of the newest reply, only this was heard. Releases the lease."""
    if not await store.save_dialog(tx, conversation, live):
        raise ConversationBusy
    await turn_store.update_reply(tx, conversation.id, live.turns - 1, heard)


async def finish(
    tx: Connection, conversation_id: UUID, state: Mapping[str, Any], last_metrics: Sequence[tuple[str, Any]]
) -> None:
    """After the end function: the header gets its sums, and what only a live conversation needs goes away."""
    await write_sums(tx, conversation_id, state, last_metrics)
    await store.delete_live(tx, conversation_id)


async def write_sums(
    tx: Connection, conversation_id: UUID, state: Mapping[str, Any], last_metrics: Sequence[tuple[str, Any]]
) -> None:
    """Sums and metrics of all turns, into the header, so that nobody who reads the header needs the turns."""
    metrics = [*await turn_store.list_metrics(tx, conversation_id), *last_metrics]
    await store.set_finished(tx, conversation_id, state, collect_metrics(metrics))


async def remove(tx: Connection, conversation_id: UUID) -> None:
    """Takes away everything that was ever stored of a conversation that has ended, and what was played again of it."""
    found = await removal_store.find_removable(tx, conversation_id)
    if found is None:
        raise ConversationsNotFound
    if found["is_running"] or found["is_busy"]:
        raise ConversationRunning
    # Before the conversation itself: the block is found by its row.
    await removal_store.unpack_block(tx, conversation_id)
    await removal_store.lock_recordings(tx, [conversation_id])
    await removal_store.forget_metric_values(tx, [conversation_id])
    await removal_store.delete_conversations(tx, [conversation_id])
    await removal_store.delete_kept_replies(tx, found["public_id"])
    for replay in await removal_store.list_replays(tx, found["public_id"]):
        await remove(tx, replay)


async def put_off_finish(tx: Connection, job: Job, at: datetime) -> None:
    """The same job once more, then."""
    await queue.finish(tx, job)
    args = {**job.args, "put_off": job.args.get("put_off", 0) + 1}
    await queue.defer(tx, FINISH, args, run_at=at, key=f"{FINISH_KEY}{job.args['conversation']}")


async def _write_rest(tx: Connection, conversation: Conversation | LiveConversation, write: TurnWrite) -> None:
    """Messages to send, event ids to wait for, events that are known now, a new shared id, a handoff, and what has come
    to an end: a recording, the conversation."""
    conversation_id, project_id, at = conversation.id, conversation.project_id, write.turn.agent_response_at
    if write.event_ids:
        expires_at = at + EVENT_ID_LIFETIME
        await external_event_store.insert_event_ids(tx, project_id, conversation_id, write.event_ids, expires_at)
    # In the transaction of the turn that knows them: that is what makes it exactly once.
    if write.last_event is not None:
        await external_event_store.delete_events(tx, conversation_id, write.last_event)
    await send_messages(tx, conversation_id, project_id, write.messages)
    if write.shared_id_change is not None:
        await handoff_store.set_shared_id(tx, conversation_id, project_id, write.shared_id_change)
    if write.handoff is not None:
        announcement = handoff_requested(conversation, write.handoff, at)
        await webhooks.announce(tx, project_id, announcement)
    if write.discards_recording:
        await recordings.discard(tx, conversation_id)
    if write.ending is not None:
        await _end(tx, conversation_id, write.ending, at)


async def send_messages(
    tx: Connection, conversation_id: UUID, project_id: str, messages: Sequence[OutboxMessage]
) -> None:
    """Written now, delivered by a job: a message is sent if and only if its turn was kept."""
    for message in messages:
        message_id = uuid7()
        await message_store.insert_message(tx, message_id, project_id, conversation_id, message)
        await queue.defer(tx, SEND_MESSAGE, {"message": str(message_id)})


async def _end(
    tx: Connection, conversation_id: UUID, ending: Ending, at: datetime, metrics: Sequence[tuple[str, str]] = ()
) -> None:
    await store.set_ended(tx, conversation_id, ending, at)
    args = {"conversation": str(conversation_id), "metrics": [list(metric) for metric in metrics]}
    # Under a key: one job at most, and visible to whoever looks for conversations that nobody is going to finish.
    await queue.defer(tx, FINISH, args, key=f"{FINISH_KEY}{conversation_id}")


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
