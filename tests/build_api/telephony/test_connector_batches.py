"""Connectors by the dozen, and by their numbers, through HTTP."""

from __future__ import annotations

import pytest

from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

NUMBERS = "/telephony/phone-numbers"
CONNECTORS = "/telephony/connectors"


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def made(builder: Builder, name: str) -> dict[str, object]:
    connector: dict[str, object] = await builder.send("POST", CONNECTORS, 201, json={"name": name})
    return connector


async def test_connectors_are_read_by_their_ids(builder: Builder, build: ContractClient, make: Make) -> None:
    one, two = await made(builder, "One"), await made(builder, "Two")
    foreign = await made(await Builder.of(build, make), "Not ours")
    ids = [two["connectorId"], foreign["connectorId"], one["connectorId"], two["connectorId"]]
    answer = await builder.send("POST", f"{CONNECTORS}/batch", json={"connectorIds": ids})
    assert answer == {"found": [two, one], "notFound": [foreign["connectorId"]]}
    await builder.send("POST", f"{CONNECTORS}/batch", 400, json={"connectorIds": []})


async def test_each_connector_is_changed_by_itself(builder: Builder) -> None:
    one, two = await made(builder, "One"), await made(builder, "Two")
    updates = [
        {"connectorId": two["connectorId"], "asrLangCode": "de-DE", "voiceName": "en-GB-Oak"},
        {"connectorId": "unknown", "variantId": "VARIANT-1"},
        {"connectorId": one["connectorId"], "variantId": "VARIANT-1"},
        {"connectorId": one["connectorId"], "projectId": "nobody"},
    ]
    answer = await builder.send("PATCH", f"{CONNECTORS}/batch", json={"updates": updates})
    spoken = {"asrLangCode": "de-DE", "voiceName": "en-GB-Oak", "ttsLangCode": "en-GB"}
    assert answer["results"] == [
        {"connectorId": two["connectorId"], "success": True, "data": {**two, **spoken}},
        {"connectorId": "unknown", "success": False, "error": "There is no such connector."},
        {"connectorId": one["connectorId"], "success": True, "data": {**one, "variantId": "VARIANT-1"}},
        {"connectorId": one["connectorId"], "success": False, "error": "There is no such project."},
    ]
    for refused in ([], [{"name": "Nameless"}], [{"connectorId": one["connectorId"], "maxCalls": True}]):
        await builder.send("PATCH", f"{CONNECTORS}/batch", 400, json={"updates": refused})


async def test_a_connector_is_found_by_a_number_of_it(builder: Builder, build: ContractClient, make: Make) -> None:
    one = await made(builder, "One")
    body = {"phoneNumbers": ["+14155550100"], "connectorId": one["connectorId"]}
    await builder.send("POST", NUMBERS, 201, json=body)
    await builder.send("POST", NUMBERS, 201, json={"phoneNumbers": ["+14155550101"]})
    lookup = f"{CONNECTORS}/lookup"
    assert await builder.send("POST", lookup, json={"phoneNumber": "+1 415 555 0100"}) == one
    without = await builder.send("POST", lookup, 404, json={"phoneNumber": "+14155550101"})
    assert without["error_code"] == "CONNECTORS_NOT_FOUND"
    other = await Builder.of(build, make)
    foreign = await other.send("POST", lookup, 404, json={"phoneNumber": "+14155550100"})
    assert foreign["error_code"] == "PHONE_NUMBERS_NOT_FOUND"
    await builder.send("POST", lookup, 400, json={"phoneNumber": "nonsense"})
