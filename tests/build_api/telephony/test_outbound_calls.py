"""Calls that an agent places, asked for with a build key."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.conversations.model import row_id
from parley.resources import Resources
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

CALLS = "/telephony/outbound-calls"
ASKED = {"toNumber": "+14155550100", "environment": "live"}


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def trunk(builder: Builder, **fields: Any) -> str:
    body = {"name": "Out", "host": "sip.example.com", "outbound": True, **fields}
    return str((await builder.send("POST", "/telephony/connectors", 201, json=body))["connectorId"])


async def test_a_call_is_placed_and_asked_after(builder: Builder, resources: Resources) -> None:
    await trunk(builder, callerId="+14155550199")
    body = {**ASKED, "metadata": {"order": "17"}, "variantId": "V", "encryption": "udp_rtp"}
    placed = await builder.send("POST", CALLS, json=body)
    assert placed["status"] == "QUEUED"
    path = f"{CALLS}/{placed['callSid']}/status"
    assert await builder.send("GET", f"{path}?environment=live") == {**placed, "reason": ""}
    row = await resources.db.fetchrow("select * from calls where id = $1", row_id(placed["callSid"]))
    assert row is not None
    assert (row["to_number"], row["from_number"]) == ("+14155550100", "+14155550199")
    assert (row["encryption"], row["variant_id"], row["metadata"]) == ("UDP/RTP", "V", {"order": "17"})
    await resources.db.fetch("update calls set status = 'failure', reason = 'Busy Here', ended_at = now()")
    over = await builder.send("GET", f"{path}?environment=live")
    assert (over["status"], over["reason"]) == ("FAILURE", "Busy Here")


async def test_the_connector_is_that_of_the_variant_or_the_default(builder: Builder, resources: Resources) -> None:
    of_variant, default = await trunk(builder, variantId="V"), await trunk(builder)
    await trunk(builder, clientEnv="sandbox")
    await trunk(builder, outbound=False)
    for variant, connector in (("V", of_variant), (None, default), ("other", default)):
        placed = await builder.send("POST", CALLS, json={**ASKED, "variantId": variant})
        row = await resources.db.fetchrow("select * from calls where id = $1", row_id(placed["callSid"]))
        assert row is not None
        assert (row["connector_id"], row["variant_id"]) == (connector, variant or ""), variant


async def test_a_variant_that_the_deployment_does_not_have_is_refused(builder: Builder) -> None:
    await trunk(builder)
    variants = {"config/variant_attributes.yaml": "variants: [{name: north, is_default: true}]\n"}
    await builder.deploy(environment="live", **variants)
    refused = await builder.send("POST", CALLS, 400, json={**ASKED, "variantId": "other"})
    assert refused["errors"] == [{"field": "variantId", "message": "is not a variant of this project"}]
    await builder.send("POST", CALLS, json={**ASKED, "variantId": "north"})


async def test_what_cannot_be_placed_is_refused(builder: Builder, build: ContractClient, make: Make) -> None:
    answer = await builder.send("POST", CALLS, 404, json=ASKED)
    assert answer["error_code"] == "CONNECTORS_NOT_FOUND"
    await trunk(builder)
    for wrong in (
        {"toNumber": "call me"},
        {"toNumber": "020 7123 4567"},
        {"environment": "moon"},
        {"metadata": {"a": 1}},
        {"encryption": "TLS/SRTP"},
    ):
        answer = await builder.send("POST", CALLS, 400, json={**ASKED, **wrong})
        assert answer["errors"][0]["field"].partition(".")[0] == next(iter(wrong))
    national = {**ASKED, "toNumber": "020 7123 4567", "countryCode": "GB"}
    sid = (await builder.send("POST", CALLS, json=national))["callSid"]
    other = await Builder.of(build, make)
    await other.send("GET", f"{CALLS}/{sid}/status?environment=live", 404)
    await builder.send("GET", f"{CALLS}/{sid}/status?environment=sandbox", 404)
    await builder.send("GET", f"{CALLS}/{sid}/status", 400)
    await builder.send("GET", f"{CALLS}/nonsense/status?environment=live", 400)
