"""What tests of webhooks share: endpoints made the way the API makes them, and a look at what became of deliveries."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.accounts.actions import create_account
from parley.domain.webhooks import actions, delivery_store
from parley.domain.webhooks.actions import CreatedEndpoint
from parley.domain.webhooks.delivery import (
    Attempt,
    AttemptResult,
    DeliveryStatus,
    EndpointLimits,
    LeasedDelivery,
    NextStep,
    Outcome,
)
from parley.domain.webhooks.model import EventType
from parley.kit.clock import SystemClock
from parley.kit.encryption import Encryptor
from parley.kit.ids import random_hex
from parley.storage.db import Database, Row

BOTH = [EventType.ALERT_TRIGGERED, EventType.ALERT_RESOLVED]
clock = SystemClock()


class Hooks:
    def __init__(self, db: Database, encryptor: Encryptor | None = None) -> None:
        self.db = db
        self.encryptor = encryptor or Encryptor(os.urandom(32))

    async def account(self) -> str:
        async with self.db.transaction() as tx:
            return (await create_account(tx, f"acme-{random_hex(8)}")).id

    async def endpoint(self, account_id: str, url: str = "https://example.com/", **fields: Any) -> CreatedEndpoint:
        wanted = {"name": "Pager", "url": url, "event_types": BOTH, **fields}
        async with self.db.transaction() as tx:
            return await actions.create_endpoint(tx, self.encryptor, account_id, wanted, clock.now())

    async def publish(self, account_id: str, at: datetime | None = None, **alert: Any) -> UUID:
        payload = {"event_type": "alerts.triggered", "alert": alert}
        async with self.db.transaction() as tx:
            return await actions.publish_event(tx, account_id, EventType.ALERT_TRIGGERED, payload, at or clock.now())

    async def take(
        self, count: int = 100, limits: EndpointLimits = EndpointLimits(), **busy: int
    ) -> list[LeasedDelivery]:
        async with self.db.transaction() as tx:
            return await delivery_store.lease_due(tx, count, busy, limits, 10)

    async def record(
        self, due: LeasedDelivery, step: NextStep, outcome: Outcome | None = None, at: datetime | None = None
    ) -> bool:
        attempt = Attempt(at or clock.now(), 12, outcome or Outcome(204))
        async with self.db.transaction() as tx:
            return due.id in await actions.record_results(tx, [AttemptResult(due, step, attempt)], at or clock.now())

    async def deliveries(self, endpoint_id: str | None = None) -> list[Row]:
        async with self.db.connection() as connection:
            return await delivery_store.list_deliveries(connection, endpoint_id, None, 100_000)

    async def attempts(self, delivery_id: UUID) -> list[Row]:
        async with self.db.connection() as connection:
            return await delivery_store.list_attempts(connection, delivery_id)

    async def make_due(self) -> None:
        """All that waits is due now: time passes."""
        await self.db.fetch("update webhook_deliveries set next_attempt_at = now() where status = 'pending'")

    def all_are(self, *statuses: DeliveryStatus) -> Callable[[], Awaitable[bool]]:
        async def check() -> bool:
            found = await self.deliveries()
            return bool(found) and all(row["status"] in statuses for row in found)

        return check
