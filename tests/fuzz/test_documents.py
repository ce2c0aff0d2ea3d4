"""Every OpenAPI document against the service that it describes: whatever is sent, the answer is one of those that the
document tells of, and never a 5xx. `make test-fuzz` sends more."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from parley.domain.accounts.model import Family
from parley.web.openapi import TITLES
from tests.contract import ContractClient, documents
from tests.fuzz.exploring import Target, explore, walk
from tests.make import Make

pytestmark = [pytest.mark.io, pytest.mark.timeout(3600)]

AGENT = {
    "agent_settings/rules.txt": "Be kind.\n",
    "voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "functions/end.py": "def end_function(conv):\n    conv.log.info('bye')\n",
}


def body(**fields: str) -> dict[str, Any]:
    return {"requestBody": fields}


def path(**fields: str) -> dict[str, Any]:
    return {"parameters": fields}


RULE_BODY = {
    "name": "Too many errors",
    "metric": "function_errors",
    "operator": ">",
    "threshold_value": 5,
    "window_duration": "10m",
}
CHAT = body(conversation_id="$response.body#/conversation_id")
RULE = path(rule_id="$response.body#/id")
ENDPOINT = path(endpoint_id="$response.body#/id")
DEPLOYMENT = path(deploymentId="$response.body#/0/id")
DEBUG = path(conversation_id="$response.body#/conversationId")
LINKS: dict[str, dict[str, dict[str, Any]]] = {
    "create_chat": {"respond_to_chat": CHAT, "close_chat": CHAT},
    "respond_to_chat": {"respond_to_chat": CHAT, "close_chat": CHAT},
    "create_alert_rule": dict.fromkeys(("get_alert_rule", "update_alert_rule", "delete_alert_rule"), RULE),
    "update_alert_rule": dict.fromkeys(("get_alert_rule", "delete_alert_rule"), RULE),
    "create_webhook_endpoint": dict.fromkeys(
        ("get_webhook_endpoint", "update_webhook_endpoint", "rotate_webhook_secret", "delete_webhook_endpoint"),
        ENDPOINT,
    ),
    "update_webhook_endpoint": dict.fromkeys(("get_webhook_endpoint", "delete_webhook_endpoint"), ENDPOINT),
}


REACHED = {"runtime": ("create_chat",), "build": ("list_agents",), "monitoring": ("get_alert_rule",)}
"""What made-up requests reach whatever the chances."""


async def target(make: Make, client: ContractClient) -> Target:
    place = await make.project()
    for environment in ("sandbox", "pre-release", "live"):
        await make.deploy(place, AGENT, environment)
    families = {
        "conversations": Family.CONVERSATIONS,
        "concurrency": Family.CONCURRENCY,
        "external events": Family.EXTERNAL_EVENTS,
        "dni": Family.DNI,
        "handoff state": Family.HANDOFF,
        "agents": Family.BUILD,
        "monitoring": Family.BUILD,
    }
    keys = {tag: {"x-api-key": (await make.key(family, place)).secret} for tag, family in families.items()}
    keys["chat"] = await make.chat_headers(place)
    keys["outbound calling"] = {"x-service-auth-token": (await make.key(Family.OUTBOUND, place)).secret}
    ids = {"account_id": place.account_id, "project_id": place.id, "agent_id": place.id}
    return Target(client.url, keys, ids, {"create_alert_rule": RULE_BODY})


@pytest.mark.parametrize("name", ["runtime", "build", "monitoring"])
async def test_no_request_breaks_the_service_or_its_document(
    name: str, platform: ContractClient, build: ContractClient, make: Make
) -> None:
    service, client = ("platform", platform) if name == "runtime" else ("build", build)
    [document] = [each for each in documents(service) if each["paths"] and each["info"]["title"].endswith(TITLES[name])]
    here = await target(make, client)
    if name == "monitoring":
        made = await client.post("/v1/alert-rules", json=RULE_BODY, headers=here.keys["monitoring"])
        here.ids = {**here.ids, "rule_id": made.json()["id"]}
    await asyncio.to_thread(explore, document, here)
    await asyncio.to_thread(walk, document, LINKS, here)
    assert here.problems == {}
    operations = [each["operationId"] for methods in document["paths"].values() for each in methods.values()]
    assert set(here.answers) == set(operations), "every operation was asked"
    assert all(statuses - {401, 403} for statuses in here.answers.values()), "with good keys"
    for operation in REACHED[name]:
        assert here.answers[operation] & {200, 201, 204}, (operation, here.answers)
