"""Every OpenAPI document against the service that it describes: whatever is sent, the answer is one of those that the
document tells of, and never a 5xx. `make test-fuzz` sends more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from parley.domain.accounts.model import Family
from parley.messaging.desk_reader import DeskReader
from parley.providers.llm.scripted import Say
from parley.web.docs.openapi import TITLES
from tests.contract import ContractClient, documents
from tests.desks import AGENT as DESK_AGENT
from tests.desks import desk_of, handed_over
from tests.fuzz.exploring import Target, explore, is_endless, walk
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


BODIES: dict[str, dict[str, Any]] = {
    "create_alert_rule": {
        "name": "Too many errors",
        "metric": "function_errors",
        "operator": ">",
        "threshold_value": 5,
        "window_duration": "10m",
    },
    "create_webhook_endpoint": {
        "name": "Alarms",
        "url": "https://alarms.example.org/parley",
        "event_types": ["alerts.triggered"],
    },
    "create_chat": {},
    "start_debug_chat": {"clientEnv": "sandbox"},
    "promote_deployment": {"targetEnvironment": "pre-release"},
}
CHAT = body(conversation_id="$response.body#/conversation_id")
RULE = path(rule_id="$response.body#/id")
ENDPOINT = path(endpoint_id="$response.body#/id")
DEPLOYMENT = path(deploymentId="$response.body#/deployments/0/id")
PROMOTED = path(deploymentId="$response.body#/deployment/id")
DEBUG = path(conversation_id="$response.body#/conversationId")
CHAINS: tuple[dict[str, dict[str, dict[str, Any]]], ...] = (
    {
        "create_chat": {"respond_to_chat": CHAT, "close_chat": CHAT},
        "respond_to_chat": {"respond_to_chat": CHAT, "close_chat": CHAT},
    },
    {
        "create_alert_rule": dict.fromkeys(("get_alert_rule", "update_alert_rule", "delete_alert_rule"), RULE),
        "update_alert_rule": dict.fromkeys(("get_alert_rule", "delete_alert_rule"), RULE),
    },
    {
        "create_webhook_endpoint": dict.fromkeys(
            ("get_webhook_endpoint", "update_webhook_endpoint", "rotate_webhook_secret", "delete_webhook_endpoint"),
            ENDPOINT,
        ),
        "update_webhook_endpoint": dict.fromkeys(("get_webhook_endpoint", "delete_webhook_endpoint"), ENDPOINT),
    },
    {
        "list_deployments": dict.fromkeys(("read_deployment", "promote_deployment"), DEPLOYMENT),
        "promote_deployment": dict.fromkeys(("read_deployment", "roll_back_deployment"), PROMOTED),
    },
    {"start_debug_chat": {"say_in_debug_chat": DEBUG}},
)
"""Walked one by one: which operations go on from the answer of which, and how."""
REACHED = {
    "runtime": {"respond_to_chat", "close_chat"},
    "build": {"read_deployment", "promote_deployment"},
    "monitoring": {"get_alert_rule", "update_alert_rule", "delete_alert_rule", "get_webhook_endpoint"},
}
"""What is reached with what an earlier answer said."""
DONE = {"give_access_token", "start_session", "show_session", "list_sessions", "read_events", "accept", "say"}
"""Of the messaging service: what is accepted at least once."""


async def target(make: Make, client: ContractClient) -> Target:
    account = await make.account()
    project_info, passing = await make.project(account), await make.project(account)
    for environment in ("sandbox", "pre-release", "live"):
        await make.deploy(project_info, AGENT, environment)
    families = {
        "conversations": Family.CONVERSATIONS,
        "concurrency": Family.CONCURRENCY,
        "external events": Family.EXTERNAL_EVENTS,
        "dni": Family.DNI,
        "handoff state": Family.HANDOFF,
        "agents": Family.BUILD,
        "monitoring": Family.BUILD,
    }
    keys = {tag: {"x-api-key": (await make.key(family, project_info)).secret} for tag, family in families.items()}
    keys["chat"] = await make.chat_headers(project_info)
    keys["outbound calling"] = {"x-service-auth-token": (await make.key(Family.OUTBOUND, project_info)).secret}
    keys["outbound text messages"] = {**keys["outbound calling"], "x-token-id": "no-such-connector"}
    ids = {"account_id": project_info.account_id, "project_id": project_info.id, "agent_id": project_info.id}
    own_ids = {"delete_agent": {"agent_id": passing.id}}
    queries = {"list_deployments": {"environment": "sandbox"}}
    return Target(client.url, keys, ids, own_ids, BODIES, queries, clearing(client.url, keys["monitoring"]))


def clearing(url: str, headers: Mapping[str, str]) -> Callable[[], None]:
    def clear() -> None:
        with httpx.Client(base_url=url, headers=headers) as client:
            for kind in ("alert-rules", "webhook-endpoints"):
                for made in client.get(f"/v1/{kind}").json().get("data") or ():
                    client.delete(f"/v1/{kind}/{made['id']}").raise_for_status()

    return clear


def document_of(service: str, name: str) -> dict[str, Any]:
    [found] = [each for each in documents(service) if each["paths"] and each["info"]["title"].endswith(TITLES[name])]
    return found


def operations(document: Mapping[str, Any]) -> set[str]:
    described = (each for methods in document["paths"].values() for each in methods.values())
    return {each["operationId"] for each in described if not is_endless(each)}


def check_asked(here: Target, own: set[str]) -> None:
    assert set(here.answers) == own, "every operation was asked"
    assert all(statuses - {401, 403} for statuses in here.answers.values()), "with good keys"


@pytest.mark.parametrize("name", ["runtime", "build", "monitoring"])
async def test_no_request_breaks_the_service_or_its_document(
    name: str, platform: ContractClient, build: ContractClient, make: Make
) -> None:
    service, client = ("platform", platform) if name == "runtime" else ("build", build)
    document, here = document_of(service, name), await target(make, client)
    await asyncio.to_thread(explore, document, here)
    own = operations(document)
    for chain in CHAINS:
        if chain.keys() <= own:
            await asyncio.to_thread(walk, document, chain, here)
    assert here.problems == {}
    check_asked(here, own)
    went_on = {operation for operation, statuses in here.walked.items() if statuses & {200, 204}}
    assert went_on >= REACHED[name], here.walked


async def test_no_request_breaks_the_messaging_service_or_its_document(messaging: ContractClient, make: Make) -> None:
    """A session that was handed over is asked for: there most can be done with it."""
    wait = DeskReader.wait

    async def wait_briefly(reader: DeskReader, seconds: float) -> list[str]:
        return await wait(reader, min(seconds, 0.01))

    document = document_of("messaging", "messaging")
    project_info = await make.project(settings={"desk": {"is_on": True}})
    await make.deploy(project_info, DESK_AGENT)
    client, _ = await handed_over(messaging, make, project_info, *[Say("Yes?")] * 3)
    token = (await make.key(Family.MESSAGING, project_info)).secret
    keys = {
        "messaging": {"x-token": token, "x-host": "localhost"},
        "messaging sessions": {"authorization": f"Bearer {client.access_token}"},
        "desk": (await desk_of(messaging, make, project_info)).headers,
    }
    here = Target(messaging.url, keys, {"session_id": client.session_id})
    with patch.object(DeskReader, "wait", wait_briefly):
        await asyncio.to_thread(explore, document, here)
    assert here.problems == {}
    check_asked(here, operations(document))
    assert {name for name, statuses in here.answers.items() if statuses & {200, 204}} >= DONE, here.answers
    await client.aclose()
