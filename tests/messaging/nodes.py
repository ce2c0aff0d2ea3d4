"""Several nodes of the messaging service on one database: in this process, or as real ones."""

from __future__ import annotations

import asyncio
import socket
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from parley.resources import Resources, open_resources
from parley.settings import Settings
from tests.contract import ContractClient
from tests.fixtures import serving_messaging
from tests.journeys.instance import Instance, running
from tests.make import Make
from tests.waiting import until

AGENT = {"chat/configuration.yaml": "greeting:\n  welcome_message: Hello!\n", "agent_settings/rules.txt": "Be kind."}


@dataclass(frozen=True, slots=True)
class Node:
    """One in this process."""

    resources: Resources
    client: ContractClient

    @property
    def make(self) -> Make:
        return Make(self.resources)

    @property
    def url(self) -> str:
        return self.client.url


@asynccontextmanager
async def node(dsn: str, data: Path) -> AsyncIterator[Node]:
    """Nodes with the same data folder take each other's access tokens."""
    settings = Settings(database_url=dsn, data=data, database_connections=4, embeddings="none")
    async with open_resources(settings, "test") as resources:
        await until(resources.is_ready)
        async with serving_messaging(resources) as client:
            yield Node(resources, client)


@dataclass(frozen=True, slots=True)
class NodeProcess:
    """A `parley serve messaging`."""

    instance: Instance
    url: str


@asynccontextmanager
async def node_processes(
    count: int, dsn: str, folder: Path, env: Mapping[str, str]
) -> AsyncIterator[list[NodeProcess]]:
    secret = b64encode(bytes(range(32))).decode()
    shared = {"PARLEY_DATABASE_URL": dsn, "PARLEY_SECRET_KEY": secret, "PARLEY_EMBEDDINGS": "none", **env}
    ports = free_ports(2 * count)
    async with AsyncExitStack() as stack, httpx.AsyncClient(trust_env=False, timeout=10) as http:
        started = []
        for port, ops in zip(ports[::2], ports[1::2], strict=True):
            command = ("serve", "messaging", "--port", port, "--ops-port", ops)
            started.append(await stack.enter_async_context(running(folder, *command, env=shared)))
        await asyncio.gather(*(_until_ready(http, *each) for each in zip(started, ports[1::2], strict=True)))
        yield [
            NodeProcess(instance, f"http://127.0.0.1:{port}")
            for instance, port in zip(started, ports[::2], strict=True)
        ]


async def _until_ready(http: httpx.AsyncClient, instance: Instance, port: str) -> None:
    async def is_ready() -> bool:
        assert not instance.has_ended(), instance.stderr
        try:
            return (await http.get(f"http://127.0.0.1:{port}/readyz")).status_code == 200
        except httpx.TransportError:
            return False

    await until(is_ready, 60)


def free_ports(count: int) -> list[str]:
    """That nobody used a moment ago."""
    with ExitStack() as stack:
        taken = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [str(one.getsockname()[1]) for one in taken]
