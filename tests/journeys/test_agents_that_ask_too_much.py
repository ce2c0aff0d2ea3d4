"""Agents that reach for the operator's own network, or give back more than fits: the chat goes on."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.secret_store import SecretStore
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from parley.resources import Resources
from tests.contract import ContractClient
from tests.make import Make
from tests.receiver import receiving

pytestmark = pytest.mark.io

APIS = """
api_integrations:
  - name: inside
    environments: {live: {base_url: "http://127.0.0.1:PORT", auth_type: none}}
    operations: [{name: look, method: POST, resource: /}]
  - name: metadata
    environments: {live: {base_url: "http://169.254.169.254", auth_type: none}}
    operations: [{name: look, method: GET, resource: /latest/meta-data}]
  - name: token
    environments: {live: {base_url: "https://api.example", auth_type: oauth2}}
    operations: [{name: look, method: GET, resource: /}]
"""
REACH = """
from _gen import *


@func_description("Reaches out.")
def reach(conv: Conversation):
    found = []
    for name in ("inside", "metadata", "token"):
        try:
            getattr(conv.api, name).look()
            found.append("reached")
        except Exception as error:
            found.append(f"{type(error).__name__}: {error}")
    return {"utterance": " / ".join(found)}
"""
GIVE = """
from _gen import *


@func_description("Gives a lot.")
def give(conv: Conversation):
    conv.write_metric("GAVE", "much")
    return "x" * 50_000_000
"""


async def chat(platform: ContractClient, make: Make, project_info: ProjectInfo, model: ScriptedModel) -> dict[str, Any]:
    make.use_model(model)
    headers = await make.chat_headers(project_info)
    address = f"/v1/{project_info.account_id}/{project_info.id}/chat"
    opened = (await platform.post(f"{address}/create", headers=headers)).json()
    question = {"conversation_id": opened["conversation_id"], "message": "Go"}
    answer: dict[str, Any] = (await platform.post(f"{address}/respond", headers=headers, json=question)).json()
    return answer


async def test_the_operators_own_network_is_closed(platform: ContractClient, make: Make, resources: Resources) -> None:
    project_info = await make.project()
    async with receiving() as receiver:
        files = {"config/api_integrations.yaml": APIS.replace("PORT", str(receiver.port)), "functions/reach.py": REACH}
        await make.deploy(project_info, {**files, "agent_settings/rules.txt": "Use {{fn:reach}}."})
        secret_store: SecretStore = resources.dependencies.secret_store
        async with resources.db.transaction() as tx:
            await secret_store.put(
                tx, project_info.id, "api.token", {"token_url": receiver.url("/token"), "client_id": "a"}
            )
        answer = await chat(platform, make, project_info, ScriptedModel([Call("reach")]))
        assert receiver.connections == 0
    said = answer["response"].split(" / ")
    assert len(said) == 3
    assert all(text.startswith("ConnectionError: ") and "PARLEY_API_NETWORKS" in text for text in said)


async def test_a_return_value_of_50_mb_is_told_to_the_model(platform: ContractClient, make: Make) -> None:
    project_info = await make.project()
    await make.deploy(project_info, {"functions/give.py": GIVE, "agent_settings/rules.txt": "Use {{fn:give}}."})
    model = ScriptedModel([Call("give"), Say("That was too much.")])
    answer = await chat(platform, make, project_info, model)
    assert answer["response"] == "That was too much."
    assert "1,000,000 characters" in model.requests[-1].messages[-1].content
