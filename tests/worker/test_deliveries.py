"""The delivery loop of the worker, with receivers on real sockets."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import orjson
import pytest
import standardwebhooks
from prometheus_client import REGISTRY

from parley.domain.webhooks import actions, store
from parley.domain.webhooks.delivery import DeliveryStatus, EndpointLimits
from parley.domain.webhooks.signing import signature
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable
from parley.worker.deliveries import DeliveryWorker
from parley.worker.run import work
from tests.collector import collecting
from tests.domain.webhooks.hooks import Hooks, clock
from tests.receiver import OK, Received, receiving, status
from tests.waiting import until

pytestmark = pytest.mark.io

LOCAL = (ip_network("127.0.0.0/8"),)


@pytest.fixture
def hooks(resources: Resources) -> Hooks:
    adjust(resources, webhook_networks=LOCAL, webhook_plain_http=True)
    return Hooks(resources.db, resources.dependencies.secret_store.encryptor)


def adjust(resources: Resources, **settings: Any) -> None:
    resources.settings = resources.settings.model_copy(update=settings)


@asynccontextmanager
async def delivering(resources: Resources, **options: Any) -> AsyncIterator[DeliveryWorker]:
    stop = asyncio.Event()
    loop = DeliveryWorker(resources, **options)
    task = asyncio.create_task(loop.run(stop))
    try:
        yield loop
    finally:
        stop.set()
        await task


def counted(result: str) -> float:
    return REGISTRY.get_sample_value("parley_webhook_attempts_total", {"result": result}) or 0.0


def times(count: int, first: bytes) -> Callable[[Received], bytes]:
    """`first` so often, then all is well."""
    left = iter([first] * count)
    return lambda _received: next(left, OK)


async def test_an_event_arrives_signed(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    before = counted("delivered")
    async with receiving() as receiver, delivering(resources):
        created = await hooks.endpoint(account, receiver.url("/a?b=c"), headers={"X-Mine": "1", "user-agent": "me"})
        event = await hooks.publish(account, id="ar_1")
        await until(hooks.all_are(DeliveryStatus.DELIVERED))
    (request,) = receiver.requests
    assert request.line == "POST /a?b=c HTTP/1.1"
    assert orjson.loads(request.body) == {"event_type": "alerts.triggered", "alert": {"id": "ar_1"}}
    headers = request.headers
    assert headers["content-type"] == "application/json"
    assert (headers["x-mine"], headers["user-agent"]) == ("1", "me")
    assert headers["x-polyai-event-id"] == headers["webhook-id"] == str(event)
    timestamp = int(headers["x-polyai-timestamp"])
    assert abs(timestamp - time.time()) < 60
    assert headers["x-polyai-signature"] == signature(created.secret, timestamp, request.body)
    standardwebhooks.Webhook(created.secret).verify(request.body, headers)
    (delivery,) = await hooks.deliveries()
    (attempt,) = await hooks.attempts(delivery["id"])
    assert (attempt["number"], attempt["status_code"], attempt["error"]) == (1, 204, "")
    assert counted("delivered") == before + 1


async def test_what_fails_is_tried_again_with_the_same_id_and_a_fresh_signature(
    resources: Resources, hooks: Hooks
) -> None:
    adjust(resources, webhook_pauses=(0.01, 1.1, 0.01, 60))
    account = await hooks.account()
    async with receiving(times(3, status(503))) as receiver, delivering(resources):
        created = await hooks.endpoint(account, receiver.url())
        await hooks.publish(account)
        await until(hooks.all_are(DeliveryStatus.DELIVERED), 20)
    assert len({request.headers["webhook-id"] for request in receiver.requests}) == 1
    assert len({request.body for request in receiver.requests}) == 1
    timestamps = [int(request.headers["webhook-timestamp"]) for request in receiver.requests]
    assert timestamps[-1] > timestamps[0]
    for request in receiver.requests:
        standardwebhooks.Webhook(created.secret).verify(request.body, request.headers)
    (delivery,) = await hooks.deliveries()
    codes = [row["status_code"] for row in await hooks.attempts(delivery["id"])]
    assert codes == [503, 503, 503, 204]


async def test_what_was_asked_for_is_waited(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    async with receiving(lambda _: status(429, Retry_After="600")) as receiver, delivering(resources):
        await hooks.endpoint(account, receiver.url())
        await hooks.publish(account)

        async def is_logged() -> bool:
            (row,) = await hooks.deliveries()
            return bool(row["attempts"] == 1)

        await until(is_logged)
    (row,) = await hooks.db.fetch("select next_attempt_at - now() as left from webhook_deliveries")
    assert timedelta(seconds=590) < row["left"] <= timedelta(seconds=600)


async def test_the_end_of_patience(resources: Resources, hooks: Hooks) -> None:
    adjust(resources, webhook_pauses=(0.01, 0.01))
    account = await hooks.account()
    async with receiving(lambda _: status(500)) as receiver, delivering(resources):
        await hooks.endpoint(account, receiver.url())
        await hooks.publish(account)
        await until(hooks.all_are(DeliveryStatus.FAILED))
    assert len(receiver.requests) == 3
    (row,) = await hooks.deliveries()
    assert (row["attempts"], row["next_attempt_at"]) == (3, None)


async def test_gone_is_gone(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    async with receiving(lambda _: status(410)) as receiver, delivering(resources):
        endpoint = (await hooks.endpoint(account, receiver.url())).endpoint
        await hooks.publish(account)
        await until(hooks.all_are(DeliveryStatus.DROPPED))
        await hooks.publish(account)
    found = await store.find_endpoint(hooks.db, account, endpoint.id)
    assert found is not None
    assert (found.enabled, found.disabled_reason) == (False, "gone")
    assert len(await hooks.deliveries()) == 1, "a disabled endpoint gets no new ones"


async def test_after_days_of_failure_an_endpoint_is_disabled(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    async with receiving(lambda _: status(404)) as receiver, delivering(resources):
        endpoint = (await hooks.endpoint(account, receiver.url())).endpoint
        async with hooks.db.transaction() as tx:
            await store.set_health(tx, [], [endpoint.id], clock.now() - timedelta(days=6))
        await hooks.publish(account)
        await until(hooks.all_are(DeliveryStatus.FAILED))
    found = await store.find_endpoint(hooks.db, account, endpoint.id)
    assert found is not None
    assert (found.enabled, found.disabled_reason) == (False, "failing")


async def test_what_waits_for_a_disabled_endpoint_is_dropped_unsent(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    async with receiving() as receiver:
        endpoint = (await hooks.endpoint(account, receiver.url())).endpoint
        await hooks.publish(account)
        async with hooks.db.transaction() as tx:
            await actions.change_endpoint(tx, account, endpoint.id, {"enabled": False}, clock.now())
        async with delivering(resources):
            await until(hooks.all_are(DeliveryStatus.DROPPED))
        assert receiver.requests == []


async def test_the_secret_of_the_moment_of_sending_signs(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    async with receiving() as receiver:
        created = await hooks.endpoint(account, receiver.url())
        await hooks.publish(account)
        async with hooks.db.transaction() as tx:
            new = await actions.rotate_secret(
                tx, hooks.encryptor, account, created.endpoint.id, clock.now(), timedelta(hours=1)
            )
        async with delivering(resources):
            await until(hooks.all_are(DeliveryStatus.DELIVERED))
    (request,) = receiver.requests
    for secret in (new, created.secret):
        standardwebhooks.Webhook(secret).verify(request.body, request.headers)
    timestamp = int(request.headers["x-polyai-timestamp"])
    assert request.headers["x-polyai-signature"] == signature(new, timestamp, request.body)


async def test_a_receiver_that_keeps_silent_costs_its_time_and_nobody_elses(resources: Resources, hooks: Hooks) -> None:
    """Fifty events wait for it, and it may have four requests at once: the other gets its hundred meanwhile."""
    account, other = await hooks.account(), await hooks.account()
    async with receiving(lambda _: None) as silent, receiving() as quick:
        slow = (await hooks.endpoint(account, silent.url(), timeout_ms=30_000)).endpoint
        for _ in range(50):
            await hooks.publish(account)
        await hooks.endpoint(other, quick.url())
        adjust(resources, webhook_at_once=8, drain_seconds=0)
        async with delivering(resources, limits=EndpointLimits(healthy=4)):
            for _ in range(100):
                await hooks.publish(other)

            async def has_all() -> bool:
                return len(quick.requests) == 100

            await until(has_all, 25)
            assert len(silent.requests) == 4
    assert Counter(row["status"] for row in await hooks.deliveries(slow.id)) == {"pending": 50}


async def test_many_arrive_quickly_and_once(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    async with receiving() as receiver, delivering(resources):
        await hooks.endpoint(account, receiver.url())
        async with hooks.db.transaction() as tx:
            events = [
                await actions.publish_event(tx, account, "alerts.triggered", {"n": n}, clock.now()) for n in range(500)
            ]
        await until(hooks.all_are(DeliveryStatus.DELIVERED), 30)
    assert sorted(request.headers["webhook-id"] for request in receiver.requests) == sorted(map(str, events))
    assert receiver.connections <= 64


async def test_by_default_nothing_of_ours_is_called(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    adjust(resources, webhook_networks=())
    async with receiving() as receiver, delivering(resources):
        await hooks.endpoint(account, f"http://localhost:{receiver.port}/")
        await hooks.publish(account)
        await until(hooks.all_are(DeliveryStatus.FAILED))
    assert receiver.connections == 0
    (delivery,) = await hooks.deliveries()
    assert [row["error"] for row in await hooks.attempts(delivery["id"])] == ["address_refused"]


async def test_a_redirect_is_not_followed(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    async with receiving() as elsewhere:
        async with receiving(lambda _: status(307, Location=elsewhere.url())) as receiver, delivering(resources):
            await hooks.endpoint(account, receiver.url())
            await hooks.publish(account)
            await until(hooks.all_are(DeliveryStatus.FAILED))
        assert elsewhere.connections == 0


async def test_a_secret_that_cannot_be_read_is_a_failure_like_others(resources: Resources, hooks: Hooks) -> None:
    """As after a start with another sealing key, which the operator will notice and mend."""
    account = await hooks.account()
    async with receiving() as receiver, delivering(resources):
        await Hooks(resources.db).endpoint(account, receiver.url())
        await hooks.publish(account)

        async def is_tried() -> bool:
            (row,) = await hooks.deliveries()
            return bool(row["attempts"] == 1)

        await until(is_tried)
    assert receiver.requests == []
    (delivery,) = await hooks.deliveries()
    assert delivery["status"] == "pending"
    assert [row["error"] for row in await hooks.attempts(delivery["id"])] == ["internal_error"]


async def test_what_came_of_it_is_written_when_the_database_is_back(
    resources: Resources, hooks: Hooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = await hooks.account()
    real, failures = actions.record_results, 2

    async def sometimes(*args: Any) -> Any:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise DatabaseUnavailable
        return await real(*args)

    monkeypatch.setattr(actions, "record_results", sometimes)
    async with receiving() as receiver, delivering(resources):
        await hooks.endpoint(account, receiver.url())
        await hooks.publish(account)
        await until(hooks.all_are(DeliveryStatus.DELIVERED))
        assert len(receiver.requests) == 1


async def test_stopping_waits_for_what_has_begun(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    stop = asyncio.Event()

    def slow_to_stop(_received: Received) -> bytes:
        stop.set()
        return OK

    async with receiving(slow_to_stop) as receiver:
        await hooks.endpoint(account, receiver.url())
        await hooks.publish(account)
        await DeliveryWorker(resources).run(stop)
    assert await hooks.all_are(DeliveryStatus.DELIVERED)()


async def test_a_worker_does_jobs_and_delivers(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    stop = asyncio.Event()

    async def has_periods() -> bool:
        return await hooks.db.fetchrow("select from periods") is not None

    async with receiving() as receiver:
        await hooks.endpoint(account, receiver.url())
        await hooks.publish(account)
        working = asyncio.create_task(work(resources, stop))
        await until(hooks.all_are(DeliveryStatus.DELIVERED))
        await until(has_periods)
        stop.set()
        await working


async def test_an_operator_sees_what_waits(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    for _ in range(3):
        await hooks.endpoint(account)
    async with hooks.db.transaction() as tx:
        await actions.publish_event(tx, account, "alerts.triggered", {}, clock.now())
        await tx.execute("update webhook_deliveries set next_attempt_at = now() + interval '1 h'")

    async def is_shown() -> bool:
        return REGISTRY.get_sample_value("parley_webhook_pending") == 3

    async with delivering(resources):
        await until(is_shown)
    assert REGISTRY.get_sample_value("parley_webhook_overdue_seconds") == 0


async def test_a_receiver_is_told_the_trace(resources: Resources, hooks: Hooks) -> None:
    account = await hooks.account()
    async with receiving() as receiver, collecting() as collector:
        await hooks.endpoint(account, receiver.url())
        await hooks.publish(account)
        async with delivering(resources):
            await until(hooks.all_are(DeliveryStatus.DELIVERED))
        (span,) = await collector.spans()
    assert span.name == "webhook"
    assert span.attributes["http.response.status_code"] == 204
    assert receiver.requests[0].headers["traceparent"].startswith(f"00-{span.trace}-{span.id}-")
