"""Numbers and connectors by the dozen, through HTTP."""

from __future__ import annotations

import pytest

from parley.storage.db import Database
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

NUMBERS = "/telephony/phone-numbers"
CONNECTORS = "/telephony/connectors"


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def test_numbers_are_imported_all_or_none(builder: Builder) -> None:
    batch = [{"number": "+1 415 555 0100"}, {"number": "+14155550101", "clientEnv": "sandbox", "isDynamic": True}]
    made = await builder.send("POST", f"{NUMBERS}/batch", 201, json={"phoneNumbers": batch})
    assert [each["number"] for each in made["phoneNumbers"]] == ["+14155550100", "+14155550101"]
    assert await builder.send("GET", NUMBERS) == made
    for more, status in (
        ({"number": "+14155550100"}, 409),
        ({"number": "nonsense"}, 400),
        ({"number": "+14155550103", "colour": "red"}, 400),
        ({"number": "+14155550103", "connectorId": "unknown"}, 404),
    ):
        body = {"phoneNumbers": [{"number": "+14155550102"}, more]}
        await builder.send("POST", f"{NUMBERS}/batch", status, json=body)
    await builder.send("POST", f"{NUMBERS}/batch", 400, json={"phoneNumbers": []})
    assert await builder.send("GET", NUMBERS) == made


async def test_numbers_are_stored_in_one_order_whatever_the_request_has(builder: Builder, db: Database) -> None:
    """Two requests about the same numbers, each in its own order, would wait for each other."""
    numbers = ["+14155550102", "+14155550100", "+14155550101"]
    batch = {"phoneNumbers": [{"number": number} for number in numbers]}
    made = await builder.send("POST", f"{NUMBERS}/batch", 201, json=batch)
    assert [each["number"] for each in made["phoneNumbers"]] == numbers
    stored = await db.fetch("select number from phone_numbers order by ctid")
    assert [row["number"] for row in stored] == sorted(numbers)


async def test_a_number_is_imported_under_its_own_address(builder: Builder) -> None:
    made = await builder.send("POST", f"{NUMBERS}/+14155550100", 201, json={"clientEnv": "sandbox"})
    assert (made["number"], made["clientEnv"]) == ("+14155550100", "sandbox")
    await builder.send("POST", f"{NUMBERS}/+14155550100", 409)
    assert (await builder.send("POST", f"{NUMBERS}/+14155550101", 201))["clientEnv"] == "live"
    await builder.send("POST", f"{NUMBERS}/+14155550102", 400, json={"number": "+14155550102"})


async def test_connectors_are_made_changed_and_looked_up_together(
    builder: Builder, build: ContractClient, make: Make
) -> None:
    batch = [{"name": "One", "maxCalls": 3, "password": "secret"}, {"name": "Two"}]
    made = (await builder.send("POST", f"{CONNECTORS}/batch", 201, json={"connectors": batch}))["connectors"]
    assert [(each["name"], each["maxCalls"]) for each in made] == [("One", 3), ("Two", 30)]
    one, two = (each["connectorId"] for each in made)
    changes = [{"connectorId": two, "outbound": True}, {"connectorId": one, "name": "First"}]
    changed = (await builder.send("PATCH", f"{CONNECTORS}/batch", json={"connectors": changes}))["connectors"]
    assert changed == [{**made[1], "outbound": True}, {**made[0], "name": "First"}]
    looked_up = await builder.send("POST", f"{CONNECTORS}/lookup", json={"connectorIds": [two, "unknown"]})
    assert looked_up == {"connectors": [changed[0]]}
    other = await Builder.of(build, make)
    assert await other.send("POST", f"{CONNECTORS}/lookup", json={"connectorIds": [one]}) == {"connectors": []}
    wrong = [{"connectorId": one, "name": "Again"}, {"connectorId": "unknown"}]
    await builder.send("PATCH", f"{CONNECTORS}/batch", 404, json={"connectors": wrong})
    for refused in ([{"connectorId": one}] * 2, [{"name": "Nameless"}], [{"connectorId": one, "maxCalls": True}]):
        await builder.send("PATCH", f"{CONNECTORS}/batch", 400, json={"connectors": refused})
    await builder.send("POST", f"{CONNECTORS}/batch", 400, json={"connectors": [{"name": "Three"}, {"name": ""}]})
    left = {each["connectorId"]: each for each in (await builder.send("GET", CONNECTORS))["connectors"]}
    assert left == {each["connectorId"]: each for each in changed}
