"""What a trace tells of the model's words."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations.model import InputDetails, row_id
from parley.domain.projects import actions as projects
from parley.providers.llm.scripted import Say, ScriptedModel
from parley.resources import Resources
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    builder = await Builder.of(build, make)
    await builder.deploy("Never mention the moon.")
    make.use_model(ScriptedModel([Say("Call 07700 900123."), Say("Gladly."), Say("Bye.")]))
    return builder


async def talk(builder: Builder) -> tuple[str, dict[str, Any]]:
    """A conversation of one turn, and what debug chat said of that."""
    opened = await builder.send("POST", "/debug-chat", 201, json={"clientEnv": "sandbox"})
    conversation = opened["conversationId"]
    said = {"clientEnv": "sandbox", "message": "I am on 07700 900456"}
    return conversation, (await builder.send("POST", f"/debug-chat/{conversation}", json=said))["metadata"]


async def asked(builder: Builder, conversation: str, **options: Any) -> list[dict[str, Any]]:
    """The requests of its last turn."""
    trace = await builder.send("GET", f"/conversations/{conversation}/trace", **options)
    found: list[dict[str, Any]] = trace["turns"][-1]["trace"]["model_requests"]
    return found


async def test_prompts_are_not_kept_unless_the_operator_says_so(builder: Builder, resources: Resources) -> None:
    conversation, _ = await talk(builder)
    [request] = await asked(builder, conversation)
    assert request["messages"] > 0
    assert request.keys().isdisjoint({"prompt", "answer"})
    [row] = await resources.db.fetch("select count(*) from turns where trace ? 'exchanges' or trace::text ~ 'the moon'")
    assert row["count"] == 0


async def test_kept_prompts_are_redacted_and_only_for_those_who_see_transcripts(
    builder: Builder, make: Make, resources: Resources
) -> None:
    make.keep_prompts()
    async with resources.db.transaction() as tx:
        await projects.change_settings(tx, builder.project_info, {"redact": ["phone"]})
    conversation, metadata = await talk(builder)
    assert metadata["model_requests"][0].keys().isdisjoint({"prompt", "answer"})
    [request] = await asked(builder, conversation)
    assert (request["prompt"][0]["role"], "Never mention the moon." in request["prompt"][0]["content"]) == (
        "system",
        True,
    )
    assert request["prompt"][-1] == {"role": "user", "content": "I am on [phone]"}
    assert request["answer"] == {"content": "Call [phone].", "tool_calls": []}
    [turn] = (await builder.send("GET", f"/conversations/{conversation}"))["turns"][1:]
    assert turn["llm_requests"][0].keys().isdisjoint({"prompt", "answer"})
    blind = await make.key(Family.BUILD, builder.project_info, settings={"show_transcripts": False})
    [hidden] = await asked(builder, conversation, headers={"x-api-key": blind.secret})
    assert hidden == {name: told for name, told in request.items() if name not in ("prompt", "answer")}


async def test_nothing_is_kept_from_the_first_private_input_on(
    builder: Builder, make: Make, resources: Resources
) -> None:
    make.keep_prompts()
    conversation, _ = await talk(builder)
    found = row_id(conversation)
    assert found is not None
    for details in (InputDetails(is_private=True), InputDetails()):
        await resources.sessions.respond(builder.project_info, "sandbox", found, "4929", details=details)
    rows = await resources.db.fetch("select trace ? 'exchanges' as kept from turns order by number")
    assert [row["kept"] for row in rows] == [False, True, False, False]
