"""Sends what is due to webhook endpoints, many at once. No transaction is open while a receiver takes its time. What
came of an attempt is on disk before the next one. A worker that is killed or frozen loses nothing: leases run out."""

from __future__ import annotations

import asyncio
import random
from collections import Counter as Tally
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from functools import lru_cache, partial
from uuid import UUID

from prometheus_client import Counter, Gauge, Histogram

from parley.domain.webhooks import actions, deliveries
from parley.domain.webhooks.actions import open_secret
from parley.domain.webhooks.deliveries import CHANNEL, Attempt, Due, Result, Shares
from parley.domain.webhooks.sending import answered, request_headers, unanswered, valid_secrets
from parley.domain.webhooks.steps import Outcome, Status, Step, next_step
from parley.kit.log import logger, where
from parley.kit.outbound.client import OutboundClient, tls_context
from parley.kit.outbound.connection import NoAnswer
from parley.kit.outbound.target import parse_target
from parley.kit.tasks import Tasks, every
from parley.resources import Resources
from parley.storage.batch import Batch
from parley.storage.db import DatabaseUnavailable

log = logger(__name__)

SPARE_SECONDS = 10.0
"""A lease outlasts its attempt by this much: time to write down what came of it."""
IDLE_SECONDS = 1.0
BACKLOG_SECONDS = 15.0
AGAIN_SECONDS = 0.5

_results = Counter("parley_webhook_attempts", "Attempts to deliver a webhook, by what came of them.", ["result"])
_seconds = Histogram(
    "parley_webhook_attempt_seconds",
    "Time from the beginning of an attempt to the receiver's answer.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
_pending = Gauge("parley_webhook_pending", "Deliveries that are on their way, of all workers together.")
_overdue = Gauge("parley_webhook_overdue_seconds", "For how long the first of them has been due.")


class Deliveries:
    def __init__(self, resources: Resources, shares: Shares = Shares(), spare_seconds: float = SPARE_SECONDS) -> None:
        settings = resources.settings
        self._resources = resources
        self._shares = shares
        self._spare_seconds = spare_seconds
        self._client = OutboundClient(settings.webhook_rules, tls_context(settings.webhook_ca_file))
        self._open = lru_cache(1024)(partial(open_secret, resources.dependencies.secret_store.encryptor))
        self._records = Batch(self._record, lanes=1)
        self._running: set[asyncio.Task[None]] = set()
        self._busy: Tally[str] = Tally()
        self._wake = asyncio.Event()
        self._left_behind: set[str] = set()
        """Endpoints that got as many requests as they may, and may have more waiting."""
        self._was_full = False
        resources.signals.subscribe(CHANNEL, lambda _payload: self._wake.set(), self._wake.set)

    async def run(self, stop: asyncio.Event) -> None:
        """Works until told to stop, then finishes what it has begun."""
        tasks = Tasks()
        tasks.start(every(BACKLOG_SECONDS, self._measure, DatabaseUnavailable), "webhook backlog")
        stopping = asyncio.create_task(stop.wait())
        stopping.add_done_callback(lambda _: self._wake.set())
        while not stop.is_set():
            self._wake.clear()
            if await self._take() == 0:
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

    async def _take(self) -> int:
        free = self._resources.settings.webhook_at_once - len(self._running)
        if free == 0:
            return 0
        busy = self._busy.copy()
        try:
            async with self._resources.db.transaction() as tx:
                taken = await deliveries.take(tx, free, busy, self._shares, self._spare_seconds)
        except DatabaseUnavailable:
            return 0
        asked = busy + Tally(due.endpoint_id for due in taken)
        self._left_behind = {endpoint for endpoint, count in asked.items() if count >= self._shares.of_one}
        self._was_full = len(taken) == free
        for due in taken:
            self._busy[due.endpoint_id] += 1
            task = asyncio.create_task(self._do(due), name=f"delivery-{due.id}")
            self._running.add(task)
            task.add_done_callback(partial(self._finished, due))
        return len(taken)

    def _finished(self, due: Due, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._busy[due.endpoint_id] -= 1
        if self._busy[due.endpoint_id] == 0:
            del self._busy[due.endpoint_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("delivery_crashed", delivery=str(due.id), error=type(error).__name__, at=where(error))
        if self._has_room_again(due.endpoint_id):
            self._wake.set()

    def _has_room_again(self, endpoint_id: str) -> bool:
        """For enough of what was left behind to be worth a query: half of what one endpoint gets, or of everything."""
        if endpoint_id in self._left_behind and self._busy[endpoint_id] <= self._shares.of_one // 2:
            return True
        return self._was_full and len(self._running) <= self._resources.settings.webhook_at_once // 2

    async def _do(self, due: Due) -> None:
        loop = asyncio.get_running_loop()
        lease_ends = loop.time() + due.timeout_ms / 1000 + self._spare_seconds
        result = await self._try(due) if due.enabled else Result(due, Step(Status.DROPPED), None)
        while True:
            try:
                is_ours = await self._records.add(result)
            except DatabaseUnavailable:
                if loop.time() > lease_ends:
                    log.warning("delivery_not_recorded", delivery=str(due.id))
                    return
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                self._tell(result, is_ours)
                return

    async def _try(self, due: Due) -> Result:
        clock = self._resources.clock
        started_at, began = clock.now(), clock.monotonic()
        try:
            outcome = await self._post(due)
        except Exception as error:  # noqa: BLE001 one delivery's failure, of whatever kind, is that delivery's alone
            log.error("attempt_crashed", delivery=str(due.id), error=type(error).__name__, at=where(error))
            outcome = Outcome(error="internal_error")
        took = clock.monotonic() - began
        _seconds.observe(took)
        failing_for = started_at - due.failing_since if due.failing_since is not None else timedelta()
        pauses = self._resources.settings.webhook_pauses
        chance = random.random()  # noqa: S311 it spreads attempts over time and keeps nothing secret
        step = next_step(due.attempts + 1, outcome, failing_for, pauses, chance)
        return Result(due, step, Attempt(started_at, round(took * 1000), outcome))

    async def _post(self, due: Due) -> Outcome:
        now = self._resources.clock.now()
        secrets = [self._open(due.endpoint_id, sealed) for sealed in valid_secrets(due, now)]
        headers = request_headers(due, self._resources.settings.webhook_header_prefix, secrets, now)
        try:
            answer = await self._client.post(parse_target(due.url), headers, due.body, due.timeout_ms / 1000)
        except NoAnswer as failure:
            return unanswered(failure)
        return answered(answer, self._resources.clock.now())

    async def _record(self, results: Sequence[Result]) -> list[bool]:
        async with self._resources.db.transaction() as tx:
            ours: set[UUID] = await actions.record(tx, results, self._resources.clock.now())
        return [result.due.id in ours for result in results]

    def _tell(self, result: Result, is_ours: bool) -> None:
        step, endpoint = result.step, result.due.endpoint_id
        name = "retried" if step.status is Status.PENDING else step.status.value
        _results.labels(name if is_ours else "lost").inc()
        if step.disable:
            log.warning("webhook_endpoint_disabled", endpoint=endpoint, reason=step.disable)
        elif step.status is Status.FAILED and result.attempt is not None:
            outcome = result.attempt.outcome
            log.warning("delivery_failed", endpoint=endpoint, delivery=str(result.due.id), status=outcome.status,
                        error=outcome.error)  # fmt: skip

    async def _measure(self) -> None:
        row = await deliveries.backlog(self._resources.db)
        _pending.set(row["pending"])
        _overdue.set(row["overdue"])
