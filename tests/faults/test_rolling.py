"""A rolling deploy: every process of every role is replaced under load, two of each behind HAProxy. Nothing fails."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations.model import row_id
from parley.domain.projects.info import ProjectInfo
from tests.contract import ContractClient
from tests.deploy.test_proxies import TLS, anybody
from tests.fake_openai import fake_openai, words
from tests.faults.fleet import HOSTS, Fleet, fleet
from tests.make import Make
from tests.messaging_client import MessagingClient, open_session
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

AGENT = {"chat/configuration.yaml": "greeting:\n  welcome_message: Hello!\n", "agent_settings/rules.txt": "Be kind."}
REPLY = "Certainly."
TALKERS = 3
IS_LONG = "ROLLED_ROLES" in os.environ
ROLES = ("platform", "build", "messaging", "worker") if IS_LONG else ("platform",)
"""A process takes seconds to start: all roles in `make test-faults`, the one with the most requests here."""


@dataclass(slots=True)
class Account:
    """What clients were answered."""

    turns: dict[str, int] = field(default_factory=dict)
    """Acknowledged ones of each conversation."""
    asked: int = 0
    said: int = 0
    reconnected: int = 0
    failures: list[str] = field(default_factory=list)

    def hold(self, response: httpx.Response) -> bool:
        if response.status_code != 200:
            self.failures.append(f"{response.request.url.path}: {response.status_code} {response.text[:200]}")
        return response.status_code == 200


@dataclass(slots=True)
class Load:
    fleet: Fleet
    project: ProjectInfo
    chat: dict[str, str]
    build: dict[str, str]
    account: Account
    stop: asyncio.Event = field(default_factory=asyncio.Event)

    async def talk(self, keeps_connection: bool) -> None:
        """One turn after the other, over one connection or over one for each."""
        path = f"/v1/{self.project.account_id}/{self.project.id}/chat"
        async with self.fleet.client("platform", **self.chat) as client:
            created = await client.post(f"{path}/create", json={})
            if not self.account.hold(created):
                return
            conversation = created.json()["conversation_id"]
            self.account.turns[conversation] = 0
            while not self.stop.is_set():
                headers = {} if keeps_connection else {"Connection": "close"}
                body = {"conversation_id": conversation, "message": "Can you do that?"}
                answer = await client.post(f"{path}/respond", json=body, headers=headers)
                if self.account.hold(answer):
                    assert answer.json()["response"] == REPLY
                    self.account.turns[conversation] += 1

    async def look(self) -> None:
        async with self.fleet.client("build", **self.build) as client:
            while not self.stop.is_set():
                if self.account.hold(await client.get(f"/v1/accounts/{self.project.account_id}/agents")):
                    self.account.asked += 1

    async def write(self, client: MessagingClient) -> None:
        """As clients do: comes again when it is sent away, and sends again what did not come back."""
        proxied: dict[str, Any] = {"host": self.fleet.address, "port": TLS, "ssl": anybody()}
        client.url = f"https://{HOSTS['messaging']}"
        await client.connect(**proxied)
        await client.send("REQUEST_POLY_AGENT_JOIN")
        for number in count():
            if self.stop.is_set():
                break
            while True:
                if client.close_code is not None:
                    self.account.reconnected += 1
                    await client.connect(**proxied)
                await client.send("USER_MESSAGE", {"text": f"Number {number}"}, local_id=str(number))
                if await self._is_answered(client, number + 2):
                    break
            self.account.said += 1
        await client.aclose()

    async def _is_answered(self, client: MessagingClient, replies: int) -> bool:
        """False: the socket was closed before."""
        await client.told(lambda: client.close_code is not None or len(client.of("POLY_AGENT_MESSAGE")) >= replies)
        return len(client.of("POLY_AGENT_MESSAGE")) >= replies

    def progress(self) -> tuple[int, ...]:
        others = (self.account.asked, self.account.said) if IS_LONG else ()
        return (*self.account.turns.values(), *others)

    async def until_all_went_on(self) -> None:
        """Each of the clients was answered something new."""
        before = self.progress()

        async def went_on() -> bool:
            assert not self.account.failures, self.account.failures
            return all(now > then for now, then in zip(self.progress(), before, strict=True))

        await until(went_on, 60)


@asynccontextmanager
async def under(*loads: Awaitable[None], stop: asyncio.Event) -> AsyncIterator[None]:
    async with asyncio.TaskGroup() as group:
        for load in loads:
            group.create_task(_awaited(load))
        try:
            yield
        finally:
            stop.set()


async def _awaited(load: Awaitable[None]) -> None:
    await load


async def test_every_process_is_replaced_and_no_request_fails(dsn: str, make: Make, data_folder: Path) -> None:
    project = await make.project()
    await make.deploy(project, AGENT)
    chat = await make.chat_headers(project)
    build = {"x-api-key": (await make.key(Family.BUILD, project)).secret}
    async with fake_openai() as model:
        model.plays(otherwise=words(REPLY))
        env = {"PARLEY_LLM_BASE_URL": model.url, "PARLEY_LLM_API_KEY": "sk", "PARLEY_LLM_MODEL": "big"}
        async with fleet(ROLES, dsn, data_folder, env) as nodes:
            load = Load(nodes, project, chat, build, Account())
            loads = [load.talk(keeps_connection=n > 0) for n in range(TALKERS)]
            client = await open_client(nodes, make, project) if IS_LONG else None
            if client is not None:
                loads += [load.look(), load.write(client)]
            async with under(*loads, stop=load.stop):
                await until(_checked(lambda: len(load.account.turns) == TALKERS))
                await load.until_all_went_on()
                for member in nodes.members:
                    await nodes.replace(member)
                    await load.until_all_went_on()
    assert load.account.failures == []
    await check_turns(dsn, load.account)
    if client is not None:
        check_messages(client, load.account)


async def open_client(nodes: Fleet, make: Make, project: ProjectInfo) -> MessagingClient:
    async with ContractClient(f"http://127.0.0.1:{nodes.of('messaging')[0].port}", "messaging") as http:
        return await open_session(http, make, project)


async def check_turns(dsn: str, account: Account) -> None:
    """Every acknowledged turn is there, once, in order."""
    connection = await asyncpg.connect(dsn)
    try:
        for conversation, acknowledged in account.turns.items():
            query = "select number from turns where conversation_id = $1 order by number"
            rows = await connection.fetch(query, row_id(conversation))
            assert [row["number"] for row in rows] == list(range(acknowledged + 1))
    finally:
        await connection.close()


def check_messages(client: MessagingClient, account: Account) -> None:
    """Every message was taken once and answered once, in order, although its socket was closed by each of its nodes."""
    assert account.reconnected >= 1
    assert [each["payload"]["text"] for each in client.of("USER_MESSAGE")] == [
        f"Number {number}" for number in range(account.said)
    ]
    assert len(client.of("POLY_AGENT_MESSAGE")) == account.said + 1
    assert client.journaled == sorted(set(client.journaled))


def _checked(condition: Callable[[], bool]) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return condition()

    return check
