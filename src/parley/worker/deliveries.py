"""Sends what is due to webhook endpoints, many at once. No transaction is open while a receiver takes its time. What
came of an attempt is on disk before the next one. A worker that is killed or frozen loses nothing: leases run out."""

from __future__ import annotations

import asyncio
from collections import Counter as Tally
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from functools import lru_cache, partial
from uuid import UUID

from prometheus_client import Counter, Gauge, Histogram

from parley.domain.webhooks import actions, delivery_store
from parley.domain.webhooks.actions import DELIVERIES_DUE, decrypt_secret
from parley.domain.webhooks.delivery import (
    Attempt,
    AttemptResult,
    DeliveryStatus,
    EndpointLimits,
    LeasedDelivery,
    NextStep,
    Outcome,
    answer_outcome,
    failure_outcome,
    next_step,
    request_headers,
    signing_secrets,
)
from parley.kit import tasks
from parley.kit.log import logger, where
from parley.kit.outbound.client import OutboundClient, tls_context
from parley.kit.outbound.connection import NoAnswer
from parley.kit.outbound.target import parse_target
from parley.kit.randomness import fraction
from parley.kit.tasks import Tasks, every
from parley.kit.tracing.spans import Kind, tracing
from parley.resources import Resources
from parley.storage.batch import Batch
from parley.storage.db import DatabaseUnavailable

log = logger(__name__)

SPARE_SECONDS = 10.0
"""A lease outlasts its attempt by this much: time to write down what came of it."""
IDLE_SECONDS = 1.0
BACKLOG_SECONDS = 15.0
RECORD_AGAIN_SECONDS = 0.5

_results = Counter("parley_webhook_attempts", "Attempts to deliver a webhook, by what came of them.", ["result"])
_seconds = Histogram(
    "parley_webhook_attempt_seconds",
    "Time from the beginning of an attempt to the receiver's answer.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
_pending = Gauge("parley_webhook_pending", "Deliveries that are on their way, of all workers together.")
_retrying = Gauge("parley_webhook_retrying", "Those of them that failed and are tried again.")
_overdue = Gauge("parley_webhook_overdue_seconds", "For how long the first of them has been due.")
_oldest = Gauge("parley_webhook_oldest_seconds", "The age of the oldest of them.")


class DeliveryWorker:
    """Takes due deliveries, sends them side by side and records what came of them."""

    def __init__(
        self, resources: Resources, limits: EndpointLimits = EndpointLimits(), spare_seconds: float = SPARE_SECONDS
    ) -> None:
        settings = resources.settings
        self._resources = resources
        self._limits = limits
        self._spare_seconds = spare_seconds
        self._client = OutboundClient(settings.webhook_rules, tls_context(settings.webhook_ca_file))
        # Events come in bursts for few endpoints: their secrets are decrypted once.
        self._decrypt = lru_cache(1024)(partial(decrypt_secret, resources.dependencies.secret_store.encryptor))
        self._records = Batch(self._record, lanes=1)
        self._running: set[asyncio.Task[None]] = set()
        self._busy: Tally[str] = Tally()
        self._wake = asyncio.Event()
        self._left_behind: set[str] = set()
        """Endpoints that got as many requests as they may, and may have more waiting."""
        self._was_full = False
        resources.signals.subscribe(DELIVERIES_DUE, lambda _payload: self._wake.set(), self._wake.set)

    async def run(self, stop: asyncio.Event) -> None:
        """Works until told to stop, then finishes what it has begun."""
        tasks = Tasks()
        tasks.start(every(BACKLOG_SECONDS, self._measure_backlog, DatabaseUnavailable), "webhook backlog")
        stopping = tasks.start(stop.wait(), "stop")
        stopping.add_done_callback(lambda _: self._wake.set())  # else it would stop up to a second late
        while not stop.is_set():
            self._wake.clear()
            if await self._start_due() == 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), IDLE_SECONDS)
        stopping.cancel()
        await tasks.aclose()
        await self._drain()

    async def _drain(self) -> None:
        """What does not end in time is sent again by another worker, once its lease is over."""
        if self._running:
            _, late = await asyncio.wait(self._running, timeout=self._resources.settings.drain_seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._client.close()

    async def _start_due(self) -> int:
        free = self._resources.settings.webhook_at_once - len(self._running)
        if free == 0:
            return 0
        busy = self._busy.copy()  # what ends while we ask still counts: rather too few requests than too many
        try:
            async with self._resources.db.transaction() as tx:
                leased = await delivery_store.lease_due(tx, free, busy, self._limits, self._spare_seconds)
        except DatabaseUnavailable:
            return 0
        under_way = busy + Tally(delivery.endpoint_id for delivery in leased)
        self._left_behind = {endpoint for endpoint, count in under_way.items() if count >= self._limits.healthy}
        self._was_full = len(leased) == free
        for delivery in leased:
            self._busy[delivery.endpoint_id] += 1
            task = tasks.start(self._deliver(delivery), f"delivery-{delivery.id}")
            self._running.add(task)
            task.add_done_callback(partial(self._finished, delivery))
        return len(leased)

    def _finished(self, delivery: LeasedDelivery, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._busy[delivery.endpoint_id] -= 1
        if self._busy[delivery.endpoint_id] == 0:
            del self._busy[delivery.endpoint_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("delivery_crashed", delivery=str(delivery.id), error=type(error).__name__, at=where(error))
        if self._has_room_again(delivery.endpoint_id):
            self._wake.set()

    def _has_room_again(self, endpoint_id: str) -> bool:
        """For enough of what was left behind to be worth a query: half of what one endpoint gets, or of everything."""
        if endpoint_id in self._left_behind and self._busy[endpoint_id] <= self._limits.healthy // 2:
            return True
        return self._was_full and len(self._running) <= self._resources.settings.webhook_at_once // 2

    async def _deliver(self, delivery: LeasedDelivery) -> None:
        loop = asyncio.get_running_loop()
        lease_ends = loop.time() + delivery.timeout_ms / 1000 + self._spare_seconds
        result = (
            await self._attempt(delivery)
            if delivery.enabled
            else AttemptResult(delivery, NextStep(DeliveryStatus.DROPPED), None)
        )
        while True:
            try:
                is_ours = await self._records.add(result)
            except DatabaseUnavailable:
                # Once the lease is over another worker may send it again; the receiver knows it by its event id.
                if loop.time() > lease_ends:
                    log.warning("delivery_not_recorded", delivery=str(delivery.id))
                    return
                await asyncio.sleep(RECORD_AGAIN_SECONDS)
            else:
                self._report(result, is_ours)
                return

    async def _attempt(self, delivery: LeasedDelivery) -> AttemptResult:
        clock = self._resources.clock
        started_at, began = clock.now(), clock.monotonic()
        try:
            outcome = await self._post(delivery)
        except Exception as error:  # noqa: BLE001 one delivery's failure, of whatever kind, is that delivery's alone
            log.error("attempt_crashed", delivery=str(delivery.id), error=type(error).__name__, at=where(error))
            outcome = Outcome(error="internal_error")
        took = clock.monotonic() - began
        _seconds.observe(took)
        failing_for = started_at - delivery.failing_since if delivery.failing_since is not None else timedelta()
        pauses = self._resources.settings.webhook_pauses
        # Deliveries that failed together, as an endpoint went down, are not retried together.
        chance = fraction()
        step = next_step(delivery.attempts + 1, outcome, failing_for, pauses, chance)
        return AttemptResult(delivery, step, Attempt(started_at, round(took * 1000), outcome))

    async def _post(self, delivery: LeasedDelivery) -> Outcome:
        now = self._resources.clock.now()
        secrets = [self._decrypt(delivery.endpoint_id, encrypted) for encrypted in signing_secrets(delivery, now)]
        headers = request_headers(delivery, self._resources.settings.webhook_header_prefix, secrets, now)
        with tracing.span("webhook", Kind.CLIENT) as span:
            span.set("parley.webhook.endpoint", delivery.endpoint_id)
            span.set("parley.webhook.event", str(delivery.event_id))
            try:
                answer = await self._client.post(
                    parse_target(delivery.url),
                    {**headers, **tracing.headers()},
                    delivery.body,
                    delivery.timeout_ms / 1000,
                )
            except NoAnswer as failure:
                span.fail(failure.reason.value)
                return failure_outcome(failure)
            span.set("http.response.status_code", answer.status)
            return answer_outcome(answer, self._resources.clock.now())

    async def _record(self, results: Sequence[AttemptResult]) -> list[bool]:
        async with self._resources.db.transaction() as tx:
            ours: set[UUID] = await actions.record_results(tx, results, self._resources.clock.now())
        return [result.delivery.id in ours for result in results]

    def _report(self, result: AttemptResult, is_ours: bool) -> None:
        step, endpoint = result.step, result.delivery.endpoint_id
        name = "retried" if step.status is DeliveryStatus.PENDING else step.status.value
        _results.labels(name if is_ours else "lost").inc()
        if step.disable:
            log.warning("webhook_endpoint_disabled", endpoint=endpoint, reason=step.disable)
        elif step.status is DeliveryStatus.FAILED and result.attempt is not None:
            outcome = result.attempt.outcome
            log.warning("delivery_failed", endpoint=endpoint, delivery=str(result.delivery.id), status=outcome.status,
                        error=outcome.error)  # fmt: skip

    async def _measure_backlog(self) -> None:
        row = await delivery_store.find_backlog(self._resources.db)
        _pending.set(row["pending"])
        _retrying.set(row["retrying"])
        _overdue.set(row["overdue"])
        _oldest.set(row["oldest"])
