"""Keys as both sides see them: the operator's commands while everything runs, and what HTTP answers meanwhile."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from tests.conftest import private_folder
from tests.journeys.instance import Instance, parley, up
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

REVOKED_WITHIN_SECONDS = 2.0


@dataclass(slots=True)
class Client:
    instance: Instance
    http: httpx.AsyncClient

    async def operator(self, *arguments: str) -> Any:
        done = await asyncio.to_thread(parley, self.instance.data, *arguments, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    async def issue(self, kind: str, *options: str) -> Any:
        account = self.instance.credentials["account_id"]
        return await self.operator("keys", "issue", kind, "--account", account, *options)

    async def build(self, key: str) -> int:
        account = self.instance.credentials["account_id"]
        url = f"{self.instance.credentials['build_url']}/v1/accounts/{account}/agents"
        return (await self.http.get(url, headers={"x-api-key": key})).status_code

    async def platform(self, key: str, token: str) -> int:
        """404: the keys were good, and the conversation is not there."""
        credentials = self.instance.credentials
        url = f"{credentials['platform_url']}/v1/{credentials['account_id']}/{credentials['project_id']}/chat/close"
        headers = {"x-api-key": key, "x-token": token}
        return (await self.http.put(url, headers=headers, json={"conversation_id": "CONV-0"})).status_code


@pytest.fixture(scope="module")
async def client() -> AsyncIterator[Client]:
    with private_folder() as folder:
        async with up(folder, "--no-voice") as instance, httpx.AsyncClient(trust_env=False, timeout=10) as http:
            yield Client(instance, http)


async def test_a_revoked_key_stops_working_on_both_services(client: Client) -> None:
    project = ("--project", client.instance.credentials["project_id"])
    build, chat = await asyncio.gather(client.issue("build"), client.issue("chat", *project))
    assert await client.build(build["key"]) == 200
    assert await client.platform(chat["api_key"], chat["token"]) == 404

    async def build_refused() -> bool:
        return await client.build(build["key"]) == 401

    async def platform_refused() -> bool:
        return await client.platform(chat["api_key"], chat["token"]) == 401

    for key_id, refused in ((build["id"], build_refused), (chat["token_id"], platform_refused)):
        await client.operator("keys", "revoke", key_id)
        await until(refused, REVOKED_WITHIN_SECONDS)


async def test_both_keys_work_while_they_overlap(client: Client) -> None:
    old = await client.issue("build")
    assert await client.build(old["key"]) == 200
    new = await client.operator("keys", "rotate", old["id"], "--overlap", "1h")
    assert await client.build(new["key"]) == 200
    assert await client.build(old["key"]) == 200


async def test_a_key_stops_at_its_moment(client: Client) -> None:
    issued = await client.issue("build", "--expires-in", "6s")
    expires = datetime.fromisoformat(issued["expires_at"]).timestamp()
    worked = 0
    while True:
        asked, status = time.time(), await client.build(issued["key"])
        if status == 401:
            break
        assert (status, asked < expires) == (200, True)
        worked += 1
        await asyncio.sleep(0.02)
    assert worked, "the key was tried before its end"
    assert time.time() >= expires


async def test_the_last_use_is_written_down(client: Client) -> None:
    issued = await client.issue("build")
    before = datetime.now(UTC)
    assert await client.build(issued["key"]) == 200

    async def written() -> bool:
        listed = {key["id"]: key["last_used_at"] for key in await client.operator("keys", "list")}
        used: str | None = listed[issued["id"]]
        return used is not None and datetime.fromisoformat(used).timestamp() >= int(before.timestamp())

    await until(written, 30)
