"""Sealing: the record of a finished conversation is built once more and kept as text, and can be found by its words."""

from __future__ import annotations

from uuid import UUID

from parley.domain.conversations import actions as conversations
from parley.domain.records import semantic, store, transcript
from parley.domain.records.building import build
from parley.storage.db import Connection


async def seal(tx: Connection, conversation_id: UUID) -> None:
    """In the transaction that finishes the conversation: there is no moment at which it is neither live nor sealed."""
    [header] = await store.headers(tx, [conversation_id])
    turns = (await store.turns(tx, [conversation_id])).get(conversation_id, [])
    built = build(header, turns)
    await store.insert_record(tx, conversation_id, built.head, built.turns)
    said = [(turn.user_input, turn.agent_response) for turn in turns]
    await transcript.index(tx, conversation_id, header.project_id, header.environment, said)
    await semantic.ask(tx, conversation_id)


async def seal_unfinished(tx: Connection, conversation_id: UUID) -> None:
    """One that ended, but whose end function never ran. What is live of it stays, its state with it: should the
    operator have it finished after all, it is sealed again."""
    await conversations.write_sums(tx, conversation_id, {}, [])
    await seal(tx, conversation_id)
