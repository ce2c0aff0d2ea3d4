"""Every operation that clients of the hosted service know is called once, and its answer held against the facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from tests.build_api.builder import Builder
from tests.command_batches import batch
from tests.contract import ContractClient
from tests.hosted.facts import BEHIND, OPERATIONS, Operation, misfits
from tests.make import Make

pytestmark = pytest.mark.io

KNOWN = {each.title: each for each in OPERATIONS}
NUMBER, OTHER_NUMBER = "+14155550100", "+14155550101"
CONTENT = {
    "topics/old.yaml": "name: Old\ncontent: Once.\n",
    "config/variant_attributes.yaml": (
        "variants: [{name: d, is_default: true}, {name: e}]\nattributes: [{name: x, values: {d: one}}]\n"
    ),
    "test_suite/greets.yaml": "name: Greets\nscenario: Say hello.\nchannel: webchat\nlanguage: en-GB\n",
}
LINE = {"name": "Line", "host": "sip.example.com", "outbound": True}
ACCOUNT, AGENT = "/v1/accounts/{account}", "/v1/agents/{agent}"
BRANCH, PHONES, CONNECTORS = (
    f"{AGENT}/branches/{{branch}}",
    f"{AGENT}/telephony/phone-numbers",
    f"{AGENT}/telephony/connectors",
)
TOOLKIT = "/adk/v1/accounts/{account}/projects/{project}"
TOOLKIT_BRANCH = f"{TOOLKIT}/branches/{{branch}}"
ELSEWHERE = ("/audio", "audio-cache")
"""In the paths of what is tried where calls are recorded, and where speech is kept."""


@dataclass(frozen=True, slots=True)
class Step:
    title: str
    body: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)
    keep: Mapping[str, str] = field(default_factory=dict)
    """What later steps know of the answer: by name the key, or keys with dots between them."""
    is_refused: bool = False
    """With an error of which clients read more than its code."""


def steps() -> Iterator[Step]:
    """In an order in which each finds what it needs. Names in braces stand for what was kept."""
    yield from of_agents()
    yield from of_branches()
    yield from of_content()
    yield from of_toolkit_branches()
    yield from of_deployments()
    yield from of_telephony()
    yield from of_chats()
    yield from of_tests()


def of_agents() -> Iterator[Step]:
    made = {"name": "Bakery", "responseSettings": {"greeting": "Hello!", "languageCode": "en-GB"}, "agentId": "bakery"}
    yield Step(f"POST {ACCOUNT}/agents", made)
    yield Step(f"GET {ACCOUNT}/agents")
    yield Step(f"POST {AGENT}/duplicate", {"newAgentName": "Copy", "newAgentId": "copy"}, keep={"copy": "agentId"})
    voices = f"{ACCOUNT}/voice-library"
    voice = {"name": "Nora", "provider": "elevenlabs", "providerVoiceId": "x", "sampleUrl": "https://a.example/n.wav"}
    yield Step(f"POST {voices}", voice, keep={"voice": "voice.voiceId"})
    yield Step(f"GET {voices}")
    yield Step(f"GET {voices}/{{voice}}")
    yield Step(f"PATCH {voices}/{{voice}}", {"name": "Nora B."})
    yield Step(f"GET {voices}/{{voice}}/sample")
    yield Step("GET /adk/v1/accounts")
    yield Step("GET /adk/v1/accounts/{account}/projects")
    yield Step(f"GET {TOOLKIT}")
    yield Step("GET /adk/v1/template-projects", keep={"template": "templates.1.id"})
    yield Step("GET /adk/v1/template-projects/{template}/projection")


def of_branches() -> Iterator[Step]:
    yield Step(f"POST {AGENT}/branches", {"branchName": "Winter"}, keep={"branch": "branchId"})
    yield Step(f"GET {AGENT}/branches")
    yield Step(f"DELETE {BRANCH}")
    # Two that change the same: the second to be merged is in conflict with the first.
    yield Step(f"POST {AGENT}/branches", {"branchName": "Rival"}, keep={"branch": "branchId"})
    yield Step(f"PATCH {BRANCH}/behavior", {"behavior": "Be long."})
    yield Step(f"POST {AGENT}/branches", {"branchName": "Spring"}, keep={"branch": "branchId"})


def of_content() -> Iterator[Step]:
    topics = f"{BRANCH}/knowledge-base/topics"
    yield Step(f"PATCH {BRANCH}/behavior", {"behavior": "Be brief."})
    yield Step(f"GET {BRANCH}/behavior")
    topic = {"name": "New", "content": "Now.", "actions": "", "exampleQueries": {"queries": ["now?"]}, "isActive": True}
    yield Step(f"POST {topics}", topic, keep={"topic": "id"})
    yield Step(f"GET {topics}")
    yield Step(f"GET {topics}/{{topic}}")
    yield Step(f"PATCH {topics}/{{topic}}", {"content": "Later."})
    yield Step(f"DELETE {topics}/{{topic}}")
    yield Step(f"POST {BRANCH}/attributes", {"name": "town"}, keep={"attribute": "id"})
    yield Step(f"GET {BRANCH}/attributes")
    values = {"values": {"{attribute}": "York"}}
    yield Step(f"POST {BRANCH}/variants", {"name": "north", "attributeValues": values}, keep={"variant": "id"})
    yield Step(f"GET {BRANCH}/variants")
    yield Step(f"PATCH {BRANCH}/variants/{{variant}}", {"attributeValues": {"values": {"{attribute}": "Leeds"}}})
    yield Step(f"DELETE {BRANCH}/variants/{{variant}}")
    yield Step(f"PATCH {BRANCH}/attributes/{{attribute}}", {"name": "city"}, keep={"attribute": "id"})
    yield Step(f"DELETE {BRANCH}/attributes/{{attribute}}")
    yield Step(f"POST {BRANCH}/merge", {"deploymentMessage": "Spring", "conflictResolutions": []})
    yield from of_conflicts()


def of_conflicts() -> Iterator[Step]:
    yield Step(f"GET {AGENT}/branches", keep={"branch": "branches.2.branchId", "sequence": "branches.2.sequence"})
    yield Step(f"POST {BRANCH}/merge", is_refused=True)
    expected = {"expectedBranchLastKnownSequence": "#sequence"}
    yield Step(f"POST {TOOLKIT_BRANCH}/merge", expected, is_refused=True)
    yield Step(f"POST {TOOLKIT_BRANCH}/sync", {"expectedBranchSequence": "#sequence"}, is_refused=True)
    yield Step(f"DELETE {TOOLKIT_BRANCH}", expected)


def of_toolkit_branches() -> Iterator[Step]:
    yield Step(f"GET {TOOLKIT}/branches", keep={"main": "branches.0.sequence"})
    yield Step(
        f"POST {TOOLKIT}/branches",
        {"branchName": "Summer", "expectedMainLastKnownSequence": "#main"},
        keep={"branch": "branchId", "sequence": "sequenceId"},
    )
    yield Step(f"GET {TOOLKIT_BRANCH}/sequence", keep={"sequence": "lastKnownSequence"})
    yield Step(f"POST {TOOLKIT_BRANCH}/chat", {"expectedBranchLastKnownSequence": "#sequence"},
               keep={"artifact": "artifactVersion", "lambda": "lambdaDeploymentVersion"})  # fmt: skip
    draft = {"artifact_version": "{artifact}", "lambda_deployment_version": "{lambda}", "channel": "webchat.polyai"}
    yield Step(f"POST {TOOLKIT}/draft/chat", draft, keep={"conversation": "conversation_id"})
    yield Step(f"POST {TOOLKIT}/draft/chat/{{conversation}}", {"message": "Hello"})
    yield Step(f"GET {TOOLKIT_BRANCH}/projection", query={"atSequence": "{sequence}"})
    yield Step(f"POST {TOOLKIT_BRANCH}/command-batch", ("update_rules", {"behaviour": "Be loud."}))
    yield Step(f"GET {TOOLKIT_BRANCH}/sequence", keep={"sequence": "lastKnownSequence"})
    yield Step(f"PATCH {TOOLKIT_BRANCH}", {"name": "Autumn"})
    yield Step(f"PUT {TOOLKIT_BRANCH}/tag", {"tag": "staging"})
    yield Step(f"DELETE {TOOLKIT_BRANCH}/tag")
    yield Step(f"POST {TOOLKIT_BRANCH}/sync", {"expectedBranchSequence": "#sequence"}, keep={"sequence": "sequence"})
    expected = {"expectedBranchLastKnownSequence": "#sequence"}
    yield Step(f"POST {TOOLKIT_BRANCH}/merge", {**expected, "deploymentMessage": "Summer"})
    yield Step(f"GET {TOOLKIT_BRANCH}/sequence", keep={"sequence": "lastKnownSequence"})
    yield Step(f"GET {TOOLKIT_BRANCH}/merge-history")
    yield Step(f"DELETE {TOOLKIT_BRANCH}", expected)
    yield Step(f"GET {TOOLKIT}/branches/archive")
    yield Step(f"POST {TOOLKIT_BRANCH}/restore")


def of_deployments() -> Iterator[Step]:
    yield Step(
        f"GET {AGENT}/deployments",
        query={"environment": "sandbox", "limit": 5},
        keep={"deployment": "deployments.1.id"},
    )
    yield Step(f"GET {AGENT}/deployments/active")
    yield Step(f"POST {AGENT}/deployments/{{deployment}}/rollback", {"deploymentMessage": "Back"})
    yield Step(f"POST {AGENT}/deployments/publish", {"deploymentMessage": "Again", "environment": "live"})
    yield Step(f"GET {TOOLKIT}/deployments", query={"client_env": "sandbox"})
    yield Step(f"GET {TOOLKIT}/deployments/active")
    yield Step(f"GET {TOOLKIT}/deployments/{{deployment}}/projection")
    compared = {"name": "Louder", "variant_deployment_id": "{candidate}", "traffic_percentage": 50}
    yield Step(f"POST {TOOLKIT}/ab-tests", compared, keep={"test": "id", "control": "control_deployment_id"})
    yield Step(f"GET {TOOLKIT}/ab-tests", query={"limit": 5})
    yield Step(f"GET {TOOLKIT}/ab-tests/active")
    yield Step(f"PATCH {TOOLKIT}/ab-tests/{{test}}", {"traffic_percentage": 20})
    yield Step(f"DELETE {TOOLKIT}/ab-tests/{{test}}", {"chosen_deployment_id": "{control}"})
    schema = {"type": "object", "properties": {"notice": {"type": "string"}}}
    configs = f"{AGENT}/real-time-configs"
    yield Step(f"PUT {configs}/{{environment}}/schema", {"schema": schema})
    yield Step(f"PATCH {configs}/{{environment}}/variables", {"variables": {"notice": "Closed."}})
    yield Step(f"GET {configs}/{{environment}}")
    yield Step(f"GET {configs}")


def of_telephony() -> Iterator[Step]:
    yield Step(f"POST {PHONES}", {"phoneNumbers": [NUMBER], "clientEnv": "live"})
    yield Step(f"POST {PHONES}/{{number}}", {"clientEnv": "live"})
    yield Step(f"PATCH {PHONES}/{{number}}", {"connectorId": "{connector}"})
    yield Step(f"GET {PHONES}", query={"connectorId": "{connector}"})
    yield Step(f"POST {PHONES}/batch", {"phoneNumbers": [NUMBER, "+14155550199"]})
    yield Step(f"GET {PHONES}/{{number}}")
    yield Step(f"GET {CONNECTORS}")
    yield Step(f"GET {CONNECTORS}/{{connector}}")
    yield Step(f"PATCH {CONNECTORS}/{{connector}}", {"asrLangCode": "en-GB"})
    yield Step(f"POST {CONNECTORS}/batch", {"connectorIds": ["{connector}", "other"]})
    yield Step(f"PATCH {CONNECTORS}/batch", {"updates": [{"connectorId": "{connector}", "variantId": None}]})
    yield Step(f"POST {CONNECTORS}/lookup", {"phoneNumber": OTHER_NUMBER})
    yield Step(
        f"POST {AGENT}/telephony/outbound-calls",
        {"toNumber": "+14155550111", "environment": "live"},
        keep={"call": "callSid"},
    )
    yield Step(f"GET {AGENT}/telephony/outbound-calls/{{call}}/status", query={"environment": "live"})
    yield Step(f"DELETE {PHONES}", {"phoneNumbers": [OTHER_NUMBER, "+14155550199"]})
    yield Step(f"DELETE {PHONES}/{{number}}")
    yield Step(f"DELETE {CONNECTORS}/{{connector}}")


def of_chats() -> Iterator[Step]:
    yield Step(
        f"POST {AGENT}/debug-chat",
        {"clientEnv": "sandbox", "channel": "webchat.polyai"},
        keep={"conversation": "conversationId"},
    )
    yield Step(f"POST {AGENT}/debug-chat/{{conversation}}", {"clientEnv": "sandbox", "message": "Hello"})
    mark = {"turnId": 0, "role": "agent", "annotationType": "missing_topic"}
    yield Step(f"POST {AGENT}/conversations/{{conversation}}/annotation", {"annotations": [mark]})
    yield Step(f"POST {AGENT}/conversations/{{conversation}}/note", {"note": "Well done."})
    yield Step(f"GET {AGENT}/conversations", query={"limit": 5, "offset": 0})
    yield Step(f"GET {AGENT}/conversations/{{conversation}}")
    began = {"client_env": "sandbox", "channel": "webchat.polyai"}
    yield Step(f"POST {TOOLKIT}/chat", began, keep={"conversation": "conversation_id"})
    yield Step(f"POST {TOOLKIT}/chat/{{conversation}}", {"message": "Hello", "client_env": "sandbox"})
    yield Step(f"POST {TOOLKIT}/chat/{{conversation}}/end", {"client_env": "sandbox"})


def of_tests() -> Iterator[Step]:
    runs = f"{AGENT}/testing/test-runs"
    yield Step(f"POST {runs}/trigger", {"testCaseIds": ["Greets"], "branchId": "main"}, keep={"run": "id"})
    yield Step(f"GET {runs}", query={"limit": 5, "branchId": "main"})
    yield Step(f"GET {runs}/{{run}}")
    yield Step(f"GET {AGENT}/testing/test-history", query={"limit": 5})
    yield Step(f"DELETE {AGENT}")


def test_every_operation_that_is_there_is_called() -> None:
    assert len(OPERATIONS) == 104
    called = {step.title for step in steps()}
    assert called <= KNOWN.keys()
    assert not [title for title in KNOWN.keys() - called if not any(each in title for each in ELSEWHERE)]
    assert {step.title for step in steps() if step.is_refused} == {each.title for each in OPERATIONS if each.refusal}


async def test_answers_are_what_clients_know(build: ContractClient, make: Make) -> None:
    caller = await Caller.of(build, make)
    found = [each for step in steps() if step.title not in BEHIND["absent"] for each in await caller.take(step)]
    assert found == [], "\n".join(found)


class Caller:
    def __init__(self, builder: Builder, values: dict[str, str]) -> None:
        self.builder = builder
        self.values = values

    @classmethod
    async def of(cls, build: ContractClient, make: Make) -> Caller:
        builder = await Builder.of(build, make)
        await builder.deploy(**CONTENT)
        connector = await builder.send("POST", "/telephony/connectors", 201, json=LINE)
        await builder.send("POST", "/telephony/phone-numbers", 201, json={"phoneNumbers": [OTHER_NUMBER]})
        await builder.send(
            "PATCH", f"/telephony/phone-numbers/{OTHER_NUMBER}", json={"connectorId": connector["connectorId"]}
        )
        project = builder.project_info
        values = {
            "account": project.account_id,
            "agent": project.id,
            "project": project.id,
            "environment": "sandbox",
            "number": NUMBER,
            "connector": connector["connectorId"],
            "candidate": str((await builder.deploy("Be loud.", "pre-release")).id),
        }
        return cls(builder, values)

    async def take(self, step: Step) -> list[str]:
        """What is wrong about the answer."""
        operation = KNOWN[step.title]
        try:
            answer = await self._ask(operation, step)
        except KeyError as missing:
            return [f"{step.title}: an earlier step left no {missing}"]
        status, reply = operation.status, operation.reply
        if step.is_refused:
            status, reply = operation.refusal["status"], operation.refusal["reply"]
        if answer.status_code != status:
            return [f"{step.title}: {answer.status_code} {answer.text[:300]}"]
        content = answer.json() if answer.content and "json" in answer.headers["content-type"] else None
        for name, key in step.keep.items():
            self.values[name] = str(_at(content, key))
        return [f"{step.title}: {each}" for each in misfits("any" if reply is None else reply, content, "reply")]

    async def _ask(self, operation: Operation, step: Step) -> httpx.Response:
        path = _filled(operation.path, self.values)
        query = {name: _filled(value, self.values) for name, value in step.query.items()}
        headers = dict(self.builder.headers)
        options: dict[str, Any] = {}
        if isinstance(step.body, tuple):
            options["content"] = batch(step.body, sequence=int(self.values["sequence"]))
            headers["content-type"] = "application/octet-stream"
        elif step.body is not None:
            options["json"] = _filled(step.body, self.values)
        return await self.builder.client.request(operation.method, path, params=query, headers=headers, **options)


def _filled(template: Any, values: Mapping[str, str]) -> Any:
    """`{name}` in texts; `#name` is a whole number."""
    if isinstance(template, str):
        if template.startswith("#"):
            return int(values[template[1:]])
        return re.sub(r"\{(\w+)\}", lambda match: values[match[1]], template)
    if isinstance(template, Mapping):
        return {_filled(name, values): _filled(each, values) for name, each in template.items()}
    return [_filled(each, values) for each in template] if isinstance(template, list) else template


def _at(content: Any, key: str) -> Any:
    for name in key.split("."):
        content = content[int(name) if name.isdigit() else name]
    return content
