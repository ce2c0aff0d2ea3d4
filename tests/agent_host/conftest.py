"""Real children for the tests marked io: one zygote for all, a pool of its own for each test."""

from __future__ import annotations

import asyncio
import itertools
import textwrap
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parley.agent_host.limits import HostLimits
from parley.agent_host.parent_connection import ParentConnection
from parley.agent_host.pool import HostPool
from parley.agent_host.protocol import HostServiceError, HostServices, Invocation, Json, Outcome, TranscriptLine
from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.sandbox_check import check_sandbox
from parley.agent_host.zygote_client import ZygoteClient
from parley.kit.clock import SystemClock
from tests.agent_host.in_process import HEADER, PROJECT, VIEW

SMALL = Policy(memory_mb=256)
_NAMES = itertools.count(1)


class FakeHostServices:
    """With simple answers."""

    async def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json:
        return prompt.upper()

    async def secret(self, name: str) -> Json:
        raise HostServiceError("SecretNotFound", name)

    async def api(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        raise RuntimeError("a bug in the serving process")

    async def history(self) -> list[TranscriptLine]:
        return [TranscriptLine("user", "hi")] * 30

    async def expect_event(self, event_id: str, send_to_llm: bool) -> None: ...


class BarrierServices(FakeHostServices):
    """Answers a prompt when so many are being asked at the same time."""

    def __init__(self, number: int) -> None:
        self._missing = number
        self._complete = asyncio.Event()

    async def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json:
        self._missing -= 1
        if self._missing == 0:
            self._complete.set()
        await self._complete.wait()
        return prompt.upper()


class PoolHarness:
    """A pool of children for functions given as source text."""

    def __init__(self, pool: HostPool) -> None:
        self.pool = pool
        self.services: HostServices = FakeHostServices()

    async def call(
        self, name: str = "f", conversation: str = "c", state: bytes = b"", timeout: float = 10.0, **arguments: Any
    ) -> Outcome:
        path = name if "/" in name else f"functions/{name}.py"
        view = replace(VIEW, id=conversation)
        return await self.pool.call(Invocation(path, arguments, view, state, timeout=timeout), self.services)


async def is_gone(connection: ParentConnection) -> bool:
    return not connection.is_alive


def processes(parent: int) -> list[int]:
    """Direct children of a process, by the numbers of this namespace."""
    return [int(word) for word in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def hosts_of(zygote_client: ZygoteClient) -> set[int]:
    """Agent hosts: what the zygote forked, without the process that only holds the namespace."""
    assert zygote_client._process is not None
    found = processes(zygote_client._process.pid)
    return {process for process in found if _has_socket(process)}


def _has_socket(process: int) -> bool:
    return Path(f"/proc/{process}/fd/3").is_symlink()


def only_child(harness: PoolHarness) -> int:
    """The process of the pool's one child: the youngest that the zygote has."""
    assert len(harness.pool._connections) == 1
    return max(hosts_of(harness.pool._zygote_client))


MakePool = Callable[..., PoolHarness]


@pytest.fixture(scope="session")
async def zygote_client() -> AsyncIterator[ZygoteClient]:
    found = ZygoteClient()
    yield found
    await found.aclose()


@pytest.fixture(scope="session")
async def namespaces(zygote_client: ZygoteClient) -> None:
    """Skips what takes namespaces, in containers that allow none."""
    if (await check_sandbox(SMALL, zygote_client))["visible files"] != "its own tree":
        pytest.skip("no namespaces are allowed here")


@pytest.fixture
async def make_pool(zygote_client: ZygoteClient) -> AsyncIterator[MakePool]:
    """Bodies of functions by name → a pool that runs them."""
    pools: list[HostPool] = []

    def make(functions: Mapping[str, str], policy: Policy = SMALL, **limits: Any) -> PoolHarness:
        files = {_path(name): _source(name, body) for name, body in functions.items()}
        pools.append(
            HostPool(f"test {next(_NAMES)}", PROJECT, files, zygote_client, HostLimits(policy, **limits), SystemClock())
        )
        return PoolHarness(pools[-1])

    yield make
    for pool in pools:
        await pool.aclose()


def _path(name: str) -> str:
    return name if "/" in name else f"functions/{name}.py"


def _source(name: str, body: str) -> str:
    body = textwrap.dedent(body).strip("\n")
    return body if "/" in name else f"{HEADER}def {name}(conv):\n{textwrap.indent(body, '    ')}\n"
