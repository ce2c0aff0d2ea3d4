"""Connectors and their trunks, through HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.numbers.store import find_connector
from parley.domain.numbers.trunks import TrunkPasswords, decrypt_passwords
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

CONNECTORS = "/telephony/connectors"
TRUNK: dict[str, Any] = {
    "host": "sip.example.com",
    "port": 5070,
    "tlsPort": 5071,
    "user": "trunk-1",
    "callerId": "+14155550199",
    "fromDomain": "calls.example.com",
    "networks": ["203.0.113.0/24"],
    "registerOver": "tcp",
    "inboundUser": "provider",
    "maxCalls": 4,
    "ringSeconds": 20.5,
    "queueSeconds": 60.0,
}
NO_CARRIER = {"carrier": "", "accountSid": "", "applicationId": "", "publicKey": ""}
AS_THE_PROJECT = {"asrLangCode": "", "ttsLangCode": "", "voiceName": "", "disableHandoff": False}
USUAL: dict[str, Any] = {
    **NO_CARRIER,
    "host": "",
    "port": 5060,
    "tlsPort": 5061,
    "user": "",
    "callerId": "",
    "fromDomain": "",
    "networks": [],
    "registerOver": "",
    "inboundUser": "",
    "maxCalls": 30,
    "ringSeconds": 45.0,
    "queueSeconds": 300.0,
}


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def passwords_of(builder: Builder, connector_id: str) -> TrunkPasswords:
    resources = builder.make.resources
    found = await find_connector(resources.db, builder.project_info.id, connector_id)
    assert found is not None
    return decrypt_passwords(resources.dependencies.secret_store.encryptor, found)


async def test_a_trunk_is_set_shown_and_changed(builder: Builder) -> None:
    secret = {"password": "hunter2", "inboundPassword": "s3cret"}
    made = await builder.send("POST", CONNECTORS, 201, json={"name": "Main", "outbound": True, **TRUNK, **secret})
    path = f"{CONNECTORS}/{made['connectorId']}"
    owner = {"projectId": builder.project_info.id, "accountId": builder.project_info.account_id}
    head = {"connectorId": made["connectorId"], "name": "Main", "clientEnv": "live", "variantId": "", "outbound": True}
    assert made == {**head, **owner, **AS_THE_PROJECT, **NO_CARRIER, **TRUNK}
    assert await builder.send("GET", path) == made
    assert await passwords_of(builder, made["connectorId"]) == TrunkPasswords("hunter2", "s3cret")
    changes = {"name": "Other", "clientEnv": "sandbox", "outbound": False, "maxCalls": 5, "password": "hunter3"}
    after = await builder.send("PATCH", path, json=changes)
    changes.pop("password")
    assert after == {**made, **changes}
    assert await builder.send("GET", CONNECTORS) == {"connectors": [after]}
    assert await passwords_of(builder, made["connectorId"]) == TrunkPasswords("hunter3", "s3cret")
    assert await builder.send("PATCH", path, json={}) == after


async def test_what_is_left_out_is_as_usual(builder: Builder) -> None:
    made = await builder.send("POST", CONNECTORS, 201, json={"name": "Main"})
    assert {name: made[name] for name in USUAL} == USUAL
    assert (made["outbound"], made["clientEnv"]) == (False, "live")


async def test_connectors_of_others_do_not_exist(builder: Builder, build: ContractClient, make: Make) -> None:
    made = await builder.send("POST", CONNECTORS, 201, json={"name": "Main"})
    other = await Builder.of(build, make)
    answer = await other.send("PATCH", f"{CONNECTORS}/{made['connectorId']}", 404, json={"name": "Mine"})
    assert answer["error_code"] == "CONNECTORS_NOT_FOUND"
    assert await builder.send("GET", f"{CONNECTORS}/{made['connectorId']}") == made


REFUSED: list[tuple[str, Any]] = [
    ("name", ""),
    ("name", None),
    ("clientEnv", "moon"),
    ("outbound", "yes"),
    ("host", "example.com:5060"),
    ("host", None),
    ("asrLangCode", "not a language"),
    ("voiceName", None),
    ("disableHandoff", "no"),
    ("projectId", None),
    ("port", 0),
    ("port", "5060"),
    ("tlsPort", 65536),
    ("user", "a b"),
    ("callerId", "<sip:x>"),
    ("fromDomain", "a@b"),
    ("networks", ["nowhere"]),
    ("networks", "10.0.0.0/8"),
    ("maxCalls", True),
    ("maxCalls", 1001),
    ("ringSeconds", 0),
    ("ringSeconds", True),
    ("queueSeconds", True),
    ("queueSeconds", "60"),
    ("queueSeconds", 9999),
    ("password", "a\nb"),
    ("inboundPassword", 7),
    ("unknown", 1),
]


async def test_trunks_are_checked(builder: Builder) -> None:
    made = await builder.send("POST", CONNECTORS, 201, json={"name": "Main", **TRUNK})
    path = f"{CONNECTORS}/{made['connectorId']}"
    for name, value in REFUSED:
        for method, address in (("POST", CONNECTORS), ("PATCH", path)):
            answer = await builder.send(method, address, 400, json={"name": "Main", name: value})
            assert [each["field"].partition(".")[0] for each in answer["errors"]] == [name], (name, value)
    assert await builder.send("GET", CONNECTORS) == {"connectors": [made]}


async def test_a_connector_speaks_and_is_named_a_variant_or_none(builder: Builder) -> None:
    made = await builder.send("POST", CONNECTORS, 201, json={"name": "Main", "asrLangCode": "de-DE"})
    assert (made["asrLangCode"], made["ttsLangCode"]) == ("de-DE", "de-DE"), "what is heard is spoken"
    path = f"{CONNECTORS}/{made['connectorId']}"
    changed = await builder.send("PATCH", path, json={"variantId": "V", "voiceName": "fr-FR-Chêne"})
    assert (changed["variantId"], changed["ttsLangCode"]) == ("V", "fr-FR")
    changed = await builder.send("PATCH", path, json={"variantId": None, "voiceName": "Oak", "disableHandoff": True})
    assert changed == {**made, "voiceName": "Oak", "disableHandoff": True}
    assert await builder.send("GET", path) == changed


async def test_a_connector_goes_with_its_numbers(builder: Builder, build: ContractClient, make: Make) -> None:
    kept, gone = [
        (await builder.send("POST", CONNECTORS, 201, json={"name": name}))["connectorId"] for name in ("Kept", "Gone")
    ]
    for connector, numbers in (
        (gone, ["+14155550101", "+14155550100"]),
        (kept, ["+14155550102"]),
        (None, ["+14155550103"]),
    ):
        body = {"phoneNumbers": numbers, "connectorId": connector}
        await builder.send("POST", "/telephony/phone-numbers", 201, json=body)
    other = await Builder.of(build, make)
    await other.send("DELETE", f"{CONNECTORS}/{gone}", 404)
    answer = await builder.send("DELETE", f"{CONNECTORS}/{gone}")
    assert answer == {"deletedConnector": gone, "deletedPhoneNumbers": ["+14155550100", "+14155550101"]}
    left = (await builder.send("GET", "/telephony/phone-numbers"))["phoneNumbers"]
    assert [each["number"] for each in left] == ["+14155550102", "+14155550103"]
    await builder.send("GET", f"{CONNECTORS}/{gone}", 404)


async def test_a_connector_is_given_to_another_agent(builder: Builder, build: ContractClient, make: Make) -> None:
    made = await builder.send("POST", CONNECTORS, 201, json={"name": "Main", "variantId": "V"})
    path = f"{CONNECTORS}/{made['connectorId']}"
    body = {"phoneNumbers": ["+14155550100"], "connectorId": made["connectorId"], "variantId": "V"}
    await builder.send("POST", "/telephony/phone-numbers", 201, json=body)
    account = await make.resources.tenants.account(builder.project_info.account_id)
    sister = Builder(build, make, await make.project(account), builder.headers["x-api-key"])
    moved = await builder.send("PATCH", path, json={"projectId": sister.project_info.slug})
    assert moved == {**made, "projectId": sister.project_info.id, "variantId": ""}, "variants are an agent's own"
    await builder.send("GET", path, 404)
    [number] = (await sister.send("GET", "/telephony/phone-numbers"))["phoneNumbers"]
    assert (number["number"], number["connectorId"]) == ("+14155550100", made["connectorId"])
    stranger = await Builder.of(build, make)
    answer = await sister.send("PATCH", path, 404, json={"projectId": stranger.project_info.id})
    assert answer["error_code"] == "PROJECT_NOT_FOUND"
