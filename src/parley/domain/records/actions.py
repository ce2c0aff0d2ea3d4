"""What happens to records now, in the caller's transaction: a finished conversation gets its snapshot."""

from __future__ import annotations

from uuid import UUID

from parley.domain.conversations import actions as conversations
from parley.domain.records import store
from parley.domain.records.record import build_record
from parley.domain.records.search.semantic import vector_store
from parley.domain.records.search.transcript.search import index_transcript
from parley.storage.db import Connection


async def write_snapshot(tx: Connection, conversation_id: UUID) -> None:
    """In the transaction that finishes the conversation: there is no moment at which it is neither live nor has a
    snapshot. From then on it is found by its words; a worker makes its vector soon."""
    [header] = await store.find_headers(tx, [conversation_id])
    turns = (await store.find_turns(tx, [conversation_id])).get(conversation_id, [])
    record = build_record(header, turns)
    await store.upsert_snapshot(tx, conversation_id, record.head, record.turns)
    texts = [(turn.user_input, turn.agent_response) for turn in turns]
    await index_transcript(tx, conversation_id, header.project_id, header.environment, texts)
    # Embedding takes longer than this transaction may: only the wish for it is written here.
    await vector_store.enqueue(tx, conversation_id)


async def write_snapshot_of_unfinished(tx: Connection, conversation_id: UUID) -> None:
    """One that ended, but whose end function never ran. Its live row stays, with its dialog state: should the operator
    have it finished after all, the snapshot is written again."""
    await conversations.write_sums(tx, conversation_id, {}, [])
    await write_snapshot(tx, conversation_id)
