"""Watching conversations: told as they happen, to whoever may, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import orjson
import pytest

from parley.build_api.conversations import live as live_conversations
from parley.domain.accounts import actions as accounts
from parley.domain.console import actions as console
from parley.domain.conversations.model import public_id
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make, browser_headers

pytestmark = pytest.mark.io


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_conversations, "LOOK_SECONDS", 0.02)


@asynccontextmanager
async def watching(builder: Builder, headers: dict[str, str], query: str = "") -> AsyncIterator[AsyncIterator[str]]:
    async with (
        httpx.AsyncClient(base_url=builder.client.url, trust_env=False, timeout=30) as client,
        client.stream("GET", f"{builder.path}/conversations/live{query}", headers=headers) as answer,
    ):
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"] == "text/event-stream"
        lines = answer.aiter_lines()
        assert await anext(lines) == "retry: 2000"
        yield lines


async def next_event(lines: AsyncIterator[str]) -> tuple[str, str]:
    async for line in lines:
        if line.startswith("event: "):
            data = orjson.loads((await anext(lines)).removeprefix("data: "))
            return line.removeprefix("event: "), data["conversationId"]
    raise AssertionError("the stream has ended")


async def test_conversations_are_told_as_they_happen(build: ContractClient, make: Make) -> None:
    builder = await Builder.of(build, make)
    rows = Rows(make.resources.db, builder.project_info)
    others = Rows(make.resources.db, await make.project())
    await rows.add(at=a_moment_ago(1))
    async with watching(builder, builder.headers, "?environment=live") as lines:
        now = make.resources.clock.now()
        await others.add("running", at=now)
        await rows.add("running", at=now, environment="sandbox")
        started = await rows.add("running", at=now, said=[("", "Hello!")])
        assert await next_event(lines) == ("started", public_id(started))
        await rows.bring(started, "snapshot")
        assert await next_event(lines) == ("ended", public_id(started))


async def test_a_conversation_is_told_by_the_id_that_lists_have(build: ContractClient, make: Make) -> None:
    builder = await Builder.of(build, make)
    rows = Rows(make.resources.db, builder.project_info)
    async with watching(builder, builder.headers) as lines:
        await rows.add("running", at=make.resources.clock.now(), said=[("", "Hello!")], chosen_id="mine-1")
        assert await next_event(lines) == ("started", "mine-1")
    [listed] = (await builder.send("GET", "/conversations"))["conversations"]
    assert listed["conversationId"] == "mine-1"


async def test_a_watch_ends_with_the_session(build: ContractClient, make: Make) -> None:
    builder = await Builder.of(build, make)
    signed_in, other = await make.signed_in(builder.project_info), await make.signed_in(builder.project_info)
    resources = make.resources
    async with (
        watching(builder, browser_headers(signed_in.secret)) as by_session,
        watching(builder, browser_headers(other.secret)) as by_key,
    ):
        async with resources.db.transaction() as tx:
            await console.sign_out(tx, signed_in.session, signed_in.key, resources.clock.now())
            await accounts.revoke_key(tx, other.key.id, resources.clock.now())
        async with asyncio.timeout(20):
            assert [line async for line in by_session if line.startswith("event")] == []
            assert [line async for line in by_key if line.startswith("event")] == []


async def test_a_stopping_process_waits_for_nobody_who_watches(build: ContractClient, make: Make) -> None:
    builder = await Builder.of(build, make)
    async with watching(builder, builder.headers) as lines:
        make.resources.draining = True
        async with asyncio.timeout(20):
            assert [line async for line in lines if line.startswith("event")] == []


async def test_there_are_so_many_places(build: ContractClient, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_conversations.watchers, "most_of_account", 1)
    builder, other = await Builder.of(build, make), await Builder.of(build, make)
    async with watching(builder, builder.headers):
        refused = await builder.ask("GET", "/conversations/live?seconds=0")
        assert (refused.status_code, refused.json()["error_code"]) == (429, "TOO_MANY_WATCHERS")
        assert (await other.ask("GET", "/conversations/live?seconds=0")).text == "retry: 2000\n\n"
