"""What happens to records now, in the caller's transaction: a finished conversation gets its snapshot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from parley.domain.conversations import actions as conversations
from parley.domain.conversations.latencies import bucket_of
from parley.domain.projects import store as projects
from parley.domain.records import marks_store, store
from parley.domain.records.marks import Trait, latency_name, mark, trait
from parley.domain.records.model import Header, View
from parley.domain.records.record import Record, build_record, render_record
from parley.domain.records.search.semantic import vector_store
from parley.domain.records.search.transcript.search import index_transcript
from parley.domain.webhooks import store as webhooks
from parley.domain.webhooks.actions import announce_to
from parley.domain.webhooks.model import Announcement, EventType
from parley.kit.clock import iso
from parley.storage.db import Connection


async def write_snapshot(tx: Connection, conversation_id: UUID) -> None:
    """In the transaction that finishes the conversation: there is no moment at which it is neither live nor has a
    snapshot. From then on it is found by its words; a worker makes its vector soon."""
    [header] = await store.find_headers(tx, [conversation_id])
    turns = (await store.find_turns(tx, [conversation_id])).get(conversation_id, [])
    record = build_record(header, turns)
    marks, traits = (await _find_marks(tx, [conversation_id]))[conversation_id]
    # One update with the marks: each writes the row and an entry in most indexes anew.
    if await store.upsert_snapshot(tx, conversation_id, record.head, record.turns, marks, traits):
        await _announce_end(tx, header, len(turns), record)
    texts = [(turn.user_input, turn.agent_response) for turn in turns]
    await index_transcript(tx, conversation_id, header.project_id, header.environment, texts)
    # Embedding takes longer than this transaction may: only the wish for it is written here.
    await vector_store.enqueue(tx, conversation_id)


async def write_marks(tx: Connection, ids: Sequence[UUID]) -> None:
    """What happened in finished conversations is then known without a look at their turns."""
    await marks_store.set_marks(tx, await _find_marks(tx, ids))


async def _find_marks(tx: Connection, ids: Sequence[UUID]) -> dict[UUID, tuple[list[int], list[int]]]:
    """Marks and traits of each."""
    marks: defaultdict[UUID, set[int]] = defaultdict(set)
    traits: defaultdict[UUID, set[int]] = defaultdict(set)
    for row in await marks_store.list_called(tx, ids):
        marks[row["id"]].add(mark(row["project_id"], row["environment"], row["function"]))
    for row in await marks_store.list_traits(tx, ids):
        name = row["name"] if row["ms"] is None else latency_name(row["name"], bucket_of(row["ms"]))
        traits[row["id"]].add(trait(row["project_id"], row["environment"], Trait(row["kind"]), name))
    return {each: (sorted(marks[each]), sorted(traits[each])) for each in ids}


async def _announce_end(tx: Connection, header: Header, turns: int, record: Record) -> None:
    """Once, with the first snapshot: from then on there is something to be read."""
    recipients = await webhooks.list_recipients(tx, header.project_id, EventType.CONVERSATION_ENDED)
    if not recipients:
        return
    project = await projects.find_project_by_id(tx, header.project_id)
    assert project is not None, "a conversation's project cannot be gone: it would have taken it along"
    shown = render_record(record, View.within(project.settings))
    await announce_to(tx, recipients, conversation_ended(header, turns), shown if len(shown) <= LARGEST_TOLD else None)


async def write_snapshot_of_unfinished(tx: Connection, conversation_id: UUID) -> None:
    """One that ended, but whose end function never ran. Its live row stays, with its dialog state: should the operator
    have it finished after all, the snapshot is written again."""
    await conversations.write_sums(tx, conversation_id, {}, [])
    await write_snapshot(tx, conversation_id)


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
