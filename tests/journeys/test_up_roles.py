"""Roles apart: each service and the worker as a process of its own, and a second instance, on one database."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from uuid import uuid4

import asyncpg
import httpx
import pytest

from tests.journeys.instance import Instance, parley, running, up
from tests.telephony.peers.process import free_ports
from tests.waiting import drop_database, until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
        yield client


@pytest.fixture
async def new_database(postgres: str) -> AsyncIterator[str]:
    """The address of an empty database on a server of one's own."""
    name = f"own_{uuid4().hex}"
    server = await asyncpg.connect(postgres)
    await server.execute(f"create database {name}")
    address, _, query = postgres.partition("?")
    yield f"{address.rpartition('/')[0]}/{name}?{query}"
    await server.close()
    await drop_database(postgres, name)


@pytest.fixture
def ports() -> list[str]:
    """Five that nobody has, and that no connection of another test is given meanwhile."""
    first = free_ports(5)
    return [str(port) for port in range(first, first + 5)]


async def test_roles_apart_on_a_new_database(
    new_database: str, data_folder: Path, http: httpx.AsyncClient, ports: list[str]
) -> None:
    """Whoever comes first makes the tables; they all start at once."""
    env = {"PARLEY_DATABASE_URL": new_database}
    platform, build, *ops = ports
    commands = [
        ("serve", "platform", "--port", platform, "--ops-port", ops[0]),
        ("serve", "build", "--port", build, "--ops-port", ops[1]),
        ("worker", "--ops-port", ops[2]),
    ]
    async with AsyncExitStack() as stack:
        heard = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        heard.bind(str(data_folder / "notify"))
        heard.setblocking(False)
        told = {**env, "NOTIFY_SOCKET": str(data_folder / "notify")}
        roles = [await stack.enter_async_context(running(data_folder, *command, env=told)) for command in commands]
        await asyncio.gather(*(until_ready(http, role, port) for role, port in zip(roles, ops, strict=True)))
        assert await everything(heard, 3) == [b"READY=1"] * 3, "systemd is told of each role"
        key = issue_a_build_key(env)
        agents = await http.get(f"http://127.0.0.1:{build}/v1/accounts/acme/agents", headers={"x-api-key": key})
        assert [agent["agentName"] for agent in agents.json()] == ["Front desk"]
        assert (await http.get(f"http://127.0.0.1:{platform}/healthz")).status_code == 200
        for role in roles:
            assert await role.stop(signal.SIGTERM) == 0
            assert role.processes() == {}
            assert "Traceback" not in role.stderr
        assert await everything(heard, 3) == [b"STOPPING=1"] * 3
    assert not (data_folder / "data").exists(), "with a server of your own nothing is written here"


async def everything(heard: socket.socket, number: int) -> list[bytes]:
    words: list[bytes] = []

    async def enough() -> bool:
        with suppress(BlockingIOError):
            while True:
                words.append(heard.recv(200))
        return len(words) >= number

    await until(enough)
    return words


def issue_a_build_key(env: dict[str, str]) -> str:
    parley(None, "accounts", "create", "acme", env=env)
    parley(None, "projects", "create", "desk", "--account", "acme", "--name", "Front desk", env=env)
    issued = parley(None, "keys", "issue", "build", "--account", "acme", "--json", env=env)
    return str(json.loads(issued.stdout)["key"])


async def until_ready(http: httpx.AsyncClient, role: Instance, port: str) -> None:
    async def ready() -> bool:
        assert not role.has_ended(), role.stderr
        try:
            return (await http.get(f"http://127.0.0.1:{port}/readyz")).status_code == 200
        except httpx.TransportError:
            return False

    await until(ready, 60)


async def test_a_second_instance_may_use_the_database_of_the_first(new_database: str, data_folder: Path) -> None:
    env = {"PARLEY_DATABASE_URL": new_database}
    folders = [data_folder / "one", data_folder / "two"]
    for folder in folders:
        folder.mkdir()
    async with up(folders[0], "--no-voice", env=env) as one, up(folders[1], "--no-voice", env=env) as two:
        assert one.credentials["account_id"] == two.credentials["account_id"]
        assert (await one.agents(two.keys["build"])).json() == (await two.agents(one.keys["build"])).json()
        assert new_database not in one.stdout + one.stderr + " ".join(one.processes().values())
        assert not (one.data / "postgres").exists()
