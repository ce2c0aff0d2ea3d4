"""Phone numbers and connectors, through HTTP."""

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


async def test_numbers_are_listed_with_their_connector_if_they_have_one(builder: Builder) -> None:
    assert await builder.send("GET", NUMBERS) == {"phoneNumbers": []}
    trunk = (await builder.send("POST", CONNECTORS, 201, json={"name": "Main trunk", "outbound": True}))["connectorId"]
    await builder.send("POST", NUMBERS, 201, json={"number": "+44 20 7123 4567", "connectorId": trunk})
    await builder.send("POST", NUMBERS, 201, json={"number": "+14155550100", "clientEnv": "sandbox"})
    owner = {"projectId": builder.project_info.id, "accountId": builder.project_info.account_id}
    with_trunk = {"number": "+442071234567", **owner, "clientEnv": "live", "connectorId": trunk}
    alone = {"number": "+14155550100", **owner, "clientEnv": "sandbox"}
    assert await builder.send("GET", NUMBERS) == {"phoneNumbers": [alone, with_trunk]}
    assert await builder.send("GET", f"{NUMBERS}?connectorId={trunk}") == {"phoneNumbers": [with_trunk]}
    assert await builder.send("GET", f"{NUMBERS}?connectorId=unknown") == {"phoneNumbers": []}
    assert await builder.send("GET", f"{NUMBERS}/+14155550100") == alone


@pytest.mark.parametrize("number", ["", "12345", "+0123456789", "+12", "+1234567890123456", "call me"])
async def test_numbers_have_a_country_code(builder: Builder, number: str) -> None:
    assert (await builder.send("POST", NUMBERS, 400, json={"number": number}))["error_code"] == "PHONE_NUMBERS_INVALID"


async def test_a_number_leads_to_one_agent(builder: Builder, build: ContractClient, make: Make) -> None:
    await builder.send("POST", NUMBERS, 201, json={"number": "+14155550100"})
    other = await Builder.of(build, make)
    for each in (builder, other):
        answer = await each.send("POST", NUMBERS, 409, json={"number": "+14155550100"})
        assert answer["error_code"] == "PHONE_NUMBERS_TAKEN"
    for method in ("GET", "DELETE"):
        await other.send(method, f"{NUMBERS}/+14155550100", 404)
    await other.send("PATCH", f"{NUMBERS}/+14155550100", 404, json={"clientEnv": "sandbox"})
    assert (await other.send("GET", NUMBERS)) == {"phoneNumbers": []}


async def test_a_number_is_assigned_anew(builder: Builder, build: ContractClient, make: Make) -> None:
    await builder.send("POST", NUMBERS, 201, json={"number": "+14155550100"})
    changed = await builder.send("PATCH", f"{NUMBERS}/+14155550100", json={"clientEnv": "pre-release"})
    assert changed["clientEnv"] == "pre-release"
    account = await make.resources.tenants.account(builder.project_info.account_id)
    sister = Builder(build, make, await make.project(account), builder.headers["x-api-key"])
    moved = await sister.send("PATCH", f"{NUMBERS}/+14155550100", json={})
    assert (moved["projectId"], moved["clientEnv"]) == (sister.project_info.id, "pre-release")
    assert await builder.send("GET", NUMBERS) == {"phoneNumbers": []}
    await sister.send("DELETE", f"{NUMBERS}/+14155550100", 204)
    await sister.send("DELETE", f"{NUMBERS}/+14155550100", 404)


async def test_connectors_are_made_read_and_removed(builder: Builder) -> None:
    made = await builder.send("POST", CONNECTORS, 201, json={"name": "Trunk", "clientEnv": "sandbox"})
    assert (await builder.send("GET", CONNECTORS)) == {"connectors": [made]}
    assert (await builder.send("GET", f"{CONNECTORS}/{made['connectorId']}")) == made
    body = {"number": "+14155550100", "connectorId": made["connectorId"]}
    await builder.send("POST", NUMBERS, 201, json=body)
    await builder.send("DELETE", f"{CONNECTORS}/{made['connectorId']}", 204)
    (left,) = (await builder.send("GET", NUMBERS))["phoneNumbers"]
    assert "connectorId" not in left
    await builder.send("GET", f"{CONNECTORS}/{made['connectorId']}", 404)
    await builder.send("POST", NUMBERS, 404, json={"number": "+14155550101", "connectorId": made["connectorId"]})


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "x", "clientEnv": "moon"}, {"name": "x", "more": 1}])
async def test_connectors_are_checked(builder: Builder, body: dict[str, object]) -> None:
    assert (await builder.send("POST", CONNECTORS, 400, json=body))["errors"]


async def test_unknown_agents_have_no_numbers(builder: Builder, build: ContractClient) -> None:
    response = await build.get("/v1/agents/nobody/telephony/phone-numbers", headers=builder.headers)
    assert (response.status_code, response.json()["error_code"]) == (404, "PROJECT_NOT_FOUND")


async def test_a_number_joins_a_pool_and_leaves_it(builder: Builder) -> None:
    made = await builder.send("POST", NUMBERS, 201, json={"number": "+14155550100", "isDynamic": True})
    assert made["isDynamic"] is True
    assert await builder.send("GET", NUMBERS) == {"phoneNumbers": [made]}
    changed = await builder.send("PATCH", f"{NUMBERS}/+14155550100", json={"clientEnv": "sandbox"})
    assert changed == {**made, "clientEnv": "sandbox"}, "what is not named stays"
    left = await builder.send("PATCH", f"{NUMBERS}/+14155550100", json={"isDynamic": False})
    assert "isDynamic" not in left


async def test_fields_of_a_number_are_checked(builder: Builder) -> None:
    made = await builder.send("POST", NUMBERS, 201, json={"number": "+14155550100"})
    wrong = [("isDynamic", each) for each in ("perhaps", "true", 1, None)]
    wrong += [("clientEnv", each) for each in ("moon", None)] + [("variantId", None), ("colour", "red")]
    for name, value in wrong:
        for method, path in (("POST", NUMBERS), ("PATCH", f"{NUMBERS}/+14155550100")):
            body = {name: value} if method == "PATCH" else {"number": "+14155550101", name: value}
            answer = await builder.send(method, path, 400, json=body)
            assert [each["field"] for each in answer["errors"]] == [name], (method, name, value)
    assert await builder.send("GET", NUMBERS) == {"phoneNumbers": [made]}
