"""Several processes of each role over one database, behind the sample of HAProxy."""

from __future__ import annotations

import asyncio
import os
import shutil
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.certificates import Authority
from tests.deploy.test_proxies import SAMPLES, SITES, TLS, anybody, for_haproxy, try_configuration
from tests.deploy.test_proxies import running as proxying
from tests.journeys.instance import Instance, start
from tests.messaging.nodes import free_ports
from tests.waiting import until

HOSTS = {
    "platform": "us-1.platform.example.com",
    "build": "us.build.example.com",
    "messaging": "us-1.messaging.example.com",
}
NAMED = {"platform": 8080, "build": 8081, "messaging": 8083}
"""Ports in the sample."""
CHECKS = ("check inter 2s fall 2 rise 1", "check inter 100ms fall 2 rise 1")
"""Of the sample, and of a test."""
CHECK_TIMEOUT = "    timeout check 20s\n"
"""A node that answers late on a busy machine is none that goes; without, an answer has to come within `inter`."""
NODES = 2
LEAVE_SECONDS = 3.0
"""Thirty checks."""


@dataclass(slots=True)
class Member:
    role: str
    port: str
    ops: str
    instance: Instance


@dataclass(slots=True)
class Fleet:
    folder: Path
    env: Mapping[str, str]
    address: str
    members: list[Member] = field(default_factory=list)

    def of(self, role: str) -> list[Member]:
        return [each for each in self.members if each.role == role]

    async def add(self, role: str, port: str, ops: str) -> None:
        self.members.append(Member(role, port, ops, self._start(role, port, ops)))

    async def until_ready(self, member: Member) -> None:
        async with httpx.AsyncClient(trust_env=False, timeout=10) as http:

            async def is_ready() -> bool:
                assert not member.instance.has_ended(), member.instance.stderr
                try:
                    return (await http.get(f"http://127.0.0.1:{member.ops}/readyz")).status_code == 200
                except httpx.TransportError:
                    return False

            await until(is_ready, 60)

    async def replace(self, member: Member) -> None:
        """As a deploy does: asks one to stop, waits for its end, starts the next on its ports."""
        assert await member.instance.stop() == 0
        assert "Traceback" not in member.instance.stderr, member.instance.stderr
        member.instance = self._start(member.role, member.port, member.ops)
        await self.until_ready(member)

    def _start(self, role: str, port: str, ops: str) -> Instance:
        command = ("worker",) if role == "worker" else ("serve", role, "--port", port)
        return start(self.folder, *command, "--ops-port", ops, env=self.env)

    def client(self, role: str, **headers: str) -> httpx.AsyncClient:
        """Of a service, through the proxy, with lasting connections."""
        host = HOSTS[role]

        async def name_host(request: httpx.Request) -> None:
            request.extensions["sni_hostname"] = host

        return httpx.AsyncClient(
            base_url=f"https://{self.address}:{TLS}",
            headers={"Host": host, **headers},
            verify=anybody(),
            trust_env=False,
            timeout=30,
            event_hooks={"request": [name_host]},
        )


@asynccontextmanager
async def fleet(roles: Sequence[str], dsn: str, folder: Path, env: Mapping[str, str]) -> AsyncIterator[Fleet]:
    """Two of each role, ready."""
    address = "127.78.{}.{}".format(*divmod(os.getpid() % 65000, 256))
    shared = {
        "PARLEY_DATABASE_URL": dsn,
        "PARLEY_SECRET_KEY": b64encode(bytes(range(32))).decode(),
        "PARLEY_EMBEDDINGS": "none",
        "PARLEY_LEAVE_SECONDS": str(LEAVE_SECONDS),
        **env,
    }
    found = Fleet(folder, shared, address)
    ports = iter(free_ports(2 * NODES * len(roles)))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(_clear, found)
        for role in (role for role in roles for _ in range(NODES)):
            await found.add(role, next(ports), next(ports))
        await asyncio.gather(*(found.until_ready(each) for each in found.members))
        await stack.enter_async_context(_haproxy(found))
        yield found


async def _clear(of: Fleet) -> None:
    await asyncio.gather(*(each.instance.clear() for each in of.members))


@asynccontextmanager
async def _haproxy(of: Fleet) -> AsyncIterator[None]:
    program = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    assert program is not None, "no haproxy here: run scripts/install-peers"
    text = for_haproxy((SAMPLES / "haproxy.cfg").read_text(), of.folder, of.address)
    assert CHECKS[0] in text
    text = text.replace(*CHECKS).replace("defaults\n", f"defaults\n{CHECK_TIMEOUT}", 1)
    assert CHECK_TIMEOUT in text
    for role, named in NAMED.items():
        sample = f"    server node1 127.0.0.1:{named}\n"
        assert sample in text
        servers = [f"    server node{n} 127.0.0.1:{each.port}\n" for n, each in enumerate(of.of(role), 1)]
        text = text.replace(sample, "".join(servers))
    Authority(of.folder).certificate("example.com", *SITES)
    file = of.folder / "haproxy.cfg"
    file.write_text(text)
    try_configuration([program, "-c", "-f", str(file)])
    async with proxying([program, "-db", "-f", str(file)], of.folder, of.address):
        yield
