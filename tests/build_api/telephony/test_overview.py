"""What telephony of the account there is, whatever agent it belongs to."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from parley.build_api.telephony import overview as telephony_overview
from parley.domain.calls import store as calls
from parley.domain.calls.model import Status
from parley.domain.numbers.store import find_connector
from parley.domain.reservations import store as reservations
from parley.domain.reservations.model import Reservation
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.domain.calls.trunk import inbound, outbound
from tests.make import Make

pytestmark = pytest.mark.io

LENT = "+14155550101"


async def overview(builder: Builder) -> Any:
    response = await builder.client.get("/v1/telephony", headers=builder.headers)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    """With a trunk, two numbers, a reservation, a call that rings, one that runs and one that is over."""
    builder = await Builder.of(build, make)
    trunk = {"name": "Trunk", "host": "sip.example.com", "registerOver": "udp", "user": "me", "maxCalls": 7}
    made = await builder.send("POST", "/telephony/connectors", 201, json=trunk)
    for number, is_dynamic in (("+14155550100", False), (LENT, True)):
        body = {"phoneNumbers": [number], "isDynamic": is_dynamic, "connectorId": made["connectorId"]}
        await builder.send("POST", "/telephony/phone-numbers", 201, json=body)
    now, project = make.resources.clock.now(), builder.project_info
    async with make.resources.db.transaction() as tx:
        lent = Reservation(LENT, project.id, "live", "", {"name": "hush"}, now, now + timedelta(minutes=5))
        assert await reservations.reserve(tx, lent)
        connector = await find_connector(tx, project.id, made["connectorId"])
        assert connector is not None
        await calls.insert_call(tx, outbound(connector, now))
        running = inbound(connector, now - timedelta(minutes=3))
        await calls.insert_call(tx, running)
        await calls.set_connected(tx, running.id, now)
        over = replace(inbound(connector, now - timedelta(minutes=9)), status=Status.SUCCESS, ended_at=now)
        await calls.insert_call(tx, over)
    return builder


async def test_all_of_the_account_is_seen_at_once(builder: Builder, build: ContractClient, make: Make) -> None:
    found, agent = await overview(builder), builder.project_info.id
    assert [(each["number"], each["isDynamic"]) for each in found["phoneNumbers"]] == [
        ("+14155550100", False),
        (LENT, True),
    ]
    [connector] = found["connectors"]
    assert (connector["name"], connector["host"], connector["running"], connector["maxCalls"]) == (
        "Trunk",
        "sip.example.com",
        1,
        7,
    )
    assert connector["registration"] == "registering"
    [lent] = found["reservations"]
    assert (lent["number"], lent["used"], "hush" in str(found)) == (LENT, False, False)
    assert [(each["state"], each["direction"]) for each in found["calls"]] == [
        ("running", "inbound"),
        ("queued", "outbound"),
    ]
    assert {each["agentId"] for kind in ("phoneNumbers", "connectors", "calls") for each in found[kind]} == {agent}
    assert found["more"] is False
    stranger = await overview(await Builder.of(build, make))
    assert not any(stranger[kind] for kind in ("phoneNumbers", "connectors", "reservations", "calls"))


async def test_an_answer_has_an_end(builder: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telephony_overview, "LISTED", 1)
    found = await overview(builder)
    assert ([len(each) for each in found.values() if isinstance(each, list)], found["more"]) == ([1, 1, 1, 1], True)
