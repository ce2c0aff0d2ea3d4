"""Phone numbers, through HTTP."""

from __future__ import annotations

import pytest

from parley.storage.db import Database
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

NUMBERS = "/telephony/phone-numbers"
CONNECTORS = "/telephony/connectors"
ONE, TWO, THREE = "+14155550100", "+14155550101", "+14155550102"


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def imported(builder: Builder, *numbers: str, status: int = 201, **more: object) -> dict[str, object]:
    answer: dict[str, object] = await builder.send(
        "POST", NUMBERS, status, json={"phoneNumbers": list(numbers), **more}
    )
    return answer


async def test_numbers_are_listed_with_their_connector_if_they_have_one(builder: Builder) -> None:
    assert await builder.send("GET", NUMBERS) == {"phoneNumbers": []}
    trunk = (await builder.send("POST", CONNECTORS, 201, json={"name": "Main trunk", "outbound": True}))["connectorId"]
    assert await imported(builder, "+44 20 7123 4567", connectorId=trunk) == {"imported": ["+442071234567"]}
    await imported(builder, ONE, clientEnv="sandbox")
    owner = {"projectId": builder.project_info.id, "accountId": builder.project_info.account_id}
    with_trunk = {"number": "+442071234567", **owner, "clientEnv": "live", "connectorId": trunk}
    alone = {"number": ONE, **owner, "clientEnv": "sandbox"}
    assert await builder.send("GET", NUMBERS) == {"phoneNumbers": [alone, with_trunk]}
    assert await builder.send("GET", f"{NUMBERS}?connectorId={trunk}") == {"phoneNumbers": [with_trunk]}
    assert await builder.send("GET", f"{NUMBERS}?connectorId=unknown") == {"phoneNumbers": []}
    assert await builder.send("GET", f"{NUMBERS}/{ONE}") == alone
    assert await builder.send("GET", f"{NUMBERS}/%2B14155550100") == alone


async def test_numbers_have_a_country_code(builder: Builder) -> None:
    wrong = ["", "12345", "+0123456789", "+12", "+1234567890123456", "call me"]
    answer = await imported(builder, ONE, *wrong, status=400)
    assert answer["error_code"] == "PHONE_NUMBERS_INVALID_PHONE_NUMBER_FORMAT"
    errors = answer["errors"]
    assert isinstance(errors, list)
    assert [each["field"] for each in errors] == [f"phoneNumbers.{place}" for place in range(1, 7)]
    assert await builder.send("GET", NUMBERS) == {"phoneNumbers": []}


async def test_a_number_leads_to_one_agent(builder: Builder, build: ContractClient, make: Make) -> None:
    await imported(builder, ONE, clientEnv="sandbox")
    other = await Builder.of(build, make)
    answer = await imported(other, TWO, ONE, status=409)
    assert answer["error_code"] == "PHONE_NUMBERS_ALREADY_EXISTS"
    for method in ("GET", "DELETE"):
        assert (await other.send(method, f"{NUMBERS}/{ONE}", 404))["error_code"] == "PHONE_NUMBERS_NOT_FOUND"
    await other.send("PATCH", f"{NUMBERS}/{ONE}", 404, json={"clientEnv": "sandbox"})
    assert (await other.send("GET", NUMBERS)) == {"phoneNumbers": []}, "all or none"
    before = await builder.send("GET", f"{NUMBERS}/{ONE}")
    assert await imported(builder, ONE) == {"imported": [ONE]}
    assert await builder.send("GET", f"{NUMBERS}/{ONE}") == before, "it stays as it is"


async def test_unknown_fields_are_named(builder: Builder) -> None:
    answer = await imported(builder, ONE, status=400, clientEnvironment="live")
    assert answer["errors"] == [{"field": "clientEnvironment", "message": "is not a known field"}]


async def test_a_number_is_assigned_anew(builder: Builder, build: ContractClient, make: Make) -> None:
    await imported(builder, ONE)
    changed = await builder.send("PATCH", f"{NUMBERS}/{ONE}", json={"clientEnv": "pre-release"})
    assert changed["clientEnv"] == "pre-release"
    account = await make.resources.tenants.account(builder.project_info.account_id)
    sister = Builder(build, make, await make.project(account), builder.headers["x-api-key"])
    moved = await sister.send("PATCH", f"{NUMBERS}/{ONE}", json={})
    assert (moved["projectId"], moved["clientEnv"]) == (sister.project_info.id, "pre-release")
    assert await builder.send("GET", NUMBERS) == {"phoneNumbers": []}
    assert await sister.send("DELETE", f"{NUMBERS}/{ONE}") == {"deleted": ONE}
    await sister.send("DELETE", f"{NUMBERS}/{ONE}", 404)
    answer = await sister.send("PATCH", f"{NUMBERS}/{ONE}", 404, json={"connectorId": "unknown"})
    assert answer["error_code"] == "PHONE_NUMBERS_NOT_FOUND"


async def test_an_unknown_connector_has_no_numbers(builder: Builder) -> None:
    await imported(builder, ONE)
    for answer in (
        await imported(builder, TWO, status=404, connectorId="unknown"),
        await builder.send("PATCH", f"{NUMBERS}/{ONE}", 404, json={"connectorId": "unknown"}),
    ):
        assert answer["error_code"] == "PHONE_NUMBERS_CONNECTOR_DOES_NOT_EXIST"


async def test_many_are_read_and_deleted_at_once(builder: Builder, build: ContractClient, make: Make) -> None:
    await imported(builder, THREE, ONE)
    other = await Builder.of(build, make)
    await imported(other, TWO)
    asked = {"phoneNumbers": [TWO, THREE, "+1 415 555 0100", ONE]}
    answer = await builder.send("POST", f"{NUMBERS}/batch", json=asked)
    assert [each["number"] for each in answer["found"]] == [THREE, ONE]
    assert answer["notFound"] == [TWO]
    answer = await builder.send("DELETE", NUMBERS, json={"phoneNumbers": [ONE, TWO]})
    assert answer == {"deleted": [ONE], "errors": [{"phoneNumber": TWO, "error": "Does not lead to this agent."}]}
    assert await builder.send("DELETE", NUMBERS, json={"phoneNumbers": [THREE]}) == {"deleted": [THREE]}
    assert [each["number"] for each in (await other.send("GET", NUMBERS))["phoneNumbers"]] == [TWO]
    for method, path in (("DELETE", NUMBERS), ("POST", f"{NUMBERS}/batch"), ("POST", NUMBERS)):
        refused: list[dict[str, object]] = [{}, {"phoneNumbers": []}, {"phoneNumbers": ["x"]}]
        for body in (*refused, {"phoneNumbers": [ONE], "colour": "red"}):
            await builder.send(method, path, 400, json=body)


async def test_a_number_is_imported_under_its_own_address(builder: Builder) -> None:
    path = f"{NUMBERS}/{ONE}"
    assert await builder.send("POST", path, 201, json={"clientEnv": "sandbox"}) == {"imported": ONE}
    assert (await builder.send("GET", path))["clientEnv"] == "sandbox"
    await builder.send("POST", f"{NUMBERS}/{TWO}", 201)
    assert (await builder.send("GET", f"{NUMBERS}/{TWO}"))["clientEnv"] == "live"
    await builder.send("POST", f"{NUMBERS}/{THREE}", 400, json={"number": THREE})


async def test_numbers_are_stored_in_one_order_whatever_the_request_has(builder: Builder, db: Database) -> None:
    """Two requests about the same numbers, each in its own order, would wait for each other."""
    assert await imported(builder, THREE, ONE, TWO) == {"imported": [THREE, ONE, TWO]}
    stored = await db.fetch("select number from phone_numbers order by ctid")
    assert [row["number"] for row in stored] == [ONE, TWO, THREE]


async def test_unknown_agents_have_no_numbers(builder: Builder, build: ContractClient) -> None:
    response = await build.get("/v1/agents/nobody/telephony/phone-numbers", headers=builder.headers)
    assert (response.status_code, response.json()["error_code"]) == (404, "PROJECT_NOT_FOUND")


async def test_a_number_joins_a_pool_and_leaves_it(builder: Builder) -> None:
    await imported(builder, ONE, isDynamic=True)
    made = await builder.send("GET", f"{NUMBERS}/{ONE}")
    assert made["isDynamic"] is True
    changed = await builder.send("PATCH", f"{NUMBERS}/{ONE}", json={"clientEnv": "sandbox"})
    assert changed == {**made, "clientEnv": "sandbox"}, "what is not named stays"
    left = await builder.send("PATCH", f"{NUMBERS}/{ONE}", json={"isDynamic": False})
    assert "isDynamic" not in left


async def test_fields_of_a_number_are_checked(builder: Builder) -> None:
    await imported(builder, ONE)
    made = await builder.send("GET", NUMBERS)
    wrong = [("isDynamic", each) for each in ("perhaps", "true", 1, None)]
    wrong += [("clientEnv", each) for each in ("moon", None)] + [("variantId", None), ("colour", "red")]
    for name, value in wrong:
        for method, path in (("POST", NUMBERS), ("PATCH", f"{NUMBERS}/{ONE}")):
            body = {name: value} if method == "PATCH" else {"phoneNumbers": [TWO], name: value}
            answer = await builder.send(method, path, 400, json=body)
            assert [each["field"] for each in answer["errors"]] == [name], (method, name, value)
    assert await builder.send("GET", NUMBERS) == made
