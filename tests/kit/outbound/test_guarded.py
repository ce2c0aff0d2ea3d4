"""httpx beneath which every address is checked, against real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest

from parley.kit.outbound.addresses import Rules
from parley.kit.outbound.client import tls_context
from parley.kit.outbound.guarded import GuardedTransport
from parley.resources import open_resources
from parley.settings import Settings
from tests.certificates import Authority
from tests.receiver import receiving

pytestmark = pytest.mark.io

HERE = Rules((ip_network("127.0.0.0/8"),))


@asynccontextmanager
async def client(rules: Rules, *addresses: str, authorities: Path | None = None) -> AsyncIterator[httpx.AsyncClient]:
    async def resolve(_host: str) -> list[str]:
        if not addresses:
            raise OSError("no such name")
        return list(addresses)

    transport = GuardedTransport(rules, tls_context(authorities), resolve)
    async with httpx.AsyncClient(transport=transport, timeout=5) as opened:
        yield opened


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fe80::1"])
async def test_a_name_that_leads_into_ones_own_network_is_refused(address: str) -> None:
    async with receiving() as receiver, client(Rules(), address) as http:
        with pytest.raises(httpx.ConnectError, match="no address that is allowed"):
            await http.post(f"http://api.example:{receiver.port}/", content=b"")
        assert receiver.connections == 0


async def test_of_several_addresses_those_that_are_allowed_are_tried() -> None:
    async with receiving() as receiver, client(HERE, "10.0.0.1", "127.0.0.2", "127.0.0.1") as http:
        answer = await http.post(f"http://api.example:{receiver.port}/orders", content=b"")
        assert answer.status_code == 204
        assert receiver.requests[0].headers["host"] == f"api.example:{receiver.port}"


async def test_a_name_that_nobody_has() -> None:
    async with client(HERE) as http:
        with pytest.raises(httpx.ConnectError, match="no such name"):
            await http.post("http://api.example/", content=b"")


async def test_a_certificate_is_held_against_the_name(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    async with (
        receiving(tls=authority.server("api.example")) as receiver,
        client(HERE, "127.0.0.1", authorities=authority.file) as http,
    ):
        assert (await http.post(f"https://api.example:{receiver.port}/", content=b"")).status_code == 204
        with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
            await http.post(f"https://other.example:{receiver.port}/", content=b"")


async def test_the_operator_says_where_api_integrations_may_go(dsn: str, tmp_path: Path) -> None:
    settings = Settings(database_url=dsn, data=tmp_path, api_networks=())
    async with receiving() as receiver, open_resources(settings, "test") as resources:
        with pytest.raises(httpx.ConnectError):
            await resources.equipment.client.post(receiver.url(), content=b"")
    async with receiving() as receiver, open_resources(Settings(database_url=dsn, data=tmp_path), "test") as resources:
        assert (await resources.equipment.client.post(receiver.url(), content=b"")).status_code == 204
