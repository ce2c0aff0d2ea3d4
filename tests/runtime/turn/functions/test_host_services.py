from __future__ import annotations

import pytest

from parley.agent_host.protocol import HostServiceError, TranscriptLine
from parley.providers.llm.scripted import Fail, Say, ScriptedModel
from parley.runtime.turn.functions.host_services import TurnServices
from tests.runtime.turn.stage import services_of

RECENT = (TranscriptLine("agent", "Hello"), TranscriptLine("user", ""), TranscriptLine("user", "I am Ann"))


def services(*moves: Say | Fail) -> tuple[TurnServices, ScriptedModel]:
    model = ScriptedModel(moves)
    return services_of(model, RECENT[:2], RECENT[2:], earlier=True), model


async def test_a_prompt_goes_to_the_model_with_the_history_when_wanted() -> None:
    asked, model = services(Say("a"), Say("b"))
    assert await asked.prompt_llm("Name?", False, False, "small") == "a"
    assert (model.requests[0].model, len(model.requests[0].messages)) == ("small", 1)
    assert await asked.prompt_llm("Name?", True, False, None) == "b"
    assert model.requests[1].messages[0].content == "The conversation so far:\nagent: Hello\nuser: I am Ann"


@pytest.mark.parametrize("text", ['{"name": "Ann"}', '```json\n{"name": "Ann"}\n```'])
async def test_json_answers_are_read(text: str) -> None:
    asked, model = services(Say(text))
    assert await asked.prompt_llm("Name?", False, True, None) == {"name": "Ann"}
    assert model.requests[0].json_reply


async def test_what_goes_wrong_has_a_kind() -> None:
    asked, _ = services(Say("Ann"), Fail("down"))
    with pytest.raises(HostServiceError) as wrong:
        await asked.prompt_llm("Name?", False, True, None)
    assert wrong.value.kind == "invalid_json"
    with pytest.raises(HostServiceError) as down:
        await asked.prompt_llm("Name?", False, False, None)
    assert down.value.kind == "model"


async def test_the_rest_comes_from_outside() -> None:
    asked, _ = services()
    assert await asked.secret("key") == "secret of key"
    assert (await asked.api("crm", "find", {}))["text"] == "crm.find"
    assert [(call.integration, call.operation, call.body) for call in asked.api_calls] == [("crm", "find", "crm.find")]
    assert list(await asked.history()) == [TranscriptLine("agent", "long ago"), TranscriptLine("user", "I am Ann")]
