"""Every SQL statement that takes conversations away, with everything that was ever kept of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.storage.db import Connection, Database, Row
from parley.storage.partitions import Month


async def list_expired(
    db: Database | Connection, project_id: str, environment: str, before: UUID, quiet_since: datetime, limit: int
) -> list[UUID]:
    """The oldest ones from before an id. Those that run are left out, and those that ended but are not finished yet,
    unless nobody has touched them for as long."""
    rows = await db.fetch(
        """
        select c.id from conversations as c
        where c.project_id = $1 and c.environment = $2 and c.id < $3 and not exists (
            select from live_conversations as l where l.id = c.id and (not l.ended or l.last_active_at >= $4)
        )
        order by c.id limit $5
        """,
        project_id, environment, before, quiet_since, limit,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def find_removable(tx: Connection, conversation_id: UUID) -> Row | None:
    """The conversation, kept from changing until the transaction ends; `is_running` until its last turn is taken,
    `is_busy` while someone works on it."""
    return await tx.fetchrow(
        """
        select c.public_id, l.id is not null and not l.ended as is_running,
               l.lease is not null and l.leased_until > now() as is_busy
        from conversations as c left join live_conversations as l on l.id = c.id
        where c.id = $1 for update of c
        """,
        conversation_id,
    )


async def list_replays(tx: Connection, public_id: str) -> list[UUID]:
    rows = await tx.fetch("select id from conversations where replay_of = $1 order by id", public_id)
    return [row["id"] for row in rows]


async def lock_conversations(tx: Connection, ids: Sequence[UUID]) -> None:
    """Whoever is just finishing one of them gets to the end first: nothing of it is written once it is gone."""
    await tx.execute("select from conversations where id = any($1) order by id for update", list(ids))


async def lock_recordings(tx: Connection, ids: Sequence[UUID]) -> None:
    """Whoever is just writing to one of them gets to the end first: the next statement sees what they have written."""
    await tx.execute("select from recordings where id = any($1) order by id for update", list(ids))


async def delete_conversations(tx: Connection, ids: Sequence[UUID]) -> None:
    """One statement for all tables: most of them hold nothing of most conversations."""
    await tx.execute(
        """
        with said as (delete from turns where conversation_id = any($1)),
            finished as (delete from finishes where conversation_id = any($1)),
            record_texts as (delete from records where id = any($1)),
            indexed as (delete from record_words where id = any($1)),
            embedded as (delete from record_vectors where id = any($1)),
            to_embed as (delete from records_to_embed where id = any($1)),
            handed_over as (delete from handoff_states where conversation_id = any($1)),
            sent as (delete from messages where conversation_id = any($1)),
            texted as (update text_messages set body = '' where conversation_id = any($1) and body <> ''),
            greeted as (
                update text_threads set greeting = '', conversation_id = null where conversation_id = any($1)
            ),
            awaited as (delete from external_event_ids where conversation_id = any($1)),
            called as (delete from calls where id = any($1)),
            heard as (delete from recording_chunks where recording_id = any($1)),
            recorded as (delete from recordings where id = any($1)),
            held as (delete from live_conversations where id = any($1)),
            streamed as (delete from messaging_sessions where conversation_id = any($1) returning id),
            noted as (delete from conversation_notes where conversation_id = any($1)),
            tagged as (delete from conversation_tags where conversation_id = any($1)),
            rated as (delete from conversation_ratings where conversation_id = any($1)),
            summed_up as (delete from conversation_summaries where conversation_id = any($1)),
            told as (delete from webhook_events where conversation_id = any($1)),
            journaled as (delete from messaging_events where session_id in (select id from streamed))
        delete from conversations where id = any($1)
        """,
        list(ids),
    )


SCORES = """coalesce((
    select jsonb_object_agg(v.key, v.value) from jsonb_each(h.by_value) as v where v.key ~ '^([0-9]|10)$'
), '{}')"""
"""What was counted of the values of a metric without texts."""
WRITTEN = """
    select distinct c.project_id, c.environment, m.name, date_trunc('hour', c.started_at, 'UTC') as hour,
           c.channel, c.variant_id, c.deployment_id
    from conversations as c cross join lateral jsonb_object_keys(c.metrics) as m (name) where c.id = any($1)
"""


async def forget_metric_values(tx: Connection, ids: Sequence[UUID]) -> None:
    """Which texts were counted as metrics in the hours of these: they may be what somebody said. Sums stay, and so do
    scores."""
    await tx.execute(
        f"""
        update metric_hours as h set by_value = {SCORES} from ({WRITTEN}) as gone
        where (h.project_id, h.environment, h.name, h.hour, h.channel, h.variant_id, h.deployment_id) = (
            gone.project_id, gone.environment, gone.name, gone.hour, gone.channel, gone.variant_id, gone.deployment_id
        ) and h.by_value <> '{{}}'
        """,
        list(ids),
    )
    # A statement of its own: whoever added these hours up meanwhile has done so by now.
    await tx.execute(
        f"""
        update metric_totals as h set by_value = {SCORES}
        from (
            select distinct w.project_id, w.environment, w.name, w.hour, f.facet, f.value
            from ({WRITTEN}) as w cross join lateral (
                values ('all', ''), ('channel', w.channel), ('variant', w.variant_id),
                       ('deployment', w.deployment_id::text)
            ) as f (facet, value)
        ) as gone
        where (h.project_id, h.environment, h.facet, h.name, h.value, h.hour) = (
            gone.project_id, gone.environment, gone.facet, gone.name, gone.value, gone.hour
        ) and h.by_value <> '{{}}'
        """,
        list(ids),
    )


async def delete_live_of(tx: Connection, project_id: str) -> None:
    await tx.execute("delete from live_conversations where project_id = $1", project_id)


async def list_of_project(tx: Connection, project_id: str, limit: int) -> list[UUID]:
    rows = await tx.fetch("select id from conversations where project_id = $1 limit $2", project_id, limit)
    return [row["id"] for row in rows]


async def delete_rest_of(tx: Connection, project_id: str) -> None:
    """What is kept of a project beside its conversations, and knows it by its name alone."""
    await tx.execute(
        """
        with vectors as (delete from vector_blocks where project_id = $1),
            awaited as (delete from external_event_ids where project_id = $1),
            texted as (delete from text_messages where project_id = $1),
            held as (delete from live_conversations where project_id = $1)
        delete from activity_turns where project_id = $1
        """,
        project_id,
    )


async def unpack_block(tx: Connection, conversation_id: UUID) -> None:
    """Undoes the block of vectors that a conversation is packed in; the others of it are packed anew in time."""
    # Blocks overlap where vectors came late: the range of ids finds candidates, the bytes decide.
    await tx.execute(
        """
        with opened as (
            delete from vector_blocks as b using conversations as c
            where c.id = $1 and b.project_id = c.project_id and b.environment = c.environment
                and b.first_id <= c.id and b.last_id >= c.id and position(uuid_send(c.id) in b.ids) > 0
            returning b.ids
        )
        update record_vectors set packed = false where id in (
            select encode(substring(ids from 16 * place + 1 for 16), 'hex')::uuid
            from opened cross join lateral generate_series(0, length(ids) / 16 - 1) as place
        )
        """,
        conversation_id,
    )


async def delete_kept_replies(tx: Connection, public_id: str) -> None:
    """Answers that wait for a retry. Few are kept at a time, and for a day only: they need no index for this."""
    await tx.execute(
        "delete from idempotent_replies where $1 in (reply->>'conversation_id', reply->>'call_sid')", public_id
    )


async def delete_blocks(tx: Connection, project_id: str, before: UUID) -> None:
    """Vectors of conversations that are all older."""
    await tx.execute("delete from vector_blocks where project_id = $1 and last_id < $2", project_id, before)


async def delete_event_ids(tx: Connection, before: datetime) -> None:
    await tx.execute("delete from external_event_ids where expires_at < $1", before)


async def list_projects_within(tx: Connection, month: Month) -> list[str]:
    """Whose conversations are in a month: from one project to the next in the index, however many there are of each."""
    rows = await tx.fetch(
        """
        with recursive found as (
            (select project_id from conversations where id >= $1 and id < $2 order by project_id limit 1)
            union all
            select (
                select c.project_id from conversations as c
                where c.id >= $1 and c.id < $2 and c.project_id > found.project_id order by c.project_id limit 1
            )
            from found where found.project_id is not null
        )
        select project_id from found where project_id is not null
        """,
        month.first_id, month.end_id,
    )  # fmt: skip
    return [row["project_id"] for row in rows]


async def is_live_within(tx: Connection, month: Month) -> bool:
    found: bool = await tx.fetchval(
        "select exists (select from live_conversations where id >= $1 and id < $2)", month.first_id, month.end_id
    )
    return found


async def delete_messages_within(tx: Connection, month: Month, limit: int) -> int:
    """How many there were, at most `limit`."""
    rows = await tx.fetch(
        """
        delete from messages where id in (
            select id from messages where conversation_id >= $1 and conversation_id < $2 limit $3
        )
        returning id
        """,
        month.first_id, month.end_id, limit,
    )  # fmt: skip
    return len(rows)


async def delete_told_within(tx: Connection, month: Month) -> None:
    await tx.execute(
        "delete from webhook_events where conversation_id >= $1 and conversation_id < $2", month.first_id, month.end_id
    )


async def delete_handoffs_within(tx: Connection, month: Month) -> None:
    await tx.execute(
        "delete from handoff_states where conversation_id >= $1 and conversation_id < $2", month.first_id, month.end_id
    )


async def delete_waiting_within(tx: Connection, month: Month) -> None:
    await tx.execute("delete from records_to_embed where id >= $1 and id < $2", month.first_id, month.end_id)


async def forget_metric_values_within(tx: Connection, month: Month) -> None:
    for table in ("metric_hours", "metric_totals"):
        await tx.execute(
            f"update {table} as h set by_value = {SCORES} where hour >= $1 and hour < $2 and by_value <> '{{}}'",
            month.start, month.end,
        )  # fmt: skip


async def delete_calls_within(tx: Connection, month: Month) -> None:
    await tx.execute("delete from calls where id >= $1 and id < $2", month.first_id, month.end_id)


async def delete_reviews_within(tx: Connection, month: Month) -> None:
    await tx.execute(
        """
        with noted as (delete from conversation_notes where conversation_id >= $1 and conversation_id < $2),
            tagged as (delete from conversation_tags where conversation_id >= $1 and conversation_id < $2),
            summed_up as (delete from conversation_summaries where conversation_id >= $1 and conversation_id < $2)
        delete from conversation_ratings where conversation_id >= $1 and conversation_id < $2
        """,
        month.first_id, month.end_id,
    )  # fmt: skip
