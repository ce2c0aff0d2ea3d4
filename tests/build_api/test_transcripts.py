"""Who may not read what was said finds it in no answer of the build service: every endpoint is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from parley.build_api.app import ENDPOINTS
from parley.build_api.transcripts import without_words
from parley.domain.accounts.model import Family, Role
from parley.domain.conversations.actions import FINISH
from parley.domain.conversations.model import Ending, public_id
from parley.domain.projects.actions import change_settings
from parley.domain.projects.info import ProjectInfo
from parley.domain.webhooks.model import EventType
from parley.providers.llm.scripted import Answer, Call, Say, ScriptedModel
from parley.resources import Resources
from parley.web.endpoint import Endpoint
from parley.web.responses import EVENT_STREAM
from tests.build_api.builder import Builder, run_jobs
from tests.contract import ContractClient
from tests.domain.records.rows import Rows
from tests.domain.webhooks.hooks import Hooks
from tests.make import Make

WORD = "heliotrope"
"""Said by the user, and carried by the agent's code to every place that it reaches."""
SAID = f"I want a {WORD} hat"
RULES = "Note wishes with {{fn:wish}} and {{fn:break_down}}."
HIDDEN = {"show_transcripts": False}

WISH = """
from _gen import *


@func_description("Notes a wish.")
@func_parameter("wish", "What is wanted.")
def wish(conv: Conversation, wish: str):
    conv.state.wish = wish
    conv.log.info("wanted: " + wish)
    print(wish)
    conv.write_metric("WISH", wish)
    conv.write_metric("SCORE", 4)
    return {"utterance": "You want " + wish, "content": wish}
"""
BREAKS = """
from _gen import *


@func_description("Breaks.")
@func_parameter("wish", "What is wanted.")
def break_down(conv: Conversation, wish: str):
    raise ValueError(wish)
"""
END = """
from _gen import *


def end_function(conv: Conversation):
    conv.write_metric("LAST_WISH", conv.state.wish)
    conv.log.info(conv.state.wish)
"""
FUNCTIONS = {"functions__wish.py": WISH, "functions__break_down.py": BREAKS, "functions__end_function.py": END}

ENDPOINTS_PATH = "/v1/webhook-endpoints"

MORE: Mapping[str, tuple[str, ...]] = {
    "/v1/agents/{agent_id}/conversations": (
        f"?q={WORD}",
        f"?unanswered={SAID}",
        f"?metric=WISH={SAID}",
        f"?handoffReason={SAID}",
    ),
    "/v1/agents/{agent_id}/conversations/export.csv": (f"?q={WORD}", f"?beforeHandoff={SAID}"),
    "/v1/agents/{agent_id}/conversations/export.ndjson": (f"?q={WORD}", f"?q={WORD}&search=semantic"),
    "/v1/agents/{agent_id}/analytics": ("?metric=WISH&step=all",),
    "/v1/agents/{agent_id}/analytics/themes": ("?about=handoffs",),
    "/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}": ("?payload=true",),
}
"""Other ways to ask some of them."""
TELLING = {
    "/v1/agents/{agent_id}/conversations/export.csv",
    "/v1/agents/{agent_id}/conversations/export.ndjson",
    "/v1/agents/{agent_id}/conversations",
    "/v1/agents/{agent_id}/conversations/{conversation_id}",
    "/v1/agents/{agent_id}/conversations/{conversation_id}/trace",
    "/v1/agents/{agent_id}/conversations/{conversation_id}/test-case",
    "/v1/agents/{agent_id}/analytics",
    "/v1/agents/{agent_id}/analytics/themes",
    "/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}",
}
"""Where whoever may read it does."""


@dataclass(frozen=True, slots=True)
class Planted:
    builder: Builder
    values: Mapping[str, str]
    """What stands in addresses."""

    async def ask(self, endpoint: Endpoint, more: str, headers: Mapping[str, str]) -> str:
        path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda match: self.values.get(match[1], "x_1"), endpoint.path)
        streamed = "?seconds=0" if endpoint.reply_media_type == EVENT_STREAM else ""
        answer = await self.builder.client.request(endpoint.method, path + (more or streamed), headers=headers)
        return answer.text

    async def telling(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Every answer in which the word is, by what was asked."""
        found = {}
        for endpoint in ENDPOINTS:
            if endpoint.method != "GET" or endpoint.group.is_open:
                continue
            for more in ("", *MORE.get(endpoint.path, ())):
                text = await self.ask(endpoint, more, headers)
                if WORD in text.lower():
                    found[endpoint.path + more] = text
        return found


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    builder = await Builder.of(build, make)
    await builder.deploy(RULES, environment="sandbox", **FUNCTIONS)
    return builder


@pytest.fixture
async def planted(builder: Builder, make: Make, resources: Resources) -> Planted:
    make.keep_prompts()
    deployed = await builder.deploy(RULES, environment="live", **FUNCTIONS)
    hooks = Hooks(resources.db, resources.dependencies.secret_store.encryptor)
    kinds = [EventType.CONVERSATION_ENDED]
    endpoint = await hooks.endpoint(builder.project_info.account_id, event_types=kinds, include_record=True)
    make.use_model(model())
    conversation = await talk(builder, resources)
    rows = Rows(resources.db, builder.project_info)
    handed = Ending("handoff", handoff=True, handoff_reason=SAID)
    await rows.add(said=[("", "Hello!"), (SAID, "Sorry?")], ending=handed, turn={"is_ood": True})
    delivery, _ = await hooks.deliveries(endpoint.endpoint.id)
    return Planted(
        builder,
        {
            "agent_id": builder.project_info.id,
            "account_id": builder.project_info.account_id,
            "project_id": builder.project_info.id,
            "conversation_id": conversation,
            "deployment_id": str(deployed.id),
            "deploymentId": str(deployed.id),
            "endpoint_id": endpoint.endpoint.id,
            "delivery_id": str(delivery["id"]),
            "branch_id": "main",
        },
    )


def model() -> ScriptedModel:
    calls = Answer((Call("break_down", {"wish": SAID}), Call("wish", {"wish": SAID})), when=WORD)
    return ScriptedModel([calls, Answer((Say(f"A {WORD} hat."),)), Answer((Say("Gladly."),), repeat=True)])


async def talk(builder: Builder, resources: Resources) -> str:
    """A live conversation that is over."""
    opened = await builder.send("POST", "/debug-chat", 201, json={"clientEnv": "live"})
    path = f"/debug-chat/{opened['conversationId']}"
    await builder.send("POST", path, json={"clientEnv": "live", "message": SAID})
    await builder.send("POST", f"{path}/end", json={"clientEnv": "live"})
    await run_jobs(resources, [FINISH])
    return str(opened["conversationId"])


@pytest.mark.io
async def test_what_was_said_is_in_no_answer_for_who_may_not_read_it(planted: Planted, make: Make) -> None:
    builder = planted.builder
    seen = await planted.telling(await make.browser_headers(builder.project_info))
    assert {asked.partition("?")[0] for asked in seen} >= TELLING
    for name, headers in (await blind(make, builder.project_info)).items():
        assert (name, await planted.telling(headers)) == (name, {})
    async with make.resources.db.transaction() as tx:
        await change_settings(tx, builder.project_info, HIDDEN)
    assert await planted.telling(await make.browser_headers(builder.project_info)) == {}


async def blind(make: Make, project: ProjectInfo) -> dict[str, dict[str, str]]:
    key = await make.key(Family.BUILD, project, settings=HIDDEN)
    return {"key": {"x-api-key": key.secret}, "admin": await make.browser_headers(project, Role.ADMIN, **HIDDEN)}


@pytest.mark.io
async def test_a_turn_of_ones_own_does_not_tell_what_the_agent_knows(builder: Builder, make: Make) -> None:
    make.use_model(model())
    key = await make.key(Family.BUILD, builder.project_info, settings=HIDDEN)
    own = {"headers": {"x-api-key": key.secret}}
    for path, field in (("/debug-chat", "clientEnv"), (toolkit(builder), "client_env")):
        seen = await began(builder, path, field)
        hidden = await began(builder, path, field, **own)
        told = [
            str({**each["metadata"], "state": each.get("state"), "memory": each.get("memory")})
            for each in (seen, hidden)
        ]
        assert [WORD in each for each in told] == [True, False], path
        assert [each["name"] for each in hidden["metadata"]["functions"]] == ["break_down", "wish"]
        assert hidden["metadata"]["functions"][0]["error"] == "ValueError functions/break_down.py:8"


async def began(builder: Builder, path: str, field: str, **options: Any) -> Any:
    builder.make.use_model(model())
    opened = await builder.send("POST", path, 201 if path == "/debug-chat" else 200, json={field: "sandbox"}, **options)
    conversation = opened.get("conversationId") or opened["conversation_id"]
    return await builder.send("POST", f"{path}/{conversation}", json={field: "sandbox", "message": SAID}, **options)


def toolkit(builder: Builder) -> str:
    project = builder.project_info
    return f"/../../../adk/v1/accounts/{project.account_id}/projects/{project.id}/chat"


@pytest.mark.io
async def test_conversations_of_users_are_not_gone_on_with(builder: Builder, make: Make, resources: Resources) -> None:
    opened = await Rows(resources.db, builder.project_info).add("running", environment="sandbox")
    key = await make.key(Family.BUILD, builder.project_info, settings=HIDDEN)
    said = {"clientEnv": "sandbox", "message": "What did I say?"}
    options: dict[str, Any] = {"json": said, "headers": {"x-api-key": key.secret}}
    await builder.send("POST", f"/debug-chat/{public_id(opened)}", 403, **options)
    await builder.send(
        "POST", f"{toolkit(builder)}/{public_id(opened)}", 403, **{**options, "json": {**said, "client_env": "sandbox"}}
    )


@pytest.mark.io
async def test_records_are_not_sent_where_somebody_wants_who_may_not_read_them(builder: Builder, make: Make) -> None:
    headers = (await blind(make, builder.project_info))["key"]
    wanted = {"name": "Mine", "url": "https://example.com/", "event_types": ["conversation.ended"]}
    plain = await builder.client.post(ENDPOINTS_PATH, headers=headers, json=wanted)
    assert plain.status_code == 201
    full = await builder.client.post(ENDPOINTS_PATH, headers=builder.headers, json={**wanted, "include_record": True})
    for status, method, path, body in (
        (400, "POST", ENDPOINTS_PATH, {**wanted, "include_record": True}),
        (400, "PATCH", f"{ENDPOINTS_PATH}/{plain.json()['id']}", {"include_record": True}),
        (400, "PATCH", f"{ENDPOINTS_PATH}/{full.json()['id']}", {"url": "https://example.org/"}),
        (200, "PATCH", f"{ENDPOINTS_PATH}/{full.json()['id']}", {"name": "Ours"}),
    ):
        answer = await builder.client.request(method, path, headers=headers, json=body)
        assert answer.status_code == status, answer.text


def test_what_a_trace_may_hold_one_day_is_withheld() -> None:
    words = {"new": WORD, "exchanges": [WORD], "notes": [WORD], "opening": {"a": WORD}, "metadata": {"a": WORD}}
    function = {
        "name": "wish", "arguments": {"a": WORD}, "result": WORD, "utterance": WORD, "error": WORD, "logs": [WORD],
        "stdout": WORD, "state_changes": {"added": {WORD: WORD}, "removed": [WORD]}, "new": WORD,
        "api_calls": [{"integration": "crm", "operation": "find", "status": 200, "body": WORD, "error": WORD}],
    }  # fmt: skip
    trace = {
        **words,
        "in_flow": "a",
        "functions": [function],
        "model_requests": [{"model": "m", "error": WORD, "prompt": [WORD]}],
    }
    kept = without_words(trace)
    assert WORD not in str(kept)
    assert (kept["in_flow"], kept["functions"][0]["name"], kept["model_requests"][0]) == (
        "a",
        "wish",
        {"model": "m", "error": "failed"},
    )
    assert kept["functions"][0]["error"] == "failed"
    assert kept["functions"][0]["api_calls"] == [
        {"integration": "crm", "operation": "find", "status": 200, "error": "failed"}
    ]
