"""Agents made and copied through HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.accounts.model import Family
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

ASKED: dict[str, Any] = {"name": "Front desk", "responseSettings": {"greeting": "Good evening!"}}


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def made(builder: Builder, status: int = 200, **body: Any) -> Any:
    path = f"/v1/accounts/{builder.project_info.account_id}/agents"
    response = await builder.client.post(path, headers=builder.headers, json={**ASKED, **body})
    assert response.status_code == status, response.text
    return response.json()


async def ask(builder: Builder, method: str, agent: str, path: str, **options: Any) -> Any:
    url = f"/v1/agents/{agent}{path}"
    response = await builder.client.request(method, url, headers=builder.headers, **options)
    assert response.is_success, response.text
    return response.json()


async def files_of(builder: Builder, agent: str) -> dict[str, str]:
    active = (await ask(builder, "GET", agent, "/deployments/active"))["activeDeployments"]["sandbox"]["id"]
    listed = (await ask(builder, "GET", agent, f"/deployments/{active}/files"))["files"]
    found = {}
    for each in listed:
        url = f"/deployments/{active}/files/text?path={each['path']}"
        found[each["path"]] = (await ask(builder, "GET", agent, url))["text"]
    return found


async def test_an_agent_is_made_and_answers(builder: Builder) -> None:
    agent = await made(builder)
    assert (agent["agentName"], agent["branchCount"]) == ("Front desk", 1)
    opened = await ask(builder, "POST", agent["agentId"], "/debug-chat", json={"clientEnv": "sandbox"})
    assert (opened["response"], opened["metadata"]["asrLangCode"]) == ("Good evening!", "en-GB")
    path = f"/v1/accounts/{builder.project_info.account_id}/agents"
    listed = (await builder.client.get(path, headers=builder.headers)).json()
    assert agent in listed
    assert (await made(builder))["agentId"] != agent["agentId"], "two may have the same name"


async def test_an_agent_has_the_id_that_was_chosen_for_it(builder: Builder) -> None:
    agent = await made(builder, agentId="Desk-2")
    opened = await ask(builder, "POST", "Desk-2", "/debug-chat", json={"clientEnv": "sandbox"})
    assert opened["response"] == "Good evening!"
    assert (await made(builder, 409, agentId="Desk-2"))["error_code"] == "PROJECT_ID_ALREADY_EXISTS"
    assert (await made(builder, 400, agentId="agents"))["error_code"] == "PROJECT_ID_INVALID"
    await made(builder, 400, agentId="no spaces")
    await made(builder, 400, name="")
    await made(builder, 400, responseSettings={"greeting": ""})
    assert agent["agentId"].startswith("PROJECT-")


async def test_what_was_sent_is_in_its_files(builder: Builder) -> None:
    agent = await made(
        builder,
        responseSettings={"greeting": "Grüezi!", "languageCode": "de-CH"},
        voiceSettings={"voiceId": "oak'"},
        llmSettings={"modelId": "small"},
        experimentalConfig={
            "configs": [
                {"id": "a", "features": {"ragdoll": {"top_k": 3}}, "active": True},
                {"id": "b", "features": {"memory": {}}, "active": False},
            ]
        },
    )
    files = await files_of(builder, agent["agentId"])
    assert "Grüezi!" in files["voice/configuration.yaml"]
    assert """set_voice("oak'")""" in files["functions/start_function.py"]
    finer = files["agent_settings/experimental_config.json"]
    assert '"top_k": 3' in finer
    assert '"provider_model_id": "small"' in finer
    assert "memory" not in finer
    opened = await ask(builder, "POST", agent["agentId"], "/debug-chat", json={"clientEnv": "sandbox"})
    assert opened["metadata"]["functions"][0]["error"] is None


async def test_a_copy_has_the_files_and_an_identity_of_its_own(builder: Builder) -> None:
    await builder.deploy("Be kind.", **{"project.yaml": "project_id: x\nregion: local\n"})
    copy = await builder.send("POST", "/duplicate", json={"newAgentName": "Copy", "newAgentId": "copy-1"})
    assert copy["agentName"] == "Copy"
    files = await files_of(builder, "copy-1")
    assert files["agent_settings/rules.txt"] == "Be kind."
    assert files["project.yaml"].startswith(f"project_id: {copy['agentId']}\nregion: local\n")
    await builder.send("POST", "/duplicate", 409, json={"newAgentName": "Copy", "newAgentId": "copy-1"})
    await builder.send("POST", "/duplicate", 400, json={"newAgentName": ""})


async def test_other_accounts_and_keys_of_some_agents_make_none(builder: Builder, make: Make) -> None:
    stranger = await make.key(Family.BUILD, await make.project())
    path = f"/v1/accounts/{builder.project_info.account_id}/agents"
    response = await builder.client.post(path, headers={"x-api-key": stranger.secret}, json=ASKED)
    assert (response.status_code, response.json()["error_code"]) == (403, "ACCOUNT_INSUFFICIENT_PERMISSIONS")
