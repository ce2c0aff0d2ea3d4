"""Every SQL statement about the log of one endpoint's deliveries, as its owner reads it."""

from __future__ import annotations

from uuid import UUID

from parley.domain.webhooks.delivery import DeliveryStatus
from parley.storage.db import Connection, Database, Row


async def list_page(
    db: Database | Connection,
    endpoint_id: str,
    status: DeliveryStatus | None,
    event_type: str | None,
    before: UUID | None,
    limit: int,
) -> list[Row]:
    """Deliveries of an endpoint with their last attempts, newest first, from the one after `before` on."""
    # While one is being sent, `next_attempt_at` is when its lease runs out, which says nothing to its owner.
    return await db.fetch(
        """
        select delivery.id, event_id, event_type, status, attempts,
            delivery.created_at, event.created_at as occurred_at,
            finished_at, case when lease is null then next_attempt_at end as next_attempt_at,
            number, started_at, duration_ms, status_code, error
        from webhook_deliveries as delivery
        join webhook_events as event on event.id = event_id
        left join webhook_attempts as last on last.delivery_id = delivery.id and last.number = attempts
        where endpoint_id = $1 and ($2::text is null or status = $2) and ($3::text is null or event_type = $3)
            and ($4::uuid is null or delivery.id < $4)
        order by delivery.id desc limit $5
        """,
        endpoint_id, status, event_type, before, limit,
    )  # fmt: skip


async def find_delivery(db: Database | Connection, endpoint_id: str, delivery_id: UUID) -> Row | None:
    return await db.fetchrow(
        """
        select delivery.id, event_id, event_type, status, attempts,
            delivery.created_at, event.created_at as occurred_at,
            finished_at, case when lease is null then next_attempt_at end as next_attempt_at
        from webhook_deliveries as delivery join webhook_events as event on event.id = event_id
        where endpoint_id = $1 and delivery.id = $2
        """,
        endpoint_id, delivery_id,
    )  # fmt: skip


async def find_payload(db: Database | Connection, delivery_id: UUID) -> Row | None:
    """The bytes that are sent, and of an event of a conversation the settings of its project."""
    return await db.fetchrow(
        """
        select case when include_record then coalesce(full_body, body) else body end as payload,
            conversation_id is not null as is_of_conversation, project.settings as project_settings
        from webhook_deliveries as delivery
        join webhook_events as event on event.id = event_id
        join webhook_endpoints as endpoint on endpoint.id = endpoint_id
        left join conversations as conversation on conversation.id = conversation_id
        left join projects as project on project.id = conversation.project_id
        where delivery.id = $1
        """,
        delivery_id,
    )


async def has_pending(tx: Connection, endpoint_id: str, event_type: str) -> bool:
    found: bool = await tx.fetchval(
        """
        select exists (
            select from webhook_deliveries as delivery join webhook_events as event on event.id = event_id
            where endpoint_id = $1 and status = 'pending' and event_type = $2
        )
        """,
        endpoint_id, event_type,
    )  # fmt: skip
    return found
