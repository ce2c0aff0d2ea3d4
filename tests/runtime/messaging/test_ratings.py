from __future__ import annotations

import pytest

from parley.domain.accounts.model import Family
from parley.domain.messaging import session_store
from parley.resources import Resources
from parley.runtime.messaging.ratings import KEEP_RATING, METRIC, keep_rating, rate
from parley.storage import queue
from tests.contract import ContractClient
from tests.finishing import finished
from tests.make import Make
from tests.messaging_client import open_session

pytestmark = pytest.mark.io

AGENT = {"chat/configuration.yaml": "greeting:\n  welcome_message: Hello!\n"}


async def test_a_rating_becomes_a_metric_once_the_record_is_written(
    messaging: ContractClient, make: Make, resources: Resources
) -> None:
    project = await make.project()
    await make.deploy(project, AGENT)
    client = await (await open_session(messaging, make, project)).connect()
    await client.join()
    await client.send("CSAT_RESPONSE", {"score": 4})
    await client.send("HEARTBEAT")
    await client.next("HEARTBEAT")
    row = await resources.db.fetchrow("select id, conversation_id from messaging_sessions")
    assert row is not None
    session = await session_store.find_session(resources.db, row["id"])
    assert session is not None
    async with resources.db.transaction() as tx:
        await rate(tx, session, 1)  # one waits: the first
    await keep(resources)
    assert await metric_of(resources) is None, "the conversation goes on"
    await client.send("USER_END_SESSION")
    await client.closed()
    await finished(resources, row["conversation_id"])
    await resources.db.fetch("update jobs set run_at = now() where kind = $1", KEEP_RATING)
    await keep(resources)
    assert await metric_of(resources) == "4"
    assert await resources.db.fetchrow("select from jobs where kind = $1", KEEP_RATING) is None


async def test_a_rating_over_http(messaging: ContractClient, make: Make, resources: Resources) -> None:
    project = await make.project()
    key = await make.key(Family.MESSAGING, project)
    headers = {"x-token": key.secret, "x-host": "localhost"}
    given = (await messaging.post("/api/v1/access-token", headers=headers, json={})).json()
    bearer = {"authorization": f"Bearer {given['access_token']}"}
    session = (await messaging.post("/api/v1/sessions", headers=bearer, json={})).json()["session_id"]
    for score, status in ((5, 204), (6, 400), (0, 400), (True, 400), ("5", 400)):
        answer = await messaging.post(f"/api/v1/sessions/{session}/survey", headers=bearer, json={"score": score})
        assert answer.status_code == status
    assert await resources.db.fetchrow("select from jobs where kind = $1", KEEP_RATING) is None, "nobody has joined"


async def keep(resources: Resources) -> None:
    async with resources.db.transaction() as tx:
        [job] = await queue.lease_due(tx, [KEEP_RATING], 1, 60)
    await keep_rating(resources.db, job, resources.clock.now())


async def metric_of(resources: Resources) -> str | None:
    found = await resources.db.fetchrow("select metrics from conversations")
    assert found is not None
    value: str | None = found["metrics"].get(METRIC)
    return value
