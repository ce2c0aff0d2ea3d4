"""Requests to addresses that strangers chose, against real sockets."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from pathlib import Path

import pytest

from parley.kit.outbound.addresses import Rules
from parley.kit.outbound.client import tls_context
from parley.kit.outbound.connection import NoAnswer, Reason
from parley.kit.outbound.egress import Egress, Fetched
from parley.resources import open_resources
from parley.settings import Settings
from tests.certificates import Authority
from tests.receiver import Received, receiving

pytestmark = pytest.mark.io

HERE = Rules((ip_network("127.0.0.0/8"),))
SPECIAL = [
    *("127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("192.0.0.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "168.63.129.16"),
    *("::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1", "2001::1"),
    *("::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1"),
    *("2002:7f00:1::1", "2002:a9fe:a9fe::", "::127.0.0.1", "fe80::1%lo", "no address"),
]


def body(content: bytes, **headers: str) -> bytes:
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 200 X\r\nContent-Length: {len(content)}\r\n{lines}\r\n".encode() + content


@asynccontextmanager
async def egress(rules: Rules, *addresses: str, authorities: Path | None = None) -> AsyncIterator[Egress]:
    async def resolve(_host: str) -> list[str]:
        if not addresses:
            raise OSError("no such name")
        return list(addresses)

    opened = Egress(rules, tls_context(authorities), resolve)
    try:
        yield opened
    finally:
        await opened.aclose()


async def post(client: Egress, url: str, seconds: float = 20.0, largest: int = 1000) -> Fetched:
    return await client.fetch("POST", url, data=b"", seconds=seconds, largest=largest)


async def refused(client: Egress, url: str, seconds: float = 20.0, largest: int = 1000) -> Reason:
    with pytest.raises(NoAnswer) as failure:
        await post(client, url, seconds, largest)
    return failure.value.reason


@pytest.mark.parametrize("address", SPECIAL)
async def test_a_name_that_leads_into_ones_own_network_is_refused(address: str) -> None:
    async with receiving() as receiver, egress(Rules(), address) as client:
        assert await refused(client, f"http://api.example:{receiver.port}/") is Reason.ADDRESS
        assert receiver.connections == 0


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0"],
)
async def test_however_an_address_is_written_it_is_refused(host: str) -> None:
    client = Egress(Rules(), tls_context())
    try:
        async with receiving() as receiver:
            assert await refused(client, f"http://{host}:{receiver.port}/") in (
                Reason.ADDRESS,
                Reason.NAME,
                Reason.REQUEST,
            )
            assert receiver.connections == 0
    finally:
        await client.aclose()


async def test_the_address_that_was_checked_is_the_one_that_is_connected_to() -> None:
    """A name that leads somewhere else each time it is looked up is looked up once."""
    answers = [["127.0.0.1"], ["10.0.0.1"]]

    async def resolve(_host: str) -> list[str]:
        return answers.pop(0)

    client = Egress(HERE, tls_context(), resolve)
    async with receiving() as receiver:
        assert (await post(client, f"http://api.example:{receiver.port}/")).status == 204
        assert receiver.requests[0].headers["host"] == f"api.example:{receiver.port}"
        assert len(answers) == 1
    await client.aclose()


async def test_of_several_addresses_those_that_are_allowed_are_tried() -> None:
    async with receiving() as receiver, egress(HERE, "10.0.0.1", "127.0.0.2", "127.0.0.1") as client:
        assert (await post(client, f"http://api.example:{receiver.port}/orders")).status == 204


async def test_a_name_that_nobody_has() -> None:
    async with egress(HERE) as client:
        assert await refused(client, "http://api.example/") is Reason.NAME


async def test_a_certificate_is_held_against_the_name(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    async with (
        receiving(tls=authority.server("api.example")) as receiver,
        egress(HERE, "127.0.0.1", authorities=authority.file) as client,
    ):
        assert (await post(client, f"https://api.example:{receiver.port}/")).status == 204
        assert await refused(client, f"https://other.example:{receiver.port}/") in (Reason.TLS, Reason.CONNECTION)


async def test_a_redirect_is_an_answer_like_others() -> None:
    def elsewhere(_received: Received) -> bytes:
        return (
            f"HTTP/1.1 307 X\r\nContent-Length: 0\r\nLocation: http://127.0.0.1:{receiver.port}/there\r\n\r\n".encode()
        )

    async with receiving(elsewhere) as receiver, egress(HERE, "127.0.0.1") as client:
        assert (await post(client, receiver.url())).status == 307
        assert len(receiver.requests) == 1


async def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async with receiving() as proxy, receiving() as receiver:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        async with egress(HERE, "127.0.0.1") as client:
            assert (await post(client, receiver.url())).status == 204
        assert proxy.connections == 0


async def test_nothing_of_one_tenant_is_sent_along_with_another_ones_request() -> None:
    answer = body(b"", Set_Cookie="session=of-ada; Path=/")
    async with receiving(lambda _: answer) as receiver, egress(HERE, "127.0.0.1") as client:
        await post(client, receiver.url())
        await post(client, receiver.url())
    assert [received.headers.get("cookie") for received in receiver.requests] == [None, None]


async def test_an_answer_that_is_too_large_is_none() -> None:
    async with receiving(lambda _: body(b"x" * 2000)) as receiver, egress(HERE, "127.0.0.1") as client:
        assert (await post(client, receiver.url(), largest=2000)).text == "x" * 2000
        assert await refused(client, receiver.url(), largest=1999) is Reason.SIZE


async def test_an_answer_that_grows_when_unpacked_is_none() -> None:
    bomb = gzip.compress(b"x" * 20_000_000)
    async with (
        receiving(lambda _: body(bomb, Content_Encoding="gzip")) as receiver,
        egress(HERE, "127.0.0.1") as client,
    ):
        assert await refused(client, receiver.url(), largest=1_000_000) is Reason.SIZE


@pytest.mark.parametrize(
    ("packed", "name"), [(gzip.compress(b"hi", mtime=0), "gzip"), (zlib.compress(b"hi"), "deflate")]
)
async def test_a_packed_answer_is_unpacked(packed: bytes, name: str) -> None:
    async with (
        receiving(lambda _: body(packed, Content_Encoding=name)) as receiver,
        egress(HERE, "127.0.0.1") as client,
    ):
        assert (await post(client, receiver.url())).text == "hi"
    assert receiver.requests[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("packing", ["br", "gzip", "gzip, gzip", "zstd"])
async def test_what_cannot_be_unpacked_is_a_bad_answer(packing: str) -> None:
    async with (
        receiving(lambda _: body(b"xxx", Content_Encoding=packing)) as receiver,
        egress(HERE, "127.0.0.1") as client,
    ):
        assert await refused(client, receiver.url()) is Reason.ANSWER


@pytest.mark.parametrize(
    "answer", [None, b"HTTP/1.1 200 X\r\nContent-Length: 9\r\n\r\nx", b"HTTP/1.1 100 Continue\r\n\r\n"]
)
async def test_who_does_not_finish_is_not_waited_for(answer: bytes | None) -> None:
    async with receiving(lambda _: answer) as receiver, egress(HERE, "127.0.0.1") as client:
        assert await refused(client, receiver.url(), seconds=0.2) is Reason.TIMEOUT


@pytest.mark.parametrize("answer", [b"nonsense\r\n\r\n", b"HTTP/1.1 200 X\r\n" + b"a: b\r\n" * 50_000 + b"\r\n", b""])
async def test_what_is_no_answer(answer: bytes) -> None:
    async with receiving(lambda _: answer) as receiver, egress(HERE, "127.0.0.1") as client:
        assert await refused(client, receiver.url()) is Reason.ANSWER


@pytest.mark.parametrize(
    "url", ["", "nowhere", "ftp://a.example/", "file:///etc/passwd", "http://", "http://[::1", "//x/", "http:///x"]
)
async def test_what_is_no_url(url: str) -> None:
    async with egress(HERE, "127.0.0.1") as client:
        assert await refused(client, url) is Reason.REQUEST


async def test_a_request_as_a_project_means_it() -> None:
    said = body("né".encode("latin-1"), Content_Type="text/plain; charset=latin-1")
    headers = {"X-Mine": "7", "Transfer-Encoding": "chunked", "Content-Length": "1"}
    async with receiving(lambda _: said) as receiver, egress(HERE, "127.0.0.1") as client:
        url = f"http://ada:pw@127.0.0.1:{receiver.port}/a"
        answer = await client.fetch(
            "PUT", url, headers=headers, params={"c": "d e"}, json={"n": 1}, seconds=20, largest=1000
        )
    (received,) = receiver.requests
    assert (received.line, received.body) == ("PUT /a?c=d+e HTTP/1.1", b'{"n":1}')
    assert (received.headers["x-mine"], received.headers["content-length"]) == ("7", "7")
    assert received.headers["authorization"] == "Basic YWRhOnB3"
    assert "transfer-encoding" not in received.headers
    assert answer.text == "né"


@pytest.mark.parametrize(
    ("networks", "reason"),
    [
        (None, Reason.ADDRESS),
        ("", Reason.ADDRESS),
        ("10.0.0.0/8", Reason.ADDRESS),
        ("any", None),
        ("127.0.0.0/8", None),
    ],
)
async def test_the_operator_says_where_api_integrations_may_go(
    dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, networks: str | None, reason: Reason | None
) -> None:
    if networks is not None:
        monkeypatch.setenv("PARLEY_API_NETWORKS", networks)
    settings = Settings(database_url=dsn, data=tmp_path)
    async with receiving() as receiver, open_resources(settings, "test") as resources:
        if reason is None:
            assert (await post(resources.dependencies.egress, receiver.url())).status == 204
        else:
            assert await refused(resources.dependencies.egress, receiver.url()) is reason
            assert receiver.connections == 0
