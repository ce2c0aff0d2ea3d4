"""Conversations that have ended are summed up by the project's model, where the operator wants that."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations.actions import FINISH
from parley.providers.llm.protocol import ModelError
from parley.resources import Resources
from parley.runtime.session.summaries import SUMMARIZE
from tests.build_api.builder import Builder, run_jobs
from tests.contract import ContractClient
from tests.fake_openai import FakeOpenAI, failing, fake_openai, words
from tests.make import Make

pytestmark = pytest.mark.io

HEADING, CONTENT = "Opening hours", "The user asked when you open and was told."
SUMMARY = {"heading": HEADING, "content": CONTENT}
GOOD = words(f'{{"heading": "{HEADING}", "content": "{CONTENT}"}}')


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_SUMMARIES", "true")


@pytest.fixture
async def server() -> AsyncIterator[FakeOpenAI]:
    async with fake_openai() as server:
        yield server
    assert server.problems == []


@pytest.fixture
async def builder(build: ContractClient, make: Make, server: FakeOpenAI) -> Builder:
    project = await make.project(settings={"llm": {"base_url": server.url, "model": "m"}})
    builder = await Builder.of(build, make, project)
    await builder.deploy()
    return builder


async def ended(builder: Builder, resources: Resources, said: str | None = "When do you open?") -> str:
    """The id of a conversation that is finished, but for its summary."""
    opened = await builder.send("POST", "/debug-chat", 201, json={"clientEnv": "sandbox"})
    conversation: str = opened["conversationId"]
    if said is not None:
        await builder.send("POST", f"/debug-chat/{conversation}", json={"clientEnv": "sandbox", "message": said})
    account = builder.project_info.account_id
    end = f"/adk/v1/accounts/{account}/projects/{builder.project_info.id}/chat/{conversation}/end"
    await builder.client.post(end, headers=builder.headers, json={"client_env": "sandbox"})
    assert await run_jobs(resources, [FINISH]) == 1
    return conversation


@pytest.mark.usefixtures("wanted")
async def test_a_conversation_is_summed_up_once_it_is_over(
    builder: Builder, resources: Resources, make: Make, server: FakeOpenAI
) -> None:
    server.plays(words("At nine."), words("I would rather not."), GOOD)
    conversation = await ended(builder, resources)
    path = f"/conversations/{conversation}"
    assert (await builder.send("GET", path))["shortSummary"] is None
    assert await run_jobs(resources, [SUMMARIZE]) == 1
    assert '{"user":"When do you open?"},{"agent":"At nine."}' in server.told()
    assert len(server.requests) == 3
    assert (await builder.send("GET", path))["shortSummary"] == SUMMARY
    [listed] = (await builder.send("GET", "/conversations"))["conversations"]
    assert listed["shortSummary"] == SUMMARY
    assert CONTENT in (await builder.ask("GET", "/conversations/export.ndjson")).text
    # Who may not read what was said may not read what it was about.
    blind = await make.key(Family.BUILD, builder.project_info, settings={"show_transcripts": False})
    headers = {"x-api-key": blind.secret}
    assert (await builder.send("GET", path, headers=headers))["shortSummary"] is None
    assert CONTENT not in (await builder.ask("GET", "/conversations", headers=headers)).text
    assert CONTENT not in (await builder.ask("GET", "/conversations/export.ndjson", headers=headers)).text


@pytest.mark.usefixtures("wanted")
async def test_nothing_is_kept_where_there_is_nothing_to_say(
    builder: Builder, resources: Resources, server: FakeOpenAI
) -> None:
    await ended(builder, resources, None)
    assert await run_jobs(resources, [SUMMARIZE]) == 1
    assert server.requests == []
    no = words("No.")
    server.plays(words("At nine."), no, no, words("At nine."))
    conversation = await ended(builder, resources)
    assert await run_jobs(resources, [SUMMARIZE]) == 1
    assert (await builder.send("GET", f"/conversations/{conversation}"))["shortSummary"] is None
    # A model that fails is the queue's to ask again.
    await ended(builder, resources)
    server.plays(otherwise=failing(401))
    with pytest.raises(ModelError):
        await run_jobs(resources, [SUMMARIZE])


@pytest.mark.usefixtures("wanted")
async def test_a_conversation_waits_while_others_are_summed_up(
    builder: Builder, resources: Resources, server: FakeOpenAI
) -> None:
    server.plays(words("At nine."))
    await ended(builder, resources)
    while not resources.dependencies.summarizing.locked():
        await resources.dependencies.summarizing.acquire()
    assert await run_jobs(resources, [SUMMARIZE]) == 1
    row = await resources.db.fetchrow("select args, run_at > now() as is_later from jobs where kind = $1", SUMMARIZE)
    assert row is not None
    assert (row["args"]["pause"], row["is_later"]) == (4.0, True)


async def test_nobody_is_asked_unless_the_operator_wants_it(
    builder: Builder, resources: Resources, server: FakeOpenAI
) -> None:
    server.plays(words("At nine."))
    conversation = await ended(builder, resources)
    assert await run_jobs(resources, [SUMMARIZE]) == 0
    assert len(server.requests) == 1
    assert (await builder.send("GET", f"/conversations/{conversation}"))["shortSummary"] is None
