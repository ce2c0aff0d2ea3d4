"""What alert rules have measured and been, through HTTP."""

from __future__ import annotations

import pytest

from parley.domain.alerts.jobs import evaluate_rules
from parley.resources import Resources
from tests.build_api.monitoring.test_alerts import UNKNOWN, Owner
from tests.contract import ContractClient
from tests.domain.alerts.happenings import MINUTE, StillClock
from tests.make import Make

pytestmark = pytest.mark.io


async def test_what_a_rule_has_measured_and_been(build: ContractClient, resources: Resources, make: Make) -> None:
    owner = await Owner.of(build, make)
    rule = await owner.create(threshold_value=1, window_duration="5m")
    one = f"/v1/alert-rules/{rule['id']}"
    assert await owner.send("GET", f"{one}/history") == {"data": [], "next_cursor": None}
    before = await owner.send("GET", f"{one}/series?span=1h")
    assert {point["state"] for point in before["data"]} == {"unknown"}, "nobody watched yet"
    now = resources.clock.now()
    await evaluate_rules(resources.db, StillClock(now), ["live"])
    measured = await owner.send("GET", f"{one}/series?span=1h")
    assert (measured["threshold_value"], measured["step_seconds"], len(measured["data"])) == (1, 60, 60)
    assert measured["data"][-1]["state"] == "no_data"
    await resources.db.fetch("update alert_rules set state = 'ok'")
    await evaluate_rules(resources.db, StillClock(now + MINUTE), ["live"])
    newest = await owner.send("GET", f"{one}/history?limit=1")
    assert [(each["state"], each["until"]) for each in newest["data"]] == [("no_data", None)]
    (oldest,) = (await owner.send("GET", f"{one}/history?cursor={newest['next_cursor']}"))["data"]
    assert (oldest["state"], oldest["until"]) == ("no_data", newest["data"][0]["since"])


async def test_what_is_not_there_and_what_makes_no_sense(build: ContractClient, make: Make) -> None:
    owner = await Owner.of(build, make)
    rule = await owner.create()
    for what in ("series", "history"):
        await owner.send("GET", f"/v1/alert-rules/{UNKNOWN}/{what}", 404)
        await owner.send("GET", f"/v1/alert-rules/x/{what}", 422)
        await (await Owner.of(build, make)).send("GET", f"/v1/alert-rules/{rule['id']}/{what}", 404)
    for query in ("series?span=2h", "history?limit=0", "history?cursor=then"):
        (problem,) = (await owner.send("GET", f"/v1/alert-rules/{rule['id']}/{query}", 400))["errors"]
        assert problem["field"] in query
