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
    assert made == {**head, **owner, **NO_CARRIER, **TRUNK}
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
