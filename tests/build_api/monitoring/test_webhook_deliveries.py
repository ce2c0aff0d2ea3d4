"""The log of an endpoint's deliveries through HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from parley.domain.accounts.model import Family
from parley.domain.webhooks.delivery import DeliveryStatus, NextStep, Outcome
from parley.kit.clock import iso
from parley.kit.ids import uuid7
from parley.resources import Resources
from tests.contract import ContractClient
from tests.domain.webhooks.hooks import Hooks, clock
from tests.make import Make

pytestmark = pytest.mark.io

FAILED = (NextStep(DeliveryStatus.FAILED), Outcome(500))
DELIVERED = (NextStep(DeliveryStatus.DELIVERED), Outcome(204))
HOUR = timedelta(hours=1)


class Log:
    """An endpoint, whoever looks after it, and the worker that sends to it."""

    def __init__(self, build: ContractClient, hooks: Hooks, account_id: str, endpoint_id: str, key: str) -> None:
        self.build, self.hooks, self.account_id, self.key = build, hooks, account_id, key
        self.path = f"/v1/webhook-endpoints/{endpoint_id}"

    async def get(self, path: str = "/deliveries", expect: int = 200, **query: Any) -> Any:
        answer = await self.build.get(self.path + path, params=query, headers={"x-api-key": self.key})
        assert answer.status_code == expect, answer.text
        return answer.json()

    async def post(self, path: str, status: int = 202, **body: Any) -> Any:
        headers = {"x-api-key": self.key}
        answer = await self.build.post(self.path + path, json=body or None, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def happen(self, *ends: tuple[NextStep, Outcome]) -> None:
        for step, outcome in ends:
            await self.hooks.publish(self.account_id, name="Größe")
            (due,) = await self.hooks.take()
            assert await self.hooks.record(due, step, outcome)


@pytest.fixture(name="log")
async def _log(build: ContractClient, make: Make, resources: Resources) -> Log:
    project = await make.project()
    hooks = Hooks(resources.db, resources.dependencies.secret_store.encryptor)
    made = await hooks.endpoint(project.account_id)
    key = (await make.key(Family.BUILD, project)).secret
    return Log(build, hooks, project.account_id, made.endpoint.id, key)


async def test_pages_follow_each_other_and_filters_hold(log: Log) -> None:
    await log.happen(DELIVERED, FAILED, (NextStep(DeliveryStatus.PENDING, wait=60), Outcome(error="timeout")), FAILED)
    whole = await log.get()
    assert [each["status"] for each in whole["data"]] == ["failed", "pending", "failed", "delivered"]
    assert whole["next_cursor"] is None
    waiting = whole["data"][1]
    assert waiting["next_attempt_at"] > waiting["last_attempt"]["started_at"]
    assert (waiting["last_attempt"]["status_code"], waiting["last_attempt"]["error"]) == (None, "timeout")
    first = await log.get(limit=3)
    rest = await log.get(limit=3, cursor=first["next_cursor"])
    assert first["data"] + rest["data"] == whole["data"]
    assert rest["next_cursor"] is None
    assert len((await log.get(status="failed"))["data"]) == 2
    assert len((await log.get(event_type="alerts.triggered", status="delivered"))["data"]) == 1
    assert (await log.get(event_type="alerts.resolved"))["data"] == []
    for wrong in ({"status": "lost"}, {"cursor": "x"}, {"limit": 201}):
        (problem,) = (await log.get(expect=400, **wrong))["errors"]
        assert problem["field"] in wrong


async def test_one_delivery_has_its_attempts_and_what_is_sent_when_asked_for(log: Log) -> None:
    await log.happen(FAILED)
    ((listed,), path) = (await log.get())["data"], "/deliveries/"
    one = await log.get(path + listed["id"])
    assert one["attempt_log"] == [listed["last_attempt"]]
    assert "payload" not in one
    assert (await log.get(path + listed["id"], payload="true"))["payload"]["alert"] == {"name": "Größe"}
    again = await log.post(f"{path}{listed['id']}/replay")
    assert (again["status"], again["event_id"], again["finished_at"]) == ("pending", one["event_id"], None)
    await log.get(f"{path}{uuid7()}", 404)
    await log.get(f"{path}x", 422)
    await log.post(f"{path}{uuid7()}/replay", 404)


async def test_what_failed_since_a_moment_is_sent_again(log: Log) -> None:
    await log.happen(DELIVERED, FAILED, FAILED)
    since = iso(clock.now() - HOUR)
    assert await log.post("/replay", since=since, until=since) == {"replayed": 0, "more": False}
    assert await log.post("/replay", since=since) == {"replayed": 2, "more": False}
    assert await log.post("/replay", since=since) == {"replayed": 0, "more": False}, "they are on their way"
    assert await log.post("/replay", since=since, delivered=True) == {"replayed": 1, "more": False}
    (problem,) = (await log.post("/replay", 400, since="yesterday"))["errors"]
    assert problem["field"] == "since"


async def test_a_test_event_goes_to_this_endpoint_once_at_a_time(log: Log) -> None:
    await log.hooks.endpoint(log.account_id)
    sent = await log.post("/test")
    assert (sent["event_type"], sent["status"], sent["attempt_log"]) == ("webhook.test", "pending", [])
    await log.post("/test", 409)
    (due,) = await log.hooks.take()
    assert str(due.id) == sent["id"]
    await log.hooks.record(due, *DELIVERED)
    assert (await log.post("/test"))["id"] != sent["id"]


async def test_nothing_is_sent_again_to_an_endpoint_that_is_disabled(log: Log) -> None:
    await log.happen(FAILED)
    ((listed,), headers) = (await log.get())["data"], {"x-api-key": log.key}
    await log.build.patch(log.path, json={"enabled": False}, headers=headers)
    await log.post("/test", 409)
    await log.post("/replay", 409, since=iso(clock.now() - HOUR))
    await log.post(f"/deliveries/{listed['id']}/replay", 409)


async def test_the_log_of_another_account_is_not_there(log: Log, make: Make) -> None:
    await log.happen(FAILED)
    ((listed,), whole) = (await log.get())["data"], await log.get()
    own = log.key
    log.key = (await make.key(Family.BUILD, await make.project())).secret
    for path in ("/deliveries", f"/deliveries/{listed['id']}"):
        await log.get(path, 404)
    await log.post(f"/deliveries/{listed['id']}/replay", 404)
    await log.post("/replay", 404, since=iso(clock.now() - HOUR))
    await log.post("/test", 404)
    log.key = own
    assert await log.get() == whole
