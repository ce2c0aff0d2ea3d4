"""The voice library: what voice processes say they can speak, and what accounts name."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.voices.model import EngineVoice
from parley.domain.voices.store import put_report
from parley.kit.ids import EPOCH
from parley.resources import Resources
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

NORA = {"name": "Nora", "provider": "elevenlabs", "providerVoiceId": "x1", "languages": ["en-GB"]}
SPOKEN = [
    EngineVoice("flite", "slt", "slt", ("en-US",)),
    EngineVoice("espeak", "gmw/de", "gmw/de", ("de",)),
]


@pytest.fixture
async def builder(build: ContractClient, make: Make, resources: Resources) -> Builder:
    async with resources.db.connection() as connection:
        providers = ["elevenlabs", "flite", "espeak"]
        await put_report(connection, 1, providers, SPOKEN, resources.clock.now())
        await put_report(connection, 2, ["hibari"], [EngineVoice("hibari", "old", "old", ())], EPOCH)
    return await Builder.of(build, make)


async def ask(builder: Builder, method: str, path: str = "", status: int = 200, **options: Any) -> Any:
    url = f"/v1/accounts/{builder.project_info.account_id}/voice-library{path}"
    response = await builder.client.request(method, url, headers=builder.headers, **options)
    assert response.status_code == status, response.text
    return response.json()


async def names(builder: Builder, query: str = "") -> list[str]:
    found = await ask(builder, "GET", query)
    assert found["count"] == len(found["voices"])
    return [each["voiceId"] for each in found["voices"]]


async def test_voices_are_those_of_the_processes_that_run_and_those_that_were_named(builder: Builder) -> None:
    voice = (await ask(builder, "POST", json=NORA))["voice"]
    assert voice["isCustom"]
    assert voice["isAvailable"]
    assert await names(builder) == [voice["voiceId"], "flite:slt", "espeak:gmw~de"]
    for query, expected in (
        ("?provider=flite", ["flite:slt"]),
        ("?language=de-AT", ["espeak:gmw~de"]),
        ("?language=en", [voice["voiceId"], "flite:slt"]),
        ("?isCustom=true", [voice["voiceId"]]),
        ("?isCustom=false&search=GMW", ["espeak:gmw~de"]),
    ):
        assert await names(builder, query) == expected, query
    page = await ask(builder, "GET", "?limit=1&offset=1")
    assert ([each["voiceId"] for each in page["voices"]], page["count"]) == (["flite:slt"], 3)
    engine = (await ask(builder, "GET", "/espeak:gmw~de"))["voice"]
    assert (engine["provider"], engine["providerVoiceId"], engine["isCustom"]) == ("espeak", "gmw/de", False)
    assert await ask(builder, "GET", f"/{voice['voiceId']}") == {"voice": voice}


async def test_a_voice_is_changed_and_says_where_it_is_heard(builder: Builder) -> None:
    path = f"/{(await ask(builder, 'POST', json={**NORA, 'provider': 'rime'}))['voice']['voiceId']}"
    assert (await ask(builder, "GET", f"{path}/sample", 404))["error_code"] == "VOICE_SAMPLE_NOT_FOUND"
    changed = (await ask(builder, "PATCH", path, json={"sampleUrl": "https://a.example/n.wav", "name": "N"}))["voice"]
    assert (changed["name"], changed["provider"], changed["isAvailable"]) == ("N", "rime", False)
    assert await ask(builder, "GET", f"{path}/sample") == {"sampleUrl": "https://a.example/n.wav"}
    emptied = (await ask(builder, "PATCH", path, json={"sampleUrl": None, "languages": []}))["voice"]
    assert (emptied["sampleUrl"], emptied["languages"]) == (None, [])
    assert (await ask(builder, "PATCH", "/flite:slt", 409, json={"name": "S"}))["error_code"] == "VOICE_OF_ENGINE"


async def test_an_agent_is_created_with_a_voice_of_the_library(builder: Builder) -> None:
    voice = (await ask(builder, "POST", json=NORA))["voice"]["voiceId"]
    for chosen, said in (
        (voice, "CustomVoice('elevenlabs', 'x1')"),
        ("espeak:gmw~de", "CustomVoice('espeak', 'gmw/de')"),
        ("somebody", "conv.set_voice('somebody')"),
    ):
        body = {"name": "Desk", "responseSettings": {"greeting": "Hi"}, "voiceSettings": {"voiceId": chosen}}
        url = f"/v1/accounts/{builder.project_info.account_id}/agents"
        made = (await builder.client.post(url, headers=builder.headers, json=body)).json()["agentId"]
        active = (await builder.client.get(f"/v1/agents/{made}/deployments/active", headers=builder.headers)).json()
        deployment = active["activeDeployments"]["sandbox"]["id"]
        text = f"/v1/agents/{made}/deployments/{deployment}/files/text?path=functions/start_function.py"
        assert said in (await builder.client.get(text, headers=builder.headers)).json()["text"]


async def test_what_is_wrong_or_of_others_is_refused(builder: Builder, build: ContractClient, make: Make) -> None:
    voice = (await ask(builder, "POST", json=NORA))["voice"]["voiceId"]
    other = await Builder.of(build, make)
    for method, body in (("GET", None), ("PATCH", {"name": "Mine"})):
        assert (await ask(other, method, f"/{voice}", 404, json=body))["error_code"] == "VOICE_NOT_FOUND"
    assert voice not in await names(other)
    for wrong in ({"name": " "}, {"provider": "Eleven Labs"}, {"sampleUrl": "file:///etc/passwd"}, {"unknown": 1}):
        await ask(builder, "POST", status=400, json={**NORA, **wrong})
